"""What most features do: look at some linked words of both texts and tell for which of them something is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meantree.entailment.contexts.clauses import predicates
from meantree.entailment.contexts.once import once
from meantree.entailment.feature import Firing
from meantree.entailment.reading import CONTENT
from meantree.entailment.shares import part
from meantree.entailment.view import View

Pair = tuple[int, int]
"""``(word of the conclusion, word of the premise)``."""


def among(pairs: Sequence[Pair], true_of: Callable[[int, int], bool]) -> Firing:
    """Fires on those pairs of which something is true; the value is their share."""
    found = [pair for pair in pairs if true_of(*pair)]
    return part([one for one, _ in found], len(pairs), sorted({two for _, two in found}))


@once
def main_words(view: View) -> tuple[Pair, ...]:
    """The main word of each sentence of the conclusion with its partner, where it has one."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in view.linked if pair[0] in roots)


@once
def linked_predicates(view: View) -> tuple[Pair, ...]:
    """Predicates of the conclusion with their partners."""
    known = predicates(view.conclusion)
    return tuple(pair for pair in view.linked if pair[0] in known)


@once
def minor_predicates(view: View) -> tuple[Pair, ...]:
    """Predicates of the conclusion other than its main words, with their partners."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in linked_predicates(view) if pair[0] not in roots)


@once
def linked_content(view: View) -> tuple[Pair, ...]:
    """Words of the conclusion that carry meaning of their own, with their partners."""
    upos = view.conclusion.upos
    return tuple(pair for pair in view.linked if upos[pair[0]] in CONTENT)


def linked_kind(view: View, *kinds: str) -> tuple[Pair, ...]:
    """Linked words that are of these universal parts of speech in both texts."""
    mine, theirs = view.conclusion.upos, view.premise.upos
    return tuple((one, two) for one, two in view.linked if mine[one] in kinds and theirs[two] in kinds)
