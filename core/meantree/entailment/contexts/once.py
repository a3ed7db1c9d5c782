"""Facts about one text, or one aligned pair, are found once, however many features ask for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Of = TypeVar("Of")
Found = TypeVar("Found")


def once(fact: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """``fact``, kept in the object that it is about, as a cached property is."""
    name = f"{fact.__module__}.{fact.__qualname__}"

    @wraps(fact)
    def found(about: Of) -> Found:
        known: dict[str, Found] = about.__dict__
        if name not in known:
            known[name] = fact(about)
        return known[name]

    return found
