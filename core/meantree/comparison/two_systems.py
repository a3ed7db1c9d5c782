"""Two translations over one reference: what each of its words and arcs is to the one, and to the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from meantree.comparison.compare import ComparisonOptions, compare, with_signs
from meantree.comparison.compared_frames import word_marks
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.comparison.marks import Mark
from meantree.corpus.corpus import SIDES
from meantree.metrics.evidence import Status
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair

Thing = TypeVar("Thing")
AS_COMPARED = ComparisonOptions()
Statuses = tuple[Status | None, ...]
"""How a thing fared: once where it did alike in both translations, else in the first and in the second."""


@dataclass(frozen=True, slots=True)
class MarkPair:
    """How one thing of the reference fared beside each translation; None where nothing was counted on it."""

    first: Mark | None
    second: Mark | None

    @property
    def statuses(self) -> Statuses:
        """One status if both are the same, else both, the first translation's first."""
        one, two = (mark.status if mark is not None else None for mark in (self.first, self.second))
        return (one,) if one is two else (one, two)


@dataclass(frozen=True, slots=True)
class MarkedWords:
    """The words of a text, and how they fared by 0-based index; what has no mark is neutral."""

    words: Sequence[str]
    marks: Mapping[int, Mark]


Links = tuple[tuple[int, int], ...]
"""Pairs of a word of a translation and one of the reference, from 0."""


@dataclass(frozen=True, slots=True)
class SystemComparison:
    """Two comparisons with the same reference by the same metric.

    Attributes:
        systems: whose translations.
        comparisons: of the first and of the second; each is what is drawn of that system alone.
        scores: of both segments as they stand in tables, None if undefined.
        reference: the name of the one reference that is drawn, empty if nobody named it.
        note: in which way a comparison is not what its score was taken from, empty if both are.
    """

    systems: tuple[str, str]
    comparisons: tuple[Comparison, Comparison]
    scores: tuple[float | None, float | None]
    reference: str = ""
    note: str = ""

    @property
    def reference_text(self) -> ComparedText:
        """The reference with its tree; its marks are those beside the first translation alone."""
        return self.comparisons[0].reference_text

    @property
    def rule(self) -> str:
        """What must be known of the picture beside the line styles: the note, and the sign of corrected heads."""
        return with_signs(self.note, self.reference_text)

    @property
    def arcs(self) -> dict[tuple[int, int], MarkPair]:
        """How the reference's arcs ``(dependent, head)`` fared."""
        return _fared(*(one.reference_text.marks.arcs for one in self.comparisons))

    @property
    def tokens(self) -> dict[int, MarkPair]:
        """How the reference's words fared, by 0-based index; where frames are compared, as parts of these."""
        return _fared(*(_words(one)[1].marks for one in self.comparisons))

    @property
    def translations(self) -> tuple[MarkedWords, MarkedWords]:
        """The words of both translations, and how they fared; where frames are compared, as parts of these."""
        first, second = (_words(one)[0] for one in self.comparisons)
        return first, second

    @property
    def reference_words(self) -> Sequence[str]:
        """The words that :attr:`tokens` counts."""
        return _words(self.comparisons[0])[1].words

    @property
    def links(self) -> tuple[Links, Links]:
        """Words of each translation and of the reference that belong together; none where words of frames are others.

        Annotated frames have the words of their own file, which may be cut otherwise than those that are aligned.
        """
        first, second = (
            one.links if all(map(_has_own_words, _words(one), one.texts)) else () for one in self.comparisons
        )
        return first, second

    @property
    def nodes(self) -> dict[int, MarkPair]:
        """How the reference's constituents fared, by 0-based index in preorder."""
        return _fared(*(one.reference_text.marks.nodes for one in self.comparisons))


def compare_systems(
    pairs: tuple[Pair, Pair],
    metric: Metric,
    systems: tuple[str, str],
    wishes: ComparisonOptions = AS_COMPARED,
    *,
    others: Iterable[Metric] = (),
) -> SystemComparison:
    """Compare two translations of one segment with the same reference.

    A metric that chooses the best of several references may choose a different one for each system. Then the first
    system's is drawn, and the second translation is compared with that one alone; ``note`` says so.

    Args:
        pairs: the first and the second translation, with the same references.
        metric: what marks them; it can count both.
        systems: whose translations.
        wishes: what is to be seen of both.
        others: as :func:`meantree.comparison.compare.compare` takes them.
    """
    alike = tuple(others)
    first, second = (compare(pair, metric, wishes, others=alike) for pair in pairs)
    scores = _score(first, metric), _score(second, metric)
    names = [pairs[0].reference_names[one.reference] if pairs[0].reference_names else "" for one in (first, second)]
    note = ""
    if first.reference != second.reference:
        place = first.reference
        first, second = (compare(pair.against(place), metric, wishes, others=alike) for pair in pairs)
        note = f"{systems[1]} was scored against {names[1]}, and is drawn beside {names[0]}"
    return SystemComparison(systems, (first, second), scores, names[0], note)


def _score(comparison: Comparison, metric: Metric) -> float | None:
    return metric.score(metric.statistics_of(comparison.evidence), level="segment")


def _words(one: Comparison) -> tuple[MarkedWords, MarkedWords]:
    """Of hypothesis and reference; where only frames are drawn, as they are counted."""
    if one.structure == "frames" and one.frames is not None:
        mine, theirs = (MarkedWords(one.frames.words[side], word_marks(one.frames, side)) for side in SIDES)
    else:
        mine, theirs = (MarkedWords(text.analysis.words, text.marks.tokens) for text in one.texts)
    return mine, theirs


def _has_own_words(words: MarkedWords, text: ComparedText) -> bool:
    return list(words.words) == list(text.analysis.words)


def _fared(first: Mapping[Thing, Mark], second: Mapping[Thing, Mark]) -> dict[Thing, MarkPair]:
    return {thing: MarkPair(first.get(thing), second.get(thing)) for thing in dict.fromkeys((*first, *second))}
