"""XML of any origin, parsed without entities, network or outside files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version, check_size
from meantree.corpus.formats.nist_sgml import SETS, FoundSegment, Place, one_line, set_fault, to_reading
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened


def parse(raw: RawFile) -> etree._Element:
    """The root element.

    Raises:
        InputError: if the XML is broken or makes use of entities of its own.
    """
    _refuse_entities(raw)
    try:
        parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, encoding=raw.encoding
        )
        root = etree.fromstring(raw.data, parser)
    except etree.XMLSyntaxError as error:
        said = shortened(re.sub(r", line \d+, column \d+$", "", " ".join(str(error.msg).split())))
        number: object = error.lineno
        raise InputError(raw.path, f"broken XML: {said}", line=number if isinstance(number, int) else None) from error
    except (etree.LxmlError, LookupError, ValueError) as error:
        raise InputError(raw.path, f"cannot be read as XML: {shortened(' '.join(str(error).split()))}") from error
    for entity in root.iter(etree.Entity):
        # Without its DTD nobody can tell what it stands for; leaving it out would change the text.
        raise InputError(
            raw.path, f"uses the entity {shortened(str(entity.text))}, which is not part of XML", line=line(entity)
        )
    return root


def tag(element: etree._Element) -> str:
    """The element's name without namespace, in lower case; empty for comments and the like."""
    return etree.QName(element).localname.lower() if isinstance(element.tag, str) else ""


def line(element: etree._Element) -> int | None:
    """Where the element starts, from 1."""
    number: object = element.sourceline
    return number if isinstance(number, int) else None


def content(element: etree._Element) -> str:
    """The text inside, without markup and comments, on one line."""
    return one_line("".join(str(text) for text in element.itertext(etree.Element)))


def attribute(element: etree._Element, *names: str) -> str:
    """The first of the attributes that has a value, in any case of letters; empty if none has."""
    values = {str(name).lower(): str(value).strip() for name, value in element.attrib.items()}
    return next((values[name] for name in names if values.get(name)), "")


def _refuse_entities(raw: RawFile) -> None:
    # Before parsing: libxml2 expands entities inside attributes whatever its options are.
    # Zero bytes are those of UTF-16.
    plain = raw.data.replace(b"\0", b"")
    place = plain.find(b"<!ENTITY")
    if place >= 0:
        number = plain.count(b"\n", 0, place) + 1
        raise InputError(raw.path, "declares entities, which Meantree does not read", line=number)


def read_nist_xml(raw: RawFile) -> FileContents:
    """A layer for each set and name; segments have the ids of the file.

    Raises:
        InputError: if the XML is broken, declares entities or holds no segment.
    """
    problems: list[Problem] = []
    segments: list[FoundSegment] = []
    for found in parse(raw).iter(etree.Element):
        name = tag(found)
        if name in SETS:
            fault = set_fault(raw.path, name, _attributes(found), line(found))
            problems += [fault] if fault else []
            segments += _segments(found)
    return to_reading(raw.path, segments, problems)


def _segments(found: etree._Element) -> Iterator[FoundSegment]:
    role, attributes = SETS[tag(found)], _attributes(found)
    for document in found.iter(etree.Element):
        if tag(document) == "doc":
            place = Place(role, attributes, _attributes(document))
            for segment in document.iter(etree.Element):
                if tag(segment) == "seg":
                    identifier = attribute(segment, "id")
                    yield FoundSegment(place, identifier, content(segment), line(segment))


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(name).lower(): str(value).strip() for name, value in element.attrib.items()}


_SIDES = {"src": FileRole.SOURCE, "ref": FileRole.REFERENCE, "hyp": FileRole.HYPOTHESIS}
_NAME_ATTRIBUTES = {FileRole.SOURCE: (), FileRole.REFERENCE: ("translator",), FileRole.HYPOTHESIS: ("system",)}

Key = tuple[str, str]


@dataclass(slots=True)
class _Found:
    """What was read so far: every segment's key in order, every version's texts by key."""

    path: Path
    keys: dict[Key, None] = field(default_factory=dict)
    texts: dict[tuple[FileRole, str], dict[Key, tuple[str, int | None]]] = field(default_factory=dict)
    languages: dict[tuple[FileRole, str], str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_wmt_xml(raw: RawFile) -> FileContents:
    """A layer for the source, each ``translator`` and each ``system``, all with the same segments in the same order.

    A version may lack segments or whole documents: its rows there have no text, and that is no problem.

    Raises:
        InputError: if the XML is broken, declares entities or holds no segment.
    """
    found = _Found(raw.path)
    for document in _children(parse(raw), "doc"):
        name = attribute(document, "id", "docid")
        if not name:
            fault = "<doc> has no id, expected one; its segments are skipped"
            found.problems.append(Problem(raw.path, line(document), fault))
            continue
        for side in document.iterchildren(etree.Element):
            if tag(side) in _SIDES:
                _add_side(found, name, side)
    if not found.keys:
        raise InputError(raw.path, "no segment found, expected <seg id=…> in <src>, <ref> or <hyp> in <doc id=…>")
    return _reading(found)


def _add_side(found: _Found, document: str, side: etree._Element) -> None:
    role = _SIDES[tag(side)]
    version = role, attribute(side, *_NAME_ATTRIBUTES[role]) or str(role)
    texts = found.texts.setdefault(version, {})
    found.languages.setdefault(version, attribute(side, "lang", "language"))
    for segment in _children(side, "seg"):
        name = attribute(segment, "id")
        key = document, name
        if not name:
            fault = "<seg> has no id, expected one; skipped"
            found.problems.append(Problem(found.path, line(segment), fault))
        elif key in texts:
            where = f"segment id {quoted(name)} occurs again in document {quoted(document)}"
            fault = f"{where}, expected it once; the second is skipped"
            found.problems.append(Problem(found.path, line(segment), fault, name))
        else:
            found.keys.setdefault(key)
            texts[key] = content(segment), line(segment)


def _reading(found: _Found) -> FileContents:
    check_size(found.path, len(found.keys), len(found.texts))
    layers = tuple(
        Version(
            role,
            name,
            found.path,
            tuple(_row(key, *texts.get(key, (None, None))) for key in found.keys),
            found.languages[role, name],
        )
        for (role, name), texts in found.texts.items()
        if texts
    )
    return FileContents(versions=layers, problems=tuple(found.problems))


def _row(key: Key, text: str | None, line: int | None) -> Row:
    return Row(text, line, id=key[1], document=key[0])


def _children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return (inner for inner in element.iter(etree.Element) if tag(inner) == name)
