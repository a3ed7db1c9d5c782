"""Attaches ratings and marked errors to segments: by document and id, by the marked translation, or by position."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from meantree.corpus.corpus import ESA_KIND, MQM_KIND, ErrorSide, ErrorSpan, Rating, Segment
from meantree.corpus.error_weights import NO_ERROR, error_weight
from meantree.corpus.formats.file_contents import NOT_BEGUN, ErrorPlace, ErrorRow, FileRole, RatingRow, Row, Version
from meantree.corpus.formats.raw_file import parse_number
from meantree.errors import Problem
from meantree.escaping import counted, escaped, listed, quoted


def attach_ratings(
    files: Iterable[Sequence[RatingRow]],
    keys: Sequence[tuple[str, str]],
    systems: Sequence[str],
    problems: list[Problem],
) -> dict[int, list[Rating]]:
    """Return the ratings of each segment, by its 0-based position.

    Args:
        keys: document and id of each segment.
        problems: extended by one for each unknown system, and one for each file with ratings of unknown segments.
    """
    attached: dict[int, list[Rating]] = {}
    finder = _RatedSegmentFinder(keys)
    for rows in filter(None, files):
        skipped: dict[tuple[Path | None, str | None], list[RatingRow]] = {}
        by_id = finder.knows_ids(rows)
        for row in rows:
            system, place = matching_system(row.system, systems), finder.place(row, by_id=by_id)
            if system is not None and place is not None:
                attached.setdefault(place, []).append(Rating(system, row.kind, row.value, row.rater))
            else:
                skipped.setdefault((row.path, row.system if system is None else None), []).append(row)
        unknown_systems_first = sorted(skipped.items(), key=lambda item: item[0][1] is None)
        problems += (_skipped(system, skipped_rows) for (_, system), skipped_rows in unknown_systems_first)
    return attached


def _skipped(system: str | None, rows: Sequence[RatingRow]) -> Problem:
    """Return what is said of the ratings in a file of an unknown system, or of unknown segments (None)."""
    first = rows[0]
    if system is not None:
        message = f"{len(rows):,} ratings of {quoted(system)} skipped: the corpus has no such system"
    else:
        name = quoted(str(first.id if first.id is not None else first.position))
        message = f"{len(rows):,} ratings skipped: the corpus has no such segment, the first {name}"
    return Problem(first.path, first.line, message)


def matching_system(name: str, systems: Sequence[str]) -> str | None:
    """Return the system that a name means; the names in WMT's assessments may end with a number (``.0``)."""
    if name in systems:
        return name
    bare = re.sub(r"\.\d+$", "", name)
    return bare if bare in systems else None


class _RatedSegmentFinder:
    def __init__(self, keys: Sequence[tuple[str, str]]) -> None:
        self._count = len(keys)
        self._by_key = {key: place for place, key in enumerate(keys)}
        by_id = {key[1]: place for place, key in enumerate(keys)}
        # If ids start anew in each document, a bare id is ambiguous.
        self._by_id = by_id if len(by_id) == len(keys) else {}

    def knows_ids(self, rows: Iterable[RatingRow]) -> bool:
        """Return whether the bare ids of a file are those of the corpus: all its rows are read alike."""
        return any(row.id in self._by_id for row in rows)

    def place(self, row: RatingRow, *, by_id: bool) -> int | None:
        if row.document is not None and row.id is not None:
            exact = self._by_key.get((row.document, row.id))
            if exact is not None or row.document:
                return exact
        if row.id is not None and (by_id or row.position is None):
            return self._by_id.get(row.id)
        if row.position is not None and 0 <= row.position < self._count:
            return row.position
        return None


def unread_scores(path: Path, cells: Iterable[tuple[int | None, str]]) -> list[Problem]:
    """Return one problem for the scores that are no finite numbers; none without any.

    Args:
        cells: of scores, empty where a row has none, each with its line from 1, if lines mean anything.
    """
    unread = [(line, cell) for line, cell in cells if cell.strip() and parse_number(cell) is None]
    if not unread:
        return []
    found = listed(map(quoted, dict.fromkeys(cell for _, cell in unread)))
    message = f"{counted(len(unread), 'score')} left out: found {found}, expected a number"
    return [Problem(path, unread[0][0], message)]


SKIPPED = "skipped"
MOST_LINES = 5
"""Lines that a message names for each reason."""


@dataclass(frozen=True, slots=True)
class PlacedRow:
    """A row and the translation that it is about.

    Attributes:
        place: 0-based, of the segment in the corpus.
        spans: side, start and end of the marked characters in the texts of the corpus.
    """

    row: ErrorRow
    place: int
    system: str
    spans: tuple[ErrorPlace, ...] = ()


