"""Features of regression metrics: each has a name, a group and a sentence that describes it.

A feature measures a shortcoming of a translation: it is 0 for identical texts, and never negative.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from meantree.analysis.layers.required import Layers
from meantree.metrics.evidence import Place
from meantree.metrics.pair import Pair

Space = Literal["linear", "log"]
BARE = Layers()
Sides = tuple[tuple[Place, ...], tuple[Place, ...]]
"""The places of a feature in the hypothesis and in the reference."""


def nothing() -> tuple[str, ...]:
    """Return no resources, for features that depend on none."""
    return ()


@dataclass(frozen=True, slots=True)
class MeasuredFeature:
    """One feature.

    Attributes:
        name: stable and unique, as models refer to it.
        group: under which it is listed and summed.
        claim: one sentence that describes it.
        title: what it says in words, as shown to people; the name if empty.
    """

    name: str
    group: str
    claim: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Features that are measured together.

    Attributes:
        values: non-negative values of a pair with one reference, by feature; 0 for identical texts.
        spaces: of the values as inputs of models.
        needs: the layers of analysis that texts must have.
        places: the places of each feature, None for features without places.
        resources: ``name:version`` of the libraries and lexicons that its values depend on.
    """

    features: tuple[MeasuredFeature, ...]
    values: Callable[[Pair], Sequence[float]]
    spaces: tuple[Space, ...] = ("linear", "log")
    needs: Layers = BARE
    places: Callable[[Pair], Sequence[Sides]] | None = None
    resources: Callable[[], tuple[str, ...]] = nothing

    def measured(self, pair: Pair) -> Iterator[tuple[str, float]]:
        """Yield each feature's name and value in a pair with one reference."""
        return zip((feature.name for feature in self.features), self.values(pair), strict=True)

    def standing(self, pair: Pair) -> Iterator[tuple[str, Sides]]:
        """Yield the names of features with places, and the places."""
        if self.places is not None:
            yield from zip((feature.name for feature in self.features), self.places(pair), strict=True)
