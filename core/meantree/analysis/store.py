"""Analyses kept by text and analyser: whatever asks, a text is analysed once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from threading import Lock

from meantree.analysis.analyser import DEFAULT, PIPELINE, Parsers, load_analyser
from meantree.analysis.depth import WORDS, Depth
from meantree.analysis.forest import Analysis
from meantree.analysis.given import Given, Tokenised
from meantree.analysis.roles.label import labeller_fingerprint
from meantree.work import Work, chunks, in_batches, single_threaded

CHUNK_TEXTS = 64
SMALL = 200
"""Up to this many texts are analysed in this process: starting others would take longer."""


class AnalysisStore:
    """The analyses of one choice of parsers, in memory; safe to use from several threads."""

    def __init__(self, parsers: Parsers = DEFAULT) -> None:
        self.parsers = parsers
        self._kept: dict[Given, Analysis] = {}
        self._completed: dict[Analysis, tuple[Depth, Analysis]] = {}
        self._lock = Lock()

    @property
    def fingerprint(self) -> str:
        """The analysers behind the analyses, as they stand in signatures; loads them if need be."""
        return load_analyser(self.parsers).fingerprint

    def completed_by(self, analyses: Sequence[Analysis], depth: Depth) -> list[str]:
        """The fingerprints of what makes the constituency trees and frames that analyses of the input lack.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        trees = depth.constituents and not all(analysis.has_constituents for analysis in analyses)
        if not trees and not depth.roles:
            return []
        analyser = load_analyser(self.parsers)
        found = [analyser.constituency.fingerprint] if trees and analyser.constituency is not None else []
        return [*found, labeller_fingerprint(analyser.language)] if depth.roles else found

    @property
    def has_constituents(self) -> bool:
        """Whether there is a constituency parser for the pipeline's language; loads both if need be."""
        return self.parsers == DEFAULT or load_analyser(self.parsers).constituency is not None

    @property
    def has_vectors(self) -> bool:
        """Whether the pipeline has word vectors; the one that ships has none, any other is loaded."""
        return self.parsers.pipeline != PIPELINE and load_analyser(self.parsers).has_vectors

    def keep(self, analyses: Mapping[Given, Analysis]) -> None:
        """Take in analyses that were made elsewhere by the same pipeline."""
        with self._lock:
            self._kept.update(analyses)

    def get(self, text: Given, depth: Depth = WORDS) -> Analysis | None:
        """The kept analysis of ``text`` if it is deep enough, or None; given tokens may be what the pipeline cut."""
        kept = self._kept.get(text)
        if kept is None and isinstance(text, Tokenised):
            cut = self._kept.get(text.text)
            kept = cut if cut is not None and cut.words == text.tokens else None
        return kept if kept is not None and kept.depth.covers(depth) else None

    def complete(self, analyses: Iterable[Analysis], depth: Depth) -> None:
        """Make the constituency trees and automatic frames that analyses of the input lack, if ``depth`` wants any.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        lacking = list(dict.fromkeys(analysis for analysis in analyses if self.lacks(analysis, depth)))
        for analysis in lacking:
            depth |= self._completed[analysis][0] if analysis in self._completed else depth
        if lacking:
            with _ONE_AT_A_TIME, single_threaded():
                made = load_analyser(self.parsers).complete(lacking, depth)
            with self._lock:
                self._completed.update((one, (depth, other)) for one, other in zip(lacking, made, strict=True))

    def lacks(self, analysis: Analysis, depth: Depth) -> bool:
        """Whether :meth:`complete` must still be tried for an analysis of the input."""
        tried, _ = self._completed.get(analysis, (Depth(), analysis))
        trees = not analysis.has_constituents and tried.constituents < depth.constituents
        return trees or (depth.roles and analysis.labelled is None and not tried.roles)

    def completed(self, analysis: Analysis) -> Analysis:
        """An analysis of the input with what :meth:`complete` added to it."""
        return self._completed.get(analysis, (None, analysis))[1]

    def analyse(
        self,
        texts: Iterable[Given],
        depth: Depth = WORDS,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        work: Work | None = None,
    ) -> Mapping[Given, Analysis]:
        """Analyse what is not kept yet, and return the analyses of all ``texts``.

        Args:
            texts: any strings, repeated ones are analysed once.
            depth: how many parses of each sentence; what is kept of a text already is not lost.
            jobs: processes; few texts are analysed in this one whatever is asked.
            cluster: address of a Dask scheduler, see :func:`meantree.work.in_batches`.
            work: progress and cancel; what was finished before a cancel is kept.

        Raises:
            Cancelled: between batches.
            UsageError: if the pipeline cannot be loaded.
        """
        work = work or Work()
        wanted = dict.fromkeys(texts)
        # Long texts first, so that processes finish together.
        missing = sorted((text for text in wanted if self.get(text, depth) is None), key=_length, reverse=True)
        work.step("Analysing texts", 0, len(missing))
        done, deeper = 0, depth
        for text in missing:
            deeper |= self._kept[text].depth if text in self._kept else depth
        tasks = [(self.parsers, deeper, chunk) for chunk in chunks(missing, CHUNK_TEXTS)]
        few = len(missing) <= SMALL and cluster is None
        jobs = 1 if few else jobs
        for analyses in in_batches(analyse_chunk, tasks, jobs=jobs, cluster=cluster, cancelled=work.cancelled):
            self.keep(analyses)
            done += len(analyses)
            work.report("Analysing texts", done, len(missing))
        if done < len(missing):  # no more began
            work.step("Analysing texts", done, len(missing))
        return {text: found for text in wanted if (found := self.get(text, depth)) is not None}


_ONE_AT_A_TIME = Lock()
"""A spaCy pipeline serves one thread at a time."""


def _length(given: Given) -> int:
    return len(given.tokens) * 5 if isinstance(given, Tokenised) else len(given)


def analyse_chunk(task: tuple[Parsers, Depth, Sequence[Given]]) -> dict[Given, Analysis]:
    """Analyse ``(parsers, depth, texts)``; what a worker process runs."""
    parsers, depth, texts = task
    with _ONE_AT_A_TIME, single_threaded():
        return dict(zip(texts, load_analyser(parsers).analyse(texts, depth), strict=True))
