"""How an annotation begins, and how an edit of it gets into the project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from meantree.errors import UsageError
from meantree.escaping import escaped

if TYPE_CHECKING:
    from meantree.corpus.corpus import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.file import Project
    from meantree_gui.desk.wanted import Texts


def automatic_frames(project: Project, texts: Texts) -> Annotation:
    """What the labeller found of those predicates that the project's rules know."""
    from meantree.project.preannotation import preannotated

    return preannotated(*texts, rules=project.rules)


def first_frames(project: Project, key: AnnotationKey, texts: Texts, automatic: Annotation) -> Annotation:
    """What an annotator begins with: automatic frames, and the frames of the reference where these were begun before.

    The gold standard begins with the frames that all have, where two or more people finished the translation.
    """
    from meantree.project.gold_standard import adjudicated
    from meantree.project.preannotation import preannotated
    from meantree.project.reference_frames import with_reference

    one = adjudicated(project, key) if key.annotator == project.rules.gold else None
    if one is not None:
        return one.begun
    shared = project.reference_frames(key)
    if shared is not None:
        return with_reference(preannotated(*texts, shared.frames, project.rules), shared)
    begun = [other.reference for one, other in project.beside(key) if one.reference == key.reference]
    return preannotated(*texts, begun[0], project.rules) if begun else automatic


def as_kept(key: AnnotationKey, before: Annotation, after: Annotation, unlock: str) -> Annotation:
    """An edited annotation with the state that it has then; ``unlock`` is the key that unlocks a settled one.

    Raises:
        UsageError: if it is nobody's to edit, or settled.
    """
    from meantree.project.annotation import State, differ_in_remarks_alone
    from meantree.project.edits import reopens
    from meantree.project.preannotation import AUTOMATIC
    from meantree.project.reference_frames import relinked

    if key.annotator == AUTOMATIC:
        raise UsageError("the automatic frames cannot be edited; choose your own name to correct them")
    if before.settled_by and after.settled_by and not differ_in_remarks_alone(before, after):
        raise UsageError(f"settled by {escaped(before.settled_by)}; unlock it with {unlock}")
    return relinked(replace(after, state=State.OPEN) if reopens(before, after) else after)


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


def inactive_links(annotation: Annotation, words: Mapping[Side, tuple[str, ...]]) -> str:
    """Which links are inactive, as the reference no longer has what they link, in words; empty if none is."""
    from meantree.alignment.linked_frames import span_of

    def quoted(side: Side, span: tuple[int, int]) -> str:
        return f"“{escaped(' '.join(words[side][slice(*span)]))}”"

    told = [
        f"{quoted('hypothesis', span_of(annotation, 'hypothesis', part))} – {quoted('reference', filler or predicate)}"
        for part, (predicate, filler) in annotation.inactive
    ]
    links = "this link is" if len(told) == 1 else "these links are"
    return f"To review: the reference's frames changed, and {links} inactive: {', '.join(told)}" if told else ""


def others_view(project: Project, key: AnnotationKey, own: Annotation | None, other: str) -> Annotation | None:
    """What another annotator did of the same translation; None for nobody, and as long as rules keep it hidden."""
    if not other or is_hidden(project, key.annotator, own):
        return None
    return project.annotation(replace(key, annotator=other))


def is_hidden(project: Project, annotator: str, own: Annotation | None) -> bool:
    """Whether the project is blind and somebody has not finished their own; who adjudicates sees everything."""
    from meantree.project.annotation import State

    rules = project.rules
    return rules.blind and annotator != rules.gold and (own is None or own.state is State.OPEN)
