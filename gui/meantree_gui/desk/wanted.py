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


def wanted_key(selection: Selection) -> AnnotationKey | None:
    """The annotation of the chosen translation by who annotates; None if there is no pair to annotate."""
    from meantree.project.annotation import AnnotationKey

    segment, system, project = selection.segment, selection.system, selection.workspace.project
    if segment is None or project is None or system not in segment.hypotheses or not segment.references:
        return None
    chosen = selection.reference
    key = AnnotationKey(segment.key, system, chosen or next(iter(segment.references)), selection.workspace.annotator)
    if chosen is None:
        # What was begun against another reference goes on there.
        begun = [one.reference for one, _ in project.beside(key) if one.system == system]
        key = replace(key, reference=next((name for name in begun if name in segment.references), key.reference))
    return key if key.reference in segment.references else None


def texts_of(selection: Selection, key: AnnotationKey) -> Texts | Problem | None:
    """Both analyses, or what is in the way; None as long as they are being made."""
    from meantree.corpus.analysed import is_analysed
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
