"""What a report says of error spans: a table for each translation, and sentences on how far people agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from meantree.agreement.compared_errors import ErrorAgreement, ErrorSummary
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Segment
from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import fixed

HEAD: Final = ("annotator", "severity", "category", "words", "comment")
LONGEST: Final = 80
"""The most characters of an error's words."""
NONE: Final = "no error"
MISSING: Final = "[missing]"

MarkedBy = Sequence[tuple[ErrorKey, ErrorAnnotation]]


def marked_errors(segment: Segment, system: str, marked: MarkedBy) -> ValueTable | None:
    """Return the errors in a translation, with who marked them; None if nobody marked any.

    Args:
        segment: with the texts.
        system: whose translation.
        marked: what annotators of a project marked in it; if nobody annotated it, the errors of the segment are taken.
    """
    texts = {"source": segment.source or "", "hypothesis": segment.hypotheses[system].text}
    rows = [row for key, annotation in marked for row in _rows(key.annotator, annotation, texts)]
    if not rows:
        spans = (error for error in segment.errors if error.system == system)
        rows = [
            (error.rater, error.severity, error.category, _quoted(texts[error.side][error.start : error.end]), "")
            for error in spans
        ]
    names: dict[tuple[str, ...], list[str]] = {}
    for name, *error in rows:
        names.setdefault(tuple(error), []).append(name)
    if not any(severity for severity, *_ in names):
        return None
    joined = ((", ".join(dict.fromkeys(who)), *error) for error, who in names.items() if any(error))
    return ValueTable("marked-errors", "Errors", "", HEAD, tuple(tuple(map(escaped, row)) for row in joined))


def _rows(annotator: str, annotation: ErrorAnnotation, texts: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each error; one without a severity says that there is none, or is a comment on the whole."""
    for error in annotation.errors:
        yield annotator, error.severity or "no severity", error.category, _words(error, texts), error.comment
    if not annotation.errors or annotation.comment or annotation.score is not None:
        what = [] if annotation.errors or annotation.state is State.OPEN else [NONE]
        what += [f"score {annotation.score:g}"] if annotation.score is not None else []
        yield annotator, "", ", ".join(what), "", annotation.comment


def _words(error: MarkedError, texts: dict[str, str]) -> str:
    words = " … ".join(texts[place.side][place.start : place.end] for place in error.places)
    return " ".join(filter(None, (MISSING if error.missing else "", _quoted(words))))


def _quoted(words: str) -> str:
    return f"“{shortened(words, LONGEST)}”" if words else ""


def error_sentences(agreement: ErrorAgreement) -> Iterator[str]:
    """Yield how far every two people agree on error spans."""
    for pair in agreement.pairs:
        is_of_people = all(agreement.kinds.get(name) == "person" for name in pair.name.split(" – "))
        if is_of_people and (sentence := _sentence(pair)):
            yield sentence


def _sentence(pair: ErrorSummary) -> str:
    figures: list[tuple[str, Value]] = [("characters", pair.characters[""].f), ("errors", pair.errors[""].f)]
    known = [f"{name} {fixed(value)}" for name, value in figures if isinstance(value, float)]
    names = escaped(pair.name).replace(" – ", " and ")
    translations = counted(pair.translations, "translation")
    return f"{names} marked errors in {translations} with F1 of {', '.join(known)}." if known else ""
