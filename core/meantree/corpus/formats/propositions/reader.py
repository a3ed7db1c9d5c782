"""Propositions as a layer of texts, with their structure and semantic frames; and analyses as propositions."""

from __future__ import annotations

import re

from meantree.analysis.brackets import BracketError, escaped, read_sentence
from meantree.analysis.depth import Depth
from meantree.analysis.forest import Analysis, Sentence
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.roles.table import hmeant_role
from meantree.corpus.formats.conllu_sentence import SentenceError
from meantree.corpus.formats.decode import RawFile
from meantree.corpus.formats.layers import Layer, Reading, Row
from meantree.corpus.formats.layers import Role as TextRole
from meantree.corpus.formats.names import guess_language, guess_name, guess_role
from meantree.corpus.formats.propositions.dialects import DIALECTS, dialect_of
from meantree.corpus.formats.propositions.model import UNKNOWN, VERB, Argument, Proposition, PropSentence
from meantree.errors import InputError, Problem
from meantree.shown import quoted

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
"""The label that stands for a role where a format wants one of PropBank's; finer ones are not known any more."""


def sentences_of(raw: RawFile) -> list[PropSentence | SentenceError]:
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


def read(raw: RawFile) -> Reading:
    """One layer, a sentence a segment; role and name are guesses from the file's name.

    Texts bring their frames with them, and their structure where the format has it; else their tokens. A sentence that
    cannot be used is listed as a problem and its segment has no text.

    Raises:
        InputError: if the bytes are no text, or hold no propositions of a known format.
    """
    rows: list[Row] = []
    problems: list[Problem] = []
    for found in sentences_of(raw):
        try:
            rows.append(_row(found))
        except (SentenceError, BracketError) as fault:
            line = found.line if isinstance(found, SentenceError | PropSentence) else None
            problems.append(Problem(raw.path, line, f"{fault}; the segment is skipped"))
            rows.append(Row(None, line))
    role = guess_role(raw.path) or TextRole.HYPOTHESIS
    layer = Layer(role, guess_name(raw.path), raw.path, tuple(rows), guess_language(raw.path))
    return Reading(layers=(layer,), problems=tuple(problems))


def frames_of(sentence: PropSentence) -> FrameLayer:
    """The propositions as frames in HMEANT's roles, without mere references (``R-``) and what overlaps another."""
    frames = []
    for one in sentence.propositions:
        fillers: list[Filler] = []
        predicate = next((part.span for part in one.arguments if part.label == VERB), None)
        for argument in one.arguments:
            role = None if argument.label.endswith(VERB) else hmeant_role(argument.label)
            free = all(argument.span[0] >= end or argument.span[1] <= start for start, end in (f.span for f in fillers))
            if role is not None and free:
                fillers.append(Filler(argument.span, role))
        frames.append(Frame(predicate or (one.predicate, one.predicate + 1), tuple(fillers)))
    return FrameLayer(tuple(token.text for token in sentence.tokens), tuple(frames))


def propositions_of(analysis: Analysis, segment: str) -> list[PropSentence]:
    """The sentences of an analysed text with its automatic frames, ids ``segment`` or ``segment-2`` and so on."""
    frames = analysis.labelled.frames if analysis.labelled is not None else ()
    sentences = []
    for number, (offset, sentence) in enumerate(zip(analysis.offsets, analysis.sentences, strict=True), start=1):
        here = [one for one in frames if offset <= one.predicate[0] < offset + len(sentence.tokens)]
        found = sorted((_proposition(frame, offset) for frame in here), key=lambda one: one.predicate)
        name = segment if number == 1 else f"{segment}-{number}"
        sentences.append(PropSentence(name, sentence.tokens, tuple(found), sentence.tree, _parse(sentence)))
    return sentences


def _row(found: PropSentence | SentenceError) -> Row:
    if isinstance(found, SentenceError):
        raise found
    text = found.text or "".join(token.text + " " * token.space_after for token in found.tokens).rstrip()
    layer, words = frames_of(found), tuple(token.text for token in found.tokens)
    sentence = structure_of(found)
    if sentence is None:
        return Row(text, found.line, found.id or None, tokens=words, labelled=layer)
    depth = Depth(1, int(sentence.constituents is not None))
    return Row(text, found.line, found.id or None, analysis=Analysis(text, (sentence,), depth), labelled=layer)


def structure_of(found: PropSentence) -> Sentence | None:
    """The structure that the file has, dependencies by head rules where it has constituents; None where it has none.

    Raises:
        BracketError: if the pieces of the parse are no tree over the words.
    """
    if found.tree is not None:
        return Sentence(found.tokens, found.tree)
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
    return Sentence(found.tokens, made.tree, None, made.constituents, made.headed)


def _proposition(frame: Frame, offset: int) -> Proposition:
    arguments = [
        Argument(LABELS[one.role], (one.span[0] - offset, one.span[1] - offset)) for one in sorted(frame.fillers)
    ]
    return Proposition(frame.predicate[0] - offset, UNKNOWN, tuple(arguments))


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
