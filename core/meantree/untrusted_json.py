"""JSON that others wrote, and its values, checked: a row of a project may be damaged, or edited by hand.

The functions ``as_…`` raise ValueError or TypeError if the value is not what their names say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

DIGITS = 300
"""A whole number of more digits may exceed every float; it is read as a float, perhaps an infinite one."""
# Other escapes, and characters in two halves; the group is a half without the other.
_ESCAPES = re.compile(
    r"\\[^u]|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
)


def read_json(text: str, pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Return the value of a text in JSON, all of whose strings can be encoded in UTF-8.

    Args:
        pairs_hook: makes objects of their names and values.

    Raises:
        ValueError: if it is no JSON, is nested too deeply, or has half a character (a lone surrogate).
    """
    half = next((match for match in _ESCAPES.finditer(text) if match[1]), None) if "\\u" in text else None
    if half is not None:
        raise ValueError(f"half a character, {half[1]}, in line {text.count(chr(10), 0, half.start()) + 1}")
    try:
        return json.loads(text, parse_int=_number, object_pairs_hook=pairs_hook)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Decorate a function that reads JSON: whatever it raises for something else than ``what`` becomes a ValueError."""
    try:
        yield
    except (KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise ValueError(f"not {what}: {error}") from error


def _number(digits: str) -> float:
    return int(digits) if len(digits) <= DIGITS else float(digits)


ROUNDING = 1e-6
"""By how much sums of probabilities may differ from what they should be."""


def as_string(value: Any) -> str:
    """Return a string."""
    if type(value) is not str:
        raise TypeError(f"{value!r:.50}, expected a string")
    return value


def as_strings(values: Any) -> tuple[str, ...]:
    """Return the strings of a list."""
    if type(values) is not list:
        raise TypeError("strings that are no list")
    "".join(values)  # raises the error
    return tuple(values)


def as_integer(value: Any) -> int:
    """Return an integer."""
    if type(value) is not int:
        raise TypeError(f"{value!r:.50}, expected an integer")
    return value


def as_integers(values: Any) -> tuple[int, ...]:
    """Return the integers of a list."""
    if type(values) is not list or set(map(type, values)) - {int}:
        raise TypeError("a value that is no integer")
    return tuple(values)


def as_codes(values: Any, dtype: DTypeLike, first: int, end: int) -> NDArray[Any]:
    """Return an array of integers from ``first`` to ``end - 1``, of any shape."""
    array = np.array(values)
    if array.size:
        if array.dtype.kind != "i":
            raise TypeError("a value that is no integer")
        if array.min() < first or array.max() >= end:
            raise ValueError(f"a value outside of {first} to {end - 1}")
    return array.astype(dtype)


def as_probability(value: Any) -> float:
    """Return a number in [0, 1]."""
    if type(value) not in (int, float) or not -ROUNDING <= value <= 1 + ROUNDING:
        raise ValueError(f"{value!r:.50}, expected a probability")
    return float(value)


def as_numbers(values: Any) -> NDArray[np.float64]:
    """Return the numbers of a list; they may be infinite."""
    numbers = np.array(values)
    if numbers.ndim != 1 or numbers.dtype.kind not in "fi":
        raise TypeError("a value that is no number")
    return numbers.astype(np.float64)


def as_nbest_probabilities(values: Any) -> NDArray[np.float64]:
    """Return the probabilities of an n-best list: at least one, descending, summing to 1."""
    probabilities = as_numbers(values)
    if not (abs(probabilities.sum() - 1) <= ROUNDING and probabilities[-1] >= 0):
        raise ValueError("probabilities that do not sum to 1")
    if not (probabilities[1:] <= probabilities[:-1] + ROUNDING).all():
        raise ValueError("probabilities that are not in descending order")
    return probabilities
