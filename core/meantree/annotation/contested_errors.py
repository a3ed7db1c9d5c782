"""The error spans on which annotators of one translation differ, and taking an annotator's answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError, Origin, Place
from meantree.errors import UsageError
from meantree.grouping import clusters, grouped

WHOLE, WORDS, SEVERITY, CATEGORY, SCORE = "", "words", "severity", "category", "score"
"""What one key decides: all errors of a row, a part of its one error, or the score of the translation."""
FIELDS: Final = {WORDS: "places", SEVERITY: "severity", CATEGORY: "category"}
"""The fields of an error that are decided alone."""


@dataclass(frozen=True, slots=True)
class ContestedErrors:
    """Errors that share words, as annotators differ in them, or one part in which they differ.

    Attributes:
        answers: what each annotator has: errors, and a score where that is contested.
        part: :data:`WHOLE`, or the part that is decided alone.
    """

    answers: Mapping[str, ErrorAnnotation]
    part: str = WHOLE

    @property
    def proposals(self) -> tuple[MarkedError, ...]:
        """The errors of all annotators in text order; equal ones are one, by all of them."""
        return proposals_of(self.answers)

    @property
    def place(self) -> Place | None:
        """The first place of an error; None if all are of the whole translation."""
        return next((error.places[0] for error in self.proposals if error.places), None)

    @property
    def places(self) -> tuple[Place, ...]:
        """All characters of the errors in text order, each once."""
        merged: list[Place] = []
        for place in sorted({place for error in self.proposals for place in error.places}):
            before = merged[-1] if merged and merged[-1].side == place.side else None
            if before is not None and place.start <= before.end:
                merged[-1] = replace(before, end=max(before.end, place.end))
            else:
                merged.append(place)
        return tuple(merged)

    @property
    def kinds(self) -> tuple[str, ...]:
        """In what the annotators differ: whether there is an error, or parts of it."""
        if not all(answer.marked for answer in self.answers.values()):
            return ("error",)
        return self._differing

    @property
    def parts(self) -> tuple[ContestedErrors, ...]:
        """What is decided alone: that in which annotators with one error each differ, if it is several things."""
        marked = [answer.marked for answer in self.answers.values() if answer.marked]
        is_alone = self.part or len(marked) < 2 or any(len(errors) > 1 for errors in marked) or len(self._differing) < 2
        return () if is_alone else tuple(replace(self, part=kind) for kind in self._differing)

    @property
    def _differing(self) -> tuple[str, ...]:
        ones = [answer for answer in self.answers.values() if answer.marked]
        return tuple(kind for kind in FIELDS if len({_values(kind, answer) for answer in ones}) > 1)

    def has(self, error: MarkedError) -> bool:
        """Return whether an error of the gold standard is on these words."""
        return any(_touch(error, other) for answer in self.answers.values() for other in answer.marked)

    def decided(self, gold: ErrorAnnotation) -> tuple[MarkedError, ...]:
        """Return the errors of the gold standard that are on these words."""
        return tuple(error for error in gold.errors if self.has(error))

    def is_undecided(self, gold: ErrorAnnotation) -> bool:
        """Return whether the gold standard has no error here, and does not reject all."""
        if self.part == SCORE:
            return gold.score is None
        rejected = {identity(error) for error in gold.marked if error.origin is Origin.REJECTED}
        return not self.decided(gold) and any(identity(error) not in rejected for error in self.proposals)

    def supporters(self, gold: ErrorAnnotation) -> tuple[str, ...]:
        """Return the annotators whose answer the gold standard has."""
        if self.is_undecided(gold):
            return ()
        now = _values(self.part, replace(gold, marked=self.decided(gold)))
        having = (name for name, answer in self.answers.items() if answer.marked or self.part not in FIELDS)
        return tuple(name for name in having if _values(self.part, self.answers[name]) == now)

    def taken(self, gold: ErrorAnnotation, name: str) -> ErrorAnnotation:
        """Return the gold standard with the answer of an annotator, or without any for ``""``.

        Of errors that are undecided, the first part that is taken brings all of the annotator's error.

        Raises:
            UsageError: if there is nothing to take.
        """
        answer = self.answers[name] if name else ErrorAnnotation()
        if self.part == SCORE:
            return replace(gold, score=answer.score)
        here = self.decided(gold)
        if not self.part or not here:
            wanted = set(map(identity, answer.marked))
            fates: dict[bool, Any] = {True: {"origin": Origin.KEPT}, False: {"origin": Origin.REJECTED, "comment": ""}}
            decided = (replace(error, **fates[identity(error) in wanted]) for error in self.proposals)
            others = (error for error in gold.marked if not self.has(error))
            return replace(gold, marked=(*others, *decided))
        if len(here) > 1 or not answer.marked:
            raise UsageError(f"there is no one {self.part} to take; decide the row of the whole error")
        value = getattr(answer.marked[0], FIELDS[self.part])
        error = replace(here[0], **{FIELDS[self.part]: value}, as_read=None)
        suggested = here[0].suggested or here[0].places
        error = replace(error, origin=Origin.CHANGED, suggested=() if suggested == error.places else suggested)
        alike = [one for one in self.proposals if identity(one) == identity(error)]
        error = replace(alike[0], origin=Origin.KEPT, comment=error.comment) if alike else error
        return replace(gold, marked=tuple(error if one == here[0] else one for one in gold.marked))


def contested_errors(work: Mapping[str, ErrorAnnotation]) -> tuple[ContestedErrors, ...]:
    """Return what annotators of one translation differ in, in text order: errors that share words are one row.

    Where each annotator has one error at most, its parts that differ follow. The scores of ESA come last.
    """
    rows: list[ContestedErrors] = []
    for cluster in clusters(proposals_of(work), _touch):
        group = set(map(identity, cluster))
        answers = {
            name: ErrorAnnotation(tuple(error for error in annotation.errors if identity(error) in group))
            for name, annotation in work.items()
        }
        if len({_values(WHOLE, answer) for answer in answers.values()}) > 1:
            whole = ContestedErrors(answers)
            rows += (whole, *whole.parts)
    if len({annotation.score for annotation in work.values()}) > 1:
        rows.append(ContestedErrors({name: ErrorAnnotation(score=one.score) for name, one in work.items()}, SCORE))
    return tuple(rows)


def agreed_errors(work: Mapping[str, ErrorAnnotation]) -> ErrorAnnotation:
    """Return the errors that are not contested, as kept proposals, with the mean score of all annotators; open."""
    rows = contested_errors(work)
    alike = (error for error in proposals_of(work) if not any(row.has(error) for row in rows))
    marked = tuple(replace(error, origin=Origin.KEPT) for error in alike)
    scores = [annotation.score for annotation in work.values() if annotation.score is not None]
    score = round(sum(scores) / len(scores), 1) if len(scores) == len(work) and scores else None
    return ErrorAnnotation(marked, score)


def proposals_of(work: Mapping[str, ErrorAnnotation]) -> tuple[MarkedError, ...]:
    """Return the errors of several annotators in text order; equal ones are one proposal by all of them.

    It has the first finding that suggested one of them.
    """
    marked = ((error, name) for name, annotation in work.items() for error in annotation.errors)
    proposals = []
    for equal in grouped((identity(error), (error, name)) for error, name in marked).values():
        by = ", ".join(dict.fromkeys(name for _, name in equal))
        finding = next((error.finding for error, _ in equal if error.finding), "")
        proposals.append(replace(equal[0][0], origin=Origin.OWN, by=by, suggested=(), finding=finding))
    return tuple(sorted(proposals, key=lambda error: (error.places[:1] or (Place("source", 0, 0),), error.by)))


def _touch(error: MarkedError, other: MarkedError) -> bool:
    """Return whether two errors share words, or are at the same place without words."""
    return error.is_where(other) or any(one.overlaps(two) for one in error.places for two in other.places)


def _values(part: str, answer: ErrorAnnotation) -> object:
    if part == SCORE:
        return answer.score
    if part not in FIELDS:
        return frozenset(map(identity, answer.marked))
    values = (getattr(error, FIELDS[part]) for error in answer.marked)
    return frozenset(value.casefold() if isinstance(value, str) else frozenset(value) for value in values)


def identity(error: MarkedError) -> tuple[object, ...]:
    """Return what makes two errors of different annotators the same."""
    return error.places, error.label, error.missing
