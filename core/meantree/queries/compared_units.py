"""Units compared by a metric: computed in several processes, and cached between searches."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from meantree.analysis.store import IN_PROCESS_TEXTS
from meantree.corpus.corpus import Segment
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.queries.request_scope import Scope
from meantree.queries.search_units import Unit, unit_of
from meantree.work import Work, are_processes_free, chunks, in_batches

PAIRS_PER_TASK: Final = 16
CACHED_WORDS: Final = 200_000
"""Words of all units in a cache, which take some hundred megabytes."""
LocatedPair = tuple[int, str, Pair]
"""The 0-based position of a segment, the system, and its hypothesis with the references."""


_Task = tuple[Metric, Scope, Sequence[LocatedPair]]


def compared_units(pairs: Sequence[LocatedPair], metric: Metric, scope: Scope, work: Work) -> Iterator[Unit]:
    """Yield the units of these pairs in order; fewer if the user cancels the work.

    This process compares the pairs itself if they are few, or if the other processes are busy.
    """
    if work.jobs == 1 or len(pairs) <= IN_PROCESS_TEXTS or not are_processes_free():
        tasks: Iterator[_Task] = ((metric, scope, [pair]) for pair in pairs)
        work = work.by(1)
    else:
        tasks = ((_narrowed(metric, part), scope, part) for part in chunks(pairs, PAIRS_PER_TASK))
    for units in in_batches(_compare_pairs, tasks, work):
        yield from units


def _narrowed(metric: Metric, part: Sequence[LocatedPair]) -> Metric:
    """Return the metric with corpus statistics of these texts alone, since every task is sent to another process."""
    return metric.narrowed([reference.text for _, _, pair in part for reference in pair.references])


def _compare_pairs(task: _Task) -> list[Unit]:
    metric, scope, pairs = task
    return [unit_of(place, system, pair, scope, metric) for place, system, pair in pairs]


@dataclass(frozen=True, slots=True)
class UnitKey:
    """Everything on which a unit depends; objects are compared by identity.

    Attributes:
        segment, system, reference: whose hypothesis, and the reference if one is selected.
        metric, store: what compares and what analyses the texts.
    """

    segment: Segment
    system: str
    reference: str | None
    metric: Metric
    store: object
    scope: Scope

    @property
    def identity(self) -> tuple[object, ...]:
        """A hashable key, unique while the objects in it exist."""
        objects = (id(item) for item in (self.segment, self.metric, self.store))
        scope = self.scope
        return (
            *objects,
            self.system,
            self.reference,
            scope.roles,
            scope.links,
            scope.findings,
            scope.layers(self.metric),
        )


class UnitCache:
    """Units of earlier searches, up to a number of words; the least recently used units are dropped first."""

    def __init__(self, budget: int = CACHED_WORDS) -> None:
        self._budget, self._words = budget, 0
        # The keys are stored too, so that the objects live as long as their ids are used.
        self._units: OrderedDict[tuple[object, ...], tuple[UnitKey, Unit]] = OrderedDict()

    def find(self, key: UnitKey) -> Unit | None:
        """Return the cached unit, if there is one."""
        identity = key.identity
        if identity not in self._units:
            return None
        self._units.move_to_end(identity)
        return self._units[identity][1]

    def put(self, key: UnitKey, unit: Unit) -> None:
        """Add a unit, unless it is cached."""
        identity = key.identity
        if identity in self._units:
            return
        self._words += _word_count(unit)
        self._units[identity] = key, unit
        while self._words > self._budget and self._units:
            self._words -= _word_count(self._units.popitem(last=False)[1][1])


def _word_count(unit: Unit) -> int:
    return sum(len(text.tokens) for text in unit.texts.values())
