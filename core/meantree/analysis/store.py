"""Analyses in memory, by text and analyser: each text is analysed once, whichever part of the program needs it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Protocol, Self

from meantree.analysis.inputs import AnalysisInput, TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import DEFAULT, LANGUAGE, PIPELINE, Parsers
from meantree.analysis.sentences import Analysis
from meantree.work import Work, chunks, in_batches

if TYPE_CHECKING:
    from meantree.analysis.analyser import Analyser

CHUNK_TEXTS = 64
COMMAND_TEXTS = 2_000
"""Texts that a parser's command gets together: each time it loads its model."""
IN_PROCESS_TEXTS = 200
"""Up to this many texts are analysed in this process: starting other processes would take longer."""
BUDGET = 600_000
"""Words of cached analyses: 1,000 segments of 30 words in 20 versions, which take up to a gigabyte."""

Task = tuple[Parsers, Layers, Sequence[AnalysisInput]]


class AnalysisSource(Protocol):
    """Where analyses come from: a store, or a batch of one."""

    def analyse(self, required: Mapping[AnalysisInput, Layers]) -> Mapping[AnalysisInput, Analysis]:
        """Return the analyses of all these inputs, with the required layers."""
        ...


class AnalysisBatch(dict[AnalysisInput, Analysis]):
    """Analyses of one call of a store, which does not drop them."""

    def analyse(self, required: Mapping[AnalysisInput, Layers]) -> Mapping[AnalysisInput, Analysis]:
        """Return the analyses of these inputs; raise KeyError if one of them is not in the batch."""
        return {analysis_input: self[analysis_input] for analysis_input in required}

    def cached(self, required: Mapping[AnalysisInput, Layers]) -> AnalysisBatch:
        """Return the analyses of those inputs that are in the batch; it was made with the layers required of them."""
        return AnalysisBatch({given: self[given] for given in required if given in self})


class StoredAnalyses(Protocol):
    """Analyses by one analyser that were stored earlier, as in a project."""

    @property
    def maker(self) -> str:
        """The fingerprint of the analyser."""
        ...

    def find(self, analysis_input: AnalysisInput, /) -> Analysis | None:
        """Return the stored analysis of an input; None if there is none, or it cannot be read."""
        ...


class AnalysisCache:
    """Analyses by their inputs, the least recently used of which are packed or dropped; safe in several threads.

    Args:
        budget: words of all analyses together; an empty text counts as one.
        packed: number of analyses beyond the budget that are kept as bytes, a twentieth of their size.
    """

    def __init__(self, budget: int, packed: int = 0) -> None:
        self._budget, self._words = budget, 0
        self._analyses: OrderedDict[AnalysisInput, Analysis] = OrderedDict()
        self._packed: OrderedDict[AnalysisInput, bytes] = OrderedDict()
        self._most_packed = packed
        self._lock = Lock()

    def find(self, inputs: Iterable[AnalysisInput]) -> dict[AnalysisInput, Analysis]:
        """Return the cached analyses of these inputs.

        The analysis of a bare text also serves the text with given tokens, if the pipeline made the same tokens.
        """
        with self._lock:
            keys = ((analysis_input, self._key(analysis_input)) for analysis_input in inputs)
            found = {analysis_input: self._use(key) for analysis_input, key in keys if key is not None}
            self._shrink(len(found))
            return found

    def _key(self, analysis_input: AnalysisInput) -> AnalysisInput | None:
        if self._has(analysis_input):
            return analysis_input
        if isinstance(analysis_input, TokenizedText) and self._has(analysis_input.text):
            return analysis_input.text if self._use(analysis_input.text).words == analysis_input.tokens else None
        return None

    def _has(self, key: AnalysisInput) -> bool:
        return key in self._analyses or key in self._packed

    def _use(self, key: AnalysisInput) -> Analysis:
        if key in self._packed:
            from meantree.analysis.serial import unpacked

            self._analyses[key] = analysis = unpacked(self._packed.pop(key))
            self._words += _size(analysis)
        self._analyses.move_to_end(key)
        return self._analyses[key]

    def put(self, analyses: Mapping[AnalysisInput, Analysis]) -> None:
        """Add analyses, even beyond the budget, and pack or drop others; a cached one with all the layers stays."""
        with self._lock:
            for analysis_input, analysis in analyses.items():
                cached = self._analyses.get(analysis_input)
                if cached is None or not cached.layers.covers(analysis.layers):
                    self._words += _size(analysis) - (_size(cached) if cached is not None else 0)
                    self._analyses[analysis_input] = analysis
                self._analyses.move_to_end(analysis_input)
                self._packed.pop(analysis_input, None)
            self._shrink(len(analyses))

    def _shrink(self, fewest: int) -> None:
        """Pack or drop analyses beyond the budget, except for the ``fewest`` that were used last."""
        while self._words > self._budget and len(self._analyses) > fewest:
            key, dropped = self._analyses.popitem(last=False)
            self._words -= _size(dropped)
            if self._most_packed and not isinstance(key, Analysis):  # one that came with the input may be annotated
                from meantree.analysis.serial import packed

                self._packed[key] = packed(dropped)
        while len(self._packed) > self._most_packed:
            self._packed.popitem(last=False)


