"""The formats that Meantree reads, and how a file's format is found."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meantree.corpus.formats.file_contents import FileContents
from meantree.corpus.formats.file_names import guess_role
from meantree.corpus.formats.raw_file import RawFile, is_pipe, load, load_lines, marked_encoding
from meantree.corpus.formats.table_rows import known_columns
from meantree.errors import InputError
from meantree.escaping import quoted
from meantree.lazy import deferred

HEAD_BYTES = 65_536
"""How much of a file is looked at to find its format."""

_MARKUP = frozenset({".xml", ".sgm", ".sgml"})
_TABLES = frozenset({".tsv", ".csv", ".tab"})
_CONLLU = frozenset({".conllu", ".conll"})
_PROPOSITIONS = frozenset({".props", ".assert", ".conll09", ".conll2009", ".conll12", ".conll2012"})
_BRACKETS = frozenset({".mrg", ".ptb"})
# Files whose lines are no segments, whatever they hold.
_OTHER = frozenset(
    {".ann", ".json", ".jsonl", ".yaml", ".yml", ".html", ".htm", ".tmx", ".xlf", ".xliff"}
    | {
        ".pdf",
        ".doc",
        ".docx",
        ".odt",
        ".rtf",
        ".xls",
        ".xlsx",
        ".ods",
        ".zip",
        ".gz",
        ".bz2",
        ".xz",
        ".7z",
        ".meantree",
    }
)


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the catalogue.

    Attributes:
        name: for messages and options.
        title: for dialogs.
        extensions: with their dots; others are possible where the content tells.
        recognises: whether a file is of this format, from its path and the start of its text.
        read: the reader; its module is loaded when a file is read.
        single: whether a file holds one text alone, whose role only the user or the file's name can tell.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    recognises: Callable[[Path, str], bool]
    read: Callable[[RawFile], FileContents]
    single: bool = False


def _of(path: str) -> Callable[..., Any]:
    """Return a function of one of the modules beside this one, which is loaded when the function is called."""
    return deferred(f"meantree.corpus.formats.{path}")


_is_mlqe, _is_mqm, _is_spans = _of("mlqe.is_mlqe"), _of("mqm.is_mqm"), _of("mqm.is_spans")
_are_brackets, _dialect_of = _of("bracket_files.is_brackets"), _of("propositions.dialects.dialect_of")
_MARKS_OF_PROPOSITIONS = re.compile(r"[\t*\[]|^\d+ ", re.MULTILINE)
"""No format of propositions does without all of these: columns, spans with stars, roles in brackets, numbered rows."""


def _is_markup(pattern: str) -> Callable[[Path, str], bool]:
    tag = re.compile(pattern, re.IGNORECASE)
    return lambda _path, head: head.lstrip().startswith("<") and tag.search(head) is not None


def _is_split(path: Path, _head: str) -> bool:
    return (path.suffix == ".mt" or os.path.isdir(path)) and _is_mlqe(path)


def _are_propositions(path: Path, head: str) -> bool:
    if path.suffix.lower() in _PROPOSITIONS:
        return True
    return _MARKS_OF_PROPOSITIONS.search(head) is not None and _dialect_of(head) is not None


def _is_conllu(path: Path, head: str) -> bool:
    if path.suffix.lower() in _CONLLU:
        return True
    first = next((line for line in head.split("\n") if line and not line.startswith("#")), "")
    return re.match(r"1(?:-\d+)?\t(?:[^\t]*\t){8}[^\t]*$", first) is not None


def _is_brackets(path: Path, head: str) -> bool:
    return path.suffix.lower() in _BRACKETS or ("(" in head and _are_brackets(head))


def _is_error_table(path: Path, head: str) -> bool:
    return "\t" in head and _is_mqm(path, head)


def _are_error_spans(path: Path, head: str) -> bool:
    return path.suffix.lower() == ".rating" or ("{" in head and _is_spans(path, head))


def _is_table(path: Path, head: str) -> bool:
    # A text about references and sources is no table: two known names between tabs make one.
    return path.suffix.lower() in _TABLES or known_columns(head.partition("\n")[0].split("\t")) > 1


def _is_plain(path: Path, head: str) -> bool:
    ending = path.suffix.lower()
    return ending not in _OTHER and not (ending in _MARKUP and head.lstrip().startswith("<"))


FORMATS = (
    Format("mlqe-pe", "MLQE-PE folder or split", (".mt",), _is_split, _of("mlqe.read")),
    Format("mteval-xml", "NIST mteval XML 1.5", (".xml",), _is_markup(r"<mteval\b"), _of("xml_files.read_nist_xml")),
    Format("wmt-xml", "WMT XML", (".xml",), _is_markup(r"<dataset\b"), _of("xml_files.read_wmt_xml")),
    Format(
        "nist-sgml", "NIST mteval SGML", (".sgm", ".sgml"), _is_markup(r"<(tst|ref|src)set\b"), _of("nist_sgml.read")
    ),
    Format(
        "propositions",
        "Propositions (CoNLL-2005, 2009, 2012, Universal Propositions, ASSERT)",
        tuple(sorted(_PROPOSITIONS)),
        _are_propositions,
        _of("propositions.proposition_files.read"),
        single=True,
    ),
    Format("conllu", "CoNLL-U", (".conllu", ".conll"), _is_conllu, _of("conllu.read"), single=True),
    Format(
        "brackets",
        "Constituency trees in brackets",
        (".mrg", ".ptb"),
        _is_brackets,
        _of("bracket_files.read"),
        single=True,
    ),
    Format("mqm", "MQM table of marked errors", (".tsv",), _is_error_table, _of("mqm.read")),
    Format("error-spans", "Error spans of mt-metrics-eval", (".rating",), _are_error_spans, _of("mqm.read_spans")),
    Format(
        "segment-scores",
        "Segment scores",
        (".scr", ".score", ".scores"),
        _of("segment_scores.is_scores"),
        _of("segment_scores.read"),
    ),
    Format("table", "Table with a header (TSV, CSV)", (".tsv", ".csv", ".tab"), _is_table, _of("segment_table.read")),
    Format("text", "Plain text, one segment a line", (".txt",), _is_plain, _of("plain_text.read"), single=True),
)
"""All formats of files; the first that recognises a file reads it."""
_is_test_set = _of("metrics_eval_folder.is_test_set")
FOLDER_FORMATS = (
    FORMATS[0],
    Format(
        "mt-metrics-eval",
        "mt-metrics-eval folder",
        (),
        lambda path, _head: _is_test_set(path),
        _of("metrics_eval_folder.read"),
    ),
)
"""Formats of folders that are corpora by themselves."""


def sniff(path: Path) -> str:
    """The name of the file's format; a pipe has but one reader, so that its name alone tells.

    Raises:
        InputError: if it cannot be read or is of no known format.
    """
    return find_format(path, b"" if os.path.isdir(path) or is_pipe(path) else load(path).data).name


def find_format(path: Path, data: bytes, encoding: str | None = None) -> Format:
    """The format of a file that holds ``data``; a folder has none.

    Raises:
        InputError: if it is of no known format.
    """
    head = _head(data, encoding)
    if os.path.isdir(path):
        found = next((known for known in FOLDER_FORMATS if known.recognises(path, "")), None)
        if found is None:
            told = "is a folder without MLQE-PE data (dev.mt and dev.pe, …) or mt-metrics-eval data (system-outputs, …)"
            raise InputError(path, f"{told}, expected a file")
        return found
    for known in FORMATS:
        if known.recognises(path, head):
            return known
    listed = "; ".join(f"{known.title} ({', '.join(known.extensions)})" for known in FORMATS)
    raise InputError(path, f"unknown format {quoted(path.suffix or path.name)}; known are: {listed}")


def _head(data: bytes, encoding: str | None) -> str:
    """The start of the text, as far as it can be made out without judging it."""
    try:
        text = data[:HEAD_BYTES].decode(encoding or marked_encoding(data) or "utf-8", errors="replace")
    except (LookupError, ValueError):
        text = data[:HEAD_BYTES].decode("latin-1")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


MOST_FILES = 200
"""Of a folder; more are hardly the versions of one text."""
ABOUT_OTHERS = ("segment-scores", "mqm", "error-spans")
"""Formats of files that have no text of their own: ratings and marked errors of the other files' segments."""

