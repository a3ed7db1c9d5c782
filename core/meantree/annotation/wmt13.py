"""The tables of HMEANT-WMT13 (Birch et al. 2013), read and written: a folder of tab-separated files, in any languages.

Each annotation of a hypothesis comes with a copy of the annotator's reference frames: a row of ``annotations``
whose ``ref_id`` is NULL though its sentence is a hypothesis. The tokens of such a copy are those of the reference
(version 00) of the same language, segment and number.
"""

from __future__ import annotations

import itertools
import os
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from meantree.alignment.linked_frames import aligned, links
from meantree.analysis.frames import Filler, Frame, LinkKind, Part, Role
from meantree.annotation.annotated_corpus import AnnotatedCorpus, Losses, count_details, place_of, without_details
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.raw_file import load_lines
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import counted, listed, there_is_no
from meantree.grouping import grouped

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
LINKS = {"action_aligns": ("hypo_action_id", "ref_action_id"), "slot_aligns": ("hypo_slot_id", "ref_slot_id")}
"""The columns with the ids of both ends: in the translation, and in the reference."""
KINDS = {"full": LinkKind.CORRECT, "partial": LinkKind.PARTIAL, "undefined": LinkKind.UNDECIDED}
Row = Mapping[str, str]
Place = tuple[str, str, str]
"""Language, segment and number: what the versions of one sentence have in common."""


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
        reader.problem(table, row, message)
    annotations: dict[AnnotationKey, Annotation] = {}
    for row, key, annotation in reader.annotations():
        if key in annotations:
            what = f"{key.segment}, {key.system or REFERENCE} by {key.annotator}"
            reader.problem("annotations", row, f"another annotation of {what}; this one is used")
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


class _Reader:
    """Joins the rows of the tables to annotations."""

    def __init__(
        self, folder: Path, tables: Mapping[str, list[Row]], segments: Mapping[Place, Segment], problems: list[Problem]
    ) -> None:
        self._folder, self._segments, self._problems = folder, segments, problems
        self._sentences = {row["id"]: row for row in tables["sentences"]}
        self._annotations = {row["id"]: row for row in tables["annotations"]}
        self._actions = grouped((row["annotation_id"], row) for row in tables["actions"])
        self._slots = grouped((row["action_id"], row) for row in tables["slots"])
        self._linked = {table: grouped((row[end], row) for row in tables[table]) for table, (end, _) in LINKS.items()}

    def annotations(self) -> Iterator[tuple[Row, AnnotationKey, Annotation]]:
        """Yield one for each annotated hypothesis, and for each reference annotated before (system ``""``)."""
        for row in self._annotations.values():
            if not row["annotator"].strip():
                self.problem("annotations", row, "an annotator without a name; skipped")
                continue
            sentence = self._sentences.get(row["sentence_id"])
            segment = None if sentence is None else self._segments.get(_place(sentence))
            versions = () if segment is None else (*segment.hypotheses, *segment.references)
            if sentence is None or segment is None or not {sentence["version"], REFERENCE}.issubset(versions):
                self.problem("annotations", row, f"sentence {row['sentence_id']} or its reference is missing; skipped")
            elif sentence["version"] == REFERENCE:
                annotation = Annotation((), self._frames(row, segment.references[REFERENCE])[0])
                key = AnnotationKey(segment.key, "", REFERENCE, row["annotator"])
                yield row, key, replace(annotation, state=state_without_column(annotation))
            elif row["ref_id"] != "NULL":
                copy = self._annotations.get(row["ref_id"])
                if copy is None or copy["ref_id"] != "NULL":
                    fault = "is missing" if copy is None else "itself refers to a reference annotation"
                    self.problem("annotations", row, f"reference annotation {row['ref_id']} {fault}; skipped")
                    continue
                key = AnnotationKey(segment.key, sentence["version"], REFERENCE, row["annotator"])
                yield row, key, self._annotation(row, copy, segment, sentence["version"])

    def _annotation(self, row: Row, copy: Row, segment: Segment, system: str) -> Annotation:
        hyp_frames, hyp_parts = self._frames(row, segment.hypotheses[system])
        ref_frames, ref_parts = self._frames(copy, segment.references[REFERENCE])
        annotation = Annotation(hyp_frames, ref_frames, aligned(self._links(hyp_parts, ref_parts)))
        annotation = replace(annotation, state=state_without_column(annotation))
        for fault in annotation.faults:
            self.problem("annotations", row, fault)
        return annotation

    def _frames(self, row: Row, text: Text) -> tuple[tuple[Frame, ...], dict[tuple[str, str], Part]]:
        """Return the frames of an annotation, and their parts by the table with their links and their id."""
        size = len(text.tokens or ())
        frames: list[Frame] = []
        parts: dict[tuple[str, str], Part] = {}
        for action in self._actions.get(row["id"], ()):
            tokens = self._tokens("actions", action, size)
            if not tokens:
                continue
            predicate = tokens[0], tokens[-1] + 1
            parts["action_aligns", action["id"]] = len(frames), None
            fillers: list[Filler] = []
            for slot in self._slots.get(action["id"], ()):
                spans = [(token, token + 1) for token in self._tokens("slots", slot, size)]
                role = ROLES.get(slot["type"])
                if role is None:
                    self.problem("slots", slot, f"role {slot['type']!r}, expected one of {', '.join(ROLES)}; skipped")
                elif spans:
                    parts["slot_aligns", slot["id"]] = len(frames), len(fillers)
                    fillers.append(Filler(spans[0], role).with_spans(spans))
            frames.append(Frame(predicate, tuple(fillers)))
        return tuple(frames), parts

    def _tokens(self, table: str, row: Row, size: int) -> list[int]:
        """Return the tokens of a row in the order of the text; none, with a problem, if they are not in the text."""
        try:
            tokens = sorted(set(map(int, row["tokens"].split(","))))
        except ValueError:
            self.problem(table, row, f"tokens {row['tokens'][:60]!r}, expected numbers with commas between; skipped")
            return []
        if tokens[0] < 0 or tokens[-1] >= size:
            self.problem(table, row, f"tokens {row['tokens'][:60]}, expected 0 to {size - 1}; skipped")
            return []
        return tokens

    def _links(
        self, hyp_parts: Mapping[tuple[str, str], Part], ref_parts: Mapping[tuple[str, str], Part]
    ) -> Iterator[tuple[Part, Part, LinkKind]]:
        """Yield the links between parts of the hypothesis and of the reference, one to one."""
        used: set[Part] = set()
        for (table, name), part in hyp_parts.items():
            row, *others = self._linked[table].get(name, (None,))
            for other_row in others:
                self.problem(table, other_row, "a second link of the same item of the translation; skipped")
            if row is not None:
                other, kind = ref_parts.get((table, row[LINKS[table][1]])), KINDS.get(row["type"])
                if kind is None:
                    expected = f"expected one of {', '.join(KINDS)}"
                    self.problem(table, row, f"link type {row['type']!r}, {expected}; skipped")
                if other is None:
                    self.problem(
                        table, row, "a link to an item that is not in the annotation of the reference; skipped"
                    )
                elif other in used:
                    self.problem(table, row, "a second link to the same item of the reference; skipped")
                elif kind is not None:
                    used.add(other)
                    yield part, other, kind

    def problem(self, table: str, row: Row, message: str) -> None:
        """Report a problem of a row."""
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


