"""The translation that is annotated: the annotation and texts of the selected one, and the way to others."""

from __future__ import annotations

from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from meantree.errors import Problem
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.analysis.sentences import Analysis
    from meantree.annotation.frame_annotation import AnnotationKey
    from meantree.annotation.record_kinds import Key

Texts = tuple["Analysis", "Analysis"]
"""The analyses of hypothesis and reference."""


def selected_key(selection: Selection, requested: AnnotationKey | None = None) -> AnnotationKey | None:
    """Return the key of the annotator's annotation of the selected translation; ``None`` if there is no pair.

    In adjudication it is that of the gold standard with a reference for which several annotators finished; ``None``
    without one.

    Unless a reference is selected, it is ``requested`` if that key belongs to the same translation; else an annotation
    to review, or one that was started, with any reference; else the one with the first reference.
    """
    from meantree.annotation.frame_annotation import AnnotationKey, State

    segment, system, project = selection.segment, selection.system, selection.workspace.project
    if segment is None or project is None or system not in segment.hypotheses or not segment.references:
        return None
    chosen = selection.reference
    key = AnnotationKey(segment.key, system, chosen or next(iter(segment.references)), selection.workspace.edited_name)
    if selection.workspace.is_adjudicating:
        from meantree.project.gold_standard import adjudicated

        keys = [replace(key, reference=name) for name in segment.references if chosen in (None, name)]
        keys = [each for each in keys if adjudicated(project, each) is not None]
        return requested if requested in keys else next(iter(keys), None)
    if chosen is None and requested is not None and replace(key, reference=requested.reference) == requested:
        key = requested
    elif chosen is None:
        of_segment = project.annotations(key.annotator, key.segment)
        started = [item for item in of_segment.items() if item[0].system == system]
        started.sort(key=lambda item: item[1].state is not State.REVIEW)  # otherwise the last change stays first
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


def analyse_next(selection: Selection) -> None:
    """Analyse the next open translation in advance, whichever system it is of."""
    target = next(selection.workspace.annotations.open_translations((selection.system, selection.place)), None)
    if target is not None:
        selection.analyse_ahead(*target)
