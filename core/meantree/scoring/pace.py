"""How far scoring is, and how long it will still take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from meantree.scoring.agenda import Pass

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
