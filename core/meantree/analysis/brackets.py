"""Constituency trees in brackets, as in the Penn Treebank: ``(S (NP (DT The) (NN cat)) (VP (VBZ sleeps)))``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from meantree.analysis.constituents import MAX_DEPTH, TOP, ConstituencyTree, NBestConstituents
from meantree.analysis.sentences import Sentence
from meantree.analysis.tree import Token
from meantree.escaping import quoted, shortened

WRAPPERS = frozenset({"", "ROOT", "TOP", "S1"})
"""Labels of an outermost node without a meaning of its own."""
EMPTY = "-NONE-"
"""The part of speech of traces and other empty elements, which are no words."""
ESCAPES = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
"""Brackets by the way the treebank writes them."""
QUOTES = frozenset({"``", "''"})
_ESCAPED = re.compile("|".join(ESCAPES))
_PIECE = re.compile(r"\(|\)|[^\s()]+")
_FUNCTION = re.compile(r"(?<=[A-Z])[-=|].*$")


class BracketError(ValueError):
    """Text that is not a tree; ``offset`` is the 0-based character at which the fault was found."""

    def __init__(self, offset: int, message: str) -> None:
        self.offset = offset
        super().__init__(message)


def read_tree(text: str) -> tuple[ConstituencyTree, tuple[str, ...]]:
    """Return the tree and its words; wrappers, traces, constituents without words and function tags are dropped.

    Raises:
        BracketError: for unbalanced brackets, brackets around nothing, a word without a part of speech, no word at
            all, or too deep nesting.
    """
    reader = _Reader()
    for match in _PIECE.finditer(text):
        reader.read(match[0], match.start())
    return reader.finished(len(text))


def read_sentence(brackets: Sequence[str], weights: Sequence[float]) -> Sentence:
    """Return a sentence with an n-best list of trees over the same words; its dependencies follow by head rules.

    Raises:
        BracketError: as :func:`read_tree`, or if the words differ.
        ValueError: if a weight is negative or none is positive.
    """
    read = [read_tree(text) for text in brackets]
    words = read[0][1]
    for _, other in read:
        if other != words:
            raise BracketError(
                0, f"a tree over different words ({shortened(' '.join(other))}) than the first tree of its n-best list"
            )
    nbest = NBestConstituents.of([tree for tree, _ in read], weights)
    best = nbest.tree(0)
    tags = (best.labels[leaf] for leaf in best.leaves())
    forms = ('"' if word in QUOTES else _ESCAPED.sub(lambda match: ESCAPES[match[0]], word) for word in words)
    tokens = tuple(Token(form, xpos=tag) for form, tag in zip(forms, tags, strict=True))
    return Sentence(tokens, nbest.first(1).head_dependencies.tree(0), None, nbest, is_certain=len(nbest) == 1)


def write_tree(tree: ConstituencyTree, words: Sequence[str]) -> str:
    """Return a tree as one line of brackets; brackets in words are escaped as in the treebank."""
    children = tree.children()
    token_of = {leaf: index for index, leaf in enumerate(tree.leaves())}

    def to_text(node: int) -> str:
        content = (
            word_in_brackets(words[token_of[node]]) if node in token_of else " ".join(map(to_text, children[node]))
        )
        return f"({tree.labels[node]} {content})"

    outermost = " ".join(to_text(node) for node, parent in enumerate(tree.parents) if parent == TOP)
    return f"(ROOT {outermost})"


def word_in_brackets(word: str) -> str:
    """Return a word as it is written between brackets."""
    return "_".join(word.replace("(", "-LRB-").replace(")", "-RRB-").split())


class _Reader:
    """Collects nodes in preorder as they are opened; the finished tree drops those that are no constituents."""

    def __init__(self) -> None:
        self._labels: list[str] = []
        self._parents: list[int] = []
        self._words: dict[int, str] = {}
        self._open: list[int] = []
        self._unnamed = False
        self._around_nothing: int | None = None

    def read(self, piece: str, offset: int) -> None:
        if piece == "(":
            if len(self._open) >= MAX_DEPTH:
                raise BracketError(offset, f"brackets nested more than {MAX_DEPTH} deep")
            if self._open and self._open[-1] in self._words:
                word = self._words[self._open[-1]]
                raise BracketError(offset, f"a constituent next to the word {quoted(word)}, expected the word alone")
            self._parents.append(self._open[-1] if self._open else TOP)
            self._labels.append("")
            self._open.append(len(self._labels) - 1)
            self._unnamed = True
        elif piece == ")":
            if not self._open:
                raise BracketError(offset, "a closing bracket without an opening one")
            self._open.pop()
            if self._unnamed:
                self._around_nothing = offset
            self._unnamed = False
        elif not self._open:
            raise BracketError(offset, f"{quoted(piece)} outside of brackets, expected one tree")
        elif self._unnamed:
            self._labels[self._open[-1]] = piece
            self._unnamed = False
        else:
            node = self._open[-1]
            if node in self._words or node + 1 < len(self._labels):
                raise BracketError(
                    offset, f"the word {quoted(piece)} without a part of speech, expected (TAG {shortened(piece)})"
                )
            self._words[node] = piece

    def finished(self, end: int) -> tuple[ConstituencyTree, tuple[str, ...]]:
        if self._open:
            raise BracketError(end, f"{len(self._open)} brackets are not closed")
        nodes = self._nodes_over_words()
        if not nodes:
            raise BracketError(0, "a tree without words, expected at least one")
        if self._around_nothing is not None:
            raise BracketError(self._around_nothing, "brackets around nothing; as words they are -LRB- and -RRB-")
        if any(not self._labels[node] for node in self._words):
            raise BracketError(0, "a word without a part of speech, expected (TAG word)")
        places: dict[int, int] = {TOP: TOP}
        labels: list[str] = []
        parents: list[int] = []
        for node in range(len(self._labels)):
            parent = places.get(self._parents[node], TOP)
            outer = parent == TOP and self._labels[node] in WRAPPERS and node not in self._words
            if node not in nodes or outer:
                places[node] = parent
                continue
            places[node] = len(labels)
            labels.append(self._labels[node] if node in self._words else _FUNCTION.sub("", self._labels[node]))
            parents.append(parent)
        words = tuple(self._words[node] for node in sorted(self._words) if node in nodes)
        return ConstituencyTree(tuple(labels), tuple(parents)), words

    def _nodes_over_words(self) -> set[int]:
        """Return the nodes above words that are no traces."""
        nodes: set[int] = set()
        for leaf in self._words:
            if self._labels[leaf] == EMPTY:
                continue
            node = leaf
            while node != TOP and node not in nodes:
                nodes.add(node)
                node = self._parents[node]
        return nodes
