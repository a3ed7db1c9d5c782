"""What a file seems to be by its first bytes, so that none is taken for plain text unless it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

TABLE_LINES: Final = 20
"""Lines that have equally many cells in a table."""
TABLE: Final = "a table without known columns"
_XML = r"\s*<(?:\?xml\b|!DOCTYPE\b|([A-Za-z][\w:.-]*)\b[^<>]*>\s*<(?!/?\1\b)[A-Za-z!?])"
_JSON = r'\s*(?:\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\})|\[\s*(?:[\[{]\s*["\[{\]}\d-]|"(?:[^"\\\n]|\\.)*"\s*,\s*"))'


@dataclass(frozen=True, slots=True)
class Signature:
    """A kind of files that begin alike.

    Attributes:
        name: with its article, for messages.
        what_to_do: with such a file.
        begins: whether a file is of this kind, by its first bytes and the same as text.
    """

    name: str
    what_to_do: str
    begins: Callable[[bytes, str], object]


def _bytes(*starts: bytes) -> Callable[[bytes, str], object]:
    return lambda data, _head: data.startswith(starts)


def _text(pattern: str) -> Callable[[bytes, str], object]:
    compiled = re.compile(pattern, re.IGNORECASE)
    return lambda _data, head: compiled.match(head)


def _is_table(_data: bytes, head: str) -> bool:
    lines = [line for line in head.split("\n")[:TABLE_LINES] if line.strip() and not line.startswith("#")]
    return len(lines) > 1 and len({line.count("\t") for line in lines}) == 1 and "\t" in lines[0]


_EXPORT = "save its texts as plain text, a segment a line, or as a table (TSV, CSV, XLSX, ODS)"
SIGNATURES: Final = (
    Signature("an archive or office document (ZIP)", f"unpack it, or {_EXPORT}", _bytes(b"PK\x03\x04")),
    Signature("a PDF", _EXPORT, _bytes(b"%PDF-")),
    Signature("an older office document", _EXPORT, _bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")),
    Signature("compressed (bzip2, xz, 7z, zstd)", "unpack it or use gzip",
              _bytes(b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"\x28\xb5\x2f\xfd")),
    Signature("rich text (RTF)", _EXPORT, _bytes(rb"{\rtf")),
    Signature("XML or HTML of an unknown kind", _EXPORT, _text(_XML)),
    Signature("JSON of an unknown kind", _EXPORT, _text(_JSON)),
    Signature("subtitles or messages of a program (SRT, VTT, PO)", _EXPORT,
              _text(r'WEBVTT\b|\d+\n\d\d:\d\d:\d\d[,.]\d{3} --> |(?:#.*\n)*msgid "')),
    Signature(TABLE, "name them with --columns, as in --columns hypothesis=MT, in a file "
              "that ends in .tsv; or keep the column of texts alone", _is_table),
)  # fmt: skip
"""Kinds of files that are no plain text; the first that fits names a file."""


def signature_of(data: bytes, head: str) -> Signature | None:
    """Return what a file seems to be, None if it may be plain text.

    Args:
        data: its first bytes, or all.
        head: the same as text, with ``\\n`` line ends.
    """
    return next((known for known in SIGNATURES if known.begins(data, head)), None)
