"""The decisions of an adjudicator, each saved at once. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Signal

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted, escaped, listed
from meantree_gui.adjudication.adjudication_state import AdjudicationState, finalize_ready

if TYPE_CHECKING:
    from meantree.project.annotation import Annotation
    from meantree.project.gold_standard import Adjudicated

UNLOCK_FIRST = "unlock it with U before you change it"


class Adjudicating(AdjudicationState):
    """Decides of what is looked at.

    Signals:
        taken: the number of the annotator, from 0, whose frames were taken.
    """

    taken = Signal(int)

    def take(self, number: int) -> None:
        """What that annotator, counted from 0, says of the predicate goes into the gold standard."""
        from meantree.project.gold_standard import with_frame_of

        one, chosen, name = self.current, self.chosen, self._name(number)
        if one is not None and chosen is not None and name:
            where = chosen.contested.place
            theirs = (one.over if where[0] == "hypothesis" else one.work)[name]
            self._decide(lambda gold: with_frame_of(gold, theirs, where), f"frame of {escaped(name)} taken")
            self.taken.emit(number)

    def take_all(self, number: int) -> None:
        """All that an annotator says goes into the gold standard."""
        from meantree.project.gold_standard import with_everything_of

        one, name = self.current, self._name(number)
        if one is not None and name:
            theirs = one.over[name]
            told = f"everything of {escaped(name)} taken"
            self._decide(lambda gold: with_everything_of(gold, theirs, one.contested), told)
            self.taken.emit(number)

    def drop(self) -> None:
        """The predicate has no frame in the gold standard."""
        from meantree.project.gold_standard import without_frame

        chosen = self.chosen
        if chosen is not None:
            where, views = chosen.contested.place, chosen.contested.views
            alike = listed(name for name, view in views.items() if view is None)
            told = f"no frame taken, as {alike}" if alike else "nobody's frame taken"
            self._decide(lambda gold: without_frame(gold, where), told)

    def settle(self) -> None:
        """Lock it in the name of who adjudicates, and go to the next that is open."""
        one = self.current
        if one is None:
            return
        if one.finalized_by:
            self.reported.emit(f"settled by {escaped(one.finalized_by)} already")
            return
        doubts = self._doubts(one)
        if doubts and self.confirmed != one.key:
            self.confirmed = one.key
            self.reported.emit(doubts)
            return
        if self._save(one, one.finalized(self.adjudicator), "settled"):
            self.next_open(told=f"{escaped(one.key.segment)} settled")

    def unlock(self) -> None:
        """Let it be changed again."""
        from meantree.project.gold_standard import unlock

        one = self.current
        if one is not None and one.gold is not None and one.finalized_by:
            self._save(one, unlock(one.gold), "unlocked")
        else:
            self.reported.emit("it is not settled")

    def settle_ready(self) -> None:
        """Settle everything that nobody began and in which nothing is left to decide."""
        project, who = self.workspace.project, self.adjudicator
        if project is not None:
            path = project.path
            run = self.workspace.background.run
            run(lambda _work: finalize_ready(path, who), self._say_settled, self._say_not_settled)

    def compare_only(self, names: Sequence[str]) -> None:
        """Let the work of these annotators be compared from now on, in this project; of all, if all are named."""
        project = self.workspace.project
        if project is None:
            return

        def choose() -> None:
            compared = () if set(names) == set(self.found.people) else tuple(names)
            project.set_rules(replace(project.rules, compared=compared))
            self.load()

        self._attempt(choose)

    @property
    def ready(self) -> int:
        """How many translations that would settle."""
        return sum(self.found.ready)

    def undo(self) -> None:
        """Take back the last decision, in whichever translation it was."""
        self._walk_history("undo", "undone")

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._walk_history("redo", "redone")

    # Inside

    def _name(self, number: int) -> str:
        """Of the annotator in that column, empty if there is none."""
        names = self.names
        if number < len(names):
            return names[number]
        self.reported.emit(f"there {'is' if len(names) == 1 else 'are'} {counted(len(names), 'annotator')}")
        return ""

    def _doubts(self, one: Adjudicated) -> str:
        """Why it may be too early to settle it; empty if nothing is undecided, nor said otherwise than by all."""
        edited = self.overruled
        left = sum(not each.gold and one.is_undecided(each.contested) for each in self.contested)
        if not edited:
            return f"{left} undecided; press again to settle without {'it' if left == 1 else 'them'}" if left else ""
        told = f"the gold standard differs from what all say of {counted(edited, 'predicate')}"
        return f"{f'{left} undecided, ' if left else ''}{told}; press again to settle it so"

    def _decide(self, change: Callable[[Annotation], Annotation], what: str) -> None:
        from meantree.project.annotation import State
        from meantree.project.edits import reopens

        one = self.current
        if one is None:
            return
        if one.finalized_by:
            self.reported.emit(f"settled by {escaped(one.finalized_by)}; {UNLOCK_FIRST}")
            return
        try:
            after = change(one.begun)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        if after == one.gold:
            self.reported.emit("the gold standard says so already")
            return
        self._save(one, replace(after, state=State.OPEN) if reopens(one.begun, after) else after, what)

    def _save(self, one: Adjudicated, after: Annotation, what: str) -> bool:
        """Keep a decision on the disk, then show it; whether it is kept."""
        from meantree.project.reference_frames import relinked

        project, after = self.workspace.project, relinked(after)
        if project is None:
            return False

        def save() -> None:
            project.save(one.key, after, what, known=one.gold)
            self.confirmed = None
            self.read_item(one.key)
            self.read_beside(one.key)
            self.tell_contested()
            self._follow(one.key)
            self.reported.emit(what)

        return self._attempt(save)

    def _attempt(self, do: Callable[[], None]) -> bool:
        """Do something with the file; what is refused is told, and shown as it is there."""
        from meantree.project.frame_annotations import Locked
        from meantree.project.records import Conflict

        self._decided += 1
        try:
            do()
        except MeantreeError as error:
            self.reported.emit(str(error))
            one = self.current
            if isinstance(error, (Conflict, Locked)) and one is not None and self.reread(one.key):
                self.listed.emit()
                self.changed.emit()
            return False
        self.listed.emit()
        self.changed.emit()
        return True

    def _say_settled(self, count: int) -> None:
        self.load()
        self.workspace.read_states()
        self.reported.emit(f"{counted(count, 'translation')} settled in which nothing was left to decide")

    def _say_not_settled(self, error: BaseException) -> None:
        self.reported.emit(str(error))
        if not isinstance(error, MeantreeError):
            self.workspace.background.failed.emit(error)

    def _walk_history(self, direction: Literal["undo", "redo"], done: str) -> None:
        from meantree.project.annotation import AnnotationKey

        project = self.workspace.project
        if project is None:
            return
        gold = project.rules.gold

        def walk() -> None:
            found = project.undo(gold) if direction == "undo" else project.redo(gold)
            if found is None:
                raise UsageError(f"there is nothing to {direction}")
            key, what = found
            if not (isinstance(key, AnnotationKey) and self.reread(key)):
                self.load()
            self._follow(key)
            self.reported.emit(f"{done}: {what}")

        self._attempt(walk)

    def _follow(self, key: object) -> None:
        """Let the corpus follow where somebody looks at it with the gold standard over it."""
        workspace, segment = self.workspace, str(getattr(key, "segment", ""))
        if workspace.project is not None and workspace.annotator == workspace.project.rules.gold:
            workspace.follow_project(segment)
            workspace.read_states()
