"""Scoring in chunks: what one process analyses and scores at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.analysis.inputs import AnalysisInput
from meantree.analysis.layers.registry import missing_layers
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import SMALL, AnalysisBatch, AnalysisStore
from meantree.corpus.analyses import analyse, layers_by_input, split_notes
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.escaping import listed, shortened
from meantree.metrics.metric import Metric, Statistics
from meantree.scoring.pairing import pair_of, problem_of, reason_not_scored
from meantree.work import Work, in_batches

CHUNK_TEXTS = 64
"""Texts that are analysed and scored together."""
UNANALYSED = 20
"""How many times as many texts are scored in the same time where nothing is to be analysed."""


@dataclass(frozen=True, slots=True)
class Portion:
    """Segments of a corpus that are analysed and scored together, with these of their systems.

    Attributes:
        places: 0-based, of the segments in the corpus.
        segments: as they are when they are scored.
        systems: whose hypotheses.
        metrics: by spec string, adapted to the corpus.
        depth: as deep as texts are to be analysed, at least as the metrics together need it.
    """

    places: Sequence[int]
    segments: Sequence[Segment]
    systems: Sequence[str]
    metrics: Mapping[str, Metric]
    depth: Layers


@dataclass(frozen=True, slots=True)
class _Task:
    """A portion, and what is known of its texts."""

    parsers: Parsers
    metrics: Mapping[str, Metric]
    depth: Layers
    systems: Sequence[str]
    segments: Sequence[Segment]
    known: Mapping[AnalysisInput, Analysis] = field(default_factory=dict)
    keep: bool = True


@dataclass(slots=True)
class Scored:
    """What came of a portion.

    Attributes:
        statistics: by (system, spec), one for each segment.
        analyses: those of bare texts that another process made, if they are wanted.
        makers: by layer, the fingerprint of what made it for texts that lacked it.
        problems: why something was not scored.
    """

    statistics: dict[tuple[str, str], list[Statistics | None]]
    analyses: dict[AnalysisInput, Analysis] = field(default_factory=dict)
    makers: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def portion_size(corpus: Corpus, systems: Sequence[str]) -> int:
    """How many segments are a portion."""
    return max(1, CHUNK_TEXTS // (len(systems) + len(corpus.references)))


def is_small_job(corpus: Corpus, systems: Sequence[str], depth: Layers) -> bool:
    """Return whether starting other processes would take longer than to score all of it in this one."""
    return len(corpus.segments) * (len(systems) + 1) <= (SMALL if depth else SMALL * UNANALYSED)


def score_portions(
    portions: Iterable[Portion],
    store: AnalysisStore,
    *,
    keep: bool = True,
    work: Work,
) -> Iterator[tuple[Portion, Scored]]:
    """Analyse and score portion by portion, each one asked for only when there is somebody to do it.

    Args:
        portions: what is scored, in this order.
        store: what is analysed already; it is not added to where other processes do the work.
        keep: whether analyses that other processes made are wanted; sending them takes time.
        work: by whom; see :func:`meantree.work.in_batches`.
    """
    begun = deque[Portion]()

    def noted() -> Iterator[Portion]:
        for portion in portions:
            begun.append(portion)
            yield portion

    def here(portion: Portion) -> Scored:
        task = _task(store.parsers, portion)
        taken = _taken(task, store)
        scored = _scored(task, taken)
        scored.makers = store.makers(_missing(task))
        return scored

    def sent(portion: Portion) -> _Task:
        known = store.cached(layers_by_input(texts_to_score(portion.segments, portion.systems), portion.depth))
        metrics = _narrowed(portion.metrics, portion.segments)
        return replace(_task(store.parsers, portion), metrics=metrics, known=known, keep=keep)

    elsewhere = map(sent, noted())
    for scored in in_batches(here, noted(), work) if work.is_alone else in_batches(score_task, elsewhere, work):
        yield begun.popleft(), scored


def _task(parsers: Parsers, portion: Portion) -> _Task:
    return _Task(parsers, portion.metrics, portion.depth, portion.systems, portion.segments)


def _narrowed(metrics: Mapping[str, Metric], part: Sequence[Segment]) -> dict[str, Metric]:
    """The metrics with what they learned of these segments alone: the whole would be sent with every task."""
    texts = [text.text for segment in part for text in segment.references.values()]
    return {spec: chosen.narrowed(texts) for spec, chosen in metrics.items()}


def score_task(task: _Task) -> Scored:
    """Score a chunk with a store of its own; what a worker process runs."""
    store = AnalysisStore(task.parsers)
    store.add(task.known)
    taken = _taken(task, store)
    scored = _scored(task, taken)
    made = ((start, one) for start, one in taken.items() if start not in task.known)
    new: dict[AnalysisInput, Analysis] = {start: one for start, one in made if not isinstance(start, Analysis)}
    scored.analyses = new if task.keep else {}
    scored.makers = store.makers(_missing(task))
    return scored


def _taken(task: _Task, store: AnalysisStore) -> AnalysisBatch:
    return analyse(texts_to_score(task.segments, task.systems), store, task.depth)


def _missing(task: _Task) -> list[str]:
    """The layers that had to be made."""
    return missing_layers(layers_by_input(texts_to_score(task.segments, task.systems), task.depth))


def _scored(task: _Task, taken: AnalysisBatch) -> Scored:
    columns: dict[tuple[str, str], list[Statistics | None]] = {
        (system, spec): [] for system in task.systems for spec in task.metrics
    }
    scored = Scored(columns)
    for segment in task.segments:
        scored.problems += _split_notes(segment, task.systems, taken)
        for system in task.systems:
            _score_segment(task, segment, system, taken, scored)
    return scored


def _split_notes(segment: Segment, systems: Sequence[str], taken: AnalysisBatch) -> Iterator[Problem]:
    for reference, text in segment.references.items():
        yield from split_notes(segment.key, f"its reference {shortened(reference)}", text, taken)
    for system in systems:
        if system in segment.hypotheses:
            text = segment.hypotheses[system]
            yield from split_notes(segment.key, f"its hypothesis of {shortened(system)}", text, taken)


def texts_to_score(segments: Iterable[Segment], systems: Sequence[str]) -> Iterator[Text]:
    """Yield the references of each segment, then its hypotheses by ``systems``."""
    for segment in segments:
        yield from segment.references.values()
        yield from (segment.hypotheses[system] for system in systems if system in segment.hypotheses)


def _score_segment(task: _Task, segment: Segment, system: str, taken: AnalysisBatch, scored: Scored) -> None:
    pair = pair_of(segment, system, taken, task.depth)
    told: dict[str, Problem] = {}
    unscored: dict[str, list[str]] = {}
    for spec, chosen in task.metrics.items():
        # What one metric cannot follow is not in the way of another.
        own = pair_of(segment, system, taken, chosen.needs, metric=chosen) if isinstance(pair, Problem) else pair
        if isinstance(own, Problem):
            told.setdefault(own.message, own)
            scored.statistics[system, spec].append(None)
            continue
        lacking = reason_not_scored(own, chosen)
        if lacking:
            unscored.setdefault(lacking, []).append(spec)
        row = None if lacking else chosen.statistics(own)
        scored.statistics[system, spec].append(row)
    scored.problems += told.values()
    for lacking, specs in unscored.items():
        scored.problems.append(problem_of(segment, system, f"{lacking}, needed by {listed(specs)}", specs))
