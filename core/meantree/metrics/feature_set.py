"""What regression metrics measure: features by name, each in a group and with one sentence saying what it is.

A feature says what a translation lacks: it is 0 for identical texts, whatever they are, and never less.
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
"""Where a feature stands in the hypothesis and in the reference."""


def nothing() -> tuple[str, ...]:
    """The resources of features that depend on none."""
    return ()


def sacrebleu() -> tuple[str, ...]:
    """The library that cuts words and counts n-grams."""
    import sacrebleu

    return (f"sacrebleu:{sacrebleu.__version__}",)


@dataclass(frozen=True, slots=True)
class MeasuredFeature:
    """One feature.

    Attributes:
        name: stable and unique: models name their weights by it.
        group: what it is listed and summed under.
        claim: one sentence.
    """

    name: str
    group: str
    claim: str


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Features that are measured together.

    Attributes:
        features: in their order.
        values: of a pair with one reference, a number from 0 on for each feature; 0 for identical texts.
        spaces: in which models take them.
        needs: how deep texts must be analysed.
        places: where each feature stands, for those that stand somewhere.
        resources: ``name:version`` of the libraries and lexicons that its values depend on.
    """

    features: tuple[MeasuredFeature, ...]
    values: Callable[[Pair], Sequence[float]]
    spaces: tuple[Space, ...] = ("linear", "log")
    needs: Layers = BARE
    places: Callable[[Pair], Sequence[Sides]] | None = None
    resources: Callable[[], tuple[str, ...]] = nothing

    def measured(self, pair: Pair) -> Iterator[tuple[str, float]]:
        """Each feature's name and value in a pair with one reference."""
        return zip((feature.name for feature in self.features), self.values(pair), strict=True)

    def standing(self, pair: Pair) -> Iterator[tuple[str, Sides]]:
        """The names of those features that stand somewhere, and where."""
        if self.places is not None:
            yield from zip((feature.name for feature in self.features), self.places(pair), strict=True)
