"""Rows of a constituency tree: which words stand in each, and what of the tree stands above them.

A constituent that goes on in another row stands in each of them, with an ellipsis at the side where it goes on. Those
that only lead on to one constituent of a later row are named there together, in one line above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from meantree.analysis.constituents import TOP, ConstituencyTree

EARLIEST = 0.7
"""A row may end after this share of the words that it has room for, where fewer constituents are cut there."""
ELLIPSIS = "…"
MOST_NAMED = 6
"""Of those that only lead on; of more the last ones."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """What stands in one row.

    Attributes:
        start, end: the tokens of the row, 0-based over the text, end exclusive.
        tree: of these tokens alone.
        nodes: for each of its nodes that of the whole tree, None for a line of those that only lead on.
    """

    start: int
    end: int
    tree: ConstituencyTree
    nodes: tuple[int | None, ...]


def whole(tree: ConstituencyTree) -> Fragment:
    """All in one row."""
    return Fragment(0, len(tree.leaves()), tree, tuple(range(len(tree))))


def fragments(tree: ConstituencyTree, fits: Callable[[Fragment], bool]) -> Iterator[Fragment]:
    """Rows that fit, one word at least in each; of the longest ones those that cut the fewest constituents."""
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
    """The part of a tree above these tokens.

    Args:
        tree: the whole one.
        spans: of its nodes.
        start, end: of the tokens.
    """
    kept = [node for node, (first, last) in enumerate(spans) if first < end and last > start]
    inside = dict.fromkeys(kept, 0)
    for node in kept:
        if tree.parents[node] != TOP:
            inside[tree.parents[node]] += 1
    labels: list[str] = []
    parents: list[int] = []
    nodes: list[int | None] = []
    place: dict[int, int] = {}
    for node in kept:
        first, last = spans[node]
        parent = tree.parents[node]
        above = TOP if parent == TOP else place[parent]
        leads_on = first < start and inside[node] == 1
        if leads_on and above != TOP and nodes[above] is None:
            labels[above] = _with_more(labels[above], tree.labels[node])
            place[node] = above
            continue
        place[node] = len(labels)
        before = f"{ELLIPSIS} " if first < start else ""
        after = f" {ELLIPSIS}" if last > end and not leads_on else ""
        labels.append(f"{before}{tree.labels[node]}{after}")
        parents.append(above)
        nodes.append(None if leads_on else node)
    return Fragment(start, end, ConstituencyTree(tuple(labels), tuple(parents)), tuple(nodes))


def _with_more(line: str, label: str) -> str:
    named = [*line.split()[1:], label]
    return " ".join((ELLIPSIS, *named[-MOST_NAMED:]))


def _cut(spans: list[tuple[int, int]], size: int) -> list[int]:
    """How many constituents a break before each token cuts."""
    changes = [0] * (size + 2)
    for start, end in spans:
        changes[start + 1] += 1
        changes[end] -= 1
    return list(accumulate(changes))
