"""NIST mteval SGML, as people write it: any case of tags, bare ``&``, attributes without quotes, end tags left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version
from meantree.corpus.formats.raw_file import LineIndex, RawFile
from meantree.errors import InputError, Problem

SETS = {"srcset": FileRole.SOURCE, "refset": FileRole.REFERENCE, "tstset": FileRole.HYPOTHESIS}
"""The elements around documents, and the role of the texts in them."""
# Only tags of the format: anything else with a "<" is text.
_TAG = re.compile(r"<(/?)(tstset|refset|srcset|doc|seg|p|hl|mteval)\b([^<>]{0,2000})>", re.IGNORECASE)
# The look-behind keeps a long name without value from being tried again at each letter.
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'/]+))")
_CHARACTER = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


@dataclass(frozen=True, slots=True)
class NistDocument:
    """A document: the role of its set, the attributes of the set and its own (names in lower case)."""

    role: FileRole
    set_attributes: Mapping[str, str]
    attributes: Mapping[str, str]

    @property
    def version_name(self) -> str:
        """The system's or reference's name: SGML has it on the document, XML 1.5 on the set."""
        values = (
            attributes.get(name)
            for attributes in (self.attributes, self.set_attributes)
            for name in ("sysid", "refid", "sys")
        )
        return next(filter(None, values), str(self.role))


@dataclass(frozen=True, slots=True)
class NistSegment:
    """One segment as in the file."""

    document: NistDocument
    id: str
    text: str
    line: int | None


def read(raw: RawFile) -> FileContents:
    """Return a version for each ``sysid`` of each set; segments have the ids of the file.

    A missing ``</seg>`` is assumed at the next tag, a missing ``setid`` is not needed: both are listed as problems.

    Raises:
        InputError: if the bytes are not text or contain no segment.
    """
    problems: list[Problem] = []
    return nist_contents(raw.path, list(_Scanner(raw, problems).segments()), problems)


def nist_contents(path: Path, segments: Iterable[NistSegment], problems: list[Problem]) -> FileContents:
    """Return the contents of a file: a version for each role and system.

    Raises:
        InputError: if there is no segment.
    """
    rows: dict[tuple[FileRole, str], list[Row]] = {}
    languages: dict[str, str] = {}
    for segment in segments:
        fault = _segment_fault(segment)
        if fault:
            problems.append(Problem(path, segment.line, fault))
            continue
        document = segment.document
        for side in ("srclang", "trglang"):
            languages[side] = languages.get(side) or document.set_attributes.get(side, "")
        row = Row(segment.text, segment.line, segment.id, document.attributes["docid"])
        rows.setdefault((document.role, document.version_name), []).append(row)
    if not rows:
        line = problems[0].line if problems else None
        reason = f"; the first fault: {problems[0].message}" if problems else ""
        raise InputError(
            path, f"no segment found, expected <seg> in <doc> in <tstset>, <refset> or <srcset>{reason}", line=line
        )
    return FileContents(
        versions=tuple(Version(role, name, path, tuple(own)) for (role, name), own in rows.items()),
        problems=tuple(problems),
        source_language=languages["srclang"],
        target_language=languages["trglang"],
    )


def set_problems(path: Path, tag: str, attributes: Mapping[str, str], line: int | None) -> list[Problem]:
    """Return what is wrong with the attributes of a set."""
    return [] if attributes.get("setid") else [Problem(path, line, f"<{tag}> has no setid, expected one")]


def _segment_fault(segment: NistSegment) -> str:
    """Return what keeps a segment from being joined to others, empty if nothing does."""
    if not segment.document.attributes.get("docid"):
        return "a segment in a <doc> without docid, expected one; skipped"
    return "" if segment.id else "<seg> has no id, expected one; skipped"


class _Scanner:
    """Goes through the tags once, with the set, document and segment that are open."""

    def __init__(self, raw: RawFile, problems: list[Problem]) -> None:
        self._path = raw.path
        self._text = _without_comments(raw.text())
        self._lines = LineIndex(self._text)
        self._problems = problems
        self._set: tuple[FileRole, Mapping[str, str]] | None = None
        self._document: NistDocument | None = None
        self._opened: re.Match[str] | None = None

    def segments(self) -> Iterator[NistSegment]:
        for match in _TAG.finditer(self._text):
            closing, tag = match[1] == "/", match[2].lower()
            if self._opened is not None:
                yield from self._close(self._opened, match.start(), proper=closing and tag == "seg")
            if not closing:
                self._open(match, tag)
        if self._opened is not None:
            self._report(self._opened, "<seg> has no </seg>, expected one; the file ends inside it")

    def _open(self, match: re.Match[str], tag: str) -> None:
        attributes = _attributes(match[3])
        if tag in SETS:
            self._set, self._document = (SETS[tag], attributes), None
            self._problems += set_problems(self._path, tag, attributes, self._line(match))
        elif tag == "doc":
            self._document = NistDocument(*self._set, attributes) if self._set else None
        elif tag == "seg":
            self._opened = match

    def _close(self, opened: re.Match[str], end: int, *, proper: bool) -> Iterator[NistSegment]:
        self._opened = None
        if self._document is None:
            self._report(opened, "<seg> outside of <doc> and its set, expected it inside; skipped")
            return
        if not proper:
            self._report(opened, "<seg> has no </seg>, expected one; its text ends at the next tag")
        text = _CHARACTER.sub(_character, one_line(self._text[opened.end() : end]))
        yield NistSegment(self._document, _attributes(opened[3]).get("id", ""), text, self._line(opened))

    def _report(self, match: re.Match[str], message: str) -> None:
        self._problems.append(Problem(self._path, self._line(match), message, _attributes(match[3]).get("id")))

    def _line(self, match: re.Match[str]) -> int:
        return self._lines.line(match.start())


def _without_comments(text: str) -> str:
    """Return the text with only the line ends of its comments, so that later lines keep their numbers."""
    parts: list[str] = []
    start = 0
    while (opening := text.find("<!--", start)) >= 0 and (closing := text.find("-->", opening + 4)) >= 0:
        parts += [text[start:opening], "\n" * text.count("\n", opening, closing)]
        start = closing + 3
    return "".join([*parts, text[start:]])


def _attributes(text: str) -> Mapping[str, str]:
    return {
        match[1].lower(): _CHARACTER.sub(_character, (match[2] or match[3] or match[4] or "").strip())
        for match in _ATTRIBUTE.finditer(text)
    }


def _character(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMED_CHARACTERS[match[1]]
    code = int(match[2]) if match[2] else int(match[3], 16)
    # Surrogates, zero and numbers beyond Unicode name no character: the text stays as written.
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]


def one_line(text: str) -> str:
    """Return a segment's text without blanks around it, line ends inside as single blanks."""
    # Not by a pattern: one for blanks around a line end takes quadratic time on long runs of blanks.
    return " ".join(filter(None, (part.strip(" \t") for part in text.split("\n"))))
