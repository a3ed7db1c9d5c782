"""The picture of constituency trees: words at the bottom, every constituent above its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.analysis.sentences import as_written
from meantree.comparison.comparison import ComparedText
from meantree.comparison.marks import Marks
from meantree.corpus.corpus import Side
from meantree.picture.arc_layout import squeezed
from meantree.picture.shapes import Caption, ElementKey, Picture, Stroke
from meantree.picture.style import IMPROBABLE, Measure

EARLIEST = 0.7
"""A row may end after this share of the words for which it has room, if that cuts fewer constituents."""
ELLIPSIS = "…"
MOST_CONTINUED = 6
"""Maximum number of named constituents that continue from another row; of more the last ones."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """The part of a tree in one row.

    Attributes:
        start, end: the tokens of the row, 0-based over the text, end exclusive.
        nodes: for each of its nodes that of the whole tree, None for a line of those that only lead on.
    """

    start: int
    end: int
    tree: ConstituencyTree
    nodes: tuple[int | None, ...]


def whole(tree: ConstituencyTree) -> Fragment:
    """Return a tree in one row."""
    return Fragment(0, len(tree.leaves()), tree, tuple(range(len(tree))))


def fragments(tree: ConstituencyTree, fits: Callable[[Fragment], bool]) -> Iterator[Fragment]:
    """Return rows that fit, with at least one word; of the longest rows those that cut the fewest constituents."""
    spans = tree.spans()
    size = len(tree.leaves())
    cut = _cut(spans, size)
    start = 0
    while start < size:
        fitting = [fragment(tree, spans, start, start + 1)]
        for end in range(start + 2, size + 1):
            row = fragment(tree, spans, start, end)
            if not fits(row):
                break
            fitting.append(row)
        longest = fitting[-1]
        late = [row for row in fitting if row.end >= start + EARLIEST * (longest.end - start)]
        chosen = longest if longest.end == size else min(late, key=lambda row: (cut[row.end], -row.end))
        yield chosen
        start = chosen.end


def fragment(tree: ConstituencyTree, spans: list[tuple[int, int]], start: int, end: int) -> Fragment:
    """Return the part of a tree above these tokens."""
    inside = [node for node, (first, last) in enumerate(spans) if first < end and last > start]
    child_counts = dict.fromkeys(inside, 0)
    for node in inside:
        if tree.parents[node] != TOP:
            child_counts[tree.parents[node]] += 1
    labels: list[str] = []
    parents: list[int] = []
    nodes: list[int | None] = []
    place: dict[int, int] = {}
    for node in inside:
        first, last = spans[node]
        parent = tree.parents[node]
        above = TOP if parent == TOP else place[parent]
        continues = first < start and child_counts[node] == 1
        if continues and above != TOP and nodes[above] is None:
            labels[above] = _with_more(labels[above], tree.labels[node])
            place[node] = above
            continue
        place[node] = len(labels)
        before = f"{ELLIPSIS} " if first < start else ""
        after = f" {ELLIPSIS}" if last > end and not continues else ""
        labels.append(f"{before}{tree.labels[node]}{after}")
        parents.append(above)
        nodes.append(None if continues else node)
    return Fragment(start, end, ConstituencyTree(tuple(labels), tuple(parents)), tuple(nodes))


def _with_more(line: str, label: str) -> str:
    named = [*line.split()[1:], label]
    return " ".join((ELLIPSIS, *named[-MOST_CONTINUED:]))


def _cut(spans: list[tuple[int, int]], size: int) -> list[int]:
    """Return how many constituents a break before each token cuts."""
    changes = [0] * (size + 2)
    for start, end in spans:
        changes[start + 1] += 1
        changes[end] -= 1
    return list(accumulate(changes))


LEVEL, LEAST_LEVEL = 32.0, 20.0
WORD_GAP = 14.0
LABEL_GAP = 16.0
SENTENCE_GAP = 30.0
MARGIN = 12.0
WORD_ROOM = 38.0
HALF_LABEL = 9.0
BELOW = 18.0
ROW_GAP = 12.0


def constituents_picture(
    text: ComparedText,
    measure: Measure,
    *,
    side: Side = "hypothesis",
    width: float | None = None,
    height: float | None = None,
) -> Picture:
    """Return a layout of constituents without overlaps: each has a column as wide as it or its children need.

    Args:
        text: with constituents; several roots are side by side, and labels of improbable ones have a sign.
        side: which text this is, for the keys of the shapes.
        width: a wider tree is broken into rows, none of which is wider
            unless it has a single word; None for one row.
        height: the levels of a higher tree are closer; None for any height.
    """
    tree, words = _signed(text), as_written(text.analysis)
    levels = max(_heights(tree, tree.children()), default=0)
    level = squeezed(LEVEL, LEAST_LEVEL, levels, inf if height is None else height - MARGIN - WORD_ROOM - BELOW)
    rows = [_laid_out(whole(tree), words, measure, level)]
    if width is not None and rows[0].width > width:
        fitting = fragments(tree, lambda part: _width(part.tree, _rooms(part, words, measure)) <= width)
        rows = [_laid_out(part, words, measure, level) for part in fitting]
    room = max(row.width for row in rows)
    captions: list[Caption] = []
    strokes: list[Stroke] = []
    top = 0.0
    for row in rows:
        if text.right_to_left:
            row = replace(row, centres=tuple(room - x for x in row.centres))
        _draw(row, top, words, text.marks, measure, side, captions, strokes)
        top += row.foot + WORD_ROOM + BELOW + ROW_GAP
    return Picture(tuple(strokes), tuple(captions), room, top - ROW_GAP)


def _signed(text: ComparedText) -> ConstituencyTree:
    assert text.constituency is not None
    improbable = text.doubtful_nodes
    labels = (label + IMPROBABLE * (node in improbable) for node, label in enumerate(text.constituency.labels))
    return replace(text.constituency, labels=tuple(labels))


@dataclass(frozen=True, slots=True)
class _Row:
    """A row: the x of each node, its level above the words, and the y of the parts of speech from the row's top.

    ``level`` is the distance between two levels in pixels.
    """

    fragment: Fragment
    centres: tuple[float, ...]
    heights: Sequence[int]
    width: float
    foot: float
    level: float


def _laid_out(fragment: Fragment, words: Sequence[str], measure: Measure, level: float) -> _Row:
    tree, below = fragment.tree, fragment.tree.children()
    rooms, heights = _rooms(fragment, words, measure), _heights(tree, below)
    centres = _centres(tree, below, rooms, _tops(tree))
    foot = MARGIN + level * max((heights[top] for top in _tops(tree)), default=0)
    return _Row(fragment, tuple(centres), heights, _width(tree, rooms), foot, level)


def _tops(tree: ConstituencyTree) -> list[int]:
    return [node for node, parent in enumerate(tree.parents) if parent == TOP]


def _width(tree: ConstituencyTree, rooms: Sequence[float]) -> float:
    tops = _tops(tree)
    return MARGIN * 2 + sum(rooms[top] for top in tops) + SENTENCE_GAP * max(0, len(tops) - 1)


def _draw(
    row: _Row,
    top: float,
    words: Sequence[str],
    marks: Marks,
    measure: Measure,
    side: Side,
    captions: list[Caption],
    strokes: list[Stroke],
) -> None:
    tree, below = row.fragment.tree, row.fragment.tree.children()
    token = {leaf: row.fragment.start + place for place, leaf in enumerate(tree.leaves())}
    keys: list[ElementKey | None] = [None if node is None else ("node", side, node) for node in row.fragment.nodes]
    foot = top + row.foot
    for place, (label, key, x) in enumerate(zip(tree.labels, keys, row.centres, strict=True)):
        y = foot - row.level * row.heights[place] + HALF_LABEL
        mark = None if key is None else marks.nodes.get(key[2])
        captions.append(Caption(x, y, measure(label, "label"), label, "label", key, mark, framed=key is not None))
        for child in below[place]:
            bend = y + row.level / 2 + 1
            end = foot - row.level * row.heights[child]
            points = ((x, y + HALF_LABEL), (x, bend), (row.centres[child], bend), (row.centres[child], end))
            strokes.append(Stroke(points, tuple(node for node in (key, keys[child]) if node is not None)))
        if place in token:
            word = words[token[place]]
            word_key: ElementKey = ("token", side, token[place])
            word_y, mark = foot + WORD_ROOM, marks.tokens.get(token[place])
            error = marks.severity(token[place])
            captions.append(Caption(x, word_y, measure(word, "word"), word, "word", word_key, mark, error=error))
            strokes.append(Stroke(((x, y + HALF_LABEL), (x, word_y - 10)), (*filter(None, [key]), word_key)))


def _rooms(fragment: Fragment, words: Sequence[str], measure: Measure) -> list[float]:
    """Return the width of each node's column."""
    tree, below = fragment.tree, fragment.tree.children()
    token = {leaf: fragment.start + place for place, leaf in enumerate(tree.leaves())}
    rooms = [0.0] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        own = measure(tree.labels[node], "label") + LABEL_GAP
        inside = sum(rooms[child] for child in below[node])
        if node in token:
            inside = measure(words[token[node]], "word") + WORD_GAP
        rooms[node] = max(own, inside)
    return rooms


def _heights(tree: ConstituencyTree, below: Sequence[Sequence[int]]) -> list[int]:
    """Return levels above the words, parts of speech at 0."""
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
    # A parent is centred over its outer children, for which its column has room.
    for node in range(len(tree) - 1, -1, -1):
        if below[node]:
            middle = (centres[below[node][0]] + centres[below[node][-1]]) / 2
            half = rooms[node] / 2 - (LABEL_GAP / 2)
            centres[node] = min(max(middle, centres[node] - half), centres[node] + half) if half > 0 else centres[node]
    return centres
