"""The layout of a dependency tree as an arc diagram: plain numbers, no toolkit.

Coordinates are in pixels at scale 1, x to the right and y downwards; arcs stand on ``ArcLayout.foot``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meantree.analysis.tree import DependencyTree
from meantree.picture.shapes import Measure

WORD_GAP = 14.0
SENTENCE_GAP = 34.0
PORT_GAP = 6.0
LABEL_PAD = 14.0
LEVEL = 21.0
LOWEST = 26.0
RADIUS = 16.0
MARGIN = 12.0
ROOT_HEAD = 18.0


@dataclass(frozen=True, slots=True)
class TokenBox:
    """A word with its note below; ``x`` is its centre, ``index`` counts from 0."""

    index: int
    x: float
    width: float
    word: str
    note: str


@dataclass(frozen=True, slots=True)
class ArcShape:
    """An arc from its head's foot up to ``top``, along and down to the dependent's foot, corners of ``radius``."""

    dependent: int
    head: int
    label: str
    x_dependent: float
    x_head: float
    top: float
    radius: float
    label_width: float
    ghost: bool = False


@dataclass(frozen=True, slots=True)
class ArcLayout:
    """A whole picture: ``foot`` is the y where arcs meet words; roots are ``(token, x)``."""

    tokens: tuple[TokenBox, ...]
    arcs: tuple[ArcShape, ...]
    roots: tuple[tuple[int, float], ...]
    width: float
    foot: float


def lay_out(
    words: Sequence[str],
    notes: Sequence[str],
    tree: DependencyTree,
    measure: Measure,
    *,
    ghosts: Iterable[tuple[int, int, str]] = (),
    spans: bool = False,
    right_to_left: bool = False,
) -> ArcLayout:
    """Place words, arcs and labels so that no two labels and no two words overlap.

    Args:
        words, notes: one a token; notes (parts of speech, say) stand below the words and may be empty.
        tree: over the same tokens; a root a sentence.
        measure: widths of texts.
        ghosts: arcs ``(dependent, head, label)`` outside the tree, drawn faintly.
        spans: longer arcs stand higher wherever they are, and each label says how many words its arc spans.
        right_to_left: words run from right to left.
    """
    arcs = [(*arc, False) for arc in tree.arcs()] + [(*arc, True) for arc in ghosts]
    if spans:
        arcs = [(child, head, f"{label} {abs(child - head)}".lstrip(), ghost) for child, head, label, ghost in arcs]
    widths = [max(measure(word, "word"), measure(note, "note")) for word, note in zip(words, notes, strict=True)]
    centres = _centres(widths, tree, arcs, measure)
    levels = _levels(arcs, by_span=spans)
    ports = _ports(arcs, levels, len(words))
    foot = ROOT_HEAD + LOWEST + LEVEL * max(levels, default=0)
    width = (centres[-1] + widths[-1] / 2 if words else 0.0) + MARGIN
    shapes = []
    for place, (arc, level) in enumerate(zip(arcs, levels, strict=True)):
        ends = [_mirrored(centres[end] + ports[place, end], width, right_to_left) for end in arc[:2]]
        shapes.append(_shape(arc, level, ends, foot, measure))
    boxes = tuple(
        TokenBox(index, _mirrored(centres[index], width, right_to_left), widths[index], words[index], notes[index])
        for index in range(len(words))
    )
    return ArcLayout(boxes, tuple(shapes), tuple((root, boxes[root].x) for root in tree.roots), width, foot)


Arc = tuple[int, int, str, bool]


def _mirrored(x: float, width: float, right_to_left: bool) -> float:
    return width - x if right_to_left else x


def _shape(arc: Arc, level: int, ends: Sequence[float], foot: float, measure: Measure) -> ArcShape:
    dependent, head, label, ghost = arc
    top = foot - LOWEST - LEVEL * (level - 1)
    radius = min(RADIUS, abs(ends[0] - ends[1]) / 2, foot - top)
    return ArcShape(dependent, head, label, ends[0], ends[1], top, radius, measure(label, "label"), ghost)


def _centres(widths: Sequence[float], tree: DependencyTree, arcs: Sequence[Arc], measure: Measure) -> list[float]:
    """Word centres from left to right, far enough apart for words and for the labels of the arcs above them."""
    needs: dict[int, list[tuple[int, float]]] = {}
    degree = [0] * len(widths)
    for dependent, head, label, _ in arcs:
        left, right = sorted((dependent, head))
        needs.setdefault(right, []).append((left, measure(label, "label") + LABEL_PAD))
        degree[left] += 1
        degree[right] += 1
    starts = _sentence_starts(tree)
    centres: list[float] = []
    for index, width in enumerate(widths):
        if not index:
            centres.append(MARGIN + max(width, degree[0] * PORT_GAP) / 2)
            continue
        gap = SENTENCE_GAP if index in starts else WORD_GAP
        x = centres[-1] + (widths[index - 1] + width) / 2 + gap
        for left, room in needs.get(index, ()):
            x = max(x, centres[left] + room + PORT_GAP * (degree[left] + degree[index]) / 2)
        centres.append(x)
    return centres


def _sentence_starts(tree: DependencyTree) -> set[int]:
    """Tokens that begin another tree than the token before."""
    owner = list(range(len(tree)))
    for index in range(len(tree)):
        node, seen = index, 0
        while tree.heads[node] >= 0 and seen <= len(tree):
            node, seen = tree.heads[node], seen + 1
        owner[index] = node
    return {index for index in range(1, len(tree)) if owner[index] != owner[index - 1]}


def _levels(arcs: Sequence[Arc], *, by_span: bool) -> list[int]:
    """Heights from 1: above every shorter arc that an arc spans or crosses, or above every shorter one at all."""
    spans = [(min(arc[:2]), max(arc[:2])) for arc in arcs]
    lengths = sorted({right - left for left, right in spans})
    lowest = {length: rank if by_span else 1 for rank, length in enumerate(lengths, start=1)}
    levels = [0] * len(arcs)
    placed: list[int] = []
    for place in sorted(range(len(arcs)), key=lambda index: (spans[index][1] - spans[index][0], spans[index])):
        left, right = spans[place]
        below = [levels[other] for other in placed if spans[other][0] < right and left < spans[other][1]]
        levels[place] = max(lowest[right - left], 1 + max(below, default=0))
        placed.append(place)
    return levels


def _ports(arcs: Sequence[Arc], levels: Sequence[int], size: int) -> dict[tuple[int, int], float]:
    """Where on a word each arc stands, as an offset from its centre; nested arcs never cross at their feet."""
    sides: list[list[tuple[float, int]]] = [[] for _ in range(size)]
    for place, (dependent, head, _, _) in enumerate(arcs):
        for end, other in ((dependent, head), (head, dependent)):
            # From left to right: arcs to the left, low ones first; then arcs to the right, high ones first.
            order = -1000.0 + levels[place] if other < end else 1000.0 - levels[place]
            sides[end].append((order, place))
    ports: dict[tuple[int, int], float] = {}
    for end, arriving in enumerate(sides):
        left = [place for order, place in sorted(arriving) if order < 0]
        right = [place for order, place in sorted(arriving) if order > 0]
        for rank, place in enumerate(reversed(left)):
            ports[place, end] = -PORT_GAP * (rank + 0.5)
        for rank, place in enumerate(right):
            ports[place, end] = PORT_GAP * (rank + 0.5)
    return ports
