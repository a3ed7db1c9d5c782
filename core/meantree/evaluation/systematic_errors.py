"""Systematic errors: in how many segments each kind of findings is shown, or each entailment feature fires.

A kind of findings counts as a feature that fires in segments in which such a finding is shown. When other features fire
is defined by :func:`~meantree.evaluation.feature_values.fires`. Their contribution to the score is the weight times the
value, so that all contributions and the intercept add up to the score; findings have none. How often features fire and
what they contribute is compared by :func:`~meantree.evaluation.paired_tests.compare_counts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from meantree.comparison.pair_findings import SegmentFindings
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.evaluation.measured import Flags, Floats, minus
from meantree.evaluation.paired_tests import compare_counts
from meantree.phenomena.answered import shares_by_kind
from meantree.phenomena.catalogue import KINDS, FindingKind
from meantree.phenomena.search import Finding

if TYPE_CHECKING:
    from meantree.evaluation.feature_values import FeatureValues, TrainedFeature


FINDING: Final = "finding"


@dataclass(frozen=True, slots=True)
class CountedKind:
    """A kind of findings, counted as features are: it fires in segments in which such a finding is shown.

    Attributes:
        name, words, group: its stable name, its title, and its family.
        category: in MQM: where added, lost or changed content belongs.
        claim: the sentence that reports such a finding, without the words in question.
        right, answered: of all such findings in the corpus, how many are right by people's answers, and were answered.
    """

    name: str
    words: str
    group: str
    category: str
    claim: str
    right: int = 0
    answered: int = 0
    is_in_most_translations: ClassVar = False

    @classmethod
    def of(cls, kind: FindingKind, right: int = 0, answered: int = 0) -> CountedKind:
        """Return a kind of the catalogue."""
        claim = kind.sentence.format(hyp="…", ref="…")
        return cls(kind.name, kind.title, kind.family, kind.mqm, claim, right, answered)


def finding_values(corpus: Corpus, systems: Sequence[str], found: Iterable[SegmentFindings | Problem]) -> FindingValues:
    """Return the values of findings that were searched for segment by segment."""
    shown: dict[str, dict[str, Sequence[Finding]]] = {system: {} for system in systems}
    for each in found:
        if isinstance(each, SegmentFindings) and each.is_searched:
            shown[each.system][each.segment.key] = each.shown
    return FindingValues(corpus, shown)


class FindingValues:
    """The kinds of findings shown in every segment, system by system, with the interface of features.

    Attributes:
        features: the kinds that are shown or answered anywhere, in the order of the catalogue.
        found: by system, the shown findings of each segment; None where it could not be searched.
        means, weights: zeros, as no training has seen findings, and None, as they add to no score.
    """

    weights = None

    def __init__(self, corpus: Corpus, found: Mapping[str, Mapping[str, Sequence[Finding]]]) -> None:
        """Count findings.

        Args:
            found: by system and key of the segment, the shown findings; segments that could not be searched are absent.
        """
        self.segments = len(corpus.segments)
        keys = [segment.key for segment in corpus.segments]
        self.found = {system: [by_key.get(key) for key in keys] for system, by_key in found.items()}
        occurring = {finding.kind.name for by_key in found.values() for shown in by_key.values() for finding in shown}
        answers = (own for segment in corpus.segments for own in segment.answers.values())
        shares = shares_by_kind((name, each) for own in answers for name, given in own.items() for each in given)
        self.features = tuple(
            CountedKind.of(kind, *shares.get(name, (0, 0)))
            for name, kind in KINDS.items()
            if name in {*occurring, *shares}
        )
        self.systems = tuple(found)
        self.means = np.zeros(len(self.features))
        self._fired: dict[str, Flags] = {}

    def scored(self, system: str) -> Flags:
        """Return which segments of a system could be searched, shape (segments,)."""
        return np.array([shown is not None for shown in self.found[system]], dtype=bool)

    def fired(self, system: str) -> Flags:
        """Return in which segments a finding of each kind is shown, shape (segments, kinds)."""
        if system not in self._fired:
            kinds = [{finding.kind.name for finding in shown or ()} for shown in self.found[system]]
            rows = [[feature.name in shown for feature in self.features] for shown in kinds]
            self._fired[system] = np.array(rows, dtype=bool).reshape(self.segments, len(self.features))
        return self._fired[system]

    def values(self, system: str) -> Floats:
        """Return 1 where a finding is shown and 0 elsewhere, shape (segments, kinds)."""
        return self.fired(system).astype(np.float64)


class Baseline(Enum):
    """What a system is compared with, if not another system."""

    OTHERS = "all others"
    TRAINING = "training data"
    NOTHING = "nothing"


Against = str | Baseline
Values: TypeAlias = "FeatureValues | FindingValues"


@dataclass(frozen=True, slots=True)
class FeatureTally:
    """One feature in the translations of one system, or the average over several.

    Attributes:
        fired: number of segments in which it fired; None if unknown.
        mean: of its values, None without segments.
        contribution: mean contribution to the score, None without segments.
    """

    segments: int
    fired: float | None
    mean: float | None
    contribution: float | None

    @property
    def share(self) -> float | None:
        """Share of segments in which it fired, None without segments."""
        return None if self.fired is None or not self.segments else self.fired / self.segments


@dataclass(frozen=True, slots=True)
class FeatureErrors:
    """One feature of a system compared with the other side, on the segments that both have.

    Attributes:
        feature: the feature, or the kind of findings.
        first, second: tallies of the system and of the other side.
        share_p, share_q: p of the difference in how often it fires, and corrected; None if undefined.
        mean_p, mean_q: p of the difference in its mean, and so in its contribution, and corrected.
    """

    feature: TrainedFeature | CountedKind
    first: FeatureTally
    second: FeatureTally
    share_p: float | None
    share_q: float | None
    mean_p: float | None
    mean_q: float | None

    @property
    def is_silent(self) -> bool:
        """Whether it fired in no segment of either side, and is no kind of answered findings."""
        return not self.first.fired and not self.second.fired and self.right_share is None

    @property
    def right_share(self) -> float | None:
        """Share of right findings among those that were answered; None without answers."""
        kind = self.feature
        return kind.right / kind.answered if isinstance(kind, CountedKind) and kind.answered else None

    @property
    def difference(self) -> float | None:
        """Difference of the shares of segments in which it fired."""
        return minus(self.first.share, self.second.share)

    @property
    def added(self) -> float | None:
        """Difference of the contributions to the score, below 0 where it costs the system more."""
        return minus(self.first.contribution, self.second.contribution)

    @property
    def shift(self) -> float | None:
        """Distance of the mean from the training mean, in training standard deviations."""
        mean, feature = self.first.mean, self.feature
        if mean is None or isinstance(feature, CountedKind) or not feature.scale:
            return None
        return (mean - feature.mean) / feature.scale


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A segment in which a feature fired.

    Attributes:
        place: 0-based place of the segment.
        first, second: its values for each side; for several systems their mean.
        rival: the first system of the other side for which it fired; None if there is none.
    """

    place: int
    first: float
    second: float | None
    whose: Literal["first", "second", "both"]
    rival: str | None = None


