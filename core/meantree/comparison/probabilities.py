"""How probable is what is drawn of a text: its arcs, constituents and parts of frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final, TypeVar

from meantree.alignment.linked_frames import LinkedFrames, frames_of
from meantree.analysis.frames import Part
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree
from meantree.corpus.corpus import SIDES, Side

Thing = TypeVar("Thing")
DOUBTFUL: Final = 0.7
"""What is less probable gets a sign. Of the arcs of EWT dev these are 9 %, of which 4 in 10 are right."""


def doubtful(probabilities: Mapping[Thing, float]) -> frozenset[Thing]:
    """Return what gets a sign."""
    return frozenset(one for one, probability in probabilities.items() if probability < DOUBTFUL)


def arc_probabilities(text: Analysis, tree: DependencyTree) -> dict[tuple[int, int, str], float]:
    """Return how probable each arc is over all trees of its sentence, those of ``tree`` among them.

    Empty where the parser has no such probabilities. A person set the arcs of the corrected tokens: they have none.
    """
    found: dict[tuple[int, int, str], float] = {}
    for sentence, offset in zip(text.sentences, text.offsets, strict=True):
        if sentence.all_trees is not None:
            drawn = dict.fromkeys((arc for arc in tree.arcs() if offset <= arc[0] < offset + len(sentence.tokens)), 0.0)
            expected = sentence.all_trees.expected_arcs().items()
            found |= drawn | {(one + offset, two + offset, label): value for (one, two, label), value in expected}
    return {arc: value for arc, value in found.items() if arc[0] not in text.corrected}


def node_probabilities(text: Analysis, ranks: Sequence[int]) -> dict[int, float]:
    """Return how probable constituents are over all trees, by their places in the trees of ``ranks`` as one structure.

    Parts of speech have none, nor have trees by a parser that says nothing of it.
    """
    lists = [sentence.constituents for sentence in text.sentences]
    trees = [(one, one.tree(max(rank, 0))) for one, rank in zip(lists, ranks, strict=True) if one is not None]
    offsets = accumulate((len(tree) for _, tree in trees), initial=0)
    return {
        node: one.spans[*span, label]
        for (one, tree), offset in zip(trees, offsets, strict=False)
        for node, (span, label) in enumerate(zip(tree.spans(), tree.labels, strict=True), start=offset)
        if (*span, label) in one.spans
    }


def part_probabilities(frames: LinkedFrames) -> dict[tuple[Side, Part], float]:
    """Return how probable predicates and fillers are to the labeller, as far as it says so."""
    found: dict[tuple[Side, Part], float | None] = {}
    for side in SIDES:
        for place, frame in enumerate(frames_of(frames, side)):
            found[side, (place, None)] = frame.probability
            found |= {(side, (place, number)): one.probability for number, one in enumerate(frame.fillers)}
    return {part: probability for part, probability in found.items() if probability is not None}
