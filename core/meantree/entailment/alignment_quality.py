"""Alignment quality: how many words of the conclusion are aligned, how well, and in what order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import pairwise

from meantree.entailment.feature import SILENT, Feature, Firing, features, linked_share, partners, unlinked_share
from meantree.entailment.reading import View


def words_unlinked(view: View) -> Firing:
    """Words of the conclusion are unaligned; share of its words."""
    return unlinked_share(view, view.conclusion.words)


def content_words_unlinked(view: View) -> Firing:
    """Content words of the conclusion are unaligned; share of its content words."""
    return unlinked_share(view, view.conclusion.content)


def links_weak(view: View) -> Firing:
    """Content words of the conclusion have weak alignments; mean dissimilarity over its content words."""
    links = {word: link for word in view.conclusion.content if (link := view.links[word]) is not None}
    dissimilarity = {word: 1 - link.reason.strength for word, link in links.items() if link.reason.strength < 1}
    if not dissimilarity:
        return SILENT
    value = sum(dissimilarity.values()) / len(view.conclusion.content)
    return Firing(value, tuple(dissimilarity), partners(view, tuple(dissimilarity)))


def words_changed(view: View) -> Firing:
    """Words of the conclusion are not aligned with identical words; share of its words."""
    return _share(view, [word for word in view.conclusion.words if not _identical(view, word)])


def links_unconfirmed(view: View) -> Firing:
    """The two directions of the alignment disagree about words of the conclusion; share of its words."""
    return _share(view, [word for word in view.conclusion.words if not _confirmed(view, word)])


def neighbours_parted(view: View) -> Firing:
    """Adjacent words of the conclusion are not adjacent in the premise; share of its pairs of adjacent words."""
    pairs = list(pairwise(view.conclusion.words))
    parted = [pair for pair in pairs if not _are_adjacent(view, *pair)]
    return _share_of_word_pairs(view, parted, len(pairs))


def outside_longest_run(view: View) -> Firing:
    """Words are outside the longest stretch that the premise shares with the conclusion; share of its words."""
    best: list[int] = []
    run: list[int] = []
    for word in view.conclusion.words:
        follows = bool(run) and _are_adjacent(view, run[-1], word)
        run = [*run, word] if follows else [word] * (view.partner[word] is not None)
        best = max(best, run, key=len)
    return _others(view, best)


def words_out_of_order(view: View) -> Firing:
    """Words are outside the longest sequence that is in order in the premise; share of the conclusion's words."""
    words = [word for word in view.conclusion.words if view.partner[word] is not None]
    return _others(view, [words[place] for place in _longest_rising([view.partner[word] or 0 for word in words])])


def neighbours_crossed(view: View) -> Firing:
    """Adjacent aligned words of the conclusion are in reverse order in the premise; share of such pairs."""
    linked = [(word, other) for word in view.conclusion.words if (other := view.partner[word]) is not None]
    pairs = list(pairwise(linked))
    crossed = [(left[0], right[0]) for left, right in pairs if left[1] > right[1]]
    return _share_of_word_pairs(view, crossed, len(pairs))


def _share_of_word_pairs(view: View, pairs: Sequence[tuple[int, int]], among: int) -> Firing:
    words = tuple(sorted({word for pair in pairs for word in pair}))
    return Firing(len(pairs) / among, words, partners(view, words)) if pairs else SILENT


def _share(view: View, words: Sequence[int]) -> Firing:
    return linked_share(view, words, len(view.conclusion.words))


def _others(view: View, kept: Collection[int]) -> Firing:
    return _share(view, [word for word in view.conclusion.words if word not in kept])


def _confirmed(view: View, word: int) -> bool:
    other = view.partner[word]
    return other is not None and view.backward[other] == word


def _identical(view: View, word: int) -> bool:
    other = view.partner[word]
    return other is not None and (
        view.conclusion.tokens[word].text.casefold() == view.premise.tokens[other].text.casefold()
    )


def _are_adjacent(view: View, left: int, right: int) -> bool:
    """Return whether the partners of two words are as far apart as the words, in the same order."""
    first, second = view.partner[left], view.partner[right]
    return first is not None and second is not None and second - first == right - left


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


FEATURES: tuple[Feature, ...] = features(
    "alignment",
    words_unlinked,
    content_words_unlinked,
    links_weak,
    words_changed,
    links_unconfirmed,
    neighbours_parted,
    outside_longest_run,
    words_out_of_order,
    neighbours_crossed,
)
