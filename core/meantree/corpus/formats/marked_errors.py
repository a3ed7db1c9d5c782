"""Marked errors in tables: MQM's, Meantree's own with offsets, and the error spans of mt-metrics-eval.

In a table of Meantree's own each span has a row; rows with the same number in ``error`` are parts of one error.
``start`` and ``end`` count characters from 0, the end excluded; ``words`` are what stands there.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from meantree.corpus.corpus import ErrorSide
from meantree.corpus.error_weights import NO_ERROR
from meantree.corpus.formats import segment_table
from meantree.corpus.formats.file_contents import ErrorPlace, ErrorRow, FileContents
from meantree.corpus.formats.placement import unread_scores
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.corpus.formats.segment_table import HOW_TO_NAME, KNOWN, XLSX, columns_error, known_columns, records_of
from meantree.errors import InputError, Problem
from meantree.escaping import counted, escaped, is_encodable, listed, quoted, unescaped, unguarded
from meantree.untrusted_json import read_json

REQUIRED: Final = ("system", "target", "category", "severity")
STANDARD: Final = ("system", "source", "target", "category", "severity", "rater")
LOCK: Final = "finalized by"
DECIDED: Final = ("suggested by finding", "suggested words", LOCK, "finalized")
"""Columns that are written and not read: what a suggestion was, and who locked the translation, and when (UTC)."""
EXTRA: Final = ("missing", "comment", "origin", "by", "score", *DECIDED)
"""Columns of Meantree's own, for what Google's tables cannot hold; they are written where they are needed."""
COLUMNS: Final = (
    *("document", "segment", "system", "annotator", "state", "score", "error", "side", "start", "end", "words"),
    *("severity", "category", "missing", "origin", "by", "comment", *DECIDED),
)
"""Those of a table with offsets."""
PLACED: Final = ("segment", "system", "side", "start", "end")
"""Those of them without which it cannot be read."""
_SYNONYMS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("doc", "docid"), "document"),
    **dict.fromkeys(("doc_id", "docsegid", "doc_seg_id"), "within"),
    **dict.fromkeys(("seg_id", "segment_id", "globalsegid"), "segment"),
}
_MARK = re.compile(r"</?v>")
_SPANS = re.compile(r"[^\t]+\t(?:\{\s*\"errors\"|None(?:\t|$))")


def is_mqm(head: str) -> bool:
    """Return whether the header of a file is that of an MQM table."""
    return _names_all(head, REQUIRED, lambda cell: _column_name(cell.strip('" ')))


def is_placed(head: str) -> bool:
    """Return whether the header of a file is that of a table with offsets."""
    return _names_all(head, PLACED, lambda cell: cell.strip().casefold())


def _names_all(head: str, required: Sequence[str], name: Callable[[str], str]) -> bool:
    line = head.partition("\n")[0]
    return any({*map(name, line.split(delimiter))}.issuperset(required) for delimiter in "\t,;")


def is_spans(head: str) -> bool:
    """Return whether the first line of a file has error spans of mt-metrics-eval."""
    return _SPANS.match(head) is not None


def read_mqm(raw: RawFile) -> FileContents:
    """Return the errors of an MQM table: one a row, between ``<v>`` and ``</v>`` in the source or the target.

    Raises:
        InputError: if the bytes are not text, or a column is missing from the header.
    """
    records = iter(records_of(raw).rows)
    names = [cell.strip().lstrip("\ufeff") for cell in next(records).cells]
    header = [_column_name(cell) for cell in names]
    others = tuple(place for place, name in enumerate(header) if name not in (*STANDARD, *EXTRA))
    if missing := [name for name in REQUIRED if name not in header]:
        raise InputError(raw.path, f"no column {listed(missing)}, found {listed(header)}", line=1)
    errors: list[ErrorRow] = []
    faults: dict[str, list[int]] = {}
    unpaired: list[int] = []
    scores, locks = list[tuple[int, str]](), list[tuple[int, str]]()
    for record in records:
        if len(record.cells) == len(header) and not record.fault:
            by_name = dict(zip(header, record.cells, strict=True))
            row = _marked(by_name)
            scores.append((record.line, by_name.get("score", "")))
            locks.append((record.line, by_name.get(LOCK, "")))
            cells = tuple((names[place], record.cells[place]) for place in others)
            if row.marked is not None and not all(map(_has_pairs, row.marked)):
                unpaired.append(record.line)
            errors.append(replace(row, path=raw.path, line=record.line, cells=cells, content="\t".join(record.cells)))
        elif any(cell.strip() for cell in record.cells) or record.fault:
            fault = record.fault or f"{counted(len(record.cells), 'column')}, expected {len(header)}"
            faults.setdefault(fault, []).append(record.line)
    problems = [
        Problem(raw.path, lines[0], f"{counted(len(lines), 'row')} skipped: {fault}") for fault, lines in faults.items()
    ]
    problems += [*unread_scores(raw.path, scores), *_unread_locks(raw.path, locks)]
    if unpaired:
        rows, meaning = counted(len(unpaired), "row"), "an error ends at the first </v>, or with the text"
        message = f"{rows} with marks <v> and </v> that are not in pairs; {meaning}"
        problems.append(Problem(raw.path, unpaired[0], message, is_note=True))
    return FileContents(errors=tuple(errors), problems=tuple(problems))


def read_spans(raw: RawFile) -> FileContents:
    """Return the errors of lines ``SYSTEM⇥JSON``, or with a rater ``SYSTEM⇥JSON⇥RATER``.

    Each system has one line for each segment, in order, whoever rated it. ``None`` in place of JSON means that no rater
    saw the segment.

    Raises:
        InputError: if the bytes are not text.
    """
    rows: list[ErrorRow] = []
    problems: list[Problem] = []
    line_counts: Counter[str] = Counter()
    for line, text in enumerate(raw.lines(), start=1):
        if not text.strip():
            continue
        system, errors, rater = [*text.split("\t"), "", ""][:3]
        position = line_counts[system]
        line_counts[system] += 1
        if errors.strip().casefold() == "none":
            continue
        try:
            spans = list(_spans(read_json(errors)))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            message = f"{quoted(errors)}, expected a JSON object with errors, or None; skipped"
            problems.append(Problem(raw.path, line, message))
            continue
        row = ErrorRow(system, NO_ERROR, NO_ERROR, rater, position=position, path=raw.path, line=line, content=text)
        rows += [
            replace(row, places=(place,), category=category, severity=severity, weight=weight)
            for place, category, severity, weight in spans
        ] or [row]
    return FileContents(errors=tuple(rows), problems=tuple(problems))


def _column_name(cell: str) -> str:
    name = cell.strip().casefold().lstrip("\ufeff")
    return _SYNONYMS.get(name, name)


def id_column(name: str) -> str:
    """Return what a column identifies: the document, the segment or the segment within its document; else nothing."""
    kind = _column_name(name)
    return kind if kind in _SYNONYMS.values() else ""


def _marked(cells: Mapping[str, str]) -> ErrorRow:
    """Return the error of a row whose texts have marks."""
    texts: dict[ErrorSide, str] = {"source": cells.get("source", ""), "hypothesis": cells["target"]}
    unmarked = {side: _MARK.sub("", text) if "<" in text else text for side, text in texts.items()}
    spans = [(side, *ends) for side, text in texts.items() for ends in _marked_spans(text)]
    category, stated = cells["category"].strip(), _stated(cells)
    if not spans and not stated["missing"] and "non-translation" in category.casefold():
        spans = [("hypothesis", 0, len(unmarked["hypothesis"]))]
    return ErrorRow(
        cells["system"],
        category,
        cells["severity"].strip(),
        cells.get("rater", ""),
        cells.get("document"),
        tuple(cells[name] for name in ("segment", "within") if name in cells),
        text=unmarked["hypothesis"],
        source=unmarked["source"],
        places=tuple(spans),
        marked=(texts["source"], texts["hypothesis"]),
        **stated,
    )


def _stated(cells: Mapping[str, str]) -> dict[str, Any]:
    """Return what the columns :data:`EXTRA` state."""
    return {
        "missing": cells.get("missing", "").casefold() in ("1", "true", "yes"),
        **{name: cells.get(name, "") for name in ("comment", "origin", "by")},
        "score": parse_number(cells.get("score", "")),
    }


def _has_pairs(text: str) -> bool:
    marks = _MARK.findall(text) if "<" in text else []
    return marks == ["<v>", "</v>"] * (len(marks) // 2)


def _marked_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of the spans between marks, not counting the marks; the text's end closes an open mark."""
    if "<" not in text:
        return
    start, mark_characters = -1, 0
    for mark in _MARK.finditer(text):
        position = mark.start() - mark_characters
        mark_characters += len(mark[0])
        if mark[0] == "<v>" and start < 0:
            start = position
        elif mark[0] == "</v>" and start >= 0:
            yield start, position
            start = -1
    if start >= 0:
        yield start, len(text) - mark_characters


