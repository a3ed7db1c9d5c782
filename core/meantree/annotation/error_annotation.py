"""One annotator's error spans in one translation, by MQM or ESA, answers to findings, and how projects store both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields, replace
from enum import StrEnum
from typing import Any, ClassVar, Final, Literal, TypeVar, get_args

from meantree.annotation.frame_annotation import AUTOMATIC, FINISHED, State
from meantree.annotation.rules import ESA, Rules
from meantree.corpus.corpus import CHECK, ESA_KIND, MQM_KIND, Corpus, ErrorSide, ErrorSpan, Rating, Segment
from meantree.corpus.error_weights import error_weight
from meantree.errors import UsageError
from meantree.escaping import counted, is_encodable, listed
from meantree.phenomena.answered import identity
from meantree.untrusted_json import as_integer, as_string, read_json, reading

K = TypeVar("K")
ESA_RANGE = (0.0, 100.0)
MISSING: Final = "[missing]"
LOW_SCORE: Final = 80
"""A score below this without any error is asked about."""
MOST_CHARACTERS = 1_000_000
"""The largest place in a text that is accepted in a file."""


class Origin(StrEnum):
    """Where an error span comes from; the values are stored in projects and written to tables."""

    OWN = "own"
    KEPT = "kept"
    CHANGED = "changed"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, order=True)
class ErrorKey:
    """Identifies an annotation of error spans by segment, system and annotator; no reference takes part in it."""

    segment: str
    system: str
    annotator: str
    reference: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Characters of the translation or the source, 0-based, the end excluded; a position if both are equal."""

    side: ErrorSide
    start: int
    end: int

    def overlaps(self, other: Place) -> bool:
        """Return whether both have a character in common, or are the same position."""
        if self.side != other.side:
            return False
        return self == other or (self.start < other.end and other.start < self.end)


@dataclass(frozen=True, slots=True)
class MarkedError:
    """One error.

    Attributes:
        places: the spans that it consists of, in the order of marking; none for an error of the whole translation.
        severity, category: as in the file or in the rules of the project; empty if not chosen yet.
        missing: whether the translation omits something: the error stands at ``[missing]``, and places in the source
            are the omitted words.
        origin: own, or a suggestion that was kept, changed or rejected; rejected ones do not count.
        by: who or what suggested it, with its version; empty for own ones.
        suggested: the places as they were suggested, if they were changed.
        finding: the finding that suggested it, its kind first (see :mod:`meantree.annotation.finding_errors`).
        as_read: source and translation with the marks ``<v>`` of the imported file, if its texts have other blanks;
            None otherwise.
    """

    places: tuple[Place, ...] = ()
    severity: str = ""
    category: str = ""
    comment: str = ""
    missing: bool = False
    origin: Origin = Origin.OWN
    by: str = ""
    as_read: tuple[str, str] | None = None
    suggested: tuple[Place, ...] = ()
    finding: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is an error: not rejected, and no note that there is none, or on a test of attention."""
        return self.origin is not Origin.REJECTED and self.severity.casefold() not in NO_ERRORS

    @property
    def label(self) -> tuple[str, str]:
        """Severity and category, upper and lower case alike."""
        return self.severity.casefold(), self.category.casefold()

    @property
    def explanation(self) -> str:
        """The sentence of the finding that suggested it; empty without."""
        return self.finding.partition(": ")[2]

    def decided(self, origin: Origin) -> MarkedError:
        """Return a suggestion as it was decided; its explanation is not taken over as a comment."""
        return replace(self, origin=origin, comment="" if self.comment == self.explanation else self.comment)

    def in_side(self, side: ErrorSide) -> tuple[Place, ...]:
        """Return its places in one of the texts."""
        return tuple(place for place in self.places if place.side == side)

    @property
    def is_omission(self) -> bool:
        """Whether words are missing from the translation, and none of its words are marked.

        Words of the source alone are missing, unless the category says that the source is wrong.
        """
        is_placed = bool(self.places) and not self.label[1].startswith("source")
        return (self.missing or is_placed) and all(p.start == p.end for p in self.in_side("hypothesis"))

    @property
    def says_missing(self) -> bool:
        """Whether the category alone says that words are missing, as in tables that have no place for them."""
        return not self.places and "omission" in self.category.casefold()

    def is_where(self, other: MarkedError) -> bool:
        """Return whether two errors, one of them without characters, are at the same place.

        Two omissions are, unless both say where in one of the texts, and say different places there.
        """
        if not (self.is_omission and other.is_omission):
            return self.is_omission == other.is_omission and set(self.places) == set(other.places)
        sides = ((self.in_side(side), other.in_side(side)) for side in get_args(ErrorSide))
        return all(any(a.overlaps(b) for a in own for b in others) for own, others in sides if own and others)


NO_PEOPLE = frozenset({AUTOMATIC, CHECK})
"""Names of annotators that nobody has: that of the labeller, and that of attention checks."""
FINDINGS = "findings"
"""The first word of the name under which findings are stored; the program's version follows."""
NO_ERRORS = ("no-error", "hotw-test")
"""Severities, in lower case, of rows that are no errors: of what was read, and of tests of attention."""


