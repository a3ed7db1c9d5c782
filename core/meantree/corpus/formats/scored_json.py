"""Translations with their texts, scores and error spans: JSON of metrics, judges and campaigns, and Appraise's tables.

``comet-score --to_json`` writes an object of translations by file; XCOMET's ``error_spans`` may also stand alone, in
the order of the translations. MetricX, judges and WMT25 have an object a line, those of WMT25 with all systems. Spans
from ``start`` to ``end`` are characters, the end excluded, and may include the blank before their words; those from
``start_i`` to ``end_i`` are Appraise's. Errors may also be given by their words.
"""

from __future__ import annotations

import ast
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from meantree.corpus.corpus import GIVEN, ErrorSide, Rating, names_metric
from meantree.corpus.error_weights import NO_ERROR, error_weight
from meantree.corpus.formats.file_contents import APPRAISE, NOT_BEGUN, Count, ErrorRow, FileContents
from meantree.corpus.formats.file_names import guess_name
from meantree.corpus.formats.given_scores import source_of, specs_of
from meantree.corpus.formats.placement import unread_scores
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.corpus.formats.segment_table import csv_records
from meantree.errors import InputError, Problem
from meantree.escaping import quoted
from meantree.untrusted_json import read_json

RATER: Final = "XCOMET"
EXPECTED: Final = (
    "expected the output of comet-score, error_spans (start, end, severity) of each translation in order, or objects "
    "with scores or errors a line"
)
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "system": ("system", "system_id", "sys", "targetID"),
    "document": ("document", "doc", "doc_id", "document_id", "documentID"),
    "id": ("id", "segment_id", "seg_id", "itemID"),
    "source": ("src", "source", "src_text", "sourceText"),
    "reference": ("ref", "reference"),
    "text": ("mt", "hypothesis", "hyp", "translation", "target", "targetText"),
    "rater": ("rater", "judge", "annotator", "completed_by"),
}
_MARKS = re.compile(
    r'"(?:errors|error_spans|prediction|tgt_text|targetText|annotations|[^"\n]*(?i:comet|kiwi|metricx|bleurt)[^"\n]*)"'
    r'|"(?:system|mt|hypothesis)"[^}]*"score"'
)
_REFERENCE = re.compile(r"ref(?:erence)?[-_]?\w?", re.IGNORECASE)
_HUMAN = re.compile(r"human\d*")
MISSING: Final = "missing"
_EXPECTED: Final = {"human": ("score", "a number", int, float)}
"""Names of values, and what is expected of them, in words and by types; of all others lists."""
SEGMENT: Final = "segment of Appraise"
_Translation = tuple[int | None, int, Mapping[str, Any]]
"""The line, if there is one a translation, the place in its system, and the values."""


def is_scored_json(head: str) -> bool:
    """Return whether the start of a file looks like such translations."""
    return head.lstrip()[:1] in ("{", "[") and _MARKS.search(head) is not None


def read(raw: RawFile) -> FileContents:
    """Return errors, scores and texts of translations; raise InputError if it is something else."""
    problems: list[Problem] = []
    found = list(_translations(raw, problems))
    rows = [row for line, place, item in found for row in rows_of(raw.path, line, place, item, problems)]
    if not rows:
        first = f" ({problems[0].message})" if problems else ""
        raise InputError(raw.path, f"no translation was found{first}; {EXPECTED}")
    specs = specs_of(raw.path, ((score.kind, score.value) for row in rows for score in row.given))
    source = source_of(raw)
    for place, row in enumerate(rows):
        if row.given:
            given = (Rating(score.system, specs[score.kind], score.value, source) for score in row.given)
            rows[place] = replace(row, given=tuple(given))
    unread = ((line, score) for line, _, item in found for _, score in _scores(item) if _number(score) is None)
    problems += unread_scores(raw.path, ((line, json.dumps(s)) for line, s in unread if isinstance(s, (str, float))))
    by_place = (item for _, _, item in found if _value(item, "id") is None and _text(item, "text") is None)
    lengths = Counter(item["system"] for item in by_place)
    return FileContents(errors=tuple(rows), problems=tuple(problems), lengths=lengths)


