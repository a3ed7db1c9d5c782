"""Does one metric follow ratings better than another in the mean over languages? A paired bootstrap over segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.corrections import TOLD, corrected_by
from meantree.evaluation.measures.correlation import weighted_pearson, weighted_ranks
from meantree.evaluation.resampling import draws
from meantree.evaluation.significance import interval
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.pado.features import Featured
from meantree.experiments.study import Options
from meantree.experiments.trained_metrics import pairs_of
from meantree.work import Work

Floats = NDArray[np.float64]
TOGETHER: Final = 50
"""Samples that are ranked at a time."""


def differences_table(
    corpora: Sequence[Featured], scores: Sequence[Mapping[str, Floats]], options: Options, work: Work
) -> ValueTable:
    """Differences of Spearman's ρ: of each corpus, and in the mean with bounds and p.

    Raises:
        Cancelled: if the user stopped it.
    """
    pairs = [pair for pair in pairs_of(options.metrics) if all(name in scores[0] for name in pair)]
    wanted = list(dict.fromkeys(name for pair in pairs for name in pair))
    found = [rho_samples(one, values, wanted, options, work) for one, values in zip(corpora, scores, strict=True)]
    differences = [[part[one] - part[other] for part in found] for one, other in pairs]
    ps = corrected_by(np.array([_p(each) for each in differences]), options.correction)
    rows = [
        (f"{one} − {other}", *_row(each), _told(p))
        for (one, other), each, p in zip(pairs, differences, ps, strict=True)
    ]
    note = (
        "By how much ρ of the first metric is above that of the second. mean low, mean high: 95 % of "
        f"{options.resamples:,} bootstrap samples of the segments, drawn for each corpus; p: the share of samples "
        f"without a gain in the mean, one-sided, {TOLD[options.correction]}."
    )
    head = ("difference", *(one.name for one in corpora), "mean", "mean low", "mean high", "p")
    title = "Round robin: who follows ratings better"
    figure = Marks(tuple(range(1, len(head) - 3)), "difference of Spearman's ρ")
    return ValueTable("pado-differences", title, note, head, tuple(rows), (figure,))


def _row(differences: Sequence[Floats]) -> list[Value]:
    """The first of each stands for all segments, each once; the others for samples."""
    means = np.mean(differences, axis=0)
    return [*(_told(one[0]) for one in differences), _told(means[0]), *interval(means[1:])]


def _p(differences: Sequence[Floats]) -> float:
    """NaN where the mean is undefined, in all segments or in all samples."""
    found, *tried = np.mean(differences, axis=0)
    known = np.array(tried)[~np.isnan(tried)]
    return float((1 + (known <= 0).sum()) / (1 + len(known))) if len(known) and not np.isnan(found) else np.nan


def _told(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def rho_samples(
    one: Featured, scores: Mapping[str, Floats], wanted: Sequence[str], options: Options, work: Work
) -> dict[str, Floats]:
    """Spearman's ρ with ratings by metric, shape (1 + resamples,): of all segments, then of each bootstrap sample.

    Samples are the same for all metrics. NaN where one of the two never differs.

    Raises:
        Cancelled: if the user stopped it.
    """
    known = one.rated.known
    column, human = np.nonzero(known)[1], one.rated.human[known]
    parts: dict[str, list[Floats]] = {name: [] for name in wanted}
    size = known.shape[1]
    blocks = [np.ones((1, size)), *draws(size, options.resamples, options.seed)]
    done = 0
    for block in blocks:
        for begin in range(0, len(block), TOGETHER):
            work.step(f"Drawing samples of {one.name}", done, options.resamples)
            times = block[begin : begin + TOGETHER, column]
            ranks = weighted_ranks(human, times)
            for name in wanted:
                parts[name].append(weighted_pearson(weighted_ranks(scores[name][known], times), ranks, times))
            done += len(times)
    return {name: np.concatenate(found) for name, found in parts.items()}
