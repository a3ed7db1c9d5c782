"""Names in GUM: its mentions of persons, organisations and places whose head is a proper noun, cut down to the name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corpora import TITLES, GoldSentence, tags_of
from gazetteer import name_class

GENRES = ("news", "interview", "bio", "voyage", "textbook", "speech", "vlog", "conversation")
"""CC BY or in the public domain."""
KINDS = {"person": "PER", "organization": "ORG", "place": "LOC"}
INSIDE = frozenset(("of", "the", "and", "&", "for", "-", "–", "'s", "’s", "de", "la", "du", "al", "von", "van", "der"))
_ENTITY = re.compile(r"(?:^|\|)Entity=([^|\t]+)")

Row = list[str]


def read_gum(path: Path) -> Iterator[GoldSentence]:
    """Yield the sentences of the free documents of a CoNLL-U file."""
    is_free = False
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        if (document := re.search(r"^# newdoc id = GUM_([a-z]+)_", block, re.MULTILINE)) is not None:
            is_free = document[1] in GENRES
        rows = [line.split("\t") for line in block.splitlines() if line and not line.startswith("#")]
        rows = [row for row in rows if row[0].isdecimal()]
        if is_free and rows:
            yield GoldSentence(tuple(row[1] for row in rows), tags_of(len(rows), names(rows)))


def names(rows: list[Row]) -> list[tuple[int, int, str]]:
    """The outermost names of a sentence."""
    found: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(_mentions(rows), key=lambda one: one[0] - one[1]):
        name = _name(rows, start, end) if kind in KINDS else None
        if name is not None and all(name[1] <= other[0] or other[1] <= name[0] for other in found):
            found.append((*name, _kind(rows, name, KINDS[kind])))
    return found


def _kind(rows: list[Row], name: tuple[int, int], kind: str) -> str:
    """A country is a place here, whatever it does: GUM has it as an organisation where it acts."""
    known = name_class("_".join(row[1].lower() for row in rows[slice(*name)]))
    return "LOC" if kind == "ORG" and "location*" in known.split() else kind


def _mentions(rows: list[Row]) -> Iterator[tuple[int, int, str]]:
    opened: dict[str, list[tuple[int, str]]] = {}
    for place, row in enumerate(rows):
        marks = _ENTITY.search(row[9])
        for mark in re.finditer(r"\((\d+)-([a-z]+)[^()]*(\))?|(\d+)\)", marks[1] if marks else ""):
            number, kind, closed, ended = mark.groups()
            if ended is None and closed:
                yield place, place + 1, kind
            elif ended is None:
                opened.setdefault(number, []).append((place, kind))
            elif opened.get(ended):
                start, kind = opened[ended].pop()
                yield start, place + 1, kind


def _name(rows: list[Row], start: int, end: int) -> tuple[int, int] | None:
    """The proper nouns around the head of a mention, with small words between them; None if the head is none."""
    heads = [place for place in range(start, end) if not start < int(rows[place][6]) <= end]
    if not heads or not _is_proper(rows[heads[0]]):
        return None
    first = last = heads[0]
    while last + 1 < end and _goes_on(rows, last + 1, end):
        last += 1
    while first > start and (
        _is_proper(rows[first - 1]) or (rows[first - 1][1] in INSIDE and _before(rows, first, start))
    ):
        first -= 1
    while first < last and (rows[first][1].lower() in TITLES or not _is_proper(rows[first])):
        first += 1
    while last > first and not _is_proper(rows[last]):
        last -= 1
    return first, last + 1


def _goes_on(rows: list[Row], place: int, end: int) -> bool:
    if _is_proper(rows[place]) or rows[place][4] == "CD":
        return True
    return rows[place][1] in INSIDE - {"and"} and place + 1 < end and _is_proper(rows[place + 1])


def _before(rows: list[Row], first: int, start: int) -> bool:
    return rows[first - 1][1] in ("&", "-", "de", "al", "of") and first - 2 >= start and _is_proper(rows[first - 2])


def _is_proper(row: Row) -> bool:
    return row[4] in ("NNP", "NNPS")
