"""Attaches marked errors to segments: by the translation they were marked in, by document and id, or by position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meantree.corpus.error_weights import weight
from meantree.corpus.formats.layers import ErrorRow
from meantree.corpus.formats.lost_errors import Fault, Lost
from meantree.corpus.formats.other_blanks import moved, without_blanks
from meantree.corpus.formats.ratings import system_meant
from meantree.corpus.model import ErrorSpan, Rating, Segment
from meantree.errors import Problem

KIND = "mqm"


def with_errors(
    segments: Sequence[Segment], systems: Sequence[str], rows: Iterable[ErrorRow], problems: list[Problem]
) -> tuple[Segment, ...]:
    """The segments with the errors that were marked in them, and a rating ``mqm`` of each rater who looked at one.

    That is the negative sum of the errors' weights (:mod:`meantree.corpus.error_weights`), 0 where a rater found none.
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
        weighs = row.weight if row.weight is not None else weight(row.category, row.severity)
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
        system = system_meant(row.system, self._systems)
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
