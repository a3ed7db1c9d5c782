"""One fact about each word of a pair: what the other text has of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from meantree.alignment.common_words import CommonWords, common_words, compared_form
from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.frames import spans_of
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree

Status = Literal["same", "different", "attached elsewhere", "missing", "added", "unaligned"]
Reason = Literal["", "form", "number", "tense", "degree", "polarity", "specificity", "wording", "meaning"]
_BY_RELATION: Final[Mapping[str, Reason]] = {
    "antonym": "polarity",
    "hypernym": "specificity",
    "hyponym": "specificity",
    **dict.fromkeys(("lemma", "spelling", "stem", "derivation"), "form"),
    **dict.fromkeys(("number", "date", "hand", "acronym", "synonym", "ppdb", "light verb"), "wording"),
    **dict.fromkeys(("identity", "particle verb", "multiword"), "wording"),
}
"""Reasons by the relation that links two words; where another one does, the meaning differs."""
_BY_TAGS: Final[tuple[tuple[Reason, frozenset[str]], ...]] = (
    ("number", frozenset({"NN", "NNS", "NNP", "NNPS"})),
    ("tense", frozenset({"VB", "VBP", "VBZ", "VBD", "VBN", "VBG", "MD"})),
    ("degree", frozenset({"JJ", "JJR", "JJS", "RB", "RBR", "RBS"})),
)
"""What differs between two forms of a word, by their tags."""


@dataclass(frozen=True, slots=True)
class WordFact:
    """What the other text has of a word; the first status that holds.

    Attributes:
        status: ``missing`` (of the reference) or ``added`` (of the translation): it has no partner, but its neighbours
            have theirs; ``unaligned``: it has none, and nothing is claimed; ``different``: its partner is another word
            or form; ``attached elsewhere``: it depends on another word than its partner, or in another way; ``same``.
        partner: 0-based over the other text; None without one.
        reason: what is different.
    """

    status: Status
    partner: int | None = None
    reason: Reason = ""


Facts = tuple[WordFact, ...]
Partners = Mapping[int, int]
"""By words of one text; each word is the partner of one word at most."""


def word_facts(
    hyp: Analysis, ref: Analysis, alignment: WordAlignment, common: CommonWords | None = None
) -> tuple[Facts, Facts]:
    """Return one fact about each word of a translation, and one about each word of its reference.

    Args:
        hyp, ref: analysed at least into words and dependencies.
        alignment: of their words.
        common: what both share, if it is known.
    """
    common = common or common_words(hyp.words, ref.words)
    partners = partners_of(hyp, ref, alignment, common)
    back = {other: word for word, other in partners.items()}
    relations = {(link.hypothesis, link.reference): link.reason.relation for link in alignment.links}
    turned = {(other, word): relation for (word, other), relation in relations.items()}
    own_links = {place: link.reference for place, link in enumerate(alignment.of_hypothesis) if link}
    other_links = {place: link.hypothesis for place, link in enumerate(alignment.of_reference) if link}
    own_changed = {word for change in common.changes for word in change.hypothesis}
    other_changed = {word for change in common.changes for word in change.reference}
    return (
        _facts("added", _Side(hyp, ref, partners, back), relations, own_links, own_changed),
        _facts("missing", _Side(ref, hyp, back, partners), turned, other_links, other_changed),
    )


def partners_of(hyp: Analysis, ref: Analysis, alignment: WordAlignment, common: CommonWords) -> dict[int, int]:
    """Return the words of a reference that correspond to those of a translation, one to one.

    Words that both texts share where they are the same; then those that are linked in both directions; then those that
    stand in each other's place, a noun for a noun.
    """
    partners = dict((*common.in_order, *common.moved))
    taken = set(partners.values())

    def add(word: int, other: int) -> None:
        if word not in partners and other not in taken:
            partners[word] = other
            taken.add(other)

    for link in alignment.of_hypothesis:
        if link is not None and alignment.of_reference[link.reference] == link:
            add(link.hypothesis, link.reference)
    for change in common.changes:
        own = [word for word in change.hypothesis if word not in partners]
        other = [word for word in change.reference if word not in taken]
        if len(own) == len(other) == 1:
            add(own[0], other[0])
        for word in own:
            same = (each for each in other if each not in taken and ref.tokens[each].upos == hyp.tokens[word].upos)
            if (place := next(same, None)) is not None:
                add(word, place)
    return partners


@dataclass(frozen=True, slots=True)
class _Side:
    """One text beside the other, and the partners of the words of both."""

    text: Analysis
    other: Analysis
    partners: Partners
    back: Partners

    def linked(self, word: int, relation: str) -> WordFact:
        """Return the fact about a word with a partner."""
        place = self.partners[word]
        own, other = self.text.tokens[word], self.other.tokens[place]
        if compared_form(own.text) != compared_form(other.text):
            tags = {own.xpos, other.xpos}
            by_tags = (reason for reason, known in _BY_TAGS if tags <= known and len(tags) == 2)
            is_same_word = own.lemma.casefold() == other.lemma.casefold()
            reason: Reason = next(by_tags, "form") if is_same_word else _BY_RELATION.get(relation, "meaning")
            return WordFact("different", place, reason)
        return WordFact("same" if self._is_attached_alike(word, place) else "attached elsewhere", place)

    def _is_attached_alike(self, word: int, place: int) -> bool:
        """Return whether a word depends in the same way on the same word as its partner, as far as that is known."""
        own, other = self.text.tree(), self.other.tree()
        heads = own.heads[word], other.heads[place]
        if ROOT in heads or heads[0] not in self.partners or heads[1] not in self.back:
            return heads[0] == heads[1] or ROOT not in heads
        labels = (tree.labels[at].partition(":")[0] for tree, at in ((own, word), (other, place)))
        return self.partners[heads[0]] == heads[1] and len(set(labels)) == 1

    def neighbours_have_theirs(self, word: int) -> bool:
        """Return whether the words around a run without partners have partners that stand side by side."""
        before = next((at for at in range(word, -1, -1) if at in self.partners), None)
        after = next((at for at in range(word, len(self.text.words)) if at in self.partners), None)
        start = -1 if before is None else self.partners[before]
        end = len(self.other.words) if after is None else self.partners[after]
        between = range(start + 1, end)
        return start < end and all(at in self.back or not compared_form(self.other.words[at]) for at in between)


def _facts(
    gone: Status, side: _Side, relations: Mapping[tuple[int, int], str], links: Mapping[int, int], changed: set[int]
) -> Facts:
    facts = []
    for word, text in enumerate(side.text.words):
        if word in side.partners:
            facts.append(side.linked(word, relations.get((word, side.partners[word]), "")))
        elif not compared_form(text):
            facts.append(WordFact("unaligned"))
        elif word in changed or (word not in links and side.neighbours_have_theirs(word)):
            facts.append(WordFact(gone))
        elif word in links:
            facts.append(WordFact("different", links[word], "wording"))
        else:
            facts.append(WordFact("unaligned"))
    return tuple(facts)


def phrases(words: Iterable[int], tree: DependencyTree) -> Iterator[tuple[int, ...]]:
    """Yield neighbouring words that depend on each other together, others apart.

    Args:
        words: for example those with one fact.
        tree: of the text.
    """
    for start, end in spans_of(sorted(set(words))):
        phrase = [start]
        for word in range(start + 1, end):
            inside = range(phrase[0], word)
            if not any(tree.heads[each] >= word for each in inside) and not _depends(tree, range(word, end), inside):
                yield tuple(phrase)
                phrase = []
            phrase.append(word)
        yield tuple(phrase)


def _depends(tree: DependencyTree, words: range, heads: range) -> bool:
    return any(tree.heads[word] in heads for word in words)