def _translations(raw: RawFile, problems: list[Problem]) -> Iterator[_Translation]:
    """Yield the translations of a file: one value of JSON, or an object a line."""
    try:
        content = read_json(raw.text())
    except ValueError:
        content = None
    one = {*_NAMES["text"], *_NAMES["system"], "tgt_text"}
    if content is None or (isinstance(content, dict) and content.keys() & one):
        yield from _in_lines(raw, problems)
        return
    for system, items in _systems(content, raw.path):
        for place, item in enumerate(items):
            yield None, place, _with_names(item if isinstance(item, dict) else {"errors": item}, system, RATER)


def _in_lines(raw: RawFile, problems: list[Problem]) -> Iterator[_Translation]:
    name, counts, scored = guess_name(raw.path), Counter[str](), list[str]()
    for line, text in enumerate(raw.lines(), start=1):
        if not text.strip():
            continue
        try:
            item = read_json(text)
            reason = "" if isinstance(item, dict) else "another value"
        except ValueError as error:
            reason = str(error)
        if reason:
            problems.append(Problem(raw.path, line, f"{quoted(text)}: expected an object of JSON ({reason}); skipped"))
            continue
        for values in _of_systems(item, line):
            own = _with_names(values, name, name)
            counts[own["system"]] += 1
            yield line, counts[own["system"]] - 1, own
        if isinstance(item.get("tgt_text"), dict) and isinstance(rated := item.get("scores"), dict):
            scored += [reference for reference, own in rated.items() if own and _REFERENCE.fullmatch(reference)]
    if scored:
        found = ", ".join(f"{reference} ({number:,})" for reference, number in Counter(scored).items())
        problems.append(Problem(raw.path, None, f"scores and errors of references left out: {found}", is_note=True))


def _with_names(item: Mapping[str, Any], system: str, rater: str) -> dict[str, Any]:
    """Return values with the names of system and rater, by default these."""
    names = {"system": _value(item, "system") or system, "rater": _value(item, "rater") or rater}
    return {**item, **{meaning: str(name) for meaning, name in names.items()}}


