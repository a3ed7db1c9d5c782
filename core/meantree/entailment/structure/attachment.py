"""Structural alignment of arcs: do words hang on the words on which their partners hang?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.entailment.feature import SILENT, Feature, Firing, arcs_share, basic_labels, features, linked_share, mean
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.entailment.structure.logical_arguments import core_words

CLAUSES: Final = frozenset({"ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis"})
MODIFIERS: Final = frozenset({"amod", "advmod", "nmod", "nummod", "obl", "compound", "appos", "det"})


class Arc(NamedTuple):
    """An arc of the conclusion of which both words have partners, which are not one and the same.

    Attributes:
        low, high: the word and its head.
        partner, over: their partners in the premise.
        label: over the word, without its subtype.
        steps: how far from each other the partners are in the premise's tree.
    """

    low: int
    high: int
    partner: int
    over: int
    label: str
    steps: int


def lost_arcs(view: View) -> Firing:
    """Words that an arc joins in the conclusion are not joined in the premise.

    The share of the conclusion's arcs but for those between words of which both have partners that are joined by an
    arc, whatever its label.
    """
    return _all_but(view, lambda one: _is_kept(view, one))


def lost_labelled_arcs(view: View) -> Firing:
    """Words that an arc joins in the conclusion lack an arc with its label in the premise; share of its arcs."""
    return _all_but(view, lambda one: _is_kept(view, one) and basic_labels(view.premise)[one.partner] == one.label)


def far_arcs(view: View) -> Firing:
    """Words that an arc joins in the conclusion are not within two steps in the premise; share of its arcs."""
    return _all_but(view, lambda one: one.steps <= 2)


def turned_arcs(view: View) -> Firing:
    """Head and dependent of the conclusion are reversed in the premise; share of its arcs."""
    return _arcs(view, lambda one: view.premise.heads[one.over] == one.partner)


def torn_arcs(view: View) -> Firing:
    """Aligned words that an arc joins in the conclusion are far apart in the premise; share of its arcs."""
    return _arcs(view, lambda one: one.steps > 2)


def arcs_stretched(view: View) -> Firing:
    """Words that an arc joins in the conclusion are further apart in the premise; mean distance, in [0, 1].

    One step more is a half, two are two thirds, and so on; of the arcs of which both words have partners.
    """
    arcs = [one for one in _linked_arcs(view) if one.steps > 1]
    if not arcs:
        return SILENT
    value = sum(1 - 1 / one.steps for one in arcs) / len(_linked_arcs(view))
    return Firing(value, conclusion_arcs=tuple((one.low, one.high) for one in arcs))


def chains_broken(view: View) -> Firing:
    """A word, its head and the head of that are not such a chain in the premise; share of the conclusion's chains."""
    kept, heads = {one.low for one in _linked_arcs(view) if _is_kept(view, one)}, dict(_own_arcs(view.conclusion))
    chains = [word for word, head in heads.items() if head in heads]
    return linked_share(view, [word for word in chains if not {word, heads[word]} <= kept], len(chains))


def adjectives_moved(view: View) -> Firing:
    """Adjectives of the conclusion are more than two steps from their noun in the premise; share of these."""
    return _moved(view, {"amod", "nummod"})


def adverbs_moved(view: View) -> Firing:
    """Adverbs of the conclusion are more than two steps from their head in the premise; share of its adverbs."""
    return _moved(view, {"advmod"})


def prepositional_phrases_moved(view: View) -> Firing:
    """Prepositional phrases of the conclusion are over two steps from their head in the premise; share of these."""
    words = _of_kind(view.conclusion, {"obl", "nmod", "prep", "pobj"})
    return _far(view, [word for word in words if view.conclusion.labels[word] != "nmod:poss"])


def possessors_moved(view: View) -> Firing:
    """Possessors of the conclusion are more than two steps from the possessed noun in the premise; share of these."""
    words = [word for word, _ in _own_arcs(view.conclusion) if view.conclusion.labels[word] == "nmod:poss"]
    return _far(view, words)


def compounds_broken(view: View) -> Firing:
    """Parts of a compound or name of the conclusion are more than two steps apart in the premise; share of these."""
    return _moved(view, {"compound", "flat"})


def coordinations_broken(view: View) -> Firing:
    """Conjuncts of the conclusion are more than two steps apart in the premise; share of its conjuncts."""
    return _moved(view, {"conj"})


def clauses_moved(view: View) -> Firing:
    """Dependent clauses of the conclusion are more than two steps from their head in the premise; share of these."""
    return _moved(view, CLAUSES)


def clause_kinds_changed(view: View) -> Firing:
    """Dependent clauses of the conclusion have another relation in the premise; share of these clauses."""
    return _relabelled(view, CLAUSES)


def modifiers_relabelled(view: View) -> Firing:
    """Modifiers of the conclusion have the same head, but another relation in the premise; share of its modifiers."""
    return _relabelled(view, MODIFIERS)


def prepositions_changed(view: View) -> Firing:
    """Nouns of the conclusion have another preposition, or none, in the premise; share of those with one."""
    mine, theirs = _cases(view.conclusion), _cases(view.premise)
    linked = [(word, other) for word in mine if (other := view.partner[word]) is not None]
    found = [word for word, other in linked if theirs.get(other) != mine[word] and not _both_core(view, word, other)]
    return linked_share(view, found, len(mine))


