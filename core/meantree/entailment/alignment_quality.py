"""How well the words of the conclusion are aligned: how many, how closely, in what order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from meantree.entailment.feature import SILENT, Feature, Firing, features
from meantree.entailment.shares import linked_part, mean, part, partners
from meantree.entailment.view import View


def alignment_score(view: View) -> Firing:
    """The alignment as a whole is good: its score per word of the conclusion.

    Not bounded; fires on no word in particular.
    """
    return Firing(view.score / len(view.conclusion)) if len(view.conclusion) else SILENT


def words_linked(view: View) -> Firing:
    """Words of the conclusion have partners in the premise; the share of its words."""
    return _linked_among(view, view.conclusion.words)


def content_words_linked(view: View) -> Firing:
    """Content words of the conclusion have partners in the premise; the share of its content words."""
    return _linked_among(view, view.conclusion.content)


def content_strength(view: View) -> Firing:
    """Content words of the conclusion are like their partners; their mean likeness, 0 for those without one."""
    words = view.conclusion.content
    linked = [(word, link) for word in words if (link := view.links[word]) is not None]
    value = mean([min(1.0, link.reason.strength) for _, link in linked]) * len(linked) / max(len(words), 1)
    found = [word for word, _ in linked]
    return Firing(value, tuple(found), partners(view, found)) if value else SILENT


def links_weak(view: View) -> Firing:
    """Content words of the conclusion are unlike their partners; how unlike, on average over its content words."""
    links = {word: link for word in view.conclusion.content if (link := view.links[word]) is not None}
    unlike = {word: 1 - link.reason.strength for word, link in links.items() if link.reason.strength < 1}
    if not unlike:
        return SILENT
    value = sum(unlike.values()) / len(view.conclusion.content)
    return Firing(value, tuple(unlike), partners(view, tuple(unlike)))


def identical_words(view: View) -> Firing:
    """Words of the conclusion are linked with the very same words; the share of its words."""
    found = [word for word in view.conclusion.words if _identical(view, word)]
    return linked_part(view, found, len(view.conclusion.words))


def confirmed_links(view: View) -> Firing:
    """Both directions agree on the partners of the conclusion's words; the share of its words."""
    found = [
        word
        for word in view.conclusion.words
        if (other := view.partner[word]) is not None and view.backward[other] == word
    ]
    return linked_part(view, found, len(view.conclusion.words))


def neighbours_kept(view: View) -> Firing:
    """Neighbouring words of the conclusion are neighbours in the premise, too; the share of its neighbours."""
    pairs = list(pairwise(view.conclusion.words))
    found = {word for pair in pairs if _next(view, *pair) for word in pair}
    kept = sum(_next(view, *pair) for pair in pairs)
    return Firing(kept / len(pairs), tuple(sorted(found)), partners(view, sorted(found))) if kept else SILENT


def longest_run(view: View) -> Firing:
    """A long stretch of the conclusion stands in the premise as it is; its share of the conclusion's words."""
    best: list[int] = []
    run: list[int] = []
    for word in view.conclusion.words:
        follows = bool(run) and _next(view, run[-1], word)
        run = [*run, word] if follows else [word] * (view.partner[word] is not None)
        best = max(best, run, key=len)
    return linked_part(view, best, len(view.conclusion.words))


def words_in_order(view: View) -> Firing:
    """Linked words of the conclusion come in the premise's order; the longest such series as a share of its words."""
    words = [word for word in view.conclusion.words if view.partner[word] is not None]
    kept = [words[place] for place in _longest_rising([view.partner[word] or 0 for word in words])]
    return linked_part(view, kept, len(view.conclusion.words))


def neighbours_crossed(view: View) -> Firing:
    """Neighbouring linked words of the conclusion have partners in the opposite order; the share of such neighbours."""
    linked = [(word, other) for word in view.conclusion.words if (other := view.partner[word]) is not None]
    pairs = list(pairwise(linked))
    crossed = [(one[0], two[0]) for one, two in pairs if one[1] > two[1]]
    found = tuple(sorted({word for pair in crossed for word in pair}))
    return Firing(len(crossed) / len(pairs), found, partners(view, found)) if crossed else SILENT


def _linked_among(view: View, words: Sequence[int]) -> Firing:
    found = [word for word in words if view.partner[word] is not None]
    return part(found, len(words), partners(view, found))


def _identical(view: View, word: int) -> bool:
    other = view.partner[word]
    return other is not None and (
        view.conclusion.tokens[word].text.casefold() == view.premise.tokens[other].text.casefold()
    )


def _next(view: View, one: int, two: int) -> bool:
    first, second = view.partner[one], view.partner[two]
    return first is not None and second is not None and second - first == two - one


def _longest_rising(values: Sequence[int]) -> list[int]:
    """The places of a longest strictly rising series."""
    ends: list[int] = []  # the lowest value that ends a series of each length, and where it stands
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
    alignment_score,
    words_linked,
    content_words_linked,
    content_strength,
    links_weak,
    identical_words,
    confirmed_links,
    neighbours_kept,
    longest_run,
    words_in_order,
    neighbours_crossed,
)
