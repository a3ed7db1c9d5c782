"""Which words of the two texts a metric of plain texts put together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from meantree.metrics.evidence import Place, Status, Unit


@dataclass(frozen=True, slots=True)
class WordLink:
    """A token of the hypothesis, one of the reference, and the unit that links them.

    ``status`` is matched where the unit matched, partial where one word stands for another (a substitution),
    None where nothing was counted.
    """

    hypothesis: int
    reference: int
    status: Status | None
    label: str


def word_links(units: Iterable[Unit], reference: int) -> tuple[WordLink, ...]:
    """Links between the hypothesis and reference number ``reference``, each token in one at most.

    Units of more tokens come first, so that a long common n-gram decides where its words belong.
    """
    found: list[WordLink] = []
    taken: tuple[set[int], set[int]] = set(), set()
    for unit in sorted(units, key=_size, reverse=True):
        theirs = unit.reference_places[reference] if reference < len(unit.reference_places) else ()
        sides = _free(unit.hypothesis_places, taken[0]), _free(theirs, taken[1])
        for one, two in zip(*sides, strict=False):
            status = Status.MATCHED if unit.matched > 0 else Status.PARTIAL
            found += [WordLink(*pair, status, unit.label) for pair in zip(one.tokens, two.tokens, strict=False)]
            taken[0].update(one.tokens)
            taken[1].update(two.tokens)
    return tuple(sorted(found, key=lambda link: (link.hypothesis, link.reference)))


def _free(places: Iterable[Place], taken: set[int]) -> list[Place]:
    """The places of which no token is linked yet."""
    return [place for place in places if not taken.intersection(place.tokens)]


def _size(unit: Unit) -> int:
    return max((len(place.tokens) for place in unit.hypothesis_places), default=0)
