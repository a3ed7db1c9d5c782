"""The error spans of a translation in a report: a table, and their places in the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from meantree.comparison.marks import gravest
from meantree.corpus.corpus import ErrorSide, Segment
from meantree.escaping import escaped, shortened
from meantree.evaluation.value_table import ValueTable
from meantree.reporting.blocks import Line, Run
from meantree.reporting.results import without_empty

if TYPE_CHECKING:
    from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place

HEAD: Final = ("annotator", "severity", "category", "words", "comment")
LONGEST: Final = 80
"""The most characters of an error's words."""
MISSING: Final = "[missing]"
BLANK: Final = "[blank]"
"""Stands for an error that is a blank alone, which nobody would see between quotation marks."""

RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
Places: TypeAlias = "tuple[Place, ...]"
MarkedPlaces: TypeAlias = "tuple[Places, str]"
"""The places of an error, and its severity."""

MarkedBy: TypeAlias = "Sequence[tuple[ErrorKey, ErrorAnnotation]]"


def marked_errors(segment: Segment, system: str, marked: MarkedBy) -> ValueTable | None:
    """Return the errors in a translation, with who marked them, and comments; None if there are none.

    Args:
        segment: with the texts.
        system: whose translation.
        marked: what annotators of a project marked in it; if nobody annotated it, the errors of the segment are taken.
    """
    merged = _merged(segment, system, marked)
    if not any(severity or comment for (severity, *_, comment), _ in merged):
        return None
    rows = ((", ".join(dict.fromkeys(who)), *row) for (row, _), who in merged.items() if any(row))
    return ValueTable("marked-errors", "Errors", "", HEAD, tuple(tuple(map(escaped, row)) for row in rows))


def places_of_errors(segment: Segment, system: str, marked: MarkedBy) -> tuple[MarkedPlaces, ...]:
    """Return the places and the severity of each error of :func:`marked_errors`, in its order.

    Words that are missing nowhere else are so after the last one.
    """
    if not (merged := _merged(segment, system, marked)):
        return ()
    from meantree.annotation.error_annotation import Place  # which reports without errors do not load

    size = len(segment.hypotheses[system].text)
    end = Place("hypothesis", size, size)
    return tuple(
        (places if _in_text(places) or not words.startswith(MISSING) else (*places, end), severity)
        for (severity, _, words, _), places in merged
        if severity
    )


def _in_text(places: Places) -> Places:
    return tuple(place for place in places if place.side == "hypothesis")


def each_error(segment: Segment, system: str, marked: MarkedBy) -> Iterator[tuple[str, ...]]:
    """Yield severity, category and words of the errors of :func:`marked_errors`, once for each who marked one."""
    for ((*row, _), _), who in _merged(segment, system, marked).items():
        if row[0]:
            yield from [tuple(map(escaped, row))] * len(who)


def _merged(segment: Segment, system: str, marked: MarkedBy) -> dict[tuple[tuple[str, ...], Places], list[str]]:
    """Return who marked each error; the annotators of equal ones are together."""
    texts = segment.texts(system)
    rows = [row for key, annotation in marked for row in _rows(key.annotator, annotation, texts)]
    given = [] if rows else [error for error in segment.errors if error.system == system]
    if given:
        from meantree.annotation.error_annotation import Place

        for span in given:
            words = _quoted(texts[span.side][span.start : span.end])
            place = Place(span.side, span.start, span.end)
            rows.append((span.rater, (span.severity, span.category, words, ""), (place,)))
    names: dict[tuple[tuple[str, ...], Places], list[str]] = {}
    for name, row, places in rows:
        names.setdefault((row, places), []).append(name)
    return names


def numbered(table: ValueTable) -> ValueTable:
    """Return a table of :func:`marked_errors` with a number for each error, as in the text; empty columns go."""
    numbers = count(1)
    rows = tuple((next(numbers) if row[1] else "", *row) for row in table.rows)
    return without_empty(replace(table, title="", head=("", *table.head), rows=rows))


def text_with_marks(text: str, errors: Sequence[MarkedPlaces]) -> Line:
    """Return a translation with the ground of its errors, each with its number after it, and ``[missing]`` words.

    Args:
        text: of the translation.
        errors: places and severity, in the order of :func:`numbered`.
    """
    spans = [
        (place.start, place.end, severity, number)
        for number, (places, severity) in enumerate(errors, start=1)
        for place in _in_text(places)
        if place.end <= len(text)
    ]
    runs: list[Run] = []
    bounds = sorted({0, len(text), *(end for span in spans for end in span[:2])})
    for start, end in pairwise((0, *bounds)):
        over = [severity for first, last, severity, _ in spans if first <= start and end <= last]
        if start < end:
            runs.append(Run(text[start:end], ground=gravest(over) if over else None))
        runs += _numbers(number for first, last, _, number in spans if first < last == end)
        here = [(severity, number) for first, last, severity, number in spans if first == last == end]
        if here:
            runs += [Run(" ")] if end == len(text) else []
            runs.append(Run(MISSING, ground=gravest(severity for severity, _ in here)))
            runs += _numbers(number for _, number in here)
    return tuple(runs)


def _numbers(numbers: Iterable[int]) -> Iterator[Run]:
    if written := ",".join(map(str, sorted(numbers))):
        yield Run(written.translate(RAISED), weight="muted")


def clean_by(marked: MarkedBy) -> str:
    """Return who judged a translation and found no error, if nobody found one; empty if nobody finished."""
    if not marked or any(annotation.errors for _, annotation in marked):
        return ""
    from meantree.annotation.frame_annotation import FINISHED

    finished = ((key.annotator, one) for key, one in marked if one.state in FINISHED)
    return ", ".join(dict.fromkeys(" ".join(filter(None, (escaped(name), _esa(one)))) for name, one in finished))


def scores_by(marked: MarkedBy) -> str:
    """Return the scores of ESA that annotators gave a translation, with their names; empty without any."""
    given = [
        f"{annotation.score:g} ({escaped(key.annotator)})" for key, annotation in marked if annotation.score is not None
    ]
    return f"ESA {', '.join(given)}" if given else ""


def _esa(annotation: ErrorAnnotation) -> str:
    return "" if annotation.score is None else f"ESA {annotation.score:g}"


def _rows(
    annotator: str, annotation: ErrorAnnotation, texts: dict[ErrorSide, str]
) -> Iterator[tuple[str, tuple[str, ...], Places]]:
    """Yield a row for each error, with its places; one without a severity says that there is none, or is a comment."""
    from meantree.annotation.frame_annotation import NO_ERROR, State

    for error in annotation.errors:
        row = (error.severity or "no severity", error.category, _words(error, texts), error.comment)
        yield annotator, row, error.places
    if not annotation.errors or annotation.comment or annotation.score is not None:
        what = [] if annotation.errors or annotation.state is State.OPEN else [NO_ERROR]
        yield annotator, ("", "", ", ".join(filter(None, (*what, _esa(annotation)))), annotation.comment), ()


def _words(error: MarkedError, texts: dict[ErrorSide, str]) -> str:
    words = " … ".join(texts[place.side][place.start : place.end] for place in error.places)
    return " ".join(filter(None, (MISSING if error.missing else "", _quoted(words))))


def _quoted(words: str) -> str:
    if words.isspace():
        return BLANK
    return f"“{shortened(words, LONGEST)}”" if words else ""
