"""The field in which a remark is written: what stands in it is kept while it is typed, and whatever way it is left."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from meantree.escaping import counted, escaped
from meantree_gui.annotation_editor.comments import Asked, Listed
from meantree_gui.widgets.choosers import SearchLine
from meantree_gui.widgets.tables import RETURN

LINES = 2
PAUSE_MS = 500
"""What was typed is kept this long after the first key that is not kept yet, whether somebody goes on or not."""


class RemarkField(QWidget):
    """Esc, Ctrl+Return, Tab and every loss of the focus leave it; only its button discards what was typed.

    Signals:
        written: what was asked for, and what stands in the field now.
        left: it is closed.
    """

    written = Signal(object, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.asked: Asked | None = None
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setProperty("role", "muted")
        self.field = QPlainTextEdit()
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * LINES + 12)
        self.field.installEventFilter(self)
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE_MS)
        self.pause.timeout.connect(self.keep)
        self.field.textChanged.connect(self._keep_soon)
        self._is_keeping = False
        self.discard = QPushButton("Discard changes")
        self.discard.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.discard.clicked.connect(self._discard)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.discard)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 12, 2)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.field)
        self.hide()

    def ask(self, asked: Asked) -> None:
        """Begin to write; what was written before is kept first."""
        self.finish()
        self.asked = asked
        self.title.setText(f"Remark on {asked.name} (Esc or Ctrl+Return saves it)")
        self.field.setAccessibleName(f"Remark on {asked.name}")
        self.field.setPlainText(asked.text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.pause.stop()
        self.show()
        self.field.setFocus()

    def finish(self) -> None:
        """Keep what stands there, and close."""
        if self._is_keeping:
            return
        self.pause.stop()
        asked, self.asked = self.asked, None
        if asked is not None:
            self.written.emit(asked, self.field.toPlainText().strip())
            self.hide()
            self.left.emit()

    def keep(self) -> None:
        """Keep what stands there, and go on."""
        self.pause.stop()
        if self.asked is not None:
            self._is_keeping = True  # an edit ends what is being written, but not this one
            try:
                self.written.emit(self.asked, self.field.toPlainText().strip())
            finally:
                self._is_keeping = False

    def _keep_soon(self) -> None:
        if not self.pause.isActive():
            self.pause.start()

    def _discard(self) -> None:
        if self.asked is not None:
            self.field.setPlainText(self.asked.text)
            self.finish()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: keys that leave the field, and the loss of the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._leaves(event):
            self.finish()
            return True
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
                self.keep()  # another program is looked at meanwhile
            elif event.reason() != Qt.FocusReason.PopupFocusReason:
                self.finish()
        return super().eventFilter(watched, event)

    def _leaves(self, event: QKeyEvent) -> bool:
        returns = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        controlled = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab) or (returns and controlled)


class RemarksDialog(QDialog):
    """Typing searches, arrows choose; it does not stop the program.

    Signals:
        chosen: the remark to go to.
    """

    chosen = Signal(object)

    def __init__(self, remarks: Sequence[Listed], annotator: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Remarks of {escaped(annotator)}")
        self.resize(560, 460)
        self.remarks = tuple(remarks)
        self.list, self.count = QListWidget(), QLabel()
        self.line = SearchLine("Search the remarks", self.list)
        self.list.setAccessibleName("Remarks")
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setSpacing(2)
        self.list.addItems([_entry(one) for one in self.remarks])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.line, self.list, self.count, buttons):
            column.addWidget(widget)
        self.count.setProperty("role", "muted")
        self.count.setWordWrap(True)
        for watched in (self.line, self.list):
            watched.installEventFilter(self)
        self.line.textChanged.connect(self._search)
        self.list.itemDoubleClicked.connect(lambda _item: self._go())
        self._search()

    def _search(self) -> None:
        found = self.line.hide_others(self.list, map(_entry, self.remarks))
        self.count.setText(
            f"{counted(found, 'remark')}. Return goes to where it was made."
            if self.remarks
            else "There are no remarks yet. R writes one on what the cursor is on."
        )

    def _go(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self.remarks) and not self.list.item(row).isHidden():
            self.chosen.emit(self.remarks[row])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: Return goes there."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in RETURN:
            self._go()
            return True
        return super().eventFilter(watched, event)


def _entry(one: Listed) -> str:
    where = f"{one.key.segment} · {one.key.system} · {one.words}"
    return f"{escaped(where)}\n{escaped(one.text)}"
