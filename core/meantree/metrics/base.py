"""The contract that every metric keeps: statistics first, score second, evidence beside both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.forest import Analysis
from meantree.metrics.evidence import Evidence

Level = Literal["segment", "document", "system"]
Statistics = NDArray[np.float64]
"""Shape (k,): numbers that add up over segments."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What a metric must be given: ``trees`` (analysed sentences) and ``nbest`` parses of each."""

    trees: bool = False
    nbest: int = 1


class Metric(Protocol):
    """One configured metric.

    ``hyp`` and ``refs`` are analyses of one segment; there is one reference at least, and none is empty.
    Evidence and statistics say the same: ``statistics_of(evidence(h, rs))`` equals ``statistics(h, rs)``.
    """

    @property
    def name(self) -> str:
        """The registered name, without options."""
        ...

    @property
    def needs(self) -> Needs:
        """What must be analysed before this metric can count."""
        ...

    @property
    def higher_is_better(self) -> bool:
        """False for error rates."""
        ...

    def statistics(self, hyp: Analysis, refs: Sequence[Analysis]) -> Statistics:
        """The additive numbers of one segment."""
        ...

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        """The score of one segment's statistics, or of a document's or system's sum; None if undefined."""
        ...

    def evidence(self, hyp: Analysis, refs: Sequence[Analysis]) -> Evidence:
        """The units behind one segment's statistics."""
        ...

    def statistics_of(self, evidence: Evidence) -> Statistics:
        """The statistics recomputed from evidence alone."""
        ...
