"""Making comparisons: at once where nothing is to be loaded or analysed, else in the background, one at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Cancelled, MeantreeError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from meantree.comparison.comparison import ComparedText, Comparison
    from meantree.metrics.metric import Metric
    from meantree.work import Work
    from meantree_gui.background import Background
    from meantree_gui.state.request import Request


class Comparer(QObject):
    """Of all requests that come while one is under way, only the last is made.

    Signals:
        made: the request that was wanted last, and its :class:`Comparison`, or a text saying why there is none.
        loaded: a request that was made in the background is over, whatever came of it.
    """

    made = Signal(object, object)
    loaded = Signal()

    def __init__(self, background: Background) -> None:
        super().__init__()
        self._background = background
        self._wanted: Request | None = None
        self._is_running = self._is_loading = False
        # What compared once has loaded what it needs; with what it learned of another corpus it is another metric.
        self._ready: dict[str, Metric] = {}

    @property
    def is_busy(self) -> bool:
        """Whether what is wanted is still to be made."""
        return self._is_running

    def forget(self) -> None:
        """Nothing is wanted any more."""
        self._wanted = None

    def make(self, request: Request) -> bool:
        """Make this one, and nothing that was wanted before; whether it was made at once, not in the background."""
        self._wanted = request
        if self._can_make_at_once(request):
            self._make_at_once(request)
            return True
        if not self._is_running:
            self._run(request)
        return False

    def _can_make_at_once(self, request: Request) -> bool:
        """Whether nothing has to be loaded or analysed for it."""
        return self._ready.get(request.focus) == request.metric and not request.lacking()

    def _make_at_once(self, request: Request) -> None:
        try:
            found = request.made()
        except Exception as error:  # a bug is told, and what is shown is not what was wanted
            self._fail(request, error)
            return
        self.made.emit(request, found)

    def _run(self, request: Request) -> None:
        self._is_running = True
        self._background.run(
            lambda work: request.made(work),  # a handful of texts: not worth a progress bar
            lambda found: self._take(request, found),
            lambda error: self._give_up(request, error),
        )

    def _take(self, request: Request, found: Comparison | ComparedText | str) -> None:
        self._is_running = False
        self._ready[request.focus] = request.metric
        if request is self._wanted:
            self.made.emit(request, found)
            self._load_others(request)
        self._go_on(request)

    def _give_up(self, request: Request, error: BaseException) -> None:
        self._is_running = False
        if request is self._wanted:
            self._fail(request, error)
        self._go_on(request)

    def _go_on(self, request: Request) -> None:
        if self._wanted is not None and request is not self._wanted:
            self.make(self._wanted)
        if not self._is_running:
            self.loaded.emit()

    def _fail(self, request: Request, error: BaseException) -> None:
        told = "The analysis of this segment was cancelled." if isinstance(error, Cancelled) else str(error)
        self.made.emit(request, told)
        if not isinstance(error, MeantreeError):
            self._background.failed.emit(error)

    def _load_others(self, request: Request) -> None:
        """Let every metric compare once, so that it has loaded what it needs when it comes into focus."""
        others = [replace(request, focus=spec) for spec in request.metrics]
        others = [one for one in others if self._ready.get(one.focus) != one.metric]
        if others and not self._is_loading:
            self._is_loading = True
            self._background.run(lambda work: _load(others, work), self._ready_now, self._not_loaded)

    def _ready_now(self, loaded: Iterable[Request]) -> None:
        self._is_loading = False
        self._ready.update({one.focus: one.metric for one in loaded})

    def _not_loaded(self, error: BaseException) -> None:
        self._is_loading = False
        if not isinstance(error, MeantreeError):
            self._background.failed.emit(error)


def _load(requests: Iterable[Request], work: Work) -> list[Request]:
    """Those of the requests that could be made; what goes wrong is told when the metric is in focus."""
    done = []
    for request in requests:
        try:
            request.made(work)
        except Cancelled:
            break
        except Exception:
            continue
        done.append(request)
    return done
