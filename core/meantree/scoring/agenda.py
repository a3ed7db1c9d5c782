"""The order in which systems and segments are scored, which may change during scoring, and the remaining time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.layers.required import Layers
from meantree.metrics.metric import Metric, required_layers
from meantree.scoring.run import Portion
from meantree.scoring.table import ScoreTable


@dataclass(slots=True, eq=False)
class Pass:
    """One system by the metrics that are scored together.

    Attributes:
        name: of the pass, in words.
        metrics: by spec string, adapted to the table's corpus.
        cost: the relative duration of a segment, compared with other passes.
        size: the number of segments scored together.
        layers: analysed in addition to those that the metrics need.
        stopped: whether the user stopped it; it continues when it is requested again.
        waiting: shape (segments,), which segments are not begun.
    """

    table: ScoreTable
    system: str
    name: str
    metrics: Mapping[str, Metric]
    cost: float = 1.0
    size: int = 16
    layers: Layers = field(default_factory=Layers)
    stopped: bool = False
    waiting: NDArray[np.bool_] = field(init=False)

    def __post_init__(self) -> None:
        self.wait()

    def wait(self) -> None:
        """Queue all segments that are not done."""
        self.waiting = np.ones(len(self.table.corpus.segments), dtype=bool)
        columns = [self.table.column(self.system, spec) for spec in self.metrics]
        done = [column.done for column in columns if column is not None]
        if len(done) == len(columns) and done:
            self.waiting = ~np.logical_and.reduce(done)

    @property
    def remaining(self) -> int:
        """The number of segments that are not done."""
        columns = [self.table.column(self.system, spec) for spec in self.metrics]
        return max((len(self.waiting) if column is None else column.remaining for column in columns), default=0)


class Agenda:
    """The passes in the order in which they are scored; thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._passes: list[Pass] = []
        self._first: tuple[int, ...] = ()
        self._only = ""

    @property
    def passes(self) -> tuple[Pass, ...]:
        """The passes that are not done, most urgent first."""
        return tuple(self._passes)

    def want(self, passes: Sequence[Pass], *, last: bool = False) -> None:
        """Put these passes first, in their order, before those requested earlier; or after them."""
        with self._lock:
            others = [pass_ for pass_ in self._passes if pass_ not in passes]
            self._passes = [*others, *passes] if last else [*passes, *others]
            for pass_ in passes:
                pass_.stopped = False

    def look_at(self, places: Iterable[int]) -> None:
        """Score the segments at these 0-based places before others."""
        self._first = tuple(places)

    def limit_to(self, name: str) -> None:
        """Begin segments of passes of this name alone; empty for all."""
        self._only = name

    def stop(self) -> None:
        """Begin no further segments of the current passes."""
        with self._lock:
            for pass_ in self._passes:
                pass_.stopped = True

    def drop_done(self) -> tuple[Pass, ...]:
        """Remove the passes that are done, and return them."""
        with self._lock:
            done = tuple(pass_ for pass_ in self._passes if not pass_.remaining)
            self._passes = [pass_ for pass_ in self._passes if pass_.remaining]
        return done

    def reset(self) -> None:
        """Queue again all segments that are not done."""
        with self._lock:
            for pass_ in self._passes:
                pass_.wait()

    @property
    def has_more(self) -> bool:
        """Whether there are segments to begin."""
        return any(map(self._may_begin, self._passes))

    def _may_begin(self, pass_: Pass) -> bool:
        return not pass_.stopped and self._only in ("", pass_.name) and bool(pass_.waiting.any())

    def begun(self) -> Iterator[tuple[Pass, Portion]]:
        """Yield the next portion each time, until there is nothing to begin."""
        while (portion := self._next()) is not None:
            yield portion

    def _next(self) -> tuple[Pass, Portion] | None:
        with self._lock:
            for pass_ in self._passes:
                if self._may_begin(pass_):
                    return pass_, self._portion(pass_)
        return None

    def _portion(self, pass_: Pass) -> Portion:
        """Return the segments in view, then those that follow in order."""
        places = [
            place for place in dict.fromkeys(self._first) if 0 <= place < len(pass_.waiting) and pass_.waiting[place]
        ]
        places = places[: pass_.size]
        pass_.waiting[places] = False
        others = np.flatnonzero(pass_.waiting)[: pass_.size - len(places)].tolist()
        pass_.waiting[others] = False
        places += others
        segments = [pass_.table.corpus.segments[place] for place in places]
        return Portion(places, segments, (pass_.system,), pass_.metrics, pass_.layers | required_layers(pass_.metrics))


MEMORY_SECONDS = 30.0
"""The age at which a measurement counts for a third."""


@dataclass(slots=True)
class _Rate:
    """Seconds and segments, older ones with less weight."""

    seconds: float = 0.0
    segments: float = 0.0


class Pace:
    """Measures how long segments take in each pass, except the first segments, during which models are loaded."""

    def __init__(self) -> None:
        self._rates: dict[str, _Rate] = {}
        self._costs: dict[str, float] = {}
        self._since: float | None = None
        self._done = self._most = self._base = 0.0

    def pause(self) -> None:
        """Pause the clock while nothing is scored."""
        self._since = None

    def begin(self) -> None:
        """Start another run."""
        self._done = self._most = self._base = 0.0
        self.pause()

    def count(self, done: Pass, segments: int, now: float) -> None:
        """Record that segments of a pass were done by ``now``, in seconds on any clock."""
        self._done += segments * done.cost
        self._costs[done.name] = done.cost
        if self._since is not None:
            elapsed = now - self._since
            rate = self._rates.setdefault(done.name, _Rate())
            weight = math.exp(-elapsed / MEMORY_SECONDS)
            rate.seconds, rate.segments = rate.seconds * weight + elapsed, rate.segments * weight + segments
        self._since = now

    def share(self, passes: Sequence[Pass]) -> float:
        """Return how much of the run is done, in [0, 1]; never less than before.

        When more is requested during a run, the reported share stays, and the rest of the bar is for what is ahead.
        """
        ahead = sum(pass_.remaining * pass_.cost for pass_ in passes)
        share = self._base + (1 - self._base) * (self._done / (self._done + ahead) if self._done + ahead else 0.0)
        if share < self._most:
            self._base, self._done = self._most, 0.0
        self._most = max(self._most, share)
        return self._most

    def since(self, now: float) -> float:
        """Return the seconds since the last measurement; 0 while nothing is scored."""
        return 0.0 if self._since is None else max(0.0, now - self._since)

    def seconds(self, passes: Sequence[Pass]) -> float | None:
        """Return the remaining time in seconds; None before anything was measured."""
        speeds = [
            self._costs[name] * rate.segments / rate.seconds for name, rate in self._rates.items() if rate.seconds
        ]
        if not speeds:
            return None
        speed = sum(speeds) / len(speeds)  # cost a second, for passes that have not begun
        total = 0.0
        for pass_ in passes:
            rate = self._rates.get(pass_.name, _Rate())
            total += pass_.remaining * (rate.seconds / rate.segments if rate.segments else pass_.cost / speed)
        return total
