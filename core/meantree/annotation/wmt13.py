"""The tables of HMEANT-WMT13 (Birch et al. 2013): a folder of tab-separated files, of one language or several.

Each annotation of a hypothesis comes with a copy of the annotator's reference frames: a row of ``annotations``
whose ``ref_id`` is NULL though its sentence is a hypothesis. The tokens of such a copy are those of the reference
(version 00) of the same language, segment and number.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Role
from meantree.annotation.annotated_corpus import AnnotatedCorpus
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.raw_file import load_lines
from meantree.errors import InputError, Problem
from meantree.escaping import listed

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
SEVERAL = "mul"
"""ISO 639's code for several languages: the target language of a corpus whose segments' ids begin with their own."""
RULES = Rules(nouns=False, helpers=True)
"""What the annotators of HMEANT-WMT13 kept to: they mark verbs and copulas only, and what helps a verb as modal."""
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
Place = tuple[str, str, str]
"""Language, segment and number: what the versions of one sentence have in common."""
End = TypeVar("End", int, tuple[int, int])


def state_without_column(annotation: Annotation) -> State:
    """Return the state of an annotation in tables, which have none: without frames it could not be annotated."""
    return State.DONE if annotation.hypothesis or annotation.reference else State.CANNOT


def is_wmt13(folder: Path) -> bool:
    """Return whether a folder has any of the tables."""
    return any(os.path.lexists(folder / name) for name in COLUMNS)


def read(folder: Path) -> AnnotatedCorpus:
    """Read the tables in a folder; invalid rows are reported in the corpus' problems.

    Segments have the id ``segment/number``, or ``language/segment/number`` where there are texts in several languages;
    systems their version, every annotator is a layer. Of two annotations of the same translation by one annotator the
    later one counts.

    Raises:
        InputError: if a table is missing, lacks a column, or none of the sentences can be used.
    """
    tables = {name: _table(folder / name, columns) for name, columns in COLUMNS.items()}
    problems: list[Problem] = []
    segments = _segments(tables["sentences_text"])
    if not segments:
        raise InputError(folder / "sentences_text", "no sentence, expected at least one")
    reader = _Reader(folder, tables, segments, problems)
    for table, row, message in _strays(tables, segments):
        problems.append(Problem(folder / table, int(row["line"]), message))
    annotations: dict[AnnotationKey, Annotation] = {}
    for row, key, annotation in reader.annotations():
        if key in annotations:
            message = (
                f"another annotation of {key.segment}, {key.system or REFERENCE} by {key.annotator}; this one is used"
            )
            problems.append(Problem(folder / "annotations", int(row["line"]), message))
        annotations[key] = annotation
    return AnnotatedCorpus(_corpus(folder, segments, problems), annotations)


def _table(path: Path, columns: tuple[str, ...]) -> list[Row]:
    if not os.path.lexists(path):
        raise InputError(path, f"this table is missing; HMEANT-WMT13 has {', '.join(COLUMNS)}")
    lines = load_lines(path)
    head = tuple(lines[0].split("\t")) if lines else ("nothing",)
    if head != columns:
        raise InputError(path, f"found the columns {listed(head)}, expected {' '.join(columns)}", line=1)
    rows: list[Row] = []
    for number, line in enumerate(lines[1:], start=2):
        fields = line.split("\t")
        if line and len(fields) != len(columns):
            raise InputError(path, f"{len(fields)} columns, expected {len(columns)}", line=number)
        if line:
            rows.append(dict(zip((*columns, "line"), (*fields, str(number)), strict=True)))
    return rows


def _segments(sentences: list[Row]) -> dict[Place, Segment]:
    """Return the segments by place, in the order of places."""
    texts: dict[Place, dict[str, Text]] = defaultdict(dict)
    for row in sentences:
        # Only spaces separate tokens; other white space is part of them.
        text = Text(row["text"], tokens=tuple(filter(None, row["text"].split(" "))))
        texts[_place(row)][row["version"]] = text
    several = len({language for language, _, _ in texts}) > 1
    segments = {}
    for place, versions in sorted(texts.items()):
        systems = {name: text for name, text in sorted(versions.items()) if name != REFERENCE}
        references = {REFERENCE: versions[REFERENCE]} if REFERENCE in versions else {}
        segments[place] = Segment("/".join(place[0 if several else 1 :]), "", None, references, systems)
    return segments


def _corpus(folder: Path, segments: Mapping[Place, Segment], problems: list[Problem]) -> Corpus:
    languages = {language for language, _, _ in segments}
    return Corpus(
        folder.resolve().name,
        tuple(segments.values()),
        tuple(sorted({name for segment in segments.values() for name in segment.hypotheses})),
        (REFERENCE,),
        target_language=SEVERAL if len(languages) > 1 else languages.pop(),
        problems=tuple(problems),
    )


@dataclass(frozen=True, slots=True)
class _Frames:
    """The frames of one annotation row, with the places of its actions and slots by their ids."""

    frames: tuple[Frame, ...]
    actions: dict[str, int]
    slots: dict[str, tuple[int, int]]


class _Reader:
    """Joins the rows of the tables to annotations."""

    def __init__(
        self, folder: Path, tables: Mapping[str, list[Row]], segments: Mapping[Place, Segment], problems: list[Problem]
    ) -> None:
        self._folder, self._segments, self._problems = folder, segments, problems
        self._sentences = {row["id"]: row for row in tables["sentences"]}
        self._annotations = {row["id"]: row for row in tables["annotations"]}
        self._actions = _grouped(tables["actions"], "annotation_id")
        self._slots = _grouped(tables["slots"], "action_id")
        self._action_links = _grouped(tables["action_aligns"], "hypo_action_id")
        self._slot_links = _grouped(tables["slot_aligns"], "hypo_slot_id")

    def annotations(self) -> Iterator[tuple[Row, AnnotationKey, Annotation]]:
        """Yield one for each annotated hypothesis, and for each reference annotated before (system ``""``)."""
        for row in self._annotations.values():
            if not row["annotator"].strip():
                self._problem("annotations", row, "an annotator without a name; skipped")
                continue
            sentence = self._sentences.get(row["sentence_id"])
            segment = None if sentence is None else self._segments.get(_place(sentence))
            if sentence is None or segment is None or not _has(segment, sentence["version"]):
                self._problem("annotations", row, f"sentence {row['sentence_id']} or its reference is missing; skipped")
            elif sentence["version"] == REFERENCE:
                frames = self._frames(row, segment.references[REFERENCE]).frames
                annotation = Annotation((), frames)
                key = AnnotationKey(segment.key, "", REFERENCE, row["annotator"])
                yield row, key, replace(annotation, state=state_without_column(annotation))
            elif row["ref_id"] != "NULL":
                copy = self._annotations.get(row["ref_id"])
                if copy is None or copy["ref_id"] != "NULL":
                    fault = "is missing" if copy is None else "itself refers to a reference annotation"
                    self._problem("annotations", row, f"reference annotation {row['ref_id']} {fault}; skipped")
                    continue
                key = AnnotationKey(segment.key, sentence["version"], REFERENCE, row["annotator"])
                yield row, key, self._annotation(row, copy, segment, sentence["version"])

    def _annotation(self, row: Row, copy: Row, segment: Segment, system: str) -> Annotation:
        hyp_frames = self._frames(row, segment.hypotheses[system])
        ref_frames = self._frames(copy, segment.references[REFERENCE])
        alignment = FrameAlignment(
            self._links("action_aligns", self._action_links, hyp_frames.actions, ref_frames.actions, "ref_action_id"),
            self._links("slot_aligns", self._slot_links, hyp_frames.slots, ref_frames.slots, "ref_slot_id"),
        )
        annotation = Annotation(hyp_frames.frames, ref_frames.frames, alignment)
        annotation = replace(annotation, state=state_without_column(annotation))
        for fault in annotation.faults:
            self._problem("annotations", row, fault)
        return annotation

    def _frames(self, row: Row, text: Text) -> _Frames:
        size = len(text.tokens or ())
        frames: list[Frame] = []
        actions: dict[str, int] = {}
        slots: dict[str, tuple[int, int]] = {}
        for action in self._actions.get(row["id"], ()):
            tokens = self._tokens("actions", action, size)
            if not tokens:
                continue
            predicate = tokens[0], tokens[-1] + 1
            actions[action["id"]] = len(frames)
            fillers: list[Filler] = []
            for slot in self._slots.get(action["id"], ()):
                spans = [(token, token + 1) for token in self._tokens("slots", slot, size)]
                role = ROLES.get(slot["type"])
                if role is None:
                    self._problem("slots", slot, f"role {slot['type']!r}, expected one of {', '.join(ROLES)}; skipped")
                elif spans:
                    slots[slot["id"]] = (len(frames), len(fillers))
                    fillers.append(Filler(spans[0], role).with_spans(spans))
            frames.append(Frame(predicate, tuple(fillers)))
        return _Frames(tuple(frames), actions, slots)

    def _tokens(self, table: str, row: Row, size: int) -> list[int]:
        """Return the tokens of a row in the order of the text; none, with a problem, if they are not in the text."""
        try:
            tokens = sorted(set(map(int, row["tokens"].split(","))))
        except ValueError:
            self._problem(table, row, f"tokens {row['tokens'][:60]!r}, expected numbers with commas between; skipped")
            return []
        if tokens[0] < 0 or tokens[-1] >= size:
            self._problem(table, row, f"tokens {row['tokens'][:60]}, expected 0 to {size - 1}; skipped")
            return []
        return tokens

    def _links(
        self,
        table: str,
        rows: Mapping[str, list[Row]],
        hyp_places: Mapping[str, End],
        ref_places: Mapping[str, End],
        column: str,
    ) -> dict[tuple[End, End], LinkKind]:
        """The links of one table between things of the hypothesis and of the reference, one to one; others are named.

        ``rows`` are by the id in the hypothesis, ``column`` holds that in the reference.
        """
        links: dict[tuple[End, End], LinkKind] = {}
        used: set[End] = set()
        for name, place in hyp_places.items():
            for row in rows.get(name, ())[1:]:
                self._problem(table, row, "a second link of the same item of the translation; skipped")
            for row in rows.get(name, ())[:1]:
                other, kind = ref_places.get(row[column]), self._kind(table, row)
                if other is None:
                    self._problem(
                        table, row, "a link to an item that is not in the annotation of the reference; skipped"
                    )
                elif other in used:
                    self._problem(table, row, "a second link to the same item of the reference; skipped")
                elif kind is not None:
                    used.add(other)
                    links[place, other] = kind
        return links

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


def _strays(tables: Mapping[str, list[Row]], segments: Mapping[Place, Segment]) -> Iterator[tuple[str, Row, str]]:
    """Yield rows without a parent or with a repeated id: the table, the row and a message."""
    ids = {name: {row["id"] for row in rows} for name, rows in tables.items()}
    for name, rows in tables.items():
        seen: set[str] = set()
        for row in rows:
            if row["id"] in seen:
                yield name, row, f"a second row with the id {row['id']}, expected unique ids"
            seen.add(row["id"])
            column, parent = PARENTS.get(name, ("", ""))
            if parent and row[column] not in ids[parent]:
                yield name, row, f"{column} {row[column]}, which is not in the table {parent}; skipped"
    texts: set[tuple[Place, str]] = set()
    for row in tables["sentences_text"]:
        key = _place(row), row["version"]
        if key in texts:
            yield "sentences_text", row, f"a second text of {segments[key[0]].key} {key[1]}; this one is used"
        texts.add(key)


def _place(sentence: Row) -> Place:
    return sentence["language"], sentence["segment"], sentence["number"]


def _has(segment: Segment, version: str) -> bool:
    """Return whether a segment has a version and a reference."""
    return {version, REFERENCE} <= {*segment.hypotheses, *segment.references}


def _grouped(rows: list[Row], column: str) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row[column]].append(row)
    return dict(groups)
