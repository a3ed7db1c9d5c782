"""The metrics that the window offers, and which of them can score a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from meantree.analysis.store import AnalysisStore
    from meantree.corpus.model import Corpus
    from meantree.metrics.base import Metric

TREE_METRICS = ("hwcm", "stm", "dstm", "tk", "dtk", "edpm", "sepia", "meant")
TEXT_METRICS = ("bleu", "nist", "meteor", "chrf", "ter", "wer", "per", "cder")
FRAME_METRICS = ("hmeant",)
"""Metrics over what an annotator did; they wait for a project."""
SPECS = (*TREE_METRICS, *TEXT_METRICS, *FRAME_METRICS)


def offered(corpus: Corpus, store: AnalysisStore, *, frames: bool) -> Mapping[str, Metric]:
    """All metrics that the corpus and the pipeline allow, adapted to both; ``frames`` if people annotate it.

    Raises:
        UsageError: if the pipeline cannot be loaded.
    """
    from meantree.scoring.run import adapted, configured, setting_of

    setting = setting_of(corpus, store)
    return {
        spec: chosen
        for spec, chosen in adapted(configured(SPECS), setting).items()
        if (setting.constituents or not chosen.needs.constituents) and (frames or not chosen.needs.frames)
    }