def _spans(
    content: Mapping[str, Sequence[Mapping[str, object]]],
) -> Iterator[tuple[ErrorPlace, str, str, float | None]]:
    for error in content["errors"]:
        start, end, score = error["start"], error["end"], error.get("score")
        if type(start) is not int or type(end) is not int or not 0 <= start <= end:
            raise ValueError
        side: ErrorSide = "source" if error.get("is_source_error") else "hypothesis"
        if isinstance(score, bool) or not isinstance(score, int | float | None) or not math.isfinite(score or 0):
            raise ValueError
        category, severity = str(error.get("category") or ""), str(error.get("severity") or "")
        yield (side, start, end), category, severity, None if score is None else float(score)


def read_placed(raw: RawFile) -> FileContents:
    """Return the errors of a table with offsets.

    Raises:
        InputError: if the file cannot be read, or a column is missing.
    """
    is_workbook = raw.data.startswith(XLSX)
    rows = _rows(raw, is_workbook=is_workbook)
    header = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    if is_workbook and rows and known_columns(rows[0][1], raw.columns) and not {"side", "start", "end"} & {*header}:
        return segment_table.read(raw)
    if missing := [name for name in PLACED if name not in header]:
        fault, expected = f"no column {listed(missing)}", f"expected a table of error spans: {listed(COLUMNS)}"
        if is_workbook and rows:
            raise columns_error(raw.path, rows[0][1], fault, f"{expected}; or one of texts: {KNOWN}; {HOW_TO_NAME}")
        raise InputError(raw.path, f"{fault}, {expected}")
    errors: list[ErrorRow] = []
    problems: list[Problem] = []
    scores, locks = list[tuple[int, str]](), list[tuple[int, str]]()
    before: tuple[str, ...] = ()
    for line, cells in rows[1:]:
        values = dict(zip(header, (*cells, *[""] * len(header)), strict=False))
        if not any(values.values()):
            continue
        row = _placed(values)
        if row is None:
            side, start, end = (quoted(values[name]) for name in ("side", "start", "end"))
            expected = "expected hypothesis or source, and two numbers of characters"
            problems.append(Problem(raw.path, line, f"side {side}, start {start}, end {end}; {expected}; skipped"))
            continue
        scores.append((line, values.get("score", "")))
        locks.append((line, values.get(LOCK, "")))
        row = replace(row, path=raw.path, line=line)
        error = tuple(values.get(name, "") for name in ("document", "segment", "system", "annotator", "error"))
        if errors and error == before and error[-1]:
            places, words = errors[-1].places + row.places, errors[-1].words + row.words
            errors[-1] = replace(errors[-1], places=places, words=words)
        else:
            errors.append(row)
        before = error
    problems += [*unread_scores(raw.path, scores), *_unread_locks(raw.path, locks)]
    return FileContents(errors=tuple(errors), problems=tuple(problems))