def _size(analysis: Analysis) -> int:
    return max(1, sum(len(sentence.tokens) for sentence in analysis.sentences))


class AnalysisStore:
    """The analyses of one choice of parsers, in memory; safe to use from several threads.

    What needs analyses raises UsageError if a parser cannot be loaded; those made before an error or cancellation stay.

    Attributes:
        parsers: the parsers; loaded when they are first needed.

    Args:
        budget: words of cached analyses; beyond it, the least recently used ones are dropped, and made again when they
            are required.
        packed: number of analyses that are packed before they are dropped, unless they are over stored ones.
    """

    def __init__(self, parsers: Parsers = DEFAULT, *, budget: int = BUDGET, packed: int = 0) -> None:
        self.parsers = parsers
        self._budget = budget
        self._stored: StoredAnalyses | None = None
        self._cache = AnalysisCache(budget, packed)
        self._tokenized_alike: dict[TokenizedText, bool] = {}

    def with_stored(self, stored: StoredAnalyses | None) -> Self:
        """Return a store of the same parsers over stored analyses, or without any.

        It makes others only with the analyser that made the stored ones, so that all its analyses have the same maker.
        Stored ones that an analyser for another language made are not used, nor words alone beside a parser.
        """
        store, own = copy(self), self.parsers.installed
        kept = own if stored is None else replace(own, stored=stored.maker)
        if len({own.language, kept.language} - {""}) > 1 or kept.finds_words_alone > own.finds_words_alone:
            stored = None
        store.parsers = replace(self.parsers, stored=stored.maker if stored is not None else "")
        store._stored, store._cache, store._tokenized_alike = stored, AnalysisCache(self._budget), {}
        return store

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the analyser, as in signatures; loads the parsers if necessary."""
        return load_analyser(self.parsers).fingerprint

    def makers(self, layers: Collection[str]) -> dict[str, str]:
        """Return the fingerprint of the maker of each layer, empty without a maker; loads only these if necessary."""
        return load_analyser(self.parsers).makers(layers) if layers else {}

    def tokenizes_alike(self, tokenized: TokenizedText) -> bool:
        """Return whether the given tokens are the pipeline's own, so that the bare text has the same analysis.

        Loads the pipeline if necessary.
        """
        if tokenized not in self._tokenized_alike:
            self._tokenized_alike[tokenized] = load_analyser(self.parsers).pipeline.tokenizes_alike(tokenized)
        return self._tokenized_alike[tokenized]

    @property
    def has_constituents(self) -> bool:
        """Whether there is a constituency parser for the pipeline's language; loads both if necessary."""
        return self.parsers.installed == DEFAULT or load_analyser(self.parsers).pipeline.constituency is not None

    @property
    def runtime(self) -> str:
        """The library that runs the networks, as in signatures; empty if no network of Meantree makes a layer.

        It is no part of :attr:`fingerprint`, so that stored analyses stay valid when libraries are updated. For an
        analyser that is not installed it is unknown.
        """
        if self.parsers.stored and load_analyser(self.parsers).is_absent:
            return ""
        if self.parsers.pipeline != PIPELINE and load_analyser(self.parsers).pipeline.language != LANGUAGE:
            return ""
        from meantree.analysis.encoder.networks import runtime

        return runtime()

    @property
    def has_vectors(self) -> bool:
        """Whether the pipeline has word vectors; the bundled one has none, any other is loaded."""
        return self.parsers.pipeline != PIPELINE and load_analyser(self.parsers).pipeline.has_vectors

    def add(self, analyses: Mapping[AnalysisInput, Analysis]) -> None:
        """Add analyses that the same analyser made elsewhere, as in another process."""
        self._cache.put(analyses)

    def cached(self, required: Mapping[AnalysisInput, Layers]) -> AnalysisBatch:
        """Return the analyses with all required layers that are there; none is made."""
        return self._find(required)[0]

    def analyse(self, required: Mapping[AnalysisInput, Layers], *, work: Work = Work()) -> AnalysisBatch:
        """Return the analyses of all inputs; missing ones are made.

        Args:
            required: the layers required of each input; layers that it already has stay.
            work: processes, progress and cancellation; a few texts are always analysed in this process. Analyses that
                were finished before a cancellation are cached.

        Raises:
            Cancelled: between batches.
            AnalysisNotStored: if stored analyses are used, one is missing, and their analyser is not installed.
            UsageError: if the pipeline or a parser cannot be loaded.
        """
        batch, missing, available = self._find(required)
        work.step("Analysing texts", 0, len(missing))
        tasks, done = self._tasks(missing), 0
        few = len(missing) <= IN_PROCESS_TEXTS and work.cluster is None
        begun = [(parsers, layers, _begun(inputs, layers, available)) for parsers, layers, inputs in tasks]
        for analyses, (_, _, inputs) in zip(self._run(begun, work.by(1) if few else work), tasks, strict=False):
            new = dict(zip(inputs, analyses, strict=True))
            self._cache.put(new)
            batch.update(new)
            done += len(new)
            work.report("Analysing texts", done, len(missing))
        if done < len(missing):  # cancelled
            work.step("Analysing texts", done, len(missing))
        return batch

    def _find(
        self, required: Mapping[AnalysisInput, Layers]
    ) -> tuple[AnalysisBatch, dict[AnalysisInput, Layers], dict[AnalysisInput, Analysis]]:
        """Return the complete analyses; the layers that others shall have; and all analyses, complete or not."""
        if not required:  # as for metrics of words: nothing is loaded
            return AnalysisBatch(), {}, {}
        available = self._cache.find(required)
        if self._stored is not None:
            candidates = (key for key in required if key not in available)
            stored = {key: analysis for key in candidates if (analysis := self._stored.find(key)) is not None}
            self._cache.put(stored)
            available |= stored
        from meantree.analysis.layers.registry import covers, layers_to_make

        batch, missing = AnalysisBatch(), dict[AnalysisInput, Layers]()
        for analysis_input, layers in required.items():
            analysis, to_make = available.get(analysis_input), layers_to_make(analysis_input, layers)
            if analysis is not None and covers(analysis, to_make):
                batch[analysis_input] = analysis
            elif isinstance(analysis_input, Analysis) and not to_make:
                language = self.parsers.language.replace(LANGUAGE, "")
                batch[analysis_input] = replace(analysis_input, language=language) if language else analysis_input
                self._cache.put({analysis_input: batch[analysis_input]})
            else:
                missing[analysis_input] = to_make | analysis.layers if analysis is not None else to_make
        return batch, missing, available

    def _tasks(self, missing: Mapping[AnalysisInput, Layers]) -> list[Task]:
        """Group inputs by their layers; long ones come first, so that all processes finish at about the same time."""
        by_layers: dict[Layers, list[AnalysisInput]] = {}
        for analysis_input in sorted(missing, key=_length, reverse=True):
            by_layers.setdefault(missing[analysis_input], []).append(analysis_input)
        return [
            (self.parsers, layers, part)
            for layers, inputs in by_layers.items()
            for part in chunks(inputs, COMMAND_TEXTS if self.parsers.command else CHUNK_TEXTS)
        ]

    def _run(self, tasks: Sequence[Task], work: Work) -> Iterator[list[Analysis]]:
        """Yield the analyses of each task, in order, until the work is cancelled."""
        return in_batches(analyse_chunk, tasks, work)


