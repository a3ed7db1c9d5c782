"""Error spans: both texts with their context, the errors, the categories with their letters, the score."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QToolButton,
    QWidget,
)

from meantree.annotation.error_annotation import ErrorKey
from meantree.comparison.comparison import is_right_to_left
from meantree.corpus.corpus import ErrorSide, Segment
from meantree.escaping import counted, escaped
from meantree_gui import theme
from meantree_gui.span_editor.category_list import CategoryList
from meantree_gui.span_editor.marked_text import MarkedText
from meantree_gui.span_editor.marking_lines import error_line, keys_line, severities_line
from meantree_gui.span_editor.span_comment import SpanComment
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_editor import SpanEditor
from meantree_gui.span_editor.span_keys import SpanKeys
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.span_editor.span_score import SpanScore
from meantree_gui.span_editor.translations_view import TranslationsView, state_of, title_of
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import ElidedLabel, isolated, plain_label

Key = Qt.Key
TITLES: Final[dict[ErrorSide, str]] = {"source": "Source", "hypothesis": "Translation"}


class SpanPanel(QWidget):
    """Takes the keys itself: letters walk to words, or name a category; the lists show what they do.

    Signals:
        guidelines_wanted: the annotator asks what the project says of errors.
    """

    guidelines_wanted = Signal()

    def __init__(self, editor: SpanEditor) -> None:
        super().__init__()
        self.editor = editor
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Error spans")
        self.header, self.annotator = plain_label(role="title"), QToolButton()
        self.annotator.setText("Annotator …")
        self.annotator.setToolTip("Annotate under another name")
        self.annotator.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.annotator.setAutoRaise(True)
        self.before, self.after = ElidedLabel(), ElidedLabel()
        self.texts: dict[ErrorSide, MarkedText] = {side: MarkedText(side) for side in TITLES}
        self.titles = {side: plain_label() for side in TITLES}
        self.translations = TranslationsView(self.titles["hypothesis"], self.texts["hypothesis"])
        self.errors, self.categories = QListWidget(), CategoryList()
        self.listing, self.asking = plain_label(), plain_label()
        self.score, self.remark, self.comment = SpanScore(editor), ElidedLabel(), SpanComment(editor)
        self.typing = SpanKeys(editor, self.categories, self.score, self.comment, self.guidelines_wanted.emit)
        self.message, self.keys = plain_label(role="", wrapped=True), plain_label(wrapped=True)
        self.below = QHBoxLayout()
        editor.save_typed = lambda: self.comment.keep() and self.score.keep()
        self._context_of: ErrorKey | None = None
        self._arrange()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Draw everything again."""
        marking = self.editor.marking
        self.typing.forget_refused()
        for side, text in self.texts.items():
            text.show_marking(marking)
            is_active = marking is not None and marking.cursor.side == side
            self.titles[side].setText(f"{'▸ ' if is_active else ''}{self._title(side)}")
        self.translations.show_translations(*self.editor.others, is_numbered=not self.editor.is_adjudicating)
        self._show_context()
        if marking is None:
            self.categories.forget()
            for part in (self.header, self.errors, self.listing, self.asking, self.score.field, self.keys):
                part.clear()
            return
        self._show_header(marking)
        self._show_errors(marking)
        self._show_categories(marking)
        self.score.show_marking(marking)
        self._show_comment(marking)
        self.keys.setText(keys_line(marking, has_others=any(self.editor.others)))

    def set_progress(self, line: QWidget) -> None:
        """Put a line on the annotator's progress below the messages; adjudication has its own count."""
        self.below.addWidget(line)
        self.editor.changed.connect(lambda: line.setVisible(not self.editor.is_adjudicating))

    def show_message(self, text: str) -> None:
        """Show a message of the editor."""
        self.message.setText(text)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: the panel's own keys are no shortcuts of the window, and Tab changes the text."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self.typing.action_of(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Key.Key_Tab:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent."""
        if self.typing.is_ignored(event.text()):
            return
        perform = self.typing.action_of(event)
        if event.isAutoRepeat() and event.key() in (Key.Key_Return, Key.Key_Enter, Key.Key_Space):
            return  # held down, these would finish or keep what nobody has read
        if perform is None:
            super().keyPressEvent(event)
        else:
            perform()

    # What is shown

    def _title(self, side: ErrorSide) -> str:
        marking, (before, after) = self.editor.marking, self.editor.others
        has_others = bool(before or after) and not self.editor.is_adjudicating
        is_numbered = side == "hypothesis" and has_others
        return title_of(marking, len(before) + 1) if marking is not None and is_numbered else TITLES[side]

    def _show_header(self, marking: SpanMarking) -> None:
        key, annotation = self.editor.key, marking.annotation
        if key is None:
            return
        errors = counted(len(annotation.errors), "error") if annotation.errors else ""
        locked = annotation.finalized_by
        state = f"finalized by {escaped(locked)}" if locked else state_of(annotation)
        total = f" · MQM {annotation.mqm:g}".replace("-", "−") if marking.needs_category else ""
        parts = escaped(key.segment), escaped(self.editor.system_name), escaped(key.annotator), state, errors
        self.header.setText(f"{' · '.join(filter(None, parts))}{total}")

    def _show_context(self) -> None:
        from meantree.annotation.work_order import neighbours

        project, corpus, key = self.editor.workspace.project, self.editor.workspace.corpus, self.editor.key
        if key is not None and key == self._context_of:
            return
        self._context_of = key
        around: tuple[Segment | None, Segment | None] = (None, None)
        if project is not None and corpus is not None and key is not None:
            around = neighbours(corpus, project.numbers, corpus.places[key.segment])
        for label, segment in zip((self.before, self.after), around, strict=True):
            text = segment.hypotheses.get(key.system) if segment is not None and key is not None else None
            whole = [
                "" if segment is None or segment.source is None else segment.source,
                "" if text is None else text.text,
            ]
            parts = [" ".join(part.split()) for part in whole if part.strip()]
            is_leftwards = bool(parts) and all(map(is_right_to_left, parts))
            label.setLayoutDirection(Qt.LayoutDirection.RightToLeft if is_leftwards else Qt.LayoutDirection.LeftToRight)
            label.setText(f"   {'⟵' if is_leftwards else '⟶'}   ".join(map(isolated, parts)))

    def _show_errors(self, marking: SpanMarking) -> None:
        asked = f"Severity? Press {severities_line(marking)}." if marking.needs_severity else ""
        _ask(self.listing, asked, "Errors")
        self.errors.clear()
        for error in marking.listed:
            self.errors.addItem(error_line(error, marking))
        for number in range(len(marking.annotation.marked), len(marking.listed)):
            self.errors.item(number).setForeground(QColor(theme.current().muted))
        self.errors.setCurrentRow(-1 if marking.chosen is None else marking.chosen)

    def _show_categories(self, marking: SpanMarking) -> None:
        self.category_list.setVisible(marking.needs_category)
        if marking.needs_category:
            self.categories.show_marking(marking)
            is_asked = marking.is_asking and not marking.needs_severity
            _ask(self.asking, "Category? Press its letter." if is_asked else "", "Categories")

    def _show_comment(self, marking: SpanMarking) -> None:
        comment = " ".join(marking.annotation.comment.split())
        self.remark.setText(f"Comment on the translation: {isolated(escaped(comment))}" if comment else "")
        self.remark.setVisible(bool(comment))

    def _arrange(self) -> None:
        for label in (self.before, self.after):
            label.setProperty("role", "muted")
        for view, name in ((self.errors, "Errors"), (self.categories, "Categories")):
            view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            view.setAccessibleName(name)
            view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            view.setWordWrap(True)
            view.setResizeMode(QListView.ResizeMode.Adjust)
            view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.remark.hide()
        error_list, self.category_list = QWidget(), QWidget()
        in_column(error_list, self.listing, (self.errors, 1), margins=(0, 0, 0, 0))
        in_column(self.category_list, self.asking, (self.categories, 1), margins=(0, 0, 0, 0))
        self.below.addWidget(self.message, 1)
        in_column(
            self,
            in_row(None, (self.header, 1), self.annotator),
            self.before,
            self.titles["source"],
            self.texts["source"],
            self.translations,
            self.after,
            (in_row(None, (error_list, 2), (self.category_list, 3)), 1),
            self.score,
            self.remark,
            self.comment,
            self.below,
            self.keys,
            margins=(12, 8, 12, 6),
            gap=4,
        )

    def _connect(self) -> None:
        self.editor.changed.connect(self.refresh)
        self.editor.reported.connect(self.show_message)
        for side, text in self.texts.items():
            text.pressed.connect(partial(self._press, side))
        self.errors.itemClicked.connect(lambda item: self._choose(self.errors.row(item)))
        self.categories.itemClicked.connect(lambda _item: self.typing.take_category())
        self.translations.chosen.connect(self._choose_system)

    def _choose(self, number: int) -> None:
        self.editor.act(lambda own: own.choose(number))

    def _choose_system(self, system: str) -> None:
        if not self.editor.is_adjudicating:
            self.editor.choose_system(system)

    def _press(self, side: ErrorSide, character: int, extend: bool) -> None:
        self.setFocus()

        def put(cursor: SpanCursor) -> SpanCursor:
            here = cursor if cursor.side == side else cursor.switched()
            return here.at(here.word_at(character), extend=extend and cursor.side == side)

        self.editor.act(lambda own: own.move(put))


def _ask(heading: QLabel, question: str, title: str) -> None:
    """Let the heading of a list be a question, else its title."""
    heading.setText(question or title)
    heading.setProperty("role", "title" if question else "muted")
    heading.style().polish(heading)
