"""Annotations as the tables of HMEANT-WMT13; token numbers count from 0, as there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meantree.analysis.frames import Frame, LinkKind, Role, Span
from meantree.corpus.model import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.files import whole
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.formats.wmt13 import COLUMNS, KINDS, REFERENCE, ROLES, state_without_column

NAMES: Mapping[Role, str] = {role: name for name, role in ROLES.items()}
TYPES: Mapping[LinkKind, str] = {kind: name for name, kind in KINDS.items()}


def write(corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation], folder: Path) -> list[Problem]:
    """Write all tables into a new folder; what the format cannot hold is returned.

    The format has one reference, systems named by two digits, texts cut at blanks, and neither states nor comments.

    Raises:
        UsageError: if there is something of that name already, it cannot be written, or there is nothing to write.
    """
    if folder.exists():
        raise UsageError(f"{folder}: there is something already; tables are not written over it")
    if len(corpus.references) != 1:
        raise UsageError(f"{len(corpus.references)} references, but HMEANT-WMT13 has exactly one")
    tables = _Tables(corpus)
    for key, annotation in annotations.items():
        tables.add(key, annotation)
    with whole(folder) as made:
        made.mkdir()
        for name, columns in COLUMNS.items():
            lines = ["\t".join(columns), *("\t".join(map(str, row)) for row in tables.rows[name])]
            (made / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return tables.lost


@dataclass
class _Tables:
    """The rows of all tables; ids count from 0 in each."""

    corpus: Corpus
    rows: dict[str, list[Sequence[object]]] = field(default_factory=lambda: {name: [] for name in COLUMNS})
    lost: list[Problem] = field(default_factory=list)
    _sentences: dict[tuple[str, str], int] = field(default_factory=dict)
    _given: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        names = {system: f"{number:02d}" for number, system in enumerate(self.corpus.systems, start=1)}
        for system, name in names.items():
            if system != name:
                self._lose(f"system {system} is written as {name}")
        for place, segment in enumerate(self.corpus.segments):
            self._add_sentences(place, segment, names)

    def _add_sentences(self, place: int, segment: Segment, names: Mapping[str, str]) -> None:
        part, slash, number = segment.key.rpartition("/")
        if not slash or "/" in part:
            part, number = "00", self._free_number(place)
            self._lose(f"segment {segment.key} is written as {part}/{number}")
        texts = {"": (REFERENCE, next(iter(segment.references.values()), None))}
        texts |= {system: (names[system], text) for system, text in segment.hypotheses.items()}
        for system, (version, text) in texts.items():
            if text is None:
                continue
            words = list(text.tokens) if text.tokens is not None else text.text.split()
            if any(word.split() != [word] for word in words):
                self._lose(f"segment {segment.key}, {version}: blanks within tokens are written as underscores")
                words = ["_".join(word.split()) or "_" for word in words]
            identity = len(self.rows["sentences"])
            self._sentences[segment.key, system] = identity
            row = (identity, self.corpus.target_language or "en", part, number, version)
            self.rows["sentences"].append((*row, len(words)))
            self.rows["sentences_text"].append((*row, " ".join(words)))

    def _free_number(self, place: int) -> str:
        """A number that no segment of part 00 has."""
        taken = {segment.key for segment in self.corpus.segments} | self._given
        while f"00/{place:02d}" in taken:
            place += 1
        self._given.add(f"00/{place:02d}")
        return f"{place:02d}"

    def add(self, key: AnnotationKey, annotation: Annotation) -> None:
        """One annotation: of a reference alone, or of a translation with a copy of the reference's frames."""
        if (key.segment, key.system) not in self._sentences:
            self._lose(f"segment {key.segment}: no text of {key.system or 'the reference'}; its annotation is left out")
            return
        self._lose_what_has_no_column(key, annotation)
        sentence = self._sentences[key.segment, key.system]
        reference = self._row("annotations", sentence, key.annotator, "NULL")
        theirs = self._add_frames(reference, annotation.reference)
        if not key.system:
            return
        mine = self._add_frames(self._row("annotations", sentence, key.annotator, reference), annotation.hypothesis)
        for (one, two), kind in annotation.alignment.frames.items():
            self._row("action_aligns", theirs[0][two], mine[0][one], TYPES[kind])
        for (filler, other), kind in annotation.alignment.fillers.items():
            self._row("slot_aligns", theirs[1][other], mine[1][filler], TYPES[kind])

    def _lose_what_has_no_column(self, key: AnnotationKey, annotation: Annotation) -> None:
        """The format knows frames alone: none at all reads as a translation that cannot be annotated."""
        whose = f"segment {key.segment}, {key.system or key.reference}, {key.annotator}"
        if annotation.comment:
            self._lose(f"{whose}: the comment is left out")
        reads_as = state_without_column(annotation)
        if key.system and annotation.state is not reads_as:
            self._lose(f"{whose}: {annotation.state.value!r} will read as {reads_as.value!r}")

    def _add_frames(self, annotation: int, frames: Iterable[Frame]) -> tuple[list[int], dict[tuple[int, int], int]]:
        actions: list[int] = []
        slots: dict[tuple[int, int], int] = {}
        for place, frame in enumerate(frames):
            action = self._row("actions", annotation, _tokens(frame.predicate))
            actions.append(action)
            for number, filler in enumerate(frame.fillers):
                slots[place, number] = self._row("slots", action, NAMES[filler.role], _tokens(filler.span))
        return actions, slots

    def _row(self, table: str, *values: object) -> int:
        identity = len(self.rows[table])
        self.rows[table].append((identity, *values))
        return identity

    def _lose(self, message: str) -> None:
        self.lost.append(Problem(None, None, message))


def _tokens(span: Span) -> str:
    return ",".join(map(str, range(*span)))
