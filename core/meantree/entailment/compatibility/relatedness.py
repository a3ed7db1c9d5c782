"""Semantic compatibility of single words: how the meanings of aligned words are related."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meantree.alignment.word_alignment import Link, Reason
from meantree.entailment.compatibility.negation import negated
from meantree.entailment.feature import (
    SILENT,
    Feature,
    Firing,
    features,
    linked_content,
    linked_kind,
    partners,
    share_of_pairs,
)
from meantree.entailment.reading import View

_LOOSE: Final = frozenset({"path", "lin", "vectors"})


def antonyms_opposed(view: View) -> Firing:
    """Antonyms have the same polarity; share of aligned content words."""
    conclusion, premise = negated(view.conclusion), negated(view.premise)
    antonyms = _related(view, "antonym")
    return share_of_pairs(
        linked_content(view), lambda word, partner: antonyms(word) and conclusion[word] == premise[partner]
    )


def antonyms_reconciled(view: View) -> Firing:
    """One of two antonyms is negated; share of aligned content words."""
    conclusion, premise = negated(view.conclusion), negated(view.premise)
    antonyms = _related(view, "antonym")
    return share_of_pairs(
        linked_content(view), lambda word, partner: antonyms(word) and conclusion[word] != premise[partner]
    )


def synonyms_linked(view: View) -> Firing:
    """Aligned words are synonyms; share of aligned content words."""
    return _share(view, "synonym")


def paraphrases_linked(view: View) -> Firing:
    """Aligned words are paraphrases; share of aligned content words."""
    return _share(view, "ppdb")


def derivations_linked(view: View) -> Firing:
    """Aligned words share a root, in different parts of speech; share of aligned content words."""
    return _share(view, "derivation", "stem")


def general_words_linked(view: View) -> Firing:
    """Words of the conclusion are more general than their partners; share of aligned content words."""
    return share_of_pairs(linked_content(view), lambda word, _: says_less(view, word))


def special_words_linked(view: View) -> Firing:
    """Words of the conclusion are more specific than their partners; share of aligned content words."""
    return share_of_pairs(linked_content(view), lambda word, _: says_more(view, word))


def loosely_linked(view: View) -> Firing:
    """Aligned words are only similar in meaning; share of aligned content words."""
    return _share(view, *_LOOSE)


def verbs_unlike(view: View) -> Firing:
    """Verbs of the conclusion are aligned with dissimilar verbs; mean dissimilarity over its verbs."""
    return _unlike(view, "VERB")


def nouns_unlike(view: View) -> Firing:
    """Nouns of the conclusion are aligned with dissimilar nouns; mean dissimilarity over its nouns."""
    return _unlike(view, "NOUN")


def qualifiers_unlike(view: View) -> Firing:
    """Adjectives and adverbs of the conclusion are aligned with dissimilar ones; mean dissimilarity over these."""
    return _unlike(view, "ADJ", "ADV")


def weak_links(view: View) -> Firing:
    """Alignments are less than half as strong as between equal words; share of aligned content words."""
    return share_of_pairs(linked_content(view), lambda word, _: _reason(view.links[word]).strength < 0.5)


def part_of_speech_differs(view: View) -> Firing:
    """Aligned words have different parts of speech; share of aligned content words."""
    conclusion, premise = (_coarse(text.upos) for text in (view.conclusion, view.premise))
    return share_of_pairs(linked_content(view), lambda word, partner: conclusion[word] != premise[partner])


def says_less(view: View, word: int) -> bool:
    """Return whether an aligned word of the conclusion is more general than its partner."""
    return _reason(view.links[word]).relation == ("hypernym" if view.turned else "hyponym")


def says_more(view: View, word: int) -> bool:
    """Return whether an aligned word of the conclusion is more specific than its partner."""
    return _reason(view.links[word]).relation == ("hyponym" if view.turned else "hypernym")


def _coarse(upos: tuple[str, ...]) -> tuple[str, ...]:
    """Return parts of speech with names as nouns and auxiliaries as verbs, since taggers confuse these."""
    return tuple({"PROPN": "NOUN", "AUX": "VERB"}.get(pos, pos) for pos in upos)


def _related(view: View, *relations: str) -> Callable[[int], bool]:
    """Return a test for whether a word of the conclusion is aligned by one of these relations."""
    return lambda word: _reason(view.links[word]).relation in relations


def _share(view: View, *relations: str) -> Firing:
    related = _related(view, *relations)
    return share_of_pairs(linked_content(view), lambda word, _: related(word))


def _unlike(view: View, *kinds: str) -> Firing:
    strengths = {word: _reason(view.links[word]).strength for word, _ in linked_kind(view, *kinds)}
    unlike = tuple(word for word, strength in strengths.items() if strength < 1)
    if not unlike:
        return SILENT
    value = sum(1 - strengths[word] for word in unlike) / sum(pos in kinds for pos in view.conclusion.upos)
    return Firing(value, unlike, partners(view, unlike))


def _reason(link: Link | None) -> Reason:
    return _NONE if link is None else link.reason


_NONE: Final = Reason("", 0.0)

FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    antonyms_opposed,
    antonyms_reconciled,
    synonyms_linked,
    paraphrases_linked,
    derivations_linked,
    general_words_linked,
    special_words_linked,
    loosely_linked,
    verbs_unlike,
    nouns_unlike,
    qualifiers_unlike,
    weak_links,
    part_of_speech_differs,
)
