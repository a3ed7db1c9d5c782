"""The score of a learned metric as that of identical texts and each feature's contribution, in words for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from meantree.comparison.marks import NEGLIGIBLE
from meantree.metrics.derivation import sum_by_group
from meantree.metrics.evidence import INTERCEPT, Evidence, Place, Status, Term

DIRECTIONS: Final[Mapping[str, str]] = {"ref>hyp.": "ref ⇒ hyp", "hyp>ref.": "hyp ⇒ ref"}
"""Whether the translation follows from the reference, and the other way round: how names of features begin."""
NOTICED: Final = 1 / 20
"""What contributes less than this share of what the strongest feature does is not noticed."""


@dataclass(frozen=True)
class Prediction:
    """What a score is the sum of.

    Attributes:
        identical: the score of identical texts.
        terms: what each feature contributes to it.
    """

    identical: float
    terms: tuple[Term, ...]

    @classmethod
    def of(cls, evidence: Evidence) -> Prediction | None:
        """Of a learned metric; of others there is none."""
        return cls(evidence.facts[INTERCEPT], evidence.terms) if evidence.terms else None

    @cached_property
    def groups(self) -> Mapping[str, float]:
        """What each group contributes, in the metric's order."""
        return sum_by_group((term.group, term.contribution) for term in self.terms)

    @property
    def score(self) -> float:
        """What it comes to."""
        return sum(self.groups.values(), start=self.identical)

    @cached_property
    def largest(self) -> float:
        """What the strongest feature contributes, without its sign."""
        return max((abs(term.contribution) for term in self.terms), default=0.0)

    def is_noticed(self, term: Term) -> bool:
        """Whether a feature contributes enough to be looked at, or anything at all where it compares the texts."""
        if effect_status(term.contribution) is None:
            return False
        found = has_fired(term) and bool(feature_direction(term))  # measures such as BLEU have a value everywhere
        return found or abs(term.contribution) >= NOTICED * self.largest


def effect_status(contribution: float) -> Status | None:
    """As what a contribution is drawn: matched if it raises the score, missed if it lowers it, None if it is 0."""
    if abs(contribution) < NEGLIGIBLE:
        return None
    return Status.MATCHED if contribution > 0 else Status.MISSED


def has_fired(term: Term) -> bool:
    """Whether a feature has a value, or places to show."""
    return term.value != 0 or bool(term.hypothesis_places) or any(term.reference_places)


def feature_name(term: Term) -> str:
    """Its name in words, without its direction."""
    _, _, rest = term.name.partition(".") if feature_direction(term) else ("", "", term.name)
    return rest.replace("_", " ")


def feature_direction(term: Term) -> str:
    """Which text is asked whether it follows from which, empty for what has no direction."""
    return next((said for start, said in DIRECTIONS.items() if term.name.startswith(start)), "")


def feature_title(term: Term) -> str:
    """Its name in words, with its direction."""
    return " · ".join(filter(None, (feature_name(term), feature_direction(term))))


def feature_places(term: Term, reference: int) -> tuple[Sequence[Place], Sequence[Place]]:
    """Where a feature looked in the hypothesis and in one reference."""
    theirs = term.reference_places
    return term.hypothesis_places, theirs[reference] if reference < len(theirs) else ()
