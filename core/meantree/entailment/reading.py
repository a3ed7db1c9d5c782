"""One text as the features read it: words, tree, and what follows from them, each found once."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from meantree.analysis.entities.entity import Entity, entities_of
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.lexicon.frequencies import information

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
        """How much each word tells (:func:`meantree.lexicon.frequencies.information`)."""
        return tuple(information(token.text.casefold()) for token in self.tokens)

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
