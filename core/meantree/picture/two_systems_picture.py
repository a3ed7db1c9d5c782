"""Three rows of words, reference first, wrapped to a width; and the reference's tree as two translations have it.

A word or arc of the reference on which both translations fared alike has one line, as beside one translation alone;
where they differ it has two: the upper (of an arc the outer) one is the first translation's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.comparison.comparison import is_right_to_left
from meantree.comparison.two_systems import Statuses, SystemComparison
from meantree.escaping import escaped
from meantree.numbers import fixed
from meantree.picture.constituent_picture import constituents_picture, signed_constituency
from meantree.picture.display_list import Group, centred, underlines
from meantree.picture.shapes import Picture
from meantree.picture.style import Measure, Palette
from meantree.picture.tree_picture import SharedTree, tree_layout

MARGIN = 10.0
NARROW = 520.0
"""Below this width names stand above their rows."""
NAME_LINE = 24.0
NAME_SHARE = 0.22
"""How much of the width the names may take."""
NAME_GAP = 12.0
WORD_GAP = 7.0
LINE = 29.0
ROW_GAP = 7.0
HALF_LINE = 13.0
UNDER = 11.0
"""From the middle of a word down to its line."""
NO_SCORE = "–"

REFERENCE, FIRST, SECOND = range(3)
"""Rows from above."""


@dataclass(frozen=True, slots=True)
class RowWord:
    """A word of one row, centred at (x, y); ``index`` counts the words of its text from 0."""

    row: int
    index: int
    x: float
    y: float
    width: float
    text: str
    statuses: Statuses = ()

    def group(self, palette: Palette) -> Group:
        """Draw the word, underlined by how it fared."""
        text = centred(self.text, self.x, self.y, "word", palette.text)
        return Group((text, *underlines(self.x, self.y + UNDER, self.width, self.statuses, palette)), of=self)


@dataclass(frozen=True, slots=True)
class RowName:
    """Whose row it is, cut to ``width``, and in full; begins at x, centred at y. The score begins at ``x_score``."""

    row: int
    x: float
    y: float
    width: float
    text: str
    whole: str
    x_score: float
    score: str = ""

    def group(self, palette: Palette) -> Group:
        """Draw the name, and the score beside it."""
        name = centred(self.text, self.x, self.y, "entry", palette.muted, "start")
        parts = [name if self.text == self.whole else replace(name, title=self.whole)]
        if self.score:
            parts.append(centred(self.score, self.x_score, self.y, "entry", palette.text, "start"))
        return Group(tuple(parts), of=self)


@dataclass(frozen=True, slots=True)
class RowsPicture:
    """All three rows."""

    words: tuple[RowWord, ...]
    names: tuple[RowName, ...]
    width: float
    height: float

    def groups(self, palette: Palette) -> Iterator[Group]:
        """Make the display list: names, then words."""
        yield from (name.group(palette) for name in self.names)
        yield from (word.group(palette) for word in self.words)


def rows_picture(content: SystemComparison, width: float, measure: Measure) -> RowsPicture:
    """The words of the reference, of the first and of the second translation, each wrapped to ``width``."""
    named = [f"Reference {content.reference}".strip(), *content.systems]
    scores = ["", *(NO_SCORE if score is None else fixed(score) for score in content.scores)]
    above = NAME_LINE if width < NARROW else 0.0
    longest = max(measure(escaped(name), "entry") for name in named)
    room = min((0.6 if above else NAME_SHARE) * width, longest)
    beside = MARGIN + room + NAME_GAP
    left = MARGIN if above else beside + max(measure(score, "entry") for score in scores) + NAME_GAP
    between = left, max(left + 80, width - MARGIN)
    words: list[RowWord] = []
    names: list[RowName] = []
    y = MARGIN + HALF_LINE
    leftwards = is_right_to_left(content.reference_text.analysis.text)
    for row, (text, statuses) in enumerate(_rows(content)):
        whole = escaped(named[row])
        names.append(RowName(row, MARGIN, y, room, _cut(whole, room, measure), whole, beside, scores[row]))
        found = list(_wrapped(row, text, statuses, between, y + above, measure, leftwards=leftwards))
        words += found
        y = max([y + above, *(word.y for word in found)]) + LINE + ROW_GAP
    return RowsPicture(tuple(words), tuple(names), width, y - LINE + HALF_LINE)


def shared_tree(
    content: SystemComparison, measure: Measure, *, width: float | None = None, compact: bool = False
) -> SharedTree | None:
    """The reference's dependencies, laid out as :func:`tree_layout` has it; None where something else is compared."""
    text = content.reference_text
    if text.constituency is not None or content.comparisons[0].structure in ("words", "frames", "constituents"):
        return None
    layout = tree_layout(text, measure, width=width, compact=compact)
    arcs = {arc: fared.statuses for arc, fared in content.arcs.items()}
    return SharedTree(layout, arcs, {token: fared.statuses for token, fared in content.tokens.items()})


def shared_constituents(content: SystemComparison, measure: Measure, *, width: float | None = None) -> Picture | None:
    """The reference's constituents, with two frames where the translations differ; None where others are compared."""
    text = content.reference_text
    tree = signed_constituency(text)
    if tree is None or content.comparisons[0].structure != "constituents":
        return None
    picture = constituents_picture(
        tree,
        text.analysis.words,
        text.marks,
        measure,
        side="reference",
        right_to_left=is_right_to_left(text.analysis.text),
        width=width,
    )
    fared = {"node": content.nodes, "token": content.tokens}
    captions = []
    for caption in picture.captions:
        found = fared[caption.key[0]].get(caption.key[2]) if caption.key is not None else None
        differs = found is not None and len(found.statuses) > 1
        captions.append(replace(caption, both=found.statuses) if found is not None and differs else caption)
    return replace(picture, captions=tuple(captions))


def _rows(content: SystemComparison) -> Iterator[tuple[Sequence[str], Mapping[int, Statuses]]]:
    yield content.reference_words, {token: fared.statuses for token, fared in content.tokens.items()}
    for one in content.translations:
        yield one.words, {token: (mark.status,) for token, mark in one.marks.items()}


def _wrapped(
    row: int,
    words: Sequence[str],
    statuses: Mapping[int, Statuses],
    between: tuple[float, float],
    y: float,
    measure: Measure,
    *,
    leftwards: bool,
) -> Iterator[RowWord]:
    """The words line by line, each line from left to right or, in such a script, from right to left."""
    left, right = between
    x = left
    for index, word in enumerate(words):
        width = measure(word, "word")
        if x > left and x + width > right:
            x, y = left, y + LINE
        centre = x + width / 2
        yield RowWord(
            row, index, left + right - centre if leftwards else centre, y, width, word, statuses.get(index, ())
        )
        x += width + WORD_GAP


def _cut(text: str, room: float, measure: Measure) -> str:
    """As much of a text as there is room for."""
    if measure(text, "entry") <= room + 0.5:
        return text
    size = next((size for size in range(len(text) - 1, 0, -1) if measure(f"{text[:size]}…", "entry") <= room), 0)
    return f"{text[:size]}…"


def differing(statuses: Sequence[Statuses]) -> int:
    """On how many things the two translations differ."""
    return sum(len(one) > 1 for one in statuses)
