"""The errors that annotators marked, and the tokens that a metric marks: does it mark the erroneous words, too?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from meantree.analysis.sentences import Analysis, character_spans
from meantree.comparison.compare import marks_and_links
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.word_links import alignment_marks
from meantree.corpus.corpus import ErrorSpan, Side
from meantree.escaping import counted
from meantree.metrics.evidence import Evidence, Place, Status, Unit
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair

LEGEND = "on yellow or red: minor or major errors that annotators or tools marked"


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

    The legend says how many of the erroneous words are marked.

    Args:
        errors: of the translation; those in the source are not drawn.
    """
    words = errors_by_word(comparison.hypothesis.analysis, errors)
    if not words:
        return comparison
    if comparison.is_scored:
        marked = marked_tokens(comparison.pair, metric, comparison.evidence)
    else:
        marked = _tokens(comparison.hypothesis.marks, comparison.pair.hypothesis, lambda unit: unit.hypothesis_places)
    seen = len(marked & words.keys())
    rule = " · ".join(
        filter(None, (comparison.rule, f"{LEGEND}; {seen} of their {counted(len(words), 'word')} are marked"))
    )
    return replace(comparison, hypothesis=text_with_errors(comparison.hypothesis, words), rule=rule)


def text_with_errors(text: ComparedText, words: Mapping[int, Sequence[ErrorSpan]]) -> ComparedText:
    """Return a text with errors on its words."""
    return replace(text, marks=replace(text.marks, errors=words))


def marked_tokens(
    pair: Pair, metric: Metric, evidence: Evidence | None = None, side: Side = "hypothesis"
) -> frozenset[int]:
    """Return the 0-based tokens of a text that are drawn as extra, missed or partial.

    An arc counts for its dependent, a constituent for the words that no smaller marked one covers, and a part of a
    frame for its words.

    Args:
        pair: of analysed texts that the metric can score.
        evidence: of the metric, if it is known.
        side: the translation, or the reference that the metric compared it with.
    """
    evidence = evidence or metric.evidence(pair)
    reference = evidence.reference or 0
    if metric.by_alignment and evidence.terms:
        both = alignment_marks(pair.alignment(reference), pair.sides(reference), evidence.terms, reference)
    else:
        both, _ = marks_and_links(metric.structure, pair, evidence.units, reference, aligned=metric.by_alignment)
    if side == "hypothesis":
        return _tokens(both[0], pair.hypothesis, lambda unit: unit.hypothesis_places)
    return _tokens(both[1], pair.references[reference], lambda unit: unit.reference_places[reference])


def _tokens(marks: Marks, text: Analysis, places_of: Callable[[Unit], Iterable[Place]]) -> frozenset[int]:
    tokens = {token for token, mark in marks.tokens.items() if _is_fault(mark)}
    tokens |= {dependent for (dependent, _), mark in marks.arcs.items() if _is_fault(mark)}
    for part, mark in marks.parts.items():
        if _is_fault(mark):
            places = (place for unit in mark.units for place in places_of(unit) if part in place.parts)
            tokens.update(token for place in places for token in place.tokens)
    return frozenset(tokens | _below(marks.nodes, text))


def _below(nodes: Mapping[int, Mark], text: Analysis) -> set[int]:
    """Return the tokens whose smallest marked constituent is a fault."""
    tree = text.constituency() if nodes else None
    if tree is None:
        return set()
    spans = tree.spans()
    smallest: dict[int, tuple[int, Mark]] = {}
    for node, mark in nodes.items():
        start, end = spans[node]
        for token in range(start, end):
            if token not in smallest or end - start < smallest[token][0]:
                smallest[token] = end - start, mark
    return {token for token, (_, mark) in smallest.items() if _is_fault(mark)}


def _is_fault(mark: Mark) -> bool:
    return mark.status not in (Status.MATCHED, "same", "unaligned")
