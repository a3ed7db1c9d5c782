"""brat standoff: a folder for each annotator, with a text and an annotation file for each translation and reference.

The first line of the text has the tokens of the translation and the second those of the reference, so that links are
relations within one file; offsets count characters from 0, as in brat. ``states.tsv`` has states and comments, which
brat cannot represent.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import quote, unquote

from meantree.alignment.linked_frames import aligned, frames_of, links, parts_of, spans_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Part, Role, Span, overlap
from meantree.annotation.annotated_corpus import AnnotatedCorpus, Losses, count_details, place_of, without_details
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side, Text
from meantree.corpus.formats.raw_file import load_lines
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import shortened

LONGEST_NAME = 240
"""Bytes; most file systems take 255, with the ending."""
PREDICATE, STATES, JOINT = "Predicate", "states.tsv", "+"
CONFIGURATION = f"""[entities]
{PREDICATE}
{chr(10).join(Role)}
[relations]
{chr(10).join(f"{kind.value} Arg1:<ENTITY>, Arg2:<ENTITY>" for kind in LinkKind)}
[events]
{PREDICATE} {", ".join(f"{role}*:{role}" for role in Role)}
[attributes]
"""
_ENTITY = re.compile(r"(T\d+)\t(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)(?:\s.*)?", re.DOTALL)
_EVENT = re.compile(rf"E\d+\t{PREDICATE}:(T\d+)((?: \S+:T\d+)*)\s*")
_RELATION = re.compile(r"R\d+\t(\S+) Arg1:(T\d+) Arg2:(T\d+)\s*")


def is_brat(folder: Path) -> bool:
    """Return whether a folder has brat files, directly or in its annotators' folders."""
    return any(folder.glob("*/*.ann")) or any(folder.glob("*.ann"))


# Writing


represented = without_details
"""What :func:`read` returns for an annotation that was written."""


def written(
    corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation]
) -> tuple[Iterator[tuple[str, str]], list[Problem]]:
    """Return the files of a folder with all annotations, each with its text, and what brat cannot represent.

    Raises:
        UsageError: if ids are too long for file names.
    """
    if long := next((key for key in annotations if len(_name(key).encode()) > LONGEST_NAME), None):
        raise UsageError(
            f"the names of segment {shortened(long.segment, 40)} and system are too long for a file's name"
        )
    return _files(corpus, annotations), _lost(corpus, annotations)


def _files(corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation]) -> Iterator[tuple[str, str]]:
    states: dict[str, list[str]] = {}
    yield "annotation.conf", CONFIGURATION
    for key, annotation in annotations.items():
        if not (key.system and key.reference):
            continue
        segment = corpus.segments[corpus.places[key.segment]]
        words = _words(segment.hypotheses[key.system]), _words(segment.references[key.reference])
        name, annotator = _name(key), _folder_name(key.annotator)
        yield f"{annotator}/{name}.txt", "".join(" ".join(row) + "\n" for row in words)
        yield f"{annotator}/{name}.ann", "".join(_lines(annotation, words))
        comment = quote(annotation.comment, safe=" ,.;:!?()'\"")
        states.setdefault(annotator, ["name\tstate\tcomment"]).append(f"{name}\t{annotation.state.value}\t{comment}")
    for annotator, rows in states.items():
        yield f"{annotator}/{STATES}", "\n".join(rows) + "\n"


def _name(key: AnnotationKey) -> str:
    return JOINT.join(quote(part, safe="") for part in (key.segment, key.system, key.reference))


def _folder_name(annotator: str) -> str:
    """Return a folder name for any annotator's name that is no path out of the folder."""
    name = quote(annotator, safe=" ")
    return name.replace(".", "%2E") if not name.strip(" .") else name


