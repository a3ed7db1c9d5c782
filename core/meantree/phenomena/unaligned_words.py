"""Insertions and deletions: words and phrases without a counterpart, by part of speech and construction.

Words of the conclusion count that are neither aligned nor in the premise elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from meantree.analysis.tree import ROOT, bottom_up
from meantree.lexicon.word_lists import rows, words
from meantree.phenomena.feature import SILENT, Features, Firing, share, unlinked_share
from meantree.phenomena.operations import BARE_NOUN, Edit, Edits, Words, add, count_of, phrase, planter, remove, suiting
from meantree.phenomena.reading import Reading, View, cached_fact

OPENING: Final = frozenset("([{–—")
"""Punctuation before a parenthetical."""
_THERE: Final = " in the premise"
_UNLINKED: Final = "{0}_unlinked", "{1} added", "{1} missing"
_RELATIONS: Final = (
    ("adjuncts", "adjuncts", "Oblique nouns (when, where or how)", "", "its oblique nouns", "obl prep"),
    (
        "adverbial_clauses",
        "adverbial clauses",
        "Adverbial clauses (when, why or how)",
        "",
        "its adverbial clauses",
        "advcl",
    ),
    ("noun_clauses", "clauses at nouns", "Relative clauses and participles at nouns", "", "these", "acl"),
    ("complements", "complement clauses", "Complement clauses", _THERE, "its complement clauses", "ccomp xcomp csubj"),
    ("appositions", "appositions", "Appositions", _THERE, "its appositions", "appos"),
)
"""Names, titles and words of claims by the relations of phrases to their heads."""
FEATURES: Final = Features("insertions and deletions")


@FEATURES.table(
    (
        ("nouns", "nouns", "Nouns", "the conclusion's", "NOUN"),
        ("proper_nouns", "names", "Proper nouns", "the conclusion's", "PROPN"),
        ("verbs", "verbs", "Verbs", "the conclusion's", "VERB"),
        ("qualities", "adjectives or adverbs", "Adjectives and adverbs", "its", "ADJ ADV"),
    ),
    *_UNLINKED,
)
def information_unlinked(view: View, kinds: str) -> Firing:
    """{2} of the conclusion have no counterpart in the premise; share of {3} information."""
    bits, upos = view.conclusion.bits, view.conclusion.upos
    words = view.missing(word for word in view.conclusion.words if upos[word] in kinds.split())
    total = sum(bits[word] for word in view.conclusion.words)
    return Firing(sum(bits[word] for word in words) / total, words) if words and total else SILENT


@FEATURES("conjunctions added", "conjunctions missing")
def connectives_unlinked(view: View) -> Firing:
    """Conjunctions of the conclusion, except "that", have no counterpart in the premise; share of its conjunctions.

    Prepositions before a verb (by asking) are none.
    """
    reading, others = view.conclusion, words("phenomena/no_conjunctions")
    found = (word for word in reading.words if reading.upos[word] in ("CCONJ", "SCONJ"))
    return unlinked_share(view, [word for word in found if reading.lemmas[word] not in others])


@FEATURES.table(_RELATIONS, *_UNLINKED)
def relations_unlinked(view: View, labels: str) -> Firing:
    """{2} of the conclusion have no counterpart{3}; share of {4}."""
    return unlinked_share(view, view.conclusion.with_labels(labels.split()))


@FEATURES("modifiers of a noun added", "modifiers of a noun missing")
def modifiers_unlinked(view: View) -> Firing:
    """Words that modify an aligned noun of the conclusion have no counterpart; share of its modifiers of nouns."""
    words = view.conclusion.with_labels({"amod", "nummod", "nmod", "compound", "flat", "pobj"})
    words = [word for word in words if view.conclusion.labels[word] != "nmod:poss"]
    at_linked = [word for word in view.missing(words) if view.partner[view.conclusion.heads[word]] is not None]
    return share(at_linked, len(words))


@FEATURES("members of a list added", "members of a list missing")
def conjuncts_unlinked(view: View) -> Firing:
    """Conjuncts of the conclusion after the first have no counterpart in the premise; share of its conjuncts."""
    return unlinked_share(view, view.conclusion.with_labels({"conj"}))


@FEATURES("parentheses added", "parentheses missing")
def parentheticals_unlinked(view: View) -> Firing:
    """Parentheticals of the conclusion, in brackets or between dashes, have no counterpart; share of these."""
    reading = view.conclusion
    return unlinked_share(
        view, [word for word in reading.words if reading.children[word] and _before(reading, word) in OPENING]
    )


@FEATURES("whole phrases added", "whole phrases missing")
def subtrees_unlinked(view: View) -> Firing:
    """Phrases of two or more words are completely unaligned; share of the conclusion's words in such phrases."""
    reading = view.conclusion
    bare, sizes = _bare(view), _sizes(reading)
    unaligned = [
        word for word in reading.words if any(bare[top] and sizes[top] > 1 for top in (word, *reading.ancestors(word)))
    ]
    return share(unaligned, len(reading.words))


def _before(reading: Reading, word: int) -> str:
    """Return the punctuation mark before a phrase or at its beginning; empty if there is none."""
    first = min([word, *reading.children[word]])
    places = [place for place in (first, first - 1) if place >= 0 and reading.upos[place] == "PUNCT"]
    return reading.tokens[places[0]].text if places else ""


@cached_fact
def _sizes(reading: Reading) -> tuple[int, ...]:
    """Return the number of words, without punctuation, in the subtree of each word."""
    return _summed(reading, lambda word: reading.upos[word] != "PUNCT")


@cached_fact
def _bare(view: View) -> tuple[bool, ...]:
    """Return for each word of the conclusion whether its whole subtree is without counterpart."""
    reading = view.conclusion
    gone = frozenset(view.missing(reading.words))
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
        has_conjunction = bool(reading.labelled(word, "cc"))
        is_only = len(reading.labelled(reading.heads[word], "conj")) == 1
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
NO_EVENT: Final = planter(
    remove(Words(upos="VERB", label="advcl acl:relcl conj")), fact=count_of(lambda reading: reading.predicates)
)
NEW_EVENT: Final = planter(add_event, fact=count_of(lambda reading: reading.predicates))
