"""A small metric that counts by the alignment of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from meantree.analysis.layers.required import Layers
from meantree.metrics.bags import f_measure
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.pair import Pair

KIND = "words"


@dataclass(frozen=True, slots=True)
class SharedWords(Metric):
    """F of the words that are linked with the same word in the first reference."""

    name: ClassVar[str] = "shared"

    by_alignment: bool = True

    @property
    def needs(self) -> Layers:
        return Layers(1)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        return f_measure(*statistics)

    def evidence(self, pair: Pair) -> Evidence:
        return Evidence(tuple(_units(pair)), reference=0)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        sums = [(unit.matched, unit.hypothesis, unit.reference) for unit in evidence.units]
        return np.array(np.reshape(sums, (-1, 3)).sum(axis=0), dtype=np.float64)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        matched, mine, theirs = (deriver.total(name, KIND, name) for name in ("matched", "hypothesis", "reference"))
        deriver.step(SCORE, f"2 * {matched} / ({mine} + {theirs})" if deriver[matched] else "0")
        return deriver.done()


def _units(pair: Pair) -> Iterator[Unit]:
    mine, theirs = (text.words for text in pair.sides(0))
    pairs = [(one, two) for one, two in pair.alignment(0).pairs if mine[one] == theirs[two]]
    for one, two in pairs:
        yield Unit(KIND, mine[one], 1.0, 1.0, 1.0, (Place((one,)),), ((Place((two,)),),))
    for one in set(range(len(mine))) - {one for one, _ in pairs}:
        yield Unit(KIND, mine[one], 1.0, 0.0, 0.0, (Place((one,)),), ((),))
    for two in set(range(len(theirs))) - {two for _, two in pairs}:
        yield Unit(KIND, theirs[two], 0.0, 1.0, 0.0, (), ((Place((two,)),),))
