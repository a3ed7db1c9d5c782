"""The run that scores the requested systems of the open corpus: its order, progress and results."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from meantree.errors import Cancelled
from meantree_gui.state.offered_metrics import ANNOTATIONS
from meantree_gui.state.workspace import Workspace

if TYPE_CHECKING:
    from meantree.corpus.corpus import Corpus
    from meantree.errors import Problem
    from meantree.scoring.agenda import Agenda, Pace, Pass
    from meantree.scoring.run import Portion
    from meantree.scoring.table import Column
    from meantree.work import Work

PAUSE_SECONDS = 1.0
"""The shortest time between two deliveries of scores to the main thread."""
BUSY_SHARE = 10
"""Between deliveries, this many times the duration of the last one passes."""


@dataclass(frozen=True, slots=True)
class PortionResult:
    """The scores of a portion of a pass: columns by (system, spec), problems, analysers, and when it was finished."""

    done: Pass
    portion: Portion
    columns: dict[tuple[str, str], Column]
    problems: Sequence[Problem]
    makers: dict[str, str]
    at: float


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of the run.

    Attributes:
        system: the system that is scored now or next.
        name: of its pass, which is ``number``, 1-based, of ``passes``.
        done: scored segments of the pass, of ``total``.
        share: of the whole run that is done, in [0, 1].
        seconds: that the rest of the run will take; ``None`` if nothing was measured yet.
        is_running: ``False`` if the user stopped it.
        is_waiting: whether it goes on by itself when another page than Annotate is shown.
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
    is_waiting: bool = False


class ScoringRun(QObject):
    """One operation in the background scores portion after portion of the agenda.

    Signals:
        arrived: some portions are scored, as a list of :class:`PortionResult`.
        progressed: :attr:`progress` changed.
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
        self._is_running = self._is_small = False
        self._pause = 0.0
        self._sent.connect(self._take, Qt.ConnectionType.QueuedConnection)
        workspace.annotating_changed.connect(self._follow_page)

    def open(self, corpus: Corpus) -> None:
        """Start with another corpus, without any requests."""
        from meantree.analysis.layers.required import WORDS
        from meantree.scoring.agenda import Agenda, Pace
        from meantree.scoring.run import is_small_job

        if self._agenda is not None:
            self._agenda.stop()
        self._is_small = is_small_job(corpus, corpus.systems[:1], WORDS)
        self._agenda, self._pace = Agenda(), Pace()
        self._follow_page()
        self._numbers.clear()
        self._is_running = False
        self.progressed.emit()

    @property
    def passes(self) -> tuple[Pass, ...]:
        """All passes that are not finished, in their order."""
        return self._agenda.passes if self._agenda is not None else ()

    @property
    def is_stopped(self) -> bool:
        """Whether passes were stopped and nothing runs."""
        return not self._is_running and bool(self.passes)

    @property
    def progress(self) -> Progress | None:
        """The progress, ``None`` if nothing is requested."""
        left, pace = self.passes, self._pace
        if not left or pace is None:
            return None
        active = [each for each in left if not each.stopped] or list(left)
        now = active[0]
        passes, total = self._numbers[_key(now)], len(now.waiting)
        return Progress(
            now.system,
            now.name,
            number=passes - sum(_key(each) == _key(now) for each in left) + 1,
            passes=passes,
            done=total - now.remaining,
            total=total,
            share=pace.share(active),
            seconds=self._seconds(pace, active),
            is_running=self._is_running,
            is_waiting=self._workspace.is_annotating and not now.stopped and not self._is_running,
        )

    def _seconds(self, pace: Pace, active: Sequence[Pass]) -> float | None:
        """Return the rest of the last estimate; ``None`` if scores take longer than estimated."""
        estimate = pace.seconds(active) if self._is_running else None
        left = None if estimate is None else estimate - pace.since(time.monotonic())
        return left if left is None or left > 0 else None

    def want(self, passes: Sequence[Pass], *, last: bool = False) -> None:
        """Score these next, or after all others."""
        if self._agenda is not None:
            for key, number in Counter(map(_key, passes)).items():
                self._numbers[key] = max(self._numbers[key], number)
            self._agenda.want(passes, last=last)
            self._continue()

    def resume(self) -> None:
        """Resume all passes that were stopped."""
        self.want(self.passes)

    def prioritize(self, places: Iterable[int]) -> None:
        """Score the segments at these 0-based places first."""
        if self._agenda is not None:
            self._agenda.look_at(places)

    # The operation

    def _follow_page(self) -> None:
        """Score annotated frames alone while Annotate is shown; the rest waits."""
        if self._agenda is not None:
            self._agenda.limit_to(ANNOTATIONS if self._workspace.is_annotating else "")
            self._continue()

    def _continue(self) -> None:
        """Start the operation; there is one at a time, so that analyses of selected segments do not wait."""
        agenda = self._agenda
        if agenda is None or self._is_running or not agenda.has_more:
            self.progressed.emit()
            return
        self._is_running = True
        operation = partial(self._score, agenda)
        self._workspace.background.run(operation, partial(self._end, agenda), partial(self._fail, agenda))
        self.progressed.emit()

    def _score(self, agenda: Agenda, work: Work) -> list[PortionResult]:
        """Score in a thread, and return the results that were not sent yet."""
        results: list[PortionResult] = []
        sent = time.monotonic()
        for result in self._results(agenda, work):
            if self._workspace.background.is_closed:
                break  # ends the worker processes
            results.append(result)
            if result.at - sent > max(PAUSE_SECONDS, self._pause) or not result.done.waiting.any():
                self._sent.emit(agenda, results)
                results, sent = [], result.at
        if work.cancelled():
            agenda.stop()
        return results

    def _results(self, agenda: Agenda, work: Work) -> Iterator[PortionResult]:
        from meantree.scoring.run import score_portions
        from meantree.scoring.table import Column

        passes, store = deque["Pass"](), self._workspace.store

        def portions() -> Iterator[Portion]:
            for scoring_pass, portion in agenda.begun():
                passes.append(scoring_pass)
                yield portion

        jobs = 1 if self._is_small else os.cpu_count() or 1
        for portion, scored in score_portions(portions(), store, keep=True, work=work.by(jobs)):
            if scored.analyses:
                store.add(scored.analyses)
            columns = {key: Column(portion.metrics[key[1]], rows) for key, rows in scored.statistics.items()}
            for column in columns.values():
                column.score_segments()  # the window asks for them while it draws
            yield PortionResult(passes.popleft(), portion, columns, scored.problems, scored.makers, time.monotonic())

    def _take(self, agenda: Agenda, results: Sequence[PortionResult]) -> None:
        if agenda is not self._agenda or self._pace is None:  # another corpus was opened meanwhile
            return
        began = time.monotonic()
        for result in results:
            self._pace.count(result.done, len(result.portion.places), result.at)
        self.arrived.emit(results)
        self._keep_analyses(agenda)
        self._pause = BUSY_SHARE * (time.monotonic() - began)
        self.progressed.emit()

    def _end(self, agenda: Agenda, results: Sequence[PortionResult]) -> None:
        if agenda is self._agenda:
            self._is_running = False
            self._take(agenda, results)
            self._reset(agenda)
            self._continue()

    def _fail(self, agenda: Agenda, error: BaseException) -> None:
        if agenda is self._agenda:
            self._is_running = False
            agenda.stop()
            self._reset(agenda)
        if not isinstance(error, Cancelled):
            self._workspace.background.failed.emit(error)
        self.progressed.emit()

    def _reset(self, agenda: Agenda) -> None:
        """Let portions wait again that were started and not finished."""
        agenda.reset()
        if self._pace is not None:
            self._pace.pause()

    def _keep_analyses(self, agenda: Agenda) -> None:
        """Let the project keep the analyses of finished systems."""
        done = agenda.drop_done()
        left = {_key(each) for each in agenda.passes}
        for system in dict.fromkeys(each.system for each in done if _key(each) not in left):
            self._workspace.saved_analyses.save(system)
        if not left and self._pace is not None:
            self._pace.begin()


def _key(scoring_pass: Pass) -> tuple[int, str]:
    return id(scoring_pass.table), scoring_pass.system
