"""Facts about one text are found once, however many features ask for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar
from weakref import WeakKeyDictionary

from meantree.entailment.reading import Reading

T = TypeVar("T")


def once(fact: Callable[[Reading], T]) -> Callable[[Reading], T]:
    """``fact``, kept for each reading as long as that lives; what it finds must not hold on to the reading."""
    kept: WeakKeyDictionary[Reading, T] = WeakKeyDictionary()

    @wraps(fact)
    def found(reading: Reading) -> T:
        try:
            return kept[reading]
        except KeyError:
            return kept.setdefault(reading, fact(reading))

    return found
