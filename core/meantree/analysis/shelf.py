"""Analyses in memory: those that were not used for longest are let go beyond a budget."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from threading import Lock

from meantree.analysis.inputs import AnalysisInput, TokenizedText
from meantree.analysis.sentences import Analysis


class Shelf:
    """Analyses by where they began; safe to use from several threads.

    Args:
        budget: words of all analyses together; an empty text counts as one.
    """

    def __init__(self, budget: int) -> None:
        self._budget, self._words = budget, 0
        self._kept: OrderedDict[AnalysisInput, Analysis] = OrderedDict()
        self._lock = Lock()

    def find(self, starts: Iterable[AnalysisInput]) -> dict[AnalysisInput, Analysis]:
        """What is there of these, which are now those used last.

        Tokens that are given may be what the pipeline cut of the same text.
        """
        with self._lock:
            places = ((start, self._place(start)) for start in starts)
            return {start: self._used(place) for start, place in places if place is not None}

    def _place(self, start: AnalysisInput) -> AnalysisInput | None:
        if start in self._kept:
            return start
        if isinstance(start, TokenizedText) and start.text in self._kept:
            return start.text if self._kept[start.text].words == start.tokens else None
        return None

    def _used(self, place: AnalysisInput) -> Analysis:
        self._kept.move_to_end(place)
        return self._kept[place]

    def put(self, analyses: Mapping[AnalysisInput, Analysis]) -> None:
        """Take in analyses, whatever the budget, and let others go; one that is there and as deep stays."""
        with self._lock:
            for start, analysis in analyses.items():
                there = self._kept.get(start)
                if there is None or not there.depth.covers(analysis.depth):
                    self._words += _size(analysis) - (_size(there) if there is not None else 0)
                    self._kept[start] = analysis
                self._kept.move_to_end(start)
            while self._words > self._budget and len(self._kept) > len(analyses):
                _, gone = self._kept.popitem(last=False)
                self._words -= _size(gone)


def _size(analysis: Analysis) -> int:
    return max(1, sum(len(sentence.tokens) for sentence in analysis.sentences))
