"""Error spans: both texts with their context, the errors, the categories, the score, and what each key does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget

from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError, Origin, is_tool, quoted
from meantree.annotation.rules import Category
from meantree.corpus.corpus import CHECK, ErrorSide
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, is_right_to_left
from meantree.project.error_proposals import SOURCES
from meantree_gui import theme
from meantree_gui.annotating.comments import CommentField
from meantree_gui.annotating.decision_table import DecisionTable
from meantree_gui.guidelines import show_guidelines
from meantree_gui.span_editor.marked_text import MISSING, MarkedText, TranslationsView, title_of
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_editor import SpanEditor
from meantree_gui.span_editor.span_marking import SpanMarking, category_letters
from meantree_gui.span_editor.span_score import SpanScore
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import ParagraphList
from meantree_gui.widgets.labels import describe, isolated, plain_label

Key = Qt.Key
NO_TRANSLATION: Final = "No translation of this segment"
NOT_CONTESTED: Final = "Not finished by two annotators; PgDown goes to the next one to adjudicate"
NONE_LEFT: Final = "Not finished by two annotators; all others are finalized, Shift+PgDown goes to the next one"
COMPARED: Final = "compared with the reference"
"""What is said of a suggestion that a finding makes: nobody read the source; wrong grammar need not differ."""
BY_KIND: Final = {name.rpartition(" ")[0]: words for name, words in SOURCES.items()}
"""Where suggestions of earlier marks come from, whichever version of Meantree made them."""
MAX_WORDS: Final = 60
"""Characters of an error's words."""
TITLES: Final[dict[ErrorSide, str]] = {"source": "Source", "hypothesis": "Translation"}


