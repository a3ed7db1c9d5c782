"""The pair behind one segment's scores, with the metrics that compare it and their signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meantree.analysis.layers.required import WORDS
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.escaping import shortened
from meantree.metrics.metric import Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.scoring.provenance import provenance_of, signature


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
        UsageError: if a metric cannot score it, or a parser cannot be loaded.
    """
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
