"""How a score follows from its units: named sums, further numbers, and steps with formulas up to the score.

Formulas consist of numbers, earlier names, ``+ - * / ^ ( )`` and the functions of :data:`FUNCTIONS`; ``^`` is power,
binds tightest and to the right, so that ``-2 ^ 2`` is -4.
"""

from __future__ import annotations

import keyword
import math
import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from meantree.metrics.evidence import Term, Unit

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))|(?P<name>[A-Za-z_]\w*)|(?P<sign>[-+*/^(),]))", re.ASCII
)
_SUMS: Mapping[str, Callable[[float, float], float]] = {"+": operator.add, "-": operator.sub}
_PRODUCTS: Mapping[str, Callable[[float, float], float]] = {"*": operator.mul, "/": operator.truediv}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _single(function: Callable[[float], float]) -> Callable[[Sequence[float]], float]:
    def call(values: Sequence[float]) -> float:
        (value,) = values
        return function(value)

    return call


FUNCTIONS: Mapping[str, Callable[[Sequence[float]], float]] = {
    "min": min,
    "max": max,
    "mean": _mean,
    "sum": math.fsum,
    "exp": _single(math.exp),
    "log": _single(math.log),
    "sqrt": _single(math.sqrt),
    "abs": _single(abs),
}
"""``log`` is the natural logarithm."""


def evaluate(formula: str, names: Mapping[str, float]) -> float:
    """Return the value of a formula over names.

    Raises:
        ValueError: for a syntax error, an unknown name, or an undefined value (such as the logarithm of 0).
        ArithmeticError: for a division by zero or an overflow.
    """
    return _FormulaParser(formula, names).value()


class _FormulaParser:
    """Parses and evaluates a formula by recursive descent."""

    def __init__(self, formula: str, names: Mapping[str, float]) -> None:
        self._formula, self._names = formula, names
        self._tokens = self._cut()
        self._next = 0

    def value(self) -> float:
        value = self._sum()
        if self._peek():
            raise self._wrong()
        return value

    def _cut(self) -> list[str]:
        tokens, place, text = [], 0, self._formula.rstrip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise ValueError(f"formula {self._formula!r}: nothing that can be read at character {place + 1}")
            tokens.append(match[0].strip())
            place = match.end()
        return tokens

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._next += 1
        return token

    def _expect(self, sign: str) -> None:
        if self._peek() != sign:
            raise self._wrong()
        self._next += 1

    def _wrong(self) -> ValueError:
        return ValueError(f"formula {self._formula!r}: found {self._peek() or 'its end'!r} where it is not allowed")

    def _sum(self) -> float:
        value = self._product()
        while self._peek() in _SUMS:
            value = _SUMS[self._take()](value, self._product())
        return value

    def _product(self) -> float:
        value = self._signed()
        while self._peek() in _PRODUCTS:
            value = _PRODUCTS[self._take()](value, self._signed())
        return value

    def _signed(self) -> float:
        if self._peek() == "-":
            self._next += 1
            return -self._signed()
        base = self._atom()
        if self._peek() != "^":
            return base
        self._next += 1
        return math.pow(base, self._signed())

    def _atom(self) -> float:
        token = self._peek()
        if token[:1].isdigit():
            return float(self._take())
        if not token.isidentifier() and token != "(":
            raise self._wrong()
        self._next += 1
        if token == "(":
            value = self._sum()
            self._expect(")")
            return value
        if self._peek() == "(":
            return self._called(token)
        if token not in self._names:
            raise ValueError(f"formula {self._formula!r}: there is no {token}")
        return self._names[token]

    def _called(self, name: str) -> float:
        if name not in FUNCTIONS:
            raise ValueError(f"formula {self._formula!r}: there is no function {name}")
        self._expect("(")
        values = [self._sum()]
        while self._peek() == ",":
            self._next += 1
            values.append(self._sum())
        self._expect(")")
        return FUNCTIONS[name](values)


Count = Literal["matched", "hypothesis", "reference"]
COUNTS: tuple[Count, ...] = ("matched", "hypothesis", "reference")
SCORE = "score"


