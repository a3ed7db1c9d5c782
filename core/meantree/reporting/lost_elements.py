"""What translations lose and add: relations, roles, constituents or parts of speech, summed over many pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.frames import FrameAlignment, FrameLayer, LinkKind, phrase
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisBatch
from meantree.corpus.corpus import Segment
from meantree.errors import Problem
from meantree.evaluation.measured import Floats
from meantree.evaluation.paired_tests import compare_counts
from meantree.lexicon.frequencies import is_not_english
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import Metric, OverFrames
from meantree.metrics.pair import Pair
from meantree.numbers import Count
from meantree.reporting.score_line import MINOR, quote, relation_name
from meantree.scoring.pairs import analysed_pair

FEWEST: Final = 5
"""Elements of a kind in the references, below which nothing is said about the kind."""
MOSTLY: Final = 0.5
"""The part of an element that is not matched, above which it is an example."""
PARTS_OF_SPEECH: Final = {
    "NOUN": "noun", "PROPN": "name", "VERB": "verb", "ADJ": "adjective", "ADV": "adverb", "NUM": "number",
    "PRON": "pronoun", "ADP": "preposition", "DET": "determiner", "AUX": "auxiliary", "PART": "particle",
    "CCONJ": "conjunction", "SCONJ": "conjunction", "PUNCT": "punctuation", "INTJ": "interjection", "SYM": "symbol",
    "X": "other word",
}  # fmt: skip
PHRASES: Final = {
    **dict.fromkeys(("NP", "NX", "NML", "WHNP"), "noun phrase"), "VP": "verb phrase",
    **dict.fromkeys(("PP", "WHPP"), "prepositional phrase"), **dict.fromkeys(("ADJP", "WHADJP"), "adjective phrase"),
    **dict.fromkeys(("ADVP", "WHADVP"), "adverb phrase"), "QP": "quantity phrase", "FRAG": "fragment",
    **dict.fromkeys(("S", "SINV", "SQ"), "clause"), **dict.fromkeys(("SBAR", "SBARQ"), "subordinate clause"),
}  # fmt: skip
"""Names of the Penn Treebank's labels of phrases, for people."""
SMALL_WORDS: Final = frozenset(
    {"preposition", "determiner", "auxiliary", "particle", "conjunction", "punctuation", "symbol", "other word"}
)


@dataclass(slots=True)
class Lost:
    """What happened to elements of one kind.

    Attributes:
        total: how often it occurs in references.
        lost: how much of this translations lack, elements with another role among them.
        added: how much translations have that references lack.
        recast: how many fillers of references are linked with one of another role.
        example: an element that is lost, else one that is added, in words; empty if there is none.
        where: segment and system of the example.
        by_segment: what is lost by segment, of one system.
    """

    total: float = 0.0
    lost: float = 0.0
    added: float = 0.0
    recast: int = 0
    example: str = ""
    where: tuple[str, str] = "", ""
    by_segment: dict[str, float] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The lost share, in [0, 1]."""
        return self.lost / self.total if self.total else 0.0

    def join(self, other: Lost) -> None:
        """Add the counts of another system as they are printed: these add up, and no more is lost than there is.

        An example of what is lost comes before one of what is added.
        """
        if other.example and (not self.example or (not self.lost and other.lost)):
            self.example, self.where = other.example, other.where
        self.total += Count.of(other.total)
        self.lost += Count.of(other.lost)
        self.added += Count.of(other.added)
        self.recast += other.recast


@dataclass(slots=True)
class LostElements:
    """Lost and added elements by system and kind.

    Attributes:
        by_system: for each system the counts by the kind's name.
        translations: number of counted translations; those of several annotators count for each.
        foreign: number of translations left out, as they or a reference are not in the language of the pipeline.
        annotators: whose annotations were counted, if these are compared instead of automatic analyses.
        of_frames: whether predicates and fillers were counted.
    """

    by_system: dict[str, dict[str, Lost]] = field(default_factory=dict)
    translations: int = 0
    foreign: int = 0
    annotators: tuple[str, ...] = ()
    of_frames: bool = False

    def add_segment(
        self, segment: Segment, systems: Iterable[str], metric: Metric, source: AnalysisBatch, layers: Layers
    ) -> list[tuple[str, Evidence]]:
        """Count the translations of a segment that are analysed and can be scored; return the evidence by system."""
        found = []
        for system in systems:
            pair = analysed_pair(segment, system, source, layers, metric)
            if not isinstance(pair, Problem):
                evidence = metric.evidence(pair)
                self._add(segment.key, system, pair, evidence, metric)
                found.append((system, evidence))
        return found

    def in_english(self, segment: Segment, systems: Iterable[str]) -> list[str]:
        """Return the systems whose translation of a segment is English, as its references are; count the others."""
        own = [system for system in systems if system in segment.hypotheses]
        has_foreign = any(is_not_english([text.text]) for text in segment.references.values())
        kept = [one for one in own if not (has_foreign or is_not_english([segment.hypotheses[one].text]))]
        self.foreign += len(own) - len(kept)
        return kept

    def _add(self, segment: str, system: str, pair: Pair, evidence: Evidence, metric: Metric) -> None:
        """Count one pair, by the units of its evidence that stand for one element each."""
        kinds = self.by_system.setdefault(system, {})
        self.translations += 1
        place = evidence.reference or 0
        if place >= len(pair.references):
            return
        sides = _Text(pair.references[place], place), _Text(pair.hypothesis)
        linked = metric.frames(pair, place) if isinstance(metric, OverFrames) else None
        if linked is not None:
            self.of_frames = True
            sides[1].frames, sides[0].frames, alignment = linked
            for kind in _recast(sides[1].frames, sides[0].frames, alignment):
                kinds.setdefault(kind, Lost()).recast += 1
        for side in sides:
            for element in _elements(evidence, side):
                lost = kinds.setdefault(element.kind, Lost())
                self._count(lost, element, side, (segment, system))

    def _count(self, lost: Lost, element: _Element, side: _Text, where: tuple[str, str]) -> None:
        unmatched = element.count - element.matched
        had = lost.lost
        if side.reference is not None:
            lost.total += element.count
            lost.lost += unmatched
            lost.by_segment[where[0]] = lost.by_segment.get(where[0], 0.0) + unmatched
        else:
            lost.added += unmatched
        is_first = not lost.example or (side.reference is not None and not had)
        if is_first and unmatched > MOSTLY and (example := side.example(element.place)):
            lost.example, lost.where = example, where

    @property
    def is_empty(self) -> bool:
        """Whether there is no element of any kind, as with metrics over characters or features."""
        return not any(self.by_system.values())

    def all_systems(self) -> dict[str, Lost]:
        """Return the counts of all systems together."""
        sums: dict[str, Lost] = {}
        for kinds in self.by_system.values():
            for kind, lost in kinds.items():
                sums.setdefault(kind, Lost()).join(lost)
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


def corrected_p(kinds: Sequence[tuple[str, Lost, Lost]]) -> Floats:
    """Test for each kind whether two systems lose differently much of it, on segments whose references have it.

    Returns:
        Shape (kinds,), q of :func:`~meantree.evaluation.paired_tests.compare_counts`.
    """
    return compare_counts(
        [lost - other.by_segment[segment] for segment, lost in one.by_segment.items() if segment in other.by_segment]
        for _, one, other in kinds
    )[1]


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of one text: its kind, how often it counts and is matched, and where it is."""

    kind: str
    count: float
    matched: float
    place: Place


