"""Which words of the two texts a metric of plain texts put together, and which ones a person took apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from meantree.alignment.word_alignment import HAND, Link, Reason, WordAlignment
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.sentences import Analysis
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.prediction import feature_places
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree.metrics.evidence import Place, Status, Term, Unit

OPPOSITE = "antonym"
"""The relation of words that were linked though they mean the opposite."""
CONTEXT = "context"
"""The relation of words that were linked though nothing is known of them: what stands around them is alike."""


@dataclass(frozen=True, slots=True)
class WordLink:
    """A token of the hypothesis, one of the reference, and what links them: a unit or an alignment.

    Attributes:
        hypothesis, reference: the tokens, 0-based over the whole texts.
        status: of a unit matched where it did, partial where one word stands for another (a substitution), None where
            nothing was counted; of an alignment matched where both directions have the link and something
            is known of the words, partial where one has it or only what stands around the words is alike.
        label: of the unit, or both words.
        reason: why an alignment has it.
        removed_by: who said that the words do not belong together, None where they do.
    """

    hypothesis: int
    reference: int
    status: Status | None
    label: str
    reason: Reason | None = None
    removed_by: str | None = None

    @property
    def is_removed(self) -> bool:
        """Whether a person took the words apart; nothing is counted then."""
        return self.removed_by is not None

    @property
    def by_hand(self) -> bool:
        """Whether a person linked the words."""
        return self.reason is not None and self.reason.relation == HAND.relation

    @property
    def is_opposite(self) -> bool:
        """Whether the words mean the opposite of each other."""
        return self.reason is not None and self.reason.relation == OPPOSITE

    @property
    def relation(self) -> str:
        """What links the words, in a word or two; empty for a unit."""
        if self.is_removed:
            return self._removed
        if self.reason is None:
            return ""
        return "by hand" if self.by_hand else self.reason.relation

    @property
    def told(self) -> str:
        """The link and why it is there, in one line: to be read, or read aloud."""
        if self.is_removed:
            return f"{self.label}: {self._removed}"
        if self.reason is None:
            return self.label
        if self.by_hand:
            return f"{self.label}: linked by hand"
        known = ", ".join(filter(None, (self.reason.relation, self.reason.detail)))
        return f"{self.label}: {known} ({self.reason.strength:.2f})"

    @property
    def _removed(self) -> str:
        return f"removed by {escaped(self.removed_by)}" if self.removed_by else "removed by hand"


def removed_links(
    fixed: FixedLinks, texts: tuple[Sequence[str], Sequence[str]], annotator: str = ""
) -> tuple[WordLink, ...]:
    """The links between the words of two texts that a person removed, under the name of the annotator."""
    return tuple(
        WordLink(one, two, None, f"{texts[0][one]} → {texts[1][two]}", removed_by=annotator)
        for one, two in sorted(fixed.unlinked)
    )


def aligned_links(alignment: WordAlignment, texts: tuple[Sequence[str], Sequence[str]]) -> tuple[WordLink, ...]:
    """All links of an alignment between the words of two texts."""
    there, back = (_pairs(links) for links in (alignment.of_hypothesis, alignment.of_reference))
    both = there & back

    def drawn(link: Link) -> WordLink:
        one, two = link.hypothesis, link.reference
        known = (one, two) in both and link.reason.relation != CONTEXT
        status = Status.MATCHED if known else Status.PARTIAL
        return WordLink(one, two, status, f"{texts[0][one]} → {texts[1][two]}", link.reason)

    return tuple(map(drawn, alignment.links))


def _pairs(links: Iterable[Link | None]) -> set[tuple[int, int]]:
    return {(link.hypothesis, link.reference) for link in links if link is not None}


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


Arc = tuple[int, int]
Thing = TypeVar("Thing", int, Arc)
Partners = Mapping[int, frozenset[int]]
"""The words of the other text that each word is linked with, in either direction."""
ALONE: Mapping[Side, Status] = {"hypothesis": Status.EXTRA, "reference": Status.MISSED}
"""What has no partner."""
UNLIKE = (OPPOSITE, CONTEXT)
"""Relations of words that are linked though nothing says that they mean the same."""


def alignment_marks(
    alignment: WordAlignment, texts: tuple[Analysis, Analysis], terms: Iterable[Term], reference: int
) -> tuple[Marks, Marks]:
    """Marks of the hypothesis and of one reference, each with the features that looked at the thing.

    A word is matched where both directions link it with the same one, and partial where only one does, the two mean
    the opposite, or only what stands around them is alike. An arc is matched where an arc joins the partners of its
    ends, and partial where that has another label.

    Args:
        alignment: of the two texts.
        texts: hypothesis and reference.
        terms: of the metric's evidence.
        reference: which of the references it is, 0-based.
    """
    ranked = sorted(terms, key=lambda term: abs(term.contribution), reverse=True)
    pairs = alignment.pairs
    linked = _partners(pairs), _partners((two, one) for one, two in pairs)
    both = _both(alignment)
    marks = []
    for place, side in enumerate(SIDES):
        words, alone = texts[place].words, ALONE[side]
        seen = _Seen((term, feature_places(term, reference)[place]) for term in ranked)
        matched = {pair[place] for pair in both}
        tokens = {
            word: Status.MATCHED if word in matched else Status.PARTIAL if word in linked[place] else alone
            for word in range(len(words))
        }
        arcs = dict(_arcs(texts[place], texts[1 - place], linked[place], alone))
        marks.append(
            Marks(
                {arc: _mark(status, seen.arcs.get(arc, ())) for arc, status in arcs.items()},
                {word: _mark(status, seen.tokens.get(word, ())) for word, status in tokens.items()},
            )
        )
    return marks[0], marks[1]


def _both(alignment: WordAlignment) -> set[tuple[int, int]]:
    """The links that both directions have, but for those of opposites and of words that nothing is known of."""
    one, two = (_reliable_pairs(links) for links in (alignment.of_hypothesis, alignment.of_reference))
    return one & two


def _reliable_pairs(links: Iterable[Link | None]) -> set[tuple[int, int]]:
    kept = (link for link in links if link is not None and link.reason.relation not in UNLIKE)
    return {(link.hypothesis, link.reference) for link in kept}


def _partners(pairs: Iterable[tuple[int, int]]) -> Partners:
    found: dict[int, set[int]] = {}
    for one, two in pairs:
        found.setdefault(one, set()).add(two)
    return {one: frozenset(others) for one, others in found.items()}


def _arcs(text: Analysis, other: Analysis, linked: Partners, alone: Status) -> Iterator[tuple[Arc, Status]]:
    labels = {(dependent, head): label for dependent, head, label in other.tree().arcs()}
    nothing: frozenset[int] = frozenset()
    for dependent, head, label in text.tree().arcs():
        ends = ((one, two) for one in linked.get(dependent, nothing) for two in linked.get(head, nothing))
        found = {labels[end] for end in ends if end in labels}
        yield (dependent, head), Status.MATCHED if label in found else Status.PARTIAL if found else alone


class _Seen:
    """The features that looked at each word and arc of a text."""

    def __init__(self, terms: Iterable[tuple[Term, Iterable[Place]]]) -> None:
        self.tokens: dict[int, list[Term]] = {}
        self.arcs: dict[Arc, list[Term]] = {}
        for term, places in terms:
            for place in places:
                if place.arcs:
                    _add(self.arcs, place.arcs, term)
                else:
                    _add(self.tokens, place.tokens, term)


def _add(things: dict[Thing, list[Term]], keys: Iterable[Thing], term: Term) -> None:
    for key in dict.fromkeys(keys):
        things.setdefault(key, []).append(term)


def _mark(status: Status, terms: Iterable[Term]) -> Mark:
    return Mark(status, 0.0, 0.0, terms=tuple(terms))  # nothing is counted
