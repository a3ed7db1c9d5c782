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
from pathlib import Path
from urllib.parse import quote, unquote

from meantree.alignment.linked_frames import links, spans_of
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Part, Role, Span
from meantree.annotation.annotated_corpus import AnnotatedCorpus, without_details
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.losses import Losses, Report, count_details, no_report
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side, Text
from meantree.corpus.formats.raw_file import load_lines
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import counted, shortened
from meantree.files import atomic_path

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
"""What :func:`read` returns for an annotation that :func:`write` wrote."""


def write(
    corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation], folder: Path, report: Report = no_report
) -> list[Problem]:
    """Write all annotations to a new folder; return problems about what brat cannot represent, reported before.

    Raises:
        UsageError: if the folder exists or cannot be written, or ids are too long for file names.
    """
    if folder.exists():
        raise UsageError(f"{folder}: already exists and is not overwritten")
    if long := next((key for key in annotations if len(_name(key).encode()) > LONGEST_NAME), None):
        raise UsageError(
            f"the names of segment {shortened(long.segment, 40)} and system are too long for a file's name"
        )
    segments = {segment.key: segment for segment in corpus.segments}
    lost = list(_lost(corpus, annotations))
    report(lost)
    with atomic_path(folder) as new_folder:
        new_folder.mkdir()
        _write_files(new_folder, segments, annotations)
    return lost


