"""The formats that Meantree reads: which one a file has, and which files of a folder are opened together.

None is taken for plain text if its first bytes say that it is something else (:data:`SIGNATURES`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from meantree.corpus.formats.file_contents import FileContents, FileRole, InputFile
from meantree.corpus.formats.file_names import guess_role
from meantree.corpus.formats.raw_file import RawFile, is_pipe, load, load_lines, marked_encoding, unpacked_name
from meantree.errors import InputError, UsageError
from meantree.escaping import quoted
from meantree.lazy import deferred, load_plugin, plugins, warn_of_plugin, wrong_plugin

TABLE_LINES: Final = 20
"""Lines that have equally many cells in a table."""
TABLE: Final = "a table without known columns"
_XML_START = r"\s*<(?:\?xml\b|!DOCTYPE\b|([A-Za-z][\w:.-]*)\b[^<>]*>\s*<(?!/?\1\b)[A-Za-z!?])"
_JSON_START = r'\s*(?:\{\s*(?:"(?:[^"\\\n]|\\.)*"\s*:|\})|\[\s*(?:[\[{]\s*["\[{\]}\d-]|"(?:[^"\\\n]|\\.)*"\s*,\s*"))'


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


def _looks_like_table(_data: bytes, head: str) -> bool:
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
    Signature("XML or HTML of an unknown kind", _EXPORT, _text(_XML_START)),
    Signature("JSON of an unknown kind", _EXPORT, _text(_JSON_START)),
    Signature("subtitles or messages of a program (SRT, VTT, PO)", _EXPORT,
              _text(r'WEBVTT\b|\d+\n\d\d:\d\d:\d\d[,.]\d{3} --> |(?:#.*\n)*msgid "')),
    Signature(TABLE, "name them with --columns, as in --columns hypothesis=MT, in a file "
              "that ends in .tsv; or keep the column of texts alone", _looks_like_table),
)  # fmt: skip
"""Kinds of files that are no plain text; the first that fits names a file."""


def signature_of(data: bytes, head: str) -> Signature | None:
    """Return what a file seems to be, None if it may be plain text.

    Args:
        data: its first bytes, or all.
        head: the same as text, with ``\\n`` line ends.
    """
    return next((known for known in SIGNATURES if known.begins(data, head)), None)


HEAD_BYTES = 65_536
"""The start of a file that its format is found by."""
MAX_FILES = 200
"""Limit of the files of a folder: more are hardly versions of one text."""
NOTES = ("readme", "license", "licence", "changelog")
"""Stems of files in a folder that say something about its texts, in lower case."""
_MARKUP = frozenset({".xml", ".sgm", ".sgml"})
_TABLES = (".tsv", ".csv", ".tab")
"""Endings of tables that are text."""
_WORKBOOKS = (".xlsx", ".ods")
_JSON = (".json", ".jsonl", ".ndjson")
# Files whose lines are never segments.
_NOT_TEXT = frozenset(
    {".ann", ".json", ".jsonl", ".yaml", ".yml", ".html", ".htm", ".tmx", ".xlf", ".xliff"}
    | {".pdf", ".doc", ".docx", ".odt", ".rtf", ".xls", ".xlsx", ".ods"}
    | {".zip", ".gz", ".bz2", ".xz", ".7z", ".meantree"}
)
_PROPOSITION_MARKS = re.compile(r"[*\[]|\s[Y_]\s|Roleset=")
"""Every format of propositions has one of these: spans with stars, roles in brackets, Y for predicates, rolesets."""


@dataclass(frozen=True, slots=True)
class Format:
    """One row of the catalogue.

    Attributes:
        name: for messages and options.
        title: for dialogs.
        extensions: with their dots.
        matches: whether a file is of this format, by its path and the start of its text.
        read: the reader; its module is loaded when a file is read.
        notes: what such files hold, for readers of the manual.
        single: whether a file has one text alone, whose role only the user or the file's name can tell.
        by_extension: whether the extension is enough, without looking at the contents.
    """

    name: str
    title: str
    extensions: tuple[str, ...]
    matches: Callable[[Path, str], bool]
    read: Callable[[RawFile], FileContents]
    notes: str = ""
    single: bool = False
    by_extension: bool = False

    def recognises(self, path: Path, head: str) -> bool:
        """Return whether a file is of this format, by its extension or the start of its text."""
        return (self.by_extension and path.suffix.lower() in self.extensions) or self.matches(path, head)


def _lazy(path: str) -> Callable[..., Any]:
    """Return a function of a module of this package that is loaded at the first call."""
    return deferred(f"meantree.corpus.formats.{path}")


def _after(may_be: Callable[[Path, str], bool], test: str) -> Callable[[Path, str], bool]:
    """Return a reader's own test of the text after a cheap one: importing the readers takes time."""
    of_text = _lazy(test)
    return lambda path, head: may_be(path, head) and of_text(head)


