"""Pearmut's campaigns and results (https://github.com/zouharvi/pearmut): texts, error spans and scores as JSON.

A campaign is one object; its ``data`` are nested lists with items at any depth, and the spans that annotators start
from. Results are one object a line, for one document by one user. Offsets are
:data:`meantree.corpus.formats.file_contents.PEARMUT`'s; a span that begins after the text is at ``[missing]``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meantree.corpus.formats.file_contents import PEARMUT, Count, ErrorRow, FileContents
from meantree.corpus.formats.placement import versions_in
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
    documents: list[_Document] = []
    if isinstance(campaign, dict) and "data" in campaign:
        for number, items in enumerate(_documents(campaign["data"]), start=1):
            documents.append(_Document(raw.path, None, str(number), "", items, [_proposed(item) for item in items]))
    else:
        for number, line in enumerate(raw.lines(), start=1):
            documents += _results(line, raw.path, number, problems)
    count = _count_in(documents)
    rows = [row for document in documents for row in _rows(document, count, problems)]
    if not rows:
        raise InputError(raw.path, f"no translation was found{fault}; {EXPECTED}")
    return FileContents(versions_in(rows), errors=tuple(rows), problems=tuple(problems))


@dataclass(frozen=True, slots=True)
class _Document:
    """A document: where it stands, its number, who annotated it (empty for nobody), its items and what each has."""

    path: Path
    line: int | None
    name: str
    rater: str
    items: Sequence[Mapping[str, Any]]
    annotations: Sequence[Mapping[str, Any]]


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


def _results(line: str, path: Path, number: int, problems: list[Problem]) -> Iterator[_Document]:
    if not line.strip():
        return
    try:
        result = read_json(line)
        pairs = [pair for pair in zip(result["item"], result["annotation"], strict=True) if "tgt" in pair[0]]
        items, annotations = [dict(item) for item, _ in pairs], [dict(annotation) for _, annotation in pairs]
        found = [{**item, "tgt": dict(item["tgt"])} for item in items]
        name, rater = str(result.get("item_i", number)), str(result.get("user_id") or "")
        yield _Document(path, number, name, rater, found, annotations)
    except (ValueError, KeyError, TypeError, AttributeError):
        problems.append(Problem(path, number, f"{quoted(line)}: {EXPECTED}; skipped"))


def _translations(document: _Document) -> Iterator[tuple[int, Mapping[str, Any], str, str, Mapping[str, Any]]]:
    """Yield number and values of each item, system and text of each translation, and its annotation."""
    for number, (item, by_system) in enumerate(zip(document.items, document.annotations, strict=True), start=1):
        for system, text in item["tgt"].items():
            annotation = by_system.get(system)
            yield number, item, str(system), str(text), annotation if isinstance(annotation, dict) else {}


def _count_in(documents: Sequence[_Document]) -> Count:
    """Return how a file counts: as more spans in texts with line feeds begin and end with words."""
    spans = [
        (text, span["start_i"], span["end_i"])
        for document in documents
        for _, _, _, text, annotation in _translations(document)
        if "\n" in text and isinstance(annotation.get("error_spans"), list)
        for span in annotation["error_spans"]
        if isinstance(span, dict) and type(span.get("start_i")) is type(span.get("end_i")) is int
    ]
    return max(PEARMUT, key=lambda count: sum(_is_whole(count, *span) for span in spans))


def _is_whole(count: Count, text: str, start: int, end: int) -> bool:
    if start == count.indices(text)[-1]:  # [missing]
        return True
    places = count.span(text, start, end) if 0 <= start <= end else ()
    return bool(places) and all(
        at <= len(text) and not (text[at - 1 : at].isalnum() and text[at : at + 1].isalnum()) for at in places
    )


def _rows(document: _Document, count: Count, problems: list[Problem]) -> Iterator[ErrorRow]:
    """Yield a row for each error of each translation in one document, or one that there is none.

    The document is called like its first item, so that it has one name for all users.
    """
    name = str(document.items[0].get("item_id") or document.name) if document.items else ""
    for number, item, system, text, annotation in _translations(document):
        spans = annotation.get("error_spans")
        values = {"document": name, "id": item.get("item_id") or number, "src": item.get("src"), "system": system}
        values |= {"rater": document.rater, "mt": text, "human": annotation.get("score")}
        errors = _with_omissions(text, spans, count) if isinstance(spans, list) else spans
        yield from rows_of(document.path, document.line, 0, {**values, "error_spans": errors}, problems, count)


def _with_omissions(text: str, spans: Sequence[Any], count: Count) -> list[Any]:
    """Return spans; those after the text are at ``[missing]``."""
    length = count.indices(text)[-1]
    starts = (span.get("start_i") if isinstance(span, dict) else None for span in spans)
    return [
        {**span, "start_i": MISSING} if type(start) is int and start >= length else span
        for span, start in zip(spans, starts, strict=True)
    ]