def _elements(evidence: Evidence, side: _Text) -> Iterator[_Element]:
    """Yield the elements of one text."""
    single = [(unit, side.amount(unit)) for unit in evidence.units if unit.single and side.amount(unit) > 0]
    has_arcs = any(spot.arcs for unit, _ in single for spot in side.places(unit))
    for unit, amount in single:
        spots = side.places(unit)
        total = sum(spot.count for spot in spots)
        if not total:
            continue
        for spot in spots:
            count = spot.count * min(1.0, amount / total)
            share = min(1.0, unit.matched / amount)
            if spot.parts:
                yield _Element(unit.kind.partition(",")[0], 1.0, share, spot)  # each counts alike
            elif bool(spot.arcs) == has_arcs and (kind := side.kind(spot)):
                yield _Element(kind, count, count * share, spot)


def _recast(hypothesis: FrameLayer, reference: FrameLayer, alignment: FrameAlignment) -> Iterator[str]:
    """Yield the role of each filler of the reference that is linked with one of another role, in aligned frames."""
    for (ours, theirs), kind in alignment.fillers.items():
        frames = ours[0], theirs[0]
        if kind is LinkKind.UNDECIDED or alignment.frames.get(frames, LinkKind.UNDECIDED) is LinkKind.UNDECIDED:
            continue
        role = reference.frames[theirs[0]].fillers[theirs[1]].role
        if role != hypothesis.frames[ours[0]].fillers[ours[1]].role:
            yield role.value


class _Text:
    """One text of a pair, whose elements it names; ``reference`` is its place among references, or None."""

    def __init__(self, text: Analysis, reference: int | None = None) -> None:
        self.reference = reference
        self.frames: FrameLayer | None = None
        self._text = text
        self._tree = text.tree() if text.layers.covers(Layers(1)) else None

    def amount(self, unit: Unit) -> float:
        """Return how often a unit occurs in the text."""
        return unit.hypothesis if self.reference is None else unit.reference

    def places(self, unit: Unit) -> Sequence[Place]:
        """Return where a unit occurs in the text."""
        if self.reference is None:
            return unit.hypothesis_places
        return unit.reference_places[self.reference] if self.reference < len(unit.reference_places) else ()

    def kind(self, place: Place) -> str:
        """Return the kind of what is at a place, in words; empty if it has none."""
        if place.arcs:
            dependent, head = place.arcs[0]
            if self._tree is None or self._tree.heads[dependent] != head:
                return ""
            return relation_name(self._tree.labels[dependent])
        if place.nodes:
            tree = self._text.constituency()
            return "" if tree is None else self._node_kind(tree, place.nodes[0])
        return PARTS_OF_SPEECH.get(self._text.tokens[place.tokens[0]].upos, "") if place.tokens else ""

    def _node_kind(self, tree: ConstituencyTree, node: int) -> str:
        label = tree.labels[node]
        if node in tree.leaves():
            return PARTS_OF_SPEECH.get(self._text.tokens[tree.spans()[node][0]].upos, label)
        return PHRASES.get(label, label)

    def example(self, place: Place) -> str:
        """Return what is at a place, in words."""
        if place.parts and self.frames is not None:
            frame, number = place.parts[0]
            predicate = quote(phrase(self.frames.words, (self.frames.frames[frame].predicate,)))
            if number is None:
                return predicate
            return f"{quote(phrase(self.frames.words, self.frames.frames[frame].fillers[number].spans))} of {predicate}"
        words = self._text.words
        if place.arcs:
            dependent, head = place.arcs[0]
            return f"{quote(words[dependent])} of {quote(words[head])}" if head >= 0 else quote(words[dependent])
        tree = self._text.constituency() if place.nodes else None
        tokens = range(*tree.spans()[place.nodes[0]]) if tree is not None else sorted(place.tokens)
        return quote(" ".join(words[token] for token in tokens))
