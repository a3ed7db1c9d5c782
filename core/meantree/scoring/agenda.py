"""What is scored next, where that changes while it goes on: other systems are wanted, other segments looked at."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.layers.required import Layers
from meantree.metrics.metric import Metric, required_layers
from meantree.scoring.chunks import Portion
from meantree.scoring.table import ScoreTable


@dataclass(slots=True, eq=False)
class Pass:
    """One system by the metrics that are scored together.

    Attributes:
        table: what it fills.
        system: whose hypotheses.
        name: of the pass, in words.
        metrics: by spec string, adapted to the table's corpus.
        cost: how long a segment takes, beside one of another pass.
        size: how many segments are begun together.
        depth: how deep texts are analysed at least, whatever the metrics need.
        stopped: whether somebody stopped it; it goes on when it is wanted again.
        waiting: shape (segments,), which segments nobody began.
    """

    table: ScoreTable
    system: str
    name: str
    metrics: Mapping[str, Metric]
    cost: float = 1.0
    size: int = 16
    depth: Layers = field(default_factory=Layers)
    stopped: bool = False
    waiting: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self.wait()

    def wait(self) -> None:
        """All segments that are not done are still to be begun."""
        self.waiting = np.ones(len(self.table.corpus.segments), dtype=bool)
        columns = [self.table.column(self.system, spec) for spec in self.metrics]
        there = [column.done for column in columns if column is not None]
        if len(there) == len(columns) and there:
            self.waiting = ~np.logical_and.reduce(there)

    @property
    def left(self) -> int:
        """How many segments are not done."""
        columns = [self.table.column(self.system, spec) for spec in self.metrics]
        return max((len(self.waiting) if one is None else one.left for one in columns), default=0)


class Agenda:
    """Passes in the order in which they are wanted; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._passes: list[Pass] = []
        self._first: tuple[int, ...] = ()

    @property
    def passes(self) -> tuple[Pass, ...]:
        """All that are not done, those that are wanted most first."""
        return tuple(self._passes)

    def want(self, passes: Sequence[Pass]) -> None:
        """These come next, in their order; what was wanted before comes after them."""
        with self._lock:
            self._passes = [*passes, *(one for one in self._passes if one not in passes)]
            for one in passes:
                one.stopped = False

    def look_at(self, places: Iterable[int]) -> None:
        """The segments at these 0-based places are wanted before others."""
        self._first = tuple(places)

    def stop(self) -> None:
        """Begin nothing more of what is wanted now."""
        with self._lock:
            for one in self._passes:
                one.stopped = True

    def clear(self) -> None:
        """Want nothing any more."""
        with self._lock:
            self._passes = []

    def drop_done(self) -> tuple[Pass, ...]:
        """Take out what is done, and return it."""
        with self._lock:
            done = tuple(one for one in self._passes if not one.left)
            self._passes = [one for one in self._passes if one.left]
        return done

    def reset(self) -> None:
        """What was begun and never done is still to be begun."""
        with self._lock:
            for one in self._passes:
                one.wait()

    @property
    def has_more(self) -> bool:
        """Whether there is anything to begin."""
        return any(not one.stopped and one.waiting.any() for one in self._passes)

    def begun(self) -> Iterator[tuple[Pass, Portion]]:
        """What to do next, each time one asks, until there is nothing to begin."""
        while (found := self._next()) is not None:
            yield found

    def _next(self) -> tuple[Pass, Portion] | None:
        with self._lock:
            for one in self._passes:
                if not one.stopped and one.waiting.any():
                    return one, self._portion(one)
        return None

    def _portion(self, one: Pass) -> Portion:
        """The segments that are looked at, and those that come next in order."""
        places = [place for place in dict.fromkeys(self._first) if 0 <= place < len(one.waiting) and one.waiting[place]]
        places = places[: one.size]
        one.waiting[places] = False
        others = np.flatnonzero(one.waiting)[: one.size - len(places)].tolist()
        one.waiting[others] = False
        places += others
        segments = [one.table.corpus.segments[place] for place in places]
        return Portion(places, segments, (one.system,), one.metrics, one.depth | required_layers(one.metrics))


MEMORY_SECONDS = 30.0
"""What was measured so long ago counts for a third."""


@dataclass(slots=True)
class _Rate:
    """Seconds and segments, what is long ago counting less."""

    seconds: float = 0.0
    segments: float = 0.0


class Pace:
    """Measures how long segments take, pass by pass; the first ones, for which much is loaded, do not count."""

    def __init__(self) -> None:
        self._rates: dict[str, _Rate] = {}
        self._costs: dict[str, float] = {}
        self._since: float | None = None
        self._done = self._most = self._base = 0.0

    def rest(self) -> None:
        """Nothing is scored for a while."""
        self._since = None

    def begin(self) -> None:
        """Another run begins, from nothing."""
        self._done = self._most = self._base = 0.0
        self.rest()

    def count(self, done: Pass, segments: int, now: float) -> None:
        """So many segments of a pass were done by ``now``, in seconds since any moment."""
        self._done += segments * done.cost
        self._costs[done.name] = done.cost
        if self._since is not None:
            spent = now - self._since
            rate = self._rates.setdefault(done.name, _Rate())
            kept = math.exp(-spent / MEMORY_SECONDS)
            rate.seconds, rate.segments = rate.seconds * kept + spent, rate.segments * kept + segments
        self._since = now

    def share(self, left: Sequence[Pass]) -> float:
        """How much of the run is done, in [0, 1]; never less than what was told before, and more with all that is done.

        Where more is wanted than at first, what was told stays, and the rest of the bar is for what is ahead.
        """
        ahead = sum(one.left * one.cost for one in left)
        share = self._base + (1 - self._base) * (self._done / (self._done + ahead) if self._done + ahead else 0.0)
        if share < self._most:
            self._base, self._done = self._most, 0.0
        self._most = max(self._most, share)
        return self._most

    def since(self, now: float) -> float:
        """How long ago something was measured, in seconds; 0 while nothing is scored."""
        return 0.0 if self._since is None else max(0.0, now - self._since)

    def seconds(self, left: Sequence[Pass]) -> float | None:
        """How long what is left will take; None as long as nothing was measured."""
        known = [self._costs[name] * rate.segments / rate.seconds for name, rate in self._rates.items() if rate.seconds]
        if not known:
            return None
        speed = sum(known) / len(known)  # cost a second, for passes that have not begun
        total = 0.0
        for one in left:
            rate = self._rates.get(one.name, _Rate())
            total += one.left * (rate.seconds / rate.segments if rate.segments else one.cost / speed)
        return total
