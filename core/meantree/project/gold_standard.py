"""The gold standard of a project: which translations are to be adjudicated, and which are started or finalized."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from meantree.annotation.contested_errors import SCORE, agreed_errors, contested_errors
from meantree.annotation.contested_frames import ContestedFrames, agreed_frames, contested
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, with_names
from meantree.annotation.frame_annotation import FINISHED, Annotation, AnnotationKey, State
from meantree.annotation.reference_frames import ReferenceFrames, ReferenceKey, reference_key, with_reference
from meantree.corpus.corpus import CHECK
from meantree.escaping import escaped
from meantree.project.file import Project

K = TypeVar("K", AnnotationKey, ErrorKey)
A = TypeVar("A", Annotation, ErrorAnnotation)


@dataclass(frozen=True)
class Adjudicated:
    """One translation that two or more annotators finished.

    Attributes:
        work: the finished annotations by annotator, as they left them; automatic frames are not among them.
        gold: the adjudicated annotation, None if adjudication has not started.
        reference: the frames of the reference that were decided with other translations, None if there are none or
            the gold standard has them already.
        decided_beside: the systems of these translations.
        is_reference_closed: whether one of them is finalized, so that predicates without a frame there stay without.
    """

    key: AnnotationKey
    work: Mapping[str, Annotation]
    gold: Annotation | None
    reference: ReferenceFrames | None = None
    decided_beside: tuple[str, ...] = ()
    is_reference_closed: bool = False

    @cached_property
    def contested(self) -> tuple[ContestedFrames, ...]:
        """The predicates on which the annotators disagree, wherever these are decided."""
        return contested(self.work)

    @property
    def work_over_decided(self) -> Mapping[str, Annotation]:
        """The annotations over the decided frames of the reference; only these can be adopted."""
        decided, is_closed = self.reference, self.is_reference_closed
        if decided is None:
            return self.work
        return {name: _over(annotation, decided, is_closed) for name, annotation in self.work.items()}

    @cached_property
    def undecided(self) -> tuple[ContestedFrames, ...]:
        """The contested predicates that are undecided in this translation and, for the reference, in all others.

        A finalized translation has none.
        """
        if self.finalized_by:
            return ()
        return tuple(filter(self.is_undecided, self.contested))

    def is_undecided(self, row: ContestedFrames) -> bool:
        """Return whether predicates are undecided here and, in the reference, with all other translations."""
        is_closed = self.is_reference_closed and row.place[0] == "reference"
        return not is_closed and row.is_undecided(self.current)

    @cached_property
    def current(self) -> Annotation:
        """The gold standard or, before adjudication, the frames on which all annotators agree."""
        if self.gold is not None:
            return self.gold
        common, decided = agreed_frames(self.work_over_decided), self.reference
        if decided is None:
            return common
        return replace(common, part_comments=decided.part_comments, rejected=decided.rejected)

    @property
    def finalized_by(self) -> str:
        """Who finalized it; empty if it is open."""
        return "" if self.gold is None else self.gold.finalized_by

    @property
    def is_ready(self) -> bool:
        """Whether its adjudication has not started, and nothing is left to decide.

        All annotators agree, except for what was decided with other translations.
        """
        return self.gold is None and self._state is not None and not self.undecided

    def finalized(self, annotator: str) -> Annotation:
        """Return the gold standard finished and locked by ``annotator``.

        It gets the state that all annotators gave it if adjudication has not started; an open one becomes done.
        """
        state = self._state if self.gold is None else self.gold.state
        state = State.DONE if state in (None, State.OPEN) else state
        return replace(self.current, state=state, inactive={}, finalized_by=annotator)

    @property
    def _state(self) -> State | None:
        """The state that all annotators gave it, None if they differ."""
        states = {annotation.state for annotation in self.work.values()}
        return states.pop() if len(states) == 1 else None


def to_adjudicate(project: Project, segment: str | None = None) -> tuple[Adjudicated, ...]:
    """Return the translations that two or more annotators finished with the same reference, in segment order.

    The rules of the project say whose work is compared.

    Args:
        segment: the key of the only segment to look at; by default all are.
    """
    gold = project.rules.gold
    decisions, references = project.annotations(gold, segment), project.references(gold, segment)
    sharing: dict[ReferenceKey, dict[AnnotationKey, Annotation]] = {}
    for key, annotation in decisions.items():
        if key.system and key.reference and not annotation.own_reference:
            sharing.setdefault(reference_key(key), {})[key] = annotation
    done = _done_by_several(project, lambda name: project.annotations(name, segment), (*FINISHED, State.CANNOT))
    work = {key: found for key, found in done.items() if key.reference}
    numbers = project.numbers
    ordered = sorted(work, key=lambda key: (numbers[key.segment], key.system, key.reference))
    return tuple(
        _adjudicated(key, work[key], decisions.get(key), references.get(its_reference), sharing.get(its_reference, {}))
        for key in ordered
        if (its_reference := reference_key(key))
    )


def frames_to_adjudicate(project: Project) -> dict[AnnotationKey, str]:
    """Return the translations of :func:`to_adjudicate`, each with who finalized it; empty for nobody."""
    return {item.key: item.finalized_by for item in to_adjudicate(project)}


def adjudicated(project: Project, key: AnnotationKey) -> Adjudicated | None:
    """Return the translation with that key of the gold standard; None if fewer than two annotators finished it."""
    return next((item for item in to_adjudicate(project, key.segment) if item.key == key), None)


def _adjudicated(
    key: AnnotationKey,
    work: Mapping[str, Annotation],
    gold: Annotation | None,
    reference: ReferenceFrames | None,
    sharing: Mapping[AnnotationKey, Annotation],
) -> Adjudicated:
    """Return a translation with the frames of its reference decided with others, if its gold standard lacks them."""
    others = {other: annotation for other, annotation in sharing.items() if other != key}
    is_closed = any(other.finalized_by for other in others.values())
    if reference is None or not (gold is None or (is_closed and not gold.finalized_by)):
        return Adjudicated(key, work, gold)
    return Adjudicated(key, work, gold, reference, tuple(sorted(other.system for other in others)), is_closed)


def _over(annotation: Annotation, decided: ReferenceFrames, is_closed: bool) -> Annotation:
    """Return an annotation over the decided frames of the reference, with its own frames of undecided predicates.

    Links that the annotator lost with a deleted frame are not restored by the decided frame.
    """
    decided_predicates = {frame.predicate for frame in decided.frames} | {span for _, span in decided.rejected}
    undecided = (
        () if is_closed else tuple(frame for frame in annotation.reference if frame.predicate not in decided_predicates)
    )
    active = replace(annotation, inactive={})
    result = with_reference(active, replace(decided, frames=(*decided.frames, *undecided)))
    return replace(result, state=annotation.state, inactive={})


def comparable_annotators(project: Project) -> tuple[str, ...]:
    """Return the annotators whose work can be compared: all but the gold standard, the labeller and checks."""
    return tuple(name for name in project.people if name != project.rules.gold)


def compared_annotators(project: Project) -> tuple[str, ...]:
    """Return the annotators whose work is compared: all, or those named in the rules of the project."""
    chosen = project.rules.compared
    return tuple(name for name in comparable_annotators(project) if not chosen or name in chosen)


def _done_by_several(
    project: Project, read: Callable[[str], Mapping[K, A]], states: Collection[State]
) -> dict[K, dict[str, A]]:
    """Return the translations that two or more compared annotators did, by key of the gold standard, with their work.

    Args:
        read: returns the annotations of an annotator.
        states: those in which an annotation is done.
    """
    work: dict[K, dict[str, A]] = {}
    for name in compared_annotators(project):
        for key, annotation in read(name).items():
            if key.system not in ("", CHECK) and annotation.state in states:
                work.setdefault(replace(key, annotator=project.rules.gold), {})[name] = annotation
    return {key: found for key, found in work.items() if len(found) > 1}


def finalize_ready(project: Project, annotator: str) -> int:
    """Finalize every translation without a gold standard in which nothing is left to decide.

    Returns:
        the number of translations.
    """
    count = 0
    for key in [item.key for item in to_adjudicate(project) if item.is_ready]:
        item = adjudicated(project, key)  # the reference's frames may be finalized by now
        if item is not None and item.is_ready:
            title = f"finalized by {escaped(annotator)}, nothing left to decide"
            project.save(key, item.finalized(annotator), title, known=None)
            count += 1
    return count


def finished_errors(project: Project, segment: str, system: str, names: Sequence[str]) -> dict[str, ErrorAnnotation]:
    """Return the finished error spans of these annotators in one translation, by name."""
    found = {name: project.error_annotation(ErrorKey(segment, system, name)) or ErrorAnnotation() for name in names}
    finished = {name: annotation for name, annotation in found.items() if annotation.state in FINISHED}
    return with_names(finished, project.rules)


def compared_errors(project: Project, key: ErrorKey) -> dict[str, ErrorAnnotation]:
    """Return what the compared annotators finished in the translation of a key of the gold standard, by name."""
    return finished_errors(project, key.segment, key.system, compared_annotators(project))


def errors_to_adjudicate(project: Project) -> dict[ErrorKey, str]:
    """Return the gold standard's translations that several finished, and who finalized each; empty for nobody."""
    decided = project.error_annotations(project.rules.gold)
    finished = _done_by_several(project, project.error_annotations, FINISHED)
    return {key: decided[key].finalized_by if key in decided else "" for key in finished}


def finalized_errors(annotation: ErrorAnnotation, adjudicator: str) -> ErrorAnnotation:
    """Return an annotation of the gold standard, finished and locked."""
    state = State.DONE if annotation.errors else State.NOTHING
    return replace(annotation, state=state, finalized_by=adjudicator)


def finalize_agreed_errors(project: Project, adjudicator: str) -> tuple[int, int]:
    """Finalize every translation without a gold standard in which all annotators marked the same errors.

    Scores become their mean.

    Returns:
        the number of translations, and of those left out as something may have been overlooked in them.
    """
    count = doubtful = 0
    for key in errors_to_adjudicate(project):
        work = compared_errors(project, key)
        is_agreed = all(row.part == SCORE for row in contested_errors(work))
        if is_agreed and project.error_annotation(key) is None:
            annotation = finalized_errors(agreed_errors(work), adjudicator)
            if annotation.oversights(project.rules):
                doubtful += 1
                continue
            project.save_errors(key, annotation, f"finalized by {escaped(adjudicator)}, all agree", known=None)
            count += 1
    return count, doubtful
