"""NIST mteval XML 1.5 and WMT XML (2021 on), parsed without entities, network or outside files.

NIST's ``<mteval>`` has one or more sets, with ``sysid`` or ``refid`` on the set; WMT's ``<dataset>`` has source,
references and systems of each document side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version, check_size
from meantree.corpus.formats.nist_sgml import SETS, NistDocument, NistSegment, nist_contents, one_line, set_problems
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened

_SIDES = {"src": FileRole.SOURCE, "ref": FileRole.REFERENCE, "hyp": FileRole.HYPOTHESIS}
_NAME_ATTRIBUTES = {FileRole.SOURCE: (), FileRole.REFERENCE: ("translator",), FileRole.HYPOTHESIS: ("system",)}

Key = tuple[str, str]


def read_nist_xml(raw: RawFile) -> FileContents:
    """Return a version for each set and name; segments have the ids of the file.

    Raises:
        InputError: if the XML is broken, declares entities or contains no segment.
    """
    problems: list[Problem] = []
    segments: list[NistSegment] = []
    for element in _parse(raw).iter(etree.Element):
        name = _tag(element)
        if name in SETS:
            problems += set_problems(raw.path, name, _attributes(element), _line(element))
            segments += _set_segments(element)
    return nist_contents(raw.path, segments, problems)


def _set_segments(element: etree._Element) -> Iterator[NistSegment]:
    role, attributes = SETS[_tag(element)], _attributes(element)
    for inner in _children(element, "doc"):
        document = NistDocument(role, attributes, _attributes(inner))
        for segment in _children(inner, "seg"):
            yield NistSegment(document, _attribute(segment, "id"), _content(segment), _line(segment))


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

    A version may lack segments or whole documents: its rows there have no text, which is no problem.

    Raises:
        InputError: if the XML is broken, declares entities or contains no segment.
    """
    wmt = _Wmt(raw.path)
    for document in _children(_parse(raw), "doc"):
        name = _attribute(document, "id", "docid")
        if not name:
            fault = "<doc> has no id, expected one; its segments are skipped"
            wmt.problems.append(Problem(raw.path, _line(document), fault))
            continue
        for side in document.iterchildren(etree.Element):
            if _tag(side) in _SIDES:
                _add_side(wmt, name, side)
    if not wmt.keys:
        raise InputError(raw.path, "no segment found, expected <seg id=…> in <src>, <ref> or <hyp> in <doc id=…>")
    return _contents(wmt)


def _add_side(wmt: _Wmt, document: str, side: etree._Element) -> None:
    role = _SIDES[_tag(side)]
    version = role, _attribute(side, *_NAME_ATTRIBUTES[role]) or str(role)
    texts = wmt.texts.setdefault(version, {})
    wmt.languages.setdefault(version, _attribute(side, "lang", "language"))
    for segment in _children(side, "seg"):
        name = _attribute(segment, "id")
        key = document, name
        if not name:
            fault = "<seg> has no id, expected one; skipped"
            wmt.problems.append(Problem(wmt.path, _line(segment), fault))
        elif key in texts:
            where = f"segment id {quoted(name)} occurs again in document {quoted(document)}"
            fault = f"{where}, expected it once; the second is skipped"
            wmt.problems.append(Problem(wmt.path, _line(segment), fault, name))
        else:
            wmt.keys.setdefault(key)
            texts[key] = _content(segment), _line(segment)


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
    return (inner for inner in element.iter(etree.Element) if _tag(inner) == name)


def _parse(raw: RawFile) -> etree._Element:
    """Return the root element.

    Raises:
        InputError: if the XML is broken or uses entities of its own.
    """
    _refuse_entities(raw)
    try:
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, encoding=raw.encoding
        )
        root = etree.fromstring(raw.data, parser)
    except etree.XMLSyntaxError as error:
        message = shortened(re.sub(r", line \d+, column \d+$", "", " ".join(str(error.msg).split())))
        number: object = error.lineno
        line = number if isinstance(number, int) else None
        raise InputError(raw.path, f"broken XML: {message}", line=line) from error
    except (etree.LxmlError, LookupError, ValueError) as error:
        raise InputError(raw.path, f"cannot be read as XML: {shortened(' '.join(str(error).split()))}") from error
    for entity in root.iter(etree.Entity):
        # Without its DTD its text is unknown; leaving it out would change the segment.
        raise InputError(
            raw.path, f"uses the entity {shortened(str(entity.text))}, which is not part of XML", line=_line(entity)
        )
    return root


def _tag(element: etree._Element) -> str:
    """Return an element's name without namespace, in lower case; empty for comments and the like."""
    return etree.QName(element).localname.lower() if isinstance(element.tag, str) else ""


def _line(element: etree._Element) -> int | None:
    """Return the line of an element's start, from 1."""
    number: object = element.sourceline
    return number if isinstance(number, int) else None


def _content(element: etree._Element) -> str:
    """Return an element's text without markup and comments, on one line."""
    return one_line("".join(str(text) for text in element.itertext(etree.Element)))


def _attribute(element: etree._Element, *names: str) -> str:
    """Return the first of these attributes that has a value, empty if none has; upper and lower case are the same."""
    values = _attributes(element)
    return next((values[name] for name in names if values.get(name)), "")


def _refuse_entities(raw: RawFile) -> None:
    # Before parsing: libxml2 expands entities inside attributes whatever its options are. Without zero bytes UTF-16
    # looks like ASCII.
    plain = raw.data.replace(b"\0", b"")
    place = plain.find(b"<!ENTITY")
    if place >= 0:
        number = plain.count(b"\n", 0, place) + 1
        raise InputError(raw.path, "declares entities, which Meantree does not read", line=number)
