"""NIST mteval XML 1.5: ``<mteval>`` around one or more sets, ``sysid`` or ``refid`` on the set."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from meantree.corpus.formats import xml_tree
from meantree.corpus.formats.decode import RawFile
from meantree.corpus.formats.layers import Reading
from meantree.corpus.formats.nist_sets import SETS, FoundSegment, Place, set_fault, to_reading
from meantree.errors import Problem


def read(raw: RawFile) -> Reading:
    """A layer for each set and name; segments have the ids of the file.

    Raises:
        InputError: if the XML is broken, declares entities or holds no segment.
    """
    problems: list[Problem] = []
    segments: list[FoundSegment] = []
    for found in xml_tree.parse(raw).iter(etree.Element):
        name = xml_tree.tag(found)
        if name in SETS:
            fault = set_fault(raw.path, name, _attributes(found), xml_tree.line(found))
            problems += [fault] if fault else []
            segments += _segments(found)
    return to_reading(raw.path, segments, problems)


def _segments(found: etree._Element) -> Iterator[FoundSegment]:
    role, attributes = SETS[xml_tree.tag(found)], _attributes(found)
    for document in found.iter(etree.Element):
        if xml_tree.tag(document) == "doc":
            place = Place(role, attributes, _attributes(document))
            for segment in document.iter(etree.Element):
                if xml_tree.tag(segment) == "seg":
                    identifier = xml_tree.attribute(segment, "id")
                    yield FoundSegment(place, identifier, xml_tree.content(segment), xml_tree.line(segment))


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(name).lower(): str(value).strip() for name, value in element.attrib.items()}
