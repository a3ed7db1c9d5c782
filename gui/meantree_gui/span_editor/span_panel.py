"""Error spans by keyboard: both texts with their context, the errors, the categories with their letters, the score."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from meantree.annotation.error_annotation import ErrorKey
from meantree.annotation.error_categories import Category
from meantree.comparison.comparison import is_right_to_left
from meantree.corpus.corpus import ErrorSide, Segment
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree_gui import theme
from meantree_gui.span_editor.marked_text import MarkedText
from meantree_gui.span_editor.marking_lines import error_line, keys_line, severities_line
from meantree_gui.span_editor.span_comment import SpanComment
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_editor import SCORE_WANTED, SpanEditor
from meantree_gui.span_editor.span_marking import SpanMarking, category_letters
from meantree_gui.span_editor.translations_view import TranslationsView, state_of, title_of
from meantree_gui.widgets.labels import ElidedLabel, isolated, plain_label

Key = Qt.Key
Modifier = Qt.KeyboardModifier
SHIFT, ALT, CTRL = Modifier.ShiftModifier, Modifier.AltModifier, Modifier.ControlModifier
FAR: Final = 5
"""Words that the cursor moves with Ctrl."""
TITLES: Final[dict[ErrorSide, str]] = {"source": "Source", "hypothesis": "Translation"}
KEPT: Final = "proposal kept"


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
        self.errors, self.categories = QListWidget(), QListWidget()
        self.listing, self.asking = plain_label(), plain_label()
        self.slider, self.score = QSlider(Qt.Orientation.Horizontal), QLineEdit()
        self.score_row, self.remark, self.comment = QWidget(), ElidedLabel(), SpanComment(editor)
        self.message, self.keys = plain_label(role="", wrapped=True), plain_label(wrapped=True)
        self.below = QHBoxLayout()
        self._letters: dict[str, Category] = {}
        self._listed: tuple[Category, ...] = ()
        self._ignored: list[Callable[[str], bool]] = []
        self._is_filling = False
        self._context_of: ErrorKey | None = None
        self._score_of: ErrorKey | None = None
        self._arrange()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Draw everything again."""
        marking, self._ignored = self.editor.marking, []
        for side, text in self.texts.items():
            text.show_marking(marking)
            is_active = marking is not None and marking.cursor.side == side
            self.titles[side].setText(f"{'▸ ' if is_active else ''}{self._title(side)}")
        self.translations.show_translations(*self.editor.others, is_numbered=not self.editor.is_adjudicating)
        self._show_context()
        if marking is None:
            self._letters, self._listed = {}, ()
            for part in (self.header, self.errors, self.listing, self.asking, self.categories, self.score, self.keys):
                part.clear()
            return
        self._show_header(marking)
        self._show_errors(marking)
        self._show_categories(marking)
        self._show_score(marking)
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
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._perform(event):
            event.accept()
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Key.Key_Tab:
            self.keyPressEvent(event)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent."""
        if self._is_ignored(event.text()):
            return
        perform = self._perform(event)
        if event.isAutoRepeat() and event.key() in (Key.Key_Return, Key.Key_Enter, Key.Key_Space):
            return  # held down, these would finish or keep what nobody has read
        if perform is None:
            super().keyPressEvent(event)
        else:
            perform()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: Return keeps the score, Esc leaves it; neither reaches the panel, too."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Key.Key_Return, Key.Key_Enter):
                self._keep_score()
                return True
            if event.key() == Key.Key_Escape:
                self.setFocus()
                self.refresh()
                return True
        return super().eventFilter(watched, event)

    def _perform(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does; None if it is not the panel's."""
        marking, modifiers = self.editor.marking, event.modifiers() & ~Modifier.KeypadModifier
        if marking is not None and event.key() == Key.Key_U and modifiers == CTRL:
            return self.editor.unlock if self.editor.is_adjudicating else None
        if marking is None or modifiers & Modifier.MetaModifier:
            return None
        key, extend = event.key(), bool(modifiers & SHIFT)
        if modifiers & CTRL:
            return self._far(marking, key, extend=extend)
        if modifiers & ALT:
            return self._nudge(marking, key, is_start=extend)
        right = -1 if is_right_to_left(marking.cursor.text) else 1
        moves: dict[int, Callable[[SpanCursor], SpanCursor]] = {
            Key.Key_Right: lambda cursor: cursor.moved(right, extend=extend),
            Key.Key_Left: lambda cursor: cursor.moved(-right, extend=extend),
            Key.Key_Home: lambda cursor: cursor.at(0, extend=extend),
            Key.Key_End: lambda cursor: cursor.at(len(cursor.words), extend=extend),
            Key.Key_Tab: SpanCursor.switched,
        }
        if key in moves:
            return partial(self.editor.act, lambda own: own.move(moves[key]))
        others: dict[int, Callable[[], object]] = {
            Key.Key_Up: partial(self._walk, -1),
            Key.Key_Down: partial(self._walk, 1),
            Key.Key_Delete: partial(self.editor.act, SpanMarking.delete, "error deleted"),
            Key.Key_Backspace: partial(self.editor.act, SpanMarking.delete, "error deleted"),
            Key.Key_Space: partial(self.editor.act, SpanMarking.keep_all if extend else SpanMarking.keep_next, KEPT),
            Key.Key_Return: self._return,
            Key.Key_Enter: self._return,
            Key.Key_Escape: partial(self.editor.act, lambda own: own.choose(None)),
            Key.Key_PageDown: partial(self.editor.go, 1),
            Key.Key_PageUp: partial(self.editor.go, -1),
        }
        return others.get(key) or self._of_character(marking, event.text(), extend=extend)

    def _of_character(self, marking: SpanMarking, character: str, *, extend: bool) -> Callable[[], object] | None:
        if not character.strip() or not character.isprintable():
            return None
        actions: dict[str, Callable[[], object]] = {
            "-": self._mark_missing,
            "+": partial(self.editor.act, SpanMarking.add_part, "part of an error"),
            ".": partial(self.editor.act, SpanMarking.take_selection, "other words of an error"),
            ",": self.comment.open,
            "?": self.guidelines_wanted.emit,
            "/": partial(self.editor.act, SpanMarking.ask_category),
        }
        if character in actions:
            return actions[character]
        if character == "=" and not self.score_row.isHidden():
            return self._enter_score
        if character.isdecimal():
            return partial(self.editor.act, lambda own: own.mark(_severity(own, character)), "severity")
        if marking.is_asking and character.casefold() in self._letters:
            name = self._letters[character.casefold()].name
            return partial(self.editor.act, lambda own: own.categorize(name), "category")
        if character.isalpha():
            return partial(
                self.editor.act, lambda own: own.move(lambda cursor: cursor.jumped(character, extend=extend))
            )
        return None

    def _mark_missing(self) -> None:
        """Mark that something is missing; where that is refused, its severity and category must mark nothing else."""
        if not self.editor.act(SpanMarking.mark_missing, "missing") and (marking := self.editor.marking) is not None:
            has_severity, has_category = len(marking.rules.severities) > 1, marking.needs_category
            self._ignored = [
                key for key, follows in ((str.isdecimal, has_severity), (str.isalpha, has_category)) if follows
            ]

    def _is_ignored(self, character: str) -> bool:
        """Return whether a key belongs to an omission that was refused; any other edit or move ends that."""
        if not self._ignored or not self._ignored[0](character):
            return False
        del self._ignored[0]
        return True

    def _far(self, marking: SpanMarking, key: int, *, extend: bool) -> Callable[[], object] | None:
        """Return what a key does with Ctrl: several words on, or another translation of the segment."""
        if key in (Key.Key_Up, Key.Key_Down):
            return partial(self.editor.go_across, 1 if key == Key.Key_Down else -1)
        if key not in (Key.Key_Right, Key.Key_Left):
            return None
        step = FAR if (key == Key.Key_Right) != is_right_to_left(marking.cursor.text) else -FAR
        return partial(self.editor.act, lambda own: own.move(lambda cursor: cursor.moved(step, extend=extend)))

    def _nudge(self, marking: SpanMarking, key: int, *, is_start: bool) -> Callable[[], object] | None:
        if key not in (Key.Key_Right, Key.Key_Left):
            return None
        step = 1 if (key == Key.Key_Right) != is_right_to_left(marking.cursor.text) else -1
        ends = (step, 0) if is_start else (0, step)
        return partial(self.editor.act, lambda own: own.nudge(*ends))

    def _walk(self, step: int) -> None:
        marking = self.editor.marking
        if marking is not None and marking.is_asking and self.categories.count():
            row = (self.categories.currentRow() + step) % self.categories.count()
            self.categories.setCurrentRow(row)
        else:
            self.editor.act(lambda own: own.walk(step))

    def _return(self) -> None:
        marking, row = self.editor.marking, self.categories.currentRow()
        if marking is not None and marking.is_asking and row >= 0:
            self._take_category(row)
            return
        if marking is not None and marking.proposal is not None:
            self.editor.act(SpanMarking.keep, KEPT)
            if not marking.is_asking and marking.proposals and marking.must_decide:
                self.editor.act(lambda own: own.choose(len(own.annotation.marked)))
            return
        if marking is not None and marking.is_asking:
            self.editor.act(lambda own: own.choose(None))
        if not self.editor.finish() and marking is not None and marking.needs_score:
            self._enter_score()

    def _take_category(self, row: int) -> None:
        names = [category.name for category in self._categories()]
        self.editor.act(lambda own: own.categorize(names[row]), "category")

    # Scores

    def _enter_score(self) -> None:
        self.score.setFocus()
        self.score.selectAll()

    def _keep_score(self) -> None:
        """Save the typed score, and finish the translation; anything but a whole number from 0 to 100 is refused."""
        typed, marking = self.score.text().strip(), self.editor.marking
        is_whole = typed.isascii() and typed.isdecimal() and int(typed) <= 100
        if marking is None or not (is_whole or (typed and typed == _score_text(marking))):
            found = f"“{escaped(typed)}” is no score. " if typed else ""
            self.show_message(f"{found}{SCORE_WANTED} Esc goes back to the words.")
            self.score.selectAll()
            return
        if not is_whole or self.editor.act(lambda own: own.score(float(typed)), "score"):
            self.setFocus()
            self.refresh()
            self.editor.finish()

    def _slide(self, value: int) -> None:
        if not self._is_filling:
            self.editor.act(lambda own: own.score(float(value)), "score")

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
        is_visible = marking.needs_category
        self.category_list.setVisible(is_visible)
        if not is_visible:
            return
        names = [category.name for category in self._categories()]
        if self._listed != marking.rules.category_list:
            self._listed = marking.rules.category_list
            self._letters = category_letters(marking.rules.category_list)
            self.categories.clear()
            for category in self._categories():
                self.categories.addItem(self._category_row(category))
                self.categories.item(self.categories.count() - 1).setToolTip(category.explanation)
        chosen = names.index(marking.error.category) if marking.error and marking.error.category in names else -1
        if chosen < 0 <= self.categories.currentRow():
            self.categories.scrollToTop()
        self.categories.setCurrentRow(chosen)
        is_asked = marking.is_asking and not marking.needs_severity
        _ask(self.asking, "Category? Press its letter." if is_asked else "", "Categories")

    def _category_row(self, category: Category) -> str:
        letter = next((letter for letter, own in self._letters.items() if own == category), " ")
        explanation = f" — {category.explanation}" if category.explanation else ""
        return f"{letter.upper()}   {escaped(category.name)}{escaped(explanation)}"

    def _categories(self) -> tuple[Category, ...]:
        return () if self.editor.marking is None else self.editor.marking.rules.category_list

    def _show_score(self, marking: SpanMarking) -> None:
        self.score_row.setVisible(not marking.needs_category or marking.annotation.score is not None)
        self._is_filling = True
        score = marking.annotation.score
        self.slider.setValue(round(score or 0))
        is_typed = self.score.isModified() and self.window().focusWidget() is self.score
        if not is_typed or self._score_of != self.editor.key:
            self.score.setText(_score_text(marking))
        self._score_of = self.editor.key
        self._is_filling = False

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
        self.score.setPlaceholderText("none")
        self.score.setMaximumWidth(80)
        self.slider.setRange(0, 100)
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.score.setAccessibleName("Score from 0 to 100")
        row = QHBoxLayout(self.score_row)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(plain_label("Score"))
        row.addWidget(self.slider)
        row.addWidget(self.score)
        self.remark.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 6)
        column.setSpacing(4)
        top = QHBoxLayout()
        top.addWidget(self.header, 1)
        top.addWidget(self.annotator)
        column.addLayout(top)
        column.addWidget(self.before)
        for widget in (self.titles["source"], self.texts["source"], self.translations, self.after):
            column.addWidget(widget)
        lists = QHBoxLayout()
        for heading, view, share in ((self.listing, self.errors, 2), (self.asking, self.categories, 3)):
            part = QWidget()
            inside = QVBoxLayout(part)
            inside.setContentsMargins(0, 0, 0, 0)
            inside.addWidget(heading)
            inside.addWidget(view, 1)
            lists.addWidget(part, share)
        self.category_list = part
        column.addLayout(lists, 1)
        column.addWidget(self.score_row)
        column.addWidget(self.remark)
        column.addWidget(self.comment)
        self.below.addWidget(self.message, 1)
        column.addLayout(self.below)
        column.addWidget(self.keys)

    def _connect(self) -> None:
        self.editor.changed.connect(self.refresh)
        self.editor.reported.connect(self.show_message)
        for side, text in self.texts.items():
            text.pressed.connect(partial(self._press, side))
        self.errors.itemClicked.connect(lambda item: self._choose(self.errors.row(item)))
        self.categories.itemClicked.connect(lambda _item: self._take_category(self.categories.currentRow()))
        self.translations.chosen.connect(self._choose_system)
        self.score.installEventFilter(self)
        self.slider.valueChanged.connect(self._slide)

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


def _score_text(marking: SpanMarking) -> str:
    return "" if marking.annotation.score is None else f"{marking.annotation.score:g}"


def _severity(marking: SpanMarking, digit: str) -> str:
    number = int(digit)
    if not 1 <= number <= len(marking.rules.severities):
        raise UsageError(f"this project's severities are {severities_line(marking)}")
    return marking.rules.severities[number - 1]
