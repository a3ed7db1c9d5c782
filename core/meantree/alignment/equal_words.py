"""Words of one text that stand in another one: an earlier translation of the same sentence."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from meantree.grouping import grouped


def equal_words(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return for words of one text the same words of another, 0-based.

    Of words that stand several times, those are the same that have more equal words next to them than any others. If
    that does not tell them apart, none is the same.
    """
    one, other = ([word.casefold() for word in text] for text in (old, new))
    places = grouped((form, place) for place, form in enumerate(other))
    runs: dict[tuple[int, int], int] = {}
    for pair in ((here, there) for here, form in enumerate(one) for there in places.get(form, ())):
        if pair not in runs:
            following = zip(range(pair[0], len(one)), range(pair[1], len(other)), strict=False)
            run = [*takewhile(lambda ends: one[ends[0]] == other[ends[1]], following)]
            runs |= dict.fromkeys(run, len(run))
    ends = grouped(((side, pair[side]), size) for pair, size in runs.items() for side in (0, 1))
    longest = {end: max(sizes) for end, sizes in ends.items() if sizes.count(max(sizes)) == 1}
    pairs = (pair for pair, size in runs.items() if longest.get((0, pair[0])) == longest.get((1, pair[1])) == size)
    return dict(pairs)
