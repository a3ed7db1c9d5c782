"""Structural alignment of arcs: are words attached to the partners of their heads?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.entailment.feature import (
    SILENT,
    Feature,
    Firing,
    arcs_among,
    arcs_share,
    basic_labels,
    features,
    linked_share,
    mean,
)
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.entailment.structure.logical_arguments import core_words

CLAUSES: Final = frozenset({"ccomp", "xcomp", "advcl", "acl", "csubj", "parataxis"})
MODIFIERS: Final = frozenset({"amod", "advmod", "nmod", "nummod", "obl", "compound", "appos", "det"})


class Arc(NamedTuple):
    """An arc of the conclusion whose words have different partners.

    Attributes:
        low, high: the word and its head.
        partner, partner_head: their partners in the premise.
        label: of the arc, without its subtype.
        steps: the distance of the partners in the premise's tree.
    """

    low: int
    high: int
    partner: int
    partner_head: int
    label: str
    steps: int


def lost_arcs(view: View) -> Firing:
    """Words that an arc joins in the conclusion are not joined in the premise.

    The share of the conclusion's arcs without a counterpart: an arc between the partners, with any label.
    """
    return _all_but(view, lambda arc: _is_kept(view, arc))


def lost_labelled_arcs(view: View) -> Firing:
    """Words that an arc joins in the conclusion lack an arc with its label in the premise; share of its arcs."""
    return _all_but(view, lambda arc: _is_kept(view, arc) and basic_labels(view.premise)[arc.partner] == arc.label)


def far_arcs(view: View) -> Firing:
    """Words that an arc joins in the conclusion are not within two steps in the premise; share of its arcs."""
    return _all_but(view, lambda arc: arc.steps <= 2)


def turned_arcs(view: View) -> Firing:
    """Head and dependent of the conclusion are reversed in the premise; share of its arcs."""
    return _arcs(view, lambda arc: view.premise.heads[arc.partner_head] == arc.partner)


def torn_arcs(view: View) -> Firing:
    """Aligned words that an arc joins in the conclusion are far apart in the premise; share of its arcs."""
    return _arcs(view, lambda arc: arc.steps > 2)


def arcs_stretched(view: View) -> Firing:
    """Words that an arc joins in the conclusion are further apart in the premise; mean distance, in [0, 1].

    Two steps count as a half, three as two thirds, and so on; averaged over the arcs between aligned words.
    """
    arcs = [arc for arc in linked_arcs(view) if arc.steps > 1]
    if not arcs:
        return SILENT
    value = sum(1 - 1 / arc.steps for arc in arcs) / len(linked_arcs(view))
    return Firing(value, conclusion_arcs=tuple((arc.low, arc.high) for arc in arcs))


def chains_broken(view: View) -> Firing:
    """A word, its head and its head's head are not such a chain in the premise; share of the conclusion's chains."""
    kept, heads = {arc.low for arc in linked_arcs(view) if _is_kept(view, arc)}, dict(_own_arcs(view.conclusion))
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
    conclusion, premise = _cases(view.conclusion), _cases(view.premise)
    linked = [(word, other) for word in conclusion if (other := view.partner[word]) is not None]
    changed = [
        word for word, other in linked if premise.get(other) != conclusion[word] and not _both_core(view, word, other)
    ]
    return linked_share(view, changed, len(conclusion))


def depths_changed(view: View) -> Firing:
    """Words of the conclusion are higher or lower in its tree than their partners; mean difference.

    The difference of the depths as a share of the larger one.
    """
    conclusion, premise = _depths(view.conclusion), _depths(view.premise)
    pairs = [
        (word, conclusion[word], premise[other]) for word, other in view.linked if view.conclusion.upos[word] != "PUNCT"
    ]
    value = mean([abs(depth - other_depth) / max(depth, other_depth, 1) for _, depth, other_depth in pairs])
    changed = [word for word, depth, other_depth in pairs if depth != other_depth]
    return Firing(value, tuple(changed)) if changed else SILENT


@cached_fact
def linked_arcs(view: View) -> tuple[Arc, ...]:
    """Return the arcs of the conclusion whose words have different partners."""
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
    """Return the preposition of each word that has one."""
    return {head: reading.lemmas[word] for word, head in _own_arcs(reading) if reading.labels[word] == "case"}


def _steps(path: tuple[int, ...], other_path: tuple[int, ...]) -> int:
    """Return the distance of two words, each given with its ancestors; via the top between sentences."""
    other_steps = {word: steps for steps, word in enumerate(other_path)}
    meeting = next(
        ((steps, other_steps[word]) for steps, word in enumerate(path) if word in other_steps),
        (len(path), len(other_path)),
    )
    return sum(meeting)


def _is_kept(view: View, arc: Arc) -> bool:
    return view.premise.heads[arc.partner] == arc.partner_head


def _arcs(view: View, holds: Callable[[Arc], bool]) -> Firing:
    """Return a firing on the matching arcs, with the arcs of the premise between their partners."""
    arcs = [arc for arc in linked_arcs(view) if holds(arc)]
    partners = ((arc.partner, arc.partner_head) for arc in arcs)
    both_ways = (pair for low, high in partners for pair in ((low, high), (high, low)))
    conclusion = tuple((arc.low, arc.high) for arc in arcs)
    return arcs_share(conclusion, arcs_among(view.premise, both_ways), len(_own_arcs(view.conclusion)))


def _all_but(view: View, holds: Callable[[Arc], bool]) -> Firing:
    """Return a firing on the arcs of the conclusion that do not match, including those of unaligned words."""
    arcs = _own_arcs(view.conclusion)
    kept = {(arc.low, arc.high) for arc in linked_arcs(view) if holds(arc)}
    return arcs_share(tuple(arc for arc in arcs if arc not in kept), (), len(arcs))


def _of_kind(reading: Reading, labels: Iterable[str]) -> list[int]:
    return [word for word, _ in _own_arcs(reading) if basic_labels(reading)[word] in labels]


def _moved(view: View, labels: Iterable[str]) -> Firing:
    return _far(view, _of_kind(view.conclusion, labels))


def _far(view: View, words: list[int]) -> Firing:
    """Return a firing on the words whose partners are more than two steps from those of their heads."""
    moved = [arc.low for arc in linked_arcs(view) if arc.steps > 2 and arc.low in words]
    return linked_share(view, moved, len(words))


def _relabelled(view: View, labels: Iterable[str]) -> Firing:
    arcs = [arc for arc in linked_arcs(view) if arc.label in labels and _is_kept(view, arc)]
    changed = [arc for arc in arcs if basic_labels(view.premise)[arc.partner] != arc.label]
    words = [arc.low for arc in changed if not _both_core(view, arc.low, arc.partner)]
    return linked_share(view, words, len(_of_kind(view.conclusion, labels)))


def _both_core(view: View, word: int, other: int) -> bool:
    """Return whether both are core arguments: the agent of a passive is no adjunct, and needs no preposition."""
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
