"""Given metrics: COMET, MetricX, a judge, …, whose scores other tools computed; they are looked up by segment."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

import numpy as np

from meantree.corpus.corpus import GIVEN
from meantree.errors import UsageError
from meantree.escaping import escaped, there_is_no
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import CorpusContext, Level, Metric, Statistics
from meantree.metrics.pair import Pair


@dataclass(frozen=True, slots=True)
class Given(Metric):
    """The scores that another tool gave to segments, such as COMET's; documents and systems have their mean.

    Statistics: shape (2,): the sum of scores, and their number.
    """

    name: ClassVar[str] = "given"
    needs_references: ClassVar[bool] = False

    of: str = ""
    better: Literal["higher", "lower"] = "higher"
    source: str = field(default="", metadata={"learned": True})

    @property
    def spec(self) -> str:
        """The spec under which segments have the scores."""
        return f"{GIVEN}{self.of}" + ("" if self.better == "higher" else ",better=lower")

    @property
    def higher_is_better(self) -> bool:  # type: ignore[override]
        return self.better == "higher"

    @property
    def resources(self) -> tuple[str, ...]:
        return (f"from:{escaped(self.source)}",)

    def adapted(self, context: CorpusContext) -> Metric:
        """Return the metric with the files that the scores come from; raise UsageError if the corpus has none."""
        if self.spec not in context.given:
            raise UsageError(f"{there_is_no('given metric', self.spec, context.given)}; --given NAME=FILE adds scores")
        return replace(self, source=context.given[self.spec])

    def lacks(self, pair: Pair) -> str:
        return "" if self.spec in pair.given else f"it has no score by {escaped(self.of)}"

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # a mean at all levels
        total, count = statistics
        return float(total / count) if count else None

    def evidence(self, pair: Pair) -> Evidence:
        return Evidence((), facts={self.name: pair.given[self.spec]})

    def statistics_of(self, evidence: Evidence) -> Statistics:
        return np.array([evidence.facts[self.name], 1.0])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(())
        deriver.step(SCORE, deriver.fact(self.name, evidence.facts[self.name]))
        return deriver.done()
