"""Where two texts differ: by a diff if one is a copy of the other with few changes, else by the network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp
from typing import Final

from meantree.alignment.common_words import compared_form
from meantree.alignment.word_facts import phrases
from meantree.analysis.frames import spans_of
from meantree.entailment.feature import basic_labels
from meantree.entailment.reading import CONTENT, View
from meantree.findings.compared import Compared
from meantree.findings.measures import measured_alike
from meantree.findings.names import abbreviated, are_of_one_name

Words = tuple[int, ...]
CHANGED: Final = 0.9
"""The probability that a change of a copy is a difference of meaning."""
REWORDED: Final = 0.3
"""That of an amount or name in place of the same in other words: a dozen, 12; Mao Tse-tung, Mao Zedong."""
DOUBTFUL: Final = 0.6
"""The smallest probability by the network of words where the reference is free."""
_FREE_ORDER: Final = frozenset({"obl", "advmod", "advcl", "discourse", "parataxis", "vocative"})
"""Relations of phrases that may stand elsewhere in a sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """Words of either text that differ, and the probability that this is a difference of meaning."""

    hypothesis: Words
    reference: Words
    probability: float


def places(pair: Compared) -> Iterator[Place]:
    """Yield where a translation and its reference differ."""
    yield from changed(pair) if pair.common.is_copy else doubtful(pair)


def changed(pair: Compared) -> Iterator[Place]:
    """Yield all that is missing, added, exchanged or moved in a copy."""
    moved = dict(pair.common.moved)
    for change in pair.common.changes:
        own = tuple(word for word in change.hypothesis if word not in moved)
        other = tuple(word for word in change.reference if word not in moved.values())
        if own or other:
            yield Place(own, other, REWORDED if _are_reworded(pair, own, other) else CHANGED)
    elsewhere = tuple(
        word
        for change in pair.common.changes
        for run in spans_of(word for word in change.hypothesis if word in moved)
        for word in _wrongly_moved(pair, range(*run))
    )
    if elsewhere:
        yield Place(elsewhere, tuple(moved[word] for word in elsewhere), CHANGED)


def _are_reworded(pair: Compared, own: Words, other: Words) -> bool:
    """Return whether the content words are of amounts and names that the other text has in other words."""
    sides = (pair.of_hyp, own, pair.facts[0]), (pair.of_ref, other, pair.facts[1])
    content = [
        word in measured_alike(view) | abbreviated(view) or _is_respelled_name(view, word, facts[word].partner)
        for view, words, facts in sides
        for word in words
        if view.conclusion.upos[word] in CONTENT
    ]
    return bool(own and other and content) and all(content)


def _is_respelled_name(view: View, word: int, partner: int | None) -> bool:
    if partner is None or not view.conclusion.upos[word] == view.premise.upos[partner] == "PROPN":
        return False
    return are_of_one_name(view.conclusion.tokens[word].text, view.premise.tokens[partner].text)


def _wrongly_moved(pair: Compared, run: range) -> Words:
    """Return the words of a run that stand elsewhere in the reference, unless it is a phrase that may."""
    reading, facts = pair.hyp, pair.facts[0]
    tops = [word for word in run if reading.heads[word] not in run]
    below = {word for top in tops for word in reading.below(top) if compared_form(reading.tokens[word].text)}
    is_free = below <= {*run} and all(basic_labels(reading)[top] in _FREE_ORDER for top in tops)
    if is_free and all(facts[word].status == "same" for word in run):
        return ()
    elsewhere = (word for word in run if facts[word].status == "attached elsewhere" and reading.upos[word] in CONTENT)
    return tuple(elsewhere) or tuple(run)


def doubtful(pair: Compared) -> Iterator[Place]:
    """Yield phrases of a translation that the network doubts."""
    if pair.doubts is None:
        return
    chances = [1 / (1 + exp(-odds)) for odds in pair.doubts.marked]
    words = (word for word, chance in enumerate(chances) if chance >= DOUBTFUL)
    for phrase in phrases(words, pair.hyp.tree):
        partners = (pair.facts[0][word].partner for word in phrase)
        other = tuple(sorted({place for place in partners if place is not None}))
        yield Place(phrase, other, round(max(chances[word] for word in phrase), 4))
