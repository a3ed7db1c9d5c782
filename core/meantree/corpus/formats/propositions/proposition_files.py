"""Propositions as a layer of texts, with their structure and semantic frames; and analyses as propositions."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from meantree.analysis.brackets import BracketError, escaped, read_sentence
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.roles.rolesets import rolesets
from meantree.analysis.roles.table import hmeant_role
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree
from meantree.corpus.formats.conllu_blocks import SentenceError
from meantree.corpus.formats.file_contents import FileContents, Row
from meantree.corpus.formats.file_names import guessed_version
from meantree.corpus.formats.propositions.dialects import DIALECTS, Dialect, dialect_of
from meantree.corpus.formats.propositions.propositions import (
    UNKNOWN,
    VERB,
    Argument,
    Proposition,
    PropSentence,
    in_order,
)
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import quoted, shortened

_PIECE = re.compile(r"(?:\([^()*\s]*)*\*\)*")
HEAD = 65_536
"""How much of a file tells its format."""
LABELS = {
    Role.AGENT: "ARG0",
    Role.PATIENT: "ARG1",
    Role.BENEFACTIVE: "ARG2",
    Role.TEMPORAL: "ARGM-TMP",
    Role.LOCATIVE: "ARGM-LOC",
    Role.PURPOSE: "ARGM-PRP",
    Role.MANNER: "ARGM-MNR",
    Role.DEGREE: "ARGM-EXT",
    Role.MODAL: "ARGM-MOD",
    Role.NEGATION: "ARGM-NEG",
    Role.OTHER: "ARGM-ADV",
}
"""The label that stands for a role that a person gave where a format wants one of PropBank's."""


def read_propositions(raw: RawFile) -> list[PropSentence | SentenceError]:
    """All sentences of a file, faults in place of those that cannot be used.

    Raises:
        InputError: if the bytes are no text, or hold no propositions of a known format.
    """
    lines = raw.lines()
    dialect = dialect_of("\n".join(lines)[:HEAD])
    found = list(dialect.read(lines)) if dialect is not None else []
    if not found:
        known = ", ".join(one.name for one in DIALECTS)
        raise InputError(raw.path, f"no propositions found, expected those of {known} or ASSERT's lines")
    return found


def read(raw: RawFile) -> FileContents:
    """One layer, a sentence a segment or several by ``# seg_id``; role and name are guesses from the file's name.

    Texts bring their frames with them, and their structure where the format has it; else their tokens. A sentence that
    cannot be used is listed as a problem and its segment has no text.

    Raises:
        InputError: if the bytes are no text, or hold no propositions of a known format.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    for members in _segments(read_propositions(raw)):
        first = members[0]
        row = Row(None, first.line, first.segment or first.id or None)
        try:
            row = _with_text(row, members)
        except SentenceError as fault:
            problems.append(Problem(raw.path, fault.line, f"{fault}; the segment is skipped", row.id))
        rows.append(row)
    return FileContents(versions=(guessed_version(raw.path, tuple(rows)),), problems=tuple(problems))


def frames_of(sentence: PropSentence) -> FrameLayer:
    """The propositions as frames in HMEANT's roles, without mere references (``R-``) and what overlaps another."""
    frames = []
    for one in sentence.propositions:
        fillers: list[Filler] = []
        roleset = rolesets().get(one.sense) if one.sense != UNKNOWN else None
        predicate = next((part.span for part in one.arguments if part.label == VERB), None)
        for argument in one.arguments:
            role = None if argument.label.endswith(VERB) else hmeant_role(argument.label, roleset)
            # Arguments stand in the order of the text: the last filler is the only one to overlap.
            if role is not None and (not fillers or argument.span[0] >= fillers[-1].span[1]):
                fillers.append(Filler(argument.span, role, argument.label))
        sense = "" if one.sense == UNKNOWN else one.sense
        frames.append(Frame(predicate or (one.predicate, one.predicate + 1), tuple(fillers), sense))
    return FrameLayer(tuple(token.text for token in sentence.tokens), tuple(frames))


def propositions_of(analysis: Analysis, segment: str) -> list[PropSentence]:
    """The sentences of an analysed text with its automatic frames, ids ``segment-1`` and so on; or an empty one."""
    if not analysis.sentences:
        return [PropSentence(f"{segment}-1", (), (), DependencyTree((), ()), segment=segment)]
    frames = analysis.labelled.frames if analysis.labelled is not None else ()
    sentences = []
    for number, (offset, sentence) in enumerate(zip(analysis.offsets, analysis.sentences, strict=True), start=1):
        here = [one for one in frames if offset <= one.predicate[0] < offset + len(sentence.tokens)]
        found = in_order(_proposition(frame, offset) for frame in here)
        name, parse = f"{segment}-{number}", _parse(sentence)
        sentences.append(PropSentence(name, sentence.tokens, found, sentence.tree, parse, segment=segment))
    return sentences


def _segments(found: Iterable[PropSentence | SentenceError]) -> Iterator[list[PropSentence | SentenceError]]:
    """Neighbours of one segment; a sentence of none stands alone."""
    for _, members in itertools.groupby(enumerate(found), key=lambda item: item[1].segment or item[0]):
        yield [member for _, member in members]


