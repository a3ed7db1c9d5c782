"""How well the words of the conclusion are aligned: how many, how closely, in what order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from itertools import pairwise

from meantree.entailment.feature import SILENT, Feature, Firing, features, linked_share, partners, unlinked_share
from meantree.entailment.reading import View


def words_unlinked(view: View) -> Firing:
    """Words of the conclusion have no partner in the premise; the share of its words."""
    return unlinked_share(view, view.conclusion.words)


def content_words_unlinked(view: View) -> Firing:
    """Content words of the conclusion have no partner in the premise; the share of its content words."""
    return unlinked_share(view, view.conclusion.content)


def links_weak(view: View) -> Firing:
    """Content words of the conclusion are unlike their partners; how unlike, on average over its content words."""
    links = {word: link for word in view.conclusion.content if (link := view.links[word]) is not None}
    unlike = {word: 1 - link.reason.strength for word, link in links.items() if link.reason.strength < 1}
    if not unlike:
        return SILENT
    value = sum(unlike.values()) / len(view.conclusion.content)
    return Firing(value, tuple(unlike), partners(view, tuple(unlike)))


def words_changed(view: View) -> Firing:
    """Words of the conclusion are not linked with the very same words; the share of its words."""
    return _share(view, [word for word in view.conclusion.words if not _identical(view, word)])


def links_unconfirmed(view: View) -> Firing:
    """The two directions do not agree on a partner of the conclusion's words; the share of its words."""
    return _share(view, [word for word in view.conclusion.words if not _confirmed(view, word)])


def neighbours_parted(view: View) -> Firing:
    """Neighbouring words of the conclusion are not neighbours in the premise; the share of its neighbours."""
    pairs = list(pairwise(view.conclusion.words))
    parted = [pair for pair in pairs if not _next(view, *pair)]
    found = tuple(sorted({word for pair in parted for word in pair}))
    return Firing(len(parted) / len(pairs), found, partners(view, found)) if parted else SILENT


def outside_longest_run(view: View) -> Firing:
    """Words stand outside the longest stretch of the conclusion that the premise has as it is; the share of words."""
    best: list[int] = []
    run: list[int] = []
    for word in view.conclusion.words:
        follows = bool(run) and _next(view, run[-1], word)
        run = [*run, word] if follows else [word] * (view.partner[word] is not None)
        best = max(best, run, key=len)
    return _others(view, best)


def words_out_of_order(view: View) -> Firing:
    """Words stand outside the longest series of the conclusion that the premise has in this order; of its words."""
    words = [word for word in view.conclusion.words if view.partner[word] is not None]
    return _others(view, [words[place] for place in _longest_rising([view.partner[word] or 0 for word in words])])


def neighbours_crossed(view: View) -> Firing:
    """Neighbouring linked words of the conclusion have partners in the opposite order; the share of such neighbours."""
    linked = [(word, other) for word in view.conclusion.words if (other := view.partner[word]) is not None]
    pairs = list(pairwise(linked))
    crossed = [(one[0], two[0]) for one, two in pairs if one[1] > two[1]]
    found = tuple(sorted({word for pair in crossed for word in pair}))
    return Firing(len(crossed) / len(pairs), found, partners(view, found)) if crossed else SILENT


def _share(view: View, found: Sequence[int]) -> Firing:
    return linked_share(view, found, len(view.conclusion.words))


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
