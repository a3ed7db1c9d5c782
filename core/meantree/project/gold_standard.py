"""The adjudicated annotations of a project: what is to be decided, what is begun, and what is settled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.contested import Contested, agreed, contested
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
    def state(self) -> State:
        """The state that it is settled in: before anything is decided the one that all gave it, or else finished."""
        if self.gold is None:
            return _state_of(self) or State.DONE
        return State.DONE if self.gold.state is State.OPEN else self.gold.state

    @property
    def settled_by(self) -> str:
        """Who settled it; empty if it is open."""
        return "" if self.gold is None else self.gold.settled_by


def to_adjudicate(project: Project) -> tuple[Adjudicated, ...]:
    """All translations that two or more people finished beside the same reference, in the order of the segments.

    Raises:
        UsageError: if the file cannot be read.
    """
    gold = project.rules.gold
    settled = project.annotations(gold) if gold in project.annotators else {}
    people = [name for name in project.annotators if name not in (gold, AUTOMATIC)]
    found: dict[AnnotationKey, dict[str, Annotation]] = {}
    for name in people:
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
    people = [name for name in project.annotators if name not in (key.annotator, AUTOMATIC)]
    found = {name: project.annotation(replace(key, annotator=name)) for name in people}
    work = {name: one for name, one in found.items() if one is not None and one.state is not State.OPEN}
    return Adjudicated(key, work, project.annotation(key)) if len(work) > 1 else None


def settle(annotation: Annotation, who: str) -> Annotation:
    """Finished and locked; ``who`` settled it."""
    state = annotation.state if annotation.state is not State.OPEN else State.DONE
    return replace(annotation, state=state, settled_by=who)


def unlock(annotation: Annotation) -> Annotation:
    """To be edited again."""
    return replace(annotation, settled_by="")


def is_agreed(one: Adjudicated) -> bool:
    """Whether nobody began to adjudicate it, and all annotators say exactly the same."""
    return one.gold is None and not one.contested and _state_of(one) is not None


def settle_agreed(project: Project, who: str) -> int:
    """Settle every translation that nobody began to adjudicate and of which all annotators say exactly the same.

    Returns:
        how many these were.

    Raises:
        UsageError: if the file cannot be written to.
    """
    alike = [one for one in to_adjudicate(project) if is_agreed(one)]
    for one in alike:
        same = replace(one.begun, state=one.state)
        project.save(one.key, settle(same, who), "settled, as all agree", known=None)
    return len(alike)


def _state_of(one: Adjudicated) -> State | None:
    """The state that all give a translation, None if they differ."""
    states = {annotation.state for annotation in one.work.values()}
    return states.pop() if len(states) == 1 else None
