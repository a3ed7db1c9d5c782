"""Requests for comparisons of a segment, and computing them, in the background if that takes time. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.alignment.word_status import DIFFERENCES
from meantree.errors import Cancelled, MeantreeError, Problem
from meantree.work import Work
from meantree_gui.background import STOPPED, LatestResult

if TYPE_CHECKING:
    from collections.abc import Iterable

    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore
    from meantree.comparison.compare import ComparisonOptions
    from meantree.comparison.comparison import ComparedText, Comparison
    from meantree.comparison.two_systems import SystemComparison
    from meantree.corpus.corpus import ErrorSpan, Segment, Text
    from meantree.metrics.metric import Metric
    from meantree.metrics.pair import Pair
    from meantree_gui.background import Background

    Result = Comparison | ComparedText | SystemComparison | str

CANCELLED = "The analysis of this segment was cancelled."
NO_TRANSLATION = "There is no translation in these texts. Open them again with translations."


@dataclass(frozen=True, eq=False)
class Request:
    """One segment of one system, to be compared by the metric in focus.

    Attributes:
        reference: the selected reference, ``None`` for the metric's choice.
        metrics: by spec, as they are adapted to the corpus.
        focus: the spec of the metric that marks the texts, unless the options ask for differences.
        store, layers: analyses, and their required layers.
    """

    segment: Segment
    system: str
    reference: str | None
    metrics: Mapping[str, Metric]
    focus: str
    options: ComparisonOptions
    store: AnalysisStore
    layers: Layers

    def unanalysed_texts(self) -> Sequence[Text]:
        """Return the texts that are not analysed yet."""
        return unanalysed(self.segment, self.system, self.store, self.layers)

    @property
    def metric(self) -> Metric:
        """The metric in focus."""
        return self.metrics[self.focus]

    @property
    def view(self) -> str:
        """What marks the texts: ``DIFFERENCES``, or the metric."""
        return DIFFERENCES if self.options.differences else self.focus

    def has_same_texts(self, other: Request | None) -> bool:
        """Return whether both compare the same texts, corrected or not."""
        return other is not None and self._texts == other._texts

    @property
    def _texts(self) -> tuple[object, ...]:
        segment = self.segment
        texts = {name: text.text for name, text in segment.references.items()}, segment.hypotheses.get(self.system)
        return segment.key, self.system, self.reference, texts[0], texts[1] and texts[1].text

    def compare(self, work: Work = Work()) -> Comparison | ComparedText | str:
        """Return the comparison, a single text if there is no reference, or in words why there is neither.

        Texts are analysed first if they are not yet.

        Raises:
            Cancelled: if the user stopped it before it began.
        """
        from meantree.comparison.compare import compare
        from meantree.comparison.marked_errors import with_errors

        if not self.system:
            return NO_TRANSLATION
        references = [text for name, text in self.segment.references.items() if self.reference in (None, name)]
        if self.system in self.segment.hypotheses and not any(text.text.strip() for text in references):
            return self._single_text(work)
        pair = self._pair(self.system, work)
        if isinstance(pair, str):
            return pair
        metric, others = self.metric, tuple(self.metrics.values())
        comparison = compare(pair, metric, self.options, others=others)
        if self.options.kind not in ("", *comparison.evidence.kinds):  # there are no units of that kind
            comparison = compare(pair, metric, replace(self.options, kind=""), others=others)
        return with_errors(comparison, metric, self._errors)

    @property
    def _errors(self) -> list[ErrorSpan]:
        return [error for error in self.segment.errors if error.system == self.system]

    def _single_text(self, work: Work) -> ComparedText:
        """Return the hypothesis alone: there is no reference."""
        from meantree.comparison.compare import text_alone
        from meantree.comparison.marked_errors import errors_by_word, text_with_errors
        from meantree.corpus.analyses import analysis_of

        self._analyse(work)
        text = analysis_of(self.segment.hypotheses[self.system], self.store, self.layers)
        return text_with_errors(text_alone(text, self.options), errors_by_word(text, self._errors))

    def _analyse(self, work: Work) -> None:
        from meantree.corpus.analyses import analyse

        if work.cancelled():
            raise Cancelled("Comparing: stopped")
        analyse(self.unanalysed_texts(), self.store, self.layers)

    def _pair(self, system: str, work: Work) -> Pair | str:
        """Return the pair of one system, or in words why there is none."""
        from meantree.comparison.pair_findings import reason_without_findings
        from meantree.scoring.pairing import pair_of, reason_not_scored

        self._analyse(work)
        pair = pair_of(self.segment, system, self.store, self.layers, reference=self.reference)
        if isinstance(pair, Problem):
            return f"{pair.message}."
        is_drawn = self.options.differences and not reason_without_findings(pair)
        reason = "" if is_drawn else reason_not_scored(pair, self.metric)
        return f"This segment cannot be scored: {reason}, needed by {self.focus}." if reason else pair


@dataclass(frozen=True, eq=False)
class TwoSystemsRequest(Request):
    """One segment of two systems, to be compared by one metric with one reference."""

    second: str = ""

    def unanalysed_texts(self) -> Sequence[Text]:
        """Override Request.unanalysed_texts: of both systems."""
        first, second = (
            unanalysed(self.segment, system, self.store, self.layers) for system in (self.system, self.second)
        )
        return [*first, *(text for text in second if text not in first)]

    def has_same_texts(self, other: Request | None) -> bool:
        """Override Request.has_same_texts."""
        return super().has_same_texts(other) and isinstance(other, TwoSystemsRequest) and other.second == self.second

    def compare(self, work: Work = Work()) -> SystemComparison | str:  # type: ignore[override]  # for its own view
        """Override Request.compare."""
        from meantree.comparison.two_systems import compare_systems

        first, second = (self._pair(system, work) for system in (self.system, self.second))
        if isinstance(first, str) or isinstance(second, str):
            return first if isinstance(first, str) else str(second)
        return compare_systems((first, second), self.metric, (self.system, self.second), self.options)


def unanalysed(segment: Segment, system: str, store: AnalysisStore, layers: Layers) -> Sequence[Text]:
    """Return the texts of a segment and system whose analyses lack some of the layers."""
    from meantree.corpus.analyses import is_analysed

    texts = [*segment.references.values(), *filter(None, [segment.hypotheses.get(system)])]
    return [text for text in texts if not is_analysed(text, store, layers)]


class Comparer(QObject):
    """Compares the latest request: at once if everything is loaded and analysed, else in the background.

    Attributes:
        error: the message of the error that ended the latest request, empty for none and if the user stopped it.

    Signals:
        compared: the latest request, and its :class:`Comparison` or in words why there is none.
        loaded: a request in the background has ended, with or without success, or is not wanted any more.
    """

    compared = Signal(object, object)
    loaded = Signal()

    def __init__(self, background: Background) -> None:
        super().__init__()
        self.error = ""
        self._background = background
        self._later: LatestResult[Result] = LatestResult(background, wait=None, max_cached=0)
        self._later.arrived.connect(self._take)
        self._latest: Request | None = None
        self._is_loading = False
        # Metrics that have compared once, and so have loaded their resources; adapted to another corpus, they differ.
        self._ready: dict[str, Metric] = {}

    @property
    def is_busy(self) -> bool:
        """Whether a comparison is running."""
        return self._later.is_busy

    def forget(self) -> None:
        """Drop the latest request."""
        was_busy = self.is_busy
        self._latest, self.error = None, ""
        self._later.forget()
        if was_busy:
            self.loaded.emit()

    def compare(self, request: Request) -> bool:
        """Compare this request instead of earlier ones; return whether it was done at once, not in the background."""
        was_busy = self.is_busy
        self._latest, self.error = request, ""
        if not self.is_ready(request):
            self._later.request(request, request.compare)
            return False
        self._later.forget()
        self._compare_now(request)
        if was_busy:
            self.loaded.emit()
        return True

    def is_ready(self, request: Request) -> bool:
        """Return whether nothing has to be loaded or analysed."""
        return self._ready.get(request.view) == request.metric and not request.unanalysed_texts()

    def _compare_now(self, request: Request) -> None:
        try:
            result = request.compare()
        except Exception as error:  # a bug is reported, and nothing else is shown in its place
            result = self.error = str(error) or CANCELLED
            if not isinstance(error, MeantreeError):
                self._background.failed.emit(error)
        self.compared.emit(request, result)

    def _take(self) -> None:
        request, result, why_not = self._latest, self._later.result, self._later.why_not
        if request is None:
            return
        if result is not None:
            self._ready[request.view] = request.metric
        self.error = "" if why_not == STOPPED else why_not
        self.compared.emit(request, self.error or CANCELLED if result is None else result)
        if result is not None:
            self._load_others(request)
        self.loaded.emit()

    def _load_others(self, request: Request) -> None:
        """Let every metric compare once, so that its resources are loaded when it comes into focus."""
        by_metric = replace(request.options, differences=False)
        others = [replace(request, focus=spec, options=by_metric) for spec in request.metrics]
        others = [other for other in others if self._ready.get(other.focus) != other.metric]
        if others and not self._is_loading:
            self._is_loading = True
            self._background.run(lambda work: _load(others, work), self._ready_now)

    def _ready_now(self, loaded: Iterable[Request]) -> None:
        self._is_loading = False
        self._ready.update({request.focus: request.metric for request in loaded})


def _load(requests: Iterable[Request], work: Work) -> list[Request]:
    """Compare, and return the requests without errors; errors are reported when the metric is in focus."""
    done = []
    for request in requests:
        try:
            request.compare(work)
        except Cancelled:
            break
        except Exception:
            continue
        done.append(request)
    return done
