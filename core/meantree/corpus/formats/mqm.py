"""Marked errors: MQM tables, and the error spans of mt-metrics-eval."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import ErrorSide
from meantree.corpus.error_weights import NO_ERROR
from meantree.corpus.formats.assessments import unread_scores
from meantree.corpus.formats.file_contents import ErrorPlace, ErrorRow, FileContents
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.corpus.formats.segment_table import records_of
from meantree.errors import InputError, Problem
from meantree.escaping import counted, listed, quoted
from meantree.untrusted_json import read_json

REQUIRED: Final = ("system", "target", "category", "severity")
STANDARD: Final = ("system", "source", "target", "category", "severity", "rater")
EXTRA: Final = ("missing", "comment", "origin", "by", "score")
"""Columns of Meantree's own, for what Google's tables cannot hold; they are written where they are needed."""
_SYNONYMS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("doc", "docid"), "document"),
    **dict.fromkeys(("doc_id", "docsegid", "doc_seg_id"), "within"),
    **dict.fromkeys(("seg_id", "segment_id", "globalsegid"), "segment"),
}
_MARK = re.compile(r"</?v>")
_SPANS = re.compile(r"[^\t]+\t(?:\{\s*\"errors\"|None(?:\t|$))")


def is_mqm(head: str) -> bool:
    """Return whether the header of a file is that of an MQM table."""
    line = head.partition("\n")[0]
    return any({_column_name(cell.strip('" ')) for cell in line.split(by)}.issuperset(REQUIRED) for by in "\t,;")


def is_spans(head: str) -> bool:
    """Return whether the first line of a file has error spans of mt-metrics-eval."""
    return _SPANS.match(head) is not None


def read(raw: RawFile) -> FileContents:
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
    scores: list[tuple[int, str]] = []
    for record in records:
        if len(record.cells) == len(header) and not record.fault:
            by_name = dict(zip(header, record.cells, strict=True))
            row = _row(raw.path, record.line, by_name)
            scores.append((record.line, by_name.get("score", "")))
            cells = tuple((names[place], record.cells[place]) for place in others)
            if row.marked is not None and not all(map(_has_pairs, row.marked)):
                unpaired.append(record.line)
            errors.append(replace(row, cells=cells, content="\t".join(record.cells)))
        elif any(cell.strip() for cell in record.cells) or record.fault:
            fault = record.fault or f"{counted(len(record.cells), 'column')}, expected {len(header)}"
            faults.setdefault(fault, []).append(record.line)
    problems = [
        Problem(raw.path, lines[0], f"{counted(len(lines), 'row')} skipped: {fault}") for fault, lines in faults.items()
    ]
    problems += unread_scores(raw.path, scores)
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


def _row(path: Path, line: int, cells: Mapping[str, str]) -> ErrorRow:
    texts: dict[ErrorSide, str] = {"source": cells.get("source", ""), "hypothesis": cells["target"]}
    unmarked = {side: _MARK.sub("", text) if "<" in text else text for side, text in texts.items()}
    spans = [(side, *ends) for side, text in texts.items() for ends in _marked_spans(text)]
    category = cells["category"].strip()
    is_missing = cells.get("missing", "").casefold() in ("1", "true", "yes")
    if not spans and not is_missing and "non-translation" in category.casefold():
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
        path=path,
        line=line,
        missing=is_missing,
        comment=cells.get("comment", ""),
        origin=cells.get("origin", ""),
        by=cells.get("by", ""),
        score=parse_number(cells.get("score", "")),
        marked=(texts["source"], texts["hypothesis"]),
    )


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
