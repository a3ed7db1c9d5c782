"""JSON of metrics, judges and campaigns: translations with their texts, scores and error spans.

``comet-score --to_json`` writes an object of translations by file; XCOMET's ``error_spans`` may also stand alone, in
the order of the translations. MetricX, judges and WMT25 have an object a line, those of WMT25 with all systems. Spans
are characters, the end excluded, and may include the blank before their words; errors may also be given by their words.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from meantree.corpus.corpus import Rating
from meantree.corpus.error_weights import NO_ERROR
from meantree.corpus.formats.file_contents import ErrorRow, FileContents
from meantree.corpus.formats.file_names import guess_name
from meantree.corpus.formats.given_scores import given_spec, names_metric, source_of
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem
from meantree.escaping import quoted
from meantree.untrusted_json import read_json

RATER: Final = "XCOMET"
EXPECTED: Final = (
    "expected the output of comet-score, error_spans (start, end, severity) of each translation in order, or objects "
    "with scores or errors a line"
)
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "system": ("system", "system_id", "sys"),
    "document": ("document", "doc", "doc_id", "document_id"),
    "id": ("id", "segment_id", "seg_id"),
    "source": ("src", "source", "src_text"),
    "reference": ("ref", "reference"),
    "text": ("mt", "hypothesis", "hyp", "translation"),
    "rater": ("rater", "judge", "annotator"),
}
_MARKS = re.compile(r'"(?:errors|error_spans|COMET|prediction|tgt_text)"|"(?:system|mt|hypothesis)"[^}]*"score"')
_REFERENCE = re.compile(r"ref(?:erence)?[-_]?\w?", re.IGNORECASE)
_MISSING: Final = "missing"
_Translation = tuple[int | None, int, Mapping[str, Any]]
"""The line, if there is one a translation, the place in its system, and the values."""


def is_scored_json(head: str) -> bool:
    """Return whether the start of a file looks like such translations."""
    return head.lstrip()[:1] in ("{", "[") and _MARKS.search(head) is not None


def read(raw: RawFile) -> FileContents:
    """Return errors, scores and texts of translations; raise InputError if it is something else."""
    problems: list[Problem] = []
    found = list(_translations(raw, problems))
    rows = [row for line, place, item in found for row in _rows(raw.path, line, place, item, problems)]
    if not rows:
        first = f" ({problems[0].message})" if problems else ""
        raise InputError(raw.path, f"no translation was found{first}; {EXPECTED}")
    values: dict[str, list[float]] = {}
    for score in (score for row in rows for score in row.given):
        values.setdefault(score.kind, []).append(score.value)
    specs, source = {name: given_spec(name, own) for name, own in values.items()}, source_of(raw)
    rows = [
        replace(row, given=tuple(replace(score, kind=specs[score.kind], rater=source) for score in row.given))
        for row in rows
    ]
    return FileContents(errors=tuple(rows), problems=tuple(problems))


def _translations(raw: RawFile, problems: list[Problem]) -> Iterator[_Translation]:
    """Yield the translations of a file: one value of JSON, or an object a line."""
    try:
        content = read_json(raw.text())
    except ValueError:
        content = None
    return _in_lines(raw, problems) if content is None or _is_translation(content) else _in_order(content, raw.path)


def _in_order(content: Any, path: Path) -> Iterator[_Translation]:
    for system, items in _systems(content, path):
        for place, item in enumerate(items):
            yield (
                None,
                place,
                {"system": system, "rater": RATER, **(item if isinstance(item, dict) else {"errors": item})},
            )


def _in_lines(raw: RawFile, problems: list[Problem]) -> Iterator[_Translation]:
    name, counts = guess_name(raw.path), Counter[str]()
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
        for values in _of_systems(item):
            own = {"system": name, "rater": name, **values}
            counts[str(_value(own, "system"))] += 1
            yield line, counts[str(_value(own, "system"))] - 1, own


def _is_translation(content: object) -> bool:
    return isinstance(content, dict) and bool(
        content.keys() & {*_NAMES["text"], *_NAMES["system"], "tgt_text", "prediction"}
    )


def _systems(content: Any, path: Path) -> Iterator[tuple[str, Sequence[Any]]]:
    """Yield the translations of each system: dictionaries with their text, or lists of spans."""
    scores: object = ()
    if isinstance(content, dict) and isinstance(content.get("metadata"), dict):
        scores, content = content.get("scores", ()), content["metadata"]
    if isinstance(content, dict) and isinstance(content.get("error_spans"), list):
        spans = content["error_spans"]
        fits = isinstance(scores, list) and len(scores) == len(spans)
        values = [{RATER: score} for score in scores] if isinstance(scores, list) and fits else [{}] * len(spans)
        yield guess_name(path), [{"errors": own, **value} for own, value in zip(spans, values, strict=True)]
    elif isinstance(content, list):
        yield guess_name(path), content
    elif isinstance(content, dict):
        yield from ((guess_name(Path(name)), items) for name, items in content.items() if isinstance(items, list))


def _of_systems(item: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the translations of an object that has all systems, once for each annotator; any other as it is."""
    texts = item.get("tgt_text")
    if not isinstance(texts, dict):
        yield item
        return
    references = {name: text for name, text in texts.items() if _REFERENCE.fullmatch(name)}
    shared = {"source": item.get("src_text"), "document": _value(item, "document"), "references": references}
    shared["id"] = _value(item, "id") or item.get("doc_id")
    scores = item.get("scores") if isinstance(item.get("scores"), dict) else {}
    for system, text in texts.items():
        if system in references:
            continue
        own = (scores or {}).get(system)
        annotations = [one for one in (own if isinstance(own, list) else [own]) if isinstance(one, dict)]
        numbered = [(one, str(number)) for one in annotations for number in ("", *range(1, 10))]
        found = [(one, number) for one, number in numbered if one.keys() & {f"human{number}", f"errors{number}"}]
        for one, number in found or [({}, "")]:
            rater = one.get(f"annotator{number}") or (f"human{number}" if found else "")
            annotation = {"errors": one.get(f"errors{number}"), "human": one.get(f"human{number}"), "rater": rater}
            yield {**shared, "system": system, "mt": text, **annotation}


