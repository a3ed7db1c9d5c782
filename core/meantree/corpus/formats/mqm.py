"""Errors that people marked: MQM tables, and the error spans of mt-metrics-eval."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import ErrorSide
from meantree.corpus.formats.file_contents import ErrorRow, FileContents
from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.table_rows import records_of
from meantree.errors import InputError, Problem
from meantree.escaping import counted, listed, quoted

NEEDED: Final = ("system", "target", "category", "severity")
_NAMES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("doc", "docid"), "document"),
    **dict.fromkeys(("doc_id", "docsegid", "doc_seg_id"), "within"),
    **dict.fromkeys(("seg_id", "segment_id", "globalsegid"), "segment"),
}
_MARK = re.compile(r"</?v>")
_SPANS = re.compile(r"[^\t]+\t(?:\{\s*\"errors\"|None(?:\t|$))")
NO_ERROR: Final = "no-error"


def is_mqm(_path: Path, head: str) -> bool:
    """Whether the header is that of a table of marked errors."""
    names = {_name(cell) for cell in head.partition("\n")[0].split("\t")}
    return names.issuperset(NEEDED)


def is_spans(path: Path, head: str) -> bool:
    """Whether the ending or the first line says that these are the error spans of mt-metrics-eval."""
    return path.suffix.lower() == ".rating" or ("{" in head and _SPANS.match(head) is not None)


def read(raw: RawFile) -> FileContents:
    """The errors of an MQM table: one a row, between ``<v>`` and ``</v>`` in the source or the target.

    Raises:
        InputError: if the bytes are no text, or the header lacks a column.
    """
    rows = iter(records_of(raw).rows)
    header = [_name(cell) for cell in next(rows).cells]
    if missing := [name for name in NEEDED if name not in header]:
        raise InputError(raw.path, f"no column {listed(missing)}, found {listed(header)}", line=1)
    found: list[ErrorRow] = []
    faults: dict[str, list[int]] = {}
    for record in rows:
        if len(record.cells) == len(header) and not record.fault:
            found += _marked(raw.path, record.line, dict(zip(header, record.cells, strict=True)))
        elif any(cell.strip() for cell in record.cells) or record.fault:
            told = record.fault or f"{counted(len(record.cells), 'column')}, expected {len(header)}"
            faults.setdefault(told, []).append(record.line)
    problems = [
        Problem(raw.path, lines[0], f"{counted(len(lines), 'row')} skipped: {told}") for told, lines in faults.items()
    ]
    return FileContents(errors=tuple(found), problems=tuple(problems))


def read_spans(raw: RawFile) -> FileContents:
    """The errors of lines ``SYSTEM⇥JSON``, perhaps with a rater, each system's in the order of the segments.

    ``None`` in place of JSON is a segment that nobody looked at. A system has one line a segment, whoever rated it:
    raters share its segments, and lines of ``None`` have no rater.

    Raises:
        InputError: if the bytes are no text.
    """
    found: list[ErrorRow] = []
    problems: list[Problem] = []
    seen: Counter[str] = Counter()
    for line, text in enumerate(raw.lines(), start=1):
        if not text.strip():
            continue
        system, said, rater = [*text.split("\t"), "", ""][:3]
        position = seen[system]
        seen[system] += 1
        if said.strip().casefold() == "none":
            continue
        try:
            errors = list(_spans(json.loads(said)))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            told = f"{quoted(said)}, expected a JSON object with errors, or None; skipped"
            problems.append(Problem(raw.path, line, told))
            continue
        place = ErrorRow(system, NO_ERROR, NO_ERROR, rater, position=position, path=raw.path, line=line)
        found += [place.marked(*one) for one in errors] or [place]
    return FileContents(errors=tuple(found), problems=tuple(problems))


def _name(cell: str) -> str:
    name = cell.strip().casefold().lstrip("\ufeff")
    return _NAMES.get(name, name)


def _marked(path: Path, line: int, cells: Mapping[str, str]) -> Iterator[ErrorRow]:
    texts: dict[ErrorSide, str] = {"source": cells.get("source", ""), "hypothesis": cells["target"]}
    bare = {side: _MARK.sub("", text) for side, text in texts.items()}
    row = ErrorRow(
        cells["system"],
        cells["category"].strip(),
        cells["severity"].strip(),
        cells.get("rater", ""),
        cells.get("document"),
        tuple(cells[name] for name in ("segment", "within") if name in cells),
        text=bare["hypothesis"],
        source=bare["source"],
        path=path,
        line=line,
    )
    spans = [(side, *ends) for side, text in texts.items() for ends in _ends(text)]
    if not spans and "non-translation" in row.category.casefold():
        spans = [("hypothesis", 0, len(bare["hypothesis"]))]
    if not spans:
        yield row
    # One error may have several parts; each is marked, and the first of them has its weight.
    for number, (side, start, end) in enumerate(spans):
        yield row.marked(side, start, end, row.category, row.severity, 0.0 if number else None)


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Characters between marks, counted without the marks; what is opened only is closed by the end."""
    start, dropped = -1, 0
    for mark in _MARK.finditer(text):
        at = mark.start() - dropped
        dropped += len(mark[0])
        if mark[0] == "<v>" and start < 0:
            start = at
        elif mark[0] == "</v>" and start >= 0:
            yield start, at
            start = -1
    if start >= 0:
        yield start, len(text) - dropped


def _spans(
    found: Mapping[str, Sequence[Mapping[str, object]]],
) -> Iterator[tuple[ErrorSide, int, int, str, str, float | None]]:
    for error in found["errors"]:
        start, end, score = error["start"], error["end"], error.get("score")
        if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end:
            raise ValueError
        side: ErrorSide = "source" if error.get("is_source_error") else "hypothesis"
        given = float(score) if isinstance(score, (int, float)) else None
        if given is not None and not math.isfinite(given):
            raise ValueError
        category, severity = str(error.get("category") or ""), str(error.get("severity") or "")
        (category + severity).encode("utf-8")  # lone surrogates are no text
        yield side, start, end, category, severity, given
