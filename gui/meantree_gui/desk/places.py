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
    return f"all segments {where} this one are done for {selection.system}"


def look_ahead(selection: Selection) -> None:
    """Analyse the next segment before it is asked for."""
    place = selection.workspace.undone_place(selection.place, selection.system, 1)
    if place is not None:
        selection.analyse_ahead(place)
