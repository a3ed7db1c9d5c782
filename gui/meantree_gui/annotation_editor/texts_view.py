"""The view of context, hypothesis and reference, one below the other, each with its share of the height."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextLength,
    QTextTableFormat,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QWidget

from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree_gui import theme
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.side_text import SideText
from meantree_gui.trees.painter import font
from meantree_gui.widgets.labels import describe

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree.project.file import Project


ALL, SOURCE, NOTHING = "all", "source", "off"
AMOUNTS: Final = (ALL, SOURCE, NOTHING)
"""What can be shown, in the order of the key that changes it."""
HIGH_ENOUGH: Final = 600
"""The least height of a page, in pixels, at which neighbours are shown until the user chooses."""
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

    def __init__(self, editor: AnnotationEditor, parent: QWidget) -> None:
        super().__init__(parent)
        self.editor, self.amount = editor, "auto"
        self.scale = 1.0
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
        """What is shown now."""
        return self.amount if self.amount in AMOUNTS else ALL if self._is_high else SOURCE

    def follow(self, height: int) -> None:
        """Adapt to a page of ``height`` pixels."""
        self._is_high = height >= HIGH_ENOUGH
        self.refresh()

    def refresh(self) -> None:
        """Draw the context of the open translation, if it or the appearance has changed."""
        lines = tuple(self._lines()) if self.shown_amount != NOTHING else ()
        self.setVisible(bool(lines))
        if self.isHidden() or self._drawn == (lines, theme.current(), self.scale):
            return
        self._drawn = lines, theme.current(), self.scale
        self.clear()
        self._write(lines)
        self.verticalScrollBar().setValue(0)

    def wanted_height(self, width: int) -> int:
        """Return the height in pixels of all lines in a width; 0 if nothing is shown."""
        if self.isHidden():
            return 0
        document = self.document().clone()
        document.setTextWidth(width)
        return round(document.size().height())

    def _lines(self) -> Iterator[ContextLine]:
        segment, key = self.editor.selection.segment, self.editor.key
        if segment is None:
            return
        before, after = self._neighbours(segment) if self.shown_amount == ALL and key is not None else (None, None)
        yield from self._of_neighbour("before", before)
        if segment.source or self.amount == SOURCE:  # who asks for it is told that there is none
            yield ContextLine("source", segment.source or NO_SOURCE, is_neighbour=False)
        yield from self._of_neighbour("after", after)

    def _of_neighbour(self, where: str, segment: Segment | None) -> Iterator[ContextLine]:
        key = self.editor.key
        if segment is None or key is None:
            return
        for name, text in (
            (self.editor.workspace.naming.name(key.system), segment.hypotheses.get(key.system)),
            (key.reference, segment.references.get(key.reference)),
        ):
            if text is not None:
                yield ContextLine(" · ".join(filter(None, (where, _short(escaped(name))))), text.text)

    def _neighbours(self, segment: Segment) -> tuple[Segment | None, Segment | None]:
        from meantree.annotation.work_order import neighbours

        project, corpus = self.editor.workspace.project, self.editor.workspace.corpus
        place = self.editor.workspace.place_of(segment.key)
        if project is None or corpus is None or place is None:
            return None, None
        if self._numbers is None or self._numbers[0] is not project:
            self._numbers = project, project.numbers
        return neighbours(corpus, self._numbers[1], place)

    def _write(self, lines: tuple[ContextLine, ...]) -> None:
        """Write a table, as a text of its own cell has its own direction; no text is taken for markup."""
        palette, cursor = theme.current(), self.textCursor()
        layout, letters = QTextTableFormat(), QTextCharFormat()
        layout.setBorder(0)
        layout.setCellPadding(0)
        layout.setCellSpacing(1)
        layout.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        small = QFont(font("note"))
        small.setPixelSize(round(small.pixelSize() * self.scale))
        letters.setFont(small)
        width = max(QFontMetrics(small).horizontalAdvance(line.label) for line in lines)
        layout.setColumnWidthConstraints(
            [QTextLength(QTextLength.Type.FixedLength, width + 4), QTextLength(QTextLength.Type.VariableLength, 0)]
        )
        table = cursor.insertTable(len(lines), 2, layout)
        for row, line in enumerate(lines):
            for column, text in enumerate((line.label, " ".join(line.text.split()))):
                is_muted = column == 0 or line.is_neighbour
                letters.setForeground(QColor(palette.muted if is_muted else palette.text))
                cell = table.cellAt(row, column).firstCursorPosition()
                cell.setBlockFormat(QTextBlockFormat())
                cell.insertText(text, letters)


def _short(name: str) -> str:
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


SCALES = (1.0, 0.93, 0.86, 0.8)
"""Long texts are drawn smaller, down to a size that can be read well; beyond it each text scrolls."""
MOST_OF_CONTEXT = 0.3
"""The largest share of the height for the context."""
GAP = 2


class TextsView(QWidget):
    """Lays out the texts: one that needs less than half of the height leaves the rest to the other.

    Signals:
        menu_wanted: a right click, at a point of the screen.
        sized: the scale that the user chose with the wheel.
    """

    menu_wanted = Signal(QPoint)
    sized = Signal(float)

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor = editor
        self.context = ContextView(editor, self)
        self.sides: dict[Side, SideText] = {side: SideText(editor, side, self) for side in SIDES}
        self._chosen_scale: float | None = None
        self._has_doubts = editor.selection.doubts
        self.setFocusProxy(self.sides["hypothesis"])
        for view in self.sides.values():
            view.menu_wanted.connect(self.menu_wanted)
            view.scaled.connect(self.sized)
        editor.changed.connect(self.refresh)
        editor.selection.comparison_changed.connect(self._follow_doubts)

    def _follow_doubts(self, _comparison: object) -> None:
        """Draw again if improbable parts are marked now, or no longer; edits are drawn anyway."""
        if self._has_doubts != self.editor.selection.doubts:
            self._has_doubts = self.editor.selection.doubts
            self.refresh()

    def refresh(self) -> None:
        """Draw again."""
        self.context.refresh()
        self._lay_out()
        frame_editor = self.editor.frame_editor
        for side, view in self.sides.items():
            text = "" if frame_editor is None else frame_editor.spoken(side)
            describe(view, text, aloud=frame_editor is not None and frame_editor.side == side)

    def height_wanted(self, most: int) -> int:
        """Return how many of ``most`` pixels the texts need at the largest scale that fits."""
        above = min(self.context.wanted_height(self.width()), int(most * MOST_OF_CONTEXT)) + 2 * GAP
        _, wanted = self._fitting(most - above)
        return min(most, above + sum(wanted.values()))

    def _lay_out(self) -> None:
        top = self._context_height()
        self.context.setGeometry(0, 0, self.width(), top)
        room = max(0, self.height() - top - 2 * GAP)
        scale, wanted = self._fitting(room)
        heights = _shared(room, wanted)
        for side, view in self.sides.items():
            self._place(view, top + GAP, heights[side], scale, scrolls=heights[side] < wanted[side])
            top += GAP + heights[side]

    def _context_height(self) -> int:
        """Return the height that the context needs, up to its share if the texts would not fit below it."""
        wanted = self.context.wanted_height(self.width())
        room = self.height() - wanted - 2 * GAP
        _, texts = self._fitting(room)
        return wanted if sum(texts.values()) <= room else min(wanted, int(self.height() * MOST_OF_CONTEXT))

    def _place(self, view: SideText, top: int, height: int, scale: float, *, scrolls: bool) -> None:
        policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        view.setVerticalScrollBarPolicy(policy)
        view.setGeometry(0, top, self.width(), height)
        view.take_scale(scale)

    def _fitting(self, room: int) -> tuple[float, dict[Side, int]]:
        """Return the largest scale at which both texts fit, else the smallest, and the heights that they need."""
        for scale in SCALES if self._chosen_scale is None else (self._chosen_scale,):
            wanted = {side: view.height_at(scale, self._width) for side, view in self.sides.items()}
            if sum(wanted.values()) <= room:
                break
        return scale, wanted

    @property
    def _width(self) -> int:
        """The width of the viewports without a scroll bar's, so that its appearance does not change the lines."""
        return max(1, self.width() - self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent))

    @property
    def scale(self) -> float:
        """The scale at which the texts are drawn."""
        return self.sides["hypothesis"].transform().m11()

    def use_scale(self, scale: float) -> None:
        """Draw texts and context at a scale, or for 0 at the largest at which the texts fit."""
        self._chosen_scale, self.context.scale = scale or None, scale or 1.0
        self.refresh()

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(480, 240)

    def minimumSizeHint(self) -> QSize:
        """Override QWidget.minimumSizeHint: one line of each text."""
        return QSize(240, 130)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._lay_out()


def _shared(room: int, wanted: dict[Side, int]) -> dict[Side, int]:
    """Divide a height: a text that needs less than half of it leaves the rest to the other."""
    first, second = (wanted[side] for side in SIDES)
    if first + second > room:
        first = min(first, max(room // 2, room - second))
    return {"hypothesis": first, "reference": room - first}
