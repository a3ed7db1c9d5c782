"""The picture of constituency trees: words at the bottom, every constituent above what it covers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.comparison.marks import Marks
from meantree.corpus.model import Side
from meantree.picture.shapes import Caption, Measure, Picture, Stroke, Thing

LEVEL = 32.0
WORD_GAP = 14.0
LABEL_GAP = 16.0
SENTENCE_GAP = 30.0
MARGIN = 12.0
WORD_ROOM = 38.0
HALF_LABEL = 9.0


def constituents_picture(
    tree: ConstituencyTree,
    words: Sequence[str],
    marks: Marks,
    measure: Measure,
    *,
    side: Side = "hypothesis",
    right_to_left: bool = False,
) -> Picture:
    """Place constituents so that nothing overlaps: each has a column as wide as it or its children need.

    Args:
        tree: of the whole text; several outermost constituents stand side by side.
        words: one for each token.
        marks: how constituents and words fared.
        measure: widths of texts.
        side: which text this is, for the keys of the shapes.
        right_to_left: words run from right to left.
    """
    below = tree.children()
    token = {leaf: index for index, leaf in enumerate(tree.leaves())}
    rooms = _rooms(tree, below, words, token, measure)
    heights = _heights(tree, below)
    tops = [node for node, parent in enumerate(tree.parents) if parent == TOP]
    width = MARGIN * 2 + sum(rooms[top] for top in tops) + SENTENCE_GAP * max(0, len(tops) - 1)
    centres = _centres(tree, below, rooms, tops)
    if right_to_left:
        centres = [width - x for x in centres]
    foot = MARGIN + LEVEL * max((heights[top] for top in tops), default=0)
    captions: list[Caption] = []
    strokes: list[Stroke] = []
    for node, label in enumerate(tree.labels):
        x, y = centres[node], foot - LEVEL * heights[node] + HALF_LABEL
        key: Thing = ("node", side, node)
        mark = marks.nodes.get(node)
        captions.append(Caption(x, y, measure(label, "label"), label, "label", key, mark, framed=True))
        for child in below[node]:
            bend = y + LEVEL / 2 + 1
            end = foot - LEVEL * heights[child]
            points = ((x, y + HALF_LABEL), (x, bend), (centres[child], bend), (centres[child], end))
            strokes.append(Stroke(points, (key, ("node", side, child))))
        if node in token:
            index = token[node]
            word = words[index]
            word_key: Thing = ("token", side, index)
            word_y = foot + WORD_ROOM
            captions.append(Caption(x, word_y, measure(word, "word"), word, "word", word_key, marks.tokens.get(index)))
            strokes.append(Stroke(((x, y + HALF_LABEL), (x, word_y - 10)), (key, word_key)))
    return Picture(tuple(strokes), tuple(captions), width, foot + WORD_ROOM + 18)


def _rooms(
    tree: ConstituencyTree,
    below: Sequence[Sequence[int]],
    words: Sequence[str],
    token: dict[int, int],
    measure: Measure,
) -> list[float]:
    """The width of each node's column."""
    rooms = [0.0] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        own = measure(tree.labels[node], "label") + LABEL_GAP
        inside = sum(rooms[child] for child in below[node])
        if node in token:
            inside = measure(words[token[node]], "word") + WORD_GAP
        rooms[node] = max(own, inside)
    return rooms


def _heights(tree: ConstituencyTree, below: Sequence[Sequence[int]]) -> list[int]:
    """Levels above the words, parts of speech at 0."""
    heights = [0] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if below[node]:
            heights[node] = 1 + max(heights[child] for child in below[node])
    return heights


def _centres(
    tree: ConstituencyTree, below: Sequence[Sequence[int]], rooms: Sequence[float], tops: Sequence[int]
) -> list[float]:
    centres = [0.0] * len(tree)
    lefts = [0.0] * len(tree)
    starts = accumulate((rooms[top] + SENTENCE_GAP for top in tops[:-1]), initial=MARGIN)
    for top, left in zip(tops, starts, strict=False):
        lefts[top] = left
    for node in range(len(tree)):
        centres[node] = lefts[node] + rooms[node] / 2
        left = lefts[node] + (rooms[node] - sum(rooms[child] for child in below[node])) / 2
        for child in below[node]:
            lefts[child] = left
            left += rooms[child]
    # A parent stands over the middle of its outer children, which its column leaves room for.
    for node in range(len(tree) - 1, -1, -1):
        if below[node]:
            middle = (centres[below[node][0]] + centres[below[node][-1]]) / 2
            half = rooms[node] / 2 - (LABEL_GAP / 2)
            centres[node] = min(max(middle, centres[node] - half), centres[node] + half) if half > 0 else centres[node]
    return centres
