"""From one translation to another: those that are open still, and those that an edit was made in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from meantree.errors import Problem
from meantree.escaping import counted, escaped
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.analysis.sentences import Analysis
    from meantree.project.annotation import AnnotationKey
    from meantree.project.kinds import Key
    from meantree_gui.state.workspace import Workspace


def select_translation(selection: Selection, key: Key) -> None:
    """Look at the segment and system of a key; nothing happens where it is not open."""
    place = selection.workspace.place_of(key.segment)
    if place is not None:
        if key.system:
            selection.choose_system(key.system)
        selection.select(place)


def next_unfinished(selection: Selection, step: int) -> tuple[tuple[str, int] | None, str]:
    """System and 0-based place of the next segment that is not done (of the one before, for -1), and what to say of it.

    After the last of a system come those of the systems after it, and around the end what was passed over.
    """
    workspace, system = selection.workspace, selection.system
    place = workspace.undone_place(selection.place, system, step)
    if place is not None:
        return (system, place), ""
    whose = "your segments" if workspace.own_segments else "segments"
    if step < 0:
        return None, f"all {whose} before this one are done for {escaped(system)}"
    open_places = _open_places(workspace, system)
    told = _open_before(sum(place < selection.place for place in open_places), whose, escaped(system))
    if not told:
        told = f"all {'other ' if open_places else ''}{whose} are done for {escaped(system)}"
    systems = list(workspace.corpus.systems) if workspace.corpus is not None else []
    here = systems.index(system) if system in systems else 0
    for other in (*systems[here + 1 :], *systems[: here + 1]):
        first = workspace.undone_place(-1, other, 1)
        if first is not None and (other, first) != (system, selection.place):
            return (
                other,
                first,
            ), f"{told}; {'back to the first of these' if other == system else f'on to {escaped(other)}'}"
    return None, f"all {whose.replace('segments', 'other segments') if open_places else whose} are done"


def _open_places(workspace: Workspace, system: str) -> list[int]:
    """The 0-based places of all segments of the annotator that are not done."""
    found: list[int] = []
    place = workspace.undone_place(-1, system, 1)
    while place is not None:
        found.append(place)
        place = workspace.undone_place(place, system, 1)
    return found


def _open_before(count: int, whose: str, system: str) -> str:
    """Say how many segments before the present one are open; empty if none is."""
    said = counted(count, "segment") if whose == "segments" else f"{count:,} of {whose}"
    return f"{said} before this one {'is' if count == 1 else 'are'} still open for {system}" if count else ""


def resume_work(selection: Selection) -> None:
    """Look at what the annotator worked on last; at the next that is open, if that is done.

    Who has not begun looks at the first of their own segments.
    """
    from meantree.project.annotation import TO_DO, State

    workspace = selection.workspace
    project, name = workspace.project, workspace.annotator
    if project is None or not name:
        return
    times = {key: time for key, time in project.changed(name).items() if key.system and key.reference}
    if times:
        last = max(times, key=lambda key: times[key])
        select_translation(selection, last)
        if workspace.states.get((last.segment, last.system), State.OPEN) in TO_DO:
            return
    elif not workspace.own_segments:
        return
    place = workspace.undone_place(selection.place if times else -1, selection.system, 1)
    if place is not None:
        selection.select(place)


def analyse_next(selection: Selection) -> None:
    """Analyse the next segment before it is asked for."""
    place = selection.workspace.undone_place(selection.place, selection.system, 1)
    if place is not None:
        selection.analyse_ahead(place)


Texts = tuple["Analysis", "Analysis"]
"""Hypothesis and reference."""


def selected_key(selection: Selection, present: AnnotationKey | None = None) -> AnnotationKey | None:
    """The annotation of the chosen translation by who annotates; None if there is no pair to annotate.

    Unless a reference is chosen, it is ``present`` if that is one of the same translation; else what is to review, or
    was begun, beside any reference.
    """
    from meantree.project.annotation import AnnotationKey, State

    segment, system, project = selection.segment, selection.system, selection.workspace.project
    if segment is None or project is None or system not in segment.hypotheses or not segment.references:
        return None
    chosen = selection.reference
    key = AnnotationKey(segment.key, system, chosen or next(iter(segment.references)), selection.workspace.annotator)
    if chosen is None and present is not None and replace(key, reference=present.reference) == present:
        key = present
    elif chosen is None:
        begun = [(one, found.state) for one, found in project.beside(key) if one.system == system]
        begun.sort(key=lambda one: one[1] is not State.REVIEW)  # else the last change comes first
        key = next((one for one, _ in begun if one.reference in segment.references), key)
    return key if key.reference in segment.references else None


def analysed_texts(selection: Selection, key: AnnotationKey) -> Texts | Problem | None:
    """Both analyses, or what is in the way; None as long as they are being made."""
    from meantree.corpus.analyses import is_analysed
    from meantree.scoring.pairing import pair_of

    segment, store, depth = selection.segment, selection.workspace.store, selection.workspace.depth
    if segment is None:
        return None
    texts = segment.hypotheses[key.system], segment.references[key.reference]
    if not all(is_analysed(text, store, depth) for text in texts):
        if not selection.is_busy:
            selection.refresh()  # they were made, and let go again for others
        return None
    pair = pair_of(segment, key.system, store, depth, reference=key.reference)
    return pair if isinstance(pair, Problem) else (pair.hypothesis, pair.references[0])
