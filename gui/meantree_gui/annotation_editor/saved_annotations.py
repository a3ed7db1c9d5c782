"""How an annotation begins, and how an edit of it gets into the project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.numbers import difference, fixed

if TYPE_CHECKING:
    from meantree.corpus.corpus import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.file import Project
    from meantree.project.kinds import Key
    from meantree_gui.annotation_editor.translation_navigation import Texts
    from meantree_gui.state.workspace import Workspace


def automatic_frames(project: Project, texts: Texts) -> Annotation:
    """What the labeller found of those predicates that the project's rules know."""
    from meantree.project.preannotation import preannotated

    return preannotated(*texts, rules=project.rules)


def initial_frames(project: Project, key: AnnotationKey, texts: Texts, automatic: Annotation) -> Annotation:
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


def checked_edit(key: AnnotationKey, before: Annotation, after: Annotation, unlock: str) -> Annotation:
    """An edited annotation with the state that it has then; ``unlock`` is the key that unlocks a settled one.

    Raises:
        UsageError: if it is nobody's to edit, or settled.
    """
    from meantree.project.annotation import AUTOMATIC, State, differ_in_remarks_alone
    from meantree.project.edits import reopens
    from meantree.project.reference_frames import relinked

    if key.annotator == AUTOMATIC:
        raise UsageError("the automatic frames cannot be edited; choose your own name to correct them")
    if before.settled_by and after.settled_by and not differ_in_remarks_alone(before, after):
        raise UsageError(f"settled by {escaped(before.settled_by)}; unlock it with {unlock}")
    return relinked(replace(after, state=State.OPEN) if reopens(before, after) else after)


def save_automatic(
    project: Project, key: AnnotationKey, words: Mapping[Side, tuple[str, ...]], automatic: Annotation | None
) -> None:
    """Keep what the labeller found, and the tokens that annotations count in."""
    from meantree.project.annotation import AUTOMATIC, State

    if automatic is not None:
        tokens: dict[tuple[Side, str], tuple[str, ...]] = {
            ("hypothesis", key.system): words["hypothesis"],
            ("reference", key.reference): words["reference"],
        }
        project.begin(key.segment, tokens, {replace(key, annotator=AUTOMATIC): replace(automatic, state=State.DONE)})


def inactive_links_message(annotation: Annotation, words: Mapping[Side, tuple[str, ...]]) -> str:
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


def compared_annotation(project: Project, key: AnnotationKey, own: Annotation | None, other: str) -> Annotation | None:
    """What another annotator did of the same translation; None for nobody, and as long as rules keep it hidden."""
    if not other or is_blind_until_done(project, key.annotator, own):
        return None
    return project.annotation(replace(key, annotator=other))


def is_blind_until_done(project: Project, annotator: str, own: Annotation | None) -> bool:
    """Whether the project is blind and somebody has not finished their own; who adjudicates sees everything."""
    from meantree.project.annotation import State

    rules = project.rules
    return rules.blind and annotator != rules.gold and (own is None or own.state is State.OPEN)


PARTIAL_FRAMES = "HMEANT counts a partial link of frames in full; partial lowers links of fillers alone"


def translations_to_review(workspace: Workspace) -> frozenset[tuple[str, str]]:
    """Return segment and system of the translations that are marked as to review."""
    from meantree.project.annotation import State

    return frozenset(place for place, state in workspace.states.items() if state is State.REVIEW)


def review_message(key: Key, before: frozenset[tuple[str, str]], workspace: Workspace) -> str:
    """Say how many other translations an edit of one marked as to review; empty if none."""
    count = len(translations_to_review(workspace) - before - {(key.segment, key.system)})
    if not count:
        return ""
    is_are, its = ("is", "its") if count == 1 else ("are", "their")
    others = counted(count, "other translation")
    return f"{others} {is_are} now to review (↻): {its} links to what changed here are inactive"


def partial_frames_message(before: Annotation, after: Annotation) -> str:
    """Say that a frame link which became partial counts as before; empty if none became so."""
    from meantree.analysis.frames import LinkKind

    def partial(one: Annotation) -> set[tuple[int, int]]:
        return {pair for pair, kind in one.alignment.frames.items() if kind is LinkKind.PARTIAL}

    became = {pair for pair in partial(after) - partial(before) if pair in before.alignment.frames}
    return PARTIAL_FRAMES if became else ""


@dataclass(frozen=True, slots=True)
class AnnotationScores:
    """Of the annotation, by how much the last edit changed it, and of the automatic one; None where undefined."""

    now: float | None = None
    change: float | None = None
    automatic: float | None = None
    metric: str = ""

    @property
    def now_text(self) -> str:
        """The score as it stands."""
        return f"{self.metric.upper()} {'undefined' if self.now is None else fixed(self.now)}"

    @property
    def change_text(self) -> str:
        """What the last edit of this translation did; empty before the first one."""
        if self.change is None:
            return ""
        return f"{difference(self.change)} by this edit" if self.change else "unchanged by this edit"

    @property
    def distance_text(self) -> str:
        """How far it is from the automatic annotation."""
        if self.automatic is None:
            return ""
        beside = "" if self.now is None else f", {difference(self.now - self.automatic)} from it"
        return f"automatic {fixed(self.automatic)}{beside}"
