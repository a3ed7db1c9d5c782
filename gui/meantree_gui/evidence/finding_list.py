"""The findings of a segment, above the units: what is wrong, in sentences that light their words in the trees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree.numbers import percent
from meantree_gui.widgets.labels import plain_label

if TYPE_CHECKING:
    from meantree.comparison.comparison import Comparison
    from meantree.findings.search import Finding

NONE = "No finding: nothing that changes the meaning stands out."
MOST_HEIGHT, FEWEST_LINES = 190, 6
"""The height of the list in pixels, at most, and the lines that it shows in a low window."""
NO_BREAK = "\N{NO-BREAK SPACE}"
MARGIN, PADDING = 4, 6
"""Pixels between the parts, and around a sentence."""
LONGEST = 10_000
"""More pixels than a sentence is high."""


class FindingList(QWidget):
    """Lists at most five findings, the gravest first; the selected one is highlighted.

    Signals:
        chosen: the finding to highlight, or ``None``.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.title, self.note = plain_label(role="title"), plain_label(wrapped=True)
        self.list = _SentenceList()
        self.findings: tuple[Finding, ...] = ()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, MARGIN)
        column.setSpacing(2)
        for widget in (self.title, self.note, self.list):
            column.addWidget(widget)
        self.list.currentRowChanged.connect(self._choose)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """List the shown findings of another pair; say why there are none."""
        found = None if comparison is None else comparison.findings
        self.setVisible(found is not None)
        self.findings = comparison.shown_findings if comparison is not None else ()
        self.title.setText(f"Findings · {len(self.findings)}" if self.findings else "Findings")
        reason = "" if comparison is None else comparison.without_findings
        text = f"{reason[:1].upper()}{reason[1:]}." if reason else "" if self.findings else NONE
        self.note.setText(text)
        self.note.setVisible(bool(text))
        self.list.show_findings(self.findings)
        self.list.setVisible(bool(self.findings))
        self.setAccessibleName(counted(len(self.findings), "finding"))
        self._fit_note()

    def select(self, finding: Finding) -> None:
        """Select a listed finding."""
        self.list.setCurrentRow(self.findings.index(finding))

    def focus_list(self) -> None:
        """Give the list the keyboard focus, with a selected row."""
        self.list.setFocus()
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: the note wraps at another width."""
        super().resizeEvent(event)
        self._fit_note()

    def _fit_note(self) -> None:
        """Reserve the height of the whole note, which a narrow panel would cut."""
        self.note.setMinimumHeight(self.note.heightForWidth(self.width()) if self.note.text() else 0)

    def _choose(self, row: int) -> None:
        self.chosen.emit(self.findings[row] if 0 <= row < len(self.findings) else None)


class _SentenceList(QListWidget):
    """Sentences over several lines, as high as they need, up to a part of the window; J and K move like arrows."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Findings")
        self.setWordWrap(True)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._height = 0

    def sizeHint(self) -> QSize:
        """Override QListWidget.sizeHint: as high as its sentences, if there is room."""
        return QSize(super().sizeHint().width(), self._height)

    def minimumSizeHint(self) -> QSize:
        """Override QListWidget.minimumSizeHint: many sentences scroll, and never make the window grow."""
        return QSize(super().minimumSizeHint().width(), min(self._height, FEWEST_LINES * self.fontMetrics().height()))

    def show_findings(self, findings: tuple[Finding, ...]) -> None:
        """List these findings."""
        self.blockSignals(True)
        self.clear()
        for finding in findings:
            mark = "●" if finding.kind.severity == "major" else "○"
            sure = percent(finding.probability).replace(" ", NO_BREAK)
            item = QListWidgetItem(f"{mark} {escaped(finding.sentence)} · {sure}")
            kind = finding.kind
            sure = f"probability {percent(finding.probability)} (of planted errors; lower where much is paraphrased)"
            item.setToolTip(f"{kind.name} · {kind.mqm} · {kind.severity} · {sure}")
            self.addItem(item)
        self.setCurrentRow(-1)
        self.blockSignals(False)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: J and K move the selection."""
        steps = {Qt.Key.Key_J: 1, Qt.Key.Key_K: -1}
        if event.key() in steps and not event.modifiers():
            self.setCurrentRow(min(self.count() - 1, max(0, self.currentRow() + steps[Qt.Key(event.key())])))
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: sentences wrap at another width, and the selected one stays visible."""
        super().resizeEvent(event)
        self._fit()
        self.scrollTo(self.currentIndex())

    def _fit(self) -> None:
        """Give each row the height of its sentence, and the list that of its rows if there is room."""
        bar = self.verticalScrollBar().sizeHint().width()
        width = max(MARGIN, self.width() - 2 * self.frameWidth() - bar - 2 * PADDING)
        total = 0
        for row in range(self.count()):
            room = QRect(0, 0, width, LONGEST)
            drawn = self.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, self.item(row).text())
            self.item(row).setSizeHint(QSize(width, drawn.height() + PADDING))
            total += drawn.height() + PADDING
        self._height = min(total + 2 * self.frameWidth() + 2, MOST_HEIGHT)
        self.updateGeometry()
