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
"""The elements that hold documents, and what they say of them."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a segment stands: the attributes (names in lower case) of its set and document."""

    role: FileRole
    set_attributes: Mapping[str, str]
    document: Mapping[str, str]

    @property
    def name(self) -> str:
        """The system's or reference's name: SGML has it on the document, XML 1.5 on the set."""
        found = (
            attributes.get(name)
            for attributes in (self.document, self.set_attributes)
            for name in ("sysid", "refid", "sys")
        )
        return next(filter(None, found), str(self.role))


@dataclass(frozen=True, slots=True)
class FoundSegment:
    """One segment as it stands in the file."""

    place: Place
    id: str
    text: str
    line: int | None


def set_fault(path: Path, tag: str, attributes: Mapping[str, str], line: int | None) -> Problem | None:
    """What is wrong with the attributes of a set."""
    if attributes.get("setid"):
        return None
    return Problem(path, line, f"<{tag}> has no setid, expected one")


def segment_fault(path: Path, segment: FoundSegment) -> Problem | None:
    """What keeps a segment from being joined to others."""
    if not segment.place.document.get("docid"):
        return Problem(path, segment.line, "a segment in a <doc> without docid, expected one; skipped")
    if not segment.id:
        return Problem(path, segment.line, "<seg> has no id, expected one; skipped")
    return None


def to_reading(path: Path, segments: Iterable[FoundSegment], problems: list[Problem]) -> FileContents:
    """One layer for each role and system.

    Raises:
        InputError: if there is no segment.
    """
    rows: dict[tuple[FileRole, str], list[Row]] = {}
    languages: dict[str, str] = {}
    for segment in segments:
        fault = segment_fault(path, segment)
        if fault is not None:
            problems.append(fault)
            continue
        place = segment.place
        for side in ("srclang", "trglang"):
            languages[side] = languages.get(side) or place.set_attributes.get(side, "")
        row = Row(segment.text, segment.line, segment.id, place.document["docid"])
        rows.setdefault((place.role, place.name), []).append(row)
    if not rows:
        line = problems[0].line if problems else None
        why = f"; the first fault: {problems[0].message}" if problems else ""
        raise InputError(
            path, f"no segment found, expected <seg> in <doc> in <tstset>, <refset> or <srcset>{why}", line=line
        )
    return FileContents(
        versions=tuple(Version(role, name, path, tuple(found)) for (role, name), found in rows.items()),
        problems=tuple(problems),
        source_language=languages["srclang"],
        target_language=languages["trglang"],
    )


# Only tags of the format: anything else with a "<" is text.
_TAG = re.compile(r"<(/?)(tstset|refset|srcset|doc|seg|p|hl|mteval)\b([^<>]{0,2000})>", re.IGNORECASE)
# The look-behind keeps a long name without value from being tried again at each letter.
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'/]+))")
_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def read(raw: RawFile) -> FileContents:
    """A layer for each ``sysid`` of each set; segments have the ids of the file.

    A missing ``</seg>`` ends at the next tag, a missing ``setid`` is not needed: both are listed as problems.

    Raises:
        InputError: if the bytes are no text or hold no segment.
    """
    problems: list[Problem] = []
    return to_reading(raw.path, list(_Scanner(raw, problems).segments()), problems)


class _Scanner:
    """Walks through the tags once; each kind of tag changes what is open."""

    def __init__(self, raw: RawFile, problems: list[Problem]) -> None:
        self._path = raw.path
        self._text = _without_comments(raw.text())
        self._lines = LineIndex(self._text)
        self._problems = problems
        self._set: tuple[FileRole, Mapping[str, str]] | None = None
        self._place: Place | None = None
        self._opened: re.Match[str] | None = None

    def segments(self) -> Iterator[FoundSegment]:
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
            self._set, self._place = (SETS[tag], attributes), None
            fault = set_fault(self._path, tag, attributes, self._line(match))
            self._problems += [fault] if fault else []
        elif tag == "doc":
            self._place = Place(*self._set, attributes) if self._set else None
        elif tag == "seg":
            self._opened = match

    def _close(self, opened: re.Match[str], end: int, *, proper: bool) -> Iterator[FoundSegment]:
        self._opened = None
        if self._place is None:
            self._report(opened, "<seg> outside of <doc> and its set, expected it inside; skipped")
            return
        if not proper:
            self._report(opened, "<seg> has no </seg>, expected one; its text ends at the next tag")
        text = _REFERENCE.sub(_resolved, one_line(self._text[opened.end() : end]))
        yield FoundSegment(self._place, _attributes(opened[3]).get("id", ""), text, self._line(opened))

    def _report(self, match: re.Match[str], message: str) -> None:
        self._problems.append(Problem(self._path, self._line(match), message, _attributes(match[3]).get("id")))

    def _line(self, match: re.Match[str]) -> int:
        return self._lines.line(match.start())


def _without_comments(text: str) -> str:
    """The text with only the line ends of its comments, so that the lines after them keep their numbers."""
    parts: list[str] = []
    start = 0
    while (opening := text.find("<!--", start)) >= 0 and (closing := text.find("-->", opening + 4)) >= 0:
        parts += [text[start:opening], "\n" * text.count("\n", opening, closing)]
        start = closing + 3
    return "".join([*parts, text[start:]])


def _attributes(text: str) -> Mapping[str, str]:
    return {
        match[1].lower(): _REFERENCE.sub(_resolved, (match[2] or match[3] or match[4] or "").strip())
        for match in _ATTRIBUTE.finditer(text)
    }


def _resolved(match: re.Match[str]) -> str:
    if match[1]:
        return _NAMED[match[1]]
    code = int(match[2]) if match[2] else int(match[3], 16)
    # Surrogates, zero and numbers beyond Unicode name no character: the text stays as written.
    return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]


def one_line(text: str) -> str:
    """The text of a segment without the blanks around it; a line end inside is a blank."""
    # By hand: a pattern for blanks around a line end takes quadratic time on long runs of blanks.
    return " ".join(filter(None, (part.strip(" \t") for part in text.split("\n"))))
