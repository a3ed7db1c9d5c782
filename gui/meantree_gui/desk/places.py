"""From one translation to another: those that are open still, and those that an edit was made in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.project.kinds import Key


def go_to(selection: Selection, key: Key) -> None:
    """Look at the segment and system of a key; nothing happens where it is not open."""
    place = selection.workspace.place_of(key.segment)
    if place is not None:
        if key.system:
            selection.choose_system(key.system)
        selection.select(place)


def to_undone(selection: Selection, step: int) -> str:
    """Go to the next segment of this system that is not done (to the one before, for -1); what to say if none is."""
    place = selection.workspace.undone_place(selection.place, selection.system, step)
    if place is not None:
        selection.select(place)
        return ""
    where = "after" if step > 0 else "before"
    whose = "your segments" if selection.workspace.own_segments else "segments"
    return f"all {whose} {where} this one are done for {selection.system}"


def go_on(selection: Selection) -> None:
    """Look at what the annotator worked on last; at the next that is open, if that is done.

    Who has not begun looks at the first of their own segments.
    """
    from meantree.project.annotation import State

    workspace = selection.workspace
    project, name = workspace.project, workspace.annotator
    if project is None or not name:
        return
    times = {key: time for key, time in project.changed(name).items() if key.system and key.reference}
    if times:
        last = max(times, key=lambda key: times[key])
        go_to(selection, last)
        if workspace.states.get((last.segment, last.system), State.OPEN) is State.OPEN:
            return
    elif not workspace.own_segments:
        return
    place = workspace.undone_place(selection.place if times else -1, selection.system, 1)
    if place is not None:
        selection.select(place)


def look_ahead(selection: Selection) -> None:
    """Analyse the next segment before it is asked for."""
    place = selection.workspace.undone_place(selection.place, selection.system, 1)
    if place is not None:
        selection.analyse_ahead(place)
