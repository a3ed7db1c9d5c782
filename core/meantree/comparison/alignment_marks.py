"""Marks of a metric that counts by the alignment of words and has features in place of units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from meantree.alignment.word_alignment import Link, WordAlignment
from meantree.analysis.sentences import Analysis
from meantree.comparison.links import CONTEXT, OPPOSITE
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.prediction import places_of
from meantree.corpus.corpus import SIDES, Side
from meantree.metrics.evidence import Place, Status, Term

Arc = tuple[int, int]
Thing = TypeVar("Thing", int, Arc)
Partners = Mapping[int, frozenset[int]]
"""The words of the other text that each word is linked with, in either direction."""
ALONE: Mapping[Side, Status] = {"hypothesis": Status.EXTRA, "reference": Status.MISSED}
"""What has no partner."""
UNLIKE = (OPPOSITE, CONTEXT)
"""Relations of words that are linked though nothing says that they mean the same."""


def alignment_marks(
    alignment: WordAlignment, texts: tuple[Analysis, Analysis], terms: Iterable[Term], reference: int
) -> tuple[Marks, Marks]:
    """Marks of the hypothesis and of one reference, each with the features that looked at the thing.

    A word is matched where both directions link it with the same one, and partial where only one does, the two mean
    the opposite, or only what stands around them is alike. An arc is matched where an arc joins the partners of its
    ends, and partial where that has another label.

    Args:
        alignment: of the two texts.
        texts: hypothesis and reference.
        terms: of the metric's evidence.
        reference: which of the references it is, 0-based.
    """
    ranked = sorted(terms, key=lambda term: abs(term.contribution), reverse=True)
    pairs = alignment.pairs
    linked = _partners(pairs), _partners((two, one) for one, two in pairs)
    both = _both(alignment)
    marks = []
    for place, side in enumerate(SIDES):
        words, alone = texts[place].words, ALONE[side]
        seen = _Seen((term, places_of(term, reference)[place]) for term in ranked)
        matched = {pair[place] for pair in both}
        tokens = {
            word: Status.MATCHED if word in matched else Status.PARTIAL if word in linked[place] else alone
            for word in range(len(words))
        }
        arcs = dict(_arcs(texts[place], texts[1 - place], linked[place], alone))
        marks.append(
            Marks(
                {arc: _mark(status, seen.arcs.get(arc, ())) for arc, status in arcs.items()},
                {word: _mark(status, seen.tokens.get(word, ())) for word, status in tokens.items()},
            )
        )
    return marks[0], marks[1]


def _both(alignment: WordAlignment) -> set[tuple[int, int]]:
    """The links that both directions have, but for those of opposites and of words that nothing is known of."""
    one, two = (_pairs(links) for links in (alignment.of_hypothesis, alignment.of_reference))
    return one & two


def _pairs(links: Iterable[Link | None]) -> set[tuple[int, int]]:
    kept = (link for link in links if link is not None and link.reason.relation not in UNLIKE)
    return {(link.hypothesis, link.reference) for link in kept}


def _partners(pairs: Iterable[tuple[int, int]]) -> Partners:
    found: dict[int, set[int]] = {}
    for one, two in pairs:
        found.setdefault(one, set()).add(two)
    return {one: frozenset(others) for one, others in found.items()}


def _arcs(text: Analysis, other: Analysis, linked: Partners, alone: Status) -> Iterator[tuple[Arc, Status]]:
    labels = {(dependent, head): label for dependent, head, label in other.tree().arcs()}
    nothing: frozenset[int] = frozenset()
    for dependent, head, label in text.tree().arcs():
        ends = ((one, two) for one in linked.get(dependent, nothing) for two in linked.get(head, nothing))
        found = {labels[end] for end in ends if end in labels}
        yield (dependent, head), Status.MATCHED if label in found else Status.PARTIAL if found else alone


class _Seen:
    """The features that looked at each word and arc of a text."""

    def __init__(self, terms: Iterable[tuple[Term, Iterable[Place]]]) -> None:
        self.tokens: dict[int, list[Term]] = {}
        self.arcs: dict[Arc, list[Term]] = {}
        for term, places in terms:
            for place in places:
                if place.arcs:
                    _add(self.arcs, place.arcs, term)
                else:
                    _add(self.tokens, place.tokens, term)


def _add(things: dict[Thing, list[Term]], keys: Iterable[Thing], term: Term) -> None:
    for key in dict.fromkeys(keys):
        things.setdefault(key, []).append(term)


def _mark(status: Status, terms: Iterable[Term]) -> Mark:
    return Mark(status, 0.0, 0.0, terms=tuple(terms))  # nothing is counted
