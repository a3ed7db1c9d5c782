"""The run that scores what is wanted of one open corpus: what it does next, how far it is, what comes of it."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.errors import Problem
    from meantree.scoring.agenda import Agenda, Pace, Pass
    from meantree.scoring.chunks import Portion
    from meantree.scoring.table import Column
    from meantree.work import Work

PAUSE_SECONDS = 1.0
"""What is scored comes to the main thread at most so often."""
BUSY_SHARE = 10
"""And it waits so many times longer than taking the last of it took there."""


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a portion of a pass: columns by (system, spec), what could not be scored, and when."""

    done: Pass
    portion: Portion
    columns: dict[tuple[str, str], Column]
    problems: Sequence[Problem]
    makers: dict[str, str]
    at: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the run is.

    Attributes:
        system: that is scored now, or next.
        name: of its pass; ``number`` of ``passes``, from 1.
        done: segments of the pass, of ``total``.
        share: of the whole run, in [0, 1].
        seconds: that the whole run will take; None if nothing was measured yet.
        is_running: False where somebody stopped it.
    """

    system: str
    name: str
    number: int
    passes: int
    done: int
    total: int
    share: float
    seconds: float | None
    is_running: bool


class ScoringRun(QObject):
    """One operation in the background asks the agenda what to do next, as long as there is anything.

    Signals:
        arrived: some portions are done, as a list of :class:`Found`.
        progressed: there is another :attr:`progress`.
    """

    arrived = Signal(object)
    progressed = Signal()
    _sent = Signal(object, object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._agenda: Agenda | None = None
        self._pace: Pace | None = None
        self._numbers = Counter[tuple[int, str]]()
        self._is_running = self._is_little = False
        self._pause = 0.0
        self._sent.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def open(self, corpus: Corpus) -> None:
        """Nothing is wanted yet of what is open now, and nothing any more of what was open before."""
        from meantree.analysis.layers.required import WORDS
        from meantree.scoring.agenda import Agenda, Pace
        from meantree.scoring.chunks import is_small_job

        if self._agenda is not None:
            self._agenda.stop()
        self._is_little = is_small_job(corpus, corpus.systems[:1], WORDS)
        self._agenda, self._pace = Agenda(), Pace()
        self._numbers.clear()
        self._is_running = False
        self.progressed.emit()

    @property
    def passes(self) -> tuple[Pass, ...]:
        """All that are not done, those that are wanted most first."""
        return self._agenda.passes if self._agenda is not None else ()

    @property
    def is_stopped(self) -> bool:
        """Whether there is something that somebody stopped, and nothing runs."""
        return not self._is_running and bool(self.passes)

    @property
    def progress(self) -> Progress | None:
        """How far it is; None if nothing is wanted."""
        left, pace = self.passes, self._pace
        if not left or pace is None:
            return None
        going = [one for one in left if not one.stopped] or list(left)
        now = going[0]
        passes, total = self._numbers[_key(now)], len(now.waiting)
        return Progress(
            now.system,
            now.name,
            number=passes - sum(_key(one) == _key(now) for one in left) + 1,
            passes=passes,
            done=total - now.left,
            total=total,
            share=pace.share(going),
            seconds=self._seconds(pace, going),
            is_running=self._is_running,
        )

    def _seconds(self, pace: Pace, going: Sequence[Pass]) -> float | None:
        """What is left of the estimate, which is made when scores arrive; none where they take longer than that."""
        found = pace.seconds(going) if self._is_running else None
        left = None if found is None else found - pace.since(time.monotonic())
        return left if left is None or left > 0 else None

    def want(self, passes: Sequence[Pass]) -> None:
        """Score these next."""
        if self._agenda is not None:
            for key, number in Counter(map(_key, passes)).items():
                self._numbers[key] = max(self._numbers[key], number)
            self._agenda.want(passes)
            self._go_on()

    def resume(self) -> None:
        """Go on with all that was stopped."""
        self.want(self.passes)

    def look_at(self, places: Iterable[int]) -> None:
        """Score the segments at these 0-based places before others."""
        if self._agenda is not None:
            self._agenda.look_at(places)

    # Inside

    def _go_on(self) -> None:
        """One operation at a time, so that texts to look at need not wait."""
        agenda = self._agenda
        if agenda is None or self._is_running or not agenda.has_more:
            self.progressed.emit()
            return
        self._is_running = True
        operation = partial(self._score, agenda)
        self._workspace.background.run(operation, partial(self._end, agenda), partial(self._fail, agenda))
        self.progressed.emit()

    def _score(self, agenda: Agenda, work: Work) -> list[Found]:
        """What a thread does; what it did not send yet is returned."""
        found: list[Found] = []
        sent = time.monotonic()
        for one in self._found(agenda, work):
            if self._workspace.background.is_closed:
                break  # ends the processes, which nobody else needs any more
            found.append(one)
            if one.at - sent > max(PAUSE_SECONDS, self._pause) or not one.done.waiting.any():
                self._sent.emit(agenda, found)
                found, sent = [], one.at
        if work.cancelled():
            agenda.stop()
        return found

    def _found(self, agenda: Agenda, work: Work) -> Iterator[Found]:
        from meantree.scoring.chunks import score_portions
        from meantree.scoring.table import Column

        passes, store = deque["Pass"](), self._workspace.store

        def portions() -> Iterator[Portion]:
            for one, portion in agenda.begun():
                passes.append(one)
                yield portion

        jobs = 1 if self._is_little else os.cpu_count() or 1
        for portion, scored in score_portions(portions(), store, keep=True, work=work.by(jobs)):
            if scored.analyses:
                store.add(scored.analyses)
            columns = {key: Column(portion.metrics[key[1]], rows) for key, rows in scored.statistics.items()}
            yield Found(passes.popleft(), portion, columns, scored.problems, scored.makers, time.monotonic())

    def _take(self, agenda: Agenda, found: Sequence[Found]) -> None:
        if agenda is not self._agenda or self._pace is None:  # another corpus was opened meanwhile
            return
        began = time.monotonic()
        for one in found:
            self._pace.count(one.done, len(one.portion.places), one.at)
        self.arrived.emit(found)
        self._let_go(agenda)
        self._pause = BUSY_SHARE * (time.monotonic() - began)
        self.progressed.emit()

    def _end(self, agenda: Agenda, found: Sequence[Found]) -> None:
        if agenda is self._agenda:
            self._is_running = False
            self._take(agenda, found)
            self._rest(agenda)
            self._go_on()

    def _fail(self, agenda: Agenda, error: BaseException) -> None:
        from meantree.analysis.analyser import AnalysisNotStored
        from meantree.errors import Cancelled

        lacks = isinstance(error, AnalysisNotStored)  # the window says so in one place, and nothing can be resumed
        if agenda is self._agenda:
            self._is_running = False
            (agenda.clear if lacks else agenda.stop)()
            self._rest(agenda)
        if not lacks and not isinstance(error, Cancelled):
            self._workspace.background.failed.emit(error)
        self.progressed.emit()

    def _rest(self, agenda: Agenda) -> None:
        """What was begun and never done waits again."""
        agenda.reset()
        if self._pace is not None:
            self._pace.rest()

    def _let_go(self, agenda: Agenda) -> None:
        """Of systems that are done, the project keeps the analyses."""
        done = agenda.drop_done()
        left = {_key(one) for one in agenda.passes}
        for system in dict.fromkeys(one.system for one in done if _key(one) not in left):
            self._workspace.store_analyses(system)
        if not left and self._pace is not None:
            self._pace.begin()


def _key(one: Pass) -> tuple[int, str]:
    return id(one.table), one.system
