"""What the tree views draw: plain values, built by whoever shows a segment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meantree.analysis.forest import Analysis
from meantree.analysis.tree import DependencyTree
from meantree.metrics.evidence import Marks


@dataclass(frozen=True, slots=True)
class TextContent:
    """One text with the tree drawn over it; token indices count from 0 over the whole text.

    Attributes:
        title: what stands above the picture (``Hypothesis · UEdin``).
        analysis: the text's words and n-best lists.
        tree: the structure drawn, a root for each sentence.
        marks: how arcs and words are drawn.
        probabilities: the expectation of each arc ``(dependent, head, label)`` over the n-best list.
        ranks: for each sentence the 0-based rank shown, -1 (also where missing) for the analyser's own tree.
    """

    title: str
    analysis: Analysis
    tree: DependencyTree
    marks: Marks
    probabilities: Mapping[tuple[int, int, str], float]
    ranks: tuple[int, ...] = ()

    def rank(self, sentence: int) -> int:
        """The rank shown of 0-based ``sentence``, -1 for the analyser's own tree."""
        return self.ranks[sentence] if sentence < len(self.ranks) else -1


@dataclass(frozen=True, slots=True)
class PairContent:
    """A hypothesis beside its reference, if it has one.

    Attributes:
        hypothesis, reference: the two texts.
        links: word links ``(hypothesis token, reference token)`` for hints on hovering.
    """

    hypothesis: TextContent
    reference: TextContent | None
    links: tuple[tuple[int, int], ...] = ()
