"""What belongs together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Inner = TypeVar("Inner", bound=Hashable)
Value = TypeVar("Value")


def grouped(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key; keys and values are in the order of the pairs."""
    groups: dict[Key, list[Value]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups


def nested(triples: Iterable[tuple[Key, Inner, Value]]) -> dict[Key, dict[Inner, Value]]:
    """Return the values of each key by a second one, of equal ones the last; keys are in the order of the triples."""
    groups: dict[Key, dict[Inner, Value]] = {}
    for key, inner, value in triples:
        groups.setdefault(key, {})[inner] = value
    return groups