def _lost(corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation]) -> list[Problem]:
    losses = Losses()
    for key, annotation in annotations.items():
        if key.system and key.reference:
            count_details(losses, key, annotation)
        else:
            losses.add("annotation", place_of(key), fate="of a single text (frames or corrected heads) left out")
    done = {(key.segment, key.system) for key in annotations if key.reference}
    for segment in corpus.segments:
        for name in segment.hypotheses:
            is_untouched = (segment.key, name) not in done
            losses.add("translation", f"segment {segment.key}, {name}", is_untouched, "without annotations left out")
    orders = {"segment": corpus.places, "system": corpus.systems, "reference": corpus.references}
    fate = "change places when read back, sorted by name"
    for what, order in orders.items():
        exported = {getattr(key, what) for key in annotations if key.system and key.reference}
        names = [name for name in order if name in exported]
        for name, other in zip(names, sorted(names), strict=True):
            losses.add(what, f"{what} {shortened(name)}", name != other, fate)
    renamed = "document names become part of segment ids"
    has_documents = any(segment.document for segment in corpus.segments)
    return [*losses.problems, *[Problem(None, None, renamed)] * has_documents]


def _words(text: Text) -> tuple[str, ...]:
    """Return tokens with underscores for spaces, as spaces separate them."""
    words = text.tokens if text.tokens is not None else tuple(text.text.split())
    return tuple("_".join(word.split()) or "_" for word in words)


def _lines(annotation: Annotation, words: tuple[Sequence[str], Sequence[str]]) -> Iterator[str]:
    starts = _starts(words[0], 0)
    offsets = {SIDES[0]: starts, SIDES[1]: _starts(words[1], starts[-1])}
    names: dict[tuple[Side, Part], str] = {}
    for side, row in zip(SIDES, words, strict=True):
        for place, frame in enumerate(frames_of(annotation, side)):
            for part in parts_of(place, len(frame.fillers)):
                names[side, part] = f"T{len(names) + 1}"
                spans = spans_of(annotation, side, part)
                kind = PREDICATE if part[1] is None else frame.fillers[part[1]].role.value
                fragments = ";".join(
                    f"{offsets[side][start]} {offsets[side][end - 1] + len(row[end - 1])}" for start, end in spans
                )
                text = " ".join(" ".join(row[start:end]) for start, end in spans)
                yield f"{names[side, part]}\t{kind} {fragments}\t{text}\n"
    events = [(side, part) for side, part in names if part[1] is None]
    for number, (side, part) in enumerate(events, start=1):
        frame = frames_of(annotation, side)[part[0]]
        roles = "".join(
            f" {filler.role}{'' if count == 0 else count + 1}:{names[side, (part[0], place)]}"
            for place, filler in enumerate(frame.fillers)
            for count in [sum(other.role is filler.role for other in frame.fillers[:place])]
        )
        yield f"E{number}\t{PREDICATE}:{names[side, part]}{roles}\n"
    for number, (hyp_part, ref_part, kind) in enumerate(links(annotation, "hypothesis"), start=1):
        yield f"R{number}\t{kind.value} Arg1:{names['hypothesis', hyp_part]} Arg2:{names['reference', ref_part]}\n"


def _starts(words: Sequence[str], start: int) -> list[int]:
    """Return the offsets at which each word starts, and the next line."""
    starts = []
    for word in words:
        starts.append(start)
        start += len(word) + 1
    return [*starts, start if words else start + 1]


# Reading


def read(folder: Path) -> AnnotatedCorpus:
    """Read all annotations in a folder; invalid files are skipped and reported in the corpus' problems.

    Raises:
        InputError: if no file is valid.
    """
    annotations: dict[AnnotationKey, Annotation] = {}
    texts: dict[str, dict[Side, dict[str, Text]]] = {}
    states: dict[Path, dict[str, tuple[State, str]]] = {}
    problems: list[Problem] = []
    for path in sorted(folder.rglob("*.ann")):
        try:
            key = _key(path, folder)
            words = _read_words(path.with_suffix(".txt"))
            annotation = _read_annotation(path, words)
        except InputError as error:
            problems.append(error.problem)
            continue
        if path.parent not in states:
            states[path.parent] = _read_states(path.parent)
        state, comment = states[path.parent].get(path.stem, (None, ""))
        reads_as = State.DONE if annotation.hypothesis or annotation.reference else State.NOTHING
        annotations[key] = replace(annotation, state=state or reads_as, comment=comment)
        of_segment = texts.setdefault(key.segment, {side: {} for side in SIDES})
        for side, name, row in zip(SIDES, (key.system, key.reference), words, strict=True):
            of_segment[side][name] = Text(" ".join(row), tokens=row)
    if not annotations:
        details = f" ({problems[0]})" if problems else ""
        raise InputError(folder, f"no valid annotation, expected .ann files beside .txt files{details}")
    return AnnotatedCorpus(_corpus(folder, texts, problems), annotations)


