"""Translators' files: XLIFF 1.2 and 2.x with the dialects of Trados, memoQ, Phrase and Wordfast, and TMX.

They are read only: source and target of each segment, without inline markup. A unit with several segments
(``<mrk mtype="seg">``, ``<segment>``) has ids ``unit/segment``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Final

from lxml import etree

from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version
from meantree.corpus.formats.file_names import guess_name
from meantree.corpus.formats.markup_files import (
    attribute,
    line_of,
    local_name,
    one_line,
    refuse_entities,
    tag,
    xml_error,
)
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import ColumnsError, InputError, Problem
from meantree.escaping import counted, listed, quoted, shortened

CODES: Final = frozenset({"ph", "bpt", "ept", "it", "ut", "x", "bx", "ex", "sc", "ec", "cp", "sm", "em"})
"""Inline elements that stand for markup; their contents, if any, are codes, no text."""
DELETED: Final = frozenset({"x-sdl-deleted"})
"""Kinds of ``<mrk>`` around words that a translator deleted, with changes tracked."""
LINE_BREAKS: Final = frozenset({"lb", "x-lb", "x-br", "fmt:lb"})
"""Kinds of codes that end a line, and so separate words."""
STATES: Final = ("state", "conf", "status", "subState")
"""Attributes that say how far a segment is, without their namespaces."""
UNTRANSLATED: Final = "no target"


@dataclass(slots=True)
class _Found:
    """The segments so far, and what is counted for messages."""

    sources: list[Row] = field(default_factory=list)
    targets: list[Row] = field(default_factory=list)
    languages: tuple[str, str] = ("", "")
    codes: int = 0
    states: Counter[str] = field(default_factory=Counter)
    skipped: int = 0

    def add(self, pair: tuple[etree._Element | None, etree._Element | None], row: Row, state: str = "") -> None:
        """Add a segment with the place of a row; one without any text is left out."""
        source, target = (None if side is None else self.text(side) for side in pair)
        if not source and not target:
            return
        self.sources.append(Row(source, row.line, row.id, row.document))
        self.targets.append(Row(target or None, row.line, row.id, row.document))
        self.states[state if target else UNTRANSLATED] += 1

    def text(self, element: etree._Element) -> str:
        """Return the text of an element without inline markup, which is counted."""
        return one_line("".join(self._pieces(element)))

    def _pieces(self, element: etree._Element) -> Iterator[str]:
        yield str(element.text or "")
        for inner in element:
            name, kind = tag(inner), attribute(inner, "mtype", "ctype", "type", "subtype").lower()
            is_code = name in CODES or kind in DELETED
            self.codes += bool(name) and name != "mrk"
            if is_code:
                yield " " if kind in LINE_BREAKS else ""
            elif name:
                yield from self._pieces(inner)
            yield str(inner.tail or "")


def read_xliff(raw: RawFile) -> FileContents:
    """Return the source and the target, whose role the user tells; the target is missing if no unit has any.

    Segments that are not to be translated, or have no text, are left out; those without target have no text there.

    Raises:
        InputError: if the XML is broken, declares entities or contains no segment.
    """
    found = _Found()
    for unit in _units(raw, ("trans-unit", "unit")):
        file = next(unit.iterancestors("{*}file"), None)
        root = unit.getroottree().getroot()
        languages = [
            attribute(root, old) or (attribute(file, new) if file is not None else "")
            for old, new in (("srclang", "source-language"), ("trglang", "target-language"))
        ]
        found.languages = (found.languages[0] or languages[0], found.languages[1] or languages[1])
        if attribute(unit, "translate") == "no":
            found.skipped += 1
            continue
        # Of several files units of one id are told apart by their file.
        is_one = file is None or (file.getprevious() is None and file.getnext() is None)
        document = "" if is_one or file is None else attribute(file, "original", "id")
        _add_unit(found, unit, document)
    return _contents(raw, found, "units (<trans-unit>, or <unit> with <segment>)")


def _add_unit(found: _Found, unit: etree._Element, document: str) -> None:
    name, is_new = attribute(unit, "id", "name"), tag(unit) == "unit"
    parts = list(unit.iterchildren("{*}segment")) if is_new else [unit]
    segments: list[tuple[str, tuple[etree._Element | None, etree._Element | None], str]] = []
    confirmed = {attribute(one, "id"): _state(one) for one in unit.iter("{*}seg")}  # SDLXLIFF
    for number, part in enumerate(parts, start=1):
        source, target = (next(part.iterchildren(f"{{*}}{side}"), None) for side in ("source", "target"))
        divided = source if is_new else next(part.iterchildren("{*}seg-source"), source)
        sources, targets = ({} if side is None or is_new else _marked(side) for side in (divided, target))
        state = _state(part) or (_state(target) if target is not None else "")
        if sources:
            if target is not None and not targets and len(sources) == 1:
                targets = dict.fromkeys(sources, target)
            segments += [(mid, (mark, targets.get(mid)), confirmed.get(mid) or state) for mid, mark in sources.items()]
        else:
            segments.append((attribute(part, "id") if is_new else str(number), (source, target), state))
    for number, (mid, pair, state) in enumerate(segments, start=1):
        full = name if len(segments) == 1 or not name else f"{name}/{mid or number}"
        found.add(pair, Row(None, line_of(unit), full, document), state)


def _marked(side: etree._Element) -> dict[str, etree._Element]:
    marks = (mark for mark in side.iter("{*}mrk") if attribute(mark, "mtype") == "seg")
    return {attribute(mark, "mid"): mark for mark in marks}


def _local(element: etree._Element) -> dict[str, str]:
    """Return the attributes without their namespaces."""
    return {local_name(name): str(value) for name, value in element.attrib.items()}


def _state(element: etree._Element) -> str:
    names = _local(element)
    return next((names[name] for name in STATES if names.get(name)), "")


def read_tmx(raw: RawFile) -> FileContents:
    """Return the two languages of a TMX, the source and a target whose role the user tells.

    Of more languages ``raw.columns`` names two, as in ``{"de": "source", "en": "hypothesis"}``; a language stands for
    its regions, too (``en`` for ``en-GB``).

    Raises:
        InputError: if the XML is broken, declares entities, has no segment, or other than two languages and no choice.
    """
    found, first = _Found(), ""
    rows: list[tuple[str, int | None, Mapping[str, str]]] = []
    languages: dict[str, None] = {}
    for unit in _units(raw, ("tu",)):
        header = unit.getroottree().getroot().find("{*}header")
        first = first or (attribute(header, "srclang") if header is not None else "")
        variants: dict[str, str] = {}
        for variant in unit.iterchildren("{*}tuv"):
            segment = next(variant.iterchildren("{*}seg"), None)
            if segment is not None:
                variants.setdefault(_local(variant).get("lang", "").strip().lower(), found.text(segment))
        languages.update(dict.fromkeys(variants))
        rows.append((attribute(unit, "tuid"), line_of(unit), variants))
    source, target = _pair(raw, list(languages), first.lower())
    is_named = len({name for name, _, _ in rows if name}) == len(rows)
    for name, line, texts in rows:
        own = [texts.get(language) for language in (source, target)]
        if any(own):
            found.sources.append(Row(own[0], line, name if is_named else None))
            found.targets.append(Row(own[1] or None, line, name if is_named else None))
            found.states["" if own[1] else UNTRANSLATED] += 1
    found.languages = source, target
    return _contents(raw, found, "units (<tu> with <tuv>)")


def _pair(raw: RawFile, languages: list[str], first: str) -> tuple[str, str]:
    """Return the languages of source and target."""
    roles = {name: role for name, role in raw.columns.items() if role}
    chosen = {"source" if role == "source" else "target": name.lower() for name, role in roles.items()}

    def known(name: str) -> str | None:
        return next((one for one in languages if one == name or one.startswith(f"{name}-")), None)

    if chosen:
        pair = known(chosen.get("source", "")), known(chosen.get("target", ""))
    elif len(languages) == 2:
        source = known(first) or languages[0]
        pair = source, next(one for one in languages if one != source)
    else:
        pair = None, None
    if pair[0] is None or pair[1] is None:
        found = f"has the languages {listed(languages) or 'none'}"
        message = f"{found}; name two of them, as in --columns source=de,hypothesis=en"
        columns = {name: "source" if name == known(first) else "" for name in languages}
        raise ColumnsError(raw.path, message, columns, ("source", "hypothesis", "reference"))
    return pair[0], pair[1]


def _units(raw: RawFile, names: tuple[str, ...]) -> Iterator[etree._Element]:
    """Yield elements of these names, each once it is complete; then it is dropped.

    Raises:
        InputError: if the XML is broken or declares entities.
    """
    refuse_entities(raw)
    try:
        events = etree.iterparse(
            BytesIO(raw.data), tag=[f"{{*}}{name}" for name in names], resolve_entities=False, no_network=True,
            load_dtd=False, huge_tree=False, encoding=raw.encoding,
        )  # fmt: skip
        for _, unit in events:
            for entity in unit.iter(etree.Entity):
                raise InputError(raw.path, f"uses the entity {shortened(str(entity.text))}, which is not part of XML")
            yield unit
            unit.clear()
            while unit.getprevious() is not None and tag(unit.getprevious()) in names:
                unit.getparent().remove(unit.getprevious())
    except (etree.LxmlError, LookupError, ValueError) as error:
        raise xml_error(raw, error) from error


def _contents(raw: RawFile, found: _Found, expected: str) -> FileContents:
    if not found.sources:
        raise InputError(raw.path, f"no segment found, expected {expected} with texts")
    problems = []
    if missing := found.states.pop(UNTRANSLATED, 0):
        message = f"{missing:,} of {counted(len(found.sources), 'segment')} without a target"
        problems.append(Problem(raw.path, None, message))
    notes = {
        f"{counted(found.codes, 'inline tag')} removed from the texts": found.codes,
        f"{counted(found.skipped, 'unit')} not to be translated left out": found.skipped,
        "states: " + ", ".join(f"{count:,} {quoted(name)}" for name, count in found.states.items()): any(found.states),
    }
    problems += [Problem(raw.path, None, note, is_note=True) for note, is_so in notes.items() if is_so]
    source = Version(FileRole.SOURCE, "source", raw.path, tuple(found.sources), found.languages[0])
    target = Version(FileRole.HYPOTHESIS, guess_name(raw.path), raw.path, tuple(found.targets), found.languages[1])
    if not all(row.id for row in found.sources):  # then their order tells them apart
        source, target = (replace(one, rows=[replace(row, id=None) for row in one.rows]) for one in (source, target))
    versions = (source, target) if any(row.text is not None for row in found.targets) else (source,)
    return FileContents(versions=versions, problems=tuple(problems), is_bilingual=True)
