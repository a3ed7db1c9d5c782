"""The tables of HMEANT-WMT13 (Birch et al. 2013): a folder of tab-separated files.

An annotator's work on a hypothesis has a copy of that annotator's reference frames beside it: a row of ``annotations``
whose ``ref_id`` is NULL though its sentence is a hypothesis. The tokens of such a copy are those of the reference
(version 00) of the same language, segment and number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Role, Span
from meantree.corpus.model import Corpus, Segment, Text
from meantree.errors import InputError, Problem
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.formats.imported import Imported

COLUMNS = {
    "sentences": ("id", "language", "segment", "number", "version", "length"),
    "sentences_text": ("id", "language", "segment", "number", "version", "text"),
    "annotations": ("id", "sentence_id", "annotator", "ref_id"),
    "actions": ("id", "annotation_id", "tokens"),
    "slots": ("id", "action_id", "type", "tokens"),
    "action_aligns": ("id", "ref_action_id", "hypo_action_id", "type"),
    "slot_aligns": ("id", "ref_slot_id", "hypo_slot_id", "type"),
}
REFERENCE = "00"
"""The version of a sentence that is the reference; all others are systems."""
ROLES = {
    "AGENT": Role.AGENT,
    "EXPERIENCER-PATIENT": Role.PATIENT,
    "BENEFICIARY": Role.BENEFACTIVE,
    "TEMPORAL": Role.TEMPORAL,
    "LOCATIVE": Role.LOCATIVE,
    "PURPOSE": Role.PURPOSE,
    "MANNER": Role.MANNER,
    "DEGREE-EXTENT": Role.DEGREE,
    "MODAL": Role.MODAL,
    "NEGATION": Role.NEGATION,
    "OTHER": Role.OTHER,
}
KINDS = {"full": LinkKind.CORRECT, "partial": LinkKind.PARTIAL, "undefined": LinkKind.UNDECIDED}
Row = Mapping[str, str]
End = TypeVar("End", int, tuple[int, int])


def state_without_column(annotation: Annotation) -> State:
    """The state of what was read from tables, which have none: without any frame nobody could annotate it."""
    return State.DONE if annotation.hypothesis or annotation.reference else State.CANNOT


def read(folder: Path) -> Imported:
    """Everything in the folder; what cannot be used is among the corpus' problems.

    Segments have the id ``segment/number``, systems their version, every annotator is a layer. Of two annotations of
    the same translation by one annotator the later one counts.

    Raises:
        InputError: if a table is missing, lacks a column, or none of the sentences can be used.
    """
    tables = {name: _table(folder / name, columns) for name, columns in COLUMNS.items()}
    problems: list[Problem] = []
    corpus = _corpus(folder, tables["sentences_text"])
    reader = _Reader(folder, tables, corpus, problems)
    for table, row, message in _strays(tables):
        problems.append(Problem(folder / table, int(row["line"]), message))
    annotations: dict[AnnotationKey, Annotation] = {}
    for row, key, annotation in reader.annotations():
        if key in annotations:
            told = f"another annotation of {key.segment}, {key.system or REFERENCE} by {key.annotator}; this one counts"
            problems.append(Problem(folder / "annotations", int(row["line"]), told))
        annotations[key] = annotation
    return Imported(replace(corpus, problems=tuple(problems)), annotations)


def _table(path: Path, columns: tuple[str, ...]) -> list[Row]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError as error:
        raise InputError(path, f"this table is missing; HMEANT-WMT13 has {', '.join(COLUMNS)}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(path, f"this table cannot be read ({error})") from error
    head = tuple(lines[0].split("\t")) if lines else ("nothing",)
    if head != columns:
        raise InputError(path, f"found the columns {' '.join(head)}, expected {' '.join(columns)}", line=1)
    rows: list[Row] = []
    for number, line in enumerate(lines[1:], start=2):
        fields = line.split("\t")
        if line and len(fields) != len(columns):
            raise InputError(path, f"{len(fields)} columns, expected {len(columns)}", line=number)
        if line:
            rows.append(dict(zip((*columns, "line"), (*fields, str(number)), strict=True)))
    return rows


def _corpus(folder: Path, sentences: list[Row]) -> Corpus:
    texts: dict[tuple[str, str], dict[str, Text]] = defaultdict(dict)
    for row in sentences:
        text = Text(row["text"], tokens=tuple(row["text"].split()))
        texts[row["segment"], row["number"]][row["version"]] = text
    segments = []
    for (part, number), versions in sorted(texts.items()):
        systems = {name: text for name, text in sorted(versions.items()) if name != REFERENCE}
        references = {REFERENCE: versions[REFERENCE]} if REFERENCE in versions else {}
        segments.append(Segment(f"{part}/{number}", "", None, references, systems))
    names = sorted({name for versions in texts.values() for name in versions} - {REFERENCE})
    if not segments:
        raise InputError(folder / "sentences_text", "no sentence, expected one at least")
    language = sentences[0]["language"]
    return Corpus(folder.resolve().name, tuple(segments), tuple(names), (REFERENCE,), target_language=language)


@dataclass(frozen=True, slots=True)
class _Frames:
    """The frames of one annotation row, with the places of its actions and slots by their ids."""

    frames: tuple[Frame, ...]
    actions: dict[str, int]
    slots: dict[str, tuple[int, int]]


class _Reader:
    """Puts the rows of the tables together."""

    def __init__(self, folder: Path, tables: Mapping[str, list[Row]], corpus: Corpus, problems: list[Problem]) -> None:
        self._folder, self._problems = folder, problems
        self._sentences = {row["id"]: row for row in tables["sentences"]}
        self._annotations = {row["id"]: row for row in tables["annotations"]}
        self._actions = _grouped(tables["actions"], "annotation_id")
        self._slots = _grouped(tables["slots"], "action_id")
        self._action_links = _grouped(tables["action_aligns"], "hypo_action_id")
        self._slot_links = _grouped(tables["slot_aligns"], "hypo_slot_id")
        self._segments = {segment.id: segment for segment in corpus.segments}

    def annotations(self) -> Iterator[tuple[Row, AnnotationKey, Annotation]]:
        """One for each annotated hypothesis, and for each reference that an annotator did before (system "")."""
        for row in self._annotations.values():
            if not row["annotator"].strip():
                self._problem("annotations", row, "an annotator without a name; skipped")
                continue
            sentence = self._sentences.get(row["sentence_id"])
            if sentence is None or not self._is_known(sentence):
                self._problem("annotations", row, f"sentence {row['sentence_id']} or its reference is missing; skipped")
            elif sentence["version"] == REFERENCE:
                segment = _segment_id(sentence)
                frames = self._frames(row, self._segments[segment].references[REFERENCE]).frames
                made = Annotation((), frames)
                key = AnnotationKey(segment, "", REFERENCE, row["annotator"])
                yield row, key, replace(made, state=state_without_column(made))
            elif row["ref_id"] != "NULL":
                copy = self._annotations.get(row["ref_id"])
                if copy is None or copy["ref_id"] != "NULL":
                    found = "is missing" if copy is None else "refers to another itself"
                    self._problem("annotations", row, f"reference annotation {row['ref_id']} {found}; skipped")
                    continue
                segment = _segment_id(sentence)
                key = AnnotationKey(segment, sentence["version"], REFERENCE, row["annotator"])
                yield row, key, self._annotation(row, copy, self._segments[segment], sentence["version"])

    def _is_known(self, sentence: Row) -> bool:
        segment = self._segments.get(_segment_id(sentence))
        known = {} if segment is None else {**segment.hypotheses, **segment.references}
        return {sentence["version"], REFERENCE} <= known.keys()

    def _annotation(self, row: Row, copy: Row, segment: Segment, system: str) -> Annotation:
        mine = self._frames(row, segment.hypotheses[system])
        theirs = self._frames(copy, segment.references[REFERENCE])
        alignment = FrameAlignment(
            self._links("action_aligns", self._action_links, mine.actions, theirs.actions, "ref_action_id"),
            self._links("slot_aligns", self._slot_links, mine.slots, theirs.slots, "ref_slot_id"),
        )
        made = Annotation(mine.frames, theirs.frames, alignment)
        made = replace(made, state=state_without_column(made))
        for fault in made.faults:
            self._problem("annotations", row, fault)
        return made

    def _frames(self, row: Row, text: Text) -> _Frames:
        size = len(text.tokens or ())
        frames: list[Frame] = []
        actions: dict[str, int] = {}
        slots: dict[str, tuple[int, int]] = {}
        for action in self._actions.get(row["id"], ()):
            predicate = self._span("actions", action, size)
            if predicate is None:
                continue
            actions[action["id"]] = len(frames)
            fillers: list[Filler] = []
            for slot in self._slots.get(action["id"], ()):
                span = self._span("slots", slot, size)
                role = ROLES.get(slot["type"])
                if role is None:
                    self._problem("slots", slot, f"role {slot['type']!r}, expected one of {', '.join(ROLES)}; skipped")
                elif span is not None:
                    slots[slot["id"]] = (len(frames), len(fillers))
                    fillers.append(Filler(span, role))
            frames.append(Frame(predicate, tuple(fillers)))
        return _Frames(tuple(frames), actions, slots)

    def _span(self, table: str, row: Row, size: int) -> Span | None:
        try:
            tokens = sorted(map(int, row["tokens"].split(",")))
        except ValueError:
            self._problem(table, row, f"tokens {row['tokens']!r}, expected numbers with commas between; skipped")
            return None
        if tokens[0] < 0 or tokens[-1] >= size:
            self._problem(table, row, f"tokens {row['tokens']}, expected 0 to {size - 1}; skipped")
            return None
        return tokens[0], tokens[-1] + 1

    def _links(
        self, table: str, rows: Mapping[str, list[Row]], mine: Mapping[str, End], theirs: Mapping[str, End], column: str
    ) -> dict[tuple[End, End], LinkKind]:
        """The links of one table between things of the hypothesis and of the reference, one to one; others are named.

        ``rows`` are by the id in the hypothesis, ``column`` holds that in the reference.
        """
        found: dict[tuple[End, End], LinkKind] = {}
        used: set[End] = set()
        for name, place in mine.items():
            for row in rows.get(name, ())[1:]:
                self._problem(table, row, "a second link of the same; skipped")
            for row in rows.get(name, ())[:1]:
                other, kind = theirs.get(row[column]), self._kind(table, row)
                if other is None:
                    self._problem(table, row, "a link to what is not in the reference's annotation; skipped")
                elif other in used:
                    self._problem(table, row, "a second link to the same; skipped")
                elif kind is not None:
                    used.add(other)
                    found[place, other] = kind
        return found

    def _kind(self, table: str, row: Row) -> LinkKind | None:
        kind = KINDS.get(row["type"])
        if kind is None:
            self._problem(table, row, f"link type {row['type']!r}, expected one of {', '.join(KINDS)}; skipped")
        return kind

    def _problem(self, table: str, row: Row, message: str) -> None:
        self._problems.append(Problem(self._folder / table, int(row["line"]), message))


PARENTS = {
    "actions": ("annotation_id", "annotations"),
    "slots": ("action_id", "actions"),
    "action_aligns": ("hypo_action_id", "actions"),
    "slot_aligns": ("hypo_slot_id", "slots"),
}
"""The column by which rows of a table belong to rows of another."""


def _strays(tables: Mapping[str, list[Row]]) -> Iterator[tuple[str, Row, str]]:
    """Rows that are of nothing, or have the id of another: in which table, and what becomes of them."""
    ids = {name: {row["id"] for row in rows} for name, rows in tables.items()}
    for name, rows in tables.items():
        seen: set[str] = set()
        for row in rows:
            if row["id"] in seen:
                yield name, row, f"a second row with the id {row['id']}, expected one of each"
            seen.add(row["id"])
            column, parent = PARENTS.get(name, ("", ""))
            if parent and row[column] not in ids[parent]:
                yield name, row, f"{column} {row[column]}, which is not in the table {parent}; skipped"
    texts: set[tuple[str, str]] = set()
    for row in tables["sentences_text"]:
        key = (_segment_id(row), row["version"])
        if key in texts:
            yield "sentences_text", row, f"a second text of {' '.join(key)}; this one counts"
        texts.add(key)


def _segment_id(sentence: Row) -> str:
    return f"{sentence['segment']}/{sentence['number']}"


def _grouped(rows: list[Row], column: str) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[column]].append(row)
    return dict(found)
