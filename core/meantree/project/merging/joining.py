"""Copies or parts of one project as one: nothing that either holds is lost, and their order does not matter."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import reduce
from pathlib import Path
from typing import Any, TypeVar

from meantree.corpus.model import segment_key
from meantree.errors import InputError
from meantree.project.merging.copies import IDENTITY, ORIGIN, OWNER, Copy, Name, RecordKey, Row, TextKey
from meantree.project.merging.places import in_order
from meantree.project.merging.versions import History
from meantree.project.preannotation import AUTOMATIC
from meantree.project.schema import written_list
from meantree.shown import quoted, shortened

K = TypeVar("K")
V = TypeVar("V")
EXPECTED = "only projects of the same texts can be merged"


def joined(copies: Mapping[Path, Copy]) -> Copy:
    """One project with everything that is in the copies.

    Raises:
        InputError: if they are not of the same texts.
    """
    parts = list(copies.items())
    for place, (path, copy) in enumerate(parts):
        for other, before in parts[:place]:
            _require_same_texts(other, before, path, copy)
    return reduce(_both, copies.values())


def origin_of(copy: Copy) -> str:
    """The identity of the project that a copy is of, or a part of."""
    return copy.settings.get(ORIGIN) or copy.settings.get(IDENTITY, "")


def _both(one: Copy, two: Copy) -> Copy:
    settings = _joined(one.settings, two.settings, min)
    origins = {origin_of(one), origin_of(two)} - {""}
    for name in (ORIGIN, OWNER):
        settings.pop(name, None)
    return Copy(
        settings | ({IDENTITY: min(origins)} if origins else {}),
        {name: in_order(one.lists[name], two.lists[name]) for name in one.lists},
        _joined(one.segments, two.segments, lambda a, b: (min(a[0], b[0]), a[1] if b[1] is None else b[1])),
        _joined(one.texts, two.texts, _filled),
        one.ratings | two.ratings,
        one.errors | two.errors,
        {key: _kept(key, found) for key, found in _joined(one.histories, two.histories, History.joined).items()},
        _joined(one.assignments, two.assignments, max),
        _joined(one.times, two.times, max),
        _joined(one.rules, two.rules, _later),
        _joined(one.analyses, two.analyses, max),
    )


def _kept(key: RecordKey, history: History) -> History:
    """All versions of what people made; frames of another labeller say nothing against the last ones."""
    return history.latest if key[-1] == AUTOMATIC else history


def _joined(one: Mapping[K, V], two: Mapping[K, V], choose: Callable[[V, V], V]) -> dict[K, V]:
    found = dict(one)
    for key, value in two.items():
        found[key] = choose(found[key], value) if key in found else value
    return found


def _filled(one: Row, two: Row) -> Row:
    """Of equal texts, the cells that either has."""
    cells = zip(one, two, strict=True)
    return tuple(a if b is None else b if a is None else max(a, b) for a, b in cells)


def _later(one: tuple[str, Any], two: tuple[str, Any]) -> tuple[str, Any]:
    return max(one, two, key=lambda rule: (rule[0], repr(rule[1])))


def _counted_in(copy: Copy, key: TextKey, begun: Set[Name]) -> str | None:
    """The tokens that annotations of a text count in, None if nothing counts in any yet; unsettled ones are words."""
    text, tokens, *_ = copy.texts[key]
    if tokens is not None or key[0] not in begun:
        return None if tokens is None else str(tokens)
    return written_list(str(text).split())


def _require_same_texts(path: Path, one: Copy, other: Path, two: Copy) -> None:
    if not one.segments.keys() & two.segments.keys() and origin_of(one) != origin_of(two):
        raise InputError(other, f"no segment in common with {path}; {EXPECTED}")
    parts = [(copy, {name for name, *_ in copy.histories}) for copy in (one, two)]
    for key in one.texts.keys() & two.texts.keys():
        name, _, title = key
        what = f"segment {shortened(segment_key(*name))}, {shortened(title)}"
        mine, theirs = one.texts[key], two.texts[key]
        if mine[0] != theirs[0]:
            texts = f"{quoted(mine[0], 60)} and {quoted(theirs[0], 60)}"
            raise InputError(other, f"{what}: the text is not that of {path} ({texts}); {EXPECTED}")
        if len({_counted_in(copy, key, begun) for copy, begun in parts} - {None}) > 1:
            raise InputError(other, f"{what}: its annotations count other tokens than those of {path}; {EXPECTED}")
    for segment in one.segments.keys() & two.segments.keys():
        sources = {one.segments[segment][1], two.segments[segment][1]} - {None}
        if len(sources) > 1:
            what = f"segment {shortened(segment_key(*segment))}"
            raise InputError(other, f"{what}: the source text is not that of {path}; {EXPECTED}")