NAMES: Mapping[Role, str] = {role: name for name, role in ROLES.items()}
_BLANK = re.compile(r"[ \t\r\n]")
"""Characters that end a token, a field or a row."""
_END = re.compile(r"[\t\r\n]")
"""Characters that end a field or a row."""
TYPES: Mapping[LinkKind, str] = {kind: name for name, kind in KINDS.items()}


def written(
    corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation], reference: str | None = None
) -> tuple[Iterator[tuple[str, str]], list[Problem]]:
    """Return the names of all tables, each with its text, and what the format cannot represent.

    The format has one reference, systems named by two digits, texts split at spaces, and no states or comments. In a
    corpus of several languages (:data:`~meantree.annotation.wmt13.SEVERAL`), a segment's id contains its language.

    Args:
        reference: the one to write; by default the only one, or the only annotated one.

    Raises:
        UsageError: if it is not clear which reference is to be written.
    """
    counts = Counter(key.reference for key in annotations if key.reference)
    tables = _Tables(corpus, _chosen_reference(corpus.references, counts, reference))
    for key, annotation in annotations.items():
        tables.add(key, annotation)
    rows = {name: (columns, *tables.rows[name]) for name, columns in COLUMNS.items()}
    texts = ((name, "".join("\t".join(map(str, row)) + "\n" for row in of_table)) for name, of_table in rows.items())
    renamed = [Problem(None, None, f"{what} is written as {name}") for what, name in tables.renamed.items()]
    return texts, [*renamed, *tables.losses.problems]


def represented(annotation: Annotation) -> Annotation:
    """Return what :func:`~meantree.annotation.wmt13.read` returns for an annotation that was written."""
    bare = without_details(annotation)
    if bare.state is State.CANNOT:  # reading an annotation without frames gives this state, too
        bare = Annotation()
    return replace(bare, state=state_without_column(bare), comment="")