def depths_changed(view: View) -> Firing:
    """Words of the conclusion are higher or lower in its tree than their partners; mean difference.

    The difference of the steps to the main word, of the larger of them.
    """
    mine, theirs = _depths(view.conclusion), _depths(view.premise)
    pairs = [(word, mine[word], theirs[other]) for word, other in view.linked if view.conclusion.upos[word] != "PUNCT"]
    value = mean([abs(one - two) / max(one, two, 1) for _, one, two in pairs])
    changed = [word for word, one, two in pairs if one != two]
    return Firing(value, tuple(changed)) if changed else SILENT


@cached_fact
def _linked_arcs(view: View) -> tuple[Arc, ...]:
    """The arcs of the conclusion between words that have different partners."""
    above = {word: (word, *view.premise.ancestors(word)) for _, word in view.linked}
    arcs = []
    for low, high in _own_arcs(view.conclusion):
        partner, over = view.partner[low], view.partner[high]
        if partner is not None and over is not None and partner != over:
            steps = _steps(above[partner], above[over])
            arcs.append(Arc(low, high, partner, over, basic_labels(view.conclusion)[low], steps))
    return tuple(arcs)


@cached_fact
def _own_arcs(reading: Reading) -> tuple[tuple[int, int], ...]:
    return tuple((word, head) for word in reading.words if (head := reading.heads[word]) != ROOT)


@cached_fact
def _depths(reading: Reading) -> tuple[int, ...]:
    depths = [0] * len(reading)
    waiting = list(reading.roots)
    while waiting:
        word = waiting.pop()
        waiting += reading.children[word]
        for child in reading.children[word]:
            depths[child] = depths[word] + 1
    return tuple(depths)


@cached_fact
def _cases(reading: Reading) -> dict[int, str]:
    """The preposition of each word that has one."""
    return {head: reading.lemmas[word] for word, head in _own_arcs(reading) if reading.labels[word] == "case"}


def _steps(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    """The length of the way between two words, each told with all words above it; over the top between sentences."""
    other = {word: place for place, word in enumerate(two)}
    meeting = next(((place, other[word]) for place, word in enumerate(one) if word in other), (len(one), len(two)))
    return sum(meeting)


def _is_kept(view: View, arc: Arc) -> bool:
    return view.premise.heads[arc.partner] == arc.over


def _arcs(view: View, holds: Callable[[Arc], bool]) -> Firing:
    found = [one for one in _linked_arcs(view) if holds(one)]
    mine = tuple((one.low, one.high) for one in found)
    theirs = ((one.partner, one.over) for one in found)
    joined = {arc if view.premise.heads[arc[0]] == arc[1] else arc[::-1] for arc in theirs}
    kept = tuple(sorted((low, high) for low, high in joined if view.premise.heads[low] == high))
    return arcs_share(mine, kept, len(_own_arcs(view.conclusion)))


def _all_but(view: View, holds: Callable[[Arc], bool]) -> Firing:
    """The arcs of the conclusion for which it does not hold, those of words without partners among them."""
    arcs = _own_arcs(view.conclusion)
    kept = {(one.low, one.high) for one in _linked_arcs(view) if holds(one)}
    return arcs_share(tuple(arc for arc in arcs if arc not in kept), (), len(arcs))


def _of_kind(reading: Reading, labels: Iterable[str]) -> list[int]:
    return [word for word, _ in _own_arcs(reading) if basic_labels(reading)[word] in labels]


def _moved(view: View, labels: Iterable[str]) -> Firing:
    return _far(view, _of_kind(view.conclusion, labels))


def _far(view: View, words: list[int]) -> Firing:
    """Those of these words whose partners are more than two steps from those of their heads."""
    found = [one.low for one in _linked_arcs(view) if one.steps > 2 and one.low in words]
    return linked_share(view, found, len(words))


def _relabelled(view: View, labels: Iterable[str]) -> Firing:
    arcs = [one for one in _linked_arcs(view) if one.label in labels and _is_kept(view, one)]
    changed = [one for one in arcs if basic_labels(view.premise)[one.partner] != one.label]
    found = [one.low for one in changed if not _both_core(view, one.low, one.partner)]
    return linked_share(view, found, len(_of_kind(view.conclusion, labels)))


def _both_core(view: View, word: int, other: int) -> bool:
    """Whether both are arguments of predicates: the agent of a passive is no adjunct, and needs no preposition."""
    return word in core_words(view.conclusion) and other in core_words(view.premise)


FEATURES: tuple[Feature, ...] = features(
    "structural alignment",
    lost_arcs,
    lost_labelled_arcs,
    far_arcs,
    turned_arcs,
    torn_arcs,
    arcs_stretched,
    chains_broken,
    adjectives_moved,
    adverbs_moved,
    prepositional_phrases_moved,
    possessors_moved,
    compounds_broken,
    coordinations_broken,
    clauses_moved,
    clause_kinds_changed,
    modifiers_relabelled,
    prepositions_changed,
    depths_changed,
)
