"""Rows of marked errors that have no place in a corpus: told in one message a file, however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from meantree.corpus.formats.layers import ErrorRow
from meantree.errors import Problem
from meantree.escaping import counted, listed, quoted


class Fault(Enum):
    """Why a row has no place, of one row and of several."""

    NO_SYSTEM = "of a system that the corpus lacks", "of systems that the corpus lacks"
    NO_SEGMENT = (
        "whose segment is not there, or its translation is another one",
        "whose segments are not there, or their translations are others",
    )
    SEVERAL = (
        "of a translation that several segments have, and no id tells them apart",
        "of translations that several segments have, and no id tells them apart",
    )
    OTHER_TEXT = "marked in a text that the segment does not have", "marked in texts that their segments do not have"
    BEHIND = "marked behind the end of its text", "marked behind the ends of their texts"


@dataclass(slots=True)
class Lost:
    """What of one file has no place.

    Attributes:
        lines: of all rows of the file.
        skipped: lines of those that are left out, by the reason.
        systems: names that the corpus lacks, in order of first appearance.
        unknown: lines by severities that have no weight.
    """

    lines: set[int | None] = field(default_factory=set)
    skipped: dict[Fault, list[int | None]] = field(default_factory=dict)
    systems: dict[str, None] = field(default_factory=dict)
    unknown: dict[str, list[int | None]] = field(default_factory=dict)

    def skip(self, row: ErrorRow, fault: Fault) -> None:
        """Leave a row out."""
        self.skipped.setdefault(fault, []).append(row.line)
        if fault is Fault.NO_SYSTEM:
            self.systems[row.system] = None

    def problems(self, path: Path | None) -> Iterator[Problem]:
        """What is left out, and what counts for nothing."""
        if self.skipped:
            lines = {line for found in self.skipped.values() for line in found}
            whys = ", ".join(self._why(fault, len(set(found))) for fault, found in self.skipped.items())
            told = f"{len(lines):,} of {counted(len(self.lines), 'error row')} skipped: {whys}"
            yield Problem(path, _first(lines), told)
        if self.unknown:
            lines = {line for found in self.unknown.values() for line in found}
            names, count = listed(map(quoted, self.unknown)), counted(len(lines), "error row")
            one = len(self.unknown) == 1
            severity = f"an unknown severity ({names})" if one else f"unknown severities ({names})"
            yield Problem(path, _first(lines), f"{count} of {severity}, which {'weighs' if one else 'weigh'} nothing")

    def _why(self, fault: Fault, count: int) -> str:
        names = f" ({listed(self.systems)})" if fault is Fault.NO_SYSTEM else ""
        is_one = len(self.systems) == 1 if fault is Fault.NO_SYSTEM else count == 1
        return f"{count:,} {fault.value[0 if is_one else 1]}{names}"


def _first(lines: Iterable[int | None]) -> int | None:
    return min((line for line in lines if line is not None), default=None)
