"""Error spans as proposals: those of a tool, or of the annotators whose work is adjudicated.

An annotator keeps a proposal, keeps it with other words or another label, or rejects it; what was decided stays in the
annotation with the name of who proposed it, so that each proposal is shown only until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from meantree.annotation.contested_errors import contested_errors, identity, proposals_of
from meantree.annotation.error_annotation import CHECK, ErrorAnnotation, ErrorKey, MarkedError, Origin
from meantree.annotation.frame_annotation import FINISHED, State
from meantree.corpus.corpus import Segment
from meantree.project.file import Project
from meantree.project.gold_standard import compared_annotators
from meantree.project.repeated_errors import EARLIER


def distinct_proposals(work: Mapping[str, ErrorAnnotation]) -> tuple[MarkedError, ...]:
    """Return proposals as :func:`proposals_of`; of those on nearly the same words only that of the first annotator."""
    shown: dict[str, ErrorAnnotation] = {}
    for name, annotation in work.items():
        before = [error for other in shown.values() for error in other.errors]
        errors = (
            error
            for error in annotation.errors
            if not any(_is_near(error, other) and identity(error) != identity(other) for other in before)
        )
        shown[name] = replace(annotation, marked=tuple(errors))
    return proposals_of(shown)


def undecided(annotation: ErrorAnnotation, proposals: Iterable[MarkedError]) -> tuple[MarkedError, ...]:
    """Return the proposals that an annotation neither keeps nor rejects, nor has an error on nearly the same words.

    An error at the same places decides about all proposals there, whatever their labels.
    """
    marked = [error for error in annotation.marked if error.origin is not Origin.REJECTED]
    taken = set(map(place_of_proposal, marked))
    rejected = {_rejection(error) for error in annotation.marked if error.origin is Origin.REJECTED}
    left = (one for one in proposals if place_of_proposal(one) not in taken and _rejection(one) not in rejected)
    return tuple(one for one in left if not any(_is_near(one, own) for own in marked))


def place_of_proposal(error: MarkedError) -> tuple[object, ...]:
    """Return the places of an error as it was proposed, and whether it is an omission."""
    return error.suggested or error.places, error.missing


def agreed(work: Mapping[str, ErrorAnnotation]) -> ErrorAnnotation:
    """Return the errors that are not contested, as kept proposals, with the mean score of all annotators; open."""
    rows = contested_errors(work)
    alike = (error for error in proposals_of(work) if not any(row.has(error) for row in rows))
    marked = tuple(replace(error, origin=Origin.KEPT) for error in alike)
    scores = [annotation.score for annotation in work.values() if annotation.score is not None]
    score = round(sum(scores) / len(scores), 1) if len(scores) == len(work) and scores else None
    return ErrorAnnotation(marked, score)


def finished_errors(project: Project, segment: str, system: str, names: Sequence[str]) -> dict[str, ErrorAnnotation]:
    """Return the finished error spans of these annotators in one translation, by name."""
    found = {name: project.error_annotation(ErrorKey(segment, system, name)) for name in names}
    return {
        name: annotation
        for name, annotation in found.items()
        if annotation is not None and annotation.state in FINISHED
    }


def errors_of_equal_text(project: Project, segment: Segment, key: ErrorKey) -> ErrorAnnotation | None:
    """Return the errors and the score of an equal translation of the segment that the annotator finished, open again.

    Comments, and suggestions that were rejected, stay with that translation; None if there is no such translation.
    """
    text = segment.hypotheses[key.system].text
    for name, other in segment.hypotheses.items():
        if name == key.system or other.text != text:
            continue
        found = project.error_annotation(replace(key, system=name))
        if found is not None and found.state in FINISHED and (found.errors or found.score is not None):
            marked = tuple(replace(error, comment="", as_read=None) for error in found.errors)
            return ErrorAnnotation(marked, found.score)
    return None


def errors_to_adjudicate(project: Project) -> dict[tuple[str, str], str]:
    """Return the translations that two or more annotators finished, each with who finalized it; empty for nobody."""
    counts: dict[tuple[str, str], int] = {}
    for name in compared_annotators(project):
        for key, annotation in project.error_annotations(name).items():
            if annotation.state in FINISHED and key.system != CHECK:
                counts[key.segment, key.system] = counts.get((key.segment, key.system), 0) + 1
    gold = project.rules.gold
    decided = project.error_annotations(gold) if gold in project.annotators else {}
    return {
        (segment, system): "" if (own := decided.get(ErrorKey(segment, system, gold))) is None else own.finalized_by
        for (segment, system), count in counts.items()
        if count > 1
    }


def finalized(annotation: ErrorAnnotation, adjudicator: str) -> ErrorAnnotation:
    """Return an annotation of the gold standard, finished and locked."""
    state = State.DONE if annotation.errors else State.NOTHING
    return replace(annotation, state=state, finalized_by=adjudicator)


def finalize_agreed(project: Project, adjudicator: str) -> int:
    """Finalize every translation without a gold standard in which all annotators marked the same errors.

    Scores become their mean.

    Returns:
        the number of translations.
    """
    count, gold = 0, project.rules.gold
    for (segment, system), who in errors_to_adjudicate(project).items():
        key = ErrorKey(segment, system, gold)
        if who or project.error_annotation(key) is not None:
            continue
        work = finished_errors(project, segment, system, compared_annotators(project))
        names = ", ".join(work)
        if all(error.by == names for error in proposals_of(work)):
            annotation = finalized(agreed(work), adjudicator)
            project.save_errors(key, annotation, "finalized, all agree", known=None)
            count += 1
    return count


def _rejection(error: MarkedError) -> tuple[object, ...]:
    """Return what is rejected with a proposal: of earlier marks the place, as further marks change their labels."""
    if error.by.startswith(EARLIER):
        return EARLIER, place_of_proposal(error)
    return error.by, identity(error)


def _is_near(error: MarkedError, other: MarkedError) -> bool:
    """Return whether more than half of the characters of both errors together are in both."""
    pairs = [(one, two) for one in error.places for two in other.places if one.side == two.side]
    shared = sum(max(0, min(one.end, two.end) - max(one.start, two.start)) for one, two in pairs)
    total = sum(place.end - place.start for place in (*error.places, *other.places))
    return 3 * shared > total if total else error.missing == other.missing
