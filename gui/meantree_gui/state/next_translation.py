"""The translation to go to: by a key, where work goes on, by the order of work, or of those to adjudicate."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from typing import TYPE_CHECKING

from meantree.escaping import counted, escaped
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.annotation.record_kinds import Key
    from meantree.annotation.work_order import Translation


def select_translation(selection: Selection, key: Key) -> None:
    """Select the segment and system of a key, unless its segment is not in the corpus."""
    place = selection.workspace.place_of(key.segment)
    if place is not None:
        selection.choose_translation(key.system, place)


def resume_work(selection: Selection) -> None:
    """Select the translation that the annotator edited last, or the next open one if that is done.

    For an annotator who has not started, the first translation of the assigned segments is selected.
    """
    from meantree.annotation.frame_annotation import TO_DO, State

    workspace, annotations = selection.workspace, selection.workspace.annotations
    project, name = workspace.project, workspace.annotator
    if project is None or not name:
        return
    rules = project.rules
    frames = project.changed(name).items() if rules.has_frames else ()
    errors = project.errors_changed(name).items() if rules.has_errors else ()
    times: list[tuple[str, Key]] = [(time, key) for key, time in frames if key.system and key.reference]
    times += [(time, key) for key, time in errors]
    if times:
        _, last = max(times, key=itemgetter(0))
        select_translation(selection, last)
        if annotations.states.get((last.segment, last.system), State.OPEN) in TO_DO:
            return
    elif not annotations.own_segments and (not rules.shuffled or workspace.naming.is_unassigned):
        return
    here = (selection.system, selection.place) if times else None
    target = next(annotations.open_translations(here), None) or next(annotations.open_translations(), None)
    if target is not None:
        selection.choose_translation(*target)


def next_by_order(selection: Selection, step: int, *, finished: bool) -> tuple[Translation | None, str]:
    """Return system and 0-based place of the next open translation, and a message for the annotator.

    The project's rule on the order of work decides which one comes next; after the last one come those left open.

    Args:
        step: 1, or -1 for the previous open translation.
        finished: whether finished ones count as well; after the last one comes none then.
    """
    annotations, here = selection.workspace.annotations, (selection.system, selection.place)
    target = next(annotations.open_translations(here, step, finished=finished), None)
    if target is not None and step > 0 and not finished:
        return target, _change_of_system(selection, *target)
    scope = "translations of your segments" if annotations.own_segments else "translations"
    if finished:
        return target, "" if target is not None else f"this is the {'first' if step < 0 else 'last'} of the {scope}"
    if step < 0:
        return target, "" if target is not None else f"all {scope} before this one are done"
    left = list(annotations.open_translations())
    before = [item for item in left if item != here]
    if not before:
        return None, f"all {'other ' if left else ''}{scope} are done"
    count = counted(len(before), scope.replace("translations", "translation", 1), scope)
    verb = "is" if len(before) == 1 else "are"
    return before[0], f"{count} before this one {verb} still open; going back to the first of them"


def _change_of_system(selection: Selection, system: str, place: int) -> str:
    """Return the message that the next translation is another system's; empty where it is the rule's everyday."""
    workspace, corpus = selection.workspace, selection.workspace.corpus
    if corpus is None or workspace.project is None or workspace.project.rules.by_segment:
        return ""
    same = {(selection.system_in(segment), at) for at, segment in enumerate(corpus.segments)}  # or a check in its place
    if (system, place) in same:
        return ""
    here = selection.system, selection.place
    left = sum(item in same and item != here for item in workspace.annotations.open_translations())
    scope = "your segments" if workspace.annotations.own_segments else "segments"
    segments = counted(left, "segment") if scope == "segments" else f"{left:,} of {scope}"
    verb = "is" if left == 1 else "are"
    told = f"{segments} before this one {verb} still open" if left else f"all {scope} are done"
    before, after = map(workspace.naming.name, (selection.system, system))
    return f"{told} for {escaped(before or 'this system')}; going on to {escaped(after or 'the next one')}"


NOTHING_LEFT = "All translations that two annotators finished are adjudicated; Shift+PgDown visits them."


def go_adjudicating(selection: Selection, translations: Mapping[tuple[str, str], bool], step: int) -> str:
    """Select the next translation to adjudicate, around the end, and return the message how many are left.

    Args:
        translations: segment and system of those to visit, and whether they are finalized.
        step: 1, -1 for the previous one, or 0 for the selected one if it is one of them, else the first one.
    """
    corpus = selection.workspace.corpus
    if corpus is None:
        return ""
    systems = {name: number for number, name in enumerate(corpus.systems)}
    left = sorted({(corpus.places[segment], systems[system]) for segment, system in translations})
    if not left:
        return NOTHING_LEFT
    here = selection.place, systems.get(selection.system, 0)
    beyond = [item for item in left if (item > here if step > 0 else item < here if step < 0 else item == here)]
    order = beyond or left
    place, system = order[-1] if step < 0 else order[0]
    selection.choose_translation(corpus.systems[system], place)
    count = sum(not is_finalized for is_finalized in translations.values())
    return f"{counted(count, 'translation')} left to adjudicate." if count else NOTHING_LEFT