def is_tool(annotator: str, suggestions: Collection[str] = ()) -> bool:
    """Return whether an annotator is no person: the labeller, attention checks, findings, or a source of suggestions.

    The sources are those at which nobody works.
    """
    return annotator in NO_PEOPLE or annotator in suggestions or annotator.split(" ")[0] == FINDINGS


@dataclass(frozen=True, slots=True)
class ErrorAnnotation:
    """The errors of one translation.

    Attributes:
        marked: the errors, and rejected suggestions.
        score: of the whole translation, from 0 to 100 as in ESA; None without.
        state: the progress; ``NOTHING`` says that it was read and has no error.
        finalized_by: who finalized it, if it is a locked annotation of the gold standard; empty otherwise.
        cells: names and values of further columns of the imported table, such as the ids of the segment.
    """

    marked: tuple[MarkedError, ...] = ()
    score: float | None = None
    state: State = State.OPEN
    comment: str = ""
    finalized_by: str = ""
    cells: tuple[tuple[str, str], ...] = ()

    @property
    def errors(self) -> tuple[MarkedError, ...]:
        """The errors that count."""
        return tuple(error for error in self.marked if error.counts)

    @property
    def mqm(self) -> float:
        """The negative sum of the weights of the errors (see :mod:`meantree.corpus.error_weights`), at most 0."""
        weights = (error_weight(error.category, error.severity) or 0.0 for error in self.errors)
        return -sum(weights, 0.0) + 0.0  # never -0

    @property
    def all_comments(self) -> tuple[str, ...]:
        """The comment on the whole translation, then those on errors."""
        return tuple(text for text in (self.comment, *(error.comment for error in self.marked)) if text.strip())

    @property
    def rejected_places(self) -> set[tuple[Place, ...]]:
        """The places of the suggestions that were rejected."""
        return {error.places for error in self.marked if error.origin is Origin.REJECTED}

    def oversights(self, rules: Rules) -> tuple[str, ...]:
        """Return in words what may have been overlooked, to be asked about before the translation is finished."""
        counts = Counter(text for text, _ in self.oversights_by_error(rules))
        found = [text.replace("an error has", f"{n} errors have") if n > 1 else text for text, n in counts.items()]
        if rules.protocol == ESA and self.score is not None and self.score < LOW_SCORE and not self.errors:
            found.append(f"the score is {self.score:g}, but no error is marked")
        return tuple(found)

    def oversights_by_error(self, rules: Rules) -> Iterator[tuple[str, int]]:
        """Yield what an error lacks, or that there is one like it, and its 0-based number."""
        seen = set[tuple[object, ...]]()
        for number, error in enumerate(self.marked):
            if not error.counts:
                continue
            if rules.protocol != ESA and not error.category:
                yield "an error has no category", number
            if not error.severity:
                yield "an error has no severity", number
            if error.places and (error.places, error.label) in seen:
                yield "an error is marked twice alike", number
            seen.add((error.places, error.label))

    def marks_alike(self, other: ErrorAnnotation) -> bool:
        """Return whether both have the same errors, comments on them and score, as far as tables hold these."""
        first, second = (
            Counter(
                (frozenset(own.places), own.label, own.missing or own.says_missing, " ".join(own.comment.split()))
                for own in errors
            )
            for errors in (self.errors, other.errors)
        )
        return first == second and self.score == other.score


def opened_by_errors(annotation: ErrorAnnotation) -> ErrorAnnotation:
    """Return an edited annotation, which is open again if it said that there is no error."""
    is_contradicted = annotation.state is State.NOTHING and annotation.errors
    return replace(annotation, state=State.OPEN) if is_contradicted else annotation


def with_names(annotations: Mapping[K, ErrorAnnotation], rules: Rules) -> dict[K, ErrorAnnotation]:
    """Return annotations in which each category has one name, by which it counts (:meth:`Rules.names_of`)."""
    names = rules.names_of({error.category for one in annotations.values() for error in one.marked})
    if all(name == counted_as for name, counted_as in names.items()):
        return dict(annotations)
    return {
        key: replace(one, marked=tuple(replace(error, category=names[error.category]) for error in one.marked))
        for key, one in annotations.items()
    }


def without_comments(annotation: ErrorAnnotation) -> ErrorAnnotation:
    """Return an annotation without any comments."""
    marked = tuple(replace(error, comment="") for error in annotation.marked)
    return replace(annotation, marked=marked, comment="")


