"""One text as the features read it: words, tree, and what follows from them, each found once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, wraps
from typing import Final, Literal, TypeVar

from meantree.alignment.word_alignment import Link, WordAlignment
from meantree.analysis.entities.entity import Entity, entities_of
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.lexicon.frequencies import surprisal

CONTENT: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
"""Universal parts of speech of words that carry meaning of their own."""


class Reading:
    """What is known of one text; token indices are 0-based over all of it.

    Attributes:
        tokens: all words, punctuation among them.
        tree: the analyser's dependencies, a root a sentence; heads are :data:`~meantree.analysis.tree.ROOT` there.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.tokens: tuple[Token, ...] = analysis.tokens
        self.tree: DependencyTree = analysis.tree()
        self.entities: tuple[Entity, ...] = entities_of(analysis)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Case-folded lemmas, the form where the analyser gives none."""
        return tuple((token.lemma or token.text).casefold() for token in self.tokens)

    @cached_property
    def bits(self) -> tuple[float, ...]:
        """How much each word tells (:func:`meantree.lexicon.frequencies.surprisal`)."""
        return tuple(surprisal(token.text.casefold()) for token in self.tokens)

    @cached_property
    def upos(self) -> tuple[str, ...]:
        """Universal parts of speech."""
        return tuple(token.upos for token in self.tokens)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The label of the arc over each word in Universal Dependencies, ClearNLP's names translated."""
        return tuple(_UNIVERSAL.get(label, label) for label in self.tree.labels)

    @property
    def heads(self) -> tuple[int, ...]:
        """The head of each word."""
        return self.tree.heads

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The dependents of each word, left to right."""
        return self.tree.children()

    @cached_property
    def roots(self) -> tuple[int, ...]:
        """The main word of each sentence."""
        return self.tree.roots

    @cached_property
    def words(self) -> tuple[int, ...]:
        """All tokens that are no punctuation."""
        return tuple(place for place, pos in enumerate(self.upos) if pos != "PUNCT")

    @cached_property
    def content(self) -> tuple[int, ...]:
        """The words that carry meaning of their own."""
        return tuple(place for place, pos in enumerate(self.upos) if pos in CONTENT)

    def ancestors(self, token: int) -> tuple[int, ...]:
        """The words above a word, nearest first."""
        found, head = [], self.heads[token]
        while head != ROOT:
            found.append(head)
            head = self.heads[head]
        return tuple(found)

    def below(self, token: int) -> tuple[int, ...]:
        """A word and all that depends on it, in order."""
        found, waiting = [], [token]
        while waiting:
            found.append(waiting.pop())
            waiting += self.children[found[-1]]
        return tuple(sorted(found))


_UNIVERSAL: Final = {
    "nsubjpass": "nsubj:pass",
    "csubjpass": "csubj:pass",
    "auxpass": "aux:pass",
    "dobj": "obj",
    "dative": "iobj",
    "prt": "compound:prt",
    "neg": "advmod",
    "relcl": "acl:relcl",
    "poss": "nmod:poss",
    "npadvmod": "obl:npmod",
    "quantmod": "advmod",
    "predet": "det:predet",
    "preconj": "cc:preconj",
    "nn": "compound",
    "ROOT": "root",
}
"""ClearNLP's labels that Universal Dependencies call by another name."""


Of = TypeVar("Of")
Found = TypeVar("Found")


def cached_fact(fact: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """``fact``, kept in the object that it is about, as a cached property is."""
    name = f"{fact.__module__}.{fact.__qualname__}"

    @wraps(fact)
    def found(about: Of) -> Found:
        known: dict[str, Found] = about.__dict__
        if name not in known:
            known[name] = fact(about)
        return known[name]

    return found


def lemma_set(listed: str) -> frozenset[str]:
    """Lemmas between blanks."""
    return frozenset(listed.split())


Direction = Literal["ref>hyp", "hyp>ref"]
"""Premise, then conclusion: what the translation adds does not follow from the reference, what it drops does not
follow from the translation."""
DIRECTIONS: tuple[Direction, ...] = ("ref>hyp", "hyp>ref")


class View:
    """What features look at.

    Attributes:
        premise: the text that is taken for true.
        conclusion: the text that may follow from it.
        links: for each word of the conclusion its link with a word of the premise, None without one.
    """

    def __init__(self, hyp: Reading, ref: Reading, alignment: WordAlignment, direction: Direction) -> None:
        self.turned = direction == "hyp>ref"  # the conclusion is the reference
        self.premise, self.conclusion = (hyp, ref) if self.turned else (ref, hyp)
        self.links: tuple[Link | None, ...] = alignment.of_reference if self.turned else alignment.of_hypothesis
        self._back = alignment.of_hypothesis if self.turned else alignment.of_reference

    @cached_property
    def partner(self) -> tuple[int | None, ...]:
        """For each word of the conclusion the word of the premise that it is linked with."""
        return tuple(None if link is None else self._in_premise(link) for link in self.links)

    @cached_property
    def backward(self) -> tuple[int | None, ...]:
        """For each word of the premise the word of the conclusion that it is linked with, in the other direction."""
        return tuple(None if link is None else self._in_conclusion(link) for link in self._back)

    @cached_property
    def linked(self) -> tuple[tuple[int, int], ...]:
        """``(word of the conclusion, word of the premise)`` of every link of this direction."""
        return tuple((place, other) for place, other in enumerate(self.partner) if other is not None)

    @cached_property
    def covered(self) -> frozenset[int]:
        """The words of the premise that some link of either direction reaches."""
        back = (place for place, other in enumerate(self.backward) if other is not None)
        return frozenset([other for _, other in self.linked]) | frozenset(back)

    def unlinked(self, words: Iterable[int]) -> tuple[int, ...]:
        """Those of these words of the conclusion that have no partner."""
        return tuple(place for place in words if self.partner[place] is None)

    def _in_premise(self, link: Link) -> int:
        return link.hypothesis if self.turned else link.reference

    def _in_conclusion(self, link: Link) -> int:
        return link.reference if self.turned else link.hypothesis
