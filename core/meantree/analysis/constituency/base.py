"""What every constituency parser can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from meantree.analysis.brackets import read_tree
from meantree.analysis.constituents import ConstituencyTree, NBestConstituents
from meantree.analysis.tree import Token


class ConstituencyParser(Protocol):
    """A loaded parser; the same ``fingerprint`` gives the same trees."""

    @property
    def fingerprint(self) -> str:
        """Name and version, as it stands in signatures."""
        ...

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents | None]:
        """Yield up to ``nbest`` trees over the tokens of each sentence, in order; None where a parse failed."""
        ...


def tree_over(brackets: str, size: int) -> ConstituencyTree | None:
    """The tree that another program wrote in brackets; None if it is not over ``size`` words.

    Raises:
        BracketError: if the brackets are no tree.
    """
    tree, words = read_tree(brackets)
    return tree if len(words) == size else None