def spans_of(key: ErrorKey, annotation: ErrorAnnotation, end: int) -> Iterator[ErrorSpan]:
    """Yield the spans of all errors, as a corpus has them; the annotator is the rater.

    Args:
        end: how many characters the translation has; there stands what is nowhere else, such as an omission.
    """
    for error in annotation.errors:
        for part, place in enumerate(error.places or (Place("hypothesis", end, end),)):
            where = key.system, place.side, place.start, place.end
            yield ErrorSpan(*where, error.category, error.severity, key.annotator, is_further=part > 0)


def ratings_of(key: ErrorKey, annotation: ErrorAnnotation) -> Iterator[Rating]:
    """Yield the ratings that a finished annotation makes: ``esa`` if it has a score, ``mqm`` unless it is ESA alone."""
    if annotation.state not in FINISHED:
        return
    if annotation.score is not None:
        yield Rating(key.system, ESA_KIND, annotation.score, key.annotator)
    if annotation.score is None or any(error.category for error in annotation.errors):
        yield Rating(key.system, MQM_KIND, annotation.mqm, key.annotator)


def fitting(segment: Segment, system: str, annotation: ErrorAnnotation) -> ErrorAnnotation:
    """Return an annotation without the errors that have places outside of their texts."""
    lengths = {side: segment.length(side, system) for side in get_args(ErrorSide)}
    marked = annotation.marked
    within = tuple(error for error in marked if all(place.end <= lengths[place.side] for place in error.places))
    return annotation if len(within) == len(marked) else replace(annotation, marked=within)


def summary_of(annotations: Mapping[ErrorKey, ErrorAnnotation], errors: int | None = None) -> str:
    """Return in words how many errors who marked in how many translations, without open ones that have none.

    Args:
        errors: how many a file has, if it divides some or leaves some out; by default all that annotators marked.
    """
    if not annotations:
        return "no error spans that fit the texts"
    if errors is None:
        errors = sum(len(annotation.errors) for annotation in annotations.values())
    names = listed(dict.fromkeys(key.annotator for key in annotations))
    begun = (key for key, annotation in annotations.items() if annotation.errors or annotation.state in FINISHED)
    translations = len({(key.segment, key.system) for key in begun})
    return f"{counted(errors, 'error')} in {counted(translations, 'translation')} by {names}"


def quoted(places: Iterable[Place], texts: Mapping[ErrorSide, str]) -> str:
    """Return the words at these places in quotes; where there are none, after which word they are missing."""
    return " … ".join(_words_at(texts[place.side], place) for place in places)


def _words_at(text: str, place: Place) -> str:
    if place.start < place.end:
        return f"“{text[place.start : place.end]}”"
    before = text[: place.start].split()
    return f"{MISSING} after “{before[-1]}”" if before else f"{MISSING} at the start"


def describe(error: MarkedError, texts: Mapping[ErrorSide, str]) -> str:
    """Return an error in words: severity, category, and the words of its places."""
    where = quoted(error.places, texts) or ("" if error.missing else "the whole translation")
    if error.missing and not where.startswith(MISSING):
        where = f"{MISSING} {where}".strip()
    origin = "" if error.origin is Origin.OWN else f", suggestion {error.origin.value}"
    comment = f" ({error.comment})" if error.comment else ""
    return f"{error.severity or 'no severity'} {error.category or 'error'}, {where}{origin}{comment}"


def errors_to_json(annotation: ErrorAnnotation) -> str:
    """Return an annotation as one line of JSON; what is empty is left out.

    Raises:
        UsageError: if a text cannot be written, or the score is outside of 0 to 100.
    """
    content: dict[str, Any] = {"errors": [_error_values(error) for error in annotation.marked]}
    content["state"] = annotation.state.value
    optional = {"comment": annotation.comment, "finalized": annotation.finalized_by, "cells": dict(annotation.cells)}
    content |= {name: value for name, value in optional.items() if value}
    if annotation.score is not None:
        if not ESA_RANGE[0] <= annotation.score <= ESA_RANGE[1]:
            raise UsageError(f"expected a score from 0 to 100, found {annotation.score:g}")
        content["score"] = annotation.score
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=astuple)
    if not is_encodable(text):
        raise UsageError("a comment or category has characters that cannot be written as text")
    return text


@reading("an annotation of errors")
def errors_from_json(text: str) -> ErrorAnnotation:
    """Read what :func:`errors_to_json` wrote; raise ValueError if it is something else."""
    read = read_json(text)
    score = read.get("score")
    if score is not None and not (type(score) in (int, float) and ESA_RANGE[0] <= score <= ESA_RANGE[1]):
        raise TypeError
    return ErrorAnnotation(
        tuple(_error(values) for values in read["errors"]),
        None if score is None else float(score),
        State(read["state"]),
        as_string(read.get("comment", "")),
        as_string(read.get("finalized", "")),
        tuple((as_string(name), as_string(cell)) for name, cell in read.get("cells", {}).items()),
    )