@dataclass(frozen=True, slots=True)
class _Sides:
    """Values of both sides on their common segments.

    Attributes:
        places: of the segments that both sides have.
        values, fired: of the system, each of shape (segments, features).
        other_values: means of the other systems, or of the training data.
        rivals: number of other systems for which each feature fired, None if it is compared with none.
        number: shape (segments,), number of other systems that have the segment.
    """

    places: NDArray[np.intp]
    values: Floats
    fired: Flags
    other_values: Floats
    rivals: Floats | None
    number: Floats


def default_against(systems: Sequence[str], system: str, alone: Baseline = Baseline.TRAINING) -> Against:
    """Return the default comparison: the other one of two systems, all others of more, else ``alone``."""
    others = [other for other in systems if other != system]
    return alone if not others else others[0] if len(others) == 1 else Baseline.OTHERS


def feature_errors(
    values: Values, system: str, against: Against, places: Sequence[int] | None = None
) -> list[FeatureErrors]:
    """Compare every feature of a system with another system, all others, or the training data, in the model's order.

    Args:
        values: of a scored corpus, or of the findings in it.
        against: what it is compared with; other systems must have been scored, too.
        places: 0-based places of the segments; all by default.
    """
    sides = _sides(values, system, against, places)
    first = _tallies(values, sides.values, sides.fired.sum(axis=0, dtype=np.float64))
    unknown: Tests = [(None, None)] * len(values.features)
    share = unknown
    if sides.rivals is not None:
        common = np.lcm.reduce(sides.number.astype(np.int64), initial=1)  # shares of systems become whole numbers
        share = _tests(common * sides.fired - sides.rivals * (common / sides.number)[:, None])
        second = _tallies(values, sides.other_values, (sides.rivals / sides.number[:, None]).sum(axis=0))
    elif isinstance(values, FindingValues):
        second = [FeatureTally(0, None, None, None)] * len(values.features)
    else:
        second = [FeatureTally(0, None, feature.mean, feature.weight * feature.mean) for feature in values.features]
    mean = unknown if values.weights is None else _tests(sides.values - sides.other_values)
    features: Sequence[TrainedFeature | CountedKind] = values.features
    rows = zip(features, first, second, strict=True)
    return [FeatureErrors(*row, *ps, *mean_ps) for row, ps, mean_ps in zip(rows, share, mean, strict=True)]


