"""Attaches marked errors to segments: by the translation they were marked in, by document and id, or by position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import ErrorSpan, Rating, Segment
from meantree.corpus.formats.file_contents import ErrorRow
from meantree.corpus.formats.ratings import matching_system
from meantree.errors import Problem
from meantree.escaping import counted, listed, quoted


def without_blanks(text: str) -> str:
    """The text without any blanks."""
    return "".join(text.split())


def moved(start: int, end: int, one: str, other: str) -> tuple[int, int]:
    """Where the characters from ``start`` to ``end`` of one text stand in another that differs in blanks alone."""
    stripped = one.strip()
    if stripped == other.strip():
        shift = (len(other) - len(other.lstrip())) - (len(one) - len(one.lstrip()))
        size = len(other)
        return min(size, max(0, start + shift)), min(size, max(0, end + shift))
    places = [place for place, character in enumerate(other) if not character.isspace()]
    before, through = len(without_blanks(one[:start])), len(without_blanks(one[:end]))
    first = places[before] if before < len(places) else len(other)
    return first, max(first, places[through - 1] + 1 if through else 0)


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


NON_TRANSLATION: Final = 25.0
PUNCTUATION: Final = 0.1
"""A minor error of punctuation."""
BY_SEVERITY: Final = {"critical": 10.0, "major": 5.0, "minor": 1.0, "neutral": 0.0, "no-error": 0.0}


def error_weight(category: str, severity: str) -> float | None:
    """What one error weighs, whatever the case of its names; None for a severity that is unknown."""
    what, how = category.casefold(), severity.strip().casefold().replace(" ", "-")
    if "non-translation" in what and how != "no-error":
        return NON_TRANSLATION
    if "punctuation" in what and how == "minor":
        return PUNCTUATION
    return BY_SEVERITY.get(how)


KIND = "mqm"


def attach_errors(
    segments: Sequence[Segment], systems: Sequence[str], rows: Iterable[ErrorRow], problems: list[Problem]
) -> tuple[Segment, ...]:
    """The segments with the errors that were marked in them, and a rating ``mqm`` of each rater who looked at one.

    That is the negative sum of the weights of the errors (:func:`weight`), 0 where a rater found none.
    What cannot be placed is told, once a file.
    """
    finder = _Finder(segments, systems)
    spans: dict[int, list[ErrorSpan]] = {}
    sums: dict[tuple[int, str, str], float] = {}
    lost: dict[Path | None, Lost] = {}
    for row in rows:
        in_file = lost.setdefault(row.path, Lost())
        in_file.lines.add(row.line)
        found = finder.place(row)
        if isinstance(found, Fault):
            in_file.skip(row, found)
            continue
        weighs = row.weight if row.weight is not None else error_weight(row.category, row.severity)
        if weighs is None:
            in_file.unknown.setdefault(row.severity, []).append(row.line)
        key = found.place, found.system, row.rater
        sums[key] = sums.get(key, 0.0) - (weighs or 0.0)
        if found.span is not None:
            spans.setdefault(found.place, []).append(found.span)
    for path, in_file in lost.items():
        problems += in_file.problems(path)
    ratings: dict[int, list[Rating]] = {}
    for (place, system, rater), value in sums.items():
        ratings.setdefault(place, []).append(Rating(system, KIND, value + 0.0, rater))  # never -0
    return tuple(
        replace(one, errors=(*one.errors, *spans.get(place, ())), ratings=(*one.ratings, *ratings.get(place, ())))
        if place in ratings
        else one
        for place, one in enumerate(segments)
    )


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a row belongs; without a span, where the rater marked nothing."""

    place: int
    system: str
    span: ErrorSpan | None


class _Finder:
    def __init__(self, segments: Sequence[Segment], systems: Sequence[str]) -> None:
        self._segments, self._systems = segments, systems
        self._by_text: dict[tuple[str, str], list[int]] = {}
        self._by_key = {(one.document, one.id): place for place, one in enumerate(segments)}

    def place(self, row: ErrorRow) -> _Found | Fault:
        """Where it belongs, or why that cannot be told."""
        system = matching_system(row.system, self._systems)
        if system is None:
            return Fault.NO_SYSTEM
        places = self._places(row, system)
        if not places:
            return Fault.NO_SEGMENT
        return self._found(row, system, places[0]) if len(places) == 1 else Fault.SEVERAL

    def _places(self, row: ErrorRow, system: str) -> list[int]:
        if row.text is None:
            there = row.position is not None and row.position < len(self._segments)
            return [row.position] if there and row.position is not None else []
        if (system, "") not in self._by_text:
            self._by_text[system, ""] = []  # this system was looked through
            for place, one in enumerate(self._segments):
                if system in one.hypotheses:
                    self._by_text.setdefault((system, without_blanks(one.hypotheses[system].text)), []).append(place)
        same = self._by_text.get((system, without_blanks(row.text)), [])
        if len(same) < 2:
            return same
        named = [self._by_key.get((row.document or "", name)) for name in row.ids]
        named += [int(row.ids[0]) - 1 if row.ids and row.ids[0].isdecimal() and len(row.ids[0]) < 10 else None]
        return next(([place] for place in named if place in same and place is not None), same)

    def _found(self, row: ErrorRow, system: str, place: int) -> _Found | Fault:
        if row.side is None:
            return _Found(place, system, None)
        segment = self._segments[place]
        hypothesis = segment.hypotheses.get(system)
        whole = segment.source if row.side == "source" else hypothesis.text if hypothesis is not None else None
        marked = row.source if row.side == "source" else row.text
        if whole is None or (marked is not None and without_blanks(marked) != without_blanks(whole)):
            return Fault.OTHER_TEXT
        start, end = (row.start, row.end) if marked is None else moved(row.start, row.end, marked, whole)
        if not start <= end <= len(whole):
            return Fault.BEHIND
        return _Found(place, system, ErrorSpan(system, row.side, start, end, row.category, row.severity, row.rater))
