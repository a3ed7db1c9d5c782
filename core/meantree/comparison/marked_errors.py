"""The errors that annotators marked, on the words of a comparison: which of them does the metric mark, too?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from meantree.analysis.sentences import Analysis, character_spans
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.comparison.marked_tokens import marked_tokens
from meantree.corpus.corpus import ErrorSpan
from meantree.escaping import counted
from meantree.metrics.metric import Metric

LEGEND = "on yellow or red: minor or major errors that annotators marked"


def errors_by_word(text: Analysis, errors: Iterable[ErrorSpan]) -> dict[int, tuple[ErrorSpan, ...]]:
    """Return the errors in a translation that each 0-based word is part of; words without errors are left out."""
    inside = [error for error in errors if error.side == "hypothesis"]
    words = {
        word: tuple(error for error in inside if error.start < end and start < error.end)
        for word, (start, end) in enumerate(character_spans(text) if inside else ())
    }
    return {word: found for word, found in words.items() if found}


def with_errors(comparison: Comparison, metric: Metric, errors: Iterable[ErrorSpan]) -> Comparison:
    """Return a comparison with the errors that annotators marked in its translation.

    The legend says how many of the erroneous words the metric marks.

    Args:
        errors: of the translation; those in the source are not drawn.
    """
    words = errors_by_word(comparison.hypothesis.analysis, errors)
    if not words:
        return comparison
    seen = len(marked_tokens(comparison.pair, metric, comparison.evidence) & words.keys())
    rule = " · ".join(
        filter(None, (comparison.rule, f"{LEGEND}; the metric marks {seen} of their {counted(len(words), 'word')}"))
    )
    return replace(comparison, hypothesis=text_with_errors(comparison.hypothesis, words), rule=rule)


def with_errors_of(comparison: Comparison, other: Comparison) -> Comparison:
    """Return a comparison with the errors, and their legend, of another one of the same translation."""
    text = text_with_errors(comparison.hypothesis, other.hypothesis.marks.errors)
    return replace(comparison, hypothesis=text, rule=other.rule)


def text_with_errors(text: ComparedText, words: Mapping[int, Sequence[ErrorSpan]]) -> ComparedText:
    """Return a text with errors on its words."""
    return replace(text, marks=replace(text.marks, errors=words))
