"""The filter of the segments: its line, the builder of requests, the named filters, and the groups of matches."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QInputDialog,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from meantree.escaping import counted, escaped
from meantree.queries.request_examples import EXAMPLES, MARKS, RELATIONS, SIDES, WORDS, SimpleRequest
from meantree_gui.actions import passing_menu
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.settings import NAMED_FILTERS, Settings, json_object
from meantree_gui.state.filtering import Searching
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import NO_MODIFIERS, RETURN, StillComboBox
from meantree_gui.widgets.labels import plain_label

MAX_ROWS: Final = 3
PADDING: Final = 10
"""Pixels above and below the text, with the frame."""


_KIND = re.compile(r"\bfinding(?::|\s*=\s*)[\"“]?(?P<begun>[\w.]*)$", re.IGNORECASE)
"""The beginning of a kind of findings before the cursor, in a filter or a request."""


class KindCompleter(QCompleter):
    """Completes kinds of findings in a line, and how grave they are: ``negation``, ``negation.missing``, ``major``."""

    def __init__(self, line: FilterLine) -> None:
        from meantree.phenomena.catalogue import KINDS, SEVERITIES, prefixes

        kinds = dict.fromkeys(name for kind in KINDS for name in prefixes(kind))
        super().__init__([*SEVERITIES, *kinds], line)
        self._list = QListView()
        self.setPopup(self._list)
        self.setWidget(line)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._line = line
        self.activated.connect(self._insert)

    def offer(self) -> None:
        """Show the kinds that continue the word before the cursor, if it is one of a finding."""
        cursor = self._line.textCursor()
        begun = _KIND.search(cursor.block().text()[: cursor.positionInBlock()])
        if begun is not None:
            self.setCompletionPrefix(begun["begun"])
        if begun is None or not self.completionCount() or self.currentCompletion() == begun["begun"]:
            self._list.hide()
            return
        where = self._line.cursorRect()
        around = self._list.verticalScrollBar().sizeHint().width() + 2 * self._list.frameWidth()
        where.setWidth(self._list.sizeHintForColumn(0) + around)
        self.complete(where)

    def takes(self, key: int) -> bool:
        """Return whether the list of kinds uses a key that is pressed in the line."""
        is_chosen = self._list.currentIndex().isValid()
        accepts = key in (*RETURN, Qt.Key.Key_Tab) and is_chosen
        return self._list.isVisible() and (accepts or key == Qt.Key.Key_Escape)

    def _insert(self, name: str) -> None:
        cursor = self._line.textCursor()
        cursor.movePosition(cursor.MoveOperation.Left, cursor.MoveMode.KeepAnchor, len(self.completionPrefix()))
        cursor.insertText(name)


class RequestText(QPlainTextEdit):
    """Text that Return accepts, and in which Shift+Return begins a new row.

    Signals:
        entered: Return was pressed.
    """

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QPlainTextEdit.keyPressEvent."""
        if event.key() in RETURN and event.modifiers() in NO_MODIFIERS:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class FilterLine(RequestText):
    """The filter line, which grows up to three rows and completes kinds of findings; Esc clears it.

    Signals:
        left: Esc was pressed in the empty line.
    """

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("filter")
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(2)
        # When the text changes, its size is still that of the text before.
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self.completer = KindCompleter(self)
        self._grow()

    def text(self) -> str:
        """Return the text."""
        return self.toPlainText()

    def setText(self, text: str) -> None:  # noqa: N802  # as QLineEdit
        """Replace the text and put the cursor at its end."""
        self.setPlainText(text)
        cursor = self.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.setTextCursor(cursor)

    def _grow(self) -> None:
        rows = max(1, min(MAX_ROWS, round(self.document().size().height())))
        self.setFixedHeight(rows * self.fontMetrics().lineSpacing() + PADDING)
        policy = Qt.ScrollBarPolicy
        is_full = self.document().size().height() > MAX_ROWS
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if is_full else policy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        """Override QPlainTextEdit.sizeHint."""
        return QSize(120, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override RequestText.keyPressEvent."""
        if self.completer.takes(event.key()):
            event.ignore()
        elif event.key() == Qt.Key.Key_Escape:
            if self.toPlainText():
                self.clear()
            else:
                self.left.emit()
        else:
            super().keyPressEvent(event)
            if event.text() and event.text() != "\r":
                self.completer.offer()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QPlainTextEdit.resizeEvent: the number of rows may change."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._grow()


class GroupChooser(StillComboBox):
    """A chooser of the groups of matches, the largest first; hidden unless matches are grouped."""

    def __init__(self, searching: Searching) -> None:
        super().__init__()
        self.searching = searching
        self.setAccessibleName("Groups of matches")
        self.setSizeAdjustPolicy(StillComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.hide()
        self.activated.connect(lambda place: searching.choose_group(self.itemData(place)))
        searching.changed.connect(self.fill)

    def fill(self) -> None:
        """Offer the groups of the present matches."""
        matches = self.searching.found
        groups = matches.groups if matches is not None else {}
        entries = [(f"{escaped(', '.join(group))}: {len(members):,}", group) for group, members in groups.items()]
        self.set_entries([(f"all {counted(len(groups), 'group')}", None), *entries], self.searching.group)
        self.setVisible(bool(groups))


class NamedFilters(QToolButton):
    """A button that opens the menu of saved filters.

    Signals:
        chosen: the line of the chosen filter.
        built: the request builder is asked for.
    """

    chosen = Signal(str)
    built = Signal()

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.setArrowType(Qt.ArrowType.DownArrow)
        self.setAutoRaise(True)
        self.setToolTip("Search structure, named filters (Ctrl+Alt+F)")
        self.setAccessibleName("Named filters")
        self.line = ""
        self.clicked.connect(self.pop_up)

    @property
    def filters(self) -> dict[str, str]:
        """The saved lines by their names, without unreadable ones."""
        saved = json_object(NAMED_FILTERS.read(self.settings))
        return {name: line for name, line in saved.items() if isinstance(line, str)}

    def pop_up(self) -> None:
        """Open the menu below the button."""
        self.menu_of_filters().popup(self.mapToGlobal(self.rect().bottomLeft()))

    def menu_of_filters(self) -> QMenu:
        """Return the menu of saved filters, with commands to save and delete filters."""
        menu, filters = passing_menu(self), self.filters
        for name, line in filters.items():
            action = menu.addAction(escaped(name).replace("&", "&&"))
            action.setToolTip(escaped(line))
            action.triggered.connect(partial(self._choose, line))
        if filters:
            menu.addSeparator()
        menu.addAction("Search structure …", self.built.emit)
        save = menu.addAction("Save this filter …", self.save)
        save.setEnabled(bool(self.line.strip()))
        delete = QMenu("Delete", menu)
        for name in filters:
            delete.addAction(escaped(name).replace("&", "&&")).triggered.connect(partial(self._delete, name))
        if filters:
            menu.addMenu(delete)
        return menu

    def save(self) -> None:
        """Ask for a name and save the line under it; another filter of the same name is replaced."""
        if not self.line.strip():
            return
        name, is_accepted = QInputDialog.getText(self, "Save this filter", "Name of the filter:")
        if is_accepted and name.strip():
            self._save({**self.filters, name.strip(): self.line})

    def _choose(self, line: str, _checked: bool = False) -> None:
        self.chosen.emit(line)

    def _delete(self, name: str, _checked: bool = False) -> None:
        self._save({other: line for other, line in self.filters.items() if other != name})

    def _save(self, filters: dict[str, str]) -> None:
        NAMED_FILTERS.write(self.settings, json.dumps(filters))


CHOICES: Final = {"tag": WORDS, "side": SIDES, "relation": RELATIONS, "mark": MARKS, "other_tag": WORDS}
LEMMAS: Final = {"lemma": "go", "other_lemma": "not"}
"""What is chosen or typed, by the names that it has in a :class:`SimpleRequest`; an example of each lemma."""


class RequestBuilder(QDialog):
    """Examples on the left, choices on the right, and below them the request, which can be edited.

    Signals:
        searched: the request to search for.
        explained: all clauses are asked for.
    """

    searched = Signal(str)
    explained = Signal()

    def __init__(self, line: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Search structure")
        self.resize(760, 520)
        self.examples, self.text = QListWidget(), RequestText()
        self.found = plain_label("")
        self.choosers = {name: _chooser(choices) for name, choices in CHOICES.items()}
        self.lines = {name: QLineEdit() for name in LEMMAS}
        self.absent = QCheckBox("there is no such dependent")
        self.search = QPushButton("Search")
        self._arrange()
        self._connect()
        self.text.setPlainText(line)
        self._offer(False)
        self.examples.setFocus()

    def show_result(self, message: str) -> None:
        """Show how many segments the request finds, or why it cannot be read."""
        self.found.setText(message)

    def _arrange(self) -> None:
        self.examples.addItems([title for title, _ in EXAMPLES])
        self.examples.setAccessibleName("Examples")
        around = self.examples.verticalScrollBar().sizeHint().width() + 2 * self.examples.frameWidth()
        self.examples.setFixedWidth(self.examples.sizeHintForColumn(0) + around)
        self.text.setAccessibleName("Request")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTabChangesFocus(True)
        self.text.setMaximumHeight(96)
        for name, example in LEMMAS.items():
            self.lines[name].setPlaceholderText(f"any lemma, as in {example}")
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows = (
            ("Find a", in_row(None, self.choosers["tag"], (self.lines["lemma"], 1))),
            ("in", self.choosers["side"]),
            ("with", self.choosers["relation"]),
            ("that is a", in_row(None, self.choosers["other_tag"], (self.lines["other_lemma"], 1))),
            ("marked", self.choosers["mark"]),
            ("", self.absent),
        )
        for title, field in rows:
            form.addRow(title, field)
        left = in_column(None, QLabel("Examples"), self.examples)
        right = in_column(None, form, QLabel("Request"), self.text, self.found, 0)
        buttons = dialog_buttons(self)
        buttons.addButton(self.search, QDialogButtonBox.ButtonRole.ActionRole)
        clauses = buttons.addButton("All clauses", QDialogButtonBox.ButtonRole.HelpRole)
        clauses.clicked.connect(self.explained)
        self.search.setDefault(True)
        in_column(self, in_row(None, left, (right, 1)), buttons)

    def _connect(self) -> None:
        self.examples.currentRowChanged.connect(self._show_example)
        self.examples.itemActivated.connect(self._search)
        self.search.clicked.connect(self._search)
        self.text.entered.connect(self._search)
        self.text.textChanged.connect(lambda: self.found.setText("Return searches for the request"))
        for chooser in self.choosers.values():
            chooser.activated.connect(self._compose)
        for line in self.lines.values():
            line.textEdited.connect(self._compose)
        self.absent.clicked.connect(self._compose)

    def _show_example(self, row: int) -> None:
        """Show the request of an example, and the choices that make it, so that they can be changed."""
        if row < 0:
            return
        _, request = EXAMPLES[row]
        choices = request if isinstance(request, SimpleRequest) else SimpleRequest()
        for name, chooser in self.choosers.items():
            chooser.setCurrentIndex(chooser.findData(getattr(choices, name)))
        for name, line in self.lines.items():
            line.setText(getattr(choices, name))
        self.absent.setChecked(choices.is_absent)
        self._offer(bool(choices.relation))
        self.text.setPlainText(str(request))

    def _compose(self) -> None:
        """Write the request of the choices."""
        chosen = {name: chooser.currentData() for name, chooser in self.choosers.items()}
        lemmas = {name: line.text().strip() for name, line in self.lines.items()}
        request = SimpleRequest(**chosen, **lemmas, is_absent=self.absent.isChecked())
        self._offer(bool(request.relation))
        self.text.setPlainText(str(request))

    def _offer(self, has_dependent: bool) -> None:
        for field in (self.choosers["other_tag"], self.lines["other_lemma"], self.absent):
            field.setEnabled(has_dependent)

    def _search(self) -> None:
        if line := " ".join(self.text.toPlainText().split()):
            self.searched.emit(line)


def _chooser(items: Mapping[str, str]) -> QComboBox:
    chooser = QComboBox()
    for title, value in items.items():
        chooser.addItem(title, value)
    return chooser
