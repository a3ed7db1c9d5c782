"""Errors that others planted: DEMETR's JSON (Karpinska et al. 2022), or a table with tabs."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from json import JSONDecodeError
from pathlib import Path
from typing import Any, Final

from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import InputError
from meantree.escaping import quoted
from meantree.phenomena.planting.faults import Fault
from meantree.untrusted_json import read_json

COLUMNS: Final = ("kind", "severity", "id", "reference", "translation", "faulty")
"""Of a table; others may stand among them."""
_DEMETR: Final = dict(zip(COLUMNS, ("pert_name", "severity", "id", "eng_sent", "mt_sent", "pert_sent"), strict=True))
"""The names of the same in DEMETR's JSON."""
EXPECTED: Final = f"expected a table with tabs whose first line names {', '.join(COLUMNS)}, or DEMETR's JSON"
_WORD: Final = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class GivenFault:
    """An error that others planted, and the reference of the translation."""

    fault: Fault
    reference: str


def read_planted(paths: Iterable[Path], encoding: str | None = None) -> list[GivenFault]:
    """Return the errors of files; their kinds are followed by the severity if there is one: negation (critical).

    Raises:
        InputError: if a file cannot be read, has no error, or lacks a cell; the message says where.
    """
    return [given for path in paths for given in _of_file(load(path, encoding))]


def sampled(given: Sequence[GivenFault], most: int, seed: int) -> list[GivenFault]:
    """Return up to ``most`` errors of each kind, in the order of the kinds' names."""
    by_kind: dict[str, list[GivenFault]] = defaultdict(list)
    for each in given:
        by_kind[each.fault.kind].append(each)
    chooser = random.Random(seed)  # no secret
    return [each for _, own in sorted(by_kind.items()) for each in chooser.sample(own, min(most, len(own)))]


def _of_file(raw: RawFile) -> list[GivenFault]:
    is_json = raw.text().lstrip().startswith(("[", "{"))
    found = [_given(cells) for cells in (_objects(raw) if is_json else _rows(raw))]
    if not found:
        raise InputError(raw.path, f"found no planted error, {EXPECTED}")
    return found


def _rows(raw: RawFile) -> Iterator[Mapping[str, str]]:
    head, *lines = (line.split("\t") for line in raw.lines())
    if missing := [name for name in COLUMNS if name not in head]:
        raise InputError(raw.path, f"found no column {missing[0]} in {quoted(' '.join(head))}, {EXPECTED}", line=1)
    for number, cells in enumerate(lines, start=2):
        if len(cells) != len(head):
            raise InputError(raw.path, f"found {len(cells)} cells, expected {len(head)} as in line 1", line=number)
        row = dict(zip(head, cells, strict=True))
        if empty := [name for name in COLUMNS[3:] if not row[name].strip()]:
            raise InputError(raw.path, f"found an empty {empty[0]}, expected a text", line=number)
        yield row


def _objects(raw: RawFile) -> Iterator[Mapping[str, str]]:
    try:
        content = read_json(raw.text())
    except JSONDecodeError as error:
        raise InputError(raw.path, f"not JSON ({error.msg}), {EXPECTED}", line=error.lineno) from error
    except ValueError as error:
        raise InputError(raw.path, f"not JSON ({error}), {EXPECTED}") from error
    for number, item in enumerate(content if isinstance(content, list) else [content], start=1):
        values: Mapping[str, Any] = item if isinstance(item, dict) else {}
        for name in (_DEMETR[column] for column in ("kind", *COLUMNS[3:])):
            if not isinstance(values.get(name), str) or not values[name].strip():
                raise InputError(raw.path, f"item {number}: found no text as {name}, {EXPECTED}")
        yield {column: str(values.get(name, "")) for column, name in _DEMETR.items()}


def _given(row: Mapping[str, str]) -> GivenFault:
    original, faulty = (" ".join(row[name].split()) for name in ("translation", "faulty"))
    severity = row["severity"].strip()
    kind = f"{row['kind']} ({severity})" if severity and severity not in row["kind"] else row["kind"]
    words = [list(_WORD.finditer(text)) for text in (original, faulty)]
    before, after = ([word[0] for word in each] for each in words)
    found = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    changes = [each[1:] for each in found if each[0] != "equal"]
    spans = [
        tuple((own[start].start(), own[end - 1].end()) for start, end in places if end > start)
        for own, places in zip(words, ([each[:2] for each in changes], [each[2:] for each in changes]), strict=True)
    ]
    return GivenFault(Fault(kind, original, faulty, spans[0], spans[1]), " ".join(row["reference"].split()))
