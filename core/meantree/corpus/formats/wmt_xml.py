"""WMT XML (2021 on): source, references and systems of each document side by side in one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from meantree.corpus.formats import xml_tree
from meantree.corpus.formats.decode import RawFile
from meantree.corpus.formats.layers import FileRole, Layer, Reading, Row, require_bearable
from meantree.errors import InputError, Problem
from meantree.escaping import quoted

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


def read(raw: RawFile) -> Reading:
    """A layer for the source, each ``translator`` and each ``system``, all with the same segments in the same order.

    A version may lack segments or whole documents: its rows there have no text, and that is no problem.

    Raises:
        InputError: if the XML is broken, declares entities or holds no segment.
    """
    found = _Found(raw.path)
    for document in _children(xml_tree.parse(raw), "doc"):
        name = xml_tree.attribute(document, "id", "docid")
        if not name:
            fault = "<doc> has no id, expected one; its segments are skipped"
            found.problems.append(Problem(raw.path, xml_tree.line(document), fault))
            continue
        for side in document.iterchildren(etree.Element):
            if xml_tree.tag(side) in _SIDES:
                _add_side(found, name, side)
    if not found.keys:
        raise InputError(raw.path, "no segment found, expected <seg id=…> in <src>, <ref> or <hyp> in <doc id=…>")
    return _reading(found)


def _add_side(found: _Found, document: str, side: etree._Element) -> None:
    role = _SIDES[xml_tree.tag(side)]
    version = role, xml_tree.attribute(side, *_NAME_ATTRIBUTES[role]) or str(role)
    texts = found.texts.setdefault(version, {})
    found.languages.setdefault(version, xml_tree.attribute(side, "lang", "language"))
    for segment in _children(side, "seg"):
        name = xml_tree.attribute(segment, "id")
        key = document, name
        if not name:
            fault = "<seg> has no id, expected one; skipped"
            found.problems.append(Problem(found.path, xml_tree.line(segment), fault))
        elif key in texts:
            where = f"segment id {quoted(name)} occurs again in document {quoted(document)}"
            fault = f"{where}, expected it once; the second is skipped"
            found.problems.append(Problem(found.path, xml_tree.line(segment), fault, name))
        else:
            found.keys.setdefault(key)
            texts[key] = xml_tree.content(segment), xml_tree.line(segment)


def _reading(found: _Found) -> Reading:
    require_bearable(found.path, len(found.keys), len(found.texts))
    layers = tuple(
        Layer(
            role,
            name,
            found.path,
            tuple(_row(key, *texts.get(key, (None, None))) for key in found.keys),
            found.languages[role, name],
        )
        for (role, name), texts in found.texts.items()
        if texts
    )
    return Reading(layers=layers, problems=tuple(found.problems))


def _row(key: Key, text: str | None, line: int | None) -> Row:
    return Row(text, line, id=key[1], document=key[0])


def _children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    return (inner for inner in element.iter(etree.Element) if xml_tree.tag(inner) == name)