class SpanPanel(QWidget):
    """Takes the keys itself: letters walk to words, or name a category; the lists show what they do.

    Signals:
        turned: the keyboard is in the text, or the rows to decide.
    """

    turned = Signal()

    def __init__(self, editor: SpanEditor) -> None:
        super().__init__()
        self.editor = editor
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Error spans")
        self.texts: dict[ErrorSide, MarkedText] = {side: MarkedText(side) for side in TITLES}
        self.titles = {side: plain_label() for side in TITLES}
        self.translations = TranslationsView(self.titles["hypothesis"], self.texts["hypothesis"])
        self.errors, self.categories = ParagraphList("Errors"), CategoryList()
        self.listing, self.asking = plain_label(), plain_label()
        self.decisions = DecisionTable(editor.adjudication)
        self.score = SpanScore(editor)
        self.comment = CommentField(editor.save_comment, drops=True)
        self.typing = SpanKeys(self)
        self.keys = plain_label(wrapped=True)
        editor.save_typed = lambda: self.comment.finish() and self.score.keep()
        self._arrange()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Draw everything again."""
        marking = self.editor.marking
        self.typing.ignored = []
        self._close_lost_comment()
        for side, text in self.texts.items():
            text.show_marking(marking)
            is_active = marking is not None and marking.cursor.side == side
            has_text = marking is not None and bool(marking.cursor.texts[side])
            text.setVisible(has_text)
            self.titles[side].setVisible(has_text or is_active)
            self.titles[side].setText(f"{'▸ ' if is_active else ''}{self._title(side)}")
        self.translations.show_translations(*self.editor.others, is_numbered=not self.editor.workspace.is_adjudicating)
        self._follow_decisions()
        self.score.show_marking(marking)
        if marking is None:
            self.categories.forget()
            for part in (self.errors, self.listing, self.asking, self.keys):
                part.clear()
            return
        describe(self, marking.spoken)
        self._show_errors(marking)
        self._show_categories(marking)
        self.keys.setText(keys_line(marking, self._further_keys()))

    def use_scale(self, scale: float) -> None:
        """Draw the texts at a scale."""
        for text in self.texts.values():
            text.use_scale(scale)
        self.translations.use_scale(scale)

    def focus(self, *, edits: bool = False) -> None:
        """Take the keyboard, in adjudication to the rows to decide unless the gold standard is edited."""
        self.decisions.is_wanted = not edits
        self.decisions.refresh()
        self._follow_decisions()
        self.setFocus()
        self.turned.emit()

    def _further_keys(self) -> str:
        """Return the key that leads out of editing, or to other translations; empty for neither."""
        if self.editor.workspace.is_adjudicating:
            return "Esc rows to decide"
        return "Ctrl+↑ ↓ other translation" if any(self.editor.others) else ""

    def _follow_decisions(self) -> None:
        """Show what is marked and its keys, or the rows to decide."""
        for part in (self.lists, self.keys):
            part.setVisible(self.decisions.isHidden() and self.editor.marking is not None)

    # Keys

    def event(self, event: QEvent) -> bool:
        """Override QWidget.event: the panel's own keys are no shortcuts of the window, and Tab changes the text."""
        if isinstance(event, QKeyEvent) and self.decisions.isHidden():
            if event.type() == QEvent.Type.ShortcutOverride and self.typing.action_of(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Key.Key_Tab:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent."""
        if not self.decisions.isHidden() or self.typing.is_ignored(event.text()):
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
        marking, others = self.editor.marking, self.editor.others
        is_numbered = side == "hypothesis" and any(others) and not self.editor.workspace.is_adjudicating
        title = title_of(marking, len(others[0]) + 1) if marking is not None and is_numbered else TITLES[side]
        return f"{title}{self._planted()}" if side == "hypothesis" else title

    def _planted(self) -> str:
        """Return the words planted in the open attention check, and whether they were marked; only to who leads."""
        from meantree.project.attention_checks import is_noticed

        key, marking = self.editor.key, self.editor.marking
        if key is None or marking is None or key.system != CHECK or not self.editor.workspace.naming.shows_checks:
            return ""
        known = self.editor.stored(replace(key, annotator=CHECK)) or ErrorAnnotation()
        words = "; ".join(quoted(error.places, marking.cursor.texts) for error in known.errors)
        noticed = "noticed" if is_noticed(known, marking.annotation) else "not noticed"
        return f" · planted: {isolated(escaped(words))}, {noticed}"

    @property
    def head(self) -> str:
        """The open translation and how far it is, for the header of the page; else why there is none."""
        key, marking, workspace = self.editor.key, self.editor.marking, self.editor.workspace
        if key is None or marking is None:
            why_not = NO_TRANSLATION
            if workspace.is_adjudicating:
                why_not = NONE_LEFT if all(self.editor.adjudication.to_adjudicate.values()) else NOT_CONTESTED
            return why_not if self.editor.is_shown else ""
        annotation = marking.annotation
        errors = counted(len(annotation.errors), "error") if annotation.errors else ""
        locked = annotation.finalized_by
        state = f"finalized by {escaped(locked)}" if locked else annotation.state.in_words(of_errors=True)
        is_undecided = self.editor.workspace.is_adjudicating and self.editor.adjudication.undecided
        is_hidden = is_undecided or self.editor.project.why_no_scores(key.annotator)
        shows_mqm = marking.needs_category and not is_hidden
        total = f" · MQM {annotation.mqm:g}".replace("-", "−") if shows_mqm else ""
        parts = escaped(key.segment), escaped(self.editor.system_name), escaped(key.annotator), state, errors
        return f"{' · '.join(filter(None, parts))}{total}"

    def _show_errors(self, marking: SpanMarking) -> None:
        asked = f"Severity? Press {marking.severities_line}." if marking.needs_severity else ""
        _ask(self.listing, asked, "Errors")
        self.errors.clear()
        order = marking.order
        for row, number in enumerate(order):
            error = marking.listed[number]
            self.errors.addItem(error_line(error, marking))
            item, font = self.errors.item(row), QFont()
            font.setStrikeOut(error.origin is Origin.REJECTED)
            item.setFont(font)
            if font.strikeOut() or number >= len(marking.annotation.marked):
                item.setForeground(QColor(theme.current().muted))
        self.errors.setCurrentRow(order.index(marking.chosen) if marking.chosen in order else -1)

    def _show_categories(self, marking: SpanMarking) -> None:
        self.category_list.setVisible(marking.needs_category)
        if marking.needs_category:
            self.categories.show_marking(marking)
            is_asked = marking.is_asking and not marking.needs_severity
            _ask(self.asking, "Category? Press its letter." if is_asked else "", "Categories")

    def _close_lost_comment(self) -> None:
        """Close the field when another translation is open; what could not be saved is said."""
        request, text = self.comment.request, self.comment.field.toPlainText().strip()
        if request is not None and request.key != self.editor.key:
            self.comment.close_field()
            if text != request.text:
                self.editor.reported.emit(f"This comment was not saved: “{escaped(text)}”")

    def _arrange(self) -> None:
        for view in (self.errors, self.categories):
            view.setSpacing(0)
            view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        error_list, self.category_list = QWidget(), QWidget()
        in_column(error_list, self.listing, (self.errors, 1), margins=(0, 0, 0, 0))
        in_column(self.category_list, self.asking, (self.categories, 1), margins=(0, 0, 0, 0))
        self.lists = QWidget()
        in_row(self.lists, (error_list, 2), (self.category_list, 3), margins=(0, 0, 0, 0))
        above = self.titles["source"], self.texts["source"], self.translations
        below = self.score, self.comment, self.keys
        in_column(self, *above, (self.lists, 1), (self.decisions, 1), *below, margins=(12, 0, 12, 0), gap=4)

    def _connect(self) -> None:
        self.editor.changed.connect(self.refresh)
        self.editor.commenting.connect(self.comment.open)
        for field in (self.comment, self.score):
            field.left.connect(self.setFocus)
        for side, text in self.texts.items():
            text.pressed.connect(partial(self._press, side))
        self.errors.itemClicked.connect(lambda item: self._choose_error(self.errors.row(item)))
        self.categories.itemClicked.connect(lambda _item: self.typing.take_category())
        self.translations.chosen.connect(self._choose_system)
        self.editor.adjudication.changed.connect(self._follow_decisions)

    def _choose_error(self, row: int) -> None:
        self.editor.act(lambda own: own.choose(own.order[row]))

    def _choose_system(self, system: str) -> None:
        if not self.editor.workspace.is_adjudicating:
            self.editor.choose_system(system)

    def _press(self, side: ErrorSide, character: int, extend: bool) -> None:
        self.focus(edits=not self.decisions.is_wanted)

        def put(cursor: SpanCursor) -> SpanCursor:
            here = cursor if cursor.side == side else cursor.switched()
            return here.at(here.word_at(character), extend=extend and cursor.side == side)

        self.editor.act(lambda own: own.move(put))


def _ask(heading: QLabel, question: str, title: str) -> None:
    """Let the heading of a list be a question, else its title."""
    heading.setText(question or title)
    heading.setProperty("role", "title" if question else "muted")
    heading.style().polish(heading)


Modifier = Qt.KeyboardModifier
SHIFT, ALT, CTRL = Modifier.ShiftModifier, Modifier.AltModifier, Modifier.ControlModifier
FAR: Final = 5
"""Words that the cursor moves with Ctrl."""
KEPT: Final = "suggestion kept"


class SpanKeys:
    """The keys of the open translation: moves, edits, and the fields and lists that some of them enter.

    Attributes:
        ignored: which keys belong to an omission that was refused, in turn; any other edit or move ends that.
    """

    def __init__(self, panel: SpanPanel) -> None:
        self.panel, self.editor, self.categories, self.score = panel, panel.editor, panel.categories, panel.score
        self.ignored: list[Callable[[str], bool]] = []

    def action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does; None if it does nothing here."""
        marking, modifiers = self.editor.marking, event.modifiers() & ~Modifier.KeypadModifier
        if marking is not None and event.key() == Key.Key_U and modifiers == CTRL:
            return self.editor.adjudication.unlock if self.editor.workspace.is_adjudicating else None
        if modifiers & Modifier.MetaModifier:
            return None
        if event.key() in (Key.Key_PageDown, Key.Key_PageUp) and not modifiers & (CTRL | ALT):
            by = 1 if event.key() == Key.Key_PageDown else -1
            return partial(self.editor.go, by, finished=bool(modifiers & SHIFT))
        if marking is None:
            return None
        key, extend = event.key(), bool(modifiers & SHIFT)
        right = -1 if is_right_to_left(marking.cursor.text) else 1
        step = right if key == Key.Key_Right else -right if key == Key.Key_Left else 0
        if modifiers & CTRL and key in (Key.Key_Up, Key.Key_Down):
            return partial(self.editor.go_across, 1 if key == Key.Key_Down else -1)
        if step and modifiers & (CTRL | ALT) == ALT:
            ends = (step, 0) if extend else (0, step)
            return partial(self.editor.act, lambda own: own.nudge(*ends))
        if step:
            words = FAR * step if modifiers & CTRL else step
            return self._moving(lambda cursor: cursor.moved(words, extend=extend))
        if modifiers & (CTRL | ALT):
            return None
        actions: dict[int | str, Callable[[], object]] = {
            Key.Key_Home: self._moving(lambda cursor: cursor.at(0, extend=extend)),
            Key.Key_End: self._moving(lambda cursor: cursor.at(len(cursor.words), extend=extend)),
            Key.Key_Tab: self._moving(SpanCursor.switched),
            Key.Key_Up: partial(self._walk, -1),
            Key.Key_Down: partial(self._walk, 1),
            Key.Key_Delete: partial(self.editor.act, SpanMarking.delete, "error deleted"),
            Key.Key_Backspace: partial(self.editor.act, SpanMarking.delete, "error deleted"),
            Key.Key_Space: partial(self.editor.act, SpanMarking.keep_all if extend else SpanMarking.keep_next, KEPT),
            Key.Key_Return: self._return,
            Key.Key_Enter: self._return,
            Key.Key_Escape: self._leave,
            "-": self._mark_missing,
            "+": partial(self.editor.act, SpanMarking.add_part, "part of an error"),
            ".": partial(self.editor.act, SpanMarking.take_selection, "other words of an error"),
            ",": self.editor.comment,
            "?": lambda: show_guidelines(self.editor.project, self.panel),
            "/": partial(self.editor.act, SpanMarking.ask_category),
        }
        if not self.score.isHidden():
            actions["="] = self.score.enter
        return actions.get(key) or actions.get(event.text()) or self._of_character(marking, event.text(), extend=extend)

    def _of_character(self, marking: SpanMarking, character: str, *, extend: bool) -> Callable[[], object] | None:
        """Return what a digit or letter does: it marks, names a category, or goes to a word."""
        if character.isdecimal():
            return partial(self.editor.act, lambda own: own.mark_by(int(character)), "severity")
        if marking.is_asking and (category := self.categories.letters.get(character.casefold())):
            name = category.name
            return partial(self.editor.act, lambda own: own.categorize(name), "category")
        if character.isalpha():
            return partial(self.editor.act, lambda own: _jump(own, character, extend=extend))
        return None

    def _mark_missing(self) -> None:
        """Mark that something is missing; where that is refused, its severity and category must mark nothing else."""
        if not self.editor.act(SpanMarking.mark_missing, "missing") and (marking := self.editor.marking) is not None:
            has_severity, has_category = len(marking.rules.severities) > 1, marking.needs_category
            self.ignored = [
                key for key, follows in ((str.isdecimal, has_severity), (str.isalpha, has_category)) if follows
            ]

    def is_ignored(self, character: str) -> bool:
        """Return whether a key belongs to an omission that was refused."""
        if not self.ignored or not self.ignored[0](character):
            return False
        del self.ignored[0]
        return True

    def _moving(self, change: Callable[[SpanCursor], SpanCursor]) -> Callable[[], object]:
        return partial(self.editor.act, lambda own: own.move(change))

    def _leave(self) -> None:
        """Leave the chosen error; from none, go to the rows to decide if there are any."""
        marking = self.editor.marking
        if self.editor.workspace.is_adjudicating and marking is not None and marking.chosen is None:
            self.panel.focus()
        else:
            self.editor.act(lambda own: own.choose(None))

    def _walk(self, step: int) -> None:
        marking = self.editor.marking
        if marking is not None and marking.is_asking and self.categories.count():
            self.categories.setCurrentRow((self.categories.currentRow() + step) % self.categories.count())
        else:
            self.editor.act(lambda own: own.walk(step))

    def take_category(self) -> None:
        """Give the chosen error the category that is selected in the list."""
        name = self.categories.names[self.categories.currentRow()]
        self.editor.act(lambda own: own.categorize(name), "category")

    def _return(self) -> None:
        marking = self.editor.marking
        if marking is not None and marking.is_asking and self.categories.currentRow() >= 0:
            self.take_category()
            return
        if marking is not None and marking.proposal is not None:
            self.editor.act(SpanMarking.keep, KEPT)
            return
        if marking is not None and marking.is_asking:
            self.editor.act(lambda own: own.choose(None))
        if not self.editor.finish() and marking is not None and marking.needs_score:
            self.score.enter()


def _jump(marking: SpanMarking, letter: str, *, extend: bool) -> None:
    cursor = marking.cursor.jumped(letter, extend=extend)
    if cursor == marking.cursor:
        expected = f"; a severity is expected: {marking.severities_line}" if marking.needs_severity else ""
        raise UsageError(f"no other word here begins with “{escaped(letter)}”{expected}")
    marking.move(lambda _before: cursor)


def error_line(error: MarkedError, marking: SpanMarking) -> str:
    """Return the severity, category, words, origin, explanation and comment of an error."""
    texts = marking.cursor.texts
    words = " … ".join(texts[place.side][place.start : place.end] for place in error.places)
    words = words if len(words) <= MAX_WORDS else f"{words[: MAX_WORDS - 1]}…"
    where = MISSING if error.missing else ""
    by = _who_suggests(error)
    decided = "" if error.origin is Origin.OWN else f"{error.origin.value}: {by}"
    origin = by if error in marking.proposals else decided
    severity = error.severity.casefold() or "no severity"
    label = error.category or ("no category" if marking.needs_category else "")
    marked = f"{where} “{isolated(escaped(words))}”" if words else where
    comments = (isolated(escaped(" ".join(text.split()))) for text in dict.fromkeys((error.explanation, error.comment)))
    parts = escaped(severity), escaped(label), marked.strip(), escaped(origin), *comments
    return " · ".join(filter(None, parts))


def _who_suggests(error: MarkedError) -> str:
    """Return in words where a suggestion comes from; several may have made it."""
    of_earlier = {name: BY_KIND.get(name.rpartition(" ")[0], "") for name in error.by.split(", ")}
    others = [name for name, words in of_earlier.items() if not (words or (error.finding and is_tool(name)))]
    by_finding = COMPARED if error.finding else ""
    by_others = f"suggested by {', '.join(others)}" if others else ""
    return ", ".join(filter(None, (*of_earlier.values(), by_finding, by_others)))


def keys_line(marking: SpanMarking, further: str) -> str:
    """Return the keys and what they do, and ``further`` ones."""
    severities = marking.severities_line.replace(",", "")
    keys = [
        "letters, ← → words (Shift: select; Alt: characters; Ctrl: further)",
        f"{severities}, then a letter: category" if marking.needs_category else severities,
        "further digits both" if marking.labels else "",
        "Tab other text",
        "- missing",
        "↑ ↓ errors",
        "/ category" if marking.needs_category else "= score",
        "Space keeps a suggestion (Shift: all)" if marking.all_proposals else "",
        "+ further part",
        ". other words",
        ", comment",
        "Delete",
        "? guidelines",
        further,
        "Return done",
        "PgDown next",
    ]
    # A key and what it does stay in one line, also behind the hyphen.
    words = " · ".join(key.replace(" ", "\N{NO-BREAK SPACE}") for key in keys if key)
    return words.replace("-", "-\N{WORD JOINER}")


class CategoryList(ParagraphList):
    """Follows the chosen error."""

    def __init__(self) -> None:
        super().__init__("Categories")
        self.letters: dict[str, Category] = {}
        self._listed: tuple[Category, ...] = ()

    @property
    def names(self) -> list[str]:
        """The categories in the order of the list."""
        return [category.name for category in self._listed]

    def forget(self) -> None:
        """Show none: no translation is open."""
        self.letters, self._listed = {}, ()
        self.clear()

    def show_marking(self, marking: SpanMarking) -> None:
        """List the categories of the rules, with the one of the chosen error selected."""
        if self._listed != marking.rules.category_list:
            self._listed = marking.rules.category_list
            self.letters = category_letters(self._listed)
            self.clear()
            for number, category in enumerate(self._listed):
                self.addItem("")
                self.item(number).setToolTip(category.explanation)
        for number, category in enumerate(self._listed):
            self.item(number).setText(self._row(category, marking))
        name = "" if marking.error is None else marking.error.category
        chosen = self.names.index(name) if name in self.names else -1
        if chosen < 0 <= self.currentRow():
            self.scrollToTop()
        self.setCurrentRow(chosen)

    def _row(self, category: Category, marking: SpanMarking) -> str:
        letter = next((letter for letter, own in self.letters.items() if own == category), " ")
        explanation = f" — {category.explanation}" if category.explanation else ""
        labels = ((severity, category.name) for severity in marking.rules.severities)
        digits = ", ".join(f"key {digit}: {label[0]}" for label in labels if (digit := marking.digit_of(label)))
        digits = f" ({digits})" if digits else ""
        return f"{letter.upper()}   {escaped(category.name)}{escaped(digits)}{escaped(explanation)}"
