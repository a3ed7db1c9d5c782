"""Insertions and deletions: unaligned words by part of speech, phrases by construction.

Unaligned material of the conclusion does not follow from the premise. Unaligned material of the premise is merely
dropped; it is the subject of the other direction.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Final

from meantree.analysis.tree import ROOT, bottom_up
from meantree.entailment.feature import (
    SILENT,
    Feature,
    Firing,
    basic_labels,
    features,
    linked_share,
    share,
    unlinked_share,
)
from meantree.entailment.reading import Reading, View, cached_fact
from meantree.lexicon.frequencies import surprisal

NEVER_SEEN = ""
"""No word, so never counted."""


def nouns_unlinked(view: View) -> Firing:
    """Nouns of the conclusion are unaligned; share of its nouns."""
    return _unlinked_of_kind(view, "NOUN")


def proper_nouns_unlinked(view: View) -> Firing:
    """Proper nouns of the conclusion are unaligned; share of its proper nouns."""
    return _unlinked_of_kind(view, "PROPN")


def verbs_unlinked(view: View) -> Firing:
    """Verbs of the conclusion are unaligned; share of its verbs."""
    return _unlinked_of_kind(view, "VERB")


def adjectives_unlinked(view: View) -> Firing:
    """Adjectives of the conclusion are unaligned; share of its adjectives."""
    return _unlinked_of_kind(view, "ADJ")


def adverbs_unlinked(view: View) -> Firing:
    """Adverbs of the conclusion are unaligned; share of its adverbs."""
    return _unlinked_of_kind(view, "ADV")


def numerals_unlinked(view: View) -> Firing:
    """Numerals of the conclusion are unaligned; share of its numerals."""
    return _unlinked_of_kind(view, "NUM")


def pronouns_unlinked(view: View) -> Firing:
    """Pronouns of the conclusion are unaligned; share of its pronouns."""
    return _unlinked_of_kind(view, "PRON")


def prepositions_unlinked(view: View) -> Firing:
    """Prepositions of the conclusion are unaligned; share of its prepositions."""
    return _unlinked_of_kind(view, "ADP")


def determiners_unlinked(view: View) -> Firing:
    """Determiners of the conclusion are unaligned; share of its determiners."""
    return _unlinked_of_kind(view, "DET")


def auxiliaries_unlinked(view: View) -> Firing:
    """Auxiliaries of the conclusion are unaligned; share of its auxiliaries."""
    return _unlinked_of_kind(view, "AUX")


def connectives_unlinked(view: View) -> Firing:
    """Conjunctions of the conclusion are unaligned; share of its conjunctions."""
    return _unlinked_of_kind(view, "CCONJ", "SCONJ")


def telling_word_unlinked(view: View) -> Firing:
    """A rare content word of the conclusion is unaligned: the surprisal of the rarest one.

    As a share of the surprisal of a word that was never counted.
    """
    unaligned = view.unlinked(view.conclusion.content)
    if not unaligned:
        return SILENT
    most = max(unaligned, key=lambda word: view.conclusion.bits[word])
    return Firing(view.conclusion.bits[most] / surprisal(NEVER_SEEN), (most,))


def _unlinked_of_kind(view: View, *kinds: str) -> Firing:
    return unlinked_share(view, [word for word, pos in enumerate(view.conclusion.upos) if pos in kinds])


OPENING: Final = frozenset('([{–—"“')
"""Punctuation before a parenthetical; for relative clauses a comma suffices."""


def adjuncts_unlinked(view: View) -> Firing:
    """Oblique nouns (when, where or how) of the conclusion are unaligned; share of its oblique nouns."""
    return _unlinked_under(view, {"obl", "prep"})


def adverbials_unlinked(view: View) -> Firing:
    """Adverbial modifiers of the conclusion are unaligned; share of its adverbial modifiers."""
    return _unlinked_under(view, {"advmod"})


def adverbial_clauses_unlinked(view: View) -> Firing:
    """Adverbial clauses (when, why or how) of the conclusion are unaligned; share of its adverbial clauses."""
    return _unlinked_under(view, {"advcl"})


def appositions_unlinked(view: View) -> Firing:
    """Appositions of the conclusion are unaligned; share of its appositions."""
    return _unlinked_under(view, {"appos"})


def appositions_unmatched(view: View) -> Firing:
    """Appositions of the conclusion do not explain the same in the premise; share of its appositions."""
    words = _labelled(view.conclusion, {"appos"})
    return linked_share(view, [word for word in words if not _still_explains(view, word)], len(words))


def restricting_clauses_unlinked(view: View) -> Firing:
    """Restrictive relative clauses of the conclusion are unaligned; share of its restrictive relative clauses."""
    return unlinked_share(view, _relative_clauses(view.conclusion, aside=False))


def describing_clauses_unlinked(view: View) -> Firing:
    """Non-restrictive relative clauses of the conclusion (after a comma) are unaligned; share of these clauses."""
    return unlinked_share(view, _relative_clauses(view.conclusion, aside=True))


def adjectival_modifiers_unlinked(view: View) -> Firing:
    """Adjectives and numbers that modify an aligned noun are unaligned; share of the conclusion's."""
    return _unlinked_at_linked(view, _labelled(view.conclusion, {"amod", "nummod"}))


def nominal_modifiers_unlinked(view: View) -> Firing:
    """Nouns, except possessors, that modify an aligned noun are unaligned; share of the conclusion's."""
    words = _labelled(view.conclusion, {"nmod", "compound", "flat", "pobj"})
    return _unlinked_at_linked(view, [word for word in words if view.conclusion.labels[word] != "nmod:poss"])


