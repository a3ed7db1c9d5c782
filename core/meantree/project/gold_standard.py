"""The adjudicated annotations of a project: what is to be decided, what is begun, and what is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from meantree.project.adjudication import frame_at, take_all, take_frame, view_of
from meantree.project.annotation import Annotation, AnnotationKey, Predicate, State
from meantree.project.contested import Contested, agreed, contested
from meantree.project.edits import delete_frame
from meantree.project.file import Project
from meantree.project.preannotation import AUTOMATIC


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """One translation that two or more people finished.

    Attributes:
        key: of its gold standard.
        work: the finished annotations by annotator; automatic frames are nobody's.
        gold: the adjudicated annotation, None if nobody began.
    """

    key: AnnotationKey
    work: Mapping[str, Annotation]
    gold: Annotation | None

    @property
    def contested(self) -> tuple[Contested, ...]:
        """The predicates of which the annotators say different things."""
        return contested(self.work)

    @property
    def begun(self) -> Annotation:
        """The gold standard, or what it begins with: the frames that all have."""
        return agreed(self.work) if self.gold is None else self.gold

    @property
    def settled_by(self) -> str:
        """Who settled it; empty if it is open."""
        return "" if self.gold is None else self.gold.settled_by

    @property
    def is_agreed(self) -> bool:
        """Whether nobody began to adjudicate it, and all annotators say exactly the same."""
        return self.gold is None and self._state is not None and not self.contested

    def settled(self, who: str) -> Annotation:
        """Finished and locked; ``who`` settled it.

        Before anything is decided it gets the state that all gave it; what is open still is done.
        """
        state = self._state if self.gold is None else self.gold.state
        return replace(self.begun, state=State.DONE if state in (None, State.OPEN) else state, settled_by=who)

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
    settled = project.annotations(gold) if gold in project.annotators else {}
    found: dict[AnnotationKey, dict[str, Annotation]] = {}
    for name in compared_people(project):
        for key, annotation in project.annotations(name).items():
            if key.system and key.reference and annotation.state is not State.OPEN:
                found.setdefault(replace(key, annotator=gold), {})[name] = annotation
    places = project.corpus().places
    ordered = sorted(found, key=lambda key: (places[key.segment], key.system, key.reference))
    return tuple(Adjudicated(key, found[key], settled.get(key)) for key in ordered if len(found[key]) > 1)


def adjudicated(project: Project, key: AnnotationKey) -> Adjudicated | None:
    """One of these by the key of its gold standard; None where fewer than two people finished it.

    Raises:
        UsageError: if the file cannot be read.
    """
    people = [name for name in compared_people(project) if name != key.annotator]
    found = {name: project.annotation(replace(key, annotator=name)) for name in people}
    work = {name: one for name, one in found.items() if one is not None and one.state is not State.OPEN}
    return Adjudicated(key, work, project.annotation(key)) if len(work) > 1 else None


def people_of(project: Project) -> tuple[str, ...]:
    """All whose work could be compared: annotators but the gold standard and the labeller."""
    return tuple(name for name in project.annotators if name not in (project.rules.gold, AUTOMATIC))


def compared_people(project: Project) -> tuple[str, ...]:
    """Those whose work is compared: all, or those of them whom the rules of the project name."""
    chosen = project.rules.compared
    return tuple(name for name in people_of(project) if not chosen or name in chosen)


def unlock(annotation: Annotation) -> Annotation:
    """To be edited again."""
    return replace(annotation, settled_by="")


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
    return view_of(gold, *one.place) is None and one.place not in gold.rejected


def _with_decided(gold: Annotation, predicates: Iterable[Predicate]) -> Annotation:
    """Those of the predicates that have no frame are rejected; what has a frame is not."""
    rejected = {one for one in (*gold.rejected, *predicates) if frame_at(gold, *one) is None}
    return replace(gold, rejected=frozenset(rejected))


def settle_agreed(project: Project, who: str) -> int:
    """Settle every translation that nobody began to adjudicate and of which all annotators say exactly the same.

    Returns:
        how many these were.

    Raises:
        UsageError: if the file cannot be written to.
    """
    alike = [one for one in to_adjudicate(project) if one.is_agreed]
    for one in alike:
        project.save(one.key, one.settled(who), "settled, as all agree", known=None)
    return len(alike)
