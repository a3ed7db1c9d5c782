"""The score of a translation."""

from __future__ import annotations

from meantree.analysis.sentences import Analysis
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric


def segment_score(chosen: Metric | str, hyp: Analysis | str, *refs: Analysis | str) -> float:
    """Score a text beside its references by a metric, or by one as users write it; it must be defined."""
    known = metric(chosen) if isinstance(chosen, str) else chosen
    texts = [Analysis(text) if isinstance(text, str) else text for text in (hyp, *refs)]
    score = known.score(known.statistics(Pair(texts[0], texts[1:])), level="segment")
    assert score is not None
    return score
