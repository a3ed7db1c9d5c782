"""Attaches marked errors to segments: by the translation they were marked in, by document and id, or by position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meantree.corpus.error_weights import weight
from meantree.corpus.formats.layers import ErrorRow
from meantree.corpus.formats.ratings import system_meant
from meantree.corpus.model import ErrorSpan, Rating, Segment
from meantree.errors import Problem
from meantree.shown import quoted

KIND = "mqm"


def with_errors(
    segments: Sequence[Segment], systems: Sequence[str], rows: Iterable[ErrorRow], problems: list[Problem]
) -> tuple[Segment, ...]:
    """The segments with the errors that were marked in them, and a rating ``mqm`` of each rater who looked at one.

    That is the negative sum of the errors' weights (:mod:`meantree.corpus.error_weights`), 0 where a rater found none.
    What cannot be placed is told, once a file and reason.
    """
    finder = _Finder(segments, systems)
    spans: dict[int, list[ErrorSpan]] = {}
    sums: dict[tuple[int, str, str], float] = {}
    lost: Counter[tuple[Path | None, str]] = Counter()
    first: dict[tuple[Path | None, str], ErrorRow] = {}
    for row in rows:
        found = finder.place(row)
        if isinstance(found, str):
            lost[row.path, found] += 1
            first.setdefault((row.path, found), row)
            continue
        weighs = row.weight if row.weight is not None else weight(row.category, row.severity)
        if weighs is None:
            told = row.path, f"unknown severity {quoted(row.severity)}, which weighs nothing"
            lost[told] += 1
            first.setdefault(told, row)
        key = found.place, found.system, row.rater
        sums[key] = sums.get(key, 0.0) - (weighs or 0.0)
        if found.span is not None:
            spans.setdefault(found.place, []).append(found.span)
    for told, count in lost.items():
        row = first[told]
        message = f"{count:,} error row{'' if count == 1 else 's'}: {told[1]}"
        problems.append(Problem(row.path, row.line, message))
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

    def place(self, row: ErrorRow) -> _Found | str:
        """Where it belongs, or why that cannot be told."""
        system = system_meant(row.system, self._systems)
        if system is None:
            return f"the corpus has no system {quoted(row.system)}; skipped"
        places = self._places(row, system)
        if not places:
            return "no such segment, or its translation is another one; skipped"
        if len(places) > 1:
            return "several segments have this translation, and no id tells them apart; skipped"
        return self._found(row, system, places[0])

    def _places(self, row: ErrorRow, system: str) -> list[int]:
        if row.text is None:
            there = row.position is not None and row.position < len(self._segments)
            return [row.position] if there and row.position is not None else []
        if (system, "") not in self._by_text:
            self._by_text[system, ""] = []  # this system was looked through
            for place, one in enumerate(self._segments):
                if system in one.hypotheses:
                    self._by_text.setdefault((system, one.hypotheses[system].text.strip()), []).append(place)
        same = self._by_text.get((system, row.text.strip()), [])
        if len(same) < 2:
            return same
        named = [self._by_key.get((row.document or "", name)) for name in row.ids]
        named += [int(row.ids[0]) - 1 if row.ids and row.ids[0].isdecimal() and len(row.ids[0]) < 10 else None]
        return next(([place] for place in named if place in same and place is not None), same)

    def _found(self, row: ErrorRow, system: str, place: int) -> _Found | str:
        if row.side is None:
            return _Found(place, system, None)
        segment = self._segments[place]
        hypothesis = segment.hypotheses.get(system)
        whole = segment.source if row.side == "source" else hypothesis.text if hypothesis is not None else None
        marked = row.source if row.side == "source" else row.text
        if whole is None or (marked is not None and marked.strip() != whole.strip()):
            return f"marked in a {row.side} that the segment does not have; skipped"
        # Blanks at the beginning may be others in the table.
        shift = 0 if marked is None else (len(whole) - len(whole.lstrip())) - (len(marked) - len(marked.lstrip()))
        start, end = max(0, row.start + shift), row.end + shift
        if not start <= end <= len(whole):
            return f"ends behind its text of {len(whole):,} characters; skipped"
        return _Found(place, system, ErrorSpan(system, row.side, start, end, row.category, row.severity, row.rater))
