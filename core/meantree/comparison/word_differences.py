"""Differences of meaning as a view: each word of both texts is marked by the one fact about it. There is no score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from meantree.alignment.word_facts import Facts, WordFact
from meantree.alignment.word_status import WordStatus
from meantree.analysis.layers.required import Layers
from meantree.analysis.tree import ROOT, DependencyTree
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.pair_findings import LAYERS, closest_findings, facts_beside
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair

ORDER: Final[tuple[WordStatus, ...]] = ("missing", "added", "different", "attached elsewhere", "unaligned", "same")
"""What is listed first."""
RULE: Final = "words and their arcs show what the other text has in their place"
NO_FACTS: Final = "words are compared in English alone"


@dataclass(frozen=True, slots=True)
class WordUnit(Unit):
    """The fact about a word, or the same fact about a word and its partner."""

    fact: WordStatus = "same"

    @property
    def status(self) -> WordStatus:
        """The fact's status."""
        return self.fact


@dataclass(frozen=True, slots=True)
class Differences:
    """The view, with what :func:`meantree.comparison.compare.compare` asks of a metric.

    Attributes:
        english: whether the texts are in English, which decides which reference is the closest.
    """

    english: bool = True
    structure: ClassVar[CompareOn] = "dependencies"
    by_alignment: ClassVar[bool] = True
    needs: ClassVar[Layers] = LAYERS

    def evidence(self, pair: Pair) -> Evidence:
        """Return a unit for each fact about words of hypothesis and closest reference, or remark why there are none."""
        reference, _ = closest_findings(pair, english=self.english)
        facts = facts_beside(pair, reference)
        if facts is None:
            return Evidence((), reference, remark=NO_FACTS)
        units = _units(pair, reference, facts)
        return Evidence(tuple(sorted(units, key=lambda unit: ORDER.index(unit.status))), reference)


def _units(pair: Pair, reference: int, facts: tuple[Facts, Facts]) -> Iterator[WordUnit]:
    """Yield one unit for two words with the same fact about each other, and one for each other word."""
    texts = [(text.words, text.tree()) for text in pair.sides(reference)]

    def unit(words: tuple[int | None, int | None], fact: WordFact, counts: tuple[float, float]) -> WordUnit:
        there = [(word, *text) for word, text in zip(words, texts, strict=True) if word is not None]
        label = " → ".join({forms[word].casefold(): forms[word] for word, forms, _ in there}.values())
        if fact.status == "attached elsewhere" or fact.reason == "relation":
            label += f" ({' → '.join(_attachment(*each) for each in there)})"
        kind = f"{fact.status}: {fact.reason}" if fact.reason else fact.status
        arcs = [_arcs(word, tree) for word, _, tree in there]
        if fact.status == "same" and not _are_linked(arcs, facts):
            arcs = [(), ()]
        own, other = (() if word is None else (Place((word,), arcs.pop(0)),) for word in words)
        in_references = tuple(other if each == reference else () for each in range(len(pair.references)))
        return WordUnit(kind, label, *counts, float(fact.status == "same"), own, in_references, fact=fact.status)

    for word, fact in enumerate(facts[0]):
        yield unit((word, fact.partner), fact, (1, float(_is_shared(fact, word, facts[1]))))
    for word, fact in enumerate(facts[1]):
        if not _is_shared(fact, word, facts[0]):
            yield unit((fact.partner, word), fact, (0, 1))


def _is_shared(fact: WordFact, word: int, others: Facts) -> bool:
    return fact.partner is not None and others[fact.partner] == replace(fact, partner=word)


def _attachment(word: int, words: Sequence[str], tree: DependencyTree) -> str:
    head = tree.heads[word]
    return tree.labels[word] if head == ROOT else f"{tree.labels[word]} of {words[head]}"


def _arcs(word: int, tree: DependencyTree) -> tuple[tuple[int, int], ...]:
    return () if tree.heads[word] == ROOT else ((word, tree.heads[word]),)


def _are_linked(arcs: Sequence[tuple[tuple[int, int], ...]], facts: tuple[Facts, Facts]) -> bool:
    """Return whether the heads of two arcs, the first of the translation, are linked."""
    heads = [head for arc in arcs for _, head in arc]
    return len(heads) == 2 and (facts[0][heads[0]].partner == heads[1] or facts[1][heads[1]].partner == heads[0])


def fact_marks(units: Iterable[Unit], reference: int) -> tuple[Marks, Marks]:
    """Return the marks of the words that facts are about, and of the arcs from their heads.

    Args:
        reference: 0-based index of the one that is drawn.
    """
    units = tuple(units)
    own = _marks((unit, unit.hypothesis_places) for unit in units if unit.hypothesis)
    return own, _marks((unit, unit.reference_places[reference]) for unit in units if unit.reference)


def _marks(placed: Iterable[tuple[Unit, Iterable[Place]]]) -> Marks:
    marks = [(place, Mark(unit.status, unit.matched, 1.0, (unit,))) for unit, places in placed for place in places]
    arcs = {arc: mark for place, mark in marks for arc in place.arcs}
    return Marks(arcs, {token: mark for place, mark in marks for token in place.tokens})
