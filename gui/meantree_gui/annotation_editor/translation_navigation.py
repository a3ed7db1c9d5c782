"""The translation that is annotated: the annotation and texts of the selected one, and the way to others."""

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

Texts = tuple["Analysis", "Analysis"]
"""The analyses of hypothesis and reference."""


def selected_key(selection: Selection, requested: AnnotationKey | None = None) -> AnnotationKey | None:
    """Return the key of the annotator's annotation of the selected translation; ``None`` if there is no pair.

    Unless a reference is selected, it is ``requested`` if that key belongs to the same translation; else an annotation
    to review, or one that was started, with any reference; else the one with the first reference.
    """
    from meantree.project.annotation import AnnotationKey, State

    segment, system, project = selection.segment, selection.system, selection.workspace.project
    if segment is None or project is None or system not in segment.hypotheses or not segment.references:
        return None
    chosen = selection.reference
    key = AnnotationKey(segment.key, system, chosen or next(iter(segment.references)), selection.workspace.annotator)
    if chosen is None and requested is not None and replace(key, reference=requested.reference) == requested:
        key = requested
    elif chosen is None:
        started = [
            (other, annotation.state)
            for other, annotation in project.annotations_of_segment(key)
            if other.system == system
        ]
        started.sort(key=lambda item: item[1] is not State.REVIEW)  # otherwise the last change stays first
        key = next((other for other, _ in started if other.reference in segment.references), key)
    return key if key.reference in segment.references else None


def analysed_texts(selection: Selection, key: AnnotationKey) -> Texts | Problem | None:
    """Return both analyses, or the problem that prevents them; ``None`` while they are being made."""
    from meantree.corpus.analyses import is_analysed
    from meantree.scoring.pairing import pair_of

    segment, store, depth = selection.segment, selection.workspace.store, selection.workspace.layers
    if segment is None:
        return None
    texts = segment.hypotheses[key.system], segment.references[key.reference]
    if not all(is_analysed(text, store, depth) for text in texts):
        if selection.error:  # another attempt would end with the same error, and so on
            return Problem(None, None, selection.error.removesuffix("."))
        if not selection.is_busy:
            selection.refresh()  # both were analysed, and evicted from the store since
        return None
    pair = pair_of(segment, key.system, store, depth, reference=key.reference)
    return pair if isinstance(pair, Problem) else (pair.hypothesis, pair.references[0])


def select_translation(selection: Selection, key: Key) -> None:
    """Select the segment and system of a key, unless its segment is not in the corpus."""
    place = selection.workspace.place_of(key.segment)
    if place is not None:
        if key.system:
            selection.choose_system(key.system)
        selection.select(place)


def next_unfinished(selection: Selection, step: int) -> tuple[tuple[str, int] | None, str]:
    """Return system and 0-based place of the next open segment, and a message for the annotator.

    After the last segment of a system follow those of the next systems; after the last system, segments left open.

    Args:
        selection: the selected segment and system.
        step: 1, or -1 for the previous open segment of the same system.
    """
    workspace, system = selection.workspace, selection.system
    place = workspace.unfinished_place(selection.place, system, step)
    if place is not None:
        return (system, place), ""
    scope = "your segments" if workspace.own_segments else "segments"
    if step < 0:
        return None, f"all {scope} before this one are done for {escaped(system)}"
    open_places = _open_places(workspace, system)
    message = _open_before(sum(place < selection.place for place in open_places), scope, escaped(system))
    if not message:
        message = f"all {'other ' if open_places else ''}{scope} are done for {escaped(system)}"
    systems = list(workspace.corpus.systems) if workspace.corpus is not None else []
    here = systems.index(system) if system in systems else 0
    for other in (*systems[here + 1 :], *systems[: here + 1]):
        first = workspace.unfinished_place(-1, other, 1)
        if first is not None and (other, first) != (system, selection.place):
            onward = "going back to the first of them" if other == system else f"going on to {escaped(other)}"
            return (other, first), f"{message}; {onward}"
    return None, f"all {scope.replace('segments', 'other segments') if open_places else scope} are done"


def _open_places(workspace: Workspace, system: str) -> list[int]:
    """Return the 0-based places of the annotator's open segments."""
    places: list[int] = []
    place = workspace.unfinished_place(-1, system, 1)
    while place is not None:
        places.append(place)
        place = workspace.unfinished_place(place, system, 1)
    return places


def _open_before(count: int, scope: str, system: str) -> str:
    """Return the message that counts the open segments before the selected one; empty if there are none."""
    segments = counted(count, "segment") if scope == "segments" else f"{count:,} of {scope}"
    return f"{segments} before this one {'is' if count == 1 else 'are'} still open for {system}" if count else ""


def resume_work(selection: Selection) -> None:
    """Select the translation that the annotator edited last, or the next open one if that is done.

    For an annotator who has not started, the first assigned segment is selected.
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
    place = workspace.unfinished_place(selection.place if times else -1, selection.system, 1)
    if place is not None:
        selection.select(place)


def analyse_next(selection: Selection) -> None:
    """Analyse the next open segment in advance."""
    place = selection.workspace.unfinished_place(selection.place, selection.system, 1)
    if place is not None:
        selection.analyse_ahead(place)
