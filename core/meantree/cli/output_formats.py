"""The formats in which commands write: by name, else by the extension of the output file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from meantree.errors import UsageError
from meantree.escaping import listed, shortened

ENDINGS: Final[Mapping[str, str]] = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".csv": "csv",
    ".json": "json",
    ".xlsx": "xlsx",
    ".tex": "tex",
    ".html": "html",
    ".pdf": "pdf",
    ".svg": "svg",
    ".conllu": "conllu",
    ".graphml": "graphml",
    ".mrg": "brackets",
    ".ptb": "brackets",
    ".props": "props",
    ".conll09": "conll2009",
    ".conll12": "conll2012",
}
"""Formats by file extension."""
TEXT: Final = (".txt", "")
"""Extensions of plain text."""
TABLES: Final = ("tsv", "csv", "xlsx", "json")
"""Formats of all commands that write tables."""
METRICS_EVAL: Final = "mt-metrics-eval"
"""The format of score files of all levels in a folder."""


def format_of(output: Path | None, name: str | None, offered: Sequence[str]) -> str:
    """Return the named format, else that of the file extension; for plain text the first of those offered.

    Raises:
        UsageError: if the command does not write what the file's name ends in, or a workbook has no file.
    """
    _, dot, suffix = ("" if output is None else output.name.casefold()).rpartition(".")
    ending = dot and f".{suffix}"
    form = name or (offered[0] if ending in TEXT else ENDINGS.get(ending))
    if form is None or form not in offered:
        known = listed(ending for ending, name in ENDINGS.items() if name in offered)
        expected = ", or ".join(filter(None, (known, ".txt or none for text")))
        raise UsageError(f"--output: found the ending {shortened(ending)}, expected {expected}")
    if form == "xlsx" and output is None:
        raise UsageError("a workbook is not written to stdout; name a file with --output")
    return form


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command writes, and in which format.

    Attributes:
        path: the file; None for standard output.
    """

    path: Path | None
    form: str

    @classmethod
    def of(cls, path: Path | None, name: str | None, offered: Sequence[str]) -> Output:
        """Return the output in the :func:`format_of` a file."""
        return cls(path, format_of(path, name, offered))
