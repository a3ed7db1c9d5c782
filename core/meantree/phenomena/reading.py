"""One text as the features see it (:class:`Reading`), and an aligned pair in one direction (:class:`View`).

Facts derived from either are computed once, however many features use them (:func:`cached_fact`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache, wraps
from typing import Final, Literal, TypeVar

from meantree.alignment.word_alignment import Link, WordAlignment
from meantree.analysis.entities.entity import Entity, entities_of
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.analysis.values import Value, values
from meantree.lexicon.frequencies import surprisal

CONTENT: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
"""Universal parts of speech of content words."""


class Reading:
    """One analysed text; token indices are 0-based over all of it.

    Attributes:
        tokens: all tokens, including punctuation.
        tree: the analyser's dependencies, with one root per sentence (head :data:`~meantree.analysis.tree.ROOT`).
        entities: in order; empty if they were not analysed.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.tokens: tuple[Token, ...] = analysis.tokens
        self.tree: DependencyTree = analysis.tree()
        self.entities: tuple[Entity, ...] = entities_of(analysis)

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Case-folded lemmas; the form if the analyser gives none."""
        return tuple((token.lemma or token.text).casefold() for token in self.tokens)

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The words as they are written, case-folded."""
        return tuple(token.text.casefold() for token in self.tokens)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Numbers, dates, times, sums, percentages and measures, in order."""
        return values(self.tokens, self.entities)

    @cached_property
    def bits(self) -> tuple[float, ...]:
        """The surprisal of each word in bits (:func:`meantree.lexicon.frequencies.surprisal`)."""
        return tuple(surprisal(form) for form in self.forms)

    @cached_property
    def upos(self) -> tuple[str, ...]:
        """Universal parts of speech."""
        return tuple(token.upos for token in self.tokens)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The dependency label of each word; ClearNLP's labels are mapped to Universal Dependencies."""
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
        """All tokens except punctuation."""
        return tuple(word for word, pos in enumerate(self.upos) if pos != "PUNCT")

    @cached_property
    def content(self) -> tuple[int, ...]:
        """The content words."""
        return tuple(word for word, pos in enumerate(self.upos) if pos in CONTENT)

    def ancestors(self, token: int) -> tuple[int, ...]:
        """Return the ancestors of a word, nearest first."""
        ancestors, head = [], self.heads[token]
        while head != ROOT:
            ancestors.append(head)
            head = self.heads[head]
        return tuple(ancestors)

    def below(self, token: int) -> tuple[int, ...]:
        """Return a word and all its descendants, in order."""
        subtree, waiting = [], [token]
        while waiting:
            subtree.append(waiting.pop())
            waiting += self.children[subtree[-1]]
        return tuple(sorted(subtree))


@lru_cache(maxsize=128)
def reading_of(analysis: Analysis) -> Reading:
    """Return the reading of a text, the same one for some time: features and findings share what is derived from it."""
    return Reading(analysis)


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
"""ClearNLP's labels that have another name in Universal Dependencies."""


Of = TypeVar("Of")
Result = TypeVar("Result")


def cached_fact(fact: Callable[[Of], Result]) -> Callable[[Of], Result]:
    """Cache the result of ``fact`` in the object that it is about, like a cached property."""
    name = f"{fact.__module__}.{fact.__qualname__}"

    @wraps(fact)
    def cached(about: Of) -> Result:
        known: dict[str, Result] = about.__dict__
        if name not in known:
            known[name] = fact(about)
        return known[name]

    return cached


def lemma_set(listed: str) -> frozenset[str]:
    """Return the lemmas in a string, separated by blanks."""
    return frozenset(listed.split())


Direction = Literal["ref>hyp", "hyp>ref"]
"""Premise > conclusion.

What the translation adds does not follow from the reference (``ref>hyp``); what is missing from the translation does
not follow from it (``hyp>ref``).
"""
DIRECTIONS: tuple[Direction, ...] = ("ref>hyp", "hyp>ref")


class View:
    """An aligned pair of texts in one direction; the input of features.

    Attributes:
        premise: the text that is assumed to be true.
        conclusion: the text that may follow from it.
        links: for each word of the conclusion its link with a word of the premise, None if it is unaligned.
        turned: whether the conclusion is the reference.
        parted: the words of the conclusion whose link a person deleted.
    """

    def __init__(self, hyp: Reading, ref: Reading, alignment: WordAlignment, direction: Direction) -> None:
        self.turned = direction == "hyp>ref"
        self.premise, self.conclusion = (hyp, ref) if self.turned else (ref, hyp)
        self.links: tuple[Link | None, ...] = alignment.of_reference if self.turned else alignment.of_hypothesis
        self.parted = frozenset(pair[self.turned] for pair in alignment.parted)
        self._back = alignment.of_hypothesis if self.turned else alignment.of_reference

    @cached_property
    def partner(self) -> tuple[int | None, ...]:
        """For each word of the conclusion its partner in the premise, None if it is unaligned."""
        return tuple(None if link is None else self._in_premise(link) for link in self.links)

    @cached_property
    def backward(self) -> tuple[int | None, ...]:
        """For each word of the premise its partner in the conclusion, by the other direction of the alignment."""
        return tuple(None if link is None else self._in_conclusion(link) for link in self._back)

    def relation(self, word: int) -> str:
        """Return the relation by which a word of the conclusion is linked; empty if it is not."""
        link = self.links[word]
        return "" if link is None else link.reason.relation

    @cached_property
    def linked(self) -> tuple[tuple[int, int], ...]:
        """``(word of the conclusion, word of the premise)`` of every link of this direction."""
        return tuple((word, other) for word, other in enumerate(self.partner) if other is not None)

    @cached_property
    def covered(self) -> frozenset[int]:
        """The words of the premise that are aligned in either direction."""
        back = (word for word, other in enumerate(self.backward) if other is not None)
        return frozenset([other for _, other in self.linked]) | frozenset(back)

    def unlinked(self, words: Iterable[int]) -> tuple[int, ...]:
        """Return the unaligned ones of these words of the conclusion."""
        return tuple(word for word in words if self.partner[word] is None)

    def _in_premise(self, link: Link) -> int:
        return link.hypothesis if self.turned else link.reference

    def _in_conclusion(self, link: Link) -> int:
        return link.reference if self.turned else link.hypothesis
