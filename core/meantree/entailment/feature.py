"""What a feature is: a small theory of why one text does not follow from another; of identical texts all are silent."""

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
"""The paper's five (Padó et al. 2009, figure 2)."""

Arcs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """What a feature found; token indices are 0-based over each text.

    Attributes:
        value: 0 if it did not fire; else above 0, mostly the share of what there is to keep that is not kept.
        conclusion, premise: the tokens that it looked at.
        conclusion_arcs, premise_arcs: the arcs, as ``(dependent, head)``.
    """

    value: float
    conclusion: tuple[int, ...] = ()
    premise: tuple[int, ...] = ()
    conclusion_arcs: Arcs = ()
    premise_arcs: Arcs = ()


SILENT = Firing(0.0)
"""Nothing to be said."""

Theory = Callable[[View], Firing]
"""A function of a view; its name is the feature's, the first sentence of its docstring what it claims."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One theory in the group that it belongs to."""

    group: Group
    theory: Theory

    @property
    def name(self) -> str:
        """Stable: models name their weights by it."""
        return self.theory.__name__

    @property
    def claim(self) -> str:
        """One sentence."""
        return (inspect.getdoc(self.theory) or "").split("\n\n")[0].replace("\n", " ")


def features(group: Group, *theories: Theory) -> tuple[Feature, ...]:
    """The features of one group, in order."""
    return tuple(Feature(group, theory) for theory in theories)


def share(found: Sequence[int], among: int, premise: Sequence[int] = ()) -> Firing:
    """These words of the conclusion as a share of ``among`` of their kind; silent if there are none."""
    return Firing(min(1.0, len(found) / among), tuple(found), tuple(premise)) if found else SILENT


def unlinked_share(view: View, words: Sequence[int]) -> Firing:
    """Those of these words of the conclusion that have no partner."""
    return share(view.unlinked(words), len(words))


def linked_share(view: View, found: Sequence[int], among: int) -> Firing:
    """These linked words of the conclusion with their partners."""
    return share(found, among, partners(view, found))


def partners(view: View, words: Sequence[int]) -> tuple[int, ...]:
    """The words of the premise that these words of the conclusion are linked with, in order."""
    return tuple(sorted({other for word in words if (other := view.partner[word]) is not None}))


def arcs_share(mine: Arcs, theirs: Arcs, among: int) -> Firing:
    """These arcs of the conclusion as a share of ``among``, with those of the premise that they are compared with."""
    return Firing(min(1.0, len(mine) / among), conclusion_arcs=mine, premise_arcs=theirs) if mine else SILENT


@cached_fact
def basic_labels(reading: Reading) -> tuple[str, ...]:
    """The label over each word without its subtype: ``nmod`` for ``nmod:poss``."""
    return tuple(label.partition(":")[0] for label in reading.labels)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def arcs_among(reading: Reading, joined: Iterable[tuple[int, int]]) -> Arcs:
    """Those of these pairs of words that are arcs of the tree, as ``(dependent, head)``, each once and in order."""
    return tuple(sorted({(low, high) for low, high in joined if reading.heads[low] == high}))


Pair = tuple[int, int]
"""``(word of the conclusion, word of the premise)``."""


def share_of_pairs(pairs: Sequence[Pair], true_of: Callable[[int, int], bool]) -> Firing:
    """Fires on those pairs of which something is true; the value is their share."""
    found = [pair for pair in pairs if true_of(*pair)]
    return share([one for one, _ in found], len(pairs), sorted({two for _, two in found}))


@cached_fact
def main_words(view: View) -> tuple[Pair, ...]:
    """The main word of each sentence of the conclusion with its partner, where it has one."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in view.linked if pair[0] in roots)


@cached_fact
def linked_predicates(view: View) -> tuple[Pair, ...]:
    """Predicates of the conclusion with their partners."""
    known = predicates(view.conclusion)
    return tuple(pair for pair in view.linked if pair[0] in known)


@cached_fact
def minor_predicates(view: View) -> tuple[Pair, ...]:
    """Predicates of the conclusion other than its main words, with their partners."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in linked_predicates(view) if pair[0] not in roots)


@cached_fact
def linked_content(view: View) -> tuple[Pair, ...]:
    """Words of the conclusion that carry meaning of their own, with their partners."""
    upos = view.conclusion.upos
    return tuple(pair for pair in view.linked if upos[pair[0]] in CONTENT)


def linked_kind(view: View, *kinds: str) -> tuple[Pair, ...]:
    """Linked words that are of these universal parts of speech in both texts."""
    mine, theirs = view.conclusion.upos, view.premise.upos
    return tuple((one, two) for one, two in view.linked if mine[one] in kinds and theirs[two] in kinds)
