"""The formats of propositions, and how a file's is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meantree.analysis.tree import DependencyTree, Token
from meantree.corpus.formats.conllu_blocks import MAX_TOKENS, Block, SentenceError, blocks
from meantree.corpus.formats.propositions import head_formats, span_formats
from meantree.corpus.formats.propositions.propositions import (
    UNKNOWN,
    Argument,
    PropSentence,
    full_label,
    make_proposition,
)
from meantree.corpus.formats.propositions.span_formats import without_crossing
from meantree.escaping import quoted, shortened

TARGET = "TARGET"
_NUMBER = re.compile(r"^\s*(\d+):\s+")
_PIECE = re.compile(r"\[([A-Z][\w-]*)\s([^\[\]]*)\]|([^\s\[\]]+)|([\[\]])")


def is_assert(head: str) -> bool:
    """Whether a line has a target."""
    return re.search(rf"\[{TARGET} +[^\[\]\s][^\[\]\n]*\]", head) is not None


def read_assert(lines: Iterable[str]) -> Iterator[PropSentence | SentenceError]:
    """The sentences, and of bad lines what is wrong with them.

    Neighbouring lines with the same words are propositions of one sentence. A line may begin with the sentence's
    number, as in ``3: [ARG0 …``; then that is its id.
    """
    pending: PropSentence | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = _line(number, line)
        except SentenceError as fault:
            yield from [pending] if pending is not None else []
            pending = None
            yield fault
            continue
        if pending is not None and _continues(found, pending):
            propositions = sorted((*pending.propositions, *found.propositions), key=lambda one: one.predicate)
            pending = PropSentence(pending.id, pending.tokens, tuple(propositions), line=pending.line)
        else:
            if pending is not None:
                yield pending
            pending = found
    if pending is not None:
        yield pending


def _continues(found: PropSentence, before: PropSentence) -> bool:
    """Whether a line has another predicate of the same sentence."""
    known = {one.predicate for one in before.propositions}
    return (found.id, found.tokens) == (before.id, before.tokens) and all(
        one.predicate not in known for one in found.propositions
    )


def _line(number: int, line: str) -> PropSentence:
    named = _NUMBER.match(line)
    words: list[str] = []
    arguments: list[Argument] = []
    predicate: int | None = None
    for match in _PIECE.finditer(line, named.end() if named else 0):
        label, inside, word, stray = match.groups()
        if stray:
            raise SentenceError(number, f"a lone {quoted(stray)}, expected pieces such as [ARG0 …]")
        start = len(words)
        words += [word] if word else inside.split()
        if label and not inside.strip():
            raise SentenceError(number, f"an empty [{shortened(label)} ], expected words")
        if label == TARGET:
            if predicate is not None:
                raise SentenceError(number, "two targets, expected one in a line")
            predicate = start
        elif label:
            arguments.append(Argument(full_label(label), (start, len(words))))
    if predicate is None and arguments:
        raise SentenceError(number, "no [TARGET …], expected one in each line")
    propositions = () if predicate is None else (make_proposition(predicate, UNKNOWN, arguments),)
    return PropSentence(named[1] if named else "", tuple(map(Token, words)), propositions, line=number)


Read = Callable[[Sequence[str]], Iterator[PropSentence | SentenceError]]
Write = Callable[[Iterable[PropSentence]], Iterator[tuple[str, list[str]]]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One format.

    Attributes:
        name: for options and messages.
        extensions: by which it is written; it is read by its content, whatever it is called.
        recognises: whether a file is of it, by the columns of a row; CoNLL-2005 is found by its whole first sentence.
        by_any_row: whether any row tells, not the first alone.
        read: yields sentences, and faults of those that cannot be used.
        write: yields text, and what of each sentence the format does not hold; None where it is only read.
        needs_tree: whether only sentences with dependencies can be written.
    """

    name: str
    extensions: tuple[str, ...]
    recognises: Callable[[Sequence[str]], bool]
    read: Read
    write: Write | None = None
    needs_tree: bool = False
    by_any_row: bool = False


MAX_COLUMNS = MAX_TOKENS + 100
"""Each word may be a predicate with a column; the others stand before these."""
NO_TREE = DependencyTree((), ())
_COMMENT = re.compile(r"#\s*(?:[\w.:-]+(?: id)?\s*=|begin |end |newdoc|newpar)")


def _sentences(lines: Sequence[str]) -> Iterator[Block]:
    """The blocks with words, and those of segments without; a word may be ``#``, so a comment must say something."""
    found = blocks(lines, lambda line: _COMMENT.match(line) is not None)
    return (block for block in found if block.rows or (block.segment and block.is_empty_text))


def _by_blocks(read: Callable[[Block], PropSentence]) -> Read:
    def sentences(lines: Sequence[str]) -> Iterator[PropSentence | SentenceError]:
        for block in _sentences(lines):
            try:
                _require_bearable(block)
                found = read(block) if block.rows else PropSentence(block.id, (), (), NO_TREE, line=block.line)
                yield replace(found, segment=block.segment)
            except SentenceError as fault:
                fault.id, fault.segment = block.id, block.segment
                yield fault

    return sentences


def _require_bearable(block: Block) -> None:
    """Refuse sentences that are none.

    Raises:
        SentenceError: if one has too many rows, or a row too many columns.
    """
    if len(block.rows) > MAX_TOKENS:
        raise SentenceError(block.line, f"{len(block.rows):,} words in a sentence, expected at most {MAX_TOKENS:,}")
    for line, row in block.rows:
        # A column takes two characters at least; what is short enough needs no counting.
        if len(row) > 2 * MAX_COLUMNS and (count := len(row.split())) > MAX_COLUMNS:
            raise SentenceError(line, f"{count:,} columns, expected at most {MAX_COLUMNS:,}")


def _lossless(write: Callable[[Iterable[PropSentence]], Iterator[str]], lost: str) -> Write:
    """A writer of spans; ``lost`` is what no sentence keeps, said once of those that have it."""

    def pieces(sentences: Iterable[PropSentence]) -> Iterator[tuple[str, list[str]]]:
        nested = [without_crossing(sentence) for sentence in sentences]
        missing = [lost] if any(sentence.tree for sentence, _ in nested) else []
        missing += [f"sentence {shortened(sentence.id)}: {what}" for sentence, crossing in nested for what in crossing]
        for number, piece in enumerate(write([sentence for sentence, _ in nested])):
            yield piece, missing if number == 0 else []

    return pieces


NO_TREES = "dependencies, features and universal parts of speech have no column, and are left out"
DIALECTS: tuple[Dialect, ...] = (
    Dialect(
        "conll2009",
        (".conll09", ".conll2009"),
        head_formats.is_conll2009,
        _by_blocks(head_formats.read_conll2009),
        head_formats.write_conll2009,
        needs_tree=True,
    ),
    Dialect(
        "conll2012",
        (".conll12", ".conll2012"),
        span_formats.is_conll2012,
        _by_blocks(span_formats.read_conll2012),
        _lossless(span_formats.write_conll2012, NO_TREES),
    ),
    Dialect(
        "props",
        (".props",),
        span_formats.is_props,
        _by_blocks(span_formats.read_props),
        _lossless(span_formats.write_props, NO_TREES),
    ),
    Dialect(
        "universal",
        (".conllu",),
        head_formats.is_in_misc,
        _by_blocks(head_formats.read_in_misc),
        head_formats.write_in_misc,
        needs_tree=True,
        by_any_row=True,
    ),
    Dialect(
        "universal-columns",
        (),
        head_formats.is_in_columns,
        _by_blocks(head_formats.read_in_columns),
        by_any_row=True,
    ),
    Dialect("conll2005", (), lambda _row: False, _by_blocks(span_formats.read_conll2005)),
)
_CONLL2005 = DIALECTS[-1]
ASSERT = Dialect("assert", (".assert",), lambda _row: False, read_assert)


def dialect_of(head: str) -> Dialect | None:
    """The format of a file that begins with this text; None if it holds no propositions."""
    if is_assert(head):
        return ASSERT
    lines = [line for line in head.split("\n") if line.strip() and not line.startswith("# ")]
    rows = [line.split("\t") if "\t" in line else line.split() for line in lines if not line.startswith("#begin")]
    for dialect in DIALECTS:
        if any(map(dialect.recognises, rows if dialect.by_any_row else rows[:1])):
            return dialect
    return (
        _CONLL2005
        if span_formats.is_conll2005(next((one for one in _sentences(head.split("\n")) if one.rows), None))
        else None
    )


def dialect_for(path: Path) -> Dialect | None:
    """The format in which a file of that name is written, None if no format has that extension."""
    return next((one for one in DIALECTS if path.suffix.lower() in one.extensions), None)
