"""Structural alignment of arcs: are words attached to the partners of their heads?"""

from __future__ import annotations

from typing import Final, NamedTuple

from meantree.analysis.tree import ROOT
from meantree.entailment.feature import Features, Firing, basic_labels, is_kept, linked_share
from meantree.entailment.reading import Reading, View, cached_fact

MODIFIERS: Final = frozenset({"amod", "advmod", "compound", "flat", "nmod", "nummod", "obl", "pobj", "prep"})
NEAR: Final = 3
"""Steps between two words in a tree, at most, that still count as attached to each other."""


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


FEATURES = Features("structural alignment")


@FEATURES("modifiers attached elsewhere")
def modifiers_moved(view: View) -> Firing:
    """Modifiers of the conclusion are far from their head in the premise's tree; share of its modifiers.

    The words and their heads surely mean what is far apart there.
    """
    label = basic_labels(view.conclusion)
    moved = [
        arc.low
        for arc in linked_arcs(view)
        if arc.label in MODIFIERS and arc.steps > NEAR and is_kept(view, arc.low) and is_kept(view, arc.high)
    ]
    return linked_share(view, moved, sum(label[word] in MODIFIERS for word, _ in _own_arcs(view.conclusion)))


@FEATURES("prepositions changed")
def prepositions_changed(view: View) -> Firing:
    """Nouns of the conclusion have another preposition in the premise; share of those with one."""
    conclusion, premise = _cases(view.conclusion), _cases(view.premise)
    changed = [
        word
        for word, other in view.linked
        if is_kept(view, word) and word in conclusion and premise.get(other, conclusion[word]) != conclusion[word]
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
            arcs.append(Arc(low, high, partner, over, basic_labels(view.conclusion)[low], steps))
    return tuple(arcs)


@cached_fact
def _own_arcs(reading: Reading) -> tuple[tuple[int, int], ...]:
    return tuple((word, head) for word in reading.words if (head := reading.heads[word]) != ROOT)


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
