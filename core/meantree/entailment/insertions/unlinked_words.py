"""Insertions and deletions by part of speech: which kinds of words have no partner."""

from __future__ import annotations

from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.shares import unlinked_part
from meantree.entailment.view import View
from meantree.lexicon.frequencies import information

NEVER_SEEN = ""
"""What is no word is none of those that were counted."""


def nouns_unlinked(view: View) -> Firing:
    """Nouns of the conclusion stand for nothing in the premise; the share of its nouns."""
    return _unlinked(view, "NOUN")


def proper_nouns_unlinked(view: View) -> Firing:
    """Proper nouns of the conclusion stand for nothing in the premise; the share of its proper nouns."""
    return _unlinked(view, "PROPN")


def verbs_unlinked(view: View) -> Firing:
    """Verbs of the conclusion stand for nothing in the premise; the share of its verbs."""
    return _unlinked(view, "VERB")


def adjectives_unlinked(view: View) -> Firing:
    """Adjectives of the conclusion stand for nothing in the premise; the share of its adjectives."""
    return _unlinked(view, "ADJ")


def adverbs_unlinked(view: View) -> Firing:
    """Adverbs of the conclusion stand for nothing in the premise; the share of its adverbs."""
    return _unlinked(view, "ADV")


def numerals_unlinked(view: View) -> Firing:
    """Numerals of the conclusion stand for nothing in the premise; the share of its numerals."""
    return _unlinked(view, "NUM")


def pronouns_unlinked(view: View) -> Firing:
    """Pronouns of the conclusion stand for nothing in the premise; the share of its pronouns."""
    return _unlinked(view, "PRON")


def prepositions_unlinked(view: View) -> Firing:
    """Prepositions of the conclusion stand for nothing in the premise; the share of its prepositions."""
    return _unlinked(view, "ADP")


def determiners_unlinked(view: View) -> Firing:
    """Determiners of the conclusion stand for nothing in the premise; the share of its determiners."""
    return _unlinked(view, "DET")


def auxiliaries_unlinked(view: View) -> Firing:
    """Auxiliaries of the conclusion stand for nothing in the premise; the share of its auxiliaries."""
    return _unlinked(view, "AUX")


def connectives_unlinked(view: View) -> Firing:
    """Conjunctions of the conclusion stand for nothing in the premise; the share of its conjunctions."""
    return _unlinked(view, "CCONJ", "SCONJ")


def telling_word_unlinked(view: View) -> Firing:
    """A content word without a partner tells much: the bits of the one that tells most.

    As a share of those of a word that is never seen.
    """
    bare = view.unlinked(view.conclusion.content)
    if not bare:
        return SILENT
    most = max(bare, key=lambda word: view.conclusion.bits[word])
    return Firing(view.conclusion.bits[most] / information(NEVER_SEEN), (most,))


def _unlinked(view: View, *kinds: str) -> Firing:
    return unlinked_part(view, [word for word, pos in enumerate(view.conclusion.upos) if pos in kinds])


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
)
