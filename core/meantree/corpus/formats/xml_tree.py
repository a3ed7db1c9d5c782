"""XML of any origin, parsed without entities, network or outside files."""

from __future__ import annotations

import re

from lxml import etree

from meantree.corpus.formats.decode import RawFile
from meantree.errors import InputError
from meantree.escaping import shortened


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


def one_line(text: str) -> str:
    """The text of a segment without the blanks around it; a line end inside is a blank."""
    # By hand: a pattern for blanks around a line end takes quadratic time on long runs of blanks.
    return " ".join(filter(None, (part.strip(" \t") for part in text.split("\n"))))


def _refuse_entities(raw: RawFile) -> None:
    # Before parsing: libxml2 expands entities inside attributes whatever its options are.
    # Zero bytes are those of UTF-16.
    plain = raw.data.replace(b"\0", b"")
    place = plain.find(b"<!ENTITY")
    if place >= 0:
        number = plain.count(b"\n", 0, place) + 1
        raise InputError(raw.path, "declares entities, which Meantree does not read", line=number)
