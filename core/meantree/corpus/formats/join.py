"""Which rows of different files are one segment."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.corpus.formats.layers import Layer, Row
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted

Key = tuple[str, str]
"""Document and id."""
Rows = Sequence[Row | None]
"""What one layer has for each segment."""


def join(layers: Sequence[Layer], problems: list[Problem]) -> tuple[list[Key], list[Rows]]:
    """The keys of all segments, and for each layer its row of each segment, None where it lacks the segment.

    Layers that give every segment an id are joined by document and id, in the order of the longest of them; the others
    by position. ``problems`` is added to.

    Raises:
        InputError: if line counts differ or ids have nothing in common.
    """
    named = [layer for layer in layers if all(row.id is not None for row in layer.rows)]
    if not named:
        keys = [("", str(number)) for number in range(1, len(layers[0].rows) + 1)]
        return keys, [_by_position(layer, layers[0], len(keys)) for layer in layers]
    base = max(named, key=lambda layer: len(layer.rows))
    positions: dict[Key, int] = {}
    for layer in (base, *named):
        for row in layer.rows:
            positions.setdefault(_key(row), len(positions))
    places: list[Rows] = []
    for layer in layers:
        if layer in named:
            places.append(_by_key(layer, base, positions, problems))
        else:
            _require_order(layer, base, len(positions))
            places.append(_by_position(layer, base, len(positions)))
    return list(positions), places


def _by_position(layer: Layer, first: Layer, count: int) -> Rows:
    if len(layer.rows) != count:
        found = f"has {counted(len(layer.rows), 'segment')}, but {first.path} has {count:,}"
        raise InputError(layer.path, f"{found}; expected the same number in both")
    return layer.rows


def _require_order(layer: Layer, base: Layer, count: int) -> None:
    if len({_key(row) for row in base.rows}) != count:
        raise InputError(
            layer.path,
            f"has no segment ids and cannot be joined by position: {base.path} lacks segments that other files have",
        )


def _by_key(layer: Layer, base: Layer, positions: dict[Key, int], problems: list[Problem]) -> Rows:
    placed: list[Row | None] = [None] * len(positions)
    for row in layer.rows:
        index = positions[_key(row)]
        if placed[index] is not None:
            found = (
                f"segment id {quoted(str(row.id))} occurs again{_within(row)}, expected it once; the second is skipped"
            )
            problems.append(Problem(layer.path, row.line, found, row.id))
        else:
            placed[index] = row
    shared = {_key(row) for row in base.rows}
    if not any(_key(row) in shared for row in layer.rows):
        raise InputError(
            layer.path,
            f"shares no segment id with {base.path}: found {_shown(layer.rows[0])} here, {_shown(base.rows[0])} there",
            line=layer.rows[0].line,
        )
    if lacking := placed.count(None):
        first = next(key for key, index in positions.items() if placed[index] is None)
        missing = f"{layer.role} {quoted(layer.name)} lacks {lacking:,} of {len(positions):,} segments"
        problems.append(Problem(layer.path, None, f"{missing}, the first {quoted(first[1])}", first[1]))
    return placed


def _key(row: Row) -> Key:
    return row.document or "", row.id or ""


def _shown(row: Row) -> str:
    return f"{quoted(str(row.id))}{_within(row)}"


def _within(row: Row) -> str:
    return f" in document {quoted(row.document)}" if row.document else ""
