"""What a person said of the links between the words of two texts, in place of an aligner."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fixed:
    """Pairs ``(token of the hypothesis, token of the reference)``, 0-based over the whole texts; false without any.

    Attributes:
        linked: pairs that stand for each other.
        unlinked: pairs that do not.
    """

    linked: frozenset[tuple[int, int]] = frozenset()
    unlinked: frozenset[tuple[int, int]] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.pairs)

    @property
    def pairs(self) -> frozenset[tuple[int, int]]:
        """All that something was said of."""
        return self.linked | self.unlinked


NOTHING_FIXED = Fixed()
"""Nobody said anything."""
