"""Rows of a dependency tree: which words stand in each, and where words and arcs stand from left to right.

In a row of n words the places are 0 for the left margin, 1 to n for the words and n + 1 for the right margin. An arc to
a word of another row goes to the margin that this word lies beyond.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from meantree.analysis.tree import DependencyTree

MARGIN = 12.0
SENTENCE_GAP = 34.0
EARLIEST = 0.7
"""A row may end after this share of the words that it has room for, where fewer arcs are cut there."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances in pixels: between words, between arcs on a word, around labels; heights of levels, roots and words."""

    word: float = 14.0
    port: float = 6.0
    label: float = 14.0
    level: float = 21.0
    lowest: float = 26.0
    radius: float = 16.0
    head: float = 18.0
    gap: float = 4.0
    feet: float = 46.0


ROOMY = Spacing()
COMPACT = Spacing(word=8.0, port=4.0, label=8.0, level=15.0, lowest=17.0, radius=10.0, head=14.0, feet=28.0)


@dataclass(frozen=True, slots=True)
class Arc:
    """From ``head`` to ``dependent``, tokens from 0 over the text; ``room`` is the width of its label."""

    dependent: int
    head: int
    label: str
    room: float


@dataclass(frozen=True, slots=True)
class Row:
    """The words from ``start`` to before ``end``, and the arcs that one of them has.

    Attributes:
        arcs: each with the places of its dependent and its head in the row.
        centres: x of each place; the last is the row's width.
    """

    start: int
    end: int
    arcs: tuple[tuple[Arc, int, int], ...]
    centres: tuple[float, ...]


class Rows:
    """Breaks a text into rows."""

    def __init__(self, widths: Sequence[float], tree: DependencyTree, arcs: Sequence[Arc], spacing: Spacing) -> None:
        self.widths, self.arcs, self.spacing = widths, arcs, spacing
        self.starts = _sentence_starts(tree)
        self._arcs_of: list[list[int]] = [[] for _ in widths]
        cut = [0] * (len(widths) + 1)
        for place, arc in enumerate(arcs):
            left, right = sorted((arc.dependent, arc.head))
            for end in (left, right):
                self._arcs_of[end].append(place)
            cut[left + 1] += 1
            cut[right + 1] -= 1
        self.cut = tuple(accumulate(cut))
        """How many arcs a break before each token cuts."""

    def broken(self, width: float | None) -> list[Row]:
        """The rows, each as wide as ``width`` at most unless it has one word only; one row where there is no limit."""
        whole = self.row(0, len(self.widths))
        if width is None or whole.centres[-1] <= width:
            return [whole]
        rows: list[Row] = []
        while not rows or rows[-1].end < len(self.widths):
            rows.append(self._first(rows[-1].end if rows else 0, width))
        return rows

    def row(self, start: int, end: int) -> Row:
        """A row of these words."""
        places = sorted({place for token in range(start, end) for place in self._arcs_of[token]})
        chosen = [self.arcs[place] for place in places]
        local = tuple((arc, _place(arc.dependent, start, end), _place(arc.head, start, end)) for arc in chosen)
        return Row(start, end, local, tuple(self._centres(start, end, local)))

    def _first(self, start: int, width: float) -> Row:
        """The row that begins at ``start``: of the longest ones that fit, that which cuts fewest arcs."""
        fitting = [self.row(start, start + 1)]
        words = MARGIN + self.widths[start]
        for end in range(start + 2, len(self.widths) + 1):
            words += self.widths[end - 1] + self.spacing.word
            if words > width:
                break
            row = self.row(start, end)
            if row.centres[-1] <= width:
                fitting.append(row)
        longest = fitting[-1]
        earliest = start + EARLIEST * (longest.end - start)
        late = [row for row in fitting if row.end >= earliest]
        return longest if longest.end == len(self.widths) else min(late, key=lambda row: (self.cut[row.end], -row.end))

    def _centres(self, start: int, end: int, arcs: Sequence[tuple[Arc, int, int]]) -> list[float]:
        """Far enough apart for words, and for the labels of the arcs above them."""
        size, spacing = end - start, self.spacing
        needs: dict[int, list[tuple[int, float]]] = {}
        feet = [[0] * (size + 2) for _ in ("to the left", "to the right")]  # on each word, none at the margins
        for arc, *ends in arcs:
            left, right = sorted(ends)
            needs.setdefault(right, []).append((left, arc.room + spacing.label))
            feet[0][right] += right <= size
            feet[1][left] += left > 0
        widths = [0.0, *self.widths[start:end], 0.0]
        centres = [0.0]
        for place in range(1, size + 2):
            gap = MARGIN
            if 1 < place <= size:
                gap = SENTENCE_GAP if start + place - 1 in self.starts else spacing.word
            x = centres[-1] + (widths[place - 1] + widths[place]) / 2 + gap
            for left, room in needs.get(place, ()):
                x = max(x, centres[left] + room + spacing.port * (feet[1][left] + feet[0][place]))
            centres.append(x)
        return centres


def _place(token: int, start: int, end: int) -> int:
    return min(max(token, start - 1), end) - start + 1


def _sentence_starts(tree: DependencyTree) -> set[int]:
    """Tokens that begin another tree than the token before."""
    owner = list(range(len(tree)))
    for index in range(len(tree)):
        node, seen = index, 0
        while tree.heads[node] >= 0 and seen <= len(tree):
            node, seen = tree.heads[node], seen + 1
        owner[index] = node
    return {index for index in range(1, len(tree)) if owner[index] != owner[index - 1]}
