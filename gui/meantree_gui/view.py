"""What the centre and the evidence list show of one segment: plain values. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meantree.analysis.forest import Analysis, Forest
from meantree.comparison.marks import Marks
from meantree.corpus.model import Segment, Side, Text
from meantree.shown import shown
from meantree_gui.trees.content import PairContent, TextContent

if TYPE_CHECKING:
    from meantree.metrics.base import Metric
    from meantree.metrics.evidence import Evidence, Unit
    from meantree.metrics.pair import Pair

Ranks = Mapping[str, Mapping[int, int]]
"""By side and sentence, the 0-based rank of the parse that the user chose, -1 for the parser's own."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything that is shown of one segment; ``kind`` is that of the units, empty for all."""

    pair: Pair
    content: PairContent
    evidence: Evidence
    units: tuple[Unit, ...]
    reference: int
    kind: str


def make_view(segment: Segment, system: str, pair: Pair, metric: Metric, kind: str, ranks: Ranks) -> View:
    """The view of a pair by one metric, which can count it; a ``kind`` that it does not have means all."""
    from meantree.alignment.words import align_words
    from meantree.picture.evidence import marked
    from meantree.picture.legend import rule, standing

    evidence = metric.evidence(pair)
    kind = kind if kind in evidence.kinds else ""
    reference = evidence.reference or 0
    units = tuple(
        unit
        for unit in evidence.units
        if kind in ("", unit.kind)
        # What stands in another reference only is neither matched nor missed in the one that is shown.
        and (unit.hypothesis > 0 or unit.reference_places[reference : reference + 1] != ((),))
    )
    hyp, ref = pair.hypothesis, pair.references[reference]
    name = pair.reference_names[reference]
    alike = align_words(hyp, ref)
    marks, links = marked(metric.structure, (hyp, ref), units, reference, alike=alike, kind=kind)
    content = PairContent(
        _content(
            f"Hypothesis · {shown(system)}", segment.hypotheses[system], hyp, marks[0], "hypothesis", metric, ranks
        ),
        _content(f"Reference · {shown(name)}", segment.references[name], ref, marks[1], "reference", metric, ranks),
        alike,
        metric.structure,
        links,
        rule(standing(units), kind),
    )
    return View(pair, content, evidence, units, reference, kind)


def _content(
    title: str, given: Text, text: Analysis, marks: Marks, side: Side, metric: Metric, chosen_ranks: Ranks
) -> TextContent:
    headed, constituents = metric.structure == "head dependencies", metric.structure == "constituents"
    lists = tuple(
        sentence.headed if headed else sentence.constituents if constituents else sentence.forest
        for sentence in text.sentences
    )
    # Where a metric counts over the n-best list, its best parse is shown, so that every drawn arc was counted.
    first = 0 if headed or constituents or metric.needs.dependencies > 1 else -1
    ranks = tuple(
        chosen_ranks[side].get(index, first if found is not None else -1) for index, found in enumerate(lists)
    )
    probabilities = {
        (dependent + offset, head + offset, label): value
        for found, offset in zip(lists, text.offsets, strict=True)
        if isinstance(found, Forest)
        for (dependent, head, label), value in found.expected_arcs().items()
    }
    tree = text.tree(ranks, headed=headed)
    chosen = text.constituency(ranks) if constituents else None
    if chosen is not None and any(rank > 0 for rank in ranks):
        # Constituents were counted in the best trees; their numbers mean nothing in others.
        marks = Marks(marks.arcs, marks.tokens)
    return TextContent(
        title,
        text,
        tree,
        marks,
        probabilities,
        ranks,
        chosen,
        lists,
        spans=metric.structure == "spans",
        corrected=frozenset(given.arcs) if not headed and not constituents else frozenset(),
    )
