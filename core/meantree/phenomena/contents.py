"""What words are in their sentence, by which missing and added ones are named, and the words in their place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.phenomena.clauses import SUBJECT_PLACES, labelled, predicates
from meantree.phenomena.compared import Compared
from meantree.phenomena.feature import basic_labels
from meantree.phenomena.reading import CONTENT, Reading, View, lemma_set
from meantree.phenomena.roles import roles

_MODIFIERS: Final = frozenset({"amod", "advmod", "nmod", "obl", "nummod", "compound", "appos", "flat"})
FOR_NOUNS: Final = lemma_set("one thing guy stuff someone somebody something other another")
"""Nouns and pronouns that stand for any noun, which says no other thing."""
_PARTICIPLES: Final = frozenset({"VBG", "VBN", "NN", "JJ"})


def part_of_sentence(reading: Reading, words: Sequence[int]) -> str:
    """Return the part of a sentence that words are, as the names of findings have it.

    ``event``, ``modifier``, ``conjunct``, ``role.agent`` and so on; ``word`` for function words and others.
    """
    content = [word for word in words if reading.upos[word] in CONTENT]
    top = next((word for word in content if reading.heads[word] not in words), None)
    if top is None:
        return "word"
    label = basic_labels(reading)[top]
    if label == "conj" and reading.upos[top] != "VERB":
        return "conjunct"
    if top in roles(reading):
        return f"role.{roles(reading)[top]}"
    if top in predicates(reading) and reading.upos[top] == "VERB" and not _is_attributive(reading, top):
        return "event"
    return "modifier" if label in _MODIFIERS else "word"


def _is_attributive(reading: Reading, word: int) -> bool:
    """Return whether a word is in the place of an adjective: the eternal and founding mission."""
    is_before_noun = reading.upos[word + 1 : word + 2] in {("NOUN",), ("PROPN",)}
    alone = not labelled(
        reading, word, *SUBJECT_PLACES, "aux", "aux:pass", "cop", "mark", "obj", "obl", "xcomp", "ccomp"
    )
    return is_before_noun and alone and reading.heads[word] != ROOT and reading.tokens[word].xpos in _PARTICIPLES


def is_same_noun(pair: Compared, word: int, other: int) -> bool:
    """Return whether two words are the same, or one stands for the other: this one, the red color for the red."""
    lemmas = {pair.hyp.lemmas[word], pair.ref.lemmas[other]}
    below = {pair.hyp.lemmas[child] for child in pair.hyp.children[word]}
    below |= {pair.ref.lemmas[child] for child in pair.ref.children[other]}
    return len(lemmas) == 1 or not lemmas.isdisjoint(FOR_NOUNS | below)


def _replaced(pair: Compared, view: View, word: int) -> int | None:
    """Return the unaligned word of the premise in the place of an unaligned word: same relation to a linked head."""
    reading, other = view.conclusion, view.premise
    head, label = reading.heads[word], basic_labels(reading)[word]
    if head == ROOT or view.partner[word] is not None:
        return None
    partner = view.partner[head]
    if partner is None:
        return None
    back = pair.back(view)
    found = [
        child
        for child in other.children[partner]
        if basic_labels(other)[child] == label and back.partner[child] is None and other.upos[child] in CONTENT
    ]
    cases = {reading.lemmas[child] for child in labelled(reading, word, "case")}
    same_case = [child for child in found if cases == {other.lemmas[below] for below in labelled(other, child, "case")}]
    return next(iter(same_case if label in {"obl", "nmod"} else found), None)


def in_place(pair: Compared, view: View, word: int) -> int | None:
    """Return the word of the premise in the place of a word: linked, with the same relation, or between neighbours."""
    linked = view.partner[word]
    if linked is not None:
        return linked
    replaced_word = _replaced(pair, view, word)
    return _between(pair, view, word) if replaced_word is None else replaced_word


def _between(pair: Compared, view: View, word: int) -> int | None:
    """Return the unaligned word between the partners of both neighbours of a word."""
    if not 0 < word < len(view.conclusion) - 1:
        return None
    before, after = view.partner[word - 1], view.partner[word + 1]
    back = pair.back(view)
    if before is None or after is None or after - before != 2 or back.partner[before + 1] is not None:
        return None
    return before + 1
