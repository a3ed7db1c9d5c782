"""Differences of meaning from the references, found automatically, in the translations of a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.comparison.pair_findings import LAYERS, OTHER_LANGUAGE, SegmentFindings, corpus_findings
from meantree.corpus.analyses import available_analyses
from meantree.corpus.corpus import Corpus
from meantree.phenomena.catalogue import FindingKind
from meantree.phenomena.search import Finding
from meantree.scoring.pairing import reason_not_analysed
from meantree.work import Work

LONGEST: Final = 400
"""Words of a text that is aligned and searched; memory grows with the square of them."""
MOST: Final = 1000
"""Translations that are searched; of more, those of evenly spread segments."""
WORDING: Final = frozenset(
    (
        *("word.different", "event.different", "modifier.different", "order.different"),
        *("specificity.broader", "specificity.narrower"),
    )
)
"""Kinds of findings that say only that the words are others."""


@dataclass(frozen=True, slots=True)
class Differences:
    """What was found.

    Attributes:
        shown: by 0-based place of the segment and system, for each translation that was searched, also without any.
        beside: the reference that a translation was compared with, where a segment has several.
        translations: number of translations of the report.
        limited: number of those that have no English reference.
    """

    shown: Mapping[tuple[int, str], tuple[Finding, ...]]
    beside: Mapping[tuple[int, str], str]
    translations: int
    limited: int = 0


@dataclass(frozen=True, slots=True)
class FoundKind:
    """One kind of difference, or several of them together.

    Attributes:
        kind: that of the example.
        by_system: number of translations in which it is shown, by system.
        expected: number of these in which it is a difference, by the probabilities.
        example: the surest finding, with the place of its segment and its system.
    """

    kind: FindingKind
    by_system: Mapping[str, int]
    expected: float
    example: tuple[int, str, Finding]

    @property
    def number(self) -> int:
        """Number of translations in which it is shown."""
        return sum(self.by_system.values())

    @property
    def is_wording(self) -> bool:
        """Whether it says only that the words are others, which often is free wording."""
        return self.kind.name in WORDING


def search(corpus: Corpus, systems: Sequence[str], store: AnalysisStore, work: Work) -> Differences | None:
    """Return what is found in the translations of these systems; None if their texts cannot be analysed.

    Raises:
        Cancelled: if the user stopped it.
    """
    total = sum(system in segment.hypotheses for segment in corpus.segments for system in systems)
    if not total or not can_analyse(corpus, systems, store, LAYERS):
        return None
    part = corpus.part(tuple(range(0, len(corpus.segments), ceil(total / MOST))))
    shown: dict[tuple[int, str], tuple[Finding, ...]] = {}
    beside: dict[tuple[int, str], str] = {}
    limited = 0
    for each in corpus_findings(part, systems, store, work, longest=LONGEST):
        if isinstance(each, SegmentFindings):
            key = corpus.places[each.segment.key], each.system
            shown[key] = each.shown
            if len(each.pair.reference_names) > 1:
                beside[key] = each.pair.reference_names[each.reference]
            limited += each.reason == OTHER_LANGUAGE
    return Differences(shown, beside, total, limited)


def can_analyse(corpus: Corpus, systems: Sequence[str], store: AnalysisStore, layers: Layers) -> bool:
    """Return whether the first translation and its references have these layers, or can be analysed into them."""
    first = next((one for one in corpus.segments if any(map(one.hypotheses.__contains__, systems))), None)
    if first is None:
        return False
    source = available_analyses((*first.references.values(), *first.hypotheses.values()), store, layers)
    own = [system for system in systems if system in first.hypotheses]
    return bool(first.references) and not any(reason_not_analysed(first, one, source, layers) for one in own)


def found_kinds(differences: Differences, systems: Sequence[str]) -> list[FoundKind]:
    """Return the kinds of differences: first what is major, other words last, each by its probable errors."""
    by_kind: dict[str, list[tuple[int, str, Finding]]] = {}
    for (place, system), findings in differences.shown.items():
        for finding in _surest_of_kind(findings):
            by_kind.setdefault(finding.kind.name, []).append((place, system, finding))
    own = [_found(found, systems) for found in by_kind.values()]
    return sorted(own, key=lambda one: (one.is_wording, one.kind.severity != "major", -one.expected))


def other_wording(differences: Differences, systems: Sequence[str]) -> FoundKind | None:
    """Return the kinds that say only that the words are others as one; None if there is none."""
    found = [
        (*key, max(own, key=lambda one: one.probability))
        for key, findings in differences.shown.items()
        if (own := [one for one in findings if one.kind.name in WORDING])
    ]
    return _found(found, systems) if found else None


def _surest_of_kind(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Return one finding of each kind."""
    surest: dict[str, Finding] = {}
    for finding in findings:
        known = surest.get(finding.kind.name)
        if known is None or finding.probability > known.probability:
            surest[finding.kind.name] = finding
    return surest.values()


def _found(found: Sequence[tuple[int, str, Finding]], systems: Sequence[str]) -> FoundKind:
    counts = {system: sum(one == system for _, one, _ in found) for system in systems}
    expected = sum(finding.probability for *_, finding in found)
    return FoundKind(found[0][2].kind, counts, expected, max(found, key=lambda one: one[2].probability))
