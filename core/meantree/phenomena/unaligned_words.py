"""Insertions and deletions: words and phrases without a counterpart, by part of speech and construction.

Words of the conclusion count that are neither aligned nor in the premise elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Final

from meantree.analysis.tree import ROOT, bottom_up
from meantree.lexicon.word_lists import rows, words
from meantree.phenomena.clauses import labelled, predicates
from meantree.phenomena.feature import SILENT, Features, Firing, missing, share, unlinked_share, with_labels
from meantree.phenomena.planting.edits import Edit, Edits, phrase
from meantree.phenomena.planting.operations import BARE_NOUN, Words, add, count_of, planter, remove, suiting
from meantree.phenomena.reading import Reading, View, cached_fact

OPENING: Final = frozenset("([{–—")
"""Punctuation before a parenthetical."""


FEATURES = Features("insertions and deletions")


@FEATURES("nouns added", "nouns missing")
def nouns_unlinked(view: View) -> Firing:
    """Nouns of the conclusion have no counterpart in the premise; share of the conclusion's information."""
    return _information(view, {"NOUN"})


@FEATURES("names added", "names missing")
def proper_nouns_unlinked(view: View) -> Firing:
    """Proper nouns of the conclusion have no counterpart in the premise; share of the conclusion's information."""
    return _information(view, {"PROPN"})


@FEATURES("verbs added", "verbs missing")
def verbs_unlinked(view: View) -> Firing:
    """Verbs of the conclusion have no counterpart in the premise; share of the conclusion's information."""
    return _information(view, {"VERB"})


@FEATURES("adjectives or adverbs added", "adjectives or adverbs missing")
def qualities_unlinked(view: View) -> Firing:
    """Adjectives and adverbs of the conclusion have no counterpart in the premise; share of its information."""
    return _information(view, {"ADJ", "ADV"})


@FEATURES("conjunctions added", "conjunctions missing")
def connectives_unlinked(view: View) -> Firing:
    """Conjunctions of the conclusion, except "that", have no counterpart in the premise; share of its conjunctions.

    Prepositions before a verb (by asking) are none.
    """
    return unlinked_share(view, [word for word in view.conclusion.words if _is_conjunction(view.conclusion, word)])


@FEATURES("adjuncts added", "adjuncts missing")
def adjuncts_unlinked(view: View) -> Firing:
    """Oblique nouns (when, where or how) of the conclusion have no counterpart; share of its oblique nouns."""
    return _unlinked_under(view, {"obl", "prep"})


@FEATURES("adverbial clauses added", "adverbial clauses missing")
def adverbial_clauses_unlinked(view: View) -> Firing:
    """Adverbial clauses (when, why or how) of the conclusion have no counterpart; share of its adverbial clauses."""
    return _unlinked_under(view, {"advcl"})


@FEATURES("clauses at nouns added", "clauses at nouns missing")
def noun_clauses_unlinked(view: View) -> Firing:
    """Relative clauses and participles at nouns of the conclusion have no counterpart; share of these."""
    return _unlinked_under(view, {"acl"})


@FEATURES("complement clauses added", "complement clauses missing")
def complements_unlinked(view: View) -> Firing:
    """Complement clauses of the conclusion have no counterpart in the premise; share of its complement clauses."""
    return _unlinked_under(view, {"ccomp", "xcomp", "csubj"})


@FEATURES("appositions added", "appositions missing")
def appositions_unlinked(view: View) -> Firing:
    """Appositions of the conclusion have no counterpart in the premise; share of its appositions."""
    return _unlinked_under(view, {"appos"})


@FEATURES("modifiers of a noun added", "modifiers of a noun missing")
def modifiers_unlinked(view: View) -> Firing:
    """Words that modify an aligned noun of the conclusion have no counterpart; share of its modifiers of nouns."""
    words = with_labels(view.conclusion, {"amod", "nummod", "nmod", "compound", "flat", "pobj"})
    words = [word for word in words if view.conclusion.labels[word] != "nmod:poss"]
    at_linked = [word for word in missing(view, words) if view.partner[view.conclusion.heads[word]] is not None]
    return share(at_linked, len(words))


