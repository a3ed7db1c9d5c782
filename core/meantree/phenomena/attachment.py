"""Attachment: are words attached to the partners of their heads?"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.phenomena.feature import Features, Firing, linked_share
from meantree.phenomena.operations import BARE_NOUN, Words, move, planter
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

CLAUSES: Final = frozenset({"acl", "advcl", "ccomp", "csubj", "xcomp"})
NOMINAL: Final = frozenset({"amod", "compound", "nmod"})
DEGREES: Final = lemma_set("more most less least much many")
POSSESSIVE: Final = lemma_set("'s ’s ' ’")
NEAR: Final = 3
"""Steps between two words in a tree, at most, that still count as attached to each other."""
FEATURES: Final = Features("structural alignment")


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


@FEATURES("adjectives or adverbs attached elsewhere")
def qualities_moved(view: View) -> Firing:
    """Adjectives, numbers and adverbs of the conclusion are far from their head in the premise; share of these."""
    words = view.conclusion.with_labels({"advmod", "amod", "nummod"})
    return _moved(view, [word for word in words if view.conclusion.lemmas[word] not in DEGREES])


@FEATURES("prepositional phrases attached elsewhere")
def prepositional_phrases_moved(view: View) -> Firing:
    """Prepositional phrases of the conclusion are far from their head in the premise's tree; share of these."""
    words = view.conclusion.with_labels({"nmod", "obl", "pobj", "prep"})
    return _moved(view, [word for word in words if view.conclusion.labels[word] != "nmod:poss"])


@FEATURES("parts of a name or compound separated")
def compounds_broken(view: View) -> Firing:
    """Parts of a compound or name of the conclusion are far apart in the premise's tree; share of these."""
    return _moved(view, view.conclusion.with_labels({"compound", "flat"}))


@FEATURES("members of a list separated")
def lists_broken(view: View) -> Firing:
    """Conjuncts of the conclusion are far apart in the premise's tree; share of its conjuncts."""
    return _moved(view, view.conclusion.with_labels({"conj"}))


@FEATURES("clauses attached elsewhere")
def clauses_moved(view: View) -> Firing:
    """Dependent clauses of the conclusion are far from their head in the premise's tree; share of these."""
    return _moved(view, view.conclusion.with_labels(CLAUSES))


@FEATURES("head and modifier exchanged")
def heads_exchanged(view: View) -> Firing:
    """A modifier of a noun is in the premise what that noun modifies; share of the modifiers of nouns."""
    exchanged = [
        (arc.low, arc.high)
        for arc in linked_arcs(view)
        if arc.label in NOMINAL and view.premise.heads[arc.partner_head] == arc.partner
        if view.premise.basic_labels[arc.partner_head] in NOMINAL
        if view.conclusion.upos[arc.low] != "NUM" and view.is_kept(arc.low) and view.is_kept(arc.high)
    ]
    return _joined_share(view, exchanged, len(view.conclusion.with_labels(NOMINAL)))


@FEATURES("prepositions changed")
def prepositions_changed(view: View) -> Firing:
    """Nouns of the conclusion have another preposition in the premise; share of those with one."""
    conclusion, premise = _cases(view.conclusion), _cases(view.premise)
    changed = [
        word
        for word, other in view.linked
        if view.is_kept(word) and word in conclusion and premise.get(other, conclusion[word]) != conclusion[word]
    ]
    return linked_share(view, changed, len(conclusion))


@cached_fact
def linked_arcs(view: View) -> tuple[Arc, ...]:
    """Return the arcs of the conclusion whose words have different partners."""
    above = {word: (word, *view.premise.ancestors(word)) for _, word in view.linked}
    arcs = []
    for low, high in _own_arcs(view.conclusion):
        partner, over = view.partner[low], view.partner[high]
        if partner is not None and over is not None and partner != over:
            steps = _steps(above[partner], above[over])
            arcs.append(Arc(low, high, partner, over, view.conclusion.basic_labels[low], steps))
    return tuple(arcs)


@cached_fact
def _own_arcs(reading: Reading) -> tuple[tuple[int, int], ...]:
    return tuple((word, head) for word in reading.words if (head := reading.heads[word]) != ROOT)


@cached_fact
def _cases(reading: Reading) -> dict[int, str]:
    """Return the preposition of each word that has one; the ending of a genitive is none."""
    cases = ((head, reading.lemmas[word]) for word, head in _own_arcs(reading) if reading.labels[word] == "case")
    return {head: preposition for head, preposition in cases if preposition not in POSSESSIVE}


def _moved(view: View, words: Collection[int]) -> Firing:
    """Return a firing on those words that, like their heads, surely mean what is far apart in the premise.

    Between the same words only the parser sees a difference.
    """
    moved = [
        (arc.low, arc.high)
        for arc in linked_arcs(view)
        if arc.low in words and arc.steps > NEAR and view.is_kept(arc.low) and view.is_kept(arc.high)
        if _between(view.conclusion, arc.low, arc.high) != _between(view.premise, arc.partner, arc.partner_head)
    ]
    return _joined_share(view, moved, len(words))


def _joined_share(view: View, arcs: Sequence[tuple[int, int]], among: int) -> Firing:
    """Return a firing on words and their heads with their partners; the value is the share of the arcs."""
    return linked_share(view, sorted({word for arc in arcs for word in arc}), among, len(arcs))


def _between(reading: Reading, word: int, head: int) -> list[str]:
    """Return the words from one to the other, in lower case."""
    return [token.text.casefold() for token in reading.tokens[min(word, head) : max(word, head) + 1]]


def _steps(path: tuple[int, ...], other_path: tuple[int, ...]) -> int:
    """Return the distance of two words, each given with its ancestors; via the top between sentences."""
    other_steps = {word: steps for steps, word in enumerate(other_path)}
    meeting = next(
        ((steps, other_steps[word]) for steps, word in enumerate(path) if word in other_steps),
        (len(path), len(other_path)),
    )
    return sum(meeting)


def modified(reading: Reading) -> Hashable:
    """Return the nouns with the words that modify them."""
    pairs = (
        (reading.lemmas[word], reading.lemmas[reading.heads[word]])
        for word, label in enumerate(reading.labels)
        if label in {"amod", "nmod"}
    )
    return frozenset(pairs)


ELSEWHERE: Final = planter(
    move(Words(tag="JJ", label="amod", head="NOUN"), BARE_NOUN, behind=False),
    move(Words(upos="PROPN", label="nmod", head="NOUN"), BARE_NOUN, behind=True),
    fact=modified,
)
