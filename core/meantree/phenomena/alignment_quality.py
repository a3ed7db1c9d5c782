"""Alignment quality: how much of the conclusion is aligned, how well, and in what order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from meantree.phenomena.feature import SILENT, Features, Firing, linked_share, replaced
from meantree.phenomena.reading import View

DAMPING = 0.7
"""The exponent of shares: the first losses count more than the following ones."""

OPEN: Final = {"NOUN": "NOUN", "PROPN": "NOUN", "VERB": "VERB", "ADJ": "ADJ", "ADV": "ADV"}
"""The parts of speech that are compared."""
FEATURES: Final = Features("alignment")


@FEATURES("content added or reworded", "content missing or reworded")
def content_lost(view: View) -> Firing:
    """Content words of the conclusion have no counterpart in the premise that is known to mean the same.

    The share of their bits that is lost; the first losses count most.
    """
    return _lost(view, view.conclusion.content)


@FEATURES("function words added", "function words missing")
def function_words_lost(view: View) -> Firing:
    """Function words of the conclusion have no counterpart in the premise.

    The share of their bits that is lost; the first losses count most.
    """
    content = frozenset(view.conclusion.content)
    return _lost(view, [word for word in view.conclusion.words if word not in content])


@FEATURES("replaced by other words")
def links_weak(view: View) -> Firing:
    """Content words are aligned with words not known to mean the same; mean dissimilarity over all content words."""
    return replaced(view, view.conclusion.content)


@FEATURES("several words for one", "one word for several")
def words_merged(view: View) -> Firing:
    """A word of the premise stands for several content words of the conclusion; share of its content words."""
    content, back = view.conclusion.content, view.backward
    linked = [(word, other) for word in content if (other := view.partner[word]) is not None]
    merged = [(word, own) for word, other in linked if (own := back[other]) is not None and own != word]
    words = sorted({word for pair in merged for word in pair})
    return linked_share(view, words, len(content), len(merged))


@FEATURES("part of speech changed")
def parts_of_speech_changed(view: View) -> Firing:
    """Words of the same root are other parts of speech; share of the nouns, verbs, adjectives and adverbs."""
    among = [word for word in view.conclusion.words if view.conclusion.upos[word] in OPEN]
    changed = [word for word in among if view.is_kept(word) and _is_other_part_of_speech(view, word)]
    return linked_share(view, changed, len(among))


@FEATURES("word order changed")
def words_out_of_order(view: View) -> Firing:
    """Words are outside the longest sequence that is in order in the premise; share of the aligned words."""
    words = [word for word in view.conclusion.words if view.partner[word] is not None]
    kept = {words[place] for place in _longest_rising([view.partner[word] or 0 for word in words])}
    return linked_share(view, [word for word in words if word not in kept], len(words))


def _is_other_part_of_speech(view: View, word: int) -> bool:
    link, other = view.links[word], view.partner[word]
    if link is None or other is None or link.reason.relation not in ("derivation", "stem"):
        return False
    own = OPEN[view.conclusion.upos[word]]
    return OPEN.get(view.premise.upos[other], own) != own


def _lost(view: View, words: Sequence[int]) -> Firing:
    bits = view.conclusion.bits
    lost = {word: bits[word] * (1 - alike) for word in words if (alike := view.likeness(word)) < 1}
    value = sum(lost.values())
    if not value:
        return SILENT
    return Firing((value / sum(bits[word] for word in words)) ** DAMPING, tuple(lost), view.partners(tuple(lost)))


def _longest_rising(values: Sequence[int]) -> list[int]:
    """Return the indices of a longest strictly rising subsequence."""
    ends: list[int] = []  # the lowest last value of a subsequence of each length, with its index below
    places: list[int] = []
    before: list[int | None] = []
    for place, value in enumerate(values):
        length = bisect_left(ends, value)
        ends[length : length + 1] = [value]
        places[length : length + 1] = [place]
        before.append(places[length - 1] if length else None)
    series: list[int] = []
    last = places[-1] if places else None
    while last is not None:
        series.append(last)
        last = before[last]
    return series[::-1]
