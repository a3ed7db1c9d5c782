"""Pairs as a metric compares them, for requests that ask for this: made in several processes, kept between searches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from meantree.analysis.store import SMALL
from meantree.corpus.corpus import Segment
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.search.request_scope import Scope
from meantree.search.search_units import Unit, unit_of
from meantree.work import Work, are_processes_free, chunks, in_batches

TOGETHER: Final = 16
"""Pairs that a process compares at a time."""
BUDGET: Final = 200_000
"""Words of the units that are kept, some hundred megabytes."""
Located = tuple[int, str, Pair]
"""The 0-based place of a segment, the system, and its translation beside the references."""


@dataclass(frozen=True, slots=True)
class _Task:
    metric: Metric
    scope: Scope
    pairs: Sequence[Located]


def compared_units(pairs: Sequence[Located], metric: Metric, scope: Scope, work: Work) -> Iterator[Unit]:
    """The units of these pairs, in order; fewer where the work was cancelled.

    Few pairs, and all where other work has the processes already, are compared in this one whatever is asked.
    """
    if work.jobs == 1 or len(pairs) <= SMALL or not are_processes_free():
        tasks: Iterator[_Task] = (_Task(metric, scope, [pair]) for pair in pairs)
        work = work.by(1)
    else:
        tasks = (_Task(_narrowed(metric, part), scope, part) for part in chunks(pairs, TOGETHER))
    for units in in_batches(_compared, tasks, work):
        yield from units


def _narrowed(metric: Metric, part: Sequence[Located]) -> Metric:
    """The metric with what it learned of these texts alone: the whole would be sent with every task."""
    return metric.narrowed([reference.text for _, _, pair in part for reference in pair.references])


def _compared(task: _Task) -> list[Unit]:
    return [unit_of(place, system, pair, task.scope, task.metric) for place, system, pair in task.pairs]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a unit depends on: the very same values, whatever equals them.

    Attributes:
        segment, system, reference: whose translation, beside which reference if one is named.
        metric, store: what compares, and what analyses.
        scope: what the request needs.
    """

    segment: Segment
    system: str
    reference: str | None
    metric: Metric
    store: object
    scope: Scope

    @property
    def key(self) -> tuple[object, ...]:
        """What two of them are told apart by; ids hold as long as what they are of is kept."""
        things = (id(thing) for thing in (self.segment, self.metric, self.store))
        scope = self.scope
        return (*things, self.system, self.reference, scope.roles, scope.links, scope.depth(self.metric))


class KeptUnits:
    """Units of earlier searches, within a budget of words; those that were not asked for longest are let go."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget, self._words = budget, 0
        self._kept: OrderedDict[tuple[object, ...], tuple[Asked, Unit]] = OrderedDict()

    def find(self, asked: Asked) -> Unit | None:
        """The unit, if it was made before."""
        if asked.key not in self._kept:
            return None
        self._kept.move_to_end(asked.key)
        return self._kept[asked.key][1]

    def put(self, asked: Asked, unit: Unit) -> None:
        """Keep one, unless it is kept already."""
        if asked.key in self._kept:
            return
        self._words += _size(unit)
        self._kept[asked.key] = asked, unit
        while self._words > self._budget and self._kept:
            self._words -= _size(self._kept.popitem(last=False)[1][1])


def _size(unit: Unit) -> int:
    return sum(len(text.tokens) for text in unit.texts.values())
