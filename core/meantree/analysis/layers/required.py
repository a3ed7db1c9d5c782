"""How deep a text is analysed."""

from __future__ import annotations

from dataclasses import dataclass

ANNOTATED = "frames"
"""Semantic frames by an annotator, which no layer makes."""


@dataclass(frozen=True, slots=True, init=False)
class Layers:
    """How much of each layer is wanted, or is there; nothing at all is a bare text.

    Layers are asked for by name: ``Layers(50, 1, roles=True)`` is ``Layers(dependencies=50, constituents=1, roles=1)``,
    and a layer added to :data:`meantree.analysis.layers.registry.LAYERS` is one more argument. ``depth["roles"]`` is
    how much there is of a layer, 0 for none; those that metrics ask for are attributes, too.

    Attributes:
        amounts: by layer, in alphabetical order, above 0.
        dependencies: dependency parses; 1 is the analyser's own tree, more an n-best list with probabilities.
        constituents: constituency trees, as an n-best list with probabilities.
        roles: semantic frames by the labeller.
        frames: semantic frames by an annotator; asking for them alone asks for no analysis.
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
        """Deep enough for both."""
        return Layers(**{name: max(self[name], other[name]) for name, _ in (*self.amounts, *other.amounts)})

    def without(self, layer: str) -> Layers:
        """The same, but for one layer."""
        return Layers(**{name: amount for name, amount in self.amounts if name != layer})

    def covers(self, other: Layers) -> bool:
        """Whether what needs ``other`` is content with this; frames by people come from elsewhere."""
        return all(self[name] >= amount for name, amount in other.amounts if name != ANNOTATED)


WORDS = Layers(1)
"""Tokens and one dependency tree: what every analysed text has."""
