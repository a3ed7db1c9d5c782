"""Analyses in memory, by text and analyser: each text is analysed once, whichever part of the program needs it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from threading import Lock
from typing import Protocol, Self

from meantree.analysis.analyser import AbsentAnalyser, load_analyser
from meantree.analysis.encoder.networks import runtime
from meantree.analysis.inputs import AnalysisInput, TokenizedText
from meantree.analysis.layers.registry import covers, lacking
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import DEFAULT, LANGUAGE, PIPELINE, Parsers
from meantree.analysis.sentences import Analysis
from meantree.work import Work, chunks, in_batches, single_threaded


class AnalysisCache:
    """Analyses by where they began; safe to use from several threads.

    Args:
        budget: words of all analyses together; an empty text counts as one.
    """

    def __init__(self, budget: int) -> None:
        self._budget, self._words = budget, 0
        self._kept: OrderedDict[AnalysisInput, Analysis] = OrderedDict()
        self._lock = Lock()

    def find(self, starts: Iterable[AnalysisInput]) -> dict[AnalysisInput, Analysis]:
        """What is there of these, which are now those used last.

        Tokens that are given may be what the pipeline cut of the same text.
        """
        with self._lock:
            places = ((start, self._place(start)) for start in starts)
            return {start: self._used(place) for start, place in places if place is not None}

    def _place(self, start: AnalysisInput) -> AnalysisInput | None:
        if start in self._kept:
            return start
        if isinstance(start, TokenizedText) and start.text in self._kept:
            return start.text if self._kept[start.text].words == start.tokens else None
        return None

    def _used(self, place: AnalysisInput) -> Analysis:
        self._kept.move_to_end(place)
        return self._kept[place]

    def put(self, analyses: Mapping[AnalysisInput, Analysis]) -> None:
        """Take in analyses, whatever the budget, and let others go; one that is there and as deep stays."""
        with self._lock:
            for start, analysis in analyses.items():
                there = self._kept.get(start)
                if there is None or not there.layers.covers(analysis.layers):
                    self._words += _size(analysis) - (_size(there) if there is not None else 0)
                    self._kept[start] = analysis
                self._kept.move_to_end(start)
            while self._words > self._budget and len(self._kept) > len(analyses):
                _, gone = self._kept.popitem(last=False)
                self._words -= _size(gone)


def _size(analysis: Analysis) -> int:
    return max(1, sum(len(sentence.tokens) for sentence in analysis.sentences))


CHUNK_TEXTS = 64
SMALL = 200
"""Up to this many texts are analysed in this process: starting others would take longer."""
BUDGET = 600_000
"""Words of the analyses that a store keeps: 1,000 segments of thirty words in twenty versions, up to a gigabyte."""

Task = tuple[Parsers, Layers, Sequence[AnalysisInput]]


class AnalysisSource(Protocol):
    """Where analyses come from: a store, or what was taken out of one."""

    def analyse(self, wanted: Mapping[AnalysisInput, Layers]) -> Mapping[AnalysisInput, Analysis]:
        """The analyses of all texts that are wanted, by where they begin."""
        ...


class AnalysisBatch(dict[AnalysisInput, Analysis]):
    """Analyses that were taken out of a store at once; they stay, whatever the store lets go."""

    def analyse(self, wanted: Mapping[AnalysisInput, Layers]) -> Mapping[AnalysisInput, Analysis]:
        """Those of these texts.

        Raises:
            KeyError: if one of them was not taken.
        """
        return {start: self[start] for start in wanted}


class StoredAnalyses(Protocol):
    """Analyses by one analyser that were made another day."""

    @property
    def maker(self) -> str:
        """The fingerprint of the analyser."""
        ...

    def find(self, start: AnalysisInput) -> Analysis | None:
        """The analysis of a text, if there is one that can be read."""
        ...


class AnalysisStore:
    """The analyses of one choice of parsers, in memory; safe to use from several threads.

    Attributes:
        parsers: what analyses texts; loaded when it is first needed.

    Args:
        budget: words of the analyses that are kept; beyond it those that were not used for longest are let go, and made
            again where they are wanted.
    """

    def __init__(self, parsers: Parsers = DEFAULT, *, budget: int = BUDGET) -> None:
        self.parsers = parsers
        self._budget = budget
        self._kept: StoredAnalyses | None = None
        self._shelf = AnalysisCache(budget)
        self._alike: dict[TokenizedText, bool] = {}

    def with_stored(self, kept: StoredAnalyses | None) -> Self:
        """A store of the same parsers that has these analyses, and makes others only by what made them; None for none.

        So no two analysers are behind what comes out of one store.
        """
        store = copy(self)
        store.parsers = replace(self.parsers, stored=kept.maker if kept is not None else "")
        store._kept, store._shelf, store._alike = kept, AnalysisCache(self._budget), {}
        return store

    @property
    def fingerprint(self) -> str:
        """The analysers behind the analyses, as they stand in signatures; loads them if need be."""
        return load_analyser(self.parsers).fingerprint

    def makers(self, layers: Collection[str]) -> dict[str, str]:
        """By layer, the fingerprint of what makes it, empty where nothing does; loads these alone if need be.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        return load_analyser(self.parsers).makers(layers) if layers else {}

    def tokenizes_alike(self, given: TokenizedText) -> bool:
        """Return whether the given tokens are those of the pipeline, so that the bare text has the same analysis.

        Loads the pipeline if need be.
        """
        if given not in self._alike:
            self._alike[given] = load_analyser(self.parsers).pipeline.tokenizes_alike(given)
        return self._alike[given]

    @property
    def has_constituents(self) -> bool:
        """Whether there is a constituency parser for the pipeline's language; loads both if need be."""
        return self.parsers.installed == DEFAULT or load_analyser(self.parsers).pipeline.constituency is not None

    @property
    def runtime(self) -> str:
        """What runs the networks of layers, as it stands in signatures; empty where no network of ours makes any.

        It is no part of :attr:`fingerprint`: analyses are kept when libraries are renewed. What ran them for an
        analyser that is not installed nobody knows.
        """
        if self.parsers.stored and isinstance(load_analyser(self.parsers), AbsentAnalyser):
            return ""
        if self.parsers.pipeline != PIPELINE and load_analyser(self.parsers).pipeline.language != LANGUAGE:
            return ""
        return runtime()

    @property
    def has_vectors(self) -> bool:
        """Whether the pipeline has word vectors; the one that ships has none, any other is loaded."""
        return self.parsers.pipeline != PIPELINE and load_analyser(self.parsers).pipeline.has_vectors

    def add(self, analyses: Mapping[AnalysisInput, Analysis]) -> None:
        """Take in analyses that were made elsewhere by the same analyser."""
        self._shelf.put(analyses)

    def cached(self, wanted: Mapping[AnalysisInput, Layers]) -> AnalysisBatch:
        """The analyses that are deep enough already, as if by :meth:`analyse`; none is made."""
        return self._look(wanted)[0]

    def analyse(
        self,
        wanted: Mapping[AnalysisInput, Layers],
        *,
        work: Work | None = None,
    ) -> AnalysisBatch:
        """The analyses of all texts, made where they are not kept yet.

        Args:
            wanted: how deep each text must be analysed; what is kept of it already is not lost.
            work: by whom, progress and cancel; few texts are analysed in this process, whatever is asked. What was
                finished before a cancel is kept.

        Raises:
            Cancelled: between batches.
            AnalysisNotStored: if analyses that are kept are used, and what made them is not installed.
            UsageError: if the pipeline or a parser cannot be loaded.
        """
        work = work or Work()
        taken, missing = self._look(wanted)
        work.step("Analysing texts", 0, len(missing))
        tasks, done = self._tasks(missing), 0
        few = len(missing) <= SMALL and work.cluster is None
        for made, (_, _, starts) in zip(self._made(tasks, work.by(1) if few else work), tasks, strict=False):
            new = dict(zip(starts, made, strict=True))
            self._shelf.put(new)
            taken.update(new)
            done += len(new)
            work.report("Analysing texts", done, len(missing))
        if done < len(missing):  # no more began
            work.step("Analysing texts", done, len(missing))
        return taken

    def _look(self, wanted: Mapping[AnalysisInput, Layers]) -> tuple[AnalysisBatch, dict[AnalysisInput, Layers]]:
        """What is there, and how deep the rest must be analysed to lose nothing."""
        shelf = self._shelf.find(wanted)
        if self._kept is not None:
            found = ((start, self._kept.find(start)) for start in wanted if start not in shelf)
            new = {start: one for start, one in found if one is not None}
            self._shelf.put(new)
            shelf |= new
        there, missing = AnalysisBatch(), dict[AnalysisInput, Layers]()
        for start, depth in wanted.items():
            kept, lacks = shelf.get(start), lacking(start, depth)
            if kept is not None and covers(kept, lacks):
                there[start] = kept
            elif isinstance(start, Analysis) and not lacks:
                there[start] = start
            else:
                missing[start] = lacks | kept.layers if kept is not None else lacks
        return there, missing

    def _tasks(self, missing: Mapping[AnalysisInput, Layers]) -> list[Task]:
        """Texts of one depth together; long ones first, so that processes finish together."""
        by_depth: dict[Layers, list[AnalysisInput]] = {}
        for start in sorted(missing, key=_length, reverse=True):
            by_depth.setdefault(missing[start], []).append(start)
        return [
            (self.parsers, depth, part) for depth, starts in by_depth.items() for part in chunks(starts, CHUNK_TEXTS)
        ]

    def _made(self, tasks: Sequence[Task], work: Work) -> Iterator[list[Analysis]]:
        """The analyses of each task, in order, up to a cancel."""
        return in_batches(analyse_chunk, tasks, work)


_ONE_AT_A_TIME = Lock()
"""A spaCy pipeline serves one thread at a time."""


def _length(start: AnalysisInput) -> int:
    if isinstance(start, TokenizedText):
        return len(start.tokens) * 5
    return len(start.text if isinstance(start, Analysis) else start)


def analyse_chunk(task: Task) -> list[Analysis]:
    """Analyse ``(parsers, depth, texts)``; what a worker process runs."""
    parsers, depth, starts = task
    with _ONE_AT_A_TIME, single_threaded():
        return list(load_analyser(parsers).analyse(starts, depth))
