"""Probabilities of the drawn arcs, constituents and parts of frames of a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, TypeVar

from meantree.alignment.linked_frames import LinkedFrames, frames_of
from meantree.analysis.frames import Part
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree
from meantree.corpus.corpus import SIDES, Side

Element = TypeVar("Element")
DOUBTFUL: Final = 0.7
"""Less probable elements get a sign. These are 9 % of the arcs of EWT dev, of which 40 % are correct."""


def doubtful(probabilities: Mapping[Element, float]) -> frozenset[Element]:
    """Return the elements that get a sign."""
    return frozenset(element for element, probability in probabilities.items() if probability < DOUBTFUL)


def arc_probabilities(text: Analysis, tree: DependencyTree) -> dict[tuple[int, int, str], float]:
    """Return the probability of each arc over all trees of its sentence, including the arcs of ``tree``.

    Empty if the parser has no such probabilities. Corrected arcs have none.
    """
    probabilities: dict[tuple[int, int, str], float] = {}
    for sentence, offset in zip(text.sentences, text.offsets, strict=True):
        if sentence.all_trees is not None:
            drawn = dict.fromkeys((arc for arc in tree.arcs() if offset <= arc[0] < offset + len(sentence.tokens)), 0.0)
            expected = sentence.all_trees.expected_arcs().items()
            probabilities |= drawn | {
                (dependent + offset, head + offset, label): value for (dependent, head, label), value in expected
            }
    return {arc: value for arc, value in probabilities.items() if arc[0] not in text.corrected}


def node_probabilities(text: Analysis, ranks: Sequence[int]) -> dict[int, float]:
    """Return the probability of constituents over all trees, by their index in the trees of ``ranks`` together.

    Parts of speech have none, nor have trees by a parser without such probabilities.
    """
    lists = [sentence.constituents for sentence in text.sentences]
    trees = [
        (parses, parses.tree(max(rank, 0))) for parses, rank in zip(lists, ranks, strict=True) if parses is not None
    ]
    offsets = accumulate((len(tree) for _, tree in trees), initial=0)
    return {
        node: parses.spans[*span, label]
        for (parses, tree), offset in zip(trees, offsets, strict=False)
        for node, (span, label) in enumerate(zip(tree.spans(), tree.labels, strict=True), start=offset)
        if (*span, label) in parses.spans
    }


def part_probabilities(frames: LinkedFrames) -> dict[tuple[Side, Part], float]:
    """Return the labeller's probabilities of predicates and fillers, if it has any."""
    probabilities: dict[tuple[Side, Part], float | None] = {}
    for side in SIDES:
        for place, frame in enumerate(frames_of(frames, side)):
            probabilities[side, (place, None)] = frame.probability
            probabilities |= {
                (side, (place, number)): filler.probability for number, filler in enumerate(frame.fillers)
            }
    return {part: probability for part, probability in probabilities.items() if probability is not None}
