"""The columns of the segments in which a feature fired, with its values and the translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from meantree.escaping import escaped
from meantree.numbers import short
from meantree_gui.widgets.cells import NOTHING
from meantree_gui.widgets.tables import Column, Line

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment
    from meantree.evaluation.systematic_errors import Occurrence


def columns_of(
    found: Sequence[Occurrence], segments: Sequence[Segment], system: str, names: tuple[str, str]
) -> tuple[Column[Occurrence], ...]:
    """For whom a feature fired, ``system`` or the other side, as ``names`` has them, and its values."""
    whose = {"first": names[0], "second": names[1], "both": "both"}
    has_both = any(one.second is not None for one in found)
    return (
        Column("segment", lambda one: escaped(segments[one.place].key), width=70),
        Column("fires for", lambda one: whose[one.whose], width=96, is_seen=has_both),
        Column(names[0], lambda one: _value(one.first), is_number=True, width=84),
        Column(names[1], lambda one: _value(one.second), is_number=True, width=84, is_seen=has_both),
        Column("translation", lambda one: _text(segments[one.place], system_of(one, system))),
    )


def system_of(one: Occurrence, system: str) -> str:
    """For whose translation the feature fired; the first system's if for both."""
    return one.rival if one.whose == "second" and one.rival is not None else system


def texts_of(one: Occurrence, segment: Segment, system: str) -> Iterator[Line]:
    """The translations that are compared, and the references, each with its name."""
    for name in filter(None, (system, one.rival)):
        yield escaped(name), _text(segment, name) or NOTHING
    for name, reference in segment.references.items():
        yield escaped(name), reference.text


def _value(value: float | None) -> str | None:
    return None if value is None else short(value)


def _text(segment: Segment, system: str) -> str | None:
    hypothesis = segment.hypotheses.get(system)
    return hypothesis.text if hypothesis else None