def attach_errors(
    segments: Sequence[Segment], systems: Sequence[str], rows: Iterable[ErrorRow], problems: list[Problem]
) -> tuple[Segment, ...]:
    """Return the segments with the errors marked in them, and with a rating ``mqm`` of each rater of a translation.

    The rating is 0 where a rater found no error. A score of ESA makes a rating ``esa`` in its place. Rows that cannot
    be attached are summed up in one problem a file, and so are errors at ``[missing]``, which are no words.
    """
    placed, _ = place_errors(segments, systems, rows, problems)
    errors: dict[int, list[ErrorSpan]] = {}
    given: dict[int, dict[Rating, None]] = {}
    sums: dict[tuple[int, str, str], float] = {}
    scores: dict[tuple[int, str, str], float] = {}
    missing: dict[Path | None, list[int | None]] = {}
    for item in placed:
        row, key = item.row, (item.place, item.system, item.row.rater)
        given.setdefault(item.place, {}).update({replace(score, system=item.system): None for score in row.given})
        if row.state in ("open", NOT_BEGUN) or row.origin == "rejected":
            continue
        if row.score is not None:
            scores[key] = row.score
        if row.score is None or row.category.casefold() not in ("", NO_ERROR):
            weight = row.weight if row.weight is not None else error_weight(row.category, row.severity)
            sums[key] = sums.get(key, 0.0) - (weight or 0.0)
        if row.missing and not item.spans:
            missing.setdefault(row.path, []).append(row.line)
        for side, start, end in item.spans:
            error = ErrorSpan(item.system, side, start, end, row.category, row.severity, row.rater)
            errors.setdefault(item.place, []).append(error)
    for path, lines in missing.items():
        message = f"{counted(len(lines), 'error')} at [missing] left out: no words to compare with metrics"
        problems.append(Problem(path, _first(lines), message, is_note=True))
    ratings: dict[int, list[Rating]] = {}
    for (place, system, rater), value in sums.items():
        ratings.setdefault(place, []).append(Rating(system, MQM_KIND, value + 0.0, rater))  # never -0
    for (place, system, rater), value in scores.items():
        ratings.setdefault(place, []).append(Rating(system, ESA_KIND, value, rater))
    return tuple(
        replace(
            segment,
            errors=(*segment.errors, *errors.get(place, ())),
            ratings=(*segment.ratings, *ratings.get(place, ())),
            given=(*segment.given, *given[place]),
        )
        if place in given
        else segment
        for place, segment in enumerate(segments)
    )


def place_errors(
    segments: Sequence[Segment],
    systems: Sequence[str],
    rows: Iterable[ErrorRow],
    problems: list[Problem],
    fate: str = SKIPPED,
) -> tuple[list[PlacedRow], list[ErrorRow]]:
    """Return the rows with their translations, and those that fit none.

    Args:
        problems: extended by one for each file with rows that fit no translation, and one for unknown severities.
        fate: what becomes of these rows, for the messages.
    """
    finder = _MarkedSegmentFinder(segments, systems)
    placed, unplaced = list[PlacedRow](), list[ErrorRow]()
    rows = list(rows)
    texts = {_name(row): row.text for row in rows if row.ids and row.text is not None}
    reports: dict[Path | None, _Report] = {}
    for row in rows:
        report = reports.setdefault(row.path, _Report(fate, "row" if row.given else "error row"))
        report.lines.add(row.line)
        target = finder.find(row if row.text is not None else replace(row, text=texts.get(_name(row))))
        if isinstance(target, _Fault):
            report.skip(row, target)
            unplaced.append(row)
            continue
        if row.weight is None and row.severity and error_weight(row.category, row.severity) is None:
            report.unknown_severities.setdefault(row.severity, []).append(row.line)
        placed.append(target)
    for path, report in reports.items():
        problems += report.problems(path)
    return placed, unplaced


def _name(row: ErrorRow) -> tuple[str, str, str]:
    return row.system, row.document or "", row.ids[0] if row.ids else ""


