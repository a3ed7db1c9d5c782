"""Systematic errors: how often each entailment feature fires, what it costs, and for whom it does so more than chance.

A feature fires where it is not 0. Some are not 0 in most translations, as the share of changed words: these fire where
they are worse than the mean of the training data by more than its standard deviation. What a feature contributes to
the score is its weight times its value, so that the sum over all features, and the intercept, is the score.

How often it fires is compared by :func:`exchange_p`, what it adds by :func:`flips_p`; either is corrected over all
features by the procedure of Benjamini & Hochberg.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.feature_values import FeatureValues, Flags, TrainedFeature
from meantree.evaluation.measured import Floats
from meantree.evaluation.paired_tests import benjamini_hochberg, exchange_p, sign_flip_p

SIGNIFICANT = 0.05


class Baseline(Enum):
    """What a system is compared with, if not with another system."""

    OTHERS = "all others"
    TRAINING = "training data"


Against = str | Baseline


@dataclass(frozen=True, slots=True)
class FeatureTally:
    """One feature in the translations of one system, or on average over several.

    Attributes:
        segments: how many were scored.
        fired: in how many of them it fired; None where that is not known.
        mean: of its values, None if there are no segments.
        contribution: what it contributes to the score on average, None if there are no segments.
    """

    segments: int
    fired: float | None
    mean: float | None
    contribution: float | None

    @property
    def share(self) -> float | None:
        """In which share of the segments it fired, None if there are none."""
        return None if self.fired is None or not self.segments else self.fired / self.segments


@dataclass(frozen=True, slots=True)
class FeatureErrors:
    """One feature of a system beside what the system is compared with, on the segments that both have.

    Attributes:
        feature: which one.
        first, second: the system, and the other side.
        share_p: of the difference in how often it fires, ``share_q`` corrected; None where it cannot be told.
        mean_p: of the difference in its mean, and so in what it adds, ``mean_q`` corrected.
    """

    feature: TrainedFeature
    first: FeatureTally
    second: FeatureTally
    share_p: float | None
    share_q: float | None
    mean_p: float | None
    mean_q: float | None

    @property
    def is_silent(self) -> bool:
        """Whether it fired in no segment, on neither side."""
        return not self.first.fired and not self.second.fired

    @property
    def difference(self) -> float | None:
        """How much more often it fires, in shares."""
        one, two = self.first.share, self.second.share
        return None if one is None or two is None else one - two

    @property
    def added(self) -> float | None:
        """How much more it adds to the score, below 0 where it costs more."""
        one, two = self.first.contribution, self.second.contribution
        return None if one is None or two is None else one - two

    @property
    def shift(self) -> float | None:
        """How far the mean lies from that of the training data, in its standard deviations."""
        mean, scale = self.first.mean, self.feature.scale
        return None if mean is None or not scale else (mean - self.feature.mean) / scale


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A segment in which a feature fired.

    Attributes:
        place: of the segment, 0-based.
        first, second: its values; of several systems their mean.
        whose: for which side it fired.
        rival: on the other side, the first system for which it fired; None if there is none.
    """

    place: int
    first: float
    second: float | None
    whose: Literal["first", "second", "both"]
    rival: str | None = None


@dataclass(frozen=True, slots=True)
class _Sides:
    """What is compared.

    Attributes:
        places: of the segments that both sides have.
        values, fired: of the system there, each of shape (segments, features).
        other_values: means of the other systems, or of the training data.
        rivals: in how many of the other systems each feature fired, None if there are none to ask.
        number: shape (segments,), how many other systems have the segment.
    """

    places: NDArray[np.intp]
    values: Floats
    fired: Flags
    other_values: Floats
    rivals: Floats | None
    number: Floats


def default_against(systems: Sequence[str], system: str) -> Against:
    """The other one of two systems, all others of more, the training data where there is none."""
    others = [one for one in systems if one != system]
    return Baseline.TRAINING if not others else others[0] if len(others) == 1 else Baseline.OTHERS


