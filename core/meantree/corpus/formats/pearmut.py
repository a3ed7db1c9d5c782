"""Pearmut's campaigns and results (https://github.com/zouharvi/pearmut): texts, error spans and scores as JSON.

A campaign is one object; its ``data`` are nested lists with items at any depth, and the spans that annotators start
from. Results are one object a line, for one document by one user. Offsets count UTF-16 units without line feeds, which
have no index (``contentToCharSpans`` in ``web/src/utils.ts``); the end of a span is inclusive, and a span that begins
after the text is at ``[missing]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meantree.corpus.formats.error_placement import versions_in
from meantree.corpus.formats.file_contents import ErrorRow, FileContents
from meantree.corpus.formats.offsets import PEARMUT
from meantree.corpus.formats.raw_file import RawFile
from meantree.corpus.formats.scored_json import MISSING, rows_of
from meantree.errors import InputError, Problem
from meantree.escaping import quoted
from meantree.untrusted_json import read_json

EXPECTED = "expected a campaign of Pearmut (a JSON object with data), or its results (an object with item a line)"
MAX_DEPTH = 50


def is_pearmut(head: str) -> bool:
    """Return whether the start of a file looks like a campaign or results."""
    return (
        head.lstrip().startswith("{")
        and '"tgt"' in head
        and any(name in head for name in ('"data"', '"annotation"', '"user_id"'))
    )


def read(raw: RawFile) -> FileContents:
    """Return texts and errors of a campaign, or of results; raise InputError if it is neither."""
    problems: list[Problem] = []
    campaign, fault = None, ""
    try:
        campaign = read_json(raw.text())
    except ValueError as error:
        fault = f" ({error})"
    rows: list[ErrorRow] = []
    if isinstance(campaign, dict) and "data" in campaign:
        for number, items in enumerate(_documents(campaign["data"]), start=1):
            rows += _rows(items, [_proposed(item) for item in items], _Origin(raw.path, None, str(number)), problems)
    else:
        for number, line in enumerate(raw.lines(), start=1):
            rows += _results(line, raw.path, number, problems)
    if not rows:
        raise InputError(raw.path, f"no translation was found{fault}; {EXPECTED}")
    return FileContents(versions_in(rows), errors=tuple(rows), problems=tuple(problems))


@dataclass(frozen=True, slots=True)
class _Origin:
    """Where the items of a document stand, its number, and who annotated it; empty for nobody."""

    path: Path
    line: int | None
    document: str
    rater: str = ""


def _proposed(item: Mapping[str, Any]) -> Mapping[str, Any]:
    spans = item.get("error_spans")
    return {name: {"error_spans": found} for name, found in spans.items()} if isinstance(spans, dict) else {}


def _documents(node: object, depth: int = 0) -> Iterator[Sequence[Mapping[str, Any]]]:
    """Yield the innermost lists of translated items."""
    if not isinstance(node, list) or depth > MAX_DEPTH:
        return
    items = [part for part in node if isinstance(part, dict) and isinstance(part.get("tgt"), dict)]
    if items:
        yield items
    for part in node:
        yield from _documents(part, depth + 1)


def _results(line: str, path: Path, number: int, problems: list[Problem]) -> Iterator[ErrorRow]:
    if not line.strip():
        return
    try:
        result = read_json(line)
        pairs = [pair for pair in zip(result["item"], result["annotation"], strict=True) if "tgt" in pair[0]]
        origin = _Origin(path, number, str(result.get("item_i", number)), str(result.get("user_id") or ""))
        yield from _rows([item for item, _ in pairs], [annotation for _, annotation in pairs], origin, problems)
    except (ValueError, KeyError, TypeError, AttributeError):
        problems.append(Problem(path, number, f"{quoted(line)}: {EXPECTED}; skipped"))


def _rows(
    items: Sequence[Mapping[str, Any]],
    annotations: Sequence[Mapping[str, Any]],
    origin: _Origin,
    problems: list[Problem],
) -> Iterator[ErrorRow]:
    """Yield a row for each error of each translation in one document, or one that there is none.

    The document is called like its first item, so that it has one name for all users.
    """
    document = str(items[0].get("item_id") or origin.document) if items else ""
    for number, (item, by_system) in enumerate(zip(items, annotations, strict=True), start=1):
        of_item = {"document": document, "id": item.get("item_id") or number, "src": item.get("src")}
        for system, text in item["tgt"].items():
            annotation = by_system.get(system) or {}
            spans = annotation.get("error_spans")
            of_text = {"system": str(system), "rater": origin.rater, "mt": str(text), "human": annotation.get("score")}
            errors = _with_omissions(str(text), spans) if isinstance(spans, list) else spans
            yield from rows_of(
                origin.path, origin.line, 0, {**of_item, **of_text, "error_spans": errors}, problems, PEARMUT
            )


def _with_omissions(text: str, spans: Sequence[Any]) -> list[Any]:
    """Return spans; those after the text are at ``[missing]``."""
    length = PEARMUT.indices(text)[-1]
    starts = (span.get("start_i") if isinstance(span, dict) else None for span in spans)
    return [
        {**span, "start_i": MISSING} if type(start) is int and start >= length else span
        for span, start in zip(spans, starts, strict=True)
    ]
