"""What most features say: the share of some things that another thing is true of, and which they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meantree.entailment.contexts.once import once
from meantree.entailment.feature import SILENT, Arcs, Firing
from meantree.entailment.reading import Reading
from meantree.entailment.view import View


def part(found: Sequence[int], among: int, premise: Sequence[int] = ()) -> Firing:
    """These words of the conclusion as a share of ``among`` of their kind; silent if there are none."""
    return Firing(min(1.0, len(found) / among), tuple(found), tuple(premise)) if found else SILENT


def unlinked_part(view: View, words: Sequence[int]) -> Firing:
    """Those of these words of the conclusion that have no partner."""
    return part(view.unlinked(words), len(words))


def linked_part(view: View, found: Sequence[int], among: int) -> Firing:
    """These linked words of the conclusion with their partners."""
    return part(found, among, partners(view, found))


def partners(view: View, words: Sequence[int]) -> tuple[int, ...]:
    """The words of the premise that these words of the conclusion are linked with, in order."""
    return tuple(sorted({other for word in words if (other := view.partner[word]) is not None}))


def arcs_part(mine: Arcs, theirs: Arcs, among: int) -> Firing:
    """These arcs of the conclusion as a share of ``among``, with those of the premise that they are compared with."""
    return Firing(min(1.0, len(mine) / among), conclusion_arcs=mine, premise_arcs=theirs) if mine else SILENT


@once
def relations(reading: Reading) -> tuple[str, ...]:
    """The label over each word without its subtype: ``nmod`` for ``nmod:poss``."""
    return tuple(label.partition(":")[0] for label in reading.labels)


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean, 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def real(reading: Reading, joined: Iterable[tuple[int, int]]) -> Arcs:
    """Those of these pairs of words that are arcs of the tree, as ``(dependent, head)``, each once and in order."""
    return tuple(sorted({(low, high) for low, high in joined if reading.heads[low] == high}))
