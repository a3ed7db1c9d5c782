"""Files of propositions, read as texts with structure and semantic frames, and written from analyses."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from meantree.analysis.brackets import BracketError, read_sentence, word_in_brackets
from meantree.analysis.conllu_blocks import SentenceError
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.roles import hmeant_role, rolesets
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree
from meantree.corpus.formats.file_contents import SKIPPED, FileContents, Row
from meantree.corpus.formats.file_names import guessed_version
from meantree.corpus.formats.proposition_dialects import DIALECTS, Dialect, dialect_of
from meantree.corpus.formats.propositions import UNKNOWN, VERB, Argument, Proposition, PropSentence, in_order
from meantree.corpus.formats.raw_file import RawFile
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import quoted, shortened

_PIECE = re.compile(r"(?:\([^()*\s]*)*\*\)*")
HEAD = 65_536
"""Characters at the start of a file that its format is found by."""
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
"""PropBank's label for a role that an annotator gave without one."""


def read_propositions(raw: RawFile) -> list[PropSentence | SentenceError]:
    """Return all sentences of a file, errors in place of those that cannot be used.

    Raises:
        InputError: if the bytes are not text, or have no propositions of a known format.
    """
    lines = raw.lines()
    dialect = dialect_of("\n".join(lines)[:HEAD])
    sentences = list(dialect.read(lines)) if dialect is not None else []
    if not sentences:
        known = ", ".join(dialect.name for dialect in DIALECTS)
        raise InputError(raw.path, f"no propositions found, expected the format of {known} or ASSERT")
    return sentences


def read(raw: RawFile) -> FileContents:
    """Return one version; role and name are guessed from the file's name.

    A sentence is a segment, or several are by ``# seg_id``. Texts have frames, and structure if the format has it, else
    tokens. A sentence that cannot be used is listed as a problem and its segment has no text.

    Raises:
        InputError: if the bytes are not text, or have no propositions of a known format.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    # Neighbours of one segment belong together, and a sentence of none is one.
    numbered = enumerate(read_propositions(raw))
    for _, group in itertools.groupby(numbered, key=lambda item: item[1].segment or item[0]):
        members = [member for _, member in group]
        first = members[0]
        row = Row(None, first.line, first.segment or first.id or None)
        try:
            row = _with_text(row, members)
        except SentenceError as fault:
            problems.append(Problem(raw.path, fault.line, f"{fault}; {SKIPPED}", row.id))
        rows.append(row)
    return FileContents(versions=(guessed_version(raw.path, tuple(rows)),), problems=tuple(problems))


CONTINUED = "C-"
"""Before the label of an argument: it is a further part of the argument with that label."""


def frames_of(sentence: PropSentence) -> FrameLayer:
    """Return the propositions as frames with HMEANT's roles, without references (``R-``) and overlapping arguments."""
    frames = []
    for proposition in sentence.propositions:
        fillers: list[Filler] = []
        start, sense = proposition.predicate, "" if proposition.sense == UNKNOWN else proposition.sense
        roleset = rolesets().get(sense) if sense else None
        predicate = next((part.span for part in proposition.arguments if part.label == VERB), (start, start + 1))
        end, by_label = 0, dict[str, int]()
        for argument in proposition.arguments:  # in the order of the text
            role = None if argument.label.endswith(VERB) else hmeant_role(argument.label, roleset)
            begun = (
                by_label.get(argument.label.removeprefix(CONTINUED)) if argument.label.startswith(CONTINUED) else None
            )
            if role is None or argument.span[0] < end:
                continue
            if begun is None:
                by_label[argument.label] = len(fillers)
                fillers.append(Filler(argument.span, role, argument.label))
            else:
                fillers[begun] = fillers[begun].with_spans([*fillers[begun].spans, argument.span])
            end = argument.span[1]
        frames.append(Frame(predicate, tuple(fillers), sense))
    return FrameLayer(tuple(token.text for token in sentence.tokens), tuple(frames))


def propositions_of(analysis: Analysis, segment: str) -> list[PropSentence]:
    """Return the sentences of an analysed text with its frames and ids ``segment-1``, …; an empty text has one."""
    if not analysis.sentences:
        return [PropSentence(f"{segment}-1", (), (), DependencyTree((), ()), segment=segment)]
    frames = analysis.labelled.frames if analysis.labelled is not None else ()
    sentences = []
    for number, (offset, sentence) in enumerate(zip(analysis.offsets, analysis.sentences, strict=True), start=1):
        end = offset + len(sentence.tokens)
        own = in_order(_proposition(frame, offset) for frame in frames if offset <= frame.predicate[0] < end)
        name, parse = f"{segment}-{number}", _parse(sentence)
        sentences.append(PropSentence(name, sentence.tokens, own, sentence.tree, parse, segment=segment))
    return sentences


