"""Translations compared with the same reference: the marks of its words and arcs by each of two, or by all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from meantree.comparison.compare import (
    ComparisonOptions,
    add_sign_legend,
    closest_reference,
    compare,
    score_of,
    word_marks,
)
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.comparison.marks import Mark, Statuses
from meantree.corpus.corpus import SIDES
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair

Element = TypeVar("Element")
AS_COMPARED = ComparisonOptions()


@dataclass(frozen=True, slots=True)
class MarkPair:
    """The marks of an element of the reference by both translations; None if it was not counted."""

    first: Mark | None
    second: Mark | None

    @property
    def statuses(self) -> Statuses:
        """One status if both are equal, else both in order."""
        first, second = (mark.status if mark is not None else None for mark in (self.first, self.second))
        return (first,) if first is second else (first, second)


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """The words of a text with marks by 0-based index; words without a mark are neutral."""

    words: Sequence[str]
    marks: Mapping[int, Mark]


Links = tuple[tuple[int, int], ...]
"""Pairs of a word of a translation and one of the reference, from 0."""


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Two comparisons with the same reference by the same metric.

    Attributes:
        comparisons: of the first and of the second system.
        scores: of both segments as in tables, None if undefined.
        reference: the name of the drawn reference, empty if it has none.
        note: says if a comparison is with another reference than its score; empty if not.
    """

    systems: tuple[str, str]
    comparisons: tuple[Comparison, Comparison]
    scores: tuple[float | None, float | None]
    reference: str = ""
    note: str = ""

    @property
    def reference_text(self) -> ComparedText:
        """The reference with its tree, and its marks by the first translation."""
        return self.comparisons[0].reference_text

    @property
    def rule(self) -> str:
        """The legend in addition to the line styles: the note, and the sign of corrected heads."""
        return add_sign_legend(self.note, self.reference_text)

    @property
    def arcs(self) -> dict[tuple[int, int], MarkPair]:
        """The marks of the reference's arcs ``(dependent, head)``."""
        return _mark_pairs(*(comparison.reference_text.marks.arcs for comparison in self.comparisons))

    @property
    def tokens(self) -> dict[int, MarkPair]:
        """The marks of the reference's words by 0-based index; if frames are compared, those of their parts."""
        return _mark_pairs(*(_words(comparison)[1].marks for comparison in self.comparisons))

    @property
    def translations(self) -> tuple[MarkedWords, MarkedWords]:
        """The marked words of both translations; if frames are compared, by the marks of their parts."""
        first, second = (_words(comparison)[0] for comparison in self.comparisons)
        return first, second

    @property
    def reference_words(self) -> Sequence[str]:
        """The words to which :attr:`tokens` refers."""
        return _words(self.comparisons[0])[1].words

    @property
    def links(self) -> tuple[Links, Links]:
        """Links between the words of each translation and the reference; none if the words of frames differ.

        Annotated frames refer to the words of their file, whose tokenization may differ from that of the alignment.
        """
        first, second = (
            comparison.links
            if all(
                [*own.words] == [*text.analysis.words]
                for own, text in zip(_words(comparison), comparison.texts, strict=True)
            )
            else ()
            for comparison in self.comparisons
        )
        return first, second

    @property
    def nodes(self) -> dict[int, MarkPair]:
        """The marks of the reference's constituents by 0-based index in preorder."""
        return _mark_pairs(*(comparison.reference_text.marks.nodes for comparison in self.comparisons))


def compare_systems(
    pairs: tuple[Pair, Pair], metric: Metric, systems: tuple[str, str], options: ComparisonOptions = AS_COMPARED
) -> SystemComparison:
    """Compare two translations of one segment with the same reference.

    By a metric that counts all references it is the closest to both. One that selects the best may select a different
    one for each system. Then that of the first is drawn, and the second translation is compared with it; ``note`` says
    so.

    Args:
        pairs: the first and the second translation, with the same references.
    """
    options = replace(options, reference=closest_reference(pairs, metric))
    first, second = (compare(pair, metric, options) for pair in pairs)
    scores = score_of(metric, first.evidence), score_of(metric, second.evidence)
    names = [
        pairs[0].reference_names[comparison.reference] if pairs[0].reference_names else ""
        for comparison in (first, second)
    ]
    note = ""
    if first.reference != second.reference:
        place = first.reference
        first, second = (compare(pair.against(place), metric, options) for pair in pairs)
        note = f"{systems[1]} was scored against {names[1]}, and is compared here with {names[0]}"
    return SystemComparison(systems, (first, second), scores, names[0], note)


def _words(comparison: Comparison) -> tuple[MarkedWords, MarkedWords]:
    """Return the marked words of hypothesis and reference; if only frames are drawn, those of the frames."""
    if comparison.structure == "frames" and comparison.frames is not None:
        hypothesis, reference = (
            MarkedWords(comparison.frames.words[side], word_marks(comparison.frames, side)) for side in SIDES
        )
    else:
        hypothesis, reference = (MarkedWords(text.analysis.words, text.marks.tokens) for text in comparison.texts)
    return hypothesis, reference


def _mark_pairs(first: Mapping[Element, Mark], second: Mapping[Element, Mark]) -> dict[Element, MarkPair]:
    return {element: MarkPair(first.get(element), second.get(element)) for element in dict.fromkeys((*first, *second))}
