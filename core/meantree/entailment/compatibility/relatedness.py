"""Semantic compatibility: what linked words mean to each other."""

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
    """Words of opposite meaning stand in the same polarity; the share of linked words that carry meaning."""
    mine, theirs = negated(view.conclusion), negated(view.premise)
    antonyms = _related(view, "antonym")
    return share_of_pairs(linked_content(view), lambda one, two: antonyms(one) and mine[one] == theirs[two])


def antonyms_reconciled(view: View) -> Firing:
    """Of two words of opposite meaning one is negated; the share of linked words that carry meaning."""
    mine, theirs = negated(view.conclusion), negated(view.premise)
    antonyms = _related(view, "antonym")
    return share_of_pairs(linked_content(view), lambda one, two: antonyms(one) and mine[one] != theirs[two])


def synonyms_linked(view: View) -> Firing:
    """Linked words mean the same; the share of linked words that carry meaning."""
    return _share(view, "synonym")


def paraphrases_linked(view: View) -> Firing:
    """Linked words are paraphrases of each other; the share of linked words that carry meaning."""
    return _share(view, "ppdb")


def derivations_linked(view: View) -> Firing:
    """Linked words are of one root, in different parts of speech; the share of linked words that carry meaning."""
    return _share(view, "derivation", "stem")


def general_words_linked(view: View) -> Firing:
    """Words of the conclusion say less than their partners; the share of linked words that carry meaning."""
    return share_of_pairs(linked_content(view), lambda one, _: says_less(view, one))


def special_words_linked(view: View) -> Firing:
    """Words of the conclusion say more than their partners; the share of linked words that carry meaning."""
    return share_of_pairs(linked_content(view), lambda one, _: says_more(view, one))


def loosely_linked(view: View) -> Firing:
    """Linked words are only near in meaning; the share of linked words that carry meaning."""
    return _share(view, *_LOOSE)


def verbs_unlike(view: View) -> Firing:
    """Verbs of the conclusion are linked with verbs unlike them; how unlike, on average over its verbs."""
    return _unlike(view, "VERB")


def nouns_unlike(view: View) -> Firing:
    """Nouns of the conclusion are linked with nouns unlike them; how unlike, on average over its nouns."""
    return _unlike(view, "NOUN")


def qualifiers_unlike(view: View) -> Firing:
    """Adjectives and adverbs of the conclusion are linked with some unlike them; how unlike, on average over these."""
    return _unlike(view, "ADJ", "ADV")


def weak_links(view: View) -> Firing:
    """Links are less than half as strong as between equal words; the share of linked words that carry meaning."""
    return share_of_pairs(linked_content(view), lambda one, _: _reason(view.links[one]).strength < 0.5)


def part_of_speech_differs(view: View) -> Firing:
    """Linked words are of different parts of speech; the share of linked words that carry meaning."""
    mine, theirs = (_coarse(text.upos) for text in (view.conclusion, view.premise))
    return share_of_pairs(linked_content(view), lambda one, two: mine[one] != theirs[two])


def says_less(view: View, word: int) -> bool:
    """Whether a linked word of the conclusion is more general than its partner."""
    return _reason(view.links[word]).relation == ("hypernym" if view.turned else "hyponym")


def says_more(view: View, word: int) -> bool:
    """Whether a linked word of the conclusion is more special than its partner."""
    return _reason(view.links[word]).relation == ("hyponym" if view.turned else "hypernym")


def _coarse(upos: tuple[str, ...]) -> tuple[str, ...]:
    """Names and auxiliaries are nouns and verbs: taggers waver between them."""
    return tuple({"PROPN": "NOUN", "AUX": "VERB"}.get(pos, pos) for pos in upos)


def _related(view: View, *relations: str) -> Callable[[int], bool]:
    """Whether a linked word of the conclusion is linked for one of these reasons."""
    return lambda word: _reason(view.links[word]).relation in relations


def _share(view: View, *relations: str) -> Firing:
    related = _related(view, *relations)
    return share_of_pairs(linked_content(view), lambda one, _: related(one))


def _unlike(view: View, *kinds: str) -> Firing:
    strengths = {one: _reason(view.links[one]).strength for one, _ in linked_kind(view, *kinds)}
    unlike = tuple(one for one, strength in strengths.items() if strength < 1)
    if not unlike:
        return SILENT
    value = sum(1 - strengths[one] for one in unlike) / sum(pos in kinds for pos in view.conclusion.upos)
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
