"""How much of what the conclusion tells stands in the premise: words weighed by the bits that they tell."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import sqrt

from meantree.analysis.tree import ROOT
from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.shares import partners
from meantree.entailment.view import View
from meantree.lexicon.ppdb import relatedness

RARE = 2.0
"""The power of its bits by which a word weighs where rare words matter more than others."""
UNSURE = frozenset({"antonym", "context"})
"""Relations of links between words of which no resource says that they mean the same."""
SPELLED_ALIKE = 0.75
"""What a link by spelling is worth beside one by meaning."""
RELATED = 0.05
"""Words that share fewer of their paraphrases have nothing to do with each other."""


def information_kept(view: View) -> Firing:
    """What the words of the conclusion tell stands in the premise.

    The bits of its words, each times how like its partner it is, as a share of all its bits.
    """
    return _kept(view, view.conclusion.words)


def content_information_kept(view: View) -> Firing:
    """What the content words of the conclusion tell stands in the premise; as a share of their bits."""
    return _kept(view, view.conclusion.content)


def rare_information_kept(view: View) -> Firing:
    """The rarest words of the conclusion stand in the premise; as a share of the squares of their bits."""
    return _kept(view, view.conclusion.words, RARE)


def related_information(view: View) -> Firing:
    """Words of the conclusion without a sure partner have something to do with such words of the premise.

    The bits of such content words, each times the share of paraphrases that it has in common with the most related
    one, as a share of the bits of all words.
    """
    bits, words = view.conclusion.bits, view.conclusion.words
    taken = {view.partner[word] for word in words if _likeness(view, word)}
    left = [word for word in view.premise.content if word not in taken]
    best = {
        word: max(((_relatedness(view, word, other), other) for other in left), default=(0.0, -1))
        for word in view.conclusion.content
        if not _likeness(view, word)
    }
    found = tuple(word for word, (value, _) in best.items() if value >= RELATED)
    if not found:
        return SILENT
    value = sum(bits[word] * best[word][0] for word in found) / sum(bits[word] for word in words)
    return Firing(value, found, tuple(sorted({best[word][1] for word in found})))


def any_information_lost(view: View) -> Firing:
    """The premise lacks something that the conclusion tells, and the first losses count most.

    The square root of the share of its bits that is lost.
    """
    return _root_of_lost(view, view.conclusion.words)


def any_content_information_lost(view: View) -> Firing:
    """The premise lacks something that content words of the conclusion tell, and the first losses count most.

    The square root of the share of their bits that is lost.
    """
    return _root_of_lost(view, view.conclusion.content)


def any_rare_information_lost(view: View) -> Firing:
    """The premise lacks rare words of the conclusion, and the first losses count most.

    The square root of the share of the squares of its bits that is lost.
    """
    return _root_of_lost(view, view.conclusion.words, RARE)


def names_information_lost(view: View) -> Firing:
    """Names of the conclusion that the premise lacks tell much of what it says; a share of its bits."""
    return _lost(view, {"PROPN"})


def nouns_information_lost(view: View) -> Firing:
    """Nouns of the conclusion that the premise lacks tell much of what it says; a share of its bits."""
    return _lost(view, {"NOUN"})


def verbs_information_lost(view: View) -> Firing:
    """Verbs of the conclusion that the premise lacks tell much of what it says; a share of its bits."""
    return _lost(view, {"VERB"})


def qualities_information_lost(view: View) -> Firing:
    """Qualities that the premise lacks, adjectives and adverbs, tell much of the conclusion; a share of its bits."""
    return _lost(view, {"ADJ", "ADV"})


def numbers_information_lost(view: View) -> Firing:
    """Numbers of the conclusion that the premise lacks tell much of what it says; a share of its bits."""
    return _lost(view, {"NUM"})


def function_words_information_lost(view: View) -> Firing:
    """Function words of the conclusion that the premise lacks tell much of what it says; a share of its bits."""
    return _lost(view, {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"})


def arcs_information_kept(view: View) -> Firing:
    """Words that hang together in the conclusion do so in the premise.

    The bits of both ends of such arcs as a share of those of all arcs.
    """
    return _arcs(view)[0]


def any_arcs_information_lost(view: View) -> Firing:
    """Words that hang together in the conclusion do not in the premise, and the first losses count most.

    The square root of the share of the bits at both ends of such arcs.
    """
    lost = _arcs(view)[1]
    return replace(lost, value=sqrt(lost.value))


def _arcs(view: View) -> tuple[Firing, Firing]:
    """The arcs of the conclusion that the premise has, with their share of the bits, and those that it has not."""
    bits, total = view.conclusion.bits, 0.0
    kept, theirs, lost = [], [], []
    for low, high in enumerate(view.conclusion.heads):
        if high == ROOT:
            continue
        total += bits[low] + bits[high]
        one, two = view.partner[low], view.partner[high]
        if one is not None and two is not None and view.premise.heads[one] == two:
            kept.append((low, high))
            theirs.append((one, two))
        else:
            lost.append((low, high))
    share = sum(bits[low] + bits[high] for low, high in kept) / total if kept else 0.0
    once = tuple(dict.fromkeys(theirs))  # several words may share a partner
    whole = Firing(share, conclusion_arcs=tuple(kept), premise_arcs=once) if share else SILENT
    return whole, Firing(1 - share, conclusion_arcs=tuple(lost)) if lost and share < 1 else SILENT


def _kept(view: View, words: Sequence[int], power: float = 1.0) -> Firing:
    weights = {word: view.conclusion.bits[word] ** power for word in words}
    found = [word for word in words if view.partner[word] is not None]
    value = sum(weights[word] * _likeness(view, word) for word in found)
    share = value / sum(weights.values()) if value else 0.0  # may be too little to be told from nothing
    return Firing(share, tuple(found), partners(view, found)) if share else SILENT


def _root_of_lost(view: View, words: Sequence[int], power: float = 1.0) -> Firing:
    lost = tuple(word for word in words if _likeness(view, word) < 1)
    share = max(0.0, 1 - _kept(view, words, power).value)
    return Firing(sqrt(share), lost, partners(view, lost)) if lost and share else SILENT


def _lost(view: View, kinds: Collection[str]) -> Firing:
    bits = view.conclusion.bits
    lost = {word: bits[word] * (1 - _likeness(view, word)) for word in view.conclusion.words}
    found = tuple(word for word, value in lost.items() if value and view.conclusion.upos[word] in kinds)
    if not found:
        return SILENT
    return Firing(sum(lost[word] for word in found) / sum(bits[word] for word in lost), found, partners(view, found))


def _likeness(view: View, word: int) -> float:
    """How much of what a word of the conclusion tells its partner tells, in [0, 1].

    Nothing without a partner, with an opposite, or where nothing but the words around speaks for the link; a word that
    is merely written alike tells less than one that means the same.
    """
    link = view.links[word]
    if link is None or link.reason.relation in UNSURE:
        return 0.0
    worth = SPELLED_ALIKE if link.reason.relation == "spelling" else 1.0
    return min(1.0, worth * link.reason.strength)


def _relatedness(view: View, word: int, other: int) -> float:
    mine, theirs = view.conclusion, view.premise
    forms = relatedness(mine.tokens[word].text.casefold(), theirs.tokens[other].text.casefold())
    return max(forms, relatedness(mine.lemmas[word], theirs.lemmas[other]))


FEATURES: tuple[Feature, ...] = (
    *features("alignment", information_kept, content_information_kept, rare_information_kept),
    *features("semantic compatibility", related_information),
    *features(
        "insertions and deletions",
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
    *features("structural alignment", arcs_information_kept, any_arcs_information_lost),
)
