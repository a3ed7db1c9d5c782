"""Scoring in chunks: what one process analyses and scores at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from meantree.analysis.inputs import AnalysisInput, AnalysisNotStored
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import COMMAND_TEXTS, IN_PROCESS_TEXTS, AnalysisBatch, AnalysisStore
from meantree.corpus.analyses import analyse, layers_by_input, split_notes
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.escaping import listed, shortened
from meantree.metrics.metric import Metric, Statistics, required_layers
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import pair_of, problem_of, reason_not_analysed, reason_not_scored
from meantree.scoring.table import Rows
from meantree.work import Work, in_batches

CHUNK_TEXTS = 64
"""Texts that are analysed and scored together."""
CHARACTERS = 200_000
"""Of texts that are counted together, about; the memory of n-grams grows with them."""
UNANALYSED = 20
"""How many times more texts are scored in the same time if none must be analysed."""
COUNTED_TOGETHER = 1000
"""How many times more if the segments are counted together, too."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Segments of a corpus that are analysed and scored together.

    Attributes:
        places: 0-based positions of the segments in the corpus.
        segments: in their state at scoring.
        metrics: by spec string, adapted to the corpus.
        layers: to be analysed, at least those that the metrics need.
    """

    places: Sequence[int]
    segments: Sequence[Segment]
    systems: Sequence[str]
    metrics: Mapping[str, Metric]
    layers: Layers


@dataclass(frozen=True, slots=True)
class _Task:
    """A portion with known analyses of its texts."""

    parsers: Parsers
    metrics: Mapping[str, Metric]
    layers: Layers
    systems: Sequence[str]
    segments: Sequence[Segment]
    known: Mapping[AnalysisInput, Analysis] = field(default_factory=dict)
    keep: bool = True


@dataclass(slots=True)
class ScoredPortion:
    """The results of a portion.

    Attributes:
        statistics: by (system, spec).
        analyses: made by another process for texts without an analysis, if requested.
        makers: by layer, the fingerprint of the component that made it for texts without the layer.
        problems: texts that were not scored, with reasons.
    """

    statistics: dict[tuple[str, str], Rows]
    analyses: dict[AnalysisInput, Analysis] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def portion_size(corpus: Corpus, systems: Sequence[str], layers: Layers, parsers: Parsers) -> int:
    """Return the number of segments of a portion."""
    texts = COMMAND_TEXTS if parsers.command else CHUNK_TEXTS if layers else CHUNK_TEXTS * UNANALYSED
    return max(1, texts // (len(systems) + len(corpus.references)))


def is_small_job(corpus: Corpus, systems: Sequence[str], layers: Layers, *, counted_together: bool = False) -> bool:
    """Whether scoring everything in this process is faster than starting others."""
    times = 1 if layers else COUNTED_TOGETHER if counted_together else UNANALYSED
    return len(corpus.segments) * (len(systems) + 1) <= IN_PROCESS_TEXTS * times


def score_portions(
    portions: Iterable[Portion], store: AnalysisStore, *, keep: bool = True, work: Work
) -> Iterator[tuple[Portion, ScoredPortion]]:
    """Analyse and score the portions; yield each with its results. A portion is drawn when a process is free.

    Where stored analyses are missing whose analyser is not installed, the metrics that need them do not score.

    Args:
        store: of known analyses; new ones are added unless other processes make them.
        keep: whether to return the analyses of other processes, which takes time.
        work: processes and cancellation; see :func:`meantree.work.in_batches`.
    """
    begun = deque[Portion]()

    def recorded() -> Iterator[Portion]:
        for portion in portions:
            begun.append(portion)
            yield portion

    def score_here(portion: Portion) -> ScoredPortion:
        return _analyse_and_score(_task(store.parsers, portion), store)[0]

    def make_task(portion: Portion) -> _Task:
        texts = list(texts_to_score(portion.segments, portion.systems))
        known = store.cached(layers_by_input(texts, portion.layers))
        if store.parsers.stored:  # an analysis that cannot be completed is enough for some metrics
            for needs in {metric.needs for metric in portion.metrics.values()}:
                known |= store.cached(layers_by_input(texts, needs))
        metrics = _narrowed(portion.metrics, portion.segments)
        return replace(_task(store.parsers, portion), metrics=metrics, known=known, keep=keep)

    tasks = map(make_task, recorded())
    for scored in in_batches(score_here, recorded(), work) if work.is_alone else in_batches(score_task, tasks, work):
        yield begun.popleft(), scored


def _task(parsers: Parsers, portion: Portion) -> _Task:
    return _Task(parsers, portion.metrics, portion.layers, portion.systems, portion.segments)


def _narrowed(metrics: Mapping[str, Metric], part: Sequence[Segment]) -> dict[str, Metric]:
    """Return the metrics with corpus statistics of these segments alone, since every task is sent to a process."""
    texts = [text.text for segment in part for text in segment.references.values()]
    return {spec: metric.narrowed(texts) for spec, metric in metrics.items()}


def score_task(task: _Task) -> ScoredPortion:
    """Score a portion with a new store; run by worker processes."""
    store = AnalysisStore(task.parsers)
    store.add(task.known)
    scored, analyses = _analyse_and_score(task, store)
    analysed = ((text, analysis) for text, analysis in analyses.items() if task.known.get(text) is not analysis)
    new: dict[AnalysisInput, Analysis] = {
        text: analysis for text, analysis in analysed if not isinstance(text, Analysis)
    }
    scored.analyses = new if task.keep else {}
    return scored


def _analyse_and_score(task: _Task, store: AnalysisStore) -> tuple[ScoredPortion, AnalysisBatch]:
    """Return the results of a portion, and the analyses of its texts if these are complete."""
    try:
        analyses = analyse(texts_to_score(task.segments, task.systems), store, task.layers)
    except AnalysisNotStored:
        analyses, scored = AnalysisBatch(), _score_stored(task, store)
    else:
        scored = _score(task, analyses)
    scored.makers = store.makers(_missing(task))
    return scored, analyses


def _missing(task: _Task) -> list[str]:
    """Return the layers that some texts did not come with."""
    if not task.layers:
        return []
    from meantree.analysis.layers.registry import missing_layers

    return missing_layers(layers_by_input(texts_to_score(task.segments, task.systems), task.layers))


def _score(task: _Task, analyses: AnalysisBatch) -> ScoredPortion:
    """Find the pairs of each metric, then count them together."""
    scored = ScoredPortion({})
    pairs: dict[str, list[Pair | None]] = {spec: [] for spec in task.metrics}
    for segment in task.segments:
        if analyses:
            scored.problems += _split_notes(segment, task.systems, analyses)
        for system in task.systems:
            for spec, pair in _pairs(task, segment, system, analyses, scored.problems).items():
                pairs[spec].append(pair)
    counted: dict[str, Rows] = {}
    for spec, found in pairs.items():
        together = [pair for pair in found if pair is not None]
        parts = list(map(task.metrics[spec].statistics_of_pairs, _batches(together)))
        is_scored = np.array([pair is not None for pair in found], dtype=bool)
        counted[spec] = Rows.spread(is_scored, np.concatenate(parts) if parts else np.zeros((0, 0)))
    many = len(task.systems)
    for place, system in enumerate(task.systems):
        for spec, rows in counted.items():
            scored.statistics[system, spec] = Rows(rows.scored[place::many], rows.statistics[place::many])
    return scored


def _batches(pairs: Sequence[Pair]) -> Iterator[list[Pair]]:
    """Yield pairs that are counted together: their texts have not many more than :data:`CHARACTERS`."""
    batch: list[Pair] = []
    characters = 0
    for pair in pairs:
        batch.append(pair)
        characters += sum(len(text.text) for text in pair.texts)
        if characters >= CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _score_stored(task: _Task, store: AnalysisStore) -> ScoredPortion:
    """Score each translation by the metrics that need no more than the stored analyses of its texts."""
    scored = ScoredPortion({})
    rows: dict[tuple[str, str], list[Statistics | None]] = {}
    for segment in task.segments:
        for system in task.systems:
            part = _score_stored_pair(replace(task, systems=(system,), segments=(segment,)), store)
            for key, (is_scored, found) in part.statistics.items():
                rows.setdefault(key, []).append(found[0] if is_scored[0] else None)
            scored.problems += part.problems
    keys = ((system, spec) for system in task.systems for spec in task.metrics)
    scored.statistics = {key: Rows.of(rows.get(key, ())) for key in keys}
    scored.problems = list(dict.fromkeys(scored.problems))  # each system repeats the notes on the references
    return scored


def _score_stored_pair(task: _Task, store: AnalysisStore) -> ScoredPortion:
    (segment,), (system,) = task.segments, task.systems
    reasons = {spec: reason_not_analysed(segment, system, store, metric.needs) for spec, metric in task.metrics.items()}
    metrics = {spec: metric for spec, metric in task.metrics.items() if not reasons[spec]}
    covered = replace(task, metrics=metrics, layers=required_layers(metrics))
    scored = _score(covered, analyse(texts_to_score([segment], [system]), store, covered.layers))
    specs_by_reason: dict[str, list[str]] = {}
    for spec, reason in reasons.items():
        if reason:
            scored.statistics[system, spec] = Rows.of([None])
            specs_by_reason.setdefault(reason, []).append(spec)
    scored.problems += _undefined(segment, system, specs_by_reason)
    return scored


def _undefined(segment: Segment, system: str, specs_by_reason: Mapping[str, Sequence[str]]) -> list[Problem]:
    return [
        problem_of(segment, system, f"{reason}, needed by {listed(specs)}", specs)
        for reason, specs in specs_by_reason.items()
    ]


def _split_notes(segment: Segment, systems: Sequence[str], analyses: AnalysisBatch) -> Iterator[Problem]:
    for reference, text in segment.references.items():
        yield from split_notes(segment.key, f"its reference {shortened(reference)}", text, analyses)
    for system in systems:
        if system in segment.hypotheses:
            text = segment.hypotheses[system]
            yield from split_notes(segment.key, f"its hypothesis of {shortened(system)}", text, analyses)


def texts_to_score(segments: Iterable[Segment], systems: Sequence[str]) -> Iterator[Text]:
    """Yield the references of each segment, then its hypotheses by ``systems``."""
    for segment in segments:
        yield from segment.references.values()
        yield from (segment.hypotheses[system] for system in systems if system in segment.hypotheses)


def _pairs(
    task: _Task, segment: Segment, system: str, analyses: AnalysisBatch, problems: list[Problem]
) -> dict[str, Pair | None]:
    """Return the pair that each metric scores; None, and a problem, where it cannot."""
    pair = pair_of(segment, system, analyses, task.layers)
    found: dict[str, Pair | None] = {}
    unfit: dict[str, Problem] = {}
    specs_by_reason: dict[str, list[str]] = {}
    for spec, metric in task.metrics.items():
        # A correction that does not fit one metric must not keep others from scoring.
        metric_pair = (
            pair_of(segment, system, analyses, metric.needs, metric=metric) if isinstance(pair, Problem) else pair
        )
        if isinstance(metric_pair, Problem):
            unfit.setdefault(metric_pair.message, metric_pair)
            found[spec] = None
        elif reason := reason_not_scored(metric_pair, metric):
            specs_by_reason.setdefault(reason, []).append(spec)
            found[spec] = None
        else:
            found[spec] = metric_pair
    problems += unfit.values()
    problems += _undefined(segment, system, specs_by_reason)
    return found