def versions_in(rows: Sequence[ErrorRow]) -> tuple[Version, ...]:
    """Return the source, references and translations that rows contain, as if they were files of their own.

    The first text that the rows state for a segment is its text.
    """
    keys: dict[tuple[str, str], ErrorRow] = {}
    texts: dict[str, dict[tuple[str, str], str]] = {}
    sources: dict[tuple[str, str], str] = {}
    references: dict[str, dict[tuple[str, str], str]] = {}
    for row in rows:
        if row.text is None or not row.ids:
            continue
        key = row.document or "", row.ids[-1]
        keys.setdefault(key, row)
        texts.setdefault(row.system, {}).setdefault(key, row.text)
        if row.source is not None:
            sources.setdefault(key, row.source)
        for name, text in row.references:
            references.setdefault(name, {}).setdefault(key, text)
    ordered = sorted(keys, key=lambda key: _number(keys[key].ids[0])) if _are_numbered(keys.values()) else list(keys)

    def version(role: FileRole, name: str, by_key: dict[tuple[str, str], str]) -> Version:
        of_role = [(key, by_key[key]) for key in ordered if key in by_key]
        lines = tuple(Row(text, keys[key].line, key[1], key[0]) for key, text in of_role)
        return Version(role, name, next(iter(keys.values())).path or Path(), lines)

    named = ((FileRole.REFERENCE, references), (FileRole.HYPOTHESIS, texts))
    versions = [version(role, name, by_key) for role, by_name in named for name, by_key in by_name.items()]
    return (version(FileRole.SOURCE, "source", sources), *versions) if sources else tuple(versions)


def _are_numbered(rows: Iterable[ErrorRow]) -> bool:
    names = [row.ids[0] for row in rows]
    return all(name.isdecimal() for name in names) and len({_number(name) for name in names}) == len(names)


def _number(name: str) -> int:
    return int(name[:18])


class _Fault(Enum):
    """Why rows cannot be attached, in the singular and in the plural."""

    NO_SYSTEM = "of a system that is not in the corpus", "of systems that are not in the corpus"
    NO_SEGMENT = (
        "whose segment is not in the corpus, or has another translation",
        "whose segments are not in the corpus, or have other translations",
    )
    SEVERAL = (
        "of a translation that several segments share, without an id to distinguish them",
        "of translations that several segments share, without ids to distinguish them",
    )
    OTHER_TEXT = "marked in a text that the segment does not have", "marked in texts that their segments do not have"
    NOT_UNIQUE = "of words that are not once in the translation", "of words that are not once in their translations"
    AFTER_END = "marked after the end of its text", "marked after the ends of their texts"


@dataclass(slots=True)
class _Report:
    """The rows of one file that cannot be attached or have no weight.

    Attributes:
        fate: what becomes of the rows that cannot be attached.
        noun: what a row is called.
        lines: of all rows of the file.
        skipped: lines by the fault of their rows.
        systems: names that the corpus lacks, in order of first appearance.
        unknown_severities: lines by severity.
    """

    fate: str
    noun: str
    lines: set[int | None] = field(default_factory=set)
    skipped: dict[_Fault, list[int | None]] = field(default_factory=dict)
    systems: dict[str, None] = field(default_factory=dict)
    unknown_severities: dict[str, list[int | None]] = field(default_factory=dict)

    def skip(self, row: ErrorRow, fault: _Fault) -> None:
        self.skipped.setdefault(fault, []).append(row.line)
        if fault is _Fault.NO_SYSTEM:
            self.systems[row.system] = None

    def problems(self, path: Path | None) -> Iterator[Problem]:
        if self.skipped:
            lines = {line for some in self.skipped.values() for line in some}
            reasons = ", ".join(self._reason(fault, set(some)) for fault, some in self.skipped.items())
            message = f"{len(lines):,} of {counted(len(self.lines), self.noun)} {self.fate}: {reasons}"
            # Tables rate references, too, and other systems than were opened.
            is_expected = self.fate != SKIPPED and self.skipped.keys() == {_Fault.NO_SYSTEM} and lines < self.lines
            yield Problem(path, _first(lines), message, is_note=is_expected)
        if self.unknown_severities:
            lines = {line for some in self.unknown_severities.values() for line in some}
            names = listed(map(quoted, self.unknown_severities))
            is_one = len(self.unknown_severities) == 1
            severity = f"an unknown severity ({names})" if is_one else f"unknown severities ({names})"
            rows, verb = counted(len(lines), self.noun), "has" if is_one else "have"
            yield Problem(path, _first(lines), f"{rows} of {severity}, which {verb} no weight")

    def _reason(self, fault: _Fault, lines: Set[int | None]) -> str:
        count = f"{len(lines):,}"
        if fault is _Fault.NO_SYSTEM:
            return f"{count} {fault.value[len(self.systems) > 1]} ({listed(self.systems)})"
        numbers = sorted(line for line in lines if line is not None)
        shown = [*map(str, numbers[:MOST_LINES]), *(["…"] if len(numbers) > MOST_LINES else [])]
        word = "line" if len(numbers) == 1 else "lines"
        # Of one reason alone, the problem names the first line.
        where = f" ({word} {', '.join(shown)})" if shown and len(self.skipped) > 1 else ""
        return f"{count} {fault.value[len(lines) > 1]}{where}"


