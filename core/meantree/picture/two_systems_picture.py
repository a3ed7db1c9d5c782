"""Three rows of words, reference first, wrapped to a width; and the reference's tree with the marks of both systems.

A word or arc of the reference on which both translations agree has one line, as in a comparison with one translation;
if they differ it has two: the upper (of an arc the outer) line is that of the first translation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.comparison.marks import Marks, Severity, Statuses
from meantree.comparison.two_systems import SystemComparison
from meantree.escaping import escaped
from meantree.numbers import score_text
from meantree.picture.arc_layout import lay_out
from meantree.picture.constituent_picture import constituents_picture
from meantree.picture.display_list import Group, centred, error_ground, underlines
from meantree.picture.frame_picture import cut_to_width
from meantree.picture.shapes import Picture
from meantree.picture.style import Measure, Palette
from meantree.picture.tree_picture import TreePicture

MARGIN = 10.0
NARROW = 520.0
"""Below this width names are above their rows."""
NAME_LINE = 24.0
NAME_SHARE = 0.22
"""Maximum share of the width for names."""
NAME_GAP = 12.0
WORD_GAP = 7.0
LINE = 29.0
ROW_GAP = 7.0
HALF_LINE = 13.0
UNDER = 11.0
"""Distance from the middle of a word down to its line."""

REFERENCE, FIRST, SECOND = range(3)
"""Rows from top to bottom."""


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
    error: Severity | None = None

    def group(self, palette: Palette) -> Group:
        """Draw the word, underlined by its statuses, on the ground of an error that it is part of."""
        ground = error_ground(self.x, self.y, self.width, self.error, palette)
        text = centred(self.text, self.x, self.y, "word", palette.text)
        return Group((*ground, text, *underlines(self.x, self.y + UNDER, self.width, self.statuses, palette)), of=self)


@dataclass(frozen=True, slots=True)
class RowName:
    """The name of a row, cut to ``width``, and in full; begins at x, centred at y. The score begins at ``x_score``."""

    x: float
    y: float
    width: float
    text: str
    whole: str
    x_score: float
    score: str = ""

    def group(self, palette: Palette) -> Group:
        """Draw the name and the score."""
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
    """Return the words of the reference, of the first and of the second translation, each wrapped to ``width``."""
    row_names = [f"Reference {content.reference}".strip(), *content.systems]
    is_scored = any(score is not None for score in content.scores)
    scores = ["", *(score_text(score) if is_scored else "" for score in content.scores)]
    above = NAME_LINE if width < NARROW else 0.0
    longest = max(measure(escaped(name), "entry") for name in row_names)
    name_width = min((0.6 if above else NAME_SHARE) * width, longest)
    score_x = MARGIN + name_width + NAME_GAP
    left = MARGIN if above else score_x + max(measure(score, "entry") for score in scores) + NAME_GAP
    between = left, max(left + 80, width - MARGIN)
    words: list[RowWord] = []
    names: list[RowName] = []
    y = MARGIN + HALF_LINE
    leftwards = content.reference_text.right_to_left
    for row, (text, statuses, marks) in enumerate(_rows(content)):
        name = escaped(row_names[row])
        names.append(
            RowName(
                MARGIN,
                y,
                name_width,
                cut_to_width(name, name_width + 0.5, measure, "entry"),
                name,
                score_x,
                scores[row],
            )
        )
        row_words = list(_wrapped(row, text, statuses, between, y + above, measure, leftwards=leftwards))
        words += [replace(word, error=marks.severity(word.index)) for word in row_words]
        y = max([y + above, *(word.y for word in row_words)]) + LINE + ROW_GAP
    return RowsPicture(tuple(words), tuple(names), width, y - LINE + HALF_LINE)


def shared_tree(
    content: SystemComparison,
    measure: Measure,
    *,
    width: float | None = None,
    height: float | None = None,
    compact: bool = False,
) -> TreePicture | Picture | None:
    """Return the reference's tree with the marks of both translations; None if words or frames are compared.

    Args:
        width, height: see :func:`lay_out`.
        compact: likewise, of dependencies.
    """
    text = content.reference_text
    if content.comparisons[0].structure in ("words", "frames"):
        return None
    if text.constituency is not None:
        picture = constituents_picture(text, measure, side="reference", width=width, height=height)
        return _with_both(picture, content)
    layout = lay_out(text, measure, width=width, height=height, compact=compact)
    arcs = {arc: marks.statuses for arc, marks in content.arcs.items()}
    return TreePicture(layout, text, (arcs, {token: marks.statuses for token, marks in content.tokens.items()}))


def _with_both(picture: Picture, content: SystemComparison) -> Picture:
    """Return constituents with two frames, and words with two lines, where the translations differ."""
    marks_of = {"node": content.nodes, "token": content.tokens}
    captions = []
    for caption in picture.captions:
        marks = marks_of[caption.key[0]].get(caption.key[2]) if caption.key is not None else None
        differs = marks is not None and len(marks.statuses) > 1
        captions.append(replace(caption, both=marks.statuses) if marks is not None and differs else caption)
    return replace(picture, captions=tuple(captions))


def _rows(content: SystemComparison) -> Iterator[tuple[Sequence[str], Mapping[int, Statuses], Marks]]:
    """Yield the words of each row, their statuses, and marks with the errors that they are part of."""
    none = Marks({}, {})
    yield content.reference_words, {token: marks.statuses for token, marks in content.tokens.items()}, none
    for comparison, translation in zip(content.comparisons, content.translations, strict=True):
        statuses = {token: (mark.status,) for token, mark in translation.marks.items()}
        text = comparison.hypothesis  # annotated frames may have other words
        yield translation.words, statuses, text.marks if translation.words == text.analysis.words else none


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
    """Yield the words in lines that run from left to right or, in such a script, from right to left."""
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
