"""Writing annotations as the tables of HMEANT-WMT13, with token numbers from 0."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from meantree.analysis.frames import Frame, LinkKind, Role
from meantree.annotation.annotated_corpus import without_details
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.losses import Losses, Report, count_details, no_report, place_of
from meantree.annotation.wmt13 import COLUMNS, KINDS, REFERENCE, ROLES, SEVERAL, state_without_column
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, listed, there_is_no
from meantree.files import atomic_path

NAMES: Mapping[Role, str] = {role: name for name, role in ROLES.items()}
_BLANK = re.compile(r"[ \t\r\n]")
"""Characters that end a token, a field or a row."""
_END = re.compile(r"[\t\r\n]")
"""Characters that end a field or a row."""
TYPES: Mapping[LinkKind, str] = {kind: name for name, kind in KINDS.items()}


def write(
    corpus: Corpus,
    annotations: Mapping[AnnotationKey, Annotation],
    folder: Path,
    report: Report = no_report,
    reference: str | None = None,
) -> list[Problem]:
    """Write all tables to a new folder; return problems about what the format cannot represent, reported before.

    The format has one reference, systems named by two digits, texts split at spaces, and no states or comments. In a
    corpus of several languages (:data:`~meantree.annotation.wmt13.SEVERAL`), a segment's id contains its language.

    Args:
        reference: the one to write; by default the only one, or the only annotated one.

    Raises:
        UsageError: if the folder exists or cannot be written, or it is not clear which reference is to be written.
    """
    if folder.exists():
        raise UsageError(f"{folder}: already exists and is not overwritten")
    counts = Counter(key.reference for key in annotations if key.reference)
    tables = _Tables(corpus, _chosen_reference(corpus.references, counts, reference))
    for key, annotation in annotations.items():
        tables.add(key, annotation)
    report(tables.lost)
    with atomic_path(folder) as made:
        made.mkdir()
        for name, columns in COLUMNS.items():
            lines = ["\t".join(columns), *("\t".join(map(str, row)) for row in tables.rows[name])]
            (made / name).write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return tables.lost


def represented(annotation: Annotation) -> Annotation:
    """Return what :func:`~meantree.annotation.wmt13.read` returns for an annotation that :func:`write` wrote."""
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
    renamed: list[Problem] = field(default_factory=list)
    losses: Losses = field(default_factory=Losses)
    _sentences: dict[tuple[str, str], int] = field(default_factory=dict)
    _given: set[str] = field(default_factory=set)
    _annotators: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = _versions(self.corpus.systems)
        for system, name in names.items():
            if system != name:
                self._rename(f"system {system}", name)
        for segment in self.corpus.segments:
            others = [name for name in segment.references if name != self.reference]
            self.losses.add("reference", f"segment {segment.key}, {listed(others)}", len(others))
        for place, segment in enumerate(self.corpus.segments):
            self._add_sentences(place, segment, names)

    def _add_sentences(self, place: int, segment: Segment, names: Mapping[str, str]) -> None:
        language, part, number = self._place(segment.key) or self._free_place(segment.key, place)
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

    @property
    def _language(self) -> str:
        return _END.sub(" ", self.corpus.target_language) or "en"

    def _place(self, key: str) -> tuple[str, str, str] | None:
        """Return language, segment and number of a segment whose id has this form; None for others."""
        parts = key.split("/")
        if self._language != SEVERAL:
            parts = [self._language, *parts]
        if len(parts) != 3 or _END.search(key):
            return None
        return parts[0], parts[1], parts[2]

    def _free_place(self, key: str, place: int) -> tuple[str, str, str]:
        """Return an unused place in part 00."""
        used = {segment.key for segment in self.corpus.segments} | self._given
        prefix = f"{SEVERAL}/00/" if self._language == SEVERAL else "00/"
        while f"{prefix}{place:02d}" in used:
            place += 1
        self._given.add(f"{prefix}{place:02d}")
        self._rename(f"segment {key}", f"{prefix}{place:02d}")
        return self._language, "00", f"{place:02d}"

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
        self._count_losses(key, annotation)
        annotation = represented(annotation)
        sentence = self._sentences[key.segment, key.system]
        annotator = self._annotator(key.annotator)
        reference = self._row("annotations", sentence, annotator, "NULL")
        ref_ids = self._add_frames(reference, annotation.reference)
        if not key.system:
            return
        hyp_ids = self._add_frames(self._row("annotations", sentence, annotator, reference), annotation.hypothesis)
        for (hyp_frame, ref_frame), kind in annotation.alignment.frames.items():
            self._row("action_aligns", ref_ids[0][ref_frame], hyp_ids[0][hyp_frame], TYPES[kind])
        for (filler, ref_filler), kind in annotation.alignment.fillers.items():
            self._row("slot_aligns", ref_ids[1][ref_filler], hyp_ids[1][filler], TYPES[kind])

    def _annotator(self, name: str) -> str:
        """Return a name that fits into a field; a changed name is reported once."""
        if name not in self._annotators:
            self._annotators[name] = _END.sub(" ", name)
            if self._annotators[name] != name:
                self._rename(f"annotator {name!r}", self._annotators[name])
        return self._annotators[name]

    def _count_losses(self, key: AnnotationKey, annotation: Annotation) -> None:
        """Count what the format, which has only frames, cannot represent."""
        place = place_of(key)
        self.losses.add("comment", place, bool(annotation.comment))
        count_details(self.losses, key, annotation)
        reads_as, state = represented(annotation).state, annotation.state
        fate = f"read back as {reads_as.value!r}, not {state.value!r}"
        self.losses.add("translation", place, bool(key.system) and state is not reads_as, fate)

    @property
    def lost(self) -> list[Problem]:
        """Problems about what the format cannot represent."""
        return [*self.renamed, *self.losses.problems]

    def _rename(self, what: str, name: str) -> None:
        self.renamed.append(Problem(None, None, f"{what} is written as {name}"))

    def _add_frames(self, annotation: int, frames: Iterable[Frame]) -> tuple[list[int], dict[tuple[int, int], int]]:
        actions: list[int] = []
        slots: dict[tuple[int, int], int] = {}
        for place, frame in enumerate(frames):
            action = self._row("actions", annotation, _tokens(range(*frame.predicate)))
            actions.append(action)
            for number, filler in enumerate(frame.fillers):
                slots[place, number] = self._row("slots", action, NAMES[filler.role], _tokens(filler.tokens))
        return actions, slots

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
