"""The definition of a feature, and what most features share: the part of some words for which something holds.

Of identical texts all features are silent.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import ne
from typing import Any, Literal, TypeVar

from meantree.phenomena.reading import CONTENT, DIRECTIONS, Direction, Reading, View, cached_fact

Group = Literal[
    "alignment",
    "semantic compatibility",
    "insertions and deletions",
    "preservation of reference",
    "structural alignment",
]
"""The five groups of Padó et al. (2009, figure 2)."""

Arcs = tuple[tuple[int, int], ...]
Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Firing:
    """The result of a feature; token indices are 0-based over each text.

    Attributes:
        value: 0 if the feature did not fire, else above 0; mostly the share of words or arcs that are not preserved.
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


@dataclass(frozen=True, slots=True)
class Feature:
    """One shortcoming of a translation: a model may only lower its score for it.

    Attributes:
        name: stable; models store weights by it.
        titles: what it says in words, by the direction in which it is measured. What the translation adds is measured
            from the reference to it, what it lacks the other way round; a change is measured once.
        claim: the explanation for people, in one sentence.
        function: measures it; the conclusion is the translation, or the reference if what is missing is measured.
    """

    group: Group
    name: str
    titles: tuple[tuple[Direction, str], ...]
    claim: str
    function: FeatureFunction


class Features(list[Feature]):
    """The features of one group that a module defines, in order.

    As a decorator it adds a function; its name is the feature's, the first paragraph of its docstring the claim.
    """

    def __init__(self, group: Group) -> None:
        super().__init__()
        self.group = group

    def __call__(self, *titles: str) -> Callable[[FeatureFunction], FeatureFunction]:
        """Return the decorator, which leaves the function as it is; arguments as in :meth:`add`."""

        def decorated(function: FeatureFunction) -> FeatureFunction:
            claim = (inspect.getdoc(function) or "").split("\n\n")[0].replace("\n", " ")
            self.add(function.__name__, *titles, claim=claim, function=function)
            return function

        return decorated

    def table(
        self, rows: Iterable[tuple[object, ...]], name: str, *titles: str
    ) -> Callable[[Callable[[View, Any], Firing]], Callable[[View, Any], Firing]]:
        """Return a decorator that adds a feature for each row of a table.

        Args:
            rows: one for each feature; the function is called with the view and the last cell of the row.
            name, titles: as in :meth:`add`. In these, and in the docstring of the function, ``{0}`` stands for the
                first cell of the row.
        """

        def decorated(function: Callable[[View, Any], Firing]) -> Callable[[View, Any], Firing]:
            for row in rows:
                claim = (inspect.getdoc(function) or "").format(*row)
                claim, said = claim[:1].upper() + claim[1:], (title.format(*row) for title in titles)
                of_row = name.format(*row).replace(" ", "_")
                self.add(of_row, *said, claim=claim, function=_with_cell(function, row[-1]))
            return function

        return decorated

    def add(self, name: str, *titles: str, claim: str, function: FeatureFunction) -> None:
        """Add a feature.

        Args:
            titles: what people read if it fires: that something is added, and that it is missing; or one title, that it
                is changed, wrong or added.
            claim: one sentence that describes it.
        """
        self.append(Feature(self.group, name, tuple(zip(DIRECTIONS, titles, strict=False)), claim, function))


def _with_cell(function: Callable[[View, Any], Firing], cell: object) -> FeatureFunction:
    return lambda view: function(view, cell)


def share(words: Sequence[int], among: int, premise: Sequence[int] = ()) -> Firing:
    """Return a firing on these words of the conclusion, their share of ``among`` as the value; silent without words."""
    return Firing(min(1.0, len(words) / among), tuple(words), tuple(premise)) if words else SILENT


def unlinked_share(view: View, words: Sequence[int]) -> Firing:
    """Return a firing on these words of the conclusion that the premise does not have; the value is their share."""
    return share(view.missing(words), len(words))


def linked_share(
    view: View,
    words: Iterable[int],
    among: float,
    count: float | None = None,
    arcs: tuple[Arcs, Arcs] = ((), ()),
) -> Firing:
    """Return a firing on these words of the conclusion with their partners; silent without any.

    The value is their number as a share of ``among``, or that of a ``count`` of what they are parts of.
    """
    words = tuple(words)
    number = len(words) if count is None else count
    return Firing(number / among, words, view.partners(words), *arcs) if number else SILENT


def replaced(view: View, words: Sequence[int]) -> Firing:
    """Return a firing on those aligned with words not known to mean the same; mean dissimilarity over these words."""
    unlike = {word: 1 - alike for word in words if view.partner[word] is not None if (alike := view.likeness(word)) < 1}
    return linked_share(view, unlike, len(words), sum(unlike.values()))


def arcs_among(reading: Reading, pairs: Iterable[tuple[int, int]]) -> Arcs:
    """Return the pairs of words that are arcs ``(dependent, head)`` of the tree, each once and in order."""
    return tuple(sorted({(low, high) for low, high in pairs if reading.heads[low] == high}))


Pair = tuple[int, int]
"""``(word of the conclusion, word of the premise)``."""


def share_of_pairs(pairs: Sequence[Pair], true_of: Callable[[int, int], bool]) -> Firing:
    """Return a firing on the pairs for which something is true; the value is their share."""
    matches = [pair for pair in pairs if true_of(*pair)]
    return share([word for word, _ in matches], len(pairs), sorted({partner for _, partner in matches}))


def share_of_facts(
    view: View,
    fact: Callable[[Reading], Mapping[int, Told]],
    differ: Callable[[Told, Told], bool] = ne,
    pairs: Sequence[Pair] | None = None,
) -> Firing:
    """Return a firing on the aligned words with a fact in both texts for which it differs; the value is their share.

    Args:
        fact: what a text says of some of its words.
        pairs: the aligned words that are compared; None for all.
    """
    own, other = fact(view.conclusion), fact(view.premise)
    among = view.linked if pairs is None else pairs
    known = [(word, partner) for word, partner in among if word in own and partner in other]
    return share_of_pairs(known, lambda word, partner: differ(own[word], other[partner]))


@cached_fact
def linked_predicates(view: View) -> tuple[Pair, ...]:
    """Return the aligned predicates of the conclusion with their partners."""
    known = view.conclusion.predicates
    return tuple(pair for pair in view.linked if pair[0] in known)


@cached_fact
def linked_content(view: View) -> tuple[Pair, ...]:
    """Return the aligned content words of the conclusion with their partners."""
    upos = view.conclusion.upos
    return tuple(pair for pair in view.linked if upos[pair[0]] in CONTENT)
