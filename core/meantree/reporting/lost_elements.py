"""What translations lose most: relations, roles, constituents or parts of speech, summed over many pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.pair import Pair
from meantree.reporting.score_line import MINOR, relation_name

FEWEST: Final = 5
"""Elements of a kind in the references, below which nothing is said about the kind."""
PARTS_OF_SPEECH: Final = {
    "NOUN": "noun", "PROPN": "name", "VERB": "verb", "ADJ": "adjective", "ADV": "adverb", "NUM": "number",
    "PRON": "pronoun", "ADP": "preposition", "DET": "determiner", "AUX": "auxiliary", "PART": "particle",
    "CCONJ": "conjunction", "SCONJ": "conjunction", "PUNCT": "punctuation", "INTJ": "interjection", "SYM": "symbol",
    "X": "other word",
}  # fmt: skip
SMALL_WORDS: Final = frozenset(
    {"preposition", "determiner", "auxiliary", "particle", "conjunction", "punctuation", "symbol", "other word"}
)


@dataclass(slots=True)
class Lost:
    """How often elements of one kind occur in references, and how much of this is lost."""

    total: float = 0.0
    lost: float = 0.0

    @property
    def share(self) -> float:
        """The lost share, in [0, 1]."""
        return self.lost / self.total if self.total else 0.0


@dataclass(slots=True)
class LostElements:
    """Lost elements by system and kind.

    Attributes:
        by_system: for each system the counts by the kind's name.
        translations: number of counted translations.
    """

    by_system: dict[str, dict[str, Lost]] = field(default_factory=dict)
    translations: int = 0

    def add(self, system: str, pair: Pair, evidence: Evidence) -> None:
        """Count one pair, by the units of its evidence that stand for one element each."""
        kinds = self.by_system.setdefault(system, {})
        self.translations += 1
        for kind, count, matched in _elements(evidence, pair):
            lost = kinds.setdefault(kind, Lost())
            lost.total += count
            lost.lost += count - matched

    def all_systems(self) -> dict[str, Lost]:
        """Return the counts of all systems together."""
        sums: dict[str, Lost] = {}
        for kinds in self.by_system.values():
            for kind, lost in kinds.items():
                total = sums.setdefault(kind, Lost())
                total.total += lost.total
                total.lost += lost.lost
        return sums

    def worst(self) -> list[tuple[str, Lost]]:
        """Return the kinds of which most is lost, by number; small words, labels and rare kinds are left out."""
        kinds = [
            (kind, lost)
            for kind, lost in self.all_systems().items()
            if lost.total >= FEWEST and lost.lost > 0 and kind not in MINOR and kind not in SMALL_WORDS
        ]
        return sorted(kinds, key=lambda item: (-item[1].lost, item[0]))

    def apart(self, first: str, second: str) -> list[tuple[str, Lost, Lost]]:
        """Return the kinds of which two systems lose the most different numbers."""
        kinds = self.by_system.get(first, {}), self.by_system.get(second, {})
        both = [
            (kind, lost, kinds[1][kind])
            for kind, lost in kinds[0].items()
            if kind in kinds[1] and lost.total >= FEWEST and kind not in MINOR and kind not in SMALL_WORDS
        ]
        return sorted(both, key=lambda item: (-abs(item[1].lost - item[2].lost), item[0]))


def _elements(evidence: Evidence, pair: Pair) -> Iterator[tuple[str, float, float]]:
    """Yield the kind of each element of the compared reference, its count, and how much of it matched."""
    place = evidence.reference or 0
    if place >= len(pair.references):
        return
    namer = _Namer(pair.references[place])
    single = [unit for unit in evidence.units if unit.single and unit.reference > 0]
    has_arcs = any(spot.arcs for unit in single for spot in _places(unit, place))
    for unit in single:
        spots = _places(unit, place)
        total = sum(spot.count for spot in spots)
        if not total:
            continue
        for spot in spots:
            count = spot.count * min(1.0, unit.reference / total)
            if spot.parts:
                yield unit.kind.partition(",")[0], 1.0, min(1.0, unit.matched / unit.reference)  # each counts alike
            elif bool(spot.arcs) == has_arcs and (kind := namer.kind(spot)):
                yield kind, count, count * min(1.0, unit.matched / unit.reference)


def _places(unit: Unit, reference: int) -> Sequence[Place]:
    return unit.reference_places[reference] if reference < len(unit.reference_places) else ()


class _Namer:
    """Names the elements of a reference."""

    def __init__(self, text: Analysis) -> None:
        self._text = text
        self._tree = text.tree() if text.layers.covers(Layers(1)) else None

    def kind(self, place: Place) -> str:
        if place.arcs:
            dependent, head = place.arcs[0]
            if self._tree is None or self._tree.heads[dependent] != head:
                return ""
            return relation_name(self._tree.labels[dependent])
        if place.nodes:
            tree = self._text.constituency()
            return "" if tree is None else tree.labels[place.nodes[0]]
        return PARTS_OF_SPEECH.get(self._text.tokens[place.tokens[0]].upos, "") if place.tokens else ""
