"""RTE-R: the entailment features of an aligned pair, in both directions (Padó et al. 2009, section 3.1)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np

from meantree.alignment.alignment_model import fingerprint
from meantree.alignment.pair_cache import cached_between
from meantree.analysis.layers.required import Layers
from meantree.entailment.all_features import FEATURES, NAMES, feature_firings
from meantree.entailment.feature import Arcs, Feature, Firing
from meantree.entailment.reading import DIRECTIONS, Direction
from meantree.metrics.evidence import Place
from meantree.metrics.feature_set import FeatureSet, MeasuredFeature, Sides
from meantree.metrics.pair import Pair
from meantree_resources import resource

_TEXTS: Final[Mapping[Direction, tuple[str, str]]] = {
    "ref>hyp": ("translation", "reference"),
    "hyp>ref": ("reference", "translation"),
}
"""What people call conclusion and premise."""


def entailment_values(pair: Pair) -> list[float]:
    """The value of every feature in the direction from the reference to the hypothesis, then in the other.

    Values are kept, as several metrics take them; what fired where is many times as large, and asked for one pair at a
    time.
    """
    one, two = pair.sides(0)
    key = ("entailment", pair.fixed_links(0))
    values = cached_between(one, two, key, lambda: np.array([firing.value for firing in _firings(pair).values()]))
    found: list[float] = values.tolist()
    return found


def entailment_places(pair: Pair) -> list[Sides]:
    """What every feature looked at, in the same order."""
    return [_sides(direction, firing) for (direction, _), firing in _firings(pair).items()]


def _firings(pair: Pair) -> Mapping[tuple[Direction, str], Firing]:
    return feature_firings(*pair.sides(0), pair.alignment(0))


def _sides(direction: Direction, firing: Firing) -> Sides:
    conclusion = _places(firing.conclusion, firing.conclusion_arcs)
    premise = _places(firing.premise, firing.premise_arcs)
    return (conclusion, premise) if direction == "ref>hyp" else (premise, conclusion)


def _places(tokens: tuple[int, ...], arcs: Arcs) -> tuple[Place, ...]:
    words = (Place((token,)) for token in tokens)
    return (*words, *(Place((min(arc), max(arc)), (arc,)) for arc in arcs))


def _claim(direction: Direction, feature: Feature) -> str:
    conclusion, premise = _TEXTS[direction]
    return feature.claim.replace("conclusion", conclusion).replace("premise", premise)


def _features() -> tuple[MeasuredFeature, ...]:
    both = ((direction, one) for direction in DIRECTIONS for one in FEATURES)
    named = zip(NAMES, both, strict=True)
    return tuple(MeasuredFeature(name, one.group, _claim(direction, one)) for name, (direction, one) in named)


@cache
def _lexicons() -> tuple[str, ...]:
    """Those of which somebody may make another version, by what they say of themselves."""
    found = []
    for name in ("frequencies", "signatures"):
        said = json.loads((resource(f"lexicon/{name}") / "meta.json").read_text(encoding="utf-8"))
        found.append(f"lexicon:{name}-{'-'.join(said['version'].lower().split())}")
    return tuple(found)


def _resources() -> tuple[str, ...]:
    """The lexicons, and the weights of the aligner."""
    return ("lexicon:wordnet-3.0", "lexicon:ppdb-1.0", *_lexicons(), f"aligner:{fingerprint()}")


RTE_R = FeatureSet(_features(), entailment_values, ("linear",), Layers(1, entities=1), entailment_places, _resources)
