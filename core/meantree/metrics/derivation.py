"""How a score comes about from its units: named sums, further numbers, and steps up to the score."""

from __future__ import annotations

import keyword
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from meantree.metrics.evidence import Term, Unit
from meantree.metrics.formulas import FUNCTIONS, evaluated

Count = Literal["matched", "hypothesis", "reference"]
COUNTS: tuple[Count, ...] = ("matched", "hypothesis", "reference")
SCORE = "score"


@dataclass(frozen=True, slots=True)
class Input:
    """A number that a derivation begins with.

    With ``kind`` and ``count`` it is the sum of that count over the units of that kind, each times its weight; with
    ``group`` the sum of what the terms of that group contribute; without them a length, an option, a fact of the corpus
    or the value of a kernel.
    """

    name: str
    value: float
    kind: str | None = None
    count: Count | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A number that follows from earlier ones by a formula (:mod:`meantree.metrics.formulas`)."""

    name: str
    formula: str
    value: float


@dataclass(frozen=True, slots=True)
class Derivation:
    """All steps of one segment's score, the last one the score; names are identifiers, each given once."""

    inputs: tuple[Input, ...]
    steps: tuple[Step, ...]

    @property
    def score(self) -> float:
        """What it comes to."""
        return self.steps[-1].value

    @property
    def values(self) -> Mapping[str, float]:
        """Every number by its name."""
        return {one.name: one.value for one in self.inputs} | {step.name: step.value for step in self.steps}


class Deriver:
    """Writes a derivation down in its order; what it writes returns the name, so that formulas can be put together."""

    def __init__(self, units: Iterable[Unit], terms: Iterable[Term] = ()) -> None:
        self._sums = _sums(units)
        self._groups = contributed((term.group, term.contribution) for term in terms)
        self._values: dict[str, float] = {}
        self._inputs: dict[str, Input] = {}
        self._steps: list[Step] = []

    def kinds(self, count: Count) -> tuple[str, ...]:
        """The kinds of unit of which there is any on that side, in order of first appearance."""
        return tuple(kind for kind, sums in self._sums.items() if sums[count] > 0)

    def total(self, name: str, kind: str, count: Count) -> str:
        """An input: the sum of a count over the units of a kind."""
        value = self._sums[kind][count] if kind in self._sums else 0.0
        return self._input(Input(identifier(name), value, kind, count))

    def contributions(self) -> list[str]:
        """Inputs: of each group of terms, in order of first appearance, the sum of what they contribute."""
        return [self._input(Input(identifier(group), value, group=group)) for group, value in self._groups.items()]

    def given(self, name: str, value: float) -> str:
        """An input that no unit carries."""
        return self._input(Input(name, float(value)))

    def step(self, name: str, formula: str) -> str:
        """A step; its value follows from the formula."""
        self._steps.append(Step(name, formula, evaluated(formula, self._values)))
        return self._named(name, self._steps[-1].value)

    def f_measure(self, name: str, precision: str, recall: str) -> str:
        """A step: the harmonic mean of precision and recall, 0 where both are."""
        formula = f"2 * {precision} * {recall} / ({precision} + {recall})"
        return self.step(name, formula if self[precision] + self[recall] > 0 else "0")

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def done(self) -> Derivation:
        """All that was written down; the last step must be the score."""
        if not self._steps or self._steps[-1].name != SCORE:
            raise ValueError("a derivation must end with the score")
        return Derivation(tuple(self._inputs.values()), tuple(self._steps))

    def _input(self, given: Input) -> str:
        if self._inputs.get(given.name) == given:  # several steps may want the same sum
            return given.name
        self._inputs[given.name] = given
        return self._named(given.name, given.value)

    def _named(self, name: str, value: float) -> str:
        if not name.isascii() or not name.isidentifier() or keyword.iskeyword(name) or name in FUNCTIONS:
            raise ValueError(f"a derivation cannot name anything {name!r}")
        if name in self._values:
            raise ValueError(f"a derivation has two of {name!r}")
        if not math.isfinite(value):
            raise ValueError(f"{name} is no number in a derivation: {value}")
        self._values[name] = value
        return name


def identifier(text: str) -> str:
    """A name in formulas: ``matched_pairs_span_3`` of ``matched pairs, span 3``."""
    return re.sub(r"\W+", "_", text, flags=re.ASCII)


def added(names: Sequence[str]) -> str:
    """A formula that adds, 0 where there is nothing to add."""
    return " + ".join(names) or "0"


def contributed(contributions: Iterable[tuple[str, float]]) -> dict[str, float]:
    """By group, in order of first appearance, the sum of what is contributed."""
    groups: dict[str, list[float]] = {}
    for group, value in contributions:
        groups.setdefault(group, []).append(value)
    return {group: math.fsum(found) for group, found in groups.items()}


def _sums(units: Iterable[Unit]) -> Mapping[str, Mapping[Count, float]]:
    """Of each kind the sum of each count, times the weights of the units."""
    rows: dict[str, list[Unit]] = {}
    for unit in units:
        rows.setdefault(unit.kind, []).append(unit)
    return {
        kind: {count: math.fsum(getattr(unit, count) * unit.weight for unit in found) for count in COUNTS}
        for kind, found in rows.items()
    }
