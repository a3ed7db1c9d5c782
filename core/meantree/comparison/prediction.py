"""The score of a learned metric as the sum of the score of identical texts and the contributions of features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from meantree.metrics.derivation import sum_by_group
from meantree.metrics.evidence import INTERCEPT, Evidence, Place, Status, Term
from meantree.numbers import NEGLIGIBLE

MOST_EXPLAINING: Final = 8
"""Features that are listed by default, at most."""
NOTICED: Final = 1 / 20
"""Features that contribute less than this share of the largest contribution are not listed by default."""


@dataclass(frozen=True)
class Prediction:
    """The terms of a score.

    Attributes:
        identical: the score of identical texts.
    """

    identical: float
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> Prediction | None:
        """Return the prediction of a learned metric; None for other metrics."""
        return cls(evidence.facts[INTERCEPT], evidence.terms) if evidence.terms else None

    @cached_property
    def groups(self) -> Mapping[str, float]:
        """The contribution of each group, in the metric's order."""
        return sum_by_group((term.group, term.contribution) for term in self.terms)

    @property
    def score(self) -> float:
        """The sum of all terms."""
        return sum(self.groups.values(), start=self.identical)

    @cached_property
    def largest(self) -> float:
        """The largest absolute contribution of a feature."""
        return max((abs(term.contribution) for term in self.terms), default=0.0)

    @cached_property
    def explaining(self) -> tuple[Term, ...]:
        """The features that explain most of the score, the largest contributions first; at most eight."""
        noticed = (
            term
            for term in self.terms
            if effect_status(term.contribution) is not None and abs(term.contribution) >= NOTICED * self.largest
        )
        return tuple(sorted(noticed, key=lambda term: abs(term.contribution), reverse=True)[:MOST_EXPLAINING])

    def is_explaining(self, term: Term) -> bool:
        """Whether a feature is one of :attr:`explaining`."""
        return any(term is other for other in self.explaining)


def effect_status(contribution: float) -> Status | None:
    """Return how a contribution is drawn: matched if it raises the score, missed if it lowers it, None if it is 0."""
    if abs(contribution) < NEGLIGIBLE:
        return None
    return Status.MATCHED if contribution > 0 else Status.MISSED


def has_fired(term: Term) -> bool:
    """Whether a feature has a value, or places."""
    return term.value != 0 or bool(term.hypothesis_places) or any(term.reference_places)


def feature_title(term: Term) -> str:
    """Return what a feature says in words; the name in words for those without a title."""
    return term.title or feature_name(term.name)


def feature_name(name: str) -> str:
    """Return the name of a feature in words, without its direction."""
    return name.rpartition(">hyp.")[2].rpartition(">ref.")[2].replace("_", " ")


def feature_places(term: Term, reference: int) -> tuple[Sequence[Place], Sequence[Place]]:
    """Return the places of a feature in the hypothesis and in one reference."""
    places = term.reference_places
    return term.hypothesis_places, places[reference] if reference < len(places) else ()