def _systems(content: Any, path: Path) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the translations of each system: dictionaries with their text, or lists of spans."""
    if isinstance(content, dict) and isinstance(content.get("metadata"), dict):
        content = {"scores": content.get("scores"), **content["metadata"]}
    if isinstance(content, dict) and isinstance(content.get("error_spans"), list):
        scores = content.get("scores") if isinstance(content.get("scores"), list) else []
        pairs = itertools.zip_longest(content["error_spans"], scores or ())
        yield guess_name(path), [{"errors": spans, RATER: score} for spans, score in pairs]
    elif isinstance(content, list):
        sources: dict[object, dict[object, int]] = {}
        flat = [part for item in content for part in (_campaign(item, sources) if isinstance(item, dict) else [item])]
        yield guess_name(path), flat
    elif isinstance(content, dict):
        yield from ((guess_name(Path(name)), items) for name, items in content.items() if isinstance(items, list))


def _campaign(item: dict[str, Any], sources: dict[object, dict[object, int]]) -> Iterator[Any]:
    """Yield the translations of a batch of Appraise, the annotations of a task of Label Studio, or what is neither.

    Items of Appraise have numbers in their batch; all systems share the number of the source in its document.
    """
    if isinstance(item.get("items"), list):
        for one in item["items"]:
            if isinstance(one, dict) and one.get("itemType") == "TGT":
                document = str(one.get("documentID")).partition("#")[0]
                known = sources.setdefault(document, {})
                number = known.setdefault(str(one.get("sourceText")), len(known) + 1)
                yield {**one, "document": document, SEGMENT: number}
    elif isinstance(item.get("data"), dict) and isinstance(item.get("annotations"), list):
        for annotation in item["annotations"] or [{}]:
            own = annotation if isinstance(annotation, dict) else {}
            results = None if own.get("was_cancelled") else own.get("result")  # a task that was skipped
            errors = [span for result in results for span in _span(result)] if isinstance(results, list) else None
            person = own.get("completed_by")
            rater = (person.get("email") or person.get("id")) if isinstance(person, dict) else person
            yield {"id": item.get("id"), **item["data"], "rater": rater or "Label Studio", "errors": errors}
    else:
        yield item


def _span(result: Any) -> Iterator[dict[str, Any]]:
    """Yield the span of a result of Label Studio, by severity and category, and its text; relations have none."""
    if isinstance(result, dict) and isinstance(value := result.get("value"), dict):
        labels = value.get("labels")
        names = [str(label) for label in labels] if isinstance(labels, list) else []
        severity = next((name for name in names if error_weight("", name) is not None), "")
        category = "/".join(name for name in names if name != severity)
        yield {**value, "severity": severity, "category": category, "of": result.get("to_name")}


def _of_systems(item: Mapping[str, Any], line: int) -> Iterator[Mapping[str, Any]]:
    """Yield the translations of an object that has all systems, once for each annotator; any other as it is."""
    texts = item.get("tgt_text")
    if not isinstance(texts, dict):
        yield item
        return
    references = {name: text for name, text in texts.items() if _REFERENCE.fullmatch(name)}
    shared = {**item, "id": _value(item, "id") or line, "references": references}
    scores = item.get("scores") if isinstance(item.get("scores"), dict) else {}
    for system, text in texts.items():
        if system in references:
            continue
        own = (scores or {}).get(system)
        annotations = [one for one in (own if isinstance(own, list) else [own]) if isinstance(one, dict)]
        numbered = [(one, number) for one in annotations for number in ("", *map(str, range(1, 10)))]
        found = [(one, number) for one, number in numbered if one.keys() & {f"human{number}", f"errors{number}"}]
        for one, number in found or [({}, "")]:
            rater = one.get(f"annotator{number}") or (f"human{number}" if found else "")
            annotation = {"errors": one.get(f"errors{number}"), "human": one.get(f"human{number}"), "rater": rater}
            numbers = {name: score for name, score in one.items() if _number(score) is not None}
            metrics = {f"{GIVEN}{name}": score for name, score in numbers.items() if not _HUMAN.fullmatch(name)}
            yield {**shared, "system": system, "mt": text, **annotation, **metrics}


def _value(item: Mapping[str, Any], meaning: str) -> Any:
    return next((item[name] for name in _NAMES[meaning] if item.get(name) not in (None, "")), None)


def _text(item: Mapping[str, Any], meaning: str) -> str | None:
    value = _value(item, meaning)
    return value if isinstance(value, str) else None


def _checked(item: Mapping[str, Any], key: str, path: Path, line: int | None, problems: list[Problem]) -> Any:
    value, (name, expected, *types) = item.get(key), _EXPECTED.get(key, (key, "a list", list))
    if value is None or type(value) in types:
        return value
    problems.append(Problem(path, line, f"{name} {quoted(str(value))}, expected {expected}; left out"))
    return None


def _number(value: Any) -> float | None:
    return float(value) if type(value) in (int, float) and math.isfinite(value) else None


def rows_of(
    path: Path,
    line: int | None,
    place: int,
    item: Mapping[str, Any],
    problems: list[Problem],
    count: Count = APPRAISE,
) -> Iterator[ErrorRow]:
    """Yield a row for each error of a translation, or one without errors; one before them has the given scores.

    Args:
        path, line: where it stands.
        place: 0-based, of the translation among those of its system.
        item: its values, by the names of :data:`_NAMES` and ``errors``.
        count: of ``start_i`` and ``end_i``; ``start`` and ``end`` are code points, the end excluded.
    """
    document, *ids = (_value(item, "document"), _value(item, "id"), item.get(SEGMENT))
    position = place if ids[0] is None else None
    given = next((key for key in ("errors", "error_spans") if item.get(key) is not None), "errors")
    spans, score = (_checked(item, key, path, line, problems) for key in (given, "human"))
    scores = ((name, _number(value)) for name, value in _scores(item))
    references = item.get("references") or {"ref": _text(item, "reference")}
    row = ErrorRow(
        item["system"], NO_ERROR, NO_ERROR, item["rater"], None if document is None else str(document),
        tuple(str(one) for one in ids if one is not None) or (str(place + 1),), position=position, path=path, line=line,
        text=_text(item, "text"), source=_text(item, "source"), score=None if score is None else float(score),
        references=tuple((name, text) for name, text in references.items() if isinstance(text, str)),
        given=tuple(Rating(item["system"], name, number) for name, number in scores if number is not None),
        content=json.dumps(item, ensure_ascii=False),
    )  # fmt: skip
    is_open = spans is None and row.score is None
    errors = list(_errors(row, spans or (), problems, count))
    if not is_open and not errors:
        yield row
    elif row.given or (is_open and row.text is not None):
        yield replace(row, state=NOT_BEGUN)
    yield from errors


def _scores(item: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the names of a translation's metrics, and what stands for their scores."""
    for key, value in item.items():
        name = {"prediction": "MetricX", "score": item["rater"]}.get(key, key if names_metric(key) else "")
        name = name or key.removeprefix(GIVEN) * key.startswith(GIVEN)
        if name:
            yield name, value


