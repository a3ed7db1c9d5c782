"""The pairs of a corpus, for what examines each translation: its texts are analysed a few segments at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.corpus.analyses import available_analyses
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import NOT_SCORED, pair_of, problem_of, reason_not_analysed, reason_not_scored
from meantree.scoring.provenance import provenance_of, signature
from meantree.scoring.run import portion_size, texts_to_score
from meantree.scoring.verdicts import require_available
from meantree.work import Work, chunks

FOR_PROCESSES: Final = 4
"""How many times more segments are analysed together for each process, where there are several."""


def analysed_segments(
    corpus: Corpus,
    systems: Sequence[str],
    places: Sequence[int],
    store: AnalysisStore,
    layers: Layers,
    stage: str,
    work: Work,
) -> Iterator[tuple[int, Segment, AnalysisBatch]]:
    """Yield segments by their 0-based places, with the analyses of their texts, and report each as done.

    Analyses that only an analyser could make that is not installed are missing (see :func:`analysed_pair`).

    Args:
        systems: whose translations are analysed, with all references.
        stage: the name of the work, for people.

    Raises:
        Cancelled: if the user stopped it.
    """
    size = portion_size(corpus, systems, layers, store.parsers) * (1 if work.is_alone else FOR_PROCESSES * work.jobs)
    done = 0
    for part in chunks(places, size):
        work.step(stage, done, len(places))
        texts = texts_to_score((corpus.segments[place] for place in part), systems)
        source = available_analyses(texts, store, layers, work=work.silent())
        for place in part:
            yield place, corpus.segments[place], source
            done += 1
            work.step(stage, done, len(places))


def analysed_pair(
    segment: Segment,
    system: str,
    source: AnalysisBatch,
    layers: Layers,
    metric: Metric | None = None,
    *,
    specs: Sequence[str] = (),
    reference: str | None = None,
    outcome: str = NOT_SCORED,
) -> Pair | Problem:
    """Return the pair of a translation that has all analyses and that the metric, if any, can compare; else why not.

    Args:
        source: of :func:`analysed_segments`.
        specs: of the metrics that the problem concerns; none if it concerns all.
        reference, outcome: as in :func:`meantree.scoring.pairing.pair_of`.
    """
    if reason := reason_not_analysed(segment, system, source, layers):
        return problem_of(segment, system, reason, specs, outcome=outcome)
    pair = pair_of(segment, system, source, layers, reference=reference, metric=metric, outcome=outcome)
    if metric is not None and isinstance(pair, Pair) and (reason := reason_not_scored(pair, metric)):
        return problem_of(segment, system, reason, specs, outcome=outcome)
    return pair


@dataclass(frozen=True, slots=True)
class ExplainedPair:
    """The pair of one segment and system, and the metrics that compare it.

    Attributes:
        metrics: by spec, adapted to the corpus.
        signatures: of the metrics, in their order.
    """

    segment: Segment
    system: str
    pair: Pair
    metrics: Mapping[str, Metric]
    signatures: tuple[str, ...]


def explained_pair(
    corpus: Corpus, segment: Segment, system: str, metrics: Mapping[str, Metric], store: AnalysisStore
) -> ExplainedPair:
    """Return the pair of a segment and system that all metrics can score.

    Raises:
        UsageError: if a metric cannot score it, or is not available in its language, or a parser cannot be loaded.
    """
    require_available(corpus, metrics, store.parsers)
    layers = required_layers(metrics)
    pair = pair_of(segment, system, store, WORDS | layers)
    if isinstance(pair, Problem):
        raise UsageError(pair.message)
    for spec, metric in metrics.items():
        if reason := reason_not_scored(pair, metric):
            raise UsageError(f"segment {shortened(segment.key)}: {reason}, needed by {shortened(spec)}")
    provenance = provenance_of(corpus, store, layers)
    signatures = tuple(signature(metric, provenance) for metric in metrics.values())
    return ExplainedPair(segment, system, pair, metrics, signatures)
