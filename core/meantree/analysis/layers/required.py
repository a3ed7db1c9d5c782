"""Which layers of an analysis are required, and how much of each."""

from __future__ import annotations

from dataclasses import dataclass

ANNOTATED = "frames"
"""Semantic frames by an annotator, which no analyser makes."""


@dataclass(frozen=True, slots=True, init=False)
class Layers:
    """How much of each layer is required, or exists; a text that is not analysed has none.

    Layers are arguments: ``Layers(50, 1, roles=True)`` equals ``Layers(dependencies=50, constituents=1, roles=1)``, and
    a layer added to :data:`meantree.analysis.layers.registry.LAYERS` is a further argument. ``layers["roles"]`` is the
    amount of a layer, 0 for none; the layers that metrics need are attributes, too.

    Attributes:
        amounts: positive amounts by layer, in alphabetical order.
        dependencies: dependency trees; 1 is the analyser's own tree, more are an n-best list with probabilities.
        constituents: constituency trees, as an n-best list with probabilities.
        roles: whether semantic frames by the labeller are required.
        frames: whether semantic frames by an annotator are required; these alone require no analysis.
    """

    amounts: tuple[tuple[str, int], ...]

    def __init__(self, dependencies: int = 0, constituents: int = 0, **others: int) -> None:
        amounts = {"dependencies": dependencies, "constituents": constituents, **others}
        ordered = tuple(sorted((name, int(amount)) for name, amount in amounts.items() if amount > 0))
        object.__setattr__(self, "amounts", ordered)

    def __getitem__(self, layer: str) -> int:
        return dict(self.amounts).get(layer, 0)

    @property
    def dependencies(self) -> int:  # see Attributes
        return self["dependencies"]

    @property
    def constituents(self) -> int:  # see Attributes
        return self["constituents"]

    @property
    def roles(self) -> bool:  # see Attributes
        return self["roles"] > 0

    @property
    def frames(self) -> bool:  # see Attributes
        return self[ANNOTATED] > 0

    def __bool__(self) -> bool:
        return any(name != ANNOTATED for name, _ in self.amounts)

    def __or__(self, other: Layers) -> Layers:
        """Return the greater amount of each layer."""
        return Layers(**{name: max(self[name], other[name]) for name, _ in (*self.amounts, *other.amounts)})

    def without(self, layer: str) -> Layers:
        """Return the same without one layer."""
        return Layers(**{name: amount for name, amount in self.amounts if name != layer})

    def covers(self, other: Layers) -> bool:
        """Return whether there is as much of each layer as in ``other``, annotators' frames excepted."""
        return all(self[name] >= amount for name, amount in other.amounts if name != ANNOTATED)


WORDS = Layers(1)
"""Tokens and a dependency tree, which every analysed text has."""
