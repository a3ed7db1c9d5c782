"""Results of Appraise (https://github.com/AppraiseDev/Appraise): a table without a header, and without texts.

Columns are account, system, item, type, source and target language, score, document, whether it is the score of a
document, errors, and in some campaigns times; WMT25 names items by their sources, before the system and the item in
its longer rows. The texts are in the campaign's JSON, which is named with the results. Offsets are
:data:`meantree.corpus.formats.offsets.APPRAISE`'s.
"""

from __future__ import annotations

import ast
import re

from meantree.corpus.formats.file_contents import ErrorRow, FileContents
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.corpus.formats.scored_json import rows_of
from meantree.corpus.formats.segment_table import csv_records
from meantree.errors import InputError, Problem
from meantree.escaping import quoted

_KINDS = "TGT", "BAD", "REF", "CHK", "SRC"
_ROW = re.compile(rf"[^,\n]+(?:,[^,\n]+){{2,3}},(?:{'|'.join(_KINDS)})[^,\n]*(?:,[^,\n]*){{4}},(?:True|False),")


def is_appraise(head: str) -> bool:
    """Return whether the first line of a file is such a result."""
    return _ROW.match(head) is not None


def read(raw: RawFile) -> FileContents:
    """Return errors and scores of translations without texts; raise InputError if there are none."""
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
        rows += rows_of(raw.path, line, 0, {**values, "human": float(score), "errors": _errors(errors)}, problems)
    if others:
        problems.append(Problem(raw.path, None, f"checks and documents left out: {others:,}", is_note=True))
    if not rows:
        raise InputError(raw.path, "no scores of translations, expected rows of the type TGT")
    return FileContents(errors=tuple(rows), problems=tuple(problems))


def _errors(written: str) -> object:
    """Return errors in JSON or as Python writes them; what is neither as it is, to be reported."""
    try:
        return ast.literal_eval(written.replace("null", "None") or "[]")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return written