TABLES = (".tsv", ".csv", ".tab")


def files_in(path: Path) -> list[Path]:
    """The path itself; of a folder of plain versions (``hyp.SYSTEM.en``, ``ref.A.en``, ``src.de``) these, in order.

    A folder that is a corpus by itself, for which a reader knows its layout, stays a folder. Hidden files, folders and
    projects within it are left out, and so are files whose names say no role, where others do; not what people said of
    these versions.

    Raises:
        InputError: if a folder has no file, or too many.
    """
    if not path.is_dir():
        return [path]
    try:
        sniff(path)
    except InputError:
        pass
    else:
        return [path]
    files = sorted(one for one in path.iterdir() if one.is_file() and not one.name.startswith("."))
    files = [one for one in files if one.suffix != ".meantree"]
    if any(guess_role(one) is not None for one in files):
        files = [one for one in files if (guess_role(one) is not None and _has_texts(one)) or _is_about_others(one)]
    if not files:
        raise InputError(path, "the folder has no files, expected translations and references")
    if len(files) > MOST_FILES:
        raise InputError(path, f"the folder has {len(files):,} files, expected at most {MOST_FILES}")
    return files


def _has_texts(path: Path) -> bool:
    """Not a table without a header that anybody knows, such as a ranking of systems (``da-sys-ranking.csv``)."""
    if path.suffix.lower() not in TABLES:
        return True
    header = next(iter(load_lines(path)), "")
    return any(known_columns(header.split(delimiter)) for delimiter in "\t,;")


def _is_about_others(path: Path) -> bool:
    try:
        return sniff(path) in ABOUT_OTHERS
    except InputError:
        return False