_is_mlqe, _known_columns = _lazy("mlqe.is_mlqe"), _lazy("segment_table.known_columns")


def _has_tag(pattern: str) -> Callable[[Path, str], bool]:
    tag = re.compile(pattern, re.IGNORECASE)
    return lambda _path, head: head.lstrip().startswith("<") and tag.search(head) is not None


def _is_json(path: Path, _head: str) -> bool:
    return path.suffix.lower() in _JSON


def _may_name_systems(_path: Path, head: str) -> bool:
    """Whether the first line may name a column of systems (``system``, ``sys``)."""
    return "sys" in head.partition("\n")[0].casefold()


def _is_conllu(_path: Path, head: str) -> bool:
    if re.match(r"#\s*global\.columns\b", head):
        return True
    first = next((line for line in head.split("\n") if line and not line.startswith("#")), "")
    return re.match(r"1(?:-\d+)?\t(?:[^\t]*\t){8}[^\t]*$", first) is not None


_is_placed = _after(_may_name_systems, "marked_errors.is_placed")


def _is_table(_path: Path, head: str) -> bool:
    # A text about references and sources is no table: two known names make one, between tabs or without blanks.
    line = re.sub(r"\Asep=.\n", "", head, flags=re.IGNORECASE).partition("\n")[0]
    delimiters = "\t" if re.search(r"[,;]\s", line) else "\t,;"
    found = filter(line.__contains__, delimiters)
    return any(_known_columns(line.replace('"', "").split(delimiter)) > 1 for delimiter in found)


def _is_plain(path: Path, head: str) -> bool:
    extension = path.suffix.lower()
    return extension not in _NOT_TEXT and not (extension in _MARKUP and head.lstrip().startswith("<"))