def _error_values(error: MarkedError) -> dict[str, Any]:
    """Return the fields of an error that differ from the defaults; the places in any case."""
    values = {field.name: getattr(error, field.name) for field in fields(error)}
    return {name: value for name, value in values.items() if name == "places" or value != getattr(_NOTHING, name)}


_NOTHING: Final = MarkedError()


def _error(values: dict[str, Any]) -> MarkedError:
    as_read = values.get("as_read")
    source, target = (None, None) if as_read is None else map(as_string, as_read)
    texts = {
        name: as_string(values[name]) for name in ("severity", "category", "comment", "by", "finding") if name in values
    }
    error = MarkedError(
        tuple(_place(*place) for place in values["places"]),
        missing=values.get("missing", False) is True,
        origin=Origin(values.get("origin", Origin.OWN.value)),
        as_read=None if source is None or target is None else (source, target),
        suggested=tuple(_place(*place) for place in values.get("suggested", ())),
        **texts,
    )
    return error if error.origin is Origin.OWN else error.decided(error.origin)  # 1.0.0 stored explanations


def _place(side: object, start: object, end: object) -> Place:
    place = Place("source" if side == "source" else "hypothesis", as_integer(start), as_integer(end))
    if side not in get_args(ErrorSide) or not 0 <= place.start <= place.end <= MOST_CHARACTERS:
        raise TypeError
    return place


Answer = Literal["right", "free", "wrong", "rejected"]
"""An error; a true difference of two good texts; no such difference; a suggestion rejected for either reason."""
ANSWERS: Final[tuple[Answer, ...]] = get_args(Answer)
Answers = Mapping[str, tuple[Answer, str]]
"""Answer, and when it was given in UTC, by the name of the finding."""


@dataclass(frozen=True, slots=True, order=True)
class AnswersKey:
    """Identifies a person's answers by segment, system and annotator."""

    segment: str
    system: str
    annotator: str
    reference: ClassVar[str] = ""


def answers_of_marks(marked: Iterable[MarkedError]) -> dict[str, Answer]:
    """Return what marks say of the findings that suggested them: one is right if any mark is kept or changed."""
    marks = sorted(marked, key=lambda error: error.origin is not Origin.REJECTED)
    return {one.finding: "rejected" if one.origin is Origin.REJECTED else "right" for one in marks if one.finding}


def answers_to_json(answers: Answers) -> str:
    """Return answers as one line of JSON."""
    return json.dumps(dict(answers), ensure_ascii=False, separators=(",", ":"), sort_keys=True)


@reading("answers to findings")
def answers_from_json(text: str) -> Answers:
    """Read what :func:`answers_to_json` wrote; raise ValueError if it is something else."""
    answers: dict[str, tuple[Answer, str]] = {}
    for finding, given in read_json(text).items():
        if len(given) != 2 or given[0] not in ANSWERS:
            raise ValueError(f"not an answer, expected one of {', '.join(ANSWERS)}: {text[:80]}")
        answers[finding] = given[0], as_string(given[1])
    return answers


def counted_answers(answers: Mapping[AnswersKey, Answers], gold: str) -> dict[AnswersKey, Answers]:
    """Return the answers to findings that the gold standard does not answer, and those of the gold standard."""
    result = dict[AnswersKey, Answers]()
    for key, own in answers.items():
        of_gold = () if key.annotator == gold else answers.get(replace(key, annotator=gold), ())
        decided = set(map(identity, of_gold))
        result[key] = {name: said for name, said in own.items() if identity(name) not in decided}
    return result


def with_answers(corpus: Corpus, answers: Mapping[AnswersKey, Answers]) -> Corpus:
    """Return the corpus with these answers to findings in place of others; segments without any stay the same."""
    given = answers_by_segment(answers)
    segments = (
        replace(segment, answers=given.get(segment.key, {})) if segment.answers or segment.key in given else segment
        for segment in corpus.segments
    )
    return replace(corpus, segments=tuple(segments))


def answers_by_segment(answers: Mapping[AnswersKey, Answers]) -> dict[str, dict[str, dict[str, tuple[str, ...]]]]:
    """Return everybody's answers by segment, system and finding, in the order of their times."""
    given = ((time, key, name, answer) for key, own in answers.items() for name, (answer, time) in own.items())
    ordered: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}
    for _, key, name, answer in sorted(given):
        of_system = ordered.setdefault(key.segment, {}).setdefault(key.system, {})
        of_system[name] = (*of_system.pop(name, ()), answer)
    return ordered