Tests: TypeAlias = "Sequence[tuple[float, float] | tuple[None, None]]"
"""p and q of each feature."""


def _tests(differences: Floats) -> Tests:
    """Test the differences of each feature, of shape (segments, features)."""
    if not len(differences):
        return [(None, None)] * differences.shape[1]
    ps, qs = compare_counts(differences.T.tolist())
    return list(zip(ps.tolist(), qs.tolist(), strict=True))


def common_segments(values: Values, system: str, against: Against, places: Sequence[int] | None = None) -> int:
    """Return the number of segments that are compared."""
    return len(_sides(values, system, against, places, slice(0)).places)


def costliest_first(errors: Sequence[FeatureErrors]) -> list[FeatureErrors]:
    """Sort features by how much they take from the score of the system, most first; undefined ones come last."""
    return sorted(errors, key=lambda error: np.inf if error.first.contribution is None else error.first.contribution)


def most_frequent_first(errors: Sequence[FeatureErrors]) -> list[FeatureErrors]:
    """Sort kinds of findings by the number of segments of the system, largest first."""
    return sorted(errors, key=lambda error: -(error.first.fired or 0.0))


def occurrences(
    values: Values, feature: int, system: str, against: Against, places: Sequence[int] | None = None
) -> list[Occurrence]:
    """Return the segments in which ``values.features[feature]`` fired: where it costs most first, findings in order."""
    sides = _sides(values, system, against, places, slice(feature, feature + 1))
    is_first, first, second = sides.fired[:, 0], sides.values[:, 0], sides.other_values[:, 0]
    is_second = np.zeros_like(is_first) if sides.rivals is None else sides.rivals[:, 0] > 0
    contributions = (0.0 if values.weights is None else values.weights[feature]) * np.stack([first, second])
    least = np.where([is_first, is_second], contributions, np.inf).min(axis=0)
    rivals = _others(values, system, against)
    return [
        Occurrence(
            int(sides.places[row]),
            float(first[row]),
            None if sides.rivals is None else float(second[row]),
            "both" if is_first[row] and is_second[row] else "first" if is_first[row] else "second",
            next((rival for rival in rivals if values.fired(rival)[sides.places[row], feature]), None),
        )
        for row in np.argsort(least, kind="stable")
        if is_first[row] or is_second[row]
    ]


def _others(values: Values, system: str, against: Against) -> list[str]:
    if isinstance(against, Baseline):
        return [other for other in values.systems if other != system and against is Baseline.OTHERS]
    return [against]


def _sides(
    values: Values, system: str, against: Against, places: Sequence[int] | None, only: slice = slice(None)
) -> _Sides:
    """Collect the values of both sides, of all features or of some."""
    chosen = values.scored(system).copy()
    if places is not None:
        requested = np.zeros_like(chosen)
        requested[list(places)] = True
        chosen &= requested
    others = _others(values, system, against)
    number = np.zeros(values.segments)
    for other in others:
        number += values.scored(other)
    is_alone = against in (Baseline.TRAINING, Baseline.NOTHING)
    if not is_alone:
        chosen &= number > 0
    rows = np.flatnonzero(chosen)
    own_values, fired, number = values.values(system)[rows, only], values.fired(system)[rows, only], number[rows]
    if is_alone:
        return _Sides(rows, own_values, fired, np.broadcast_to(values.means[only], own_values.shape), None, number)
    other_values, rivals = np.zeros_like(own_values), np.zeros_like(own_values)
    for other in others:
        other_values += values.values(other)[rows, only] * values.scored(other)[rows, None]
        rivals += values.fired(other)[rows, only]
    return _Sides(rows, own_values, fired, other_values / number[:, None], rivals, number)


def _tallies(values: Values, feature_values: Floats, fired: Floats) -> list[FeatureTally]:
    """Return a tally of each feature, from values of shape (segments, features) and the counts of firing."""
    if not len(feature_values):
        return [FeatureTally(0, 0.0, None, None)] * len(values.features)
    means = feature_values.mean(axis=0)
    contributions = [None] * len(means) if values.weights is None else (values.weights * means + 0.0).tolist()
    rows = zip(fired.tolist(), means.tolist(), contributions, strict=True)
    return [FeatureTally(len(feature_values), *row) for row in rows]
