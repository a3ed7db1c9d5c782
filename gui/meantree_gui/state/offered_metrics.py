"""The metrics that the window offers: which of them can score a corpus, and which are scored together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.corpus import Corpus
    from meantree.metrics.metric import Metric
    from meantree.scoring.verdicts import Verdict


def offered(corpus: Corpus, store: AnalysisStore, specs: Sequence[str], *, frames: bool) -> Mapping[str, Metric]:
    """Return the metrics that are possible for a corpus, its language and a pipeline, adapted to them, and given ones.

    Unknown specs, as from settings of another version, are ignored; if none is left, the default ones are offered.

    Args:
        specs: of the chosen metrics; empty for the default ones.
        frames: whether metrics over annotated frames are offered.
    """
    from meantree.metrics.registry import OFFERED
    from meantree.scoring.run import adapt_metrics, configured_metrics, context_of
    from meantree.scoring.verdicts import verdicts

    corpus.build_indexes()
    context = context_of(corpus, store)
    for wanted in (tuple(filter(_is_known, specs)), OFFERED):
        configured = configured_metrics(wanted, corpus) if wanted else {}
        refused = {spec for spec, one in verdicts(corpus, configured, store.parsers).items() if not one.is_available}
        found = {
            spec: chosen
            for spec, chosen in adapt_metrics(configured, context).items()
            if spec not in refused
            and (context.constituents or not chosen.needs.constituents or not corpus.language.parts)
            and (frames or not chosen.needs.frames)
        }
        if found:
            return found | (adapt_metrics(configured_metrics(tuple(corpus.given)), context) if corpus.given else {})
    return {}


def verdicts_on(corpus: Corpus, store: AnalysisStore, specs: Sequence[str]) -> dict[str, Verdict]:
    """Return the verdicts on the chosen metrics, or the default ones, that are not full in the language of a corpus."""
    from meantree.metrics.registry import OFFERED
    from meantree.scoring.run import configured_metrics
    from meantree.scoring.verdicts import verdicts

    return verdicts(corpus, configured_metrics(tuple(filter(_is_known, specs)) or OFFERED, corpus), store.parsers)


def _is_known(spec: str) -> bool:
    from meantree.errors import UsageError
    from meantree.metrics.registry import metric

    try:
        metric(spec)
    except UsageError:
        return False
    return True


def adapted(corpus: Corpus, store: AnalysisStore, specs: Iterable[str]) -> Mapping[str, Metric]:
    """Return the metrics of these specs, adapted to a corpus with fewer references."""
    from meantree.scoring.run import metrics_for

    return metrics_for(tuple(specs), corpus, store)


ANNOTATIONS, TEXTS, TREES = "annotations", "texts", "trees"
"""What the metrics of a group compare: annotated frames, texts, or analyses."""
COSTS = {ANNOTATIONS: 0.01, TEXTS: 0.07, TREES: 1.0}
"""The relative time that a segment takes."""
SIZES = {ANNOTATIONS: 128, TEXTS: 128, TREES: 12}
"""Segments that are scored together, in about a second, so that other work is not delayed."""


def in_groups(metrics: Mapping[str, Metric]) -> Iterable[tuple[str, dict[str, Metric]]]:
    """Yield groups of metrics that are scored together, with what they compare; those without analyses come first."""
    groups = {
        spec: ANNOTATIONS if metric.needs.frames else TREES if metric.needs else TEXTS
        for spec, metric in metrics.items()
    }
    for name in COSTS:
        if group := {spec: metric for spec, metric in metrics.items() if groups[spec] == name}:
            yield name, group
