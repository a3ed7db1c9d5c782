"""What belongs together."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
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


def clusters(items: Iterable[Value], touch: Callable[[Value, Value], bool]) -> Iterator[list[Value]]:
    """Yield items with all that they touch, directly or through others; clusters are in the order of their firsts."""
    left = list(items)
    while left:
        cluster = [left.pop(0)]
        for item in cluster:
            near = [touch(item, other) for other in left]
            cluster += itertools.compress(left, near)
            left = [other for other, is_near in zip(left, near, strict=True) if not is_near]
        yield cluster
