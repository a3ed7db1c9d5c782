"""Semantic compatibility of single words: how the meanings of aligned words are related."""

from __future__ import annotations

from typing import Final

from meantree.alignment.word_alignment import Link, Reason
from meantree.phenomena.feature import Features, Firing, linked_content, share_of_pairs
from meantree.phenomena.negation import negated
from meantree.phenomena.reading import View

FEATURES = Features("semantic compatibility")


@FEATURES("opposite word")
def antonyms_opposed(view: View) -> Firing:
    """Antonyms have the same polarity; share of aligned content words."""
    conclusion, premise = negated(view.conclusion), negated(view.premise)
    return share_of_pairs(
        linked_content(view),
        lambda word, partner: _reason(view.links[word]).relation == "antonym" and conclusion[word] == premise[partner],
    )


def says_less(view: View, word: int) -> bool:
    """Return whether an aligned word of the conclusion is more general than its partner."""
    return _reason(view.links[word]).relation == ("hypernym" if view.turned else "hyponym")


def says_more(view: View, word: int) -> bool:
    """Return whether an aligned word of the conclusion is more specific than its partner."""
    return _reason(view.links[word]).relation == ("hyponym" if view.turned else "hypernym")


def _reason(link: Link | None) -> Reason:
    return _NONE if link is None else link.reason


_NONE: Final = Reason("", 0.0)
