"""The metrics that the window offers: which of them can score a corpus, and which are scored together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.model import Corpus
    from meantree.metrics.base import Metric


def offered(corpus: Corpus, store: AnalysisStore, *, frames: bool) -> Mapping[str, Metric]:
    """All metrics that the corpus and the pipeline allow, adapted to both; ``frames`` if people annotate it.

    Raises:
        UsageError: if the pipeline cannot be loaded.
    """
    from meantree.metrics.registry import OFFERED
    from meantree.scoring.run import adapted, configured, context_of

    context = context_of(corpus, store)
    return {
        spec: chosen
        for spec, chosen in adapted(configured(OFFERED), context).items()
        if (context.constituents or not chosen.needs.constituents) and (frames or not chosen.needs.frames)
    }


def offered_alike(corpus: Corpus, store: AnalysisStore, specs: Iterable[str]) -> Mapping[str, Metric]:
    """The same metrics, adapted to a corpus with fewer references."""
    from meantree.scoring.run import metrics_for

    return metrics_for(tuple(specs), corpus, store)


def in_groups(metrics: Mapping[str, Metric]) -> Iterable[dict[str, Metric]]:
    """Metrics that are scored together: first those that need no analysis, over people's frames and plain texts."""
    ordered = sorted(metrics.items(), key=lambda item: _turn(item[1]))
    for _, group in groupby(ordered, key=lambda item: _turn(item[1])):
        yield dict(group)


def _turn(metric: Metric) -> int:
    return 0 if metric.needs.frames else 1 if not metric.needs else 2