def _with_text(row: Row, members: Sequence[PropSentence | SentenceError]) -> Row:
    """Return the row with the text, structure and frames of a segment's sentences, joined by blanks.

    Raises:
        SentenceError: if one of them cannot be used.
    """
    sentences: list[PropSentence] = []
    structures: list[Sentence | None] = []
    for member in members:
        if isinstance(member, SentenceError):
            raise member
        sentences.append(member)
        try:
            structures.append(structure_of(member))
        except BracketError as fault:
            raise SentenceError(member.line, str(fault)) from fault
    text = " ".join(filter(None, map(_text, sentences)))
    frames = _joined([frames_of(sentence) for sentence in sentences])
    if None in structures:
        return replace(row, text=text, tokens=frames.words, labelled=frames)
    parsed = tuple(structure for structure in structures if structure is not None and structure.tokens)
    layers = Layers(1, int(all(structure.constituents is not None for structure in parsed)))
    return replace(row, text=text, analysis=Analysis(text, parsed, layers), labelled=frames)


def _text(sentence: PropSentence) -> str:
    return sentence.text or "".join(token.text + " " * token.space_after for token in sentence.tokens).rstrip()


def _joined(layers: Sequence[FrameLayer]) -> FrameLayer:
    """Return the frames of several sentences as those of one text."""
    frames: list[Frame] = []
    offset = 0
    for layer in layers:
        frames += (frame.moved(offset) for frame in layer.frames)
        offset += len(layer.words)
    return FrameLayer(tuple(word for layer in layers for word in layer.words), tuple(frames))


def structure_of(sentence: PropSentence) -> Sentence | None:
    """Return the structure in the file, None without; dependencies of constituents are made by head rules.

    Raises:
        BracketError: if the pieces of the parse are no tree over the words.
    """
    if sentence.tree is not None:
        return Sentence(sentence.tokens, sentence.tree, is_certain=True)
    if sentence.parse is None:
        return None
    bad = next((cell for cell in sentence.parse if _PIECE.fullmatch(cell) is None), None)
    if bad is not None:
        raise BracketError(0, f"{quoted(bad)}, expected a piece of a tree such as (NP*, * or *)")
    leaves = (f"({word_in_brackets(token.xpos) or 'X'} {word_in_brackets(token.text)})" for token in sentence.tokens)
    bracketed = " ".join(cell.replace("*", leaf, 1) for cell, leaf in zip(sentence.parse, leaves, strict=True))
    parsed = read_sentence([bracketed], [1.0])
    if len(parsed.tokens) != len(sentence.tokens):
        raise BracketError(0, f"a parse over {len(parsed.tokens)} words of {len(sentence.tokens)}")
    return replace(parsed, tokens=sentence.tokens)


def _proposition(frame: Frame, offset: int) -> Proposition:
    arguments = [
        Argument(f"{CONTINUED * (place > 0)}{filler.label or LABELS[filler.role]}", (start - offset, end - offset))
        for filler in frame.fillers
        for place, (start, end) in enumerate(filler.spans)
    ]
    arguments.sort(key=lambda argument: argument.span)
    return Proposition(frame.predicate[0] - offset, frame.roleset or UNKNOWN, tuple(arguments))


def _parse(sentence: Sentence) -> tuple[str, ...] | None:
    """Return the best constituency tree as pieces around ``*``, None without one."""
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
    """Return the text of a file, and problems that list the losses in the sentences.

    Dependencies that a format needs and a sentence does not have are made of its constituents by head rules.

    Raises:
        UsageError: if the dialect is only read, or needs dependencies of a sentence without any structure.
    """
    if dialect.write is None:
        raise UsageError(f"the format {dialect.name} can be read, but not written")
    if dialect.needs_tree:
        sentences = [_with_tree(sentence, dialect) for sentence in sentences]
    pieces: list[str] = []
    lost: list[Problem] = []
    for piece, messages in dialect.write(sentences):
        name = f"sentence {shortened(sentences[len(pieces)].id)}: " if dialect.needs_tree else ""
        lost += [Problem(None, None, f"{name}{message}") for message in messages]
        pieces.append(piece)
    return "".join(pieces), lost


def _with_tree(sentence: PropSentence, dialect: Dialect) -> PropSentence:
    if sentence.tree is not None:
        return sentence
    try:
        parsed = structure_of(sentence)
    except BracketError as fault:
        raise UsageError(f"sentence {shortened(sentence.id)}: its parse cannot be used ({fault})") from fault
    if parsed is None:
        raise UsageError(
            f"sentence {shortened(sentence.id)} has no dependency tree; the format {dialect.name} puts roles on heads"
        )
    return replace(sentence, tree=parsed.tree)
