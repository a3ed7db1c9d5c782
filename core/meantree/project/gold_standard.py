"""The adjudicated annotations of a project: what is to be decided, what is begun, and what is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from meantree.project.adjudication import (
    Contested,
    agreed_frames,
    contested,
    frame_at,
    frame_view,
    take_all,
    take_frame,
)
from meantree.project.annotation import AUTOMATIC, Annotation, AnnotationKey, Predicate, State
from meantree.project.edits import delete_frame
from meantree.project.file import Project
from meantree.project.reference_frames import ReferenceFrames, ReferenceKey, reference_key, with_reference


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """One translation that two or more people finished.

    Attributes:
        key: of its gold standard.
        work: the finished annotations by annotator, as they left them; automatic frames are nobody's.
        gold: the adjudicated annotation, None if nobody began.
        reference: the frames of the reference that were decided beside other translations, None if there are none or
            the gold standard has them already.
        decided_beside: the systems of these translations.
        is_reference_closed: whether one of them is settled, so that what the reference lacks there has no frame.
    """

    key: AnnotationKey
    work: Mapping[str, Annotation]
    gold: Annotation | None
    reference: ReferenceFrames | None = None
    decided_beside: tuple[str, ...] = ()
    is_reference_closed: bool = False

    @property
    def contested(self) -> tuple[Contested, ...]:
        """The predicates of which the annotators say different things, wherever these are decided."""
        return contested(self.work)

    @property
    def over(self) -> Mapping[str, Annotation]:
        """What the annotators say over the frames of the reference that were decided; only this can be taken."""
        decided, is_closed = self.reference, self.is_reference_closed
        if decided is None:
            return self.work
        return {name: _over(one, decided, is_closed) for name, one in self.work.items()}

    @property
    def undecided(self) -> tuple[Contested, ...]:
        """Those of them that nobody decided yet, beside this translation or, of the reference, beside another one.

        Nothing is left to decide in a settled translation.
        """
        begun = self.begun
        return () if self.finalized_by else tuple(one for one in self.contested if self._is_undecided(begun, one))

    def is_undecided(self, one: Contested) -> bool:
        """Whether nobody decided a contested predicate, beside this translation or, of the reference, another one."""
        return self._is_undecided(self.begun, one)

    def _is_undecided(self, begun: Annotation, one: Contested) -> bool:
        is_closed = self.is_reference_closed and one.side == "reference"
        return not is_closed and is_undecided(begun, one)

    @property
    def begun(self) -> Annotation:
        """The gold standard, or what it begins with: the frames that all have."""
        if self.gold is not None:
            return self.gold
        common, decided = agreed_frames(self.over), self.reference
        return (
            common
            if decided is None
            else replace(common, part_comments=decided.part_comments, rejected=decided.rejected)
        )

    @property
    def finalized_by(self) -> str:
        """Who settled it; empty if it is open."""
        return "" if self.gold is None else self.gold.finalized_by

    @property
    def is_ready(self) -> bool:
        """Whether nobody began to adjudicate it, and nothing is left to decide.

        All annotators say the same, but for what was decided beside other translations.
        """
        return self.gold is None and self._state is not None and not self.undecided

    def finalized(self, annotator: str) -> Annotation:
        """Finished and locked; ``who`` settled it.

        Before anything is decided it gets the state that all gave it; what is open still is done.
        """
        state = self._state if self.gold is None else self.gold.state
        return replace(self.begun, state=State.DONE if state in (None, State.OPEN) else state, finalized_by=annotator)

    @property
    def _state(self) -> State | None:
        """The state that all give it, None if they differ."""
        states = {annotation.state for annotation in self.work.values()}
        return states.pop() if len(states) == 1 else None


def to_adjudicate(project: Project) -> tuple[Adjudicated, ...]:
    """All translations that two or more people finished beside the same reference, in the order of the segments.

    The rules of the project say whose work counts.

    Raises:
        UsageError: if the file cannot be read.
    """
    gold = project.rules.gold
    there = gold in project.annotators
    decisions = project.annotations(gold) if there else {}
    references = project.references(gold) if there else {}
    beside: dict[ReferenceKey, dict[AnnotationKey, Annotation]] = {}
    for key, one in decisions.items():
        if key.system and key.reference and not one.own_reference:
            beside.setdefault(reference_key(key), {})[key] = one
    found: dict[AnnotationKey, dict[str, Annotation]] = {}
    for name in compared_annotators(project):
        for key, annotation in project.annotations(name).items():
            if key.system and key.reference and annotation.state is not State.OPEN:
                found.setdefault(replace(key, annotator=gold), {})[name] = annotation
    places = project.corpus().places
    ordered = sorted(found, key=lambda key: (places[key.segment], key.system, key.reference))
    return tuple(
        _adjudicated(key, found[key], decisions.get(key), references.get(where), beside.get(where, {}))
        for key in ordered
        if len(found[key]) > 1 and (where := reference_key(key))
    )


def adjudicated(project: Project, key: AnnotationKey) -> Adjudicated | None:
    """One of these by the key of its gold standard; None where fewer than two people finished it.

    Raises:
        UsageError: if the file cannot be read.
    """
    people = [name for name in compared_annotators(project) if name != key.annotator]
    found = {name: project.annotation(replace(key, annotator=name)) for name in people}
    work = {name: one for name, one in found.items() if one is not None and one.state is not State.OPEN}
    if len(work) < 2:
        return None
    return _adjudicated(key, work, project.annotation(key), project.reference_frames(key), project.sharing(key))


def _adjudicated(
    key: AnnotationKey,
    work: Mapping[str, Annotation],
    gold: Annotation | None,
    reference: ReferenceFrames | None,
    beside: Mapping[AnnotationKey, Annotation],
) -> Adjudicated:
    """A translation with the frames of its reference that were decided beside others, where these tell it more.

    Args:
        key: of its gold standard.
        work: as the annotators left it.
        gold: the adjudicated annotation, None if nobody began.
        reference: the gold standard's frames of the reference, None if nobody began beside any translation.
        beside: the adjudicated annotations that share these.
    """
    others = {one: annotation for one, annotation in beside.items() if one != key}
    is_closed = any(one.finalized_by for one in others.values())
    if reference is None or not (gold is None or (is_closed and not gold.finalized_by)):
        return Adjudicated(key, work, gold)
    return Adjudicated(key, work, gold, reference, tuple(sorted(one.system for one in others)), is_closed)


def _over(annotation: Annotation, decided: ReferenceFrames, is_closed: bool) -> Annotation:
    """What an annotator says, over the decided frames of the reference; of what is undecided, their own.

    Links that the annotator lost with a deleted frame do not come back with the decided one.
    """
    known = {frame.predicate for frame in decided.frames} | {span for _, span in decided.rejected}
    own = () if is_closed else tuple(frame for frame in annotation.reference if frame.predicate not in known)
    active = replace(annotation, inactive={})
    over = with_reference(active, replace(decided, frames=(*decided.frames, *own)))
    return replace(over, state=annotation.state, inactive={})


def comparable_annotators(project: Project) -> tuple[str, ...]:
    """All whose work could be compared: annotators but the gold standard and the labeller."""
    return tuple(name for name in project.annotators if name not in (project.rules.gold, AUTOMATIC))


def compared_annotators(project: Project) -> tuple[str, ...]:
    """Those whose work is compared: all, or those of them whom the rules of the project name."""
    chosen = project.rules.compared
    return tuple(name for name in comparable_annotators(project) if not chosen or name in chosen)


def unlock(annotation: Annotation) -> Annotation:
    """To be edited again."""
    return replace(annotation, finalized_by="")


def with_frame_of(gold: Annotation, theirs: Annotation, predicate: Predicate) -> Annotation:
    """The gold standard with what an annotator says of a predicate; who has no frame of it rejects it."""
    return _with_decided(take_frame(gold, theirs, *predicate), (predicate,))


def with_everything_of(gold: Annotation, theirs: Annotation, over: tuple[Contested, ...]) -> Annotation:
    """The gold standard with all that an annotator says; contested predicates that they lack are rejected."""
    return _with_decided(take_all(gold, theirs), [one.place for one in over])


def without_frame(gold: Annotation, predicate: Predicate) -> Annotation:
    """The gold standard in which a predicate is rejected: nobody's frame is right."""
    there = frame_at(gold, *predicate)
    return _with_decided(gold if there is None else delete_frame(gold, predicate[0], there), (predicate,))


def is_undecided(gold: Annotation, one: Contested) -> bool:
    """Whether a contested predicate has no frame in the gold standard, and nobody decided that it has none."""
    return frame_view(gold, *one.place) is None and one.place not in gold.rejected


def _with_decided(gold: Annotation, predicates: Iterable[Predicate]) -> Annotation:
    """Those of the predicates that have no frame are rejected; what has a frame is not."""
    rejected = {one for one in (*gold.rejected, *predicates) if frame_at(gold, *one) is None}
    return replace(gold, rejected=frozenset(rejected))


def settle_ready(project: Project, who: str) -> int:
    """Settle every translation that nobody began to adjudicate and in which nothing is left to decide.

    Returns:
        how many these were.

    Raises:
        UsageError: if the file cannot be written to.
    """
    count = 0
    for key in [one.key for one in to_adjudicate(project) if one.is_ready]:
        one = adjudicated(project, key)  # beside the reference's frames, which may be settled by now
        if one is not None and one.is_ready:
            project.save(key, one.finalized(who), "settled, nothing left to decide", known=None)
            count += 1
    return count