def feature_errors(
    values: FeatureValues, system: str, against: Against, places: Sequence[int] | None = None
) -> list[FeatureErrors]:
    """Every feature of a system beside another system, all others, or the training data; in the order of the model.

    Args:
        values: of a scored corpus.
        system: one of its scored systems.
        against: with what it is compared; other systems must have been scored, too.
        places: these segments alone, 0-based; all by default.
    """
    sides = _sides(values, system, against, places)
    first = _tallies(values, sides.values, sides.fired.sum(axis=0, dtype=np.float64))
    if sides.rivals is None:
        share = np.full(len(values.features), np.nan)
        second = [FeatureTally(0, None, one.mean, one.weight * one.mean) for one in values.features]
    else:
        share = exchange_p(sides.fired, sides.rivals, sides.number)
        second = _tallies(values, sides.other_values, (sides.rivals / sides.number[:, None]).sum(axis=0))
    mean = sign_flip_p(sides.values - sides.other_values)
    ps = (_known(one) for one in (share, benjamini_hochberg(share), mean, benjamini_hochberg(mean)))
    return [FeatureErrors(*row) for row in zip(values.features, first, second, *ps, strict=True)]


def costliest_first(errors: Sequence[FeatureErrors]) -> list[FeatureErrors]:
    """Those first that take most from the score of the system; last what is undefined."""
    return sorted(errors, key=lambda one: np.inf if one.first.contribution is None else one.first.contribution)


def occurrences(
    values: FeatureValues, feature: int, system: str, against: Against, places: Sequence[int] | None = None
) -> list[Occurrence]:
    """The segments in which the feature at that place of ``values.features`` fired, those first where it costs most."""
    sides = _sides(values, system, against, places, slice(feature, feature + 1))
    mine, one, two = sides.fired[:, 0], sides.values[:, 0], sides.other_values[:, 0]
    theirs = np.zeros_like(mine) if sides.rivals is None else sides.rivals[:, 0] > 0
    worth = values.features[feature].weight * np.stack([one, two])
    least = np.where([mine, theirs], worth, np.inf).min(axis=0)
    rivals = _others(values, system, against)
    return [
        Occurrence(
            int(sides.places[row]),
            float(one[row]),
            None if sides.rivals is None else float(two[row]),
            "both" if mine[row] and theirs[row] else "first" if mine[row] else "second",
            next((one for one in rivals if values.fired(one)[sides.places[row], feature]), None),
        )
        for row in np.argsort(least, kind="stable")
        if mine[row] or theirs[row]
    ]


def _others(values: FeatureValues, system: str, against: Against) -> list[str]:
    if isinstance(against, Baseline):
        return [one for one in values.systems if one != system and against is Baseline.OTHERS]
    return [against]


def _sides(
    values: FeatureValues, system: str, against: Against, places: Sequence[int] | None, only: slice = slice(None)
) -> _Sides:
    """What is compared, of all features or of some only."""
    chosen = values.scored(system).copy()
    if places is not None:
        asked = np.zeros_like(chosen)
        asked[list(places)] = True
        chosen &= asked
    others = _others(values, system, against)
    number = np.zeros(values.segments)
    for one in others:
        number += values.scored(one)
    if against is not Baseline.TRAINING:
        chosen &= number > 0
    rows = np.flatnonzero(chosen)
    mine, fired, number = values.values(system)[rows, only], values.fired(system)[rows, only], number[rows]
    if against is Baseline.TRAINING:
        return _Sides(rows, mine, fired, np.broadcast_to(values.means[only], mine.shape), None, number)
    theirs, rivals = np.zeros_like(mine), np.zeros_like(mine)
    for one in others:
        theirs += values.values(one)[rows, only] * values.scored(one)[rows, None]
        rivals += values.fired(one)[rows, only]
    return _Sides(rows, mine, fired, theirs / number[:, None], rivals, number)


def _tallies(values: FeatureValues, found: Floats, fired: Floats) -> list[FeatureTally]:
    """One for each feature, of values of shape (segments, features) and how often each fired."""
    if not len(found):
        return [FeatureTally(0, 0.0, None, None)] * len(values.features)
    means = found.mean(axis=0)
    rows = zip(fired.tolist(), means.tolist(), (values.weights * means + 0.0).tolist(), strict=True)
    return [FeatureTally(len(found), *row) for row in rows]


def _known(ps: Floats) -> list[float | None]:
    return [None if np.isnan(one) else one for one in ps.tolist()]