_MLQE = Format(
    "mlqe-pe",
    "MLQE-PE folder or split",
    (".mt",),
    lambda path, _head: (path.suffix == ".mt" or os.path.isdir(path)) and _is_mlqe(path),
    _lazy("mlqe.read"),
    notes="translations with post-edits and ratings; the folder, or one split by its .mt file",
)
_METRICS_EVAL = Format(
    "mt-metrics-eval",
    "mt-metrics-eval folder",
    (),
    lambda path, _head: _lazy("metrics_eval_folder.is_test_set")(path),
    _lazy("metrics_eval_folder.read"),
    notes=(
        "texts, human scores of segments and error spans of a test set: a folder with "
        "system-outputs/SRC-TGT; of several language pairs open system-outputs/SRC-TGT itself"
    ),
)
FORMATS = (
    _MLQE,
    Format(
        "mteval-xml",
        "NIST mteval XML 1.5",
        (".xml",),
        _has_tag(r"<mteval\b"),
        _lazy("markup_files.read_nist_xml"),
        notes="sources, references and translations of several documents",
    ),
    Format(
        "wmt-xml",
        "WMT XML",
        (".xml",),
        _has_tag(r"<dataset\b"),
        _lazy("markup_files.read_wmt_xml"),
        notes="sources, references and translations of several documents",
    ),
    Format(
        "xliff",
        "XLIFF, SDLXLIFF, MQXLIFF, TXLF",
        (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff", ".txlf"),
        _has_tag(r"<(\w+:)?xliff\b"),
        _lazy("translators_files.read_xliff"),
        notes=(
            "source and target of translators' files, XLIFF 1.2 and 2; read only; inline tags are removed and counted, "
            "segments that are not to be translated are left out"
        ),
        single=True,
    ),
    Format(
        "tmx",
        "TMX translation memory",
        (".tmx",),
        _has_tag(r"<tmx\b"),
        _lazy("translators_files.read_tmx"),
        notes=(
            "two languages of a translation memory; of more, --columns source=de,hypothesis=en names two; read only; "
            "inline tags are removed and counted"
        ),
        single=True,
    ),
    Format(
        "nist-sgml",
        "NIST mteval SGML",
        (".sgm", ".sgml"),
        _has_tag(r"<(tst|ref|src)set\b"),
        _lazy("markup_files.read_nist_sgml"),
        notes="one set of sources, references or translations, by document",
    ),
    Format(
        "propositions",
        "Propositions (CoNLL-2005, 2009, 2012, Universal Propositions, ASSERT)",
        (".assert", ".conll09", ".conll12", ".conll2009", ".conll2012", ".props"),
        _after(lambda _path, head: _PROPOSITION_MARKS.search(head) is not None, "proposition_dialects.dialect_of"),
        _lazy("proposition_files.read"),
        notes="predicates with their arguments, which meant compares; several sentences a segment by # seg_id",
        single=True,
        by_extension=True,
    ),
    Format(
        "conllu",
        "CoNLL-U",
        (".conllu", ".conllup", ".conll"),
        _is_conllu,
        _lazy("dependency_files.read"),
        notes=(
            "dependency trees; repeated sent_id with parse_prob for n-best lists; CoNLL-U Plus by its "
            "global.columns; Universal Propositions have frames, too"
        ),
        single=True,
        by_extension=True,
    ),
    Format(
        "brackets",
        "Constituency trees in brackets",
        (".mrg", ".ptb"),
        _after(lambda _path, head: "(" in head, "bracket_files.is_brackets"),
        _lazy("bracket_files.read"),
        notes=(
            "constituency trees, one or several lines a tree, and Charniak's n-best lists; with a text of "
            "the same role and name they are that text's trees"
        ),
        single=True,
        by_extension=True,
    ),
    Format(
        "mqm",
        "MQM table of marked errors",
        (".tsv", ".csv"),
        _after(lambda _path, head: "severity" in head.casefold(), "marked_errors.is_mqm"),
        _lazy("marked_errors.read_mqm"),
        notes=(
            "MQM as Google publishes it, with columns system, target, category and severity: errors between "
            "<v> and </v> of translations in other files, or else in the table itself; a major error weighs 5, "
            "a minor one 1 (punctuation .1), a critical one 10, a non-translation 25"
        ),
    ),
    Format(
        "error-spans",
        "Error spans of mt-metrics-eval",
        (".rating",),
        _after(lambda _path, head: "{" in head, "marked_errors.is_spans"),
        _lazy("marked_errors.read_spans"),
        notes="marked errors, as JSON",
        by_extension=True,
    ),
    Format(
        "appraise",
        "Results of Appraise",
        (".csv",),
        _after(lambda _path, head: ",True," in head or ",False," in head, "scored_json.is_appraise"),
        _lazy("scored_json.read_appraise"),
        notes="scores and error spans of a campaign; the texts come from its JSON, named with the results",
    ),
    Format(
        "pearmut",
        "Pearmut",
        _JSON,
        _after(_is_json, "pearmut.is_pearmut"),
        _lazy("pearmut.read"),
        notes="campaigns and results of Pearmut, with their texts; the end of a span is inclusive there",
    ),
    Format(
        "scored-json",
        "Scores and errors as JSON (COMET, XCOMET, MetricX, judges, WMT25)",
        _JSON,
        _after(_is_json, "scored_json.is_scored_json"),
        _lazy("scored_json.read"),
        notes=(
            "scores of other metrics, error spans and texts: as comet-score --to_json writes them, error_spans of "
            "XCOMET in the order of a system's translations, or an object a line (MetricX, judges' verdicts, WMT25)"
        ),
    ),
    Format(
        "error-table",
        "Error spans",
        (".csv", ".tsv", *_WORKBOOKS),
        lambda path, head: path.suffix.lower() in _WORKBOOKS or _is_placed(path, head),
        _lazy("marked_errors.read_placed"),
        notes=(
            "error spans as Meantree writes them, with columns segment, system, side, start and end: these count "
            "characters from 0, the end excluded; words are checked; rows with the same error are one error"
        ),
    ),
    Format(
        "segment-scores",
        "Segment scores",
        (".scr", ".score", ".scores"),
        _after(_may_name_systems, "segment_scores.is_scores"),
        _lazy("segment_scores.read"),
        notes="segment scores of other tools or people",
        by_extension=True,
    ),
    Format(
        "table",
        "Table with a header (TSV, CSV, XLSX, ODS)",
        (*_TABLES, *_WORKBOOKS),
        _is_table,
        _lazy("segment_table.read"),
        notes=(
            "a header that names columns: id, document, source, reference:NAME, hypothesis:SYSTEM, "
            "rating:KIND, or src, ref, pe, mt, hyp, target; any other by --columns hypothesis=MT,reference=Ref; "
            "of a workbook the first sheet; TSV is literal, unless every cell with a quote is enclosed in quotes, as "
            "spreadsheets and pandas write it"
        ),
        by_extension=True,
    ),
    Format(
        "text",
        "Plain text, one segment per line",
        (".txt",),
        _is_plain,
        _lazy("plain_text.read"),
        notes="one text, a segment a line",
        single=True,
    ),
)
"""Meantree's own formats of files."""
_LAST = ("table", "text")
"""Formats that come after those of plug-ins: they take what nobody else wants."""
FOLDER_FORMATS = (_MLQE, _METRICS_EVAL)
"""Formats of folders that are corpora themselves."""
_NEED_NO_ROLE = ("segment-scores", "mqm", "error-spans", "scored-json", "appraise", "error-table", "xliff", "tmx")
"""Formats of ratings and marked errors, which belong to the texts of other files, and of translations with sources."""

_HAVE_COLUMNS = ("table", "tmx", "error-table")


@cache
def formats() -> tuple[Format, ...]:
    """Return all formats of files, those of plug-ins included; the first that recognises a file reads it.

    A plug-in that is no format is left out with a warning.
    """
    added = list[Format]()
    for point in plugins("meantree.formats").values():
        try:
            value = load_plugin(point)
            if not isinstance(value, Format):
                raise wrong_plugin(point, value, "a Format")
        except UsageError as error:
            warn_of_plugin(error)
        else:
            added.append(value)
    first, last = ([known for known in FORMATS if (known.name in _LAST) is is_last] for is_last in (False, True))
    return (*first, *added, *last)


def sniff(path: Path) -> str:
    """Return the name of a file's format.

    A pipe can be read only once, so only its name counts.

    Raises:
        InputError: if it cannot be read or is of no known format.
    """
    return find_format(path, b"" if os.path.isdir(path) or is_pipe(path) else load(path).data).name


def find_format(path: Path, data: bytes, encoding: str | None = None) -> Format:
    """Return the format of a file with these bytes, or of a folder; raise InputError if it is of no known format."""
    if os.path.isdir(path):
        folder_format = next((known for known in FOLDER_FORMATS if known.recognises(path, "")), None)
        if folder_format is None:
            expected = "MLQE-PE data (dev.mt and dev.pe, …) or mt-metrics-eval data (system-outputs, …)"
            raise InputError(path, f"is a folder without {expected}, expected a file")
        return folder_format
    head, name = _head(data, encoding), unpacked_name(path)
    seems = signature_of(data, head)
    for known in formats():
        if seems is not None and (known.name == "text" or (known.name == "table" and seems.name != TABLE)):
            raise InputError(path, f"seems to be {seems.name}, which is not read; {seems.what_to_do}")
        if _recognises(known, name, head):
            return known
    titles = "; ".join(known.title for known in formats())
    raise InputError(path, f"unknown format {quoted(path.suffix or path.name)}; known are: {titles}")


def _recognises(known: Format, path: Path, head: str) -> bool:
    try:
        return known.recognises(path, head)
    except Exception as error:
        if known in FORMATS:
            raise
        warn_of_plugin(UsageError(f"the format {quoted(known.name)} of a plug-in cannot be used: {error}"))
        return False


def _head(data: bytes, encoding: str | None) -> str:
    """Return the start of the text, with replacement characters for bytes that cannot be decoded."""
    try:
        text = data[:HEAD_BYTES].decode(encoding or marked_encoding(data) or "utf-8", errors="replace")
    except (LookupError, ValueError):
        text = data[:HEAD_BYTES].decode("latin-1")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def files_in(path: Path) -> list[Path]:
    """Return the files to open for a path: itself, or the versions of a text in a folder, sorted.

    A folder of a known format stays one path. Of other folders hidden files, subfolders, projects and notes on the
    texts (``README.md``) are left out. If any file's name says a role (``hyp.SYSTEM.en``, ``ref.A.en``, ``src.de``),
    so are tables without a known column and, if a translation is among them, files without a role, except ratings,
    marked errors and translators' files.

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
    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    files = [file for file in files if file.suffix != ".meantree" and file.stem.casefold() not in NOTES]
    roles = {file: role for file in files if (role := guess_role(file)) is not None}
    if roles:
        named = roles if FileRole.HYPOTHESIS in roles.values() else files
        files = [file for file in files if (file in named and _has_texts(file)) or _needs_no_role(file)]
    if not files:
        raise InputError(path, "the folder has no files, expected translations and references")
    if len(files) > MAX_FILES:
        raise InputError(path, f"the folder has {len(files):,} files, expected at most {MAX_FILES}")
    return files


def files_as(path: Path, role: FileRole) -> list[InputFile]:
    """Return the files to open for a path that was given a role; in a folder, the names of files say theirs.

    Raises:
        InputError: as :func:`files_in`.
    """
    files = files_in(path)
    if files == [path]:
        return [InputFile(path, role)]
    return [InputFile(file, None if guess_role(file) else role) for file in files]


def require_columns(paths: Iterable[Path], columns: Mapping[str, str]) -> None:
    """Check that columns are named of files that have some; raise UsageError if none has. Pipes may have."""
    files = (file for path in paths for file in files_in(path) if file.suffix != ".meantree")
    if columns and not any(is_pipe(file) or sniff(file) in _HAVE_COLUMNS for file in files):
        named = ",".join(f"{meaning}={name}" for name, meaning in columns.items())
        raise UsageError(f"columns are those of tables, or languages of a TMX: found {named}, but no such file")


def _has_texts(path: Path) -> bool:
    """Return False for tables without any known column, such as a ranking of systems (``da-sys-ranking.csv``)."""
    if unpacked_name(path).suffix.lower() not in _TABLES:
        return True
    header = next(iter(load_lines(path)), "")
    return any(_known_columns(header.split(delimiter)) for delimiter in "\t,;")


def _needs_no_role(path: Path) -> bool:
    try:
        return sniff(path) in _NEED_NO_ROLE
    except InputError:
        return False
