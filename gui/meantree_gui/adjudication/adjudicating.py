"""The decisions of an adjudicator, each saved immediately. No widgets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted, escaped, listed
from meantree_gui.adjudication.adjudication_state import AdjudicationState, finalize_ready

if TYPE_CHECKING:
    from meantree.annotation.frame_annotation import Annotation
    from meantree.project.annotators_work import UndoOrRedo
    from meantree.project.gold_standard import Adjudicated

UNLOCK_FIRST = "unlock it with U before you change it"


class Adjudicating(AdjudicationState):
    """Decides on the selected translation.

    Signals:
        frame_taken: the 0-based number of the annotator whose frames were taken.
    """

    frame_taken = Signal(int)

    def take_frame(self, number: int) -> None:
        """Take the frame of the selected predicate from the annotator of a 0-based number into the gold standard."""
        from meantree.annotation.adjudication import frame_at
        from meantree.project.gold_standard import with_frame_of

        item, chosen, name = self.current, self.chosen, self._annotator_at(number)
        if item is not None and chosen is not None and name:
            places = [predicate.place for predicate in chosen.predicates]
            source = (item.work_over_decided if chosen.contested.side == "hypothesis" else item.work)[name]
            # Alternatives that this annotator does not have are rejected, so that both are never in the gold standard.
            places.sort(key=lambda place: frame_at(source, *place) is not None)

            def take(gold: Annotation) -> Annotation:
                for place in places:
                    gold = with_frame_of(gold, source, place)
                return gold

            self._decide(take, f"frame of {escaped(name)} taken")
            self.frame_taken.emit(number)

    def take_everything(self, number: int) -> None:
        """Take all frames and links of an annotator into the gold standard."""
        from meantree.project.gold_standard import with_everything_of

        item, name = self.current, self._annotator_at(number)
        if item is not None and name:
            source = item.work_over_decided[name]
            title = f"all frames of {escaped(name)} taken"
            self._decide(lambda gold: with_everything_of(gold, source, item.contested), title)
            self.frame_taken.emit(number)

    def take_none(self) -> None:
        """Leave the selected predicate without a frame in the gold standard."""
        from meantree.project.gold_standard import without_frame

        chosen = self.chosen
        if chosen is not None:
            views = [predicate.views for predicate in chosen.predicates]
            agreeing = listed(name for name in chosen.answers if all(view[name] is None for view in views))
            title = f"no frame taken, as {agreeing}" if agreeing else "no annotator's frame taken"

            def reject(gold: Annotation) -> Annotation:
                for predicate in chosen.predicates:
                    gold = without_frame(gold, predicate.place)
                return gold

            self._decide(reject, title)

    def finalize(self) -> None:
        """Lock the translation in the adjudicator's name and go to the next open one."""
        item = self.current
        if item is None:
            return
        if item.finalized_by:
            self.reported.emit(f"this translation is already finalized by {escaped(item.finalized_by)}")
            return
        too_early = self._why_too_early(item)
        if too_early and self.confirmed != item.key:
            self.confirmed = item.key
            self.reported.emit(too_early)
            return
        if self._save(item, item.finalized(self.adjudicator), "finalized"):
            self.next_open(message=f"{escaped(item.key.segment)} finalized")

    def unlock(self) -> None:
        """Unlock the translation, so that it can be changed again."""
        from meantree.project.gold_standard import unlock

        item = self.current
        if item is not None and item.gold is not None and item.finalized_by:
            self._save(item, unlock(item.gold), "unlocked")
        else:
            self.reported.emit("this translation is not finalized")

    def finalize_ready(self) -> None:
        """Finalize all translations that are not started yet and have nothing to decide."""
        project, adjudicator = self.workspace.project, self.adjudicator
        if project is not None:
            path = project.path
            run = self.workspace.background.run
            run(lambda _work: finalize_ready(path, adjudicator), self._report_finalized, self._report_failure)

    def compare_only(self, names: Sequence[str]) -> None:
        """Compare these annotators in this project from now on; also later ones, if all are named."""
        from meantree.project.gold_standard import comparable_annotators

        project = self.workspace.project
        if project is None:
            return

        def choose() -> None:
            compared = () if set(names) == set(comparable_annotators(project)) else tuple(names)
            project.set_rules(replace(project.rules, compared=compared))
            self.load()

        self._attempt(choose)

    @property
    def ready_count(self) -> int:
        """The number of translations that :meth:`finalize_ready` would finalize."""
        return sum(self.data.ready)

    def take_step(self, direction: UndoOrRedo) -> None:
        """Undo the last decision, in whichever translation it was, or redo the one that was undone last."""
        from meantree.annotation.frame_annotation import AnnotationKey

        project = self.workspace.project
        if project is None:
            return
        gold = project.rules.gold

        def walk() -> None:
            step = project.take_step(gold, direction)
            if step is None:
                raise UsageError(f"there is nothing to {direction}")
            key, title = step
            if not (isinstance(key, AnnotationKey) and self.reread(key)):
                self.load()
            self._follow(key)
            self.reported.emit(f"{direction}ne: {title}")

        self._attempt(walk)

    # Inside

    def _annotator_at(self, number: int) -> str:
        """Return the annotator of a 0-based number; empty if there is none, which is reported."""
        names = self.names
        if number < len(names):
            return names[number]
        self.reported.emit(f"there {'is' if len(names) == 1 else 'are'} {counted(len(names), 'annotator')}")
        return ""

    def _why_too_early(self, item: Adjudicated) -> str:
        """Return why it may be too early to finalize; empty if all is decided and no agreement is overruled."""
        left = sum(not row.gold and any(map(item.is_undecided, row.predicates)) for row in self.contested)
        if not self.overruled:
            return f"{left} undecided; press again to finalize without {'it' if left == 1 else 'them'}" if left else ""
        message = f"the gold standard differs from all annotators in {counted(self.overruled, 'predicate')}"
        return f"{f'{left} undecided, ' if left else ''}{message}; press again to finalize anyway"

    def _decide(self, change: Callable[[Annotation], Annotation], title: str) -> None:
        from meantree.annotation.edits import reopens
        from meantree.annotation.frame_annotation import State

        item = self.current
        if item is None:
            return
        if item.finalized_by:
            self.reported.emit(f"finalized by {escaped(item.finalized_by)}; {UNLOCK_FIRST}")
            return
        try:
            after = change(item.current)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        if after == item.gold:
            self.reported.emit("this is already in the gold standard")
            return
        self._save(item, replace(after, state=State.OPEN) if reopens(item.current, after) else after, title)

    def _save(self, item: Adjudicated, after: Annotation, title: str) -> bool:
        """Save a decision, then show it; return whether it was saved."""
        from meantree.annotation.reference_frames import relinked

        project, after = self.workspace.project, relinked(after)
        if project is None:
            return False

        def save() -> None:
            project.save(item.key, after, title, known=item.gold)
            self.confirmed = None
            self.read_item(item.key)
            self.read_sharing(item.key)
            self.list_contested()
            self._follow(item.key)
            self.reported.emit(title)

        return self._attempt(save)

    def _attempt(self, do: Callable[[], None]) -> bool:
        """Do something with the file; if it is refused, report why and show the present state of the file."""
        from meantree.project.records import Conflict, Locked

        self._decisions += 1
        try:
            do()
        except MeantreeError as error:
            self.reported.emit(str(error))
            item = self.current
            if isinstance(error, (Conflict, Locked)) and item is not None and self.reread(item.key):
                self.list_changed.emit()
                self.changed.emit()
            return False
        self.list_changed.emit()
        self.changed.emit()
        return True

    def _report_finalized(self, count: int) -> None:
        self.load()
        self.workspace.annotations.read_again()
        self.reported.emit(f"finalized {counted(count, 'translation')} with nothing left to decide")

    def _report_failure(self, error: BaseException) -> None:
        self.reported.emit(str(error))
        if not isinstance(error, MeantreeError):
            self.workspace.background.failed.emit(error)

    def _follow(self, key: object) -> None:
        """Update the corpus if it is shown with the frames of the gold standard."""
        workspace, segment = self.workspace, str(getattr(key, "segment", ""))
        if workspace.project is not None and workspace.annotator == workspace.project.rules.gold:
            workspace.follow_project(segment)
            workspace.annotations.read_again()
