"""NIST mteval (SGML and XML 1.5) and WMT XML (2021 on).

SGML is read as people write it: any case of tags, bare ``&``, attributes without quotes, end tags left out. XML is
parsed without entities, network or outside files. NIST's ``<mteval>`` has one or more sets, with ``sysid`` or ``refid``
on the set; WMT's ``<dataset>`` has source, references and systems of each document side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version, check_size
from meantree.corpus.formats.raw_file import LineIndex, RawFile
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened

SETS = {"srcset": FileRole.SOURCE, "refset": FileRole.REFERENCE, "tstset": FileRole.HYPOTHESIS}
"""The elements around documents, and the role of the texts in them."""
# Only tags of the format: anything else with a "<" is text.
_TAG = re.compile(r"<(/?)(tstset|refset|srcset|doc|seg|p|hl|mteval)\b([^<>]{0,2000})>", re.IGNORECASE)
# The look-behind keeps a long name without value from being tried again at each letter.
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'/]+))")
_CHARACTER = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));")
_NAMED_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_SIDES = {"src": FileRole.SOURCE, "ref": FileRole.REFERENCE, "hyp": FileRole.HYPOTHESIS}
_NAME_ATTRIBUTES = {FileRole.SOURCE: (), FileRole.REFERENCE: ("translator",), FileRole.HYPOTHESIS: ("system",)}
Key = tuple[str, str]


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


def read_nist_sgml(raw: RawFile) -> FileContents:
    """Return a version for each ``sysid`` of each set; segments have the ids of the file.

    A missing ``</seg>`` is assumed at the next tag, a missing ``setid`` is not needed: both are listed as problems.

    Raises:
        InputError: if the bytes are not text or contain no segment.
    """
    problems: list[Problem] = []
    return nist_contents(raw.path, list(_Scanner(raw, problems).segments()), problems)


def nist_contents(path: Path, segments: Iterable[NistSegment], problems: list[Problem]) -> FileContents:
    """Return a version for each role and system; raise InputError if there is no segment."""
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
        reason = f"; the first problem: {problems[0].message}" if problems else ""
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
    """Return the problems of the attributes of a set."""
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
        attributes = _tag_attributes(match[3])
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
        yield NistSegment(self._document, _tag_attributes(opened[3]).get("id", ""), text, self._line(opened))

    def _report(self, match: re.Match[str], message: str) -> None:
        self._problems.append(Problem(self._path, self._line(match), message, _tag_attributes(match[3]).get("id")))

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


def _tag_attributes(text: str) -> Mapping[str, str]:
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


def read_nist_xml(raw: RawFile) -> FileContents:
    """Return a version for each set and name; segments have the ids of the file.

    Raises:
        InputError: if the XML is broken, declares entities or contains no segment.
    """
    problems: list[Problem] = []
    segments: list[NistSegment] = []
    for element in _parse(raw).iter(etree.Element):
        name = tag(element)
        if name in SETS:
            problems += set_problems(raw.path, name, _attributes(element), line_of(element))
            segments += _set_segments(element)
    return nist_contents(raw.path, segments, problems)


def _set_segments(element: etree._Element) -> Iterator[NistSegment]:
    role, attributes = SETS[tag(element)], _attributes(element)
    for inner in _children(element, "doc"):
        document = NistDocument(role, attributes, _attributes(inner))
        for segment in _children(inner, "seg"):
            yield NistSegment(document, attribute(segment, "id"), _content(segment), line_of(segment))


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(name).lower(): str(value).strip() for name, value in element.attrib.items()}


@dataclass(slots=True)
class _Wmt:
    """The contents so far: the keys of all segments in order, and the texts of each version by key."""

    path: Path
    keys: dict[Key, None] = field(default_factory=dict)
    texts: dict[tuple[FileRole, str], dict[Key, tuple[str, int | None]]] = field(default_factory=dict)
    languages: dict[tuple[FileRole, str], str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_wmt_xml(raw: RawFile) -> FileContents:
    """Return a version for the source, each ``translator`` and each ``system``, with the same segments in one order.

    A version may be without segments or whole documents: its rows there have no text, which is not a problem.

    Raises:
        InputError: if the XML is broken, declares entities or contains no segment.
    """
    wmt = _Wmt(raw.path)
    for document in _children(_parse(raw), "doc"):
        name = attribute(document, "id", "docid")
        if not name:
            fault = "<doc> has no id, expected one; its segments are skipped"
            wmt.problems.append(Problem(raw.path, line_of(document), fault))
            continue
        for side in document.iterchildren(etree.Element):
            if tag(side) in _SIDES:
                _add_side(wmt, name, side)
    if not wmt.keys:
        raise InputError(raw.path, "no segment found, expected <seg id=…> in <src>, <ref> or <hyp> in <doc id=…>")
    return _contents(wmt)


def _add_side(wmt: _Wmt, document: str, side: etree._Element) -> None:
    role = _SIDES[tag(side)]
    version = role, attribute(side, *_NAME_ATTRIBUTES[role]) or str(role)
    texts = wmt.texts.setdefault(version, {})
    wmt.languages.setdefault(version, attribute(side, "lang", "language"))
    for segment in _children(side, "seg"):
        name = attribute(segment, "id")
        key = document, name
        if not name:
            fault = "<seg> has no id, expected one; skipped"
            wmt.problems.append(Problem(wmt.path, line_of(segment), fault))
        elif key in texts:
            where = f"segment id {quoted(name)} occurs again in document {quoted(document)}"
            fault = f"{where}, expected it once; the second is skipped"
            wmt.problems.append(Problem(wmt.path, line_of(segment), fault, name))
        else:
            wmt.keys.setdefault(key)
            texts[key] = _content(segment), line_of(segment)


def _contents(wmt: _Wmt) -> FileContents:
    check_size(wmt.path, len(wmt.keys), len(wmt.texts))
    versions = tuple(
        Version(
            role,
            name,
            wmt.path,
            tuple(Row(text, line, *key[::-1]) for key in wmt.keys for text, line in [texts.get(key, (None, None))]),
            wmt.languages[role, name],
        )
        for (role, name), texts in wmt.texts.items()
        if texts
    )
    return FileContents(versions=versions, problems=tuple(wmt.problems))


def _children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return (inner for inner in element.iter(etree.Element) if tag(inner) == name)


def _parse(raw: RawFile) -> etree._Element:
    """Return the root element; raise InputError if the XML is broken or declares entities."""
    refuse_entities(raw)
    try:
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, encoding=raw.encoding
        )
        root = etree.fromstring(raw.data, parser)
    except (etree.LxmlError, LookupError, ValueError) as error:
        raise xml_error(raw, error) from error
    for entity in root.iter(etree.Entity):
        # Without its DTD its text is unknown; leaving it out would change the segment.
        raise InputError(
            raw.path, f"uses the entity {shortened(str(entity.text))}, which is not part of XML", line=line_of(entity)
        )
    return root


def xml_error(raw: RawFile, error: Exception) -> InputError:
    """Return what the user is told of an error of lxml."""
    if not isinstance(error, etree.XMLSyntaxError):
        return InputError(raw.path, f"cannot be read as XML: {shortened(' '.join(str(error).split()))}")
    log: Any = error.error_log  # a parser that reads in pieces states the fault here alone
    last = log.last_error
    message, number = (error.msg, error.lineno) if error.lineno or last is None else (last.message, last.line)
    message = shortened(re.sub(r", line \d+, column \d+$", "", " ".join(str(message).split())))
    return InputError(raw.path, f"broken XML: {message}", line=number or None)


def tag(element: etree._Element) -> str:
    """Return an element's name without namespace, in lower case; empty for comments and the like."""
    return local_name(element.tag).lower() if isinstance(element.tag, str) else ""


def local_name(name: object) -> str:
    """Return the name of an element or attribute without namespace, or a prefix that was not declared."""
    return str(name).rpartition("}")[2].rpartition(":")[2]


def line_of(element: etree._Element) -> int | None:
    """Return the line of an element's start, from 1."""
    number: object = element.sourceline
    return number if isinstance(number, int) else None


def _content(element: etree._Element) -> str:
    """Return an element's text without markup and comments, on one line."""
    return one_line("".join(str(text) for text in element.itertext(etree.Element)))


def attribute(element: etree._Element, *names: str) -> str:
    """Return the first of these attributes that has a value, empty if none has; case is ignored."""
    values = _attributes(element)
    return next((values[name] for name in names if values.get(name)), "")


def refuse_entities(raw: RawFile) -> None:
    """Raise InputError if a document type declares entities."""
    # Before parsing: libxml2 expands entities inside attributes with any options. Without zero bytes UTF-16
    # looks like ASCII.
    plain = raw.data.replace(b"\0", b"")
    place = plain.find(b"<!ENTITY")
    if place >= 0:
        number = plain.count(b"\n", 0, place) + 1
        raise InputError(raw.path, "declares entities, which Meantree does not read", line=number)
