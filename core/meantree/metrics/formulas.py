"""The small language in which a metric writes down the steps of its score, and its evaluation.

Numbers, earlier names, ``+ - * / ^ ( )`` and the functions of :data:`FUNCTIONS`; ``^`` is power, binds tightest and to
the right, so that ``-2 ^ 2`` is -4.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))|(?P<name>[A-Za-z_]\w*)|(?P<sign>[-+*/^(),]))",
    re.ASCII,
)
_SUMS: Mapping[str, Callable[[float, float], float]] = {"+": operator.add, "-": operator.sub}
_PRODUCTS: Mapping[str, Callable[[float, float], float]] = {"*": operator.mul, "/": operator.truediv}


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _single(function: Callable[[float], float]) -> Callable[[Sequence[float]], float]:
    def of_one(values: Sequence[float]) -> float:
        (value,) = values
        return function(value)

    return of_one


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


def evaluated(formula: str, names: Mapping[str, float]) -> float:
    """The value of a formula over names.

    Raises:
        ValueError: if it is no formula, has a name that is not given, or is undefined (the logarithm of 0, say).
        ArithmeticError: if it divides by zero or leaves the numbers that a float can hold.
    """
    return _Reader(formula, names).value()


class _Reader:
    """Reads a formula from left to right, by recursive descent."""

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
            found = _TOKEN.match(text, place)
            if found is None:
                raise ValueError(f"formula {self._formula!r}: nothing that can be read at character {place + 1}")
            tokens.append(found[0].strip())
            place = found.end()
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
        return ValueError(f"formula {self._formula!r}: found {self._peek() or 'its end'!r} where it cannot stand")

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