def load_analyser(parsers: Parsers) -> Analyser:
    """Return the analyser with these parsers; what makes analyses is imported with it, when it is needed."""
    from meantree.analysis import analyser

    return analyser.load_analyser(parsers)


_PIPELINE_LOCK = Lock()
"""A spaCy pipeline serves one thread at a time."""


def _length(analysis_input: AnalysisInput) -> int:
    if isinstance(analysis_input, TokenizedText):
        return len(analysis_input.tokens) * 5
    return len(analysis_input.text if isinstance(analysis_input, Analysis) else analysis_input)


def _begun(
    inputs: Sequence[AnalysisInput], layers: Layers, available: Mapping[AnalysisInput, Analysis]
) -> list[AnalysisInput]:
    """Return for each input its analysis if only whole layers must be added to it, else the input."""
    from meantree.analysis.layers.registry import layers_to_make

    starts = ((given, available.get(given)) for given in inputs)
    return [
        start if start is not None and (start.layers | layers_to_make(start, layers)).covers(layers) else given
        for given, start in starts
    ]


def analyse_chunk(task: Task) -> list[Analysis]:
    """Analyse ``(parsers, layers, inputs)``; runs in worker processes, too."""
    parsers, layers, inputs = task
    with _PIPELINE_LOCK:
        return list(load_analyser(parsers).analyse(inputs, layers))