def _corpus(folder: Path, texts: Mapping[str, Mapping[Side, dict[str, Text]]], problems: list[Problem]) -> Corpus:
    segments = tuple(
        Segment(key, "", references=texts[key]["reference"], hypotheses=texts[key]["hypothesis"])
        for key in sorted(texts)
    )
    systems = sorted({name for segment in segments for name in segment.hypotheses})
    references = sorted({name for segment in segments for name in segment.references})
    return Corpus(folder.stem, segments, tuple(systems), tuple(references), problems=tuple(problems))


def _key(path: Path, folder: Path) -> AnnotationKey:
    parts = [unquote(part) for part in path.stem.split(JOINT)]
    if len(parts) != 3:
        raise InputError(path, f"a name of {len(parts)} parts, expected segment{JOINT}system{JOINT}reference.ann")
    annotator = "annotator" if path.parent == folder else unquote(path.parent.name)
    return AnnotationKey(parts[0], parts[1], parts[2], annotator)


def _read_words(path: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    try:
        lines = load_lines(path)
    except InputError as error:
        raise InputError(path, f"{error.problem.message}; expected the text beside its .ann file") from error
    if len(lines) < 2:
        raise InputError(path, f"{len(lines)} lines, expected the translation and the reference")
    return tuple(lines[0].split()), tuple(lines[1].split())


def _read_states(folder: Path) -> dict[str, tuple[State, str]]:
    path = folder / STATES
    if not os.path.lexists(path):
        return {}
    rows = [line.split("\t") for line in load_lines(path)[1:] if line.strip()]
    for number, row in enumerate(rows, start=2):
        if len(row) != 3 or row[1] not in set(State):
            raise InputError(path, f"expected name, one of {', '.join(State)}, and a comment", line=number)
    return {row[0]: (State(row[1]), unquote(row[2])) for row in rows}


@dataclass(slots=True)
class _File:
    """What the lines of a file say; its methods raise ValueError for a line that is invalid.

    Attributes:
        entities: predicates, as frames without fillers, and fillers, each with its text.
        places: the parts that they became.
    """

    words: tuple[Sequence[str], Sequence[str]]
    entities: dict[str, tuple[Side, Frame | Filler]] = field(default_factory=dict)
    places: dict[str, Part] = field(default_factory=dict)
    frames: dict[Side, list[Frame]] = field(default_factory=lambda: {"hypothesis": [], "reference": []})
    links: list[tuple[Part, Part, LinkKind]] = field(default_factory=list)

    def entity(self, line: str) -> None:
        """Read the words of a predicate or filler."""
        match = _ENTITY.fullmatch(line)
        if match is None:
            raise ValueError(f"{line[:60]!r}, expected T1, a kind and two offsets")
        name, kind = match[1], match[2]
        pieces = sorted(
            (int(first), int(last)) for first, _, last in (piece.partition(" ") for piece in match[3].split(";"))
        )
        if kind != PREDICATE and kind not in set(Role):
            raise ValueError(f"the kind {kind!r}, expected {PREDICATE} or one of {', '.join(Role)}")
        if kind == PREDICATE and len(pieces) > 1:
            raise ValueError("a predicate in several pieces, expected one piece")
        border = _starts(self.words[0], 0)[-1]
        side: Side = "hypothesis" if pieces[0][0] < border else "reference"
        row, start = (self.words[0], 0) if side == "hypothesis" else (self.words[1], border)
        spans = [_span(piece, row, _starts(row, start)) for piece in pieces]
        if any(overlap(*both) for both in pairwise(spans)):
            raise ValueError("an entity whose pieces overlap")
        entity: Frame | Filler = Frame(spans[0])
        if kind != PREDICATE:
            entity = Filler(spans[0], Role(kind)).with_spans(spans)
        self.entities[name] = side, entity

    def event(self, line: str) -> None:
        """Read a frame."""
        match = _EVENT.fullmatch(line)
        if match is None:
            raise ValueError(f"{line[:60]!r}, expected E1, {PREDICATE}:T1 and roles")
        names = [match[1], *(argument.partition(":")[2] for argument in match[2].split())]
        if missing := next((name for name in names if name not in self.entities), None):
            raise ValueError(f"there is no {missing}, expected an entity of this file")
        (side, predicate), *arguments = (self.entities[name] for name in names)
        fillers = tuple(filler for where, filler in arguments if where == side and isinstance(filler, Filler))
        if not isinstance(predicate, Frame) or len(fillers) < len(arguments):
            raise ValueError("expected a predicate and fillers of one text")
        self.add_frame(side, replace(predicate, fillers=fillers), names)

    def add_frame(self, side: Side, frame: Frame, names: Sequence[str]) -> None:
        """Add a frame, given the names of its predicate and its fillers."""
        parts = parts_of(len(self.frames[side]), len(frame.fillers))
        self.places |= dict(zip(names, parts, strict=True))
        self.frames[side].append(frame)

    def relation(self, line: str) -> None:
        """Read a link."""
        match = _RELATION.fullmatch(line)
        if match is None or match[1] not in set(LinkKind):
            raise ValueError(f"{line[:60]!r}, expected R1, one of {', '.join(LinkKind)}, Arg1:T1 Arg2:T2")
        ends = match[2], match[3]
        if missing := next((name for name in ends if name not in self.places), None):
            raise ValueError(f"there is no {missing} in a frame, expected a predicate or filler")
        hyp_entity, ref_entity = sorted(ends, key=lambda name: SIDES.index(self.entities[name][0]))
        if self.entities[hyp_entity][0] == self.entities[ref_entity][0]:
            raise ValueError("a link within one text, expected one between both")
        hyp_part, ref_part = self.places[hyp_entity], self.places[ref_entity]
        if (hyp_part[1] is None) != (ref_part[1] is None):
            raise ValueError("a link of a predicate with a filler")
        self.links.append((hyp_part, ref_part, LinkKind(match[1])))


def _read_annotation(path: Path, words: tuple[Sequence[str], Sequence[str]]) -> Annotation:
    lines, file = list(enumerate(load_lines(path), start=1)), _File(words)
    for kind, read_line in {"T": file.entity, "E": file.event, "R": file.relation}.items():
        for number, line in lines:
            try:
                if line.startswith(kind):
                    read_line(line)
            except ValueError as error:
                raise InputError(path, str(error), line=number) from None
        if kind == "E":
            for name, (side, entity) in file.entities.items():
                if isinstance(entity, Frame) and name not in file.places:  # without arguments it needs no event
                    file.add_frame(side, entity, [name])
    annotation = Annotation(tuple(file.frames["hypothesis"]), tuple(file.frames["reference"]), aligned(file.links))
    if annotation.faults:
        raise InputError(path, annotation.faults[0])
    return annotation


def _span(piece: Span, row: Sequence[str], starts: Sequence[int]) -> Span:
    """Return the words of a text at two offsets."""
    first, last = piece
    places = [place for place, begin in enumerate(starts[:-1]) if begin < last and begin + len(row[place]) > first]
    if not places or last <= first:
        raise ValueError(f"found no words at offsets {first} to {last}")
    return places[0], places[-1] + 1