@dataclass
class _Tables:
    """The rows of all tables; ids count from 0 in each."""

    corpus: Corpus
    reference: str
    rows: dict[str, list[Sequence[object]]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    renamed: dict[str, str] = field(default_factory=dict)
    losses: Losses = field(default_factory=Losses)
    _sentences: dict[tuple[str, str], int] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._used.update(segment.key for segment in self.corpus.segments)
        names = _versions(self.corpus.systems)
        for system, name in names.items():
            if system != name:
                self.renamed[f"system {system}"] = name
        for segment in self.corpus.segments:
            others = [name for name in segment.references if name != self.reference]
            self.losses.add("reference", f"segment {segment.key}, {listed(others)}", len(others))
        for place, segment in enumerate(self.corpus.segments):
            self._add_sentences(place, segment, names)

    def _add_sentences(self, place: int, segment: Segment, names: Mapping[str, str]) -> None:
        language, part, number = self._place(segment.key, place)
        texts = {"": (REFERENCE, segment.references.get(self.reference))}
        texts |= {system: (names[system], text) for system, text in segment.hypotheses.items()}
        for system, (version, text) in texts.items():
            if text is None:
                continue
            words = list(text.tokens) if text.tokens is not None else text.text.split()
            if any(not word or _BLANK.search(word) for word in words):
                self.losses.add("text", f"segment {segment.key}, {version}", fate="written with underscores in tokens")
                words = [_BLANK.sub("_", word) or "_" for word in words]
            identity = len(self.rows["sentences"])
            self._sentences[segment.key, system] = identity
            row = (identity, language, part, number, version)
            self.rows["sentences"].append((*row, len(words)))
            self.rows["sentences_text"].append((*row, " ".join(words)))

    def _place(self, key: str, place: int) -> Place:
        """Return language, segment and number of an id that has this form, else an unused place in part 00."""
        language = _END.sub(" ", self.corpus.target_language) or "en"
        parts = key.split("/") if language == SEVERAL else [language, *key.split("/")]
        if len(parts) == 3 and not _END.search(key):
            return parts[0], parts[1], parts[2]
        prefix = f"{SEVERAL}/00/" if language == SEVERAL else "00/"
        while (name := f"{prefix}{place:02d}") in self._used:
            place += 1
        self._used.add(name)
        self.renamed[f"segment {key}"] = name
        return language, "00", f"{place:02d}"

    def add(self, key: AnnotationKey, annotation: Annotation) -> None:
        """Add an annotation of a reference alone, or of a translation with a copy of the reference's frames."""
        place = place_of(key)
        if key.reference not in ("", self.reference):
            self.losses.add("annotation", place, fate="of another reference left out")
            return
        if (key.segment, key.system) not in self._sentences:
            self.losses.add("annotation", place, fate="without a text left out")
            return
        is_impossible = annotation.state is State.CANNOT and bool(annotation.hypothesis or annotation.reference)
        self.losses.add("impossible annotation", place, is_impossible, "written without frames")
        self.losses.add("comment", place, bool(annotation.comment))
        count_details(self.losses, key, annotation)
        before, annotation = annotation.state, represented(annotation)
        fate = f"read back as {annotation.state.value!r}, not {before.value!r}"
        self.losses.add("translation", place, bool(key.system) and before is not annotation.state, fate)
        sentence = self._sentences[key.segment, key.system]
        annotator = _END.sub(" ", key.annotator)
        if annotator != key.annotator:
            self.renamed[f"annotator {key.annotator!r}"] = annotator
        reference = self._row("annotations", sentence, annotator, "NULL")
        ref_ids = self._add_frames(reference, annotation.reference)
        if not key.system:
            return
        hyp_ids = self._add_frames(self._row("annotations", sentence, annotator, reference), annotation.hypothesis)
        for hyp_part, ref_part, kind in links(annotation, "hypothesis"):
            table = "action_aligns" if hyp_part[1] is None else "slot_aligns"
            self._row(table, ref_ids[ref_part], hyp_ids[hyp_part], TYPES[kind])

    def _add_frames(self, annotation: int, frames: Iterable[Frame]) -> dict[Part, int]:
        """Add the frames of an annotation; return the ids of their parts."""
        ids: dict[Part, int] = {}
        for place, frame in enumerate(frames):
            action = ids[place, None] = self._row("actions", annotation, _tokens(range(*frame.predicate)))
            for number, filler in enumerate(frame.fillers):
                ids[place, number] = self._row("slots", action, NAMES[filler.role], _tokens(filler.tokens))
        return ids

    def _row(self, table: str, *values: object) -> int:
        identity = len(self.rows[table])
        self.rows[table].append((identity, *values))
        return identity


def _chosen_reference(references: Sequence[str], counts: Mapping[str, int], wanted: str | None) -> str:
    """Return the reference to write: the wanted one, else the only one, or the only annotated one."""
    if wanted is not None and wanted not in references:
        raise UsageError(there_is_no("reference", wanted, references))
    candidates = [wanted] if wanted is not None else list(references if len(references) == 1 else counts)
    if len(candidates) != 1:
        found = ", ".join(f"{name} with {counted(counts.get(name, 0), 'annotation')}" for name in references)
        raise UsageError(f"HMEANT-WMT13 has exactly one reference; choose one with --reference: {found or 'none'}")
    return candidates[0]


def _tokens(tokens: Iterable[int]) -> str:
    return ",".join(map(str, tokens))


def _versions(systems: Iterable[str]) -> dict[str, str]:
    """Return two digits for each system, its own name if that has two digits."""
    used = {system for system in systems if re.fullmatch(r"[0-9]{2}", system)} - {REFERENCE}
    unused = (name for number in itertools.count(1) if (name := f"{number:02d}") not in used)
    return {system: system if system in used else next(unused) for system in systems}