def _unread_locks(path: Path, cells: Sequence[tuple[int, str]]) -> Iterator[Problem]:
    """Yield a note on who finalized translations, by line, which is not read."""
    locked = [(line, who) for line, who in cells if who]
    if locked:
        names = listed(map(escaped, dict.fromkeys(who for _, who in locked)))
        rows = counted(len(locked), "row")
        message = f"{rows} of translations that {names} finalized; nothing is locked"
        yield Problem(path, locked[0][0], message, is_note=True)


def _placed(values: Mapping[str, str]) -> ErrorRow | None:
    """Return the error of a row; None if its place cannot be read."""
    places: tuple[ErrorPlace, ...] = ()
    if values["side"] or values["start"] or values["end"]:
        start, end = (parse_number(values[name]) for name in ("start", "end"))
        if start is None or end is None or not 0 <= start <= end or start % 1 or end % 1:
            return None
        if values["side"] not in ("hypothesis", "source"):
            return None
        places = (("source" if values["side"] == "source" else "hypothesis", int(start), int(end)),)
    return ErrorRow(
        values["system"],
        values.get("category", ""),
        values.get("severity", ""),
        values.get("annotator", ""),
        values.get("document", ""),
        (values["segment"],),
        places=places,
        words=(values.get("words", ""),) if places else (),
        state=values.get("state", ""),
        content="\t".join(values.get(name, "") for name in COLUMNS),
        **_stated(values),
    )


def _rows(raw: RawFile, *, is_workbook: bool) -> list[tuple[int, Sequence[str]]]:
    """Return line and cells of each row, as they were before a spreadsheet's guards and escapes."""
    if is_workbook:
        from meantree.corpus.formats.workbooks import workbook_rows

        return list(workbook_rows(raw, _as_written))
    return [(record.line, tuple(map(_as_written, record.cells))) for record in records_of(raw).rows]


def _as_written(cell: str) -> str:
    """Return what a cell was made of: spreadsheets take it for no formula, and it has no invisible characters."""
    text = unescaped(unguarded(cell))
    return text if is_encodable(text) else cell
