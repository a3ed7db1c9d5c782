"""The context of the open translation: its source, and the segments around."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QTextEdit

from meantree.annotation.error_annotation import ErrorKey
from meantree.annotation.frame_annotation import AnnotationKey
from meantree.annotation.work_order import neighbours
from meantree.corpus.corpus import CHECK, Segment, Text
from meantree.escaping import escaped, is_right_to_left
from meantree.picture.style import SIZES
from meantree.project.file import Project
from meantree_gui import theme
from meantree_gui.state.selection import Selection

ALL, SOURCE, NOTHING = "all", "source", "off"
AMOUNTS: Final = (ALL, SOURCE, NOTHING)
"""What can be shown, in the order of the key that changes it."""
HIGH_ENOUGH: Final = 600
"""The least height of a page, in pixels, at which neighbours are shown until the user chooses."""
MOST_OF_CONTEXT = 0.25
"""The largest share of the height for the context."""
NO_SOURCE = "This segment has no source text."
MARGIN, LEFT_MARGIN, MAX_NAME = 4.0, 8, 14


@dataclass(frozen=True, slots=True)
class ContextLine:
    """One text of the context: its label, the text, and whether it is of another segment."""

    label: str
    text: str
    is_neighbour: bool = True


class ContextView(QTextEdit):
    """Shows the texts one below the other, in small letters; those of other segments are muted.

    Attributes:
        amount: what is shown: ``all``, ``source`` or ``off``; ``auto`` for what has room.
        scale: of the letters.
    """

    def __init__(self, selection: Selection, key: Callable[[], AnnotationKey | ErrorKey | None]) -> None:
        """Initialize; ``key`` returns the key of the open translation."""
        super().__init__()
        self.selection, self.workspace, self.key = selection, selection.workspace, key
        self.amount, self.scale = "auto", 1.0
        self._numbers: tuple[Project, Mapping[str, int]] | None = None
        self._is_high = False
        self._drawn: object = None
        self.setReadOnly(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName("Context")
        self.setAcceptRichText(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(MARGIN)
        self.setViewportMargins(LEFT_MARGIN, 0, 0, 0)

    def show_next_amount(self) -> str:
        """Show the next amount, from all to nothing and again; return it."""
        self.amount = AMOUNTS[(AMOUNTS.index(self.shown_amount) + 1) % len(AMOUNTS)]
        self.refresh()
        return self.amount

    @property
    def shown_amount(self) -> str:
        """The amount that is shown now, one of :data:`AMOUNTS`."""
        return self.amount if self.amount in AMOUNTS else ALL if self._is_high else SOURCE

    def follow(self, height: int) -> None:
        """Adapt to a page of ``height`` pixels."""
        self._is_high = height >= HIGH_ENOUGH
        self.refresh()

    def refresh(self) -> None:
        """Draw the context of the open translation, if it or the appearance has changed."""
        lines = tuple(self._lines()) if self.shown_amount != NOTHING else ()
        self.setVisible(bool(lines))
        around = self.parentWidget()
        drawn = lines, theme.current(), self.scale, around and around.size()
        if self.isHidden() or self._drawn == drawn or around is None:
            return
        self._drawn = drawn
        self._write(lines)
        document = self.document().clone()
        document.setTextWidth(around.width())
        self.setFixedHeight(min(round(document.size().height()), int(around.height() * MOST_OF_CONTEXT)))
        self.verticalScrollBar().setValue(0)

    def _lines(self) -> Iterator[ContextLine]:
        segment, key = self.selection.segment, self.key()
        if segment is None:
            return
        before, after = self._neighbours(segment) if self.shown_amount == ALL and key is not None else (None, None)
        yield from self._of_neighbour("before", before)
        if isinstance(key, ErrorKey):  # the source is marked, too
            for name, text in segment.references.items() if not segment.source else ():
                yield ContextLine(f"reference · {_short(escaped(name))}", text.text, is_neighbour=False)
        elif segment.source or self.amount == SOURCE:  # who asks for it is told that there is none
            yield ContextLine("source", segment.source or NO_SOURCE, is_neighbour=False)
        yield from self._of_neighbour("after", after)

    def _of_neighbour(self, where: str, segment: Segment | None) -> Iterator[ContextLine]:
        key, project = self.key(), self.workspace.project
        if segment is None or key is None or project is None:
            return
        system = self.selection.system_in(segment)
        standing = self.workspace.naming.name(system, segment.key)
        is_other = project.is_coded and project.rules.by_segment  # a letter is another system in each segment
        for name, text in (
            ("source", Text(segment.source or "") if isinstance(key, ErrorKey) else None),
            (standing, None if is_other else segment.hypotheses.get(system)),
            (key.reference, segment.references.get(key.reference)),
        ):
            if text is not None and text.text:
                yield ContextLine(" · ".join(filter(None, (where, _short(escaped(name))))), text.text)

    def _neighbours(self, segment: Segment) -> tuple[Segment | None, Segment | None]:
        project, corpus = self.workspace.project, self.workspace.corpus
        place = self.workspace.place_of(segment.key)
        if project is None or corpus is None or place is None:
            return None, None
        if self._numbers is None or self._numbers[0] is not project:
            self._numbers = project, project.numbers
        return neighbours(corpus, self._numbers[1], place)

    def _write(self, lines: tuple[ContextLine, ...]) -> None:
        """Write a table, as a text of its own cell has its own direction; no text is taken for markup."""
        palette, small = theme.current(), self.font()
        small.setPixelSize(round(SIZES["note"] * self.scale))
        self.document().setDefaultFont(small)
        width = max(QFontMetrics(small).horizontalAdvance(line.label) for line in lines) + 4
        rows = (
            f'<tr><td width="{width}">{_paragraph(line.label, palette.muted)}</td>'
            f"<td>{_paragraph(line.text, palette.muted if line.is_neighbour else palette.text)}</td></tr>"
            for line in lines
        )
        self.setHtml(f'<table width="100%" cellspacing="1" cellpadding="0">{"".join(rows)}</table>')


def _paragraph(text: str, colour: str) -> str:
    """Return HTML of a text in a colour; Qt would take its direction from the first letter alone."""
    direction = "rtl" if is_right_to_left(text) else "ltr"
    return f'<p dir="{direction}" style="color: {colour}; margin: 0">{escape(" ".join(text.split()))}</p>'


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME or name.startswith(CHECK) else f"{name[: MAX_NAME - 1]}…"
