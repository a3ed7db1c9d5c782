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
from meantree.entailment.all_features import DIRECTED, DirectedFeature, feature_firings
from meantree.entailment.feature import Arcs, Firing
from meantree.entailment.reading import Direction
from meantree.metrics.evidence import Place
from meantree.metrics.feature_set import FeatureSet, MeasuredFeature, Sides
from meantree.metrics.pair import Pair
from meantree_resources import resource

_TEXTS: Final[Mapping[Direction, tuple[str, str]]] = {
    "ref>hyp": ("translation", "reference"),
    "hyp>ref": ("reference", "translation"),
}
"""The words for conclusion and premise in claims."""


def entailment_values(pair: Pair) -> list[float]:
    """Return the value of every feature in the direction from the reference to the hypothesis, then in the other.

    Values are cached, as several metrics use them; the words on which features fired need much more memory and are
    computed for one pair at a time.
    """
    hypothesis, reference = pair.sides(0)
    key = ("entailment", pair.fixed_links(0))
    values = cached_between(hypothesis, reference, key, lambda: np.array([firing.value for firing in _firings(pair)]))
    listed: list[float] = values.tolist()
    return listed


def entailment_places(pair: Pair) -> list[Sides]:
    """Return the places on which every feature fired, in the same order."""
    return [_sides(directed.direction, firing) for directed, firing in zip(DIRECTED, _firings(pair), strict=True)]


def _firings(pair: Pair) -> tuple[Firing, ...]:
    return feature_firings(*pair.sides(0), pair.alignment(0))


def _sides(direction: Direction, firing: Firing) -> Sides:
    conclusion = _places(firing.conclusion, firing.conclusion_arcs)
    premise = _places(firing.premise, firing.premise_arcs)
    return (conclusion, premise) if direction == "ref>hyp" else (premise, conclusion)


def _places(tokens: tuple[int, ...], arcs: Arcs) -> tuple[Place, ...]:
    words = (Place((token,)) for token in tokens)
    return (*words, *(Place((min(arc), max(arc)), (arc,)) for arc in arcs))


def _feature(directed: DirectedFeature) -> MeasuredFeature:
    conclusion, premise = _TEXTS[directed.direction]
    claim = directed.feature.claim.replace("conclusion", conclusion).replace("premise", premise)
    return MeasuredFeature(directed.name, directed.feature.group, claim, directed.title)


@cache
def _lexicons() -> tuple[str, ...]:
    """Return the lexicons that users can rebuild, with the versions of their files."""
    lexicons = []
    for name in ("frequencies", "signatures"):
        about = json.loads((resource(f"lexicon/{name}") / "meta.json").read_text(encoding="utf-8"))
        lexicons.append(f"lexicon:{name}-{'-'.join(about['version'].lower().split())}")
    return tuple(lexicons)


def _resources() -> tuple[str, ...]:
    """Return the lexicons, and the fingerprint of the aligner's weights."""
    return ("lexicon:wordnet-3.0", "lexicon:ppdb-1.0", *_lexicons(), f"aligner:{fingerprint()}")


RTE_R = FeatureSet(
    tuple(map(_feature, DIRECTED)),
    entailment_values,
    ("linear",),
    Layers(1, entities=1),
    entailment_places,
    _resources,
)
