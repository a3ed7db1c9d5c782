"""How an edit of an annotation is checked and saved, and what it changes elsewhere; the scores that are shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import frames_of, links, partner_of, span_of
from meantree.analysis.frames import Frame, LinkKind, Part, Role, Span, overlap, phrase
from meantree.analysis.role_labeller import LabelPredicate, load_predicate_labeller
from meantree.analysis.store import AnalysisStore
from meantree.annotation.edits import Words, reopens
from meantree.annotation.frame_annotation import (
    AUTOMATIC,
    FINISHED,
    Annotation,
    AnnotationKey,
    Predicate,
    ReferencePart,
    State,
    differ_only_in_comments,
)
from meantree.annotation.record_kinds import Key
from meantree.annotation.reference_frames import relinked, without_reference
from meantree.corpus.corpus import Side
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, listed
from meantree.numbers import difference, fixed
from meantree.project.file import Project
from meantree.project.suggested_frames import SuggestedFrames
from meantree_gui.annotation_editor.frame_editor import FrameEditor
from meantree_gui.state.workspace import Workspace


def suggestion_message(suggested: SuggestedFrames, start: Annotation, annotation: Annotation) -> str:
    """Return the message that counts the frames that were suggested and left out; empty if there are none.

    Args:
        suggested: from :func:`~meantree.project.initial_frames.suggested_frames`.
        start: the annotation without it.
    """
    if annotation.state is not State.OPEN:
        return ""
    said = []
    predicates = [frame.predicate for frame in suggested.annotation.hypothesis]
    left_out = [frame for frame in start.hypothesis if not any(overlap(frame.predicate, other) for other in predicates)]
    if origins := suggested.untouched(annotation).values():
        names = listed(escaped(name) for name in dict.fromkeys(origins))
        said.append(f"{counted(len(origins), 'frame')} from {names}")
    if left_out and annotation is suggested.annotation:
        said.append(f"{counted(len(left_out), 'automatic frame')} left out as before")
    return f"{', '.join(said)}: Return accepts, J drops or takes them" if said else ""


def labels_predicates(store: AnalysisStore) -> LabelPredicate | None:
    """Load and return what labels the predicates of a store's texts; ``None`` if that labels no single words.

    An analyser that cannot be loaded labels none; that is reported where it has to analyse something.
    """
    try:
        return load_predicate_labeller(store.makers(("roles",)).get("roles", ""))
    except UsageError:
        return None


def new_frame_message(before: Annotation, frame_editor: FrameEditor) -> str:
    """Return the message what was proposed for a new frame, or why nothing was; empty if there is no new frame."""
    side = frame_editor.side
    frames = frame_editor.frames(side)
    if len(frames) != len(frames_of(before, side)) + 1:
        return ""
    if frame_editor.proposals is None:
        return frame_editor.no_proposals
    fillers = frames[-1].fillers
    proposed = counted(len(fillers), "automatic filler") if fillers else "no fillers found"
    linked = partner_of(frame_editor.annotation, side, (len(frames) - 1, None)) is not None
    return f"{proposed}{', linked' if linked else ''}{'; Z drops them' if fillers else ''}"


def moved_roles_message(before: Annotation, frame_editor: FrameEditor) -> str:
    """Return the message that names the fillers beside that under the cursor whose role an edit changed, if any."""
    side, here = frame_editor.side, frame_editor.part(frame_editor.side)
    known = {
        (frame.predicate, filler.spans): filler.role for frame in frames_of(before, side) for filler in frame.fillers
    }
    moved = [
        f"“{escaped(phrase(frame_editor.words[side], filler.spans))}” is {filler.role} now"
        for place, frame in enumerate(frame_editor.frames(side))
        for number, filler in enumerate(frame.fillers)
        if (place, number) != here and known.get((frame.predicate, filler.spans), filler.role) is not filler.role
    ]
    return ", ".join(moved)


def split_message(frame_editor: FrameEditor) -> str:
    """Return the message that the first half of a filler that was split alone is linked; empty unless it is so."""
    annotation, side, second = frame_editor.annotation, frame_editor.side, frame_editor.part(frame_editor.side)
    if second is None or not second[1]:
        return ""
    linked = [partner_of(annotation, side, (second[0], number)) for number in (second[1] - 1, second[1])]
    return "the link stays with the first half" if linked[0] is not None and linked[1] is None else ""


def checked_edit(key: AnnotationKey, before: Annotation, after: Annotation, unlock: str) -> Annotation:
    """Return an edited annotation as it is saved: open again if frames changed, with its links up to date.

    Args:
        unlock: the key that unlocks a finalized annotation, for the message.

    Raises:
        UsageError: if the annotation is the automatic one, or finalized and more than comments changed.
    """
    if key.annotator == AUTOMATIC:
        raise UsageError("the automatic frames cannot be edited; choose your own name to correct them")
    if before.finalized_by and after.finalized_by and not differ_only_in_comments(before, after):
        raise UsageError(f"finalized by {escaped(before.finalized_by)}; unlock it with {unlock}")
    return relinked(replace(after, state=State.OPEN) if reopens(before, after) else after)


def save_automatic(
    project: Project, key: AnnotationKey, words: Mapping[Side, tuple[str, ...]], automatic: Annotation | None
) -> None:
    """Save the automatic annotation, and the tokens that the spans of annotations count in."""
    if automatic is not None:
        names: dict[Side, str] = {"hypothesis": key.system, "reference": key.reference}
        tokens = {(side, name): words[side] for side, name in names.items()}
        project.begin(key.segment, tokens, {replace(key, annotator=AUTOMATIC): replace(automatic, state=State.DONE)})


def inactive_links_message(annotation: Annotation, words: Mapping[Side, tuple[str, ...]]) -> str:
    """Return the message that names the inactive links, whose part of the reference is gone; empty if none is.

    In the gold standard they wait for a decision on the reference.
    """
    links = [link for _, link in inactive_links(annotation, words)]
    these_are = "this link is" if len(links) == 1 else "these links are"
    message = f"To review: the reference's frames changed, and {these_are} inactive: {', '.join(links)}"
    return message if links else ""


def inactive_links(annotation: Annotation, words: Words) -> list[tuple[Predicate, str]]:
    """Return the inactive links in words, each with the predicate of the reference that it is of."""
    return [
        (("reference", predicate), quoted_link(words, span_of(annotation, "hypothesis", part), filler or predicate))
        for part, (predicate, filler) in annotation.inactive
    ]


_End = tuple[Span, Span]
"""The predicate of the frame at an end of a link, and the linked words; places change with new fillers."""


def unlinked_message(before: Annotation, after: Annotation, words: Words) -> str:
    """Return the message that names the frames, else the fillers, whose link an edit replaced; empty if it did not."""
    old, new = _links_of(before), _links_of(after)
    added = new - old
    replaced = sorted(link for link in old - new if any(link[0] == hyp or link[1] == ref for hyp, ref in added))
    of_frames = [link for link in replaced if link[0][0] == link[0][1]]
    quoted = [quoted_link(words, hyp, ref) for (_, hyp), (_, ref) in of_frames or replaced]
    return f"no longer linked: {', '.join(quoted)}" if quoted else ""


def _links_of(annotation: Annotation) -> set[tuple[_End, _End]]:
    def end(side: Side, part: Part) -> _End:
        return frames_of(annotation, side)[part[0]].predicate, span_of(annotation, side, part)

    return {(end("hypothesis", hyp), end("reference", ref)) for hyp, ref, _ in links(annotation, "hypothesis")}


def quoted_link(words: Words, hypothesis: Span, reference: Span) -> str:
    """Return the words at both ends of a link, in quotation marks."""
    ends = words["hypothesis"][slice(*hypothesis)], words["reference"][slice(*reference)]
    return " – ".join(f"“{escaped(' '.join(end))}”" for end in ends)


PARTIAL_FRAMES = (
    "HMEANT counts a partial link between predicates in full; only partial links between fillers lower the score"
)


def translations_to_review(workspace: Workspace) -> frozenset[tuple[str, str]]:
    """Return segment and system of the translations that are marked as to review."""
    return frozenset(place for place, state in workspace.annotations.states.items() if state is State.REVIEW)


def review_message(key: Key, before: frozenset[tuple[str, str]], workspace: Workspace) -> str:
    """Return the message that counts the other translations which an edit marked as to review; empty if none."""
    count = len(translations_to_review(workspace) - before - {(key.segment, key.system)})
    if not count:
        return ""
    needs, its = ("needs", "its") if count == 1 else ("need", "their")
    others = counted(count, "other translation")
    return f"{others} now {needs} review (↻): {its} links to frames changed here are inactive"


def left_roles_message(before: Annotation, after: Annotation, others: Collection[Annotation]) -> str:
    """Return the message that counts the other finished translations of which a link no longer counts; empty if none.

    Args:
        others: annotations over the same frames of the reference, in which a role may have changed.
    """

    def roles(frames: Sequence[Frame]) -> dict[ReferencePart, Role]:
        return {(frame.predicate, filler.span): filler.role for frame in frames for filler in frame.fillers}

    def has_role_of(part: Part, other: ReferencePart, annotation: Annotation) -> bool:
        return other in changed and annotation.hypothesis[part[0]].fillers[part[1] or 0].role is changed[other]

    now = roles(after.reference)
    changed = {part: role for part, role in roles(before.reference).items() if now.get(part, role) is not role}
    finished = [other for other in others if other.state in FINISHED]
    count = sum(any(has_role_of(*ends, other) for ends in without_reference(other).inactive) for other in finished)
    translations = counted(count, "other finished translation")
    return f"in {translations} the linked filler has another role now: that link does not count" if count else ""


def partial_frames_message(before: Annotation, after: Annotation) -> str:
    """Return the message that a frame link which became partial still counts in full; empty if none became so."""

    def partial(annotation: Annotation) -> set[tuple[int, int]]:
        return {pair for pair, kind in annotation.alignment.frames.items() if kind is LinkKind.PARTIAL}

    became = {pair for pair in partial(after) - partial(before) if pair in before.alignment.frames}
    return PARTIAL_FRAMES if became else ""


@dataclass(frozen=True, slots=True)
class AnnotationScores:
    """The scores that the editor shows; ``None`` where undefined.

    Attributes:
        change: by the last edit.
        metric: the name of the metric; empty if scores are hidden.
    """

    now: float | None = None
    change: float | None = None
    automatic: float | None = None
    metric: str = ""

    def after(self, now: float | None, before: float | None) -> AnnotationScores:
        """Return the scores with another present one, and its change from the one before."""
        return replace(self, now=now, change=None if now is None or before is None else now - before)

    @property
    def now_text(self) -> str:
        """The metric and the present score; empty if scores are hidden."""
        if not self.metric:
            return ""
        return f"{self.metric.upper()} {'undefined' if self.now is None else fixed(self.now)}"

    @property
    def change_text(self) -> str:
        """The change by the last edit of this translation; empty before the first one."""
        if self.change is None:
            return ""
        return f"{difference(self.change)} by this edit" if self.change else "unchanged by this edit"

    @property
    def distance_text(self) -> str:
        """The score of the automatic annotation, and the difference from it."""
        if self.automatic is None:
            return ""
        change = "" if self.now is None else f", {difference(self.now - self.automatic)} from it"
        return f"automatic {fixed(self.automatic)}{change}"
