"""The tokens of a text that the evidence of a metric marks, whatever structure the metric compares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from meantree.analysis.sentences import Analysis
from meantree.comparison.compare import marks_and_links
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.word_links import alignment_marks
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Evidence, Place, Status, Unit
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair


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
    return mark.status is not Status.MATCHED
