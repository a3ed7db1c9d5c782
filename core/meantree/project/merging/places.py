"""Where segments and names stand in a project that joined copies with other orders.

A joined project keeps of each the first place that it has in any copy, beside the order that follows from these: from
the order alone the next merge would find other places, and its result would depend on which copies came together first.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

PLACES = "places"
"""The setting that keeps the places that differ from the order."""
Places = Mapping[str, int]
"""Names in order, each with the first place that it has in any copy; from 0."""
MOST = 2**62


def in_order(one: Places, two: Places) -> Places:
    """The names of both, each at the first place that it has anywhere."""
    places = {name: min(found[name] for found in (one, two) if name in found) for name in {**one, **two}}
    return {name: places[name] for name in sorted(places, key=lambda name: (places[name], name))}


def stored_places(setting: str) -> Callable[[str, str, int], int]:
    """A function of the sort of thing, its name and where it stands, to its place; what cannot be read says nothing."""
    try:
        read = json.loads(setting)
    except (ValueError, RecursionError):
        read = {}

    def place(sort: str, name: str, at: int) -> int:
        of_sort: Any = read.get(sort) if isinstance(read, dict) else None
        found = of_sort.get(name) if isinstance(of_sort, dict) else None
        return found if isinstance(found, int) and 0 <= found <= MOST else at

    return place


def written_places(orders: Mapping[str, Iterable[tuple[str, int, int]]]) -> dict[str, str]:
    """The setting for each sort's names, where they stand, and their places; none if these are all the same."""
    moved = {sort: {name: place for name, at, place in rows if place != at} for sort, rows in orders.items()}
    kept = {sort: places for sort, places in moved.items() if places}
    return {PLACES: json.dumps(kept, ensure_ascii=False)} if kept else {}
