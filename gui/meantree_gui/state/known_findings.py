"""The findings shown of all translations of the open corpus, searched for once. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING

from meantree.errors import Cancelled
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Corpus, Segment
    from meantree.findings.search import Finding
    from meantree.work import Work

Shown = Mapping[str, "tuple[Finding, ...]"]
"""Shown findings by the key of the segment, the most important first; segments that cannot be searched are absent."""
Known = dict[tuple[str, str, str | None], tuple["Segment", "tuple[Finding, ...] | None"]]
"""By system, key of the segment and selected reference: the segment searched, and its findings if it could be."""
WAIT = 0.1
"""Seconds between two checks whether the user stopped a search that waits for another one."""


class KnownFindings:
    """Findings by system, segment and selected reference; those of an edited segment are searched for again."""

    def __init__(self, selection: Selection) -> None:
        self._selection, self._workspace = selection, selection.workspace
        self._known: Known = {}
        self._lock = Lock()
        self._workspace.opened.connect(lambda _again: self._forget())

    def unknown(self, systems: Sequence[str]) -> int:
        """Return how many translations of these systems have not been searched."""
        corpus, reference = self._workspace.corpus, self._selection.reference
        translations = ((each, system) for each in (corpus.segments if corpus else ()) for system in systems)
        return sum(
            system in segment.hypotheses and not _is_known(self._known, segment, system, reference)
            for segment, system in translations
        )

    def search(self, systems: Sequence[str]) -> Callable[[Work], Mapping[str, Shown]]:
        """Return an operation that searches what is not known, and returns the findings by system.

        It is made on the main thread and may run in any other one. What it found before it was cancelled is kept.
        """
        corpus, store, reference = self._workspace.corpus, self._workspace.store, self._selection.reference
        known = self._known

        def operation(work: Work) -> Mapping[str, Shown]:
            if corpus is None:
                return {system: {} for system in systems}
            while not self._lock.acquire(timeout=WAIT):
                if work.cancelled():
                    raise Cancelled("Searching for findings: stopped")
            try:
                _search(corpus, systems, reference, store, work, known)
            finally:
                self._lock.release()
            return {system: _shown(known, corpus, system, reference) for system in systems}

        return operation

    def _forget(self) -> None:
        """Drop all findings: other texts were opened, or are analysed in another way."""
        self._known = {}


def _search(
    corpus: Corpus, systems: Sequence[str], reference: str | None, store: AnalysisStore, work: Work, known: Known
) -> None:
    """Add the findings of segments that are not known for all systems."""
    from meantree.comparison.pair_findings import SegmentFindings, corpus_findings, is_english

    missing = [
        place
        for place, segment in enumerate(corpus.segments)
        if not all(_is_known(known, segment, system, reference) for system in systems)
    ]
    part = corpus.part(missing)
    part = part if reference is None else part.against(reference)
    for each in corpus_findings(part, systems, store, work, english=is_english(corpus)):
        if isinstance(each, SegmentFindings):
            key, system, shown = each.segment.key, each.system, each.shown
        else:
            key, system, shown = each.segment or "", each.system or "", None
        if key in corpus.places:
            known[system, key, reference] = corpus.segments[corpus.places[key]], shown


def _is_known(known: Known, segment: Segment, system: str, reference: str | None) -> bool:
    """Return whether this very segment was searched; an edited one is another."""
    entry = known.get((system, segment.key, reference))
    return entry is not None and entry[0] is segment


def _shown(known: Known, corpus: Corpus, system: str, reference: str | None) -> Shown:
    entries = ((key, known.get((system, key, reference))) for key in corpus.places)
    return {key: entry[1] for key, entry in entries if entry is not None and entry[1] is not None}