def _value(item: Mapping[str, Any], meaning: str) -> Any:
    return next((item[name] for name in _NAMES[meaning] if item.get(name) not in (None, "")), None)


def _text(item: Mapping[str, Any], meaning: str) -> str | None:
    value = _value(item, meaning)
    return value if isinstance(value, str) else None


def _number(value: object) -> float | None:
    return (
        float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value - value == 0 else None
    )


def _rows(
    path: Path, line: int | None, place: int, item: Mapping[str, Any], problems: list[Problem]
) -> Iterator[ErrorRow]:
    system, rater, name = str(_value(item, "system")), str(_value(item, "rater") or ""), _value(item, "id")
    spans = next((item[key] for key in ("errors", "error_spans") if item.get(key) is not None), None)
    references = item.get("references") or {"ref": _text(item, "reference")}
    row = ErrorRow(
        system, NO_ERROR, NO_ERROR, rater, None if (document := _value(item, "document")) is None else str(document),
        (str(place + 1 if name is None else name),), position=place if name is None else None, path=path, line=line,
        text=_text(item, "text"), source=_text(item, "source"), score=_number(item.get("human")),
        references=tuple((name, text) for name, text in references.items() if isinstance(text, str)),
        given=tuple(_scores(system, rater, item)), content=json.dumps(item, ensure_ascii=False),
    )  # fmt: skip
    if spans is not None and not isinstance(spans, list):
        problems.append(Problem(path, line, f"{quoted(str(spans))}: expected a list of errors; skipped"))
        return
    is_open = spans is None and row.score is None
    errors = list(_errors(row, spans or (), problems))
    first, *more = errors or [replace(row, state="open" if is_open else "")]
    yield from (first, *(replace(error, given=()) for error in more))


def _scores(system: str, rater: str, item: Mapping[str, Any]) -> Iterator[Rating]:
    """Yield the scores of a translation, by the names of their metrics."""
    for key, value in item.items():
        name = {"prediction": "MetricX", "score": rater}.get(key, key if names_metric(key) else "")
        number = _number(value)
        if name and number is not None:
            yield Rating(system, name, number)


def _errors(row: ErrorRow, spans: Sequence[Any], problems: list[Problem]) -> Iterator[ErrorRow]:
    for span in spans:
        values: Mapping[str, Any] = span if isinstance(span, dict) else {}
        start, end = (values.get(name, values.get(f"{name}_i")) for name in ("start", "end"))
        words = next((values[name] for name in ("text", "span") if isinstance(values.get(name), str)), "")
        confidence = values.get("confidence")
        error = replace(
            row, category=str(values.get("category") or ""), severity=str(values.get("severity") or ""),
            comment=f"confidence {confidence:.3f}" if isinstance(confidence, float) else "",
            words=(words.strip(),) if words.strip() else (),
        )  # fmt: skip
        if _MISSING in (start, end):
            yield replace(error, missing=True, words=())
        elif type(start) is int and type(end) is int and 0 <= start <= end:
            marked = row.text[start:end] if row.text is not None else words
            if marked.strip():
                start, end = start + len(marked) - len(marked.lstrip()), end - len(marked) + len(marked.rstrip())
            yield replace(error, places=(("hypothesis", start, end),))
        elif error.words:
            yield error
        else:
            problems.append(Problem(row.path, row.line, f"{quoted(str(span))}: expected start and end; skipped"))