def _write_files(
    folder: Path, segments: Mapping[str, Segment], annotations: Mapping[AnnotationKey, Annotation]
) -> None:
    states: dict[str, list[str]] = {}
    (folder / "annotation.conf").write_text(CONFIGURATION, encoding="utf-8", newline="\n")
    for key, annotation in annotations.items():
        if not (key.system and key.reference):
            continue
        segment = segments[key.segment]
        words = _words(segment.hypotheses[key.system]), _words(segment.references[key.reference])
        name = _name(key)
        place = folder / _folder_name(key.annotator)
        place.mkdir(exist_ok=True)
        text = "".join(" ".join(row) + "\n" for row in words)
        (place / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
        (place / f"{name}.ann").write_text("".join(_lines(annotation, words)), encoding="utf-8", newline="\n")
        comment = quote(annotation.comment, safe=" ,.;:!?()'\"")
        states.setdefault(place.name, ["name\tstate\tcomment"]).append(f"{name}\t{annotation.state.value}\t{comment}")
    for annotator, rows in states.items():
        (folder / annotator / STATES).write_text("\n".join(rows) + "\n", encoding="utf-8", newline="\n")


def _name(key: AnnotationKey) -> str:
    return JOINT.join(quote(part, safe="") for part in (key.segment, key.system, key.reference))


def _folder_name(annotator: str) -> str:
    """Return a folder name for any annotator's name that is no path out of the folder."""
    name = quote(annotator, safe=" ")
    return name.replace(".", "%2E") if not name.strip(" .") else name


def _lost(corpus: Corpus, annotations: Mapping[AnnotationKey, Annotation]) -> Iterator[Problem]:
    def problem(message: str) -> Problem:
        return Problem(None, None, message)

    alone = sum(not (key.system and key.reference) for key in annotations)
    if alone:
        yield problem(f"{counted(alone, 'annotation')} of a single text (frames or corrected heads) left out")
    losses = Losses()
    for key, annotation in annotations.items():
        if key.system and key.reference:
            count_details(losses, key, annotation)
    yield from losses.problems
    if any(segment.source for segment in corpus.segments):
        yield problem("sources are left out")
    if any(segment.ratings for segment in corpus.segments):
        yield problem("ratings are left out")
    done = {(key.segment, key.system) for key in annotations if key.reference}
    untouched = sum((segment.key, name) not in done for segment in corpus.segments for name in segment.hypotheses)
    if untouched:
        yield problem(f"{counted(untouched, 'translation')} without annotations left out")
    if any(segment.document for segment in corpus.segments):
        yield problem("document names become part of segment ids; segments are sorted by id when read back")
    texts = [
        text for segment in corpus.segments for text in (*segment.references.values(), *segment.hypotheses.values())
    ]
    if any(text.text != " ".join(_words(text)) for text in texts):
        yield problem("texts are written as their tokens, separated by spaces")


def _words(text: Text) -> tuple[str, ...]:
    """Return tokens with underscores for spaces, as spaces separate them."""
    words = text.tokens if text.tokens is not None else tuple(text.text.split())
    return tuple("_".join(word.split()) or "_" for word in words)


def _lines(annotation: Annotation, words: tuple[Sequence[str], Sequence[str]]) -> Iterator[str]:
    starts = _starts(words[0], 0)
    offsets = {SIDES[0]: starts, SIDES[1]: _starts(words[1], starts[-1])}
    names: dict[tuple[Side, Part], str] = {}
    for side, row in zip(SIDES, words, strict=True):
        for place, frame in enumerate(annotation.hypothesis if side == "hypothesis" else annotation.reference):
            parts: list[Part] = [(place, None), *((place, number) for number in range(len(frame.fillers)))]
            for part in parts:
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
        frame = (annotation.hypothesis if side == "hypothesis" else annotation.reference)[part[0]]
        roles = "".join(
            f" {filler.role}{'' if count == 0 else count + 1}:{names[side, (part[0], place)]}"
            for place, (filler, count) in enumerate(_counted(frame.fillers))
        )
        yield f"E{number}\t{PREDICATE}:{names[side, part]}{roles}\n"
    for number, (hyp_part, ref_part, kind) in enumerate(links(annotation, "hypothesis"), start=1):
        yield f"R{number}\t{kind.value} Arg1:{names['hypothesis', hyp_part]} Arg2:{names['reference', ref_part]}\n"


def _counted(fillers: Sequence[Filler]) -> Iterator[tuple[Filler, int]]:
    """Yield each filler with the number of earlier ones in the same role."""
    for place, filler in enumerate(fillers):
        yield filler, sum(other.role is filler.role for other in fillers[:place])


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
    texts: dict[str, dict[tuple[Side, str], Text]] = {}
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
        of_segment = texts.setdefault(key.segment, {})
        of_segment["hypothesis", key.system] = Text(" ".join(words[0]), tokens=words[0])
        of_segment["reference", key.reference] = Text(" ".join(words[1]), tokens=words[1])
    if not annotations:
        details = f" ({problems[0]})" if problems else ""
        raise InputError(folder, f"no valid annotation, expected .ann files beside .txt files{details}")
    return AnnotatedCorpus(_corpus(folder, texts, problems), annotations)


def _corpus(folder: Path, texts: Mapping[str, Mapping[tuple[Side, str], Text]], problems: list[Problem]) -> Corpus:
    def of(side: Side, segment: Mapping[tuple[Side, str], Text]) -> dict[str, Text]:
        return {name: text for (where, name), text in segment.items() if where == side}

    segments = tuple(
        Segment(key, "", references=of("reference", its_texts), hypotheses=of("hypothesis", its_texts))
        for key, its_texts in sorted(texts.items())
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
class _Parts:
    """The entities of a file with side, spans and kind, and the frame or filler that each became."""

    entities: dict[str, tuple[Side, tuple[Span, ...], str]] = field(default_factory=dict)
    places: dict[str, Part] = field(default_factory=dict)


def _read_annotation(path: Path, words: tuple[Sequence[str], Sequence[str]]) -> Annotation:
    lines = list(enumerate(load_lines(path), start=1))
    of_kind = {kind: [(number, line) for number, line in lines if line.startswith(kind)] for kind in "TER"}
    parts = _Parts()
    for number, line in of_kind["T"]:
        _read_entity(path, number, line, words, parts)
    frames: dict[Side, list[Frame]] = {"hypothesis": [], "reference": []}
    for number, line in of_kind["E"]:
        _read_event(path, number, line, parts, frames)
    for name, (side, (span, *_), kind) in parts.entities.items():
        if kind == PREDICATE and name not in parts.places:  # a predicate without arguments needs no event
            parts.places[name] = (len(frames[side]), None)
            frames[side].append(Frame(span))
    alignment = FrameAlignment()
    for number, line in of_kind["R"]:
        _read_relation(path, number, line, parts, alignment)
    annotation = Annotation(tuple(frames["hypothesis"]), tuple(frames["reference"]), alignment)
    if annotation.faults:
        raise InputError(path, annotation.faults[0])
    return annotation


def _read_entity(path: Path, number: int, line: str, words: tuple[Sequence[str], Sequence[str]], parts: _Parts) -> None:
    match = _ENTITY.fullmatch(line)
    if match is None:
        raise InputError(path, f"{line[:60]!r}, expected T1, a kind and two offsets", line=number)
    name, kind = match[1], match[2]
    pieces = sorted(
        (int(first), int(last)) for first, _, last in (piece.partition(" ") for piece in match[3].split(";"))
    )
    if kind != PREDICATE and kind not in set(Role):
        raise InputError(path, f"the kind {kind!r}, expected {PREDICATE} or one of {', '.join(Role)}", line=number)
    if kind == PREDICATE and len(pieces) > 1:
        raise InputError(path, "a predicate in several pieces, expected one piece", line=number)
    border = _starts(words[0], 0)[-1]
    side: Side = "hypothesis" if pieces[0][0] < border else "reference"
    row, start = (words[0], 0) if side == "hypothesis" else (words[1], border)
    spans = tuple(_span(path, number, piece, row, _starts(row, start)) for piece in pieces)
    parts.entities[name] = side, spans, kind


def _span(path: Path, number: int, piece: Span, row: Sequence[str], starts: Sequence[int]) -> Span:
    """Return the words of a text at two offsets."""
    first, last = piece
    places = [place for place, begin in enumerate(starts[:-1]) if begin < last and begin + len(row[place]) > first]
    if not places or last <= first:
        raise InputError(path, f"found no words at offsets {first} to {last}", line=number)
    return places[0], places[-1] + 1


def _filler(spans: Sequence[Span], role: str) -> Filler:
    return Filler(spans[0], Role(role)).with_spans(spans)


def _read_event(path: Path, number: int, line: str, parts: _Parts, frames: dict[Side, list[Frame]]) -> None:
    match = _EVENT.fullmatch(line)
    if match is None:
        raise InputError(path, f"{line[:60]!r}, expected E1, {PREDICATE}:T1 and roles", line=number)
    names = [match[1], *(argument.partition(":")[2] for argument in match[2].split())]
    for name in names:
        if name not in parts.entities:
            raise InputError(path, f"there is no {name}, expected an entity of this file", line=number)
    side, (span, *_), kind = parts.entities[names[0]]
    if kind != PREDICATE or any(parts.entities[name][0] != side for name in names):
        raise InputError(path, "expected a predicate and fillers of one text", line=number)
    place = len(frames[side])
    if any(parts.entities[name][2] == PREDICATE for name in names[1:]):
        raise InputError(path, "a predicate as an argument, expected fillers of roles", line=number)
    try:
        fillers = [_filler(*parts.entities[name][1:]) for name in names[1:]]
    except ValueError:
        raise InputError(path, "an entity whose pieces overlap", line=number) from None
    parts.places[names[0]] = (place, None)
    parts.places |= {name: (place, position) for position, name in enumerate(names[1:])}
    frames[side].append(Frame(span, tuple(fillers)))


def _read_relation(path: Path, number: int, line: str, parts: _Parts, alignment: FrameAlignment) -> None:
    match = _RELATION.fullmatch(line)
    if match is None or match[1] not in set(LinkKind):
        kinds = ", ".join(LinkKind)
        raise InputError(path, f"{line[:60]!r}, expected R1, one of {kinds}, Arg1:T1 Arg2:T2", line=number)
    ends = match[2], match[3]
    for name in ends:
        if name not in parts.places:
            raise InputError(path, f"there is no {name} in a frame, expected a predicate or filler", line=number)
    hyp_entity, ref_entity = sorted(ends, key=lambda name: SIDES.index(parts.entities[name][0]))
    if parts.entities[hyp_entity][0] == parts.entities[ref_entity][0]:
        raise InputError(path, "a link within one text, expected one between both", line=number)
    hyp_part, ref_part, kind = parts.places[hyp_entity], parts.places[ref_entity], LinkKind(match[1])
    if hyp_part[1] is None and ref_part[1] is None:
        alignment.frames[hyp_part[0], ref_part[0]] = kind
    elif hyp_part[1] is not None and ref_part[1] is not None:
        alignment.fillers[(hyp_part[0], hyp_part[1]), (ref_part[0], ref_part[1])] = kind
    else:
        raise InputError(path, "a link of a predicate with a filler", line=number)
