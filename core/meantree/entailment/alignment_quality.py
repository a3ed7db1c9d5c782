"""Alignment quality: how much of the conclusion is aligned, how well, and in what order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from meantree.entailment.feature import SILENT, Features, Firing, likeness, partners
from meantree.entailment.reading import View

DAMPING = 0.7
"""The exponent of shares: the first losses count more than the following ones."""

FEATURES = Features("alignment")


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
    words = [word for word in view.conclusion.content if view.links[word] is not None]
    unlike = {word: 1 - alike for word in words if (alike := likeness(view, word)) < 1}
    if not unlike:
        return SILENT
    return Firing(sum(unlike.values()) / len(view.conclusion.content), tuple(unlike), partners(view, tuple(unlike)))


@FEATURES("word order changed")
def words_out_of_order(view: View) -> Firing:
    """Words are outside the longest sequence that is in order in the premise; share of the aligned words."""
    words = [word for word in view.conclusion.words if view.partner[word] is not None]
    kept = {words[place] for place in _longest_rising([view.partner[word] or 0 for word in words])}
    moved = [word for word in words if word not in kept]
    return Firing(len(moved) / len(words), tuple(moved), partners(view, moved)) if moved else SILENT


def _lost(view: View, words: Sequence[int]) -> Firing:
    bits = view.conclusion.bits
    lost = {word: bits[word] * (1 - alike) for word in words if (alike := likeness(view, word)) < 1}
    value = sum(lost.values())
    if not value:
        return SILENT
    return Firing((value / sum(bits[word] for word in words)) ** DAMPING, tuple(lost), partners(view, tuple(lost)))


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
