"""How an annotation begins, and how an edit of it gets into the project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from meantree.errors import UsageError

if TYPE_CHECKING:
    from meantree.corpus.model import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.file import Project
    from meantree_gui.desk.wanted import Texts


def first_frames(project: Project, key: AnnotationKey, texts: Texts, automatic: Annotation) -> Annotation:
    """What an annotator begins with: automatic frames; those of the reference as they were done beside another text."""
    from meantree.project.preannotation import preannotated

    begun = [other.reference for one, other in project.beside(key) if one.reference == key.reference]
    return preannotated(*texts, begun[0]) if begun else automatic


def as_kept(key: AnnotationKey, before: Annotation, after: Annotation) -> Annotation:
    """An edited annotation with the state that it has then.

    Raises:
        UsageError: if it is nobody's to edit.
    """
    from meantree.project.annotation import State
    from meantree.project.edits import reopens
    from meantree.project.preannotation import AUTOMATIC

    if key.annotator == AUTOMATIC:
        raise UsageError("the automatic frames cannot be edited; choose your own name to correct them")
    return replace(after, state=State.OPEN) if reopens(before, after) else after


def begin(
    project: Project, key: AnnotationKey, words: Mapping[Side, tuple[str, ...]], automatic: Annotation | None
) -> None:
    """Keep what the labeller found, and the tokens that annotations count in."""
    from meantree.project.annotation import State
    from meantree.project.preannotation import AUTOMATIC

    if automatic is not None:
        tokens: dict[tuple[Side, str], tuple[str, ...]] = {
            ("hypothesis", key.system): words["hypothesis"],
            ("reference", key.reference): words["reference"],
        }
        project.begin(key.segment, tokens, {replace(key, annotator=AUTOMATIC): replace(automatic, state=State.DONE)})
