"""Error spans of XCOMET (Guerreiro et al. 2024) as JSON.

``comet-score --to_json`` writes an object of translations by file, each with its text; other programs store the
``error_spans`` of each translation in order, without texts. Spans may include the blank before their words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from meantree.corpus.error_weights import NO_ERROR
from meantree.corpus.formats.file_contents import ErrorRow, FileContents
from meantree.corpus.formats.file_names import guess_name
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem
from meantree.escaping import quoted
from meantree.untrusted_json import read_json

RATER = "XCOMET"
EXPECTED = "expected error_spans (start, end, severity) of each translation in order, or the output of comet-score"


def is_xcomet(head: str) -> bool:
    """Return whether the start of a file looks like such spans."""
    return head.lstrip()[:1] in ("{", "[") and any(name in head for name in ('"error_spans"', '"errors"'))


def read(raw: RawFile) -> FileContents:
    """Return the errors, without translations; raise InputError if it is something else."""
    try:
        content = read_json(raw.text())
    except ValueError as error:
        raise InputError(raw.path, f"not JSON ({error}); {EXPECTED}") from error
    problems: list[Problem] = []
    rows = [row for system, items in _systems(content, raw.path) for row in _rows(system, items, raw.path, problems)]
    if not rows:
        raise InputError(raw.path, f"no translation was found; {EXPECTED}")
    return FileContents(errors=tuple(rows), problems=tuple(problems))


def _systems(content: Any, path: Path) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the translations of each system: dictionaries with their text, or lists of spans."""
    if isinstance(content, dict) and isinstance(content.get("metadata"), dict):
        content = content["metadata"]
    if isinstance(content, dict) and isinstance(content.get("error_spans"), list):
        yield guess_name(path), content["error_spans"]
    elif isinstance(content, list):
        yield guess_name(path), content
    elif isinstance(content, dict):
        yield from ((guess_name(Path(name)), items) for name, items in content.items() if isinstance(items, list))


def _rows(system: str, items: Sequence[Any], path: Path, problems: list[Problem]) -> Iterator[ErrorRow]:
    for position, item in enumerate(items):
        values: Mapping[str, Any] = item if isinstance(item, dict) else {}
        spans = values.get("error_spans", values.get("errors", ())) if values else item
        text, source = values.get("mt"), values.get("src")
        row = ErrorRow(
            str(values.get("system") or system), NO_ERROR, NO_ERROR, RATER, position=position, path=path,
            text=text if isinstance(text, str) else None, source=source if isinstance(source, str) else None,
            content=json.dumps(item, ensure_ascii=False),
        )  # fmt: skip
        if not isinstance(spans, list) and spans:
            problems.append(Problem(path, None, f"{quoted(str(spans))}: expected a list of error spans; skipped"))
            continue
        errors = list(_errors(row, spans or (), problems))
        yield from errors or [row]


def _errors(row: ErrorRow, spans: Sequence[Any], problems: list[Problem]) -> Iterator[ErrorRow]:
    for span in spans:
        start, end = (span.get(name) if isinstance(span, dict) else None for name in ("start", "end"))
        if not (type(start) is int and type(end) is int and 0 <= start <= end):
            problems.append(Problem(row.path, row.line, f"{quoted(str(span))}: expected start and end; skipped"))
            continue
        words, confidence = span.get("text"), span.get("confidence")
        marked = row.text[start:end] if row.text is not None else words if isinstance(words, str) else ""
        if marked.strip():
            start, end = start + len(marked) - len(marked.lstrip()), end - len(marked) + len(marked.rstrip())
        comment = f"confidence {confidence:.3f}" if isinstance(confidence, float) else ""
        stated = (words.strip(),) if isinstance(words, str) and words.strip() else ()
        yield replace(
            row, category="", severity=str(span.get("severity") or ""), places=(("hypothesis", start, end),),
            words=stated, comment=comment,
        )  # fmt: skip
