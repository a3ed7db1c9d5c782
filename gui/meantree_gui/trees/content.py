"""What the tree views show: plain values, made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meantree.analysis.forest import Analysis
from meantree.analysis.tree import DependencyTree
from meantree.metrics.evidence import Marks


@dataclass(frozen=True, slots=True)
class TextContent:
    """One text with the tree to draw.

    Attributes:
        title: stands above the tree.
        analysis: tokens and n-best lists.
        tree: over all tokens of the text.
        marks: how arcs and tokens fared in the metric in focus.
        probabilities: the expectation of each arc ``(dependent, head, label)`` over the n-best list.
        ranks: for each sentence the 0-based rank of the parse that is shown, -1 for the analyser's own.
    """

    title: str
    analysis: Analysis
    tree: DependencyTree
    marks: Marks
    probabilities: Mapping[tuple[int, int, str], float]
    ranks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PairContent:
    """A hypothesis beside a reference; ``links`` are pairs of token indices that belong together."""

    hypothesis: TextContent
    reference: TextContent
    links: tuple[tuple[int, int], ...] = ()
