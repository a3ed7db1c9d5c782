"""Texts whose differing words are marked, as a comparison marks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from meantree.comparison.compared_frames import word_marks
from meantree.comparison.comparison import Comparison
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Status
from meantree.reporting.blocks import Line, Run


def marked_text(comparison: Comparison, side: Side) -> Line:
    """Return the hypothesis or the reference with its differing words marked; matched words stay plain."""
    words, statuses = _statuses(comparison, side)
    return marked_words(comparison.texts[side == "reference"].analysis.text, words, statuses)


def marked_reference(comparisons: Sequence[Comparison]) -> tuple[Line, bool]:
    """Return the one reference of several comparisons, with the marks that are equal in all, and whether all are."""
    (words, first), *others = (_statuses(comparison, "reference") for comparison in comparisons)
    shared = {
        place: status for place, status in first.items() if all(other.get(place) is status for _, other in others)
    }
    is_equal = all((words, first) == other for other in others)
    return marked_words(comparisons[0].reference_text.analysis.text, words, shared), is_equal


def _statuses(comparison: Comparison, side: Side) -> tuple[Sequence[str], Mapping[int, Status]]:
    """Return the words of a text and the status of each marked one; if frames are compared, by the marks of these."""
    text = comparison.texts[side == "reference"]
    marks: Mapping[int, Mark] = text.marks.tokens
    words: Sequence[str] = text.analysis.words
    if comparison.structure == "frames" and comparison.frames is not None:
        words, marks = comparison.frames.words[side], word_marks(comparison.frames, side)
    return words, {place: mark.status for place, mark in marks.items()}


def marked_words(text: str, words: Sequence[str], statuses: Mapping[int, Status]) -> Line:
    """Return a text in runs of equal status.

    Args:
        text: as written.
        words: its tokens in order; from one that does not occur in it on, nothing is marked.
        statuses: by 0-based word; matched ones are not marked.
    """
    spans = list(_spans(text, words, statuses))
    runs: list[Run] = []
    end = 0
    for status, group in groupby(spans, key=lambda span: span[2]):
        members = list(group)
        start, stop = members[0][0], members[-1][1]
        if status is None:
            continue
        if start > end:
            runs.append(Run(text[end:start]))
        runs.append(Run(text[start:stop], status))
        end = stop
    if end < len(text):
        runs.append(Run(text[end:]))
    return tuple(runs)


def _spans(text: str, words: Sequence[str], statuses: Mapping[int, Status]) -> Iterator[tuple[int, int, Status | None]]:
    """Yield start, end and status of each word; None for matched and uncounted ones."""
    position = 0
    for place, word in enumerate(words):
        start = text.find(word, position)
        if start < 0:
            return
        position = start + len(word)
        status = statuses.get(place)
        yield start, position, None if status is Status.MATCHED else status
