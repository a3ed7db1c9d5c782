"""What the views show: plain values, made elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from meantree.analysis.constituents import ConstituencyForest, ConstituencyTree
from meantree.analysis.forest import Analysis, Forest
from meantree.analysis.tree import DependencyTree
from meantree.comparison.links import WordLink
from meantree.comparison.marks import Marks
from meantree.metrics.base import Structure


@dataclass(frozen=True, slots=True)
class TextContent:
    """One text with the tree to draw.

    Attributes:
        title: stands above the tree.
        analysis: tokens and n-best lists.
        tree: dependencies over all tokens of the text.
        marks: how arcs, constituents and tokens fared in the metric in focus.
        probabilities: the expectation of each arc ``(dependent, head, label)`` over the n-best list.
        ranks: for each sentence the 0-based rank of the parse that is shown, -1 for the analyser's own.
        constituency: the constituency tree, where that is what is to be drawn.
        lists: the n-best list of each sentence, of the kind that is drawn; None where there is none.
        spans: whether the length of arcs is what matters.
        corrected: tokens whose arc a person set.
    """

    title: str
    analysis: Analysis
    tree: DependencyTree
    marks: Marks
    probabilities: Mapping[tuple[int, int, str], float]
    ranks: tuple[int, ...] = ()
    constituency: ConstituencyTree | None = None
    lists: tuple[Forest | ConstituencyForest | None, ...] = ()
    spans: bool = False
    corrected: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class PairContent:
    """A hypothesis beside a reference.

    Attributes:
        hypothesis, reference: the texts.
        links: pairs of token indices that probably belong together, for the eye.
        structure: what the metric in focus compares, and therefore what is drawn.
        word_links: the words that a metric of plain texts put together.
        rule: what decides how things are drawn, for the legend.
    """

    hypothesis: TextContent
    reference: TextContent
    links: tuple[tuple[int, int], ...] = ()
    structure: Structure = "dependencies"
    word_links: tuple[WordLink, ...] = ()
    rule: str = ""
