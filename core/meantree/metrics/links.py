"""Which words of the two texts a metric of plain texts put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from meantree.metrics.evidence import Place, Status, Unit


@dataclass(frozen=True, slots=True)
class WordLink:
    """A token of the hypothesis, one of the reference, and the unit that links them.

    ``status`` is matched where the unit matched, partial where one word stands for another (a substitution).
    """

    hypothesis: int
    reference: int
    status: Status
    label: str


def word_links(units: Iterable[Unit], reference: int) -> tuple[WordLink, ...]:
    """Links between the hypothesis and reference number ``reference``, each token in one at most.

    Units of more tokens come first, so that a long common n-gram decides where its words belong.
    """
    found: list[WordLink] = []
    taken: tuple[set[int], set[int]] = set(), set()
    for unit in sorted(units, key=_size, reverse=True):
        for one, two in _pairs(unit, reference):
            for pair in zip(one.tokens, two.tokens, strict=False):
                if pair[0] not in taken[0] and pair[1] not in taken[1]:
                    taken[0].add(pair[0])
                    taken[1].add(pair[1])
                    status = Status.MATCHED if unit.matched > 0 else Status.PARTIAL
                    found.append(WordLink(*pair, status, unit.label))
    return tuple(sorted(found, key=lambda link: (link.hypothesis, link.reference)))


def _size(unit: Unit) -> int:
    return max((len(place.tokens) for place in unit.hypothesis_places), default=0)


def _pairs(unit: Unit, reference: int) -> Iterator[tuple[Place, Place]]:
    """The places on both sides, the first with the first and so on, as many as are matched or replaced."""
    if reference < len(unit.reference_places):
        yield from zip(unit.hypothesis_places, unit.reference_places[reference], strict=False)
