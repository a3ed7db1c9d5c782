"""Where annotators of one translation differ: a row for each thing, a column for each annotator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from meantree.analysis.frames import phrase
from meantree.annotation.annotation_scores import score_of
from meantree.annotation.differences import Difference, differences
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.corpus.corpus import SIDES, Side
from meantree.evaluation.value_table import Value, ValueTable
from meantree.metrics.hmeant import Hmeant

Measures = Mapping[str, Hmeant]
"""Metrics over frames made by hand, by what they are called."""
Row = tuple[Value, ...]
Tokens = Mapping[Side, tuple[str, ...]]
DIFFERENCES: Final = "Differences between annotators"
WHAT: Final = "what"
"""The head of the column of what differs."""
BRIEF: Final = 4
"""Words of phrases that are printed in full elsewhere."""
NO_FRAME: Final = "–"
"""The answer of who did not mark the predicate."""
SIDE_NAMES: Mapping[Side, str] = {"hypothesis": "translation", "reference": "reference"}


def differences_table(
    compared: Sequence[tuple[AnnotationKey, Annotation]],
    tokens: Tokens,
    measures: Callable[[str], Measures],
    reference: str,
) -> ValueTable:
    """Return the scores by annotator, then a row for each thing on which annotators differ.

    Args:
        compared: annotations of one translation beside one reference.
        tokens: of both texts.
        measures: the metrics that score an annotator's frames.
        reference: its name, for the title; empty if there is one alone.
    """
    scores: list[Row] = [
        (name, *(score_of(item, tokens, measures(key.annotator)[name]) for key, item in compared))
        for name in measures(compared[0][0].annotator)
    ]
    rows = list(_rows([item for _, item in compared], tokens))
    title = DIFFERENCES + (f", reference {reference}" if reference else "")
    note = "" if rows else "All of them have the same frames and links."
    head = (WHAT, *(key.annotator for key, _ in compared))
    return ValueTable("differences", title, note, head, (*scores, *rows))


def is_score(row: Row) -> bool:
    """Return whether a row of the table has scores."""
    return not any(isinstance(value, str) for value in row[1:])


def is_on_reference(row: Row) -> bool:
    """Return whether a row of the table is on the reference, which other translations share."""
    return str(row[0]).startswith(f"{SIDE_NAMES['reference']}, ")


def _rows(annotations: Sequence[Annotation], tokens: Tokens) -> Iterator[Row]:
    """Yield the state, then what differs in each text: the predicates in one row, then each filler and link."""
    if len({item.state for item in annotations}) > 1:
        yield "state", *(item.state.value for item in annotations)
    found = list(differences(annotations, tokens))
    for side in SIDES:
        own = [item for item in found if item.side == side]
        of = "" if side == "hypothesis" else f"{SIDE_NAMES[side]}, "
        frames = [item for item in own if item.kind == "frame"]
        if frames:
            marked = zip(*([item.about * bool(answer) for answer in item.answers] for item in frames), strict=True)
            yield f"{of}predicates", *(", ".join(filter(None, words)) or "none" for words in marked)
        for item in own:
            if item.kind != "frame":
                yield _row(item, of, phrase(tokens[side], (item.predicate,)))


def _row(item: Difference, of: str, predicate: str) -> Row:
    """Return what an item is about, and the answers to it."""
    if item.kind == "filler":
        return f"{of}filler of “{predicate}”", *(_or(value, "no filler") for value in item.answers)
    linked = f"“{predicate}”"
    if item.kind == "filler link":
        words = item.about.removeprefix(f"{predicate}: ")
        linked = f"“{_brief(words)}”, filler of {linked},"
    ends = (None if value is None else "; ".join(map(_end, value.split("; "))) for value in item.answers)
    return f"{of}{linked} is linked with", *(_or(value, "nothing") for value in ends)


def _or(answer: str | None, nothing: str) -> str:
    return NO_FRAME if answer is None else answer or nothing


def _end(end: str) -> str:
    """Return what is linked, in few words, and how well."""
    words, bracket, kind = end.rpartition(" (")
    return f"{_brief(words)}{bracket}{kind}"


def _brief(words: str) -> str:
    """Return the beginning of a phrase that is printed in full elsewhere."""
    first = words.split()[:BRIEF]
    return " ".join(first) if len(first) == len(words.split()) else f"{' '.join(first)} …"
