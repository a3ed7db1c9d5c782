"""Links between the words of both texts by a metric of plain texts, and links that were removed by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from meantree.alignment.word_alignment import HAND, MISTRANSLATED, Link, Reason, WordAlignment
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.sentences import Analysis
from meantree.comparison.marks import Mark, Marks, add_to_each
from meantree.comparison.prediction import feature_places
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree.metrics.evidence import Place, Status, Term, Unit

OPPOSITE = "antonym"
"""The relation of linked words with opposite meanings."""
CONTEXT = "context"
"""The relation of words that are linked only because their contexts are similar."""


@dataclass(frozen=True, slots=True)
class WordLink:
    """A link between a token of the hypothesis and one of the reference, by a unit or an alignment.

    Attributes:
        hypothesis, reference: the tokens, 0-based over the whole texts.
        status: of a unit: matched, partial for a substitution, None if not counted; of an alignment: matched if both
            directions have the link for another reason than context, else partial.
        label: of the unit, or both words.
        removed_by: the annotator who removed the link, empty if unnamed; None if it is not removed.
    """

    hypothesis: int
    reference: int
    status: Status | None
    label: str
    reason: Reason | None = None
    removed_by: str | None = None

    @property
    def is_removed(self) -> bool:
        """Whether the link was removed by hand, and is not counted."""
        return self.removed_by is not None

    @property
    def by_hand(self) -> bool:
        """Whether the words were linked by hand."""
        return self.reason is not None and self.reason.relation == HAND.relation

    @property
    def is_opposite(self) -> bool:
        """Whether the words have opposite meanings, or one mistranslates the other."""
        return self.reason is not None and self.reason.relation in (OPPOSITE, MISTRANSLATED.relation)

    @property
    def relation(self) -> str:
        """The relation between the words, in a word or two; empty for a unit."""
        if self.is_removed:
            return self._removed
        if self.reason is None:
            return ""
        return "by hand" if self.by_hand else self.reason.relation

    @property
    def description(self) -> str:
        """The link and its reason in one line, for tooltips and screen readers."""
        if self.is_removed:
            return f"{self.label}: {self._removed}"
        if self.reason is None:
            return self.label
        if self.by_hand:
            return f"{self.label}: linked by hand"
        reason = ", ".join(filter(None, (self.reason.relation, self.reason.detail)))
        return f"{self.label}: {reason} ({self.reason.strength:.2f})"

    @property
    def _removed(self) -> str:
        return f"removed by {escaped(self.removed_by)}" if self.removed_by else "removed by hand"


def removed_links(
    fixed: FixedLinks, texts: tuple[Sequence[str], Sequence[str]], annotator: str = ""
) -> tuple[WordLink, ...]:
    """Return the links between the words of two texts that an annotator removed."""
    return tuple(
        WordLink(hypothesis, reference, None, f"{texts[0][hypothesis]} → {texts[1][reference]}", removed_by=annotator)
        for hypothesis, reference in sorted(fixed.unlinked)
    )


def aligned_links(alignment: WordAlignment, texts: tuple[Sequence[str], Sequence[str]]) -> tuple[WordLink, ...]:
    """Return all links of an alignment between the words of two texts."""
    alignment = alignment.in_meaning
    both = _in_both_directions(alignment)

    def drawn(link: Link) -> WordLink:
        hypothesis, reference = link.hypothesis, link.reference
        is_reliable = (hypothesis, reference) in both and link.reason.relation not in (CONTEXT, MISTRANSLATED.relation)
        status = Status.MATCHED if is_reliable else Status.PARTIAL
        return WordLink(hypothesis, reference, status, f"{texts[0][hypothesis]} → {texts[1][reference]}", link.reason)

    return tuple(map(drawn, alignment.links))


def _in_both_directions(alignment: WordAlignment, unreliable: Collection[str] = ()) -> set[tuple[int, int]]:
    """Return the pairs that both directions link, for another reason than unreliable relations."""
    forward, backward = (
        {(link.hypothesis, link.reference) for link in links if link and link.reason.relation not in unreliable}
        for links in (alignment.of_hypothesis, alignment.of_reference)
    )
    return forward & backward


def word_links(units: Iterable[Unit], reference: int) -> tuple[WordLink, ...]:
    """Return links between the hypothesis and the reference with this index, at most one per token.

    Longer units are linked first, so that a long common n-gram determines the links of its words.
    """
    links: list[WordLink] = []
    used: tuple[set[int], set[int]] = set(), set()
    for unit in sorted(units, key=_size, reverse=True):
        places = unit.reference_places[reference] if reference < len(unit.reference_places) else ()
        sides = _free(unit.hypothesis_places, used[0]), _free(places, used[1])
        for hypothesis_place, reference_place in zip(*sides, strict=False):
            status = Status.MATCHED if unit.matched > 0 else Status.PARTIAL
            links += [
                WordLink(*pair, status, unit.label)
                for pair in zip(hypothesis_place.tokens, reference_place.tokens, strict=False)
            ]
            used[0].update(hypothesis_place.tokens)
            used[1].update(reference_place.tokens)
    return tuple(sorted(links, key=lambda link: (link.hypothesis, link.reference)))


def _free(places: Iterable[Place], used: set[int]) -> list[Place]:
    """Return the places without a linked token."""
    return [place for place in places if not used.intersection(place.tokens)]


def _size(unit: Unit) -> int:
    return max((len(place.tokens) for place in unit.hypothesis_places), default=0)


Arc = tuple[int, int]
Partners = Mapping[int, frozenset[int]]
"""The words of the other text to which each word is linked, in either direction."""
ALONE: Mapping[Side, Status] = {"hypothesis": Status.EXTRA, "reference": Status.MISSED}
"""Statuses of elements without a partner."""
UNLIKE = (OPPOSITE, CONTEXT, MISTRANSLATED.relation)
"""Relations of linked words that do not imply the same meaning."""


def alignment_marks(
    alignment: WordAlignment, texts: tuple[Analysis, Analysis], terms: Iterable[Term], reference: int
) -> tuple[Marks, Marks]:
    """Return the marks of the hypothesis and of one reference, each with the features that have places there.

    A word is matched if both directions link it to the same word, and partial if only one does, or if the two are
    opposites or only have similar contexts. An arc is matched if an arc with the same label joins the partners of its
    ends, and partial if that arc has another label.

    Args:
        reference: 0-based index of the reference.
    """
    ranked = sorted(terms, key=lambda term: abs(term.contribution), reverse=True)
    alignment, pairs = alignment.in_meaning, alignment.pairs
    linked = _partners(pairs), _partners((reference_word, hypothesis_word) for hypothesis_word, reference_word in pairs)
    both = _in_both_directions(alignment, UNLIKE)
    marks = []
    for place, side in enumerate(SIDES):
        words, alone = texts[place].words, ALONE[side]
        arc_terms: dict[Arc, list[Term]] = {}
        token_terms: dict[int, list[Term]] = {}
        for term in ranked:
            for found in feature_places(term, reference)[place]:
                if found.arcs:
                    add_to_each(arc_terms, dict.fromkeys(found.arcs), term)
                else:
                    add_to_each(token_terms, dict.fromkeys(found.tokens), term)
        matched = {pair[place] for pair in both}
        tokens = {
            word: Status.MATCHED if word in matched else Status.PARTIAL if word in linked[place] else alone
            for word in range(len(words))
        }
        arcs = dict(_arcs(texts[place], texts[1 - place], linked[place], alone))
        marks.append(
            Marks(
                {arc: _mark(status, arc_terms.get(arc, ())) for arc, status in arcs.items()},
                {word: _mark(status, token_terms.get(word, ())) for word, status in tokens.items()},
            )
        )
    return marks[0], marks[1]


def _partners(pairs: Iterable[tuple[int, int]]) -> Partners:
    partners: dict[int, set[int]] = {}
    for word, partner in pairs:
        partners.setdefault(word, set()).add(partner)
    return {word: frozenset(others) for word, others in partners.items()}


def _arcs(text: Analysis, other: Analysis, linked: Partners, alone: Status) -> Iterator[tuple[Arc, Status]]:
    labels = {(dependent, head): label for dependent, head, label in other.tree().arcs()}
    nothing: frozenset[int] = frozenset()
    for dependent, head, label in text.tree().arcs():
        ends = (
            (new_dependent, new_head)
            for new_dependent in linked.get(dependent, nothing)
            for new_head in linked.get(head, nothing)
        )
        partner_labels = {labels[end] for end in ends if end in labels}
        yield (
            (dependent, head),
            Status.MATCHED if label in partner_labels else Status.PARTIAL if partner_labels else alone,
        )


def _mark(status: Status, terms: Iterable[Term]) -> Mark:
    return Mark(status, 0.0, 0.0, terms=tuple(terms))  # a learned metric counts no units