def participles_unlinked(view: View) -> Firing:
    """Participles and infinitives that modify nouns are unaligned; share of the conclusion's."""
    reading = view.conclusion
    return unlinked_share(view, [word for word, label in enumerate(reading.labels) if label == "acl"])


def conjuncts_unlinked(view: View) -> Firing:
    """Conjuncts of the conclusion after the first are unaligned; share of its conjuncts."""
    return _unlinked_under(view, {"conj"})


def parentheticals_unlinked(view: View) -> Firing:
    """Parentheticals of the conclusion, in brackets or loosely joined, are unaligned; share of its parentheticals."""
    reading = view.conclusion
    words = [
        word for word in reading.words if basic_labels(reading)[word] == "parataxis" or _is_bracketed(reading, word)
    ]
    return unlinked_share(view, words)


def complements_unlinked(view: View) -> Firing:
    """Complement clauses of the conclusion are unaligned; share of its complement clauses."""
    return _unlinked_under(view, {"ccomp", "xcomp", "csubj"})


def subtrees_unlinked(view: View) -> Firing:
    """Phrases of two or more words are completely unaligned; share of the conclusion's words in such phrases."""
    reading = view.conclusion
    bare = _bare(view)
    sizes = _sizes(reading)
    unaligned = [word for word in reading.words if any(bare[top] and sizes[top] > 1 for top in _upward(reading, word))]
    return share(unaligned, len(reading.words))


def longest_unlinked_span(view: View) -> Firing:
    """A long stretch of the conclusion is unaligned; share of the longest one in its words."""
    words = view.conclusion.words
    spans = [list(span) for bare, span in groupby(words, lambda word: view.partner[word] is None) if bare]
    return share(max(spans, key=len, default=[]), len(words))


def heads_unlinked(view: View) -> Firing:
    """Words of the conclusion are unaligned although a dependent is aligned; share of its words."""
    reading = view.conclusion
    heads = {reading.heads[word] for word, _ in view.linked if reading.upos[word] != "PUNCT"} - {ROOT}
    return share(view.unlinked(sorted(heads)), len(reading.words))


def _unlinked_under(view: View, labels: set[str]) -> Firing:
    return unlinked_share(view, _labelled(view.conclusion, labels))


def _unlinked_at_linked(view: View, words: list[int]) -> Firing:
    unaligned = [word for word in view.unlinked(words) if view.partner[view.conclusion.heads[word]] is not None]
    return share(unaligned, len(words))


def _labelled(reading: Reading, labels: set[str]) -> list[int]:
    return [word for word in reading.words if reading.heads[word] != ROOT and basic_labels(reading)[word] in labels]


def _still_explains(view: View, word: int) -> bool:
    """Return whether the partners of an apposition and its head explain each other."""
    partner, head_partner = view.partner[word], view.partner[view.conclusion.heads[word]]
    if partner is None or head_partner is None:
        return False
    arcs = (
        (low, basic_labels(view.premise)[low])
        for low, high in ((partner, head_partner), (head_partner, partner))
        if view.premise.heads[low] == high
    )
    return any(label in ("appos", "flat", "compound", "nmod") for _, label in arcs)


def _relative_clauses(reading: Reading, *, aside: bool) -> list[int]:
    clauses = (word for word, label in enumerate(reading.labels) if label == "acl:relcl")
    return [word for word in clauses if (_before(reading, word) == ",") == aside]


def _is_bracketed(reading: Reading, word: int) -> bool:
    return bool(reading.children[word]) and _before(reading, word) in OPENING


def _before(reading: Reading, word: int) -> str:
    """Return the punctuation mark before a phrase or at its beginning; empty if there is none."""
    first = min([word, *reading.children[word]])
    places = [place for place in (first, first - 1) if place >= 0 and reading.upos[place] == "PUNCT"]
    return reading.tokens[places[0]].text if places else ""


def _upward(reading: Reading, word: int) -> tuple[int, ...]:
    return word, *reading.ancestors(word)


@cached_fact
def _sizes(reading: Reading) -> tuple[int, ...]:
    """Return the number of words, without punctuation, in the subtree of each word."""
    return _summed(reading, lambda word: reading.upos[word] != "PUNCT")


@cached_fact
def _bare(view: View) -> tuple[bool, ...]:
    """Return for each word of the conclusion whether its whole subtree is unaligned."""
    reading = view.conclusion
    linked = _summed(reading, lambda word: reading.upos[word] != "PUNCT" and view.partner[word] is not None)
    return tuple(not count for count in linked)


def _summed(reading: Reading, counts: Callable[[int], bool]) -> tuple[int, ...]:
    """Return the number of matching words in the subtree of each word."""
    sums = [int(counts(word)) for word in range(len(reading))]
    for word in bottom_up(reading.heads):
        if reading.heads[word] != ROOT:
            sums[reading.heads[word]] += sums[word]
    return tuple(sums)


FEATURES: tuple[Feature, ...] = features(
    "insertions and deletions",
    nouns_unlinked,
    proper_nouns_unlinked,
    verbs_unlinked,
    adjectives_unlinked,
    adverbs_unlinked,
    numerals_unlinked,
    pronouns_unlinked,
    prepositions_unlinked,
    determiners_unlinked,
    auxiliaries_unlinked,
    connectives_unlinked,
    telling_word_unlinked,
    adjuncts_unlinked,
    adverbials_unlinked,
    adverbial_clauses_unlinked,
    appositions_unlinked,
    appositions_unmatched,
    restricting_clauses_unlinked,
    describing_clauses_unlinked,
    adjectival_modifiers_unlinked,
    nominal_modifiers_unlinked,
    participles_unlinked,
    conjuncts_unlinked,
    parentheticals_unlinked,
    complements_unlinked,
    subtrees_unlinked,
    longest_unlinked_span,
    heads_unlinked,
)