@FEATURES("members of a list added", "members of a list missing")
def conjuncts_unlinked(view: View) -> Firing:
    """Conjuncts of the conclusion after the first have no counterpart in the premise; share of its conjuncts."""
    return _unlinked_under(view, {"conj"})


@FEATURES("parentheses added", "parentheses missing")
def parentheticals_unlinked(view: View) -> Firing:
    """Parentheticals of the conclusion, in brackets or between dashes, have no counterpart; share of these."""
    return unlinked_share(view, [word for word in view.conclusion.words if _is_bracketed(view.conclusion, word)])


@FEATURES("whole phrases added", "whole phrases missing")
def subtrees_unlinked(view: View) -> Firing:
    """Phrases of two or more words are completely unaligned; share of the conclusion's words in such phrases."""
    reading = view.conclusion
    bare, sizes = _bare(view), _sizes(reading)
    unaligned = [word for word in reading.words if any(bare[top] and sizes[top] > 1 for top in _upward(reading, word))]
    return share(unaligned, len(reading.words))


def _information(view: View, kinds: Collection[str]) -> Firing:
    """Return a firing on words of these parts of speech; the value is their share of the conclusion's bits."""
    bits, upos = view.conclusion.bits, view.conclusion.upos
    words = missing(view, (word for word in view.conclusion.words if upos[word] in kinds))
    total = sum(bits[word] for word in view.conclusion.words)
    return Firing(sum(bits[word] for word in words) / total, words) if words and total else SILENT


def _unlinked_under(view: View, labels: set[str]) -> Firing:
    return unlinked_share(view, with_labels(view.conclusion, labels))


def _is_conjunction(reading: Reading, word: int) -> bool:
    return reading.upos[word] in ("CCONJ", "SCONJ") and reading.lemmas[word] not in words("phenomena/no_conjunctions")


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
    """Return for each word of the conclusion whether its whole subtree is without counterpart."""
    reading = view.conclusion
    gone = frozenset(missing(view, reading.words))
    kept = _summed(reading, lambda word: reading.upos[word] != "PUNCT" and word not in gone)
    content = _summed(reading, lambda word: word in reading.content)
    return tuple(not count and told > 0 for count, told in zip(kept, content, strict=True))


def _summed(reading: Reading, counts: Callable[[int], bool]) -> tuple[int, ...]:
    """Return the number of matching words in the subtree of each word."""
    sums = [int(counts(word)) for word in range(len(reading))]
    for word in bottom_up(reading.heads):
        if reading.heads[word] != ROOT:
            sums[reading.heads[word]] += sums[word]
    return tuple(sums)


def lose_conjunct(reading: Reading) -> Iterator[Edits]:
    """Yield enumerations without the last of two parts, or without one that no conjunction precedes."""
    for word, label in enumerate(reading.labels):
        span = phrase(reading, word)
        if label != "conj" or span is None or reading.upos[word] == "VERB":
            continue
        has_conjunction = bool(labelled(reading, word, "cc"))
        is_only = len(labelled(reading, reading.heads[word], "conj")) == 1
        if has_conjunction == is_only:
            yield (Edit(*span, ""),)


def add_event(reading: Reading) -> Iterator[Edits]:
    """Yield a sentence that ends in a full stop with a clause added, one of them for each length of text."""
    texts = [row[0] for row in rows("planting/events")]
    if reading.tokens[-1].text == "." and len(reading.roots) == 1:
        end = len(reading) - 1
        yield (Edit(end, end, texts[end % len(texts)]),)


NO_MODIFIER: Final = planter(
    remove(Words(upos="ADJ ADV", label="amod advmod")),
    remove(Words(label="nmod obl", case="in on at near during after before since from")),
)
NEW_MODIFIER: Final = planter(add(BARE_NOUN, suiting("adjectives")))
NO_CONJUNCT: Final = planter(lose_conjunct)
NO_EVENT: Final = planter(remove(Words(upos="VERB", label="advcl acl:relcl conj")), fact=count_of(predicates))
NEW_EVENT: Final = planter(add_event, fact=count_of(predicates))