def _first(lines: Iterable[int | None]) -> int | None:
    return min((line for line in lines if line is not None), default=None)


class _MarkedSegmentFinder:
    def __init__(self, segments: Sequence[Segment], systems: Sequence[str]) -> None:
        self._segments, self._systems = segments, systems
        self._by_text: dict[tuple[str, str], list[int]] = {}
        self._by_key = {(segment.document, segment.id): place for place, segment in enumerate(segments)}
        self._by_name = {segment.key: place for place, segment in enumerate(segments)}
        by_id = {segment.id: place for place, segment in enumerate(segments)}
        self._by_id = by_id if len(by_id) == len(segments) else {}  # without documents ids may be ambiguous

    def find(self, row: ErrorRow) -> PlacedRow | _Fault:
        system = matching_system(row.system, self._systems)
        if system is None:
            return _Fault.NO_SYSTEM
        places = self._places(row, system)
        if not places:
            return _Fault.NO_SEGMENT
        return self._placed(row, system, places[0]) if len(places) == 1 else _Fault.SEVERAL

    def _places(self, row: ErrorRow, system: str) -> list[int]:
        named = [self._by_key.get((row.document or "", name)) for name in reversed(row.ids)]
        if row.text is None:
            if row.position is not None:
                return [row.position] if row.position < len(self._segments) else []
            if not row.document:
                named += [self._by_id.get(name) for name in row.ids]
            known = (place for place in named if place is not None and system in self._segments[place].hypotheses)
            return next(([place] for place in known), [])
        if (system, "") not in self._by_text:
            self._by_text[system, ""] = []  # marks that this system's texts are indexed
            for place, segment in enumerate(self._segments):
                if system in segment.hypotheses:
                    key = system, _without_blanks(segment.hypotheses[system].text)
                    self._by_text.setdefault(key, []).append(place)
        same = self._by_text.get((system, _without_blanks(row.text)), [])
        if len(same) < 2:
            return same
        # An id may also be a whole key, as in Pearmut's files, and the first one the segment's number from 1.
        named += map(self._by_name.get, row.ids)
        named += [int(row.ids[0]) - 1 if row.ids and row.ids[0].isdecimal() and len(row.ids[0]) < 10 else None]
        return next(([place] for place in named if place in same and place is not None), same)

    def _placed(self, row: ErrorRow, system: str, place: int) -> PlacedRow | _Fault:
        segment, spans = self._segments[place], list[ErrorPlace]()
        if row.words and not row.places and system in segment.hypotheses:
            within = segment.hypotheses[system].text
            if within.count(row.words[0]) != 1:
                return _Fault.NOT_UNIQUE
            start = within.index(row.words[0])
            row = replace(row, places=(("hypothesis", start, start + len(row.words[0])),), text=None)
        texts: dict[ErrorSide, tuple[str | None, str | None]] = {
            "source": (row.source, segment.source),
            "hypothesis": (row.text, segment.hypotheses[system].text if system in segment.hypotheses else None),
        }
        for number, (side, start, end) in enumerate(row.places):
            marked, text = texts[side]
            if text is None or (marked not in (None, text) and _without_blanks(marked or "") != _without_blanks(text)):
                return _Fault.OTHER_TEXT
            if row.count is not None:
                start, end = row.count.span(text if marked is None else marked, start, end)
            if marked is not None and marked != text:
                start, end = _moved(start, end, marked, text)
            if not start <= end <= len(text):
                return _Fault.AFTER_END
            words = text[start:end]
            if row.words and row.words[number] not in ("", words, escaped(words)):
                return _Fault.OTHER_TEXT
            spans.append((side, start, end))
        return PlacedRow(row, place, system, tuple(spans))


def _without_blanks(text: str) -> str:
    return "".join(text.split())


def _moved(start: int, end: int, marked: str, text: str) -> tuple[int, int]:
    """Return where a span of one text lies in another that differs in blanks alone.

    Tables and tools trim, double and replace blanks.
    """
    if marked.strip() == text.strip():
        shift = (len(text) - len(text.lstrip())) - (len(marked) - len(marked.lstrip()))
        return min(len(text), max(0, start + shift)), min(len(text), max(0, end + shift))
    places = [place for place, character in enumerate(text) if not character.isspace()]
    before, through = len(_without_blanks(marked[:start])), len(_without_blanks(marked[:end]))
    first = places[before] if before < len(places) else len(text)
    return first, max(first, places[through - 1] + 1 if through else 0)