@dataclass(frozen=True, slots=True)
class Input:
    """An input of a derivation.

    With ``kind`` and ``count`` it is the sum of that count over the units of that kind, each times its weight; with
    ``group`` the sum of the contributions of that group's terms; without them a length, an option, a fact of the corpus
    or the value of a kernel.
    """

    name: str
    value: float
    kind: str | None = None
    count: Count | None = None
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A number computed from earlier ones by a formula (:func:`evaluate`)."""

    name: str
    formula: str
    value: float


@dataclass(frozen=True, slots=True)
class Derivation:
    """The steps of one segment's score, of which the last is the score; names are distinct identifiers."""

    inputs: tuple[Input, ...]
    steps: tuple[Step, ...]

    @property
    def values(self) -> Mapping[str, float]:
        """Every number by its name."""
        return {input_.name: input_.value for input_ in self.inputs} | {step.name: step.value for step in self.steps}


class Deriver:
    """Builds a derivation step by step; each method returns the name it added, to be used in formulas."""

    def __init__(self, units: Iterable[Unit], terms: Iterable[Term] = ()) -> None:
        self._sums = _sums(units)
        self._groups = sum_by_group((term.group, term.contribution) for term in terms)
        self._values: dict[str, float] = {}
        self._inputs: dict[str, Input] = {}
        self._steps: list[Step] = []

    def kinds(self, count: Count) -> tuple[str, ...]:
        """Return the kinds of units with a positive ``count``, in order of first appearance."""
        return tuple(kind for kind, sums in self._sums.items() if sums[count] > 0)

    def total(self, name: str, kind: str, count: Count) -> str:
        """Add an input: the sum of a count over the units of a kind."""
        value = self._sums[kind][count] if kind in self._sums else 0.0
        return self._input(Input(identifier(name), value, kind, count))

    def contributions(self) -> list[str]:
        """Add an input for each group of terms, in order of first appearance: the sum of their contributions."""
        return [self._input(Input(identifier(group), value, group=group)) for group, value in self._groups.items()]

    def fact(self, name: str, value: float) -> str:
        """Add an input that no unit carries."""
        return self._input(Input(name, float(value)))

    def step(self, name: str, formula: str) -> str:
        """Add a step; its value follows from the formula."""
        self._steps.append(Step(name, formula, evaluate(formula, self._values)))
        return self._named(name, self._steps[-1].value)

    def f_measure(self, precision: str, recall: str) -> str:
        """Add the score: the harmonic mean of precision and recall, 0 where both are 0."""
        formula = f"2 * {precision} * {recall} / ({precision} + {recall})"
        return self.step(SCORE, formula if self[precision] + self[recall] > 0 else "0")

    def __getitem__(self, name: str) -> float:
        return self._values[name]

    def done(self) -> Derivation:
        """Return the derivation; the last step must be the score."""
        if not self._steps or self._steps[-1].name != SCORE:
            raise ValueError("a derivation must end with the score")
        return Derivation(tuple(self._inputs.values()), tuple(self._steps))

    def _input(self, input_: Input) -> str:
        if self._inputs.get(input_.name) == input_:  # several steps may use the same sum
            return input_.name
        self._inputs[input_.name] = input_
        return self._named(input_.name, input_.value)

    def _named(self, name: str, value: float) -> str:
        if not name.isascii() or not name.isidentifier() or keyword.iskeyword(name) or name in FUNCTIONS:
            raise ValueError(f"a derivation cannot name anything {name!r}")
        if name in self._values:
            raise ValueError(f"a derivation has two of {name!r}")
        if not math.isfinite(value):
            raise ValueError(f"{name} is not a number in a derivation: {value}")
        self._values[name] = value
        return name


def identifier(text: str) -> str:
    """Return a name for formulas: ``matched_pairs_span_3`` of ``matched pairs, span 3``."""
    return re.sub(r"\W+", "_", text, flags=re.ASCII)


def sum_formula(names: Sequence[str]) -> str:
    """Return the formula of a sum, ``0`` without names."""
    return " + ".join(names) or "0"


def sum_by_group(contributions: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return the sum of contributions by group, in order of first appearance."""
    groups: dict[str, list[float]] = {}
    for group, value in contributions:
        groups.setdefault(group, []).append(value)
    return {group: math.fsum(found) for group, found in groups.items()}


def _sums(units: Iterable[Unit]) -> Mapping[str, Mapping[Count, float]]:
    """Return for each kind the weighted sum of each count."""
    rows: dict[str, list[Unit]] = {}
    for unit in units:
        rows.setdefault(unit.kind, []).append(unit)
    return {
        kind: {count: math.fsum(getattr(unit, count) * unit.weight for unit in found) for count in COUNTS}
        for kind, found in rows.items()
    }
