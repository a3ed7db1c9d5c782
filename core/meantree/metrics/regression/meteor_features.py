"""METEOR-R: METEOR alone (Padó et al. 2009, section 4.3)."""

from __future__ import annotations

from typing import Final

from meantree.metrics.lexical.meteor import Meteor
from meantree.metrics.pair import Pair
from meantree.metrics.regression.part import Part, Quantity, sacrebleu

_METEOR: Final = Meteor()


def meteor_values(pair: Pair) -> list[float]:
    """Return how far METEOR with its defaults falls short of 1."""
    return [1 - (_METEOR.score(_METEOR.statistics(pair), level="segment") or 0.0)]


def _resources() -> tuple[str, ...]:
    return (*_METEOR.resources, *sacrebleu())


_QUANTITIES: Final = (
    Quantity(
        "METEOR shortfall", "METEOR", "How far words matched by form, stem and synonym, in order, fall short of 1."
    ),
)
METEOR_R = Part(_QUANTITIES, meteor_values, resources=_resources)