def _with_text(row: Row, found: Sequence[PropSentence | SentenceError]) -> Row:
    """The row with the sentences of a segment, their texts with a blank between, and their frames.

    Raises:
        SentenceError: if one of them cannot be used.
    """
    sentences = list(map(_usable, found))
    structures = list(map(_structure, sentences))
    text = " ".join(filter(None, map(_text, sentences)))
    layer = _joined([frames_of(one) for one in sentences])
    if None in structures:
        return replace(row, text=text, tokens=layer.words, labelled=layer)
    made = tuple(one for one in structures if one is not None and one.tokens)
    depth = Layers(1, int(all(one.constituents is not None for one in made)))
    return replace(row, text=text, analysis=Analysis(text, made, depth), labelled=layer)


def _usable(found: PropSentence | SentenceError) -> PropSentence:
    if isinstance(found, SentenceError):
        raise found
    return found


def _structure(found: PropSentence) -> Sentence | None:
    try:
        return structure_of(found)
    except BracketError as fault:
        raise SentenceError(found.line, str(fault)) from fault


def _text(found: PropSentence) -> str:
    return found.text or "".join(token.text + " " * token.space_after for token in found.tokens).rstrip()


def _joined(layers: Sequence[FrameLayer]) -> FrameLayer:
    """The frames of several sentences as those of one text."""
    frames: list[Frame] = []
    offset = 0
    for layer in layers:
        frames += (frame.moved(offset) for frame in layer.frames)
        offset += len(layer.words)
    return FrameLayer(tuple(word for layer in layers for word in layer.words), tuple(frames))


def structure_of(found: PropSentence) -> Sentence | None:
    """The structure that the file has, dependencies by head rules where it has constituents; None where it has none.

    Raises:
        BracketError: if the pieces of the parse are no tree over the words.
    """
    if found.tree is not None:
        return Sentence(found.tokens, found.tree, is_certain=True)
    if found.parse is None:
        return None
    odd = next((cell for cell in found.parse if _PIECE.fullmatch(cell) is None), None)
    if odd is not None:
        raise BracketError(0, f"{quoted(odd)}, expected a piece of a tree such as (NP*, * or *)")
    leaves = (f"({escaped(token.xpos) or 'X'} {escaped(token.text)})" for token in found.tokens)
    bracketed = " ".join(cell.replace("*", leaf, 1) for cell, leaf in zip(found.parse, leaves, strict=True))
    made = read_sentence([bracketed], [1.0])
    if len(made.tokens) != len(found.tokens):
        raise BracketError(0, f"a parse over {len(made.tokens)} words of {len(found.tokens)}")
    return replace(made, tokens=found.tokens)


def _proposition(frame: Frame, offset: int) -> Proposition:
    arguments = [
        Argument(one.label or LABELS[one.role], (one.span[0] - offset, one.span[1] - offset))
        for one in sorted(frame.fillers)
    ]
    return Proposition(frame.predicate[0] - offset, frame.roleset or UNKNOWN, tuple(arguments))


def _parse(sentence: Sentence) -> tuple[str, ...] | None:
    """The best constituency tree as pieces around ``*``."""
    if sentence.constituents is None:
        return None
    tree = sentence.constituents.tree(0)
    leaves, spans = set(tree.leaves()), tree.spans()
    before, after = [""] * len(sentence.tokens), [0] * len(sentence.tokens)
    for node, (start, end) in enumerate(spans):
        if node not in leaves:
            before[start] += f"({tree.labels[node]}"
            after[end - 1] += 1
    return tuple(f"{opening}*{')' * closing}" for opening, closing in zip(before, after, strict=True))


def write_propositions(sentences: Sequence[PropSentence], dialect: Dialect) -> tuple[str, list[Problem]]:
    """The text of a file, and what of the sentences it does not hold.

    Dependencies that a format needs and a sentence lacks are made of its constituents by head rules.

    Raises:
        UsageError: if the dialect is only read, or needs dependencies of a sentence without any structure.
    """
    if dialect.write is None:
        raise UsageError(f"propositions are read in the format {dialect.name}, not written")
    if dialect.needs_tree:
        sentences = [_with_tree(one, dialect) for one in sentences]
    pieces: list[str] = []
    lost: list[Problem] = []
    for piece, missing in dialect.write(sentences):
        name = f"sentence {shortened(sentences[len(pieces)].id)}: " if dialect.needs_tree else ""
        lost += [Problem(None, None, f"{name}{what}") for what in missing]
        pieces.append(piece)
    return "".join(pieces), lost


def _with_tree(sentence: PropSentence, dialect: Dialect) -> PropSentence:
    if sentence.tree is not None:
        return sentence
    try:
        made = structure_of(sentence)
    except BracketError as fault:
        raise UsageError(f"sentence {shortened(sentence.id)}: its parse cannot be used ({fault})") from fault
    if made is None:
        raise UsageError(
            f"sentence {shortened(sentence.id)} has no structure, but roles stand on heads in the format {dialect.name}"
        )
    return replace(sentence, tree=made.tree)
