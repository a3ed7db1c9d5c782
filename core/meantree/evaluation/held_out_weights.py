"""Learned weights of roles where they were not learned: cross-validation over segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meantree.errors import UsageError
from meantree.escaping import counted
from meantree.evaluation.supervised_weights import (
    KINDS,
    Grouping,
    Judged,
    Ranking,
    Trained,
    train,
    weights_array,
)
from meantree.work import Work

FOLDS = 5


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What was learned on all but one part of the segments, and what that reaches on the part.

    Attributes:
        parts: what was learned without each part.
        correlation: within sources the mean over those of all parts; of all translations the mean over parts. None
            where people make no difference in any part.
    """

    parts: tuple[Trained, ...]
    correlation: float | None


def cross_validated(
    data: Sequence[Judged],
    kind: str = "kendall",
    *,
    folds: int = FOLDS,
    seed: int = 1,
    grouping: Grouping = "item",
    work: Work | None = None,
) -> HeldOut:
    """Learn weights without each part of the segments in turn; the seed says what is a part.

    Args:
        data: annotated and rated translations.
        kind, seed, grouping, work: see :func:`~meantree.evaluation.supervised_weights.train`.
        folds: parts, all translations of a segment in one.

    Raises:
        UsageError: if there are fewer segments than parts, or nothing to learn from without one of them.
        Cancelled: if the user stopped it.
    """
    places = sorted({one.compared.place for one in data})
    if len(places) < folds:
        raise UsageError(f"{counted(len(places), 'segment')} to learn from, expected {folds} at least")
    shuffled = np.random.default_rng(seed).permutation(len(places))
    part_of = {place: int(number) % folds for place, number in zip(places, shuffled, strict=True)}
    parts = np.array([part_of[one.compared.place] for one in data])
    ranking = Ranking(data, KINDS[kind], grouping)
    found, scores, alone = [], np.zeros(len(data)), []
    for part in range(folds):
        learned = [one for one, where in zip(data, parts, strict=True) if where != part]
        found.append(train(learned, kind, seed=seed, grouping=grouping, work=work))
        held = parts == part
        scores[held] = ranking.stacked.scores(weights_array(found[-1].weights))[held]
        rest = Ranking([one for one, here in zip(data, held, strict=True) if here], KINDS[kind], grouping)
        if (reached := rest.of_scores(scores[held])) is not None:
            alone.append(reached)
    if grouping == "item":
        return HeldOut(tuple(found), ranking.of_scores(scores))
    return HeldOut(tuple(found), float(np.mean(alone)) if alone else None)
