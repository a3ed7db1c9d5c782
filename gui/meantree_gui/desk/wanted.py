"""Which annotation belongs to what is looked at, and the texts that it is of."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from meantree.errors import Problem
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.analysis.sentences import Analysis
    from meantree.project.annotation import AnnotationKey

Texts = tuple["Analysis", "Analysis"]
"""Hypothesis and reference."""


def wanted_key(selection: Selection, present: AnnotationKey | None = None) -> AnnotationKey | None:
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


def texts_of(selection: Selection, key: AnnotationKey) -> Texts | Problem | None:
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
