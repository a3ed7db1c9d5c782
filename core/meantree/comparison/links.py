"""Which words of the two texts a metric of plain texts put together, and which ones a person took apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meantree.alignment.word_alignment import HAND, Link, Reason, WordAlignment
from meantree.analysis.fixed_links import Fixed
from meantree.escaping import escaped
from meantree.metrics.evidence import Place, Status, Unit

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
    fixed: Fixed, texts: tuple[Sequence[str], Sequence[str]], annotator: str = ""
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