def _errors(row: ErrorRow, spans: Sequence[Any], problems: list[Problem], count: Count) -> Iterator[ErrorRow]:
    for span in spans:
        values: Mapping[str, Any] = span if isinstance(span, dict) else {}
        start, end = (values.get(name, values.get(f"{name}_i")) for name in ("start", "end"))
        words = next((values[name] for name in ("text", "span") if isinstance(values.get(name), str)), "")
        confidence = values.get("confidence")
        error = replace(
            row, given=(), category=str(values.get("category") or ""), severity=str(values.get("severity") or ""),
            comment=f"confidence {confidence:.3f}" if isinstance(confidence, float) else "",
            words=(words.strip(),) if words.strip() else (),
        )  # fmt: skip
        if MISSING in (start, end):
            yield replace(error, missing=True, words=())
        elif type(start) is int and type(end) is int and 0 <= start <= end:
            side: ErrorSide = "source" if values.get("of") in _NAMES["source"] else "hypothesis"
            if "start" in values:  # of a tool
                whole = row.source if side == "source" else row.text
                marked = whole[start:end] if whole is not None else words
                start += len(marked) - len(marked.lstrip()) if marked.strip() else 0
                end -= len(marked) - len(marked.rstrip()) if marked.strip() else 0
            yield replace(error, places=((side, start, end),), count=None if "start" in values else count)
        elif error.words:
            yield error
        else:
            problems.append(Problem(row.path, row.line, f"{quoted(str(span))}: expected start and end; skipped"))


_KINDS: Final = ("TGT", "BAD", "REF", "CHK", "SRC")
_ROW = re.compile(rf"[^,\n]+(?:,[^,\n]+){{2,3}},(?:{'|'.join(_KINDS)})[^,\n]*(?:,[^,\n]*){{4}},(?:True|False),")


def is_appraise(head: str) -> bool:
    """Return whether the first line of a file is such a result."""
    return _ROW.match(head) is not None


def read_appraise(raw: RawFile) -> FileContents:
    """Return errors and scores of translations without texts, from a table without a header; raise InputError if none.

    Columns are account, system, item, type, source and target language, score, document, whether it is the score of a
    document, errors, and in some campaigns times; WMT25 names items by their sources, before the system and the item in
    its longer rows. The texts are in the campaign's JSON, which is named with the results.
    """
    problems, rows, others = list[Problem](), list[ErrorRow](), 0
    for record in csv_records(raw.lines(), ","):
        line, cells = record.line, record.cells
        at = 3 if len(cells) < 12 or cells[3].startswith(_KINDS) else 4
        if len(cells) < 10 or parse_number(cells[at + 3]) is None:
            found = record.fault or quoted(",".join(cells))
            problems.append(Problem(raw.path, line, f"{found}: expected 10 columns or more; skipped"))
            continue
        rater, system, item = cells[:3] if at == 3 else (cells[0], cells[2], cells[1])
        kind, _, _, score, document, is_document, errors = cells[at : at + 7]
        if kind != "TGT" or is_document == "True":
            others += 1
            continue
        values = {"system": system, "id": item, "document": document.partition("#")[0], "rater": rater}
        rows += rows_of(raw.path, line, 0, {**values, "human": float(score), "errors": _parsed(errors)}, problems)
    if others:
        problems.append(Problem(raw.path, None, f"checks and documents left out: {others:,}", is_note=True))
    if not rows:
        raise InputError(raw.path, "no scores of translations, expected rows of the type TGT")
    return FileContents(errors=tuple(rows), problems=tuple(problems))


def _parsed(written: str) -> object:
    """Return errors in JSON or as Python writes them; what is neither as it is, to be reported."""
    try:
        errors = ast.literal_eval(written.replace("null", "None") or "[]")
        json.dumps(errors)  # sets and bytes are not
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return written
    return errors
