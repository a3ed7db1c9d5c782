"""What NIST's SGML and its XML have in common: sets of documents of segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from meantree.corpus.formats.layers import FileRole, Layer, Reading, Row
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


def to_reading(path: Path, segments: Iterable[FoundSegment], problems: list[Problem]) -> Reading:
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
    return Reading(
        layers=tuple(Layer(role, name, path, tuple(found)) for (role, name), found in rows.items()),
        problems=tuple(problems),
        source_language=languages["srclang"],
        target_language=languages["trglang"],
    )
