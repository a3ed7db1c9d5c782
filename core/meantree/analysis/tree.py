"""Tokens and dependency trees: plain values, no analyser behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from meantree.escaping import listed

ROOT = -1
"""The head of a token that has none."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a sentence as the analyser cut it.

    Attributes:
        text: the form as written.
        lemma, upos, xpos, feats: dictionary form, universal and language-specific part of speech, features as in
            CoNLL-U; empty where the analyser says nothing.
        space_after: whether a blank follows in the text.
        is_part: of a multiword token, of which alone a file says whether a blank follows.
    """

    text: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    feats: str = ""
    space_after: bool = True
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """Heads and arc labels of one sentence.

    Attributes:
        heads: for each token the 0-based index of its head, :data:`ROOT` for the root.
        labels: for each token the label of the arc to its head.

    A tree has one entry a token, no cycle and at least one root; :func:`tree_fault` tells what is wrong with one.
    """

    heads: tuple[int, ...]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.heads)

    @property
    def roots(self) -> tuple[int, ...]:
        """Tokens without a head, left to right."""
        return tuple(index for index, head in enumerate(self.heads) if head == ROOT)

    def arcs(self) -> Iterator[tuple[int, int, str]]:
        """``(dependent, head, label)`` of every arc; the root has none."""
        for dependent, (head, label) in enumerate(zip(self.heads, self.labels, strict=True)):
            if head != ROOT:
                yield dependent, head, label

    def children(self) -> tuple[tuple[int, ...], ...]:
        """The dependents of each token, left to right."""
        below: list[list[int]] = [[] for _ in self.heads]
        for dependent, head in enumerate(self.heads):
            if head != ROOT:
                below[head].append(dependent)
        return tuple(tuple(dependents) for dependents in below)


def tree_fault(heads: tuple[int, ...]) -> str | None:
    """What keeps ``heads`` from being a dependency tree with one root, or None if nothing does.

    Tokens are numbered from 1 in the text, as in CoNLL-U.
    """
    roots = [index for index, head in enumerate(heads) if head == ROOT]
    if len(roots) > 1:
        return f"{len(roots)} roots (tokens {listed(str(root + 1) for root in roots)}), expected one"
    for index, head in enumerate(heads):
        if not ROOT <= head < len(heads):
            return f"token {index + 1} has head {head + 1}, expected 0 to {len(heads)}"
    cycle = _cycle(heads)
    if cycle:
        return f"the heads of tokens {listed(str(index + 1) for index in cycle)} form a cycle, expected a tree"
    return None


def _cycle(heads: tuple[int, ...]) -> list[int]:
    safe: set[int] = set()
    for start in range(len(heads)):
        path: list[int] = []
        on_path: set[int] = set()
        node = start
        while node != ROOT and node not in safe:
            if node in on_path:
                return path[path.index(node) :]
            path.append(node)
            on_path.add(node)
            node = heads[node]
        safe.update(path)
    return []


def bottom_up(heads: Sequence[int]) -> Iterator[int]:
    """The tokens of a dependency tree, dependents before their heads."""
    waiting = [0] * len(heads)
    for head in heads:
        if head != ROOT:
            waiting[head] += 1
    ready = [node for node, count in enumerate(waiting) if not count]
    while ready:
        node = ready.pop()
        yield node
        head = heads[node]
        if head != ROOT:
            waiting[head] -= 1
            if not waiting[head]:
                ready.append(head)


def subtree_spans(tree: DependencyTree) -> list[tuple[int, int]]:
    """For each token the span from the first to the last one below it, itself among them; 0-based, end exclusive."""
    first, last = list(range(len(tree))), list(range(len(tree)))
    for token in bottom_up(tree.heads):
        head = tree.heads[token]
        if head != ROOT:
            first[head], last[head] = min(first[head], first[token]), max(last[head], last[token])
    return [(start, end + 1) for start, end in zip(first, last, strict=True)]
