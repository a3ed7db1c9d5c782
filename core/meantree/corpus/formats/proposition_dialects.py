"""The formats of propositions: which one a file has, and ASSERT's lines (``[ARG0 He] [TARGET left] .``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meantree.analysis.conllu_blocks import (
    FRAMES,
    MAX_TOKENS,
    Block,
    SentenceError,
    as_conllu,
    blocks,
    columns_of,
)
from meantree.analysis.tree import DependencyTree, Token
from meantree.corpus.formats import proposition_head_formats, proposition_span_formats
from meantree.corpus.formats.proposition_span_formats import without_crossing
from meantree.corpus.formats.propositions import UNKNOWN, Argument, PropSentence, full_label, in_order, make_proposition
from meantree.escaping import quoted, shortened

TARGET = "TARGET"
_NUMBER = re.compile(r"^\s*(\d+):\s+")
_PIECE = re.compile(r"\[([A-Z][\w-]*)\s([^\[\]]*)\]|([^\s\[\]]+)|([\[\]])")


def is_assert(head: str) -> bool:
    """Return whether a line has a target."""
    return re.search(rf"\[{TARGET} +[^\[\]\s][^\[\]\n]*\]", head) is not None


def read_assert(lines: Iterable[str]) -> Iterator[PropSentence | SentenceError]:
    """Yield the sentences, and errors in place of lines that cannot be used.

    Neighbouring lines with the same words are propositions of one sentence. A number at the start of a line, as in
    ``3: [ARG0 …``, is the sentence's id.
    """
    pending: PropSentence | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            sentence = _line(number, line)
        except SentenceError as fault:
            yield from [pending] if pending is not None else []
            pending = None
            yield fault
            continue
        if pending is not None and _continues(sentence, pending):
            pending = replace(pending, propositions=in_order((*pending.propositions, *sentence.propositions)))
        else:
            if pending is not None:
                yield pending
            pending = sentence
    if pending is not None:
        yield pending


def _continues(sentence: PropSentence, before: PropSentence) -> bool:
    """Return whether a line has another predicate of the sentence before."""
    is_same = (sentence.id, sentence.tokens) == (before.id, before.tokens)
    return is_same and before.senses.keys().isdisjoint(sentence.senses)


def _line(number: int, line: str) -> PropSentence:
    number_match = _NUMBER.match(line)
    words: list[str] = []
    arguments: list[Argument] = []
    predicate: int | None = None
    for match in _PIECE.finditer(line, number_match.end() if number_match else 0):
        label, inside, word, stray = match.groups()
        if stray:
            raise SentenceError(number, f"a lone {quoted(stray)}, expected pieces such as [ARG0 …]")
        start = len(words)
        words += [word] if word else inside.split()
        if label and not inside.strip():
            raise SentenceError(number, f"an empty [{shortened(label)} ], expected words")
        if label == TARGET:
            if predicate is not None:
                raise SentenceError(number, "two targets, expected one per line")
            predicate = start
        elif label:
            arguments.append(Argument(full_label(label), (start, len(words))))
    if predicate is None and arguments:
        raise SentenceError(number, "no [TARGET …], expected one in each line")
    propositions = () if predicate is None else (make_proposition(predicate, UNKNOWN, arguments),)
    return PropSentence(number_match[1] if number_match else "", tuple(map(Token, words)), propositions, line=number)


Read = Callable[[Sequence[str]], Iterator[PropSentence | SentenceError]]
Write = Callable[[Iterable[PropSentence]], Iterator[tuple[str, list[str]]]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One format.

    Attributes:
        name: for options and messages.
        extensions: of files to write; files to read are recognised by their content.
        recognises: whether a row is of this format; CoNLL-2005 is recognised by its whole first sentence.
        read: yields sentences, and errors in place of those that cannot be used.
        write: yields text, and messages about losses in each sentence; None if the format is only read.
        needs_tree: whether only sentences with dependencies can be written.
        by_any_row: whether any row is tried, not the first alone.
    """

    name: str
    extensions: tuple[str, ...]
    recognises: Callable[[Sequence[str]], bool]
    read: Read
    write: Write | None = None
    needs_tree: bool = False
    by_any_row: bool = False


MAX_COLUMNS = MAX_TOKENS + 100
"""Limit of columns: one for each word, as each may be a predicate, after those of the format."""
NO_TREE = DependencyTree((), ())
_COMMENT = re.compile(r"#\s*(?:[\w.:-]+(?: id)?\s*=|begin |end |newdoc|newpar)")


def _sentences(lines: Sequence[str]) -> Iterator[Block]:
    """Yield blocks with words, and those of empty segments; ``#`` may be a word, so comments need known contents."""
    all_blocks = blocks(lines, lambda line: _COMMENT.match(line) is not None)
    return (block for block in all_blocks if block.rows or (block.segment and block.is_empty_text))


def _by_blocks(read: Callable[[Block], PropSentence]) -> Read:
    def sentences(lines: Sequence[str]) -> Iterator[PropSentence | SentenceError]:
        for block in _sentences(lines):
            try:
                _check_size(block)
                sentence = read(block) if block.rows else PropSentence(block.id, (), (), NO_TREE, line=block.line)
                yield replace(sentence, segment=block.segment)
            except SentenceError as fault:
                fault.id, fault.segment = block.id, block.segment
                yield fault

    return sentences


def _check_size(block: Block) -> None:
    """Check that a block is small enough to be a sentence.

    Raises:
        SentenceError: if one has too many rows, or a row too many columns.
    """
    if len(block.rows) > MAX_TOKENS:
        raise SentenceError(block.line, f"{len(block.rows):,} words in a sentence, expected at most {MAX_TOKENS:,}")
    for line, row in block.rows:
        # A column takes at least two characters, so short rows need no counting.
        if len(row) > 2 * MAX_COLUMNS and (count := len(row.split())) > MAX_COLUMNS:
            raise SentenceError(line, f"{count:,} columns, expected at most {MAX_COLUMNS:,}")


NO_TREES = "dependencies, features and universal parts of speech have no column, and are left out"


def _lossless(write: Callable[[Iterable[PropSentence]], Iterator[str]]) -> Write:
    """Return a writer of spans; its first message is that dependencies are lost, if any sentence has them."""

    def pieces(sentences: Iterable[PropSentence]) -> Iterator[tuple[str, list[str]]]:
        nested = [without_crossing(sentence) for sentence in sentences]
        missing = [NO_TREES] if any(sentence.tree for sentence, _ in nested) else []
        missing += [f"sentence {shortened(sentence.id)}: {what}" for sentence, crossing in nested for what in crossing]
        for number, piece in enumerate(write([sentence for sentence, _ in nested])):
            yield piece, missing if number == 0 else []

    return pieces


DIALECTS: tuple[Dialect, ...] = (
    Dialect(
        "conll2009",
        (".conll09", ".conll2009"),
        proposition_head_formats.is_conll2009,
        _by_blocks(proposition_head_formats.read_conll2009),
        proposition_head_formats.write_conll2009,
        needs_tree=True,
    ),
    Dialect(
        "conll2012",
        (".conll12", ".conll2012"),
        proposition_span_formats.is_conll2012,
        _by_blocks(proposition_span_formats.read_conll2012),
        _lossless(proposition_span_formats.write_conll2012),
    ),
    Dialect(
        "props",
        (".props",),
        proposition_span_formats.is_props,
        _by_blocks(proposition_span_formats.read_props),
        _lossless(proposition_span_formats.write_props),
    ),
    Dialect(
        "universal",
        (".conllu",),
        proposition_head_formats.is_in_misc,
        _by_blocks(proposition_head_formats.read_in_misc),
        proposition_head_formats.write_in_misc,
        needs_tree=True,
        by_any_row=True,
    ),
    Dialect(
        "universal-columns",
        (),
        proposition_head_formats.is_in_columns,
        _by_blocks(proposition_head_formats.read_in_columns),
        by_any_row=True,
    ),
    Dialect("conll2005", (), lambda _row: False, _by_blocks(proposition_span_formats.read_conll2005)),
)
_CONLL2005 = DIALECTS[-1]


_read_spans = _by_blocks(proposition_head_formats.read_in_spans)
UNIVERSAL2 = Dialect("universal-2", (), lambda _row: False, lambda lines: _read_spans(as_conllu(lines, FRAMES)))
"""Recognised by the columns that its first line names."""
ASSERT = Dialect("assert", (".assert",), lambda _row: False, read_assert)


def dialect_of(head: str) -> Dialect | None:
    """Return the format of a file that starts with this text, None if it has no propositions."""
    if is_assert(head):
        return ASSERT
    if {"ID", "FORM", "HEAD", "UP:PRED"} <= {*columns_of(head.partition("\n")[0])}:
        return UNIVERSAL2
    lines = [line for line in head.split("\n") if line.strip() and not line.startswith("# ")]
    rows = [line.split("\t") if "\t" in line else line.split() for line in lines if not line.startswith("#begin")]
    for dialect in DIALECTS:
        if any(map(dialect.recognises, rows if dialect.by_any_row else rows[:1])):
            return dialect
    first = next((block for block in _sentences(head.split("\n")) if block.rows), None)
    return _CONLL2005 if proposition_span_formats.is_conll2005(first) else None


def dialect_for(path: Path) -> Dialect | None:
    """Return the format to write for a file's extension, None if no format has it."""
    return next((dialect for dialect in DIALECTS if path.suffix.lower() in dialect.extensions), None)
