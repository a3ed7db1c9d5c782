"""What each key does on the page of error spans."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from meantree.comparison.comparison import is_right_to_left
from meantree.errors import UsageError
from meantree.escaping import escaped
from meantree_gui.span_editor.category_list import CategoryList
from meantree_gui.span_editor.marking_lines import severities_line
from meantree_gui.span_editor.span_comment import SpanComment
from meantree_gui.span_editor.span_cursor import SpanCursor
from meantree_gui.span_editor.span_editor import SpanEditor
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.span_editor.span_score import SpanScore

Key = Qt.Key
Modifier = Qt.KeyboardModifier
SHIFT, ALT, CTRL = Modifier.ShiftModifier, Modifier.AltModifier, Modifier.ControlModifier
FAR: Final = 5
"""Words that the cursor moves with Ctrl."""
KEPT: Final = "proposal kept"


class SpanKeys:
    """The keys of the open translation: moves, edits, and the fields and lists that some of them enter."""

    def __init__(
        self,
        editor: SpanEditor,
        categories: CategoryList,
        score: SpanScore,
        comment: SpanComment,
        show_guidelines: Callable[[], object],
    ) -> None:
        self.editor, self.categories, self.score, self.comment = editor, categories, score, comment
        self.show_guidelines = show_guidelines
        self._ignored: list[Callable[[str], bool]] = []

    def forget_refused(self) -> None:
        """End the wait for the keys of an omission that was refused."""
        self._ignored = []

    def action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return what a key does; None if it does nothing here."""
        marking, modifiers = self.editor.marking, event.modifiers() & ~Modifier.KeypadModifier
        if marking is not None and event.key() == Key.Key_U and modifiers == CTRL:
            return self.editor.unlock if self.editor.is_adjudicating else None
        if marking is None or modifiers & Modifier.MetaModifier:
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
        actions: dict[int, Callable[[], object]] = {
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
            Key.Key_Escape: partial(self.editor.act, lambda own: own.choose(None)),
            Key.Key_PageDown: partial(self.editor.go, 1),
            Key.Key_PageUp: partial(self.editor.go, -1),
        }
        return actions.get(key) or self._of_character(marking, event.text(), extend=extend)

    def _of_character(self, marking: SpanMarking, character: str, *, extend: bool) -> Callable[[], object] | None:
        if not character.strip() or not character.isprintable():
            return None
        actions: dict[str, Callable[[], object]] = {
            "-": self._mark_missing,
            "+": partial(self.editor.act, SpanMarking.add_part, "part of an error"),
            ".": partial(self.editor.act, SpanMarking.take_selection, "other words of an error"),
            ",": self.comment.open,
            "?": self.show_guidelines,
            "/": partial(self.editor.act, SpanMarking.ask_category),
        }
        if character in actions:
            return actions[character]
        if character == "=" and not self.score.isHidden():
            return self.score.enter
        if character.isdecimal():
            return partial(self.editor.act, lambda own: own.mark(_severity(own, character)), "severity")
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
            self._ignored = [
                key for key, follows in ((str.isdecimal, has_severity), (str.isalpha, has_category)) if follows
            ]

    def is_ignored(self, character: str) -> bool:
        """Return whether a key belongs to an omission that was refused; any other edit or move ends that."""
        if not self._ignored or not self._ignored[0](character):
            return False
        del self._ignored[0]
        return True

    def _moving(self, change: Callable[[SpanCursor], SpanCursor]) -> Callable[[], object]:
        return partial(self.editor.act, lambda own: own.move(change))

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
            if not marking.is_asking and marking.proposals and marking.must_decide:
                self.editor.act(lambda own: own.choose(len(own.annotation.marked)))
            return
        if marking is not None and marking.is_asking:
            self.editor.act(lambda own: own.choose(None))
        if not self.editor.finish() and marking is not None and marking.needs_score:
            self.score.enter()


def _jump(marking: SpanMarking, letter: str, *, extend: bool) -> None:
    cursor = marking.cursor.jumped(letter, extend=extend)
    if cursor == marking.cursor:
        expected = f"; a severity is expected: {severities_line(marking)}" if marking.needs_severity else ""
        raise UsageError(f"no other word here begins with “{escaped(letter)}”{expected}")
    marking.move(lambda _before: cursor)


def _severity(marking: SpanMarking, digit: str) -> str:
    number = int(digit)
    if not 1 <= number <= len(marking.rules.severities):
        raise UsageError(f"this project's severities are {severities_line(marking)}")
    return marking.rules.severities[number - 1]
