"""The layout of a dependency tree as an arc diagram.

Coordinates are in pixels at scale 1, x to the right and y downwards. Arcs end at the foot of their row. If a width is
given, a long text is broken into rows: an arc between two rows leaves one at a margin and enters the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil, inf

from meantree.analysis.sentences import as_written
from meantree.analysis.tree import DependencyTree
from meantree.comparison.comparison import ComparedText
from meantree.picture.style import BY_HAND, IMPROBABLE, Measure

MARGIN = 12.0
SENTENCE_GAP = 34.0
EARLIEST = 0.7
"""A row may end after this share of the words for which it has room, if that cuts fewer arcs."""


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
LEAST_LEVEL, FLAT_LEVEL = 10.0, 1.0
"""Least distances between the levels of a picture, and of a row that is higher than the view nevertheless."""


@dataclass(frozen=True, slots=True)
class Arc:
    """From ``head`` to ``dependent``, tokens from 0 over the text; ``room`` is the width of its label."""

    dependent: int
    head: int
    label: str
    room: float

    @property
    def left(self) -> int:
        """The end on the left."""
        return min(self.dependent, self.head)

    @property
    def right(self) -> int:
        """The end on the right."""
        return max(self.dependent, self.head)


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
        self._leftwards: list[list[int]] = [[] for _ in widths]
        self._rightwards: list[list[int]] = [[] for _ in widths]
        """The arcs from each token to tokens on its left and on its right."""
        cut = [0] * (len(widths) + 1)
        for place, arc in enumerate(arcs):
            self._rightwards[arc.left].append(place)
            self._leftwards[arc.right].append(place)
            cut[arc.left + 1] += 1
            cut[arc.right + 1] -= 1
        self.cut = tuple(accumulate(cut))
        """Return how many arcs a break before each token cuts."""

    def broken(self, width: float | None) -> list[Row]:
        """Return rows of at most ``width`` unless a word is wider; one row without a limit."""
        rows = [self._first(0, inf if width is None else width)]
        while width is not None and rows[-1].end < len(self.widths):
            rows.append(self._first(rows[-1].end, width))
        return rows

    def _first(self, start: int, width: float) -> Row:
        """Return the row that begins at ``start``: of the longest rows that fit, the one that cuts fewest arcs."""
        centres, size = self._centres(start, width), len(self.widths)
        longest = self._fitting(centres, start, range(start + len(centres) - 1, start, -1), width)
        if longest == size:
            return self._row(centres, start, size)
        ends = range(ceil(start + EARLIEST * (longest - start)), longest + 1)
        last = size - 1  # is not left alone, such as a full stop
        ranked = sorted(ends, key=lambda end: (end == last, self.cut[end], -end))
        return self._row(centres, start, self._fitting(centres, start, ranked, width))

    def _fitting(self, centres: Sequence[float], start: int, ends: Iterable[int], width: float) -> int:
        """Return the first of ``ends`` at which a row fits; if it fits at none, that of a row of one word."""
        fitting = (end for end in ends if self._margin(centres, start, end) <= width)
        return next(fitting, min(start + 1, len(self.widths)))

    def _row(self, centres: Sequence[float], start: int, end: int) -> Row:
        here = {place for token in range(start, end) for place in (*self._leftwards[token], *self._rightwards[token])}
        chosen = [self.arcs[place] for place in sorted(here)]
        local = tuple((arc, _place(arc.dependent, start, end), _place(arc.head, start, end)) for arc in chosen)
        return Row(start, end, local, (*centres[: end - start + 1], self._margin(centres, start, end)))

    def _centres(self, start: int, width: float) -> list[float]:
        """Return the centres of words that are in a row of ``width`` at most, with room for them and for their arcs.

        The first one is the left margin. Where the row ends makes no difference to the others.
        """
        centres = [0.0]
        before = 0.0
        for token in range(start, len(self.widths)):
            gap = MARGIN if token == start else SENTENCE_GAP if token in self.starts else self.spacing.word
            x = centres[-1] + (before + self.widths[token]) / 2 + gap
            arriving = self._leftwards[token]
            for arc in (self.arcs[place] for place in arriving):
                x = max(x, self._end_of_label(arc, centres, start, len(arriving)))
            centres.append(x)
            before = self.widths[token]
            if x > width:
                break
        return centres

    def _margin(self, centres: Sequence[float], start: int, end: int) -> float:
        """Return the right margin of a row, with room for the labels of the arcs that go on in other rows."""
        x = centres[end - start] + (self.widths[end - 1] / 2 if end > start else 0.0) + MARGIN
        for token in range(start, end):
            for arc in (self.arcs[place] for place in self._rightwards[token]):
                if arc.right >= end:
                    x = max(x, self._end_of_label(arc, centres, start, 0))
        return x

    def _end_of_label(self, arc: Arc, centres: Sequence[float], start: int, arriving: int) -> float:
        """Return where an arc may end: right of its label, and of the arcs that leave or reach its words beside it."""
        x, ports = 0.0, arriving
        if arc.left >= start:
            x, ports = centres[arc.left - start + 1], arriving + len(self._rightwards[arc.left])
        return x + (arc.room + self.spacing.label) + self.spacing.port * ports


def _place(token: int, start: int, end: int) -> int:
    return min(max(token, start - 1), end) - start + 1


def _sentence_starts(tree: DependencyTree) -> set[int]:
    """Return the tokens that begin another tree than the token before."""
    owner = list(range(len(tree)))
    for index in range(len(tree)):
        node, seen = index, 0
        while tree.heads[node] >= 0 and seen <= len(tree):
            node, seen = tree.heads[node], seen + 1
        owner[index] = node
    return {index for index in range(1, len(tree)) if owner[index] != owner[index - 1]}


@dataclass(frozen=True, slots=True)
class TokenBox:
    """A word with its note below; ``x`` is its centre, ``y`` the foot of its row, ``index`` counts from 0."""

    index: int
    x: float
    width: float
    word: str
    note: str
    y: float


@dataclass(frozen=True, slots=True)
class ArcShape:
    """An arc from its head's foot up to ``top``, along and down to the dependent's foot, corners of ``radius``.

    Attributes:
        foot: of its row.
        has_dependent, has_head: whether this end is in this row; if not, its x is at the margin, and the arc goes
            on in the row of that end, as another shape of the same dependent and head.
    """

    dependent: int
    head: int
    label: str
    x_dependent: float
    x_head: float
    top: float
    foot: float
    radius: float
    label_width: float
    has_dependent: bool = True
    has_head: bool = True

    @property
    def arc(self) -> tuple[int, int]:
        """Dependent and head."""
        return self.dependent, self.head

    @property
    def is_whole(self) -> bool:
        """Whether both ends are in one row."""
        return self.has_dependent and self.has_head


@dataclass(frozen=True, slots=True)
class RootLine:
    """The line from above to a root, from ``top`` to the foot of its row."""

    x: float
    top: float
    foot: float


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """A whole picture; ``height`` is that of all rows."""

    tokens: tuple[TokenBox, ...]
    arcs: tuple[ArcShape, ...]
    roots: tuple[RootLine, ...]
    width: float
    height: float


def lay_out(
    text: ComparedText,
    measure: Measure,
    *,
    ghosts: Iterable[tuple[int, int, str]] = (),
    width: float | None = None,
    height: float | None = None,
    compact: bool = False,
) -> ArcLayout:
    """Place words, arcs and labels so that no two labels and no two words overlap.

    If the lengths of arcs are compared, longer ones are always higher, and labels say how many words their arcs span.

    Args:
        text: signs tell improbable labels and corrected arcs.
        ghosts: arcs ``(dependent, head, label)`` outside the tree.
        width: rows are broken so that none is wider, unless one word with its arcs is; None for one row.
        height: levels are closer if the picture would be higher, and so close that no row is; None for any height.
        compact: words and levels are closer, without the parts of speech.
    """
    spacing, tree = COMPACT if compact else ROOMY, text.tree
    tokens = list(_tokens(text, compact=compact))
    arcs = list(_arcs(text, ghosts, measure))
    widths = [max(measure(word, "word"), measure(note, "note")) for word, note in tokens]
    rows = Rows(widths, tree, arcs, spacing).broken(width)
    room, tree_roots = max(row.centres[-1] for row in rows), tree.roots
    boxes: list[TokenBox] = []
    shapes: list[ArcShape] = []
    roots: list[RootLine] = []
    all_levels = [_levels(row, by_span=text.spans) for row in rows]
    all_roots = [[root for root in tree_roots if row.start <= root < row.end] for row in rows]
    fixed = [(spacing.head if roots else spacing.gap) + spacing.lowest + spacing.feet for roots in all_roots]
    highest = [max(levels, default=0) for levels in all_levels]
    free, top, leftwards = inf if height is None else height, 0.0, text.right_to_left
    common = squeezed(spacing.level, LEAST_LEVEL, sum(highest), free - sum(fixed))
    for row, levels, most, own_roots, apart in zip(rows, all_levels, highest, all_roots, fixed, strict=True):
        level = squeezed(common, FLAT_LEVEL, most, free - apart)
        foot = top + apart - spacing.feet + level * most
        centres = [room - x if leftwards else x for x in (*row.centres[:-1], room)]
        for index, x in zip(range(row.start, row.end), centres[1:-1], strict=True):
            boxes.append(TokenBox(index, x, widths[index], *tokens[index], foot))
        shapes += _shapes(row, levels, centres, foot, replace(spacing, level=level))
        roots += [RootLine(boxes[root].x, top, foot) for root in own_roots]
        top = foot + spacing.feet
    return ArcLayout(tuple(boxes), tuple(shapes), tuple(roots), room, top)


def squeezed(level: float, least: float, levels: int, room: float) -> float:
    """Return the distance of levels, closer if ``levels`` of them have not enough ``room``, ``least`` at the least."""
    return min(level, max(least, room / max(1, levels)))


def _tokens(text: ComparedText, *, compact: bool) -> Iterator[tuple[str, str]]:
    """Yield words with their parts of speech; the sign of a corrected arc follows the latter, if they are drawn."""
    words = as_written(text.analysis)
    for index, (token, word) in enumerate(zip(text.analysis.tokens, words, strict=True)):
        sign = f" {BY_HAND}" if index in text.corrected else ""
        yield (word + sign, "") if compact else (word, f"{token.upos or token.xpos}{sign}".lstrip())


def _arcs(text: ComparedText, ghosts: Iterable[tuple[int, int, str]], measure: Measure) -> Iterator[Arc]:
    improbable = text.doubtful_arcs
    for dependent, head, name in (*text.tree.arcs(), *ghosts):
        label = name + IMPROBABLE * ((dependent, head, name) in improbable)
        label = f"{label} {abs(dependent - head)}".lstrip() if text.spans else label
        yield Arc(dependent, head, label, measure(label, "label"))


def _shapes(
    row: Row, levels: Sequence[int], centres: Sequence[float], foot: float, spacing: Spacing
) -> Iterator[ArcShape]:
    ports = _ports(row, levels)
    outwards = spacing.port if centres[-1] > centres[0] else -spacing.port
    last = len(centres) - 1
    for number, ((arc, *ends), level) in enumerate(zip(row.arcs, levels, strict=True)):
        x, other = (centres[end] + outwards * ports.get((number, end), 0.0) for end in ends)
        top = foot - spacing.lowest - spacing.level * (level - 1)
        radius = min(spacing.radius, abs(x - other) / 2, foot - top)
        here = (0 < end < last for end in ends)
        yield ArcShape(arc.dependent, arc.head, arc.label, x, other, top, foot, radius, arc.room, *here)


def _levels(row: Row, *, by_span: bool) -> list[int]:
    """Return heights from 1: above every shorter arc that an arc spans or crosses, or above all shorter arcs."""
    spans = [(min(ends), max(ends)) for _, *ends in row.arcs]
    sizes = [right - left for left, right in spans]
    if by_span:
        sizes = [abs(arc.dependent - arc.head) for arc, *_ in row.arcs]
    lowest = {size: rank if by_span else 1 for rank, size in enumerate(sorted(set(sizes)), start=1)}
    levels = [0] * len(spans)
    placed: list[int] = []
    for place in sorted(range(len(spans)), key=lambda index: (sizes[index], spans[index])):
        left, right = spans[place]
        below = [levels[other] for other in placed if spans[other][0] < right and left < spans[other][1]]
        levels[place] = max(lowest[sizes[place]], 1 + max(below, default=0))
        placed.append(place)
    return levels


def _ports(row: Row, levels: Sequence[int]) -> dict[tuple[int, int], float]:
    """Return where arcs end at a word, as offsets from its centre in ports; nested arcs never cross at their feet."""
    size = row.end - row.start
    sides: list[list[tuple[float, int]]] = [[] for _ in range(size + 2)]
    for number, (_, dependent, head) in enumerate(row.arcs):
        for end, other in ((dependent, head), (head, dependent)):
            # From left to right: arcs to the left, low ones first; then arcs to the right, high ones first.
            order = -1000.0 + levels[number] if other < end else 1000.0 - levels[number]
            sides[end].append((order, number))
    ports: dict[tuple[int, int], float] = {}
    for end, arriving in enumerate(sides[1:-1], start=1):
        arriving.sort()
        left = [number for order, number in arriving if order < 0]
        right = [number for order, number in arriving if order > 0]
        for rank, number in enumerate(reversed(left)):
            ports[number, end] = -rank - 0.5
        for rank, number in enumerate(right):
            ports[number, end] = rank + 0.5
    return ports
