"""Constituency trees in brackets, read and written: Penn Treebank files, and Charniak's n-best lists."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from meantree.analysis.brackets import WRAPPERS, BracketError, read_sentence, write_tree
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.corpus.formats.file_contents import SKIPPED, FileContents, Row
from meantree.corpus.formats.file_names import guessed_version
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened

SENTENCE_MARK = "::"
"""Stands between segment id and sentence number in the ids of n-best lists: ``news/4::2``."""
MAX_PARSES = 10_000
_LIST_HEAD = re.compile(r"\s*(\d{1,6})\s+(\S+)\s*$")


@dataclass(frozen=True, slots=True)
class _Tree:
    """The text of one tree and the line of its start; ``fault`` says why it cannot be read."""

    line: int
    text: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class _List:
    """An n-best list: trees with their log probabilities as in the file."""

    line: int
    id: str
    logs: tuple[str, ...]
    trees: tuple[_Tree, ...]
    fault: str = ""


class _UnusableError(Exception):
    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


def is_brackets(head: str) -> bool:
    """Return whether a text starts with a tree or with an n-best list."""
    lines = [line.strip() for line in head.split("\n", 8)[:8] if line.strip()]
    if not lines:
        return False
    if _LIST_HEAD.match(lines[0]):
        return len(lines) > 2 and parse_number(lines[1]) is not None and lines[2].startswith("(")
    return re.match(r"\(\s*(\(|[A-Z0-9]+\s*(\(|$|\)))", lines[0]) is not None


def read(raw: RawFile) -> FileContents:
    """Return one version; role and name are guessed from the file's name.

    A tree that starts on a new line starts a segment; trees on the line where it ends are further sentences of it.
    ``(ROOT)`` stands for an empty text. With n-best lists the segment has the list's id. A segment whose tree is
    missing or unusable is listed as a problem and has no text here.

    Raises:
        InputError: if the bytes are not text or contain no tree.
    """
    lines = raw.lines()
    first = next((line for line in lines if line.strip()), "")
    problems: list[Problem] = []
    rows: list[Row] = []
    if _LIST_HEAD.match(first):
        groups = itertools.groupby(_lists(lines), key=lambda nbest: nbest.id.partition(SENTENCE_MARK)[0])
        for name, members in groups:
            rows.append(_row(raw, name, list(members), problems))
    else:
        rows += [
            _row(raw, None, [_List(tree.line, "the sentence", ("0",), (tree,)) for tree in trees], problems)
            for trees in _segments(lines)
        ]
    if not rows:
        raise InputError(raw.path, "no tree found, expected brackets such as (S (NP (NN rain)) (VP (VBZ falls)))")
    return FileContents(versions=(guessed_version(raw.path, tuple(rows)),), problems=tuple(problems))


def _row(raw: RawFile, name: str | None, members: Sequence[_List], problems: list[Problem]) -> Row:
    line = members[0].line
    try:
        sentences = [sentence for member in members if (sentence := _sentence(member)) is not None]
    except _UnusableError as fault:
        problems.append(Problem(raw.path, fault.line, f"{fault}; {SKIPPED}", name))
        return Row(None, line, name)
    text = " ".join(token.text for sentence in sentences for token in sentence.tokens)
    parses = max((len(sentence.constituents or ()) for sentence in sentences), default=1)
    return Row(text, line, name, analysis=Analysis(text, tuple(sentences), Layers(1, parses)))


def _sentence(nbest: _List) -> Sentence | None:
    """Return the sentence of a list, None for an empty text."""
    if nbest.fault:
        raise _UnusableError(nbest.line, nbest.fault)
    if not nbest.trees:
        raise _UnusableError(nbest.line, f"no parse of {shortened(nbest.id)}, expected at least one")
    if len(nbest.trees) == 1 and re.sub(r"[()\s]", "", nbest.trees[0].text) in WRAPPERS - {""}:
        return None
    for tree in nbest.trees:
        if tree.fault:
            raise _UnusableError(tree.line, tree.fault)
    weights = _weights(nbest)
    try:
        return read_sentence([tree.text for tree in nbest.trees], weights)
    except BracketError as fault:
        raise _UnusableError(nbest.trees[0].line, str(fault)) from fault


def _weights(nbest: _List) -> list[float]:
    """Return probabilities relative to the best one."""
    logs = []
    for rank, cell in enumerate(nbest.logs):
        value = parse_number(cell)
        if value is None or not math.isfinite(value):
            raise _UnusableError(
                nbest.trees[rank].line - 1, f"log probability {quoted(cell)}, expected a finite number"
            )
        logs.append(value)
    return [math.exp(max(value - max(logs), -700.0)) for value in logs]


def _segments(lines: Sequence[str]) -> Iterator[list[_Tree]]:
    """Yield the trees of each segment; after unclosed brackets, the next line with a bracket first starts a new one."""
    splitter = _Splitter()
    for place, line in enumerate(lines, start=1):
        if splitter.depth and line.startswith("("):
            yield splitter.unclosed("before the next tree")
        for piece in re.findall(r"[()]|[^()]+", line):
            splitter.add(piece, place)
        splitter.pieces.append(" ")
        if splitter.trees and not splitter.depth:
            yield splitter.segment()
    if splitter.depth:
        yield splitter.unclosed("at the end of the file")


@dataclass(slots=True)
class _Splitter:
    """Splits a text into trees by counting brackets; ``trees`` are those of the current segment."""

    depth: int = 0
    start: int = 1
    pieces: list[str] = field(default_factory=list)
    trees: list[_Tree] = field(default_factory=list)

    def add(self, piece: str, line: int) -> None:
        if not self.depth and piece != "(":
            if piece == ")":
                self.trees.append(_Tree(line, "", "a closing bracket without an opening one"))
            elif piece.strip():
                self.trees.append(_Tree(line, "", f"{quoted(piece.strip())} outside of brackets, expected a tree"))
            return
        if not self.depth:
            self.start, self.pieces = line, []
        self.depth += {"(": 1, ")": -1}.get(piece, 0)
        self.pieces.append(piece)
        if not self.depth:
            self.trees.append(_Tree(self.start, "".join(self.pieces)))

    def segment(self) -> list[_Tree]:
        trees, self.trees = self.trees, []
        return trees

    def unclosed(self, where: str) -> list[_Tree]:
        self.trees.append(_Tree(self.start, "", f"{self.depth} brackets are not closed {where}"))
        self.depth = 0
        return self.segment()


def _lists(lines: Sequence[str]) -> Iterator[_List]:
    """Yield the lists: ``N id``, then N times a line with a log probability and one with a tree."""
    numbered = [(place, line.strip()) for place, line in enumerate(lines, start=1) if line.strip()]
    at = 0
    while at < len(numbered):
        line, text = numbered[at]
        head = _LIST_HEAD.match(text)
        at += 1
        if head is None:
            yield _List(line, f"line-{line}", (), (), f"{quoted(text)}, expected the head of an n-best list: N id")
            at = _next_head(numbered, at)
            continue
        count = int(head[1])
        rows = numbered[at : min(at + 2 * count, _next_head(numbered, at))]
        logs, trees = rows[0::2], rows[1::2]
        broken = next((row for row in trees if not row[1].startswith("(")), None)
        if count > MAX_PARSES or len(trees) < count or broken is not None:
            where = broken or (line, "")
            fault = (
                f"{len(trees)} parses, expected {count}" if broken is None else f"{quoted(where[1])}, expected a tree"
            )
            yield _List(where[0], head[2], (), (), f"the list of {shortened(head[2])}: {fault}")
            at = _next_head(numbered, at)
            continue
        yield _List(line, head[2], tuple(log for _, log in logs), tuple(_Tree(*row) for row in trees))
        at += 2 * count


def _next_head(numbered: Sequence[tuple[int, str]], at: int) -> int:
    while at < len(numbered) and _LIST_HEAD.match(numbered[at][1]) is None:
        at += 1
    return at


EMPTY = "(ROOT)"


def brackets(analysis: Analysis) -> str:
    """Return the best tree of each sentence of one segment, on one line.

    Raises:
        ValueError: if a sentence has no constituency tree.
    """
    trees = [write_tree(_nbest(sentence).tree(0), _words(sentence)) for sentence in analysis.sentences]
    return (" ".join(trees) or EMPTY) + "\n"


def nbest_brackets(analysis: Analysis, *, segment: str) -> str:
    """Return the n-best list of each sentence: ``N id``, then N times a log probability and a tree on its own line.

    Further sentences of a segment have the id ``segment::2`` and so on.

    Raises:
        ValueError: if a sentence has no constituency tree.
    """
    return "".join(_lines(analysis, segment))


def _lines(analysis: Analysis, segment: str) -> Iterator[str]:
    if not analysis.sentences:
        yield f"1 {segment}\n0\n{EMPTY}\n\n"
    for place, sentence in enumerate(analysis.sentences, start=1):
        nbest = _nbest(sentence)
        name = segment if place == 1 else f"{segment}{SENTENCE_MARK}{place}"
        yield f"{len(nbest)} {name}\n"
        for rank, probability in enumerate(nbest.probabilities):
            yield f"{math.log(probability):.6f}\n{write_tree(nbest.tree(rank), _words(sentence))}\n"
        yield "\n"


def _nbest(sentence: Sentence) -> NBestConstituents:
    if sentence.constituents is None:
        raise ValueError("a sentence without a constituency tree cannot be written in brackets")
    return sentence.constituents


def _words(sentence: Sentence) -> list[str]:
    return [token.text for token in sentence.tokens]
