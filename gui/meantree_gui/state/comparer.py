"""Comparisons of one segment: what is requested, and making it, in the background where that takes time. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Cancelled, MeantreeError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore
    from meantree.comparison.compare import ComparisonOptions
    from meantree.comparison.comparison import ComparedText, Comparison
    from meantree.comparison.two_systems import SystemComparison
    from meantree.corpus.corpus import Segment, Text
    from meantree.metrics.metric import Metric
    from meantree.metrics.pair import Pair
    from meantree.work import Work
    from meantree_gui.background import Background


@dataclass(frozen=True, eq=False)
class Request:
    """One segment of one system, to be compared by the metric in focus.

    Attributes:
        segment, system: whose texts.
        reference: the one that was picked, None for the metric's choice.
        metrics: by spec, as they are adapted to the corpus.
        focus: the spec of the metric that marks the texts.
        wishes: what is to be seen of it.
        store, depth: analyses, and how deep they are needed.
    """

    segment: Segment
    system: str
    reference: str | None
    metrics: Mapping[str, Metric]
    focus: str
    wishes: ComparisonOptions
    store: AnalysisStore
    depth: Layers

    def lacking(self) -> Sequence[Text]:
        """The texts that are not analysed yet."""
        return texts_to_analyse(self.segment, self.system, self.store, self.depth)

    @property
    def metric(self) -> Metric:
        """What marks the texts."""
        return self.metrics[self.focus]

    def is_of(self, other: Request | None) -> bool:
        """Whether both compare the same texts."""
        return other is not None and (self.segment, self.system, self.reference) == (
            other.segment,
            other.system,
            other.reference,
        )

    def made(self, work: Work | None = None) -> Comparison | ComparedText | str:
        """The comparison, or why there is none, or a text alone; texts that are not analysed are first.

        Raises:
            Cancelled: if the user stopped it before it began.
            UsageError: if a parser cannot be loaded.
        """
        from meantree.comparison.compare import compare

        if not self.segment.references and self.system in self.segment.hypotheses:
            return self._alone(work)
        pair = self._pair(self.system, work)
        if isinstance(pair, str):
            return pair
        metric, others = self.metric, tuple(self.metrics.values())
        found = compare(pair, metric, self.wishes, others=others)
        if self.wishes.kind in ("", *found.evidence.kinds):
            return found
        return compare(pair, metric, replace(self.wishes, kind=""), others=others)  # it has none of that kind

    def _alone(self, work: Work | None) -> ComparedText:
        """The hypothesis, where there is nothing to compare it with."""
        from meantree.comparison.compare import text_alone
        from meantree.corpus.analyses import analysis_of

        self._analyse(work)
        return text_alone(analysis_of(self.segment.hypotheses[self.system], self.store, self.depth), self.wishes)

    def _analyse(self, work: Work | None) -> None:
        from meantree.corpus.analyses import analyse

        if work is not None and work.cancelled():
            raise Cancelled("Comparing: stopped")
        analyse(self.lacking(), self.store, self.depth)

    def _pair(self, system: str, work: Work | None) -> Pair | str:
        """What is to be compared of one system, or why nothing can be."""
        from meantree.scoring.pairing import pair_of, reason_not_scored

        self._analyse(work)
        pair = pair_of(self.segment, system, self.store, self.depth, reference=self.reference)
        if isinstance(pair, Problem):
            return f"{pair.message}."
        lacking = reason_not_scored(pair, self.metric)
        return f"This segment cannot be scored: {lacking}, needed by {self.focus}." if lacking else pair


@dataclass(frozen=True, eq=False)
class TwoSystemsRequest(Request):
    """One segment of two systems, to be compared by one metric over one reference.

    Attributes:
        second: the other system.
    """

    second: str = ""

    def lacking(self) -> Sequence[Text]:
        """Override Request.lacking: of both systems."""
        first, second = (
            texts_to_analyse(self.segment, system, self.store, self.depth) for system in (self.system, self.second)
        )
        return [*first, *(text for text in second if text not in first)]

    def is_of(self, other: Request | None) -> bool:
        """Override Request.is_of."""
        return super().is_of(other) and isinstance(other, TwoSystemsRequest) and other.second == self.second

    def made(self, work: Work | None = None) -> SystemComparison | str:  # type: ignore[override]  # it is handed on as it is
        """Override Request.made."""
        from meantree.comparison.two_systems import compare_systems

        first, second = (self._pair(system, work) for system in (self.system, self.second))
        if isinstance(first, str) or isinstance(second, str):
            return first if isinstance(first, str) else str(second)
        return compare_systems((first, second), self.metric, (self.system, self.second), self.wishes)


def texts_to_analyse(segment: Segment, system: str, store: AnalysisStore, depth: Layers) -> Sequence[Text]:
    """The texts of a segment and system that are not analysed as deep as that."""
    from meantree.corpus.analyses import is_analysed

    texts = [*segment.references.values(), *filter(None, [segment.hypotheses.get(system)])]
    return [text for text in texts if not is_analysed(text, store, depth)]


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
