"""Word lists that ship as text files: one word, or words separated by tabs, a line; ``#`` begins a comment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Final

from meantree.shipped import shipped

FOLDER: Final = "lists"
"""Of the resources; it has a folder for each room that has lists, with a digest of its own."""


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the lines of a list, each as its cells.

    Args:
        name: folder and file, as in ``planting/opposites``.

    Raises:
        UsageError: if the list is missing or damaged.
    """
    path = PurePosixPath(name)
    text = (shipped(f"{FOLDER}/{path.parent}") / f"{path.name}.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.split("\t")) for line in text.splitlines() if line and not line.startswith("#"))


@cache
def words(name: str, *group: str) -> frozenset[str]:
    """Return the first cells of a list, or of its rows whose other cells begin with ``group``.

    Errors as in :func:`rows`.
    """
    return frozenset(row[0] for row in rows(name) if row[1 : 1 + len(group)] == group)


@cache
def groups(name: str, *group: str) -> Mapping[str, str]:
    """Return for each first cell of the rows of a group the cell after it; errors as in :func:`rows`."""
    place = 1 + len(group)
    return {row[0]: row[place] for row in rows(name) if row[1:place] == group}


@cache
def partners(name: str) -> Mapping[str, tuple[str, ...]]:
    """Return for each first cell of a list the second cells beside it; arguments and errors as in :func:`rows`."""
    found: dict[str, tuple[str, ...]] = {}
    for first, second, *_ in rows(name):
        found[first] = (*found.get(first, ()), second)
    return found


@cache
def both_ways(name: str) -> Mapping[str, frozenset[str]]:
    """Return for each cell of the pairs in a list the cells beside it; arguments and errors as in :func:`rows`."""
    found: dict[str, frozenset[str]] = {}
    for first, second in rows(name):
        found[first] = found.get(first, frozenset()) | {second}
        found[second] = found.get(second, frozenset()) | {first}
    return found
