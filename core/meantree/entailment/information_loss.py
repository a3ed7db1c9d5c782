"""Information loss: how much of the conclusion is not in the premise, weighted by surprisal in bits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import sqrt

from meantree.analysis.tree import ROOT
from meantree.entailment.feature import SILENT, Feature, Firing, features, partners
from meantree.entailment.reading import View
from meantree.lexicon.ppdb import shared_paraphrases

RARE = 2.0
"""The exponent of the bits where rare words count more than others."""
UNSURE = frozenset({"antonym", "context"})
"""Relations of links between words that no resource says mean the same."""
SPELLED_ALIKE = 0.75
"""The factor for links by spelling, compared with links by meaning."""


def information_lost(view: View) -> Firing:
    """The premise lacks content of the conclusion, weighted by information.

    The sum of its words' bits, each times the dissimilarity of the partner, as a share of all its bits.
    """
    return _lost(view, view.conclusion.words)


def content_information_lost(view: View) -> Firing:
    """The premise lacks content of the conclusion's content words; share of their bits."""
    return _lost(view, view.conclusion.content)


def rare_information_lost(view: View) -> Firing:
    """The premise lacks the rarest words of the conclusion; share of its squared bits."""
    return _lost(view, view.conclusion.words, RARE)


def unrelated_information(view: View) -> Firing:
    """Content words of the conclusion without a reliable alignment are unrelated to content words of the premise.

    The sum of their bits, each times one minus the paraphrases shared with the most related word, as a share of the
    bits of all words.
    """
    bits, words = view.conclusion.bits, view.conclusion.words
    used = {view.partner[word] for word in words if _likeness(view, word)}
    left = [word for word in view.premise.content if word not in used]
    unreliable = [word for word in view.conclusion.content if not _likeness(view, word)]
    unrelated = {word: 1 - max((_relatedness(view, word, other) for other in left), default=0.0) for word in unreliable}
    value = sum(bits[word] * share for word, share in unrelated.items())
    return Firing(value / sum(bits[word] for word in words), tuple(unreliable)) if value else SILENT


def any_information_lost(view: View) -> Firing:
    """The premise lacks content of the conclusion; the first losses count most.

    The square root of the share of its bits that is lost.
    """
    return _root(information_lost(view))


def any_content_information_lost(view: View) -> Firing:
    """The premise lacks content of the conclusion's content words; the first losses count most.

    The square root of the share of their bits that is lost.
    """
    return _root(content_information_lost(view))


def any_rare_information_lost(view: View) -> Firing:
    """The premise lacks rare words of the conclusion; the first losses count most.

    The square root of the share of its squared bits that is lost.
    """
    return _root(rare_information_lost(view))


def names_information_lost(view: View) -> Firing:
    """The premise lacks names that carry much of the conclusion's information; share of its bits."""
    return _lost_of(view, {"PROPN"})


def nouns_information_lost(view: View) -> Firing:
    """The premise lacks nouns that carry much of the conclusion's information; share of its bits."""
    return _lost_of(view, {"NOUN"})


def verbs_information_lost(view: View) -> Firing:
    """The premise lacks verbs that carry much of the conclusion's information; share of its bits."""
    return _lost_of(view, {"VERB"})


def qualities_information_lost(view: View) -> Firing:
    """The premise lacks adjectives and adverbs that carry much of the conclusion's information; share of its bits."""
    return _lost_of(view, {"ADJ", "ADV"})


def numbers_information_lost(view: View) -> Firing:
    """The premise lacks numbers that carry much of the conclusion's information; share of its bits."""
    return _lost_of(view, {"NUM"})


def function_words_information_lost(view: View) -> Firing:
    """The premise lacks function words that carry information of the conclusion; share of its bits."""
    return _lost_of(view, {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"})


def arcs_information_lost(view: View) -> Firing:
    """Words that an arc joins in the conclusion are not joined in the premise, weighted by information.

    The bits of both ends of such arcs as a share of those of all arcs.
    """
    bits, partner, heads = view.conclusion.bits, view.partner, view.premise.heads
    arcs = [(low, high) for low, high in enumerate(view.conclusion.heads) if high != ROOT]
    ends = {(low, high): (partner[low], partner[high]) for low, high in arcs}
    lost = tuple(
        arc
        for arc, (low_partner, high_partner) in ends.items()
        if low_partner is None or high_partner is None or heads[low_partner] != high_partner
    )
    value = sum(bits[low] + bits[high] for low, high in lost)
    return Firing(value / sum(bits[low] + bits[high] for low, high in arcs), conclusion_arcs=lost) if value else SILENT


def any_arcs_information_lost(view: View) -> Firing:
    """Words that an arc joins in the conclusion are not joined in the premise; the first losses count most.

    The square root of the share of the bits at both ends of such arcs.
    """
    return _root(arcs_information_lost(view))


def _lost(view: View, words: Sequence[int], power: float = 1.0) -> Firing:
    """Return the loss of these words of the conclusion as a share of all their information."""
    return _lost_among(view, words, words, power)


def _lost_of(view: View, kinds: Collection[str]) -> Firing:
    """Return the loss of words with some parts of speech as a share of all the conclusion's information."""
    words = view.conclusion.words
    return _lost_among(view, [word for word in words if view.conclusion.upos[word] in kinds], words)


def _lost_among(view: View, words: Sequence[int], everything: Sequence[int], power: float = 1.0) -> Firing:
    weights = {word: view.conclusion.bits[word] ** power for word in everything}
    lost = {word: weights[word] * (1 - likeness) for word in words if (likeness := _likeness(view, word)) < 1}
    value = sum(lost.values())
    lost_words = tuple(lost)
    return Firing(value / sum(weights.values()), lost_words, partners(view, lost_words)) if value else SILENT


def _root(lost: Firing) -> Firing:
    return replace(lost, value=sqrt(lost.value))


def _likeness(view: View, word: int) -> float:
    """Return how much of a word's information its partner preserves, in [0, 1].

    It is 0 for unaligned words, antonyms and links by context alone; similar spelling counts less than the same
    meaning.
    """
    link = view.links[word]
    if link is None or link.reason.relation in UNSURE:
        return 0.0
    worth = SPELLED_ALIKE if link.reason.relation == "spelling" else 1.0
    return min(1.0, worth * link.reason.strength)


def _relatedness(view: View, word: int, other: int) -> float:
    conclusion, premise = view.conclusion, view.premise
    forms = shared_paraphrases(conclusion.tokens[word].text.casefold(), premise.tokens[other].text.casefold())
    return max(forms, shared_paraphrases(conclusion.lemmas[word], premise.lemmas[other]))


FEATURES: tuple[Feature, ...] = (
    *features("alignment", information_lost, content_information_lost, rare_information_lost),
    *features(
        "insertions and deletions",
        unrelated_information,
        any_information_lost,
        any_content_information_lost,
        any_rare_information_lost,
        names_information_lost,
        nouns_information_lost,
        verbs_information_lost,
        qualities_information_lost,
        numbers_information_lost,
        function_words_information_lost,
    ),
    *features("structural alignment", arcs_information_lost, any_arcs_information_lost),
)
