"""The definition of a feature, and what most features share: the part of some words for which something holds.

Of identical texts all features are silent.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from meantree.entailment.clauses import predicates
from meantree.entailment.reading import CONTENT, Reading, View, cached_fact

Group = Literal[
    "alignment",
    "semantic compatibility",
    "insertions and deletions",
    "preservation of reference",
    "structural alignment",
]
"""The five groups of Padó et al. (2009, figure 2)."""

Arcs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """The result of a feature; token indices are 0-based over each text.

    Attributes:
        value: 0 if the feature did not fire, else above 0; mostly the share of words or arcs that are not preserved.
        conclusion, premise: the tokens concerned.
        conclusion_arcs, premise_arcs: the arcs concerned, as ``(dependent, head)``.
    """

    value: float
    conclusion: tuple[int, ...] = ()
    premise: tuple[int, ...] = ()
    conclusion_arcs: Arcs = ()
    premise_arcs: Arcs = ()


SILENT = Firing(0.0)
"""The result of a feature that did not fire."""

FeatureFunction = Callable[[View], Firing]
"""A function of a view; its name is the feature's name, the first paragraph of its docstring the claim."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One reason why a text may not follow from another, with its group."""

    group: Group
    function: FeatureFunction

    @property
    def name(self) -> str:
        """The stable name; models store weights by it."""
        return self.function.__name__

    @property
    def claim(self) -> str:
        """The explanation for people, in one sentence."""
        return (inspect.getdoc(self.function) or "").split("\n\n")[0].replace("\n", " ")


def features(group: Group, *functions: FeatureFunction) -> tuple[Feature, ...]:
    """Return the features of one group, in order."""
    return tuple(Feature(group, function) for function in functions)


def share(words: Sequence[int], among: int, premise: Sequence[int] = ()) -> Firing:
    """Return a firing on these words of the conclusion, their share of ``among`` as the value; silent without words."""
    return Firing(min(1.0, len(words) / among), tuple(words), tuple(premise)) if words else SILENT


def unlinked_share(view: View, words: Sequence[int]) -> Firing:
    """Return a firing on the unaligned ones of these words of the conclusion; the value is their share."""
    return share(view.unlinked(words), len(words))


def linked_share(view: View, words: Sequence[int], among: int) -> Firing:
    """Return a firing on these words of the conclusion with their partners, their share of ``among`` as the value."""
    return share(words, among, partners(view, words))


def partners(view: View, words: Sequence[int]) -> tuple[int, ...]:
    """Return the words of the premise aligned with these words of the conclusion, in order."""
    return tuple(sorted({other for word in words if (other := view.partner[word]) is not None}))


def arcs_share(conclusion: Arcs, premise: Arcs, among: int) -> Firing:
    """Return a firing on arcs of both texts; the share of the conclusion's in ``among`` is the value."""
    if not conclusion:
        return SILENT
    return Firing(min(1.0, len(conclusion) / among), conclusion_arcs=conclusion, premise_arcs=premise)


@cached_fact
def basic_labels(reading: Reading) -> tuple[str, ...]:
    """Return the label of each word without its subtype: ``nmod`` for ``nmod:poss``."""
    return tuple(label.partition(":")[0] for label in reading.labels)


def mean(values: Sequence[float]) -> float:
    """Return the arithmetic mean, 0 without values."""
    return sum(values) / len(values) if values else 0.0


def arcs_among(reading: Reading, pairs: Iterable[tuple[int, int]]) -> Arcs:
    """Return the pairs of words that are arcs ``(dependent, head)`` of the tree, each once and in order."""
    return tuple(sorted({(low, high) for low, high in pairs if reading.heads[low] == high}))


Pair = tuple[int, int]
"""``(word of the conclusion, word of the premise)``."""


def share_of_pairs(pairs: Sequence[Pair], true_of: Callable[[int, int], bool]) -> Firing:
    """Return a firing on the pairs for which something is true; the value is their share."""
    matches = [pair for pair in pairs if true_of(*pair)]
    return share([word for word, _ in matches], len(pairs), sorted({partner for _, partner in matches}))


@cached_fact
def main_words(view: View) -> tuple[Pair, ...]:
    """Return the aligned main words of the conclusion's sentences with their partners."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in view.linked if pair[0] in roots)


@cached_fact
def linked_predicates(view: View) -> tuple[Pair, ...]:
    """Return the aligned predicates of the conclusion with their partners."""
    known = predicates(view.conclusion)
    return tuple(pair for pair in view.linked if pair[0] in known)


@cached_fact
def minor_predicates(view: View) -> tuple[Pair, ...]:
    """Return the aligned predicates of the conclusion that are no main words, with their partners."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in linked_predicates(view) if pair[0] not in roots)


@cached_fact
def linked_content(view: View) -> tuple[Pair, ...]:
    """Return the aligned content words of the conclusion with their partners."""
    upos = view.conclusion.upos
    return tuple(pair for pair in view.linked if upos[pair[0]] in CONTENT)


def linked_kind(view: View, *kinds: str) -> tuple[Pair, ...]:
    """Return the pairs of aligned words that have one of these universal parts of speech in both texts."""
    conclusion, premise = view.conclusion.upos, view.premise.upos
    return tuple(pair for pair in view.linked if conclusion[pair[0]] in kinds and premise[pair[1]] in kinds)
