"""What annotators of the open translation differ in is decided row by row, one key a decision. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from meantree.annotation.frame_annotation import State
from meantree.annotation.record_kinds import Key
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted, escaped, listed
from meantree.project.file import Project
from meantree.project.gold_standard import comparable_annotators, compared_annotators
from meantree.project.records import Conflict
from meantree_gui.annotating.translation_editor import G, TranslationEditor
from meantree_gui.state.next_translation import go_adjudicating

NOTHING = "Nothing to adjudicate yet: no translation has been finished by two annotators{0}."
OF_THESE = "Only annotations by {0} are compared; the compared annotators can be changed in the menu Annotate."
KEYS = "Adjudication: a digit takes an annotator's answer, 0 takes none, S finalizes, E edits"
ALL_DECIDED = "everything is decided; S finalizes"
UNDECIDED = "undecided"
CHOOSE_AGAIN = "undecided: R has no such words"
"""What is said of a link that was taken, whose words have no frame or filler in the reference as it was decided."""
UNLOCKED = "unlocked: this translation can be changed until S finalizes it again"
EQUAL = "an equal translation is finalized, = takes its decisions"


R = TypeVar("R")
"""What frames, or error spans, have of a row."""


@dataclass(frozen=True, slots=True)
class Row(Generic[R]):
    """What is decided by one key: a contested predicate or error with all of it, or one part of that.

    Attributes:
        of: what frames, or error spans, have of it; equal if the rows are made again.
        text: a letter for the text that it is in.
        about: what is contested, in words.
        kinds: in what annotators differ.
        answers: by annotator, in words.
        decision: what the gold standard has, in words; :data:`UNDECIDED`, and what waits for it, while it neither has
            nor rejects anything.
        supporters: the annotators whose answer equals the decision.
        is_part: whether it is a part of the nearest row above that is not itself a part.
    """

    of: R
    text: str
    about: str
    kinds: str
    answers: Mapping[str, str]
    decision: str
    supporters: Collection[str] = ()
    is_part: bool = False

    @property
    def is_undecided(self) -> bool:
        """Whether the gold standard neither has nor rejects anything, whatever waits for the decision."""
        return self.decision.startswith(UNDECIDED)

    @property
    def is_open(self) -> bool:
        """Whether a predicate or error is neither taken nor rejected, or a link that was taken cannot be made."""
        return self.decision == CHOOSE_AGAIN or (self.is_undecided and not self.is_part)


class Adjudication(QObject, Generic[R, G]):
    """Decides on the open translation of the gold standard; its editor saves each decision and undoes it.

    Attributes:
        what: is adjudicated, in the plural.
        read_all: returns who finalized each translation that several finished, empty for nobody, by its key.
        finalize_all_ready: finalizes all translations with nothing left to decide; returns their number, and how many
            it left since something may have been overlooked in them.
        names: the annotators of the open translation, in the order of the keys 1–9; none while nothing is adjudicated.
        rows: what differs, and where the gold standard differs from all.
        place: the 0-based selected row.

    Signals:
        changed: the rows, the selected one, or decisions on them changed.
    """

    changed = Signal()
    what: str
    read_all: Callable[[Project], dict[Any, str]]
    finalize_all_ready: Callable[[Project, str], tuple[int, int]]
    editor: TranslationEditor[Any, G]

    def __init__(self, editor: TranslationEditor[Any, G]) -> None:
        super().__init__()
        self.editor = editor
        editor.go_adjudicating = self.go
        self.selection, self.workspace = editor.selection, editor.selection.workspace
        self.names: Sequence[str] = ()
        self.rows: tuple[Row[R], ...] = ()
        self.place = 0
        self._asked: tuple[object, str] = None, ""
        self._to_adjudicate: tuple[object, dict[Key, str]] = None, {}

    # What frames and error spans have each of their own

    @property
    def contested(self) -> str:
        """How much is contested and undecided in the open translation, in words."""
        raise NotImplementedError

    @property
    def why_too_early(self) -> str:
        """Why it may be too early to finalize; empty if all is decided and no agreement is overruled."""
        return f"{self.undecided} undecided" if self.undecided else ""

    def consequences(self) -> str:
        """Return what each key at the selected row changes elsewhere; empty if none does."""
        return ""

    @property
    def comments(self) -> str:
        """What annotators say of the selected row, and of the translation."""
        said = {name: dict.fromkeys(" ".join(text.split()) for text in self._comments_of(name)) for name in self.names}
        found = (f"{escaped(name)}: “{escaped(text)}”" for name, texts in said.items() for text in texts if text)
        return " · ".join(found)

    def _comments_of(self, name: str) -> Iterable[str]:
        """Return what an annotator says of the selected row, and of the translation; some may be empty."""
        raise NotImplementedError

    def show_beside(self, step: int) -> None:
        """Show all of the next annotator beside the gold standard, or the previous one, unless all stand there."""

    def _show_row(self) -> None:
        """Put the cursor of the editor at the selected row."""
        raise NotImplementedError

    def _taken(self, gold: G, of: R, name: str) -> G:
        """Return the gold standard with an annotator's answer to a row, or none for ``""``."""
        raise NotImplementedError

    def _title(self, of: R, name: str) -> str:
        """Return in words what :meth:`_taken` does."""
        raise NotImplementedError

    def _all_taken(self, gold: G, name: str) -> G:
        """Return the gold standard with everything of an annotator."""
        raise NotImplementedError

    def _finalized(self, gold: G, who: str) -> G:
        """Return the gold standard, finished and locked."""
        raise NotImplementedError

    # The rows

    @property
    def row(self) -> Row[R] | None:
        """The selected row; None if there is none."""
        return self.rows[self.place] if self.place < len(self.rows) else None

    @property
    def undecided(self) -> int:
        """The number of contested predicates or errors that are not decided."""
        return sum(row.is_open for row in self.rows)

    def _show_rows(self, rows: Sequence[Row[R]], before: Row[R] | None) -> None:
        """Have new rows, with the one selected that was before, or the first one that is undecided.

        Undo selects what it changed: a row that is undecided again, or else the last of those with another decision.
        """
        was, self.rows = self.rows, tuple(rows)
        same = [place for place, row in enumerate(rows) if before is not None and row.of == before.of]
        if same:
            pairs = enumerate(zip(was, rows, strict=False))
            changed = [place for place, (old, new) in pairs if old.of == new.of and old.decision != new.decision]
            undone = [place for place in changed if rows[place].is_open] or changed[-1:]
            self.place = (undone or same)[0]
        elif before is None or self.place >= len(rows):
            self.place = next((place for place, row in enumerate(rows) if row.is_open), 0)
            self._show_row()
        self.changed.emit()

    def choose(self, place: int) -> None:
        """Select a row, with the cursors of the editor there."""
        if place != self.place and 0 <= place < len(self.rows):
            self.place = place
            self._go_to_row()

    def _go_to_row(self) -> None:
        self._show_row()
        self.editor.changed.emit()
        self.changed.emit()

    def step(self, by: int) -> None:
        """Go to the next undecided predicate or error (1) or the previous one (−1), around the end, if one is left."""
        left = [place for place, row in enumerate(self.rows) if row.is_open][::by]
        if left:
            self.choose(next((place for place in left if (place - self.place) * by > 0), left[0]))
        else:
            self.editor.report(self._lock or ALL_DECIDED)

    # Translations

    @property
    def to_adjudicate(self) -> Mapping[Key, str]:
        """The translations that several annotators finished, by key, with who finalized each, empty for nobody.

        They are read once, since that takes long, and again after :meth:`forget` or an edit in another program. The
        entry of the open translation is always up to date, also after undo.
        """
        project, key, gold = self.editor.project, self.editor.key, self.editor.annotation
        stamp = project, project.edition, project.rules.compared
        if stamp != self._to_adjudicate[0]:
            self._to_adjudicate = stamp, self.read_all(project)
        if gold is not None and key in self._to_adjudicate[1]:
            self._to_adjudicate[1][key] = gold.finalized_by
        return self._to_adjudicate[1]

    def forget(self) -> None:
        """Read again what is to be adjudicated when it is needed."""
        self._to_adjudicate = None, {}

    @property
    def progress(self) -> str:
        """How many translations are finalized, in words."""
        finalizers = list(self.to_adjudicate.values())
        return f"{counted(len(finalizers), 'translation')}, {sum(map(bool, finalizers))} finalized"

    def go(self, step: int, done: str = "", *, finished: bool = False) -> None:
        """Go to the next translation to adjudicate, or the previous one; for 0 to this one if it is one.

        Args:
            done: what was done, for the message.
            finished: whether finalized translations are not passed over.
        """
        left = {key: bool(who) for key, who in self.to_adjudicate.items() if finished or not who}
        found = {(key.segment, key.system): is_finalized for key, is_finalized in left.items()}
        message = go_adjudicating(self.selection, found, step)
        self.editor.load()
        self.editor.report_with_next(". ".join(filter(None, (done, message))))

    def go_to_any(self, step: int) -> None:
        """Go to the next translation of several annotators, or the previous one, finalized or not."""
        self.go(step, finished=True)

    # Deciding

    @property
    def finalizer(self) -> str:
        """The name of the adjudicator who finalized the open translation; empty if nobody did."""
        gold = self.editor.annotation
        return "" if gold is None else gold.finalized_by

    @property
    def _lock(self) -> str:
        """Who finalized the open translation, and the key that unlocks it; empty if nobody did."""
        who = escaped(self.finalizer)
        return f"finalized by {who}; unlock it with U before you change it" if who else ""

    def take(self, number: int) -> None:
        """Take the answer of the annotator of a 0-based number to the selected row."""
        if name := self._annotator_at(number):
            self._take(name)

    def take_none(self) -> None:
        """Leave what the selected row is about without anything."""
        self._take("")

    def _take(self, name: str) -> None:
        row, place = self.row, self.place
        if row is not None and self._decide(
            lambda gold: self._taken(gold, row.of, name), title := self._title(row.of, name)
        ):
            self.place = place
            self._move_on(title, is_part=row.is_part)

    def take_everything(self, number: int) -> None:
        """Take everything of the annotator of a 0-based number."""
        name = self._annotator_at(number)
        title = f"everything of {escaped(name)} taken"
        if name and self._decide(lambda gold: self._all_taken(gold, name), title):
            self._move_on(title, is_part=False)

    def take_equal(self) -> None:
        """Take all that was decided on an equal translation of the segment."""
        decided, title = self._decided_on_equal(), "what was decided on an equal translation taken"
        if decided is None:
            self.editor.report("no equal translation of this segment is finalized")
        elif self._decide(lambda _gold: decided, title):
            self._move_on(title, is_part=False)

    @property
    def offer(self) -> str:
        """The message that an equal translation is finalized, while nothing is decided on this one; else empty."""
        is_new = self.rows and not self.editor.is_started  # a score begins as a mean, so that nothing is undecided
        return EQUAL if is_new and self._decided_on_equal() is not None else ""

    def _decided_on_equal(self) -> G | None:
        """Return the gold standard of an equal translation of the segment, open again; None if none is finalized."""
        key, segment = self.editor.key, self.selection.segment
        if key is None or segment is None or key.segment != segment.key:
            return None
        text = segment.hypotheses[key.system].text
        equal = (name for name, other in segment.hypotheses.items() if name != key.system and other.text == text)
        found = (self.editor.stored(replace(key, system=name)) for name in equal)
        decided = (one for one in found if one is not None and one.finalized_by)
        return next((replace(one, finalized_by="", state=State.OPEN, comment="") for one in decided), None)

    def _decide(self, change: Callable[[G], G], title: str) -> bool:
        if why_not := self._changed_elsewhere() or self._lock:
            self.editor.report(why_not)
            return False

        def decided(gold: G) -> G:
            after = change(gold)
            if after == gold and self.editor.is_started:
                raise UsageError("this is already in the gold standard")
            return after

        return self.editor.save(decided, title)

    def _changed_elsewhere(self) -> str:
        """Show what other windows changed; return why nothing old is decided on if the rows are others now, else ""."""
        shown = self.names, self.rows
        try:
            self.editor.load()
        except MeantreeError as error:
            return str(error)
        return "" if shown == (self.names, self.rows) else str(Conflict())

    def finalize(self) -> None:
        """Lock the translation in the adjudicator's name and go to the next open one."""
        if changed := self._changed_elsewhere():
            self.editor.report(changed)
            return
        if self.finalizer or not self.names:
            self.editor.report(f"this translation is already finalized by {escaped(self.finalizer)}")
            return
        if (why := self.why_too_early) and not self.is_confirmed(f"{why}; press again to finalize anyway"):
            return
        who, key = self.workspace.annotator, self.editor.key
        if key is not None and self.editor.save(lambda gold: self._finalized(gold, who), "finalized"):
            self.changed.emit()
            self.go(1, f"{escaped(key.segment)} · {escaped(key.system)}: finalized")

    def is_confirmed(self, question: str) -> bool:
        """Return whether a question was asked of the gold standard as it is; ask it if not."""
        asked, before = ((self.editor.key, self.editor.annotation), question), self._asked
        self._asked = asked
        if asked == before:
            return True
        self.editor.report(question)
        return False

    def unlock(self) -> None:
        """Unlock the translation, so that it can be changed again."""
        if not self.finalizer:
            self.editor.report("this translation is not finalized")
        elif self.editor.save(lambda gold: replace(gold, finalized_by=""), "unlocked"):
            self.changed.emit()
            self.editor.report(UNLOCKED)

    def finalize_ready(self) -> None:
        """Finalize all translations that are not started yet and have nothing to decide, and go to an open one."""
        try:
            self.workspace.naming.require_finished("translations are finalized")
            count, doubtful = self.finalize_all_ready(self.editor.project, self.workspace.annotator)
        except MeantreeError as error:
            self.editor.report(str(error))
            return
        self.forget()
        self.workspace.annotations.read_again()
        self.editor.reopen()
        left = f"; {doubtful:,} left, about which S asks" if doubtful else ""
        self.go(0, f"Finalized {counted(count, 'translation')} with nothing left to decide{left}")

    def turn(self) -> None:
        """Adjudicate from now on, or edit one's own annotations again; where there is nothing to decide, say so."""
        self.forget()
        begins = not self.workspace.is_adjudicating
        try:
            self.workspace.naming.require_finished(f"{self.what} are adjudicated")
            if begins and not self.to_adjudicate:
                raise UsageError(self._why_nothing())
        except MeantreeError as error:
            self.editor.report(str(error))
            return
        self.editor.leave()
        self.workspace.adjudicate(begins=begins)
        if begins:
            self.go(0, KEYS, finished=all(self.to_adjudicate.values()))
        else:
            self.editor.load()
            self.editor.reported.emit("")

    def _move_on(self, title: str, *, is_part: bool) -> None:
        """Go to the next row of the same whole after a part, else to the next undecided one, and say what was done."""
        following = self.rows[self.place + 1 : self.place + 2]
        order = [*range(self.place + 1, len(self.rows)), *range(self.place)]
        left = [place for place in order if self.rows[place].is_open]
        if is_part and following and following[0].is_part:
            self.choose(self.place + 1)
        elif left:
            self.choose(left[0])
        else:
            self._go_to_row()
        self.editor.report(title if left or self.undecided else f"{title}; {ALL_DECIDED}")

    def _why_nothing(self) -> str:
        project = self.editor.project
        people, compared = comparable_annotators(project), compared_annotators(project)
        reason = NOTHING.format(" for the same reference" if self.what == "frames" else "")
        some = OF_THESE.format(listed(map(escaped, compared)) or "no one")
        return f"{reason} {some}" if len(compared) < len(people) else reason

    def _annotator_at(self, number: int) -> str:
        """Return the annotator of a 0-based number; empty if there is none, which is reported."""
        names = self.names
        if number < len(names):
            return names[number]
        self.editor.report(f"there {'is' if len(names) == 1 else 'are'} {counted(len(names), 'annotator')}")
        return ""
