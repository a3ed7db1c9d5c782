"""How deep a text is analysed."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Depth:
    """How many parses of each sentence are wanted, or are there; nothing at all is a bare text.

    Attributes:
        dependencies: dependency parses; 1 is the analyser's own tree, more an n-best list with probabilities.
        constituents: constituency trees, as an n-best list with probabilities.
        roles: semantic frames by the labeller.
        frames: semantic frames by an annotator; asking for them alone asks for no analysis.
    """

    dependencies: int = 0
    constituents: int = 0
    roles: bool = False
    frames: bool = False

    def __bool__(self) -> bool:
        return self.dependencies > 0 or self.constituents > 0 or self.roles

    def __or__(self, other: Depth) -> Depth:
        """Deep enough for both."""
        return Depth(
            max(self.dependencies, other.dependencies),
            max(self.constituents, other.constituents),
            self.roles or other.roles,
            self.frames or other.frames,
        )

    def covers(self, other: Depth) -> bool:
        """Whether what needs ``other`` is content with this; frames by people come from elsewhere."""
        return replace(self | other, frames=self.frames) == self


WORDS = Depth(1)
"""Tokens and one dependency tree: what every analysed text has."""
