"""The formats of propositions, and how a file's is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from meantree.analysis.tree import DependencyTree
from meantree.corpus.formats.conllu_sentence import MAX_TOKENS, Block, SentenceError, blocks
from meantree.corpus.formats.propositions import assert_lines, conll2005, conll2009, conll2012, universal
from meantree.corpus.formats.propositions.model import PropSentence
from meantree.corpus.formats.propositions.span_columns import without_crossing
from meantree.escaping import shortened

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
        conll2009.is_conll2009,
        _by_blocks(conll2009.read_conll2009),
        conll2009.write_conll2009,
        needs_tree=True,
    ),
    Dialect(
        "conll2012",
        (".conll12", ".conll2012"),
        conll2012.is_conll2012,
        _by_blocks(conll2012.read_conll2012),
        _lossless(conll2012.write_conll2012, NO_TREES),
    ),
    Dialect(
        "props",
        (".props",),
        conll2005.is_props,
        _by_blocks(conll2005.read_props),
        _lossless(conll2005.write_props, NO_TREES),
    ),
    Dialect(
        "universal",
        (".conllu",),
        universal.is_in_misc,
        _by_blocks(universal.read_in_misc),
        universal.write_in_misc,
        needs_tree=True,
        by_any_row=True,
    ),
    Dialect(
        "universal-columns",
        (),
        universal.is_in_columns,
        _by_blocks(universal.read_in_columns),
        by_any_row=True,
    ),
    Dialect("conll2005", (), lambda _row: False, _by_blocks(conll2005.read_conll2005)),
)
_CONLL2005 = DIALECTS[-1]
ASSERT = Dialect("assert", (".assert",), lambda _row: False, assert_lines.read_assert)


def dialect_of(head: str) -> Dialect | None:
    """The format of a file that begins with this text; None if it holds no propositions."""
    if assert_lines.is_assert(head):
        return ASSERT
    lines = [line for line in head.split("\n") if line.strip() and not line.startswith("# ")]
    rows = [line.split("\t") if "\t" in line else line.split() for line in lines if not line.startswith("#begin")]
    for dialect in DIALECTS:
        if any(map(dialect.recognises, rows if dialect.by_any_row else rows[:1])):
            return dialect
    return (
        _CONLL2005
        if conll2005.is_conll2005(next((one for one in _sentences(head.split("\n")) if one.rows), None))
        else None
    )


def dialect_for(path: Path) -> Dialect | None:
    """The format in which a file of that name is written, None if no format has that extension."""
    return next((one for one in DIALECTS if path.suffix.lower() in one.extensions), None)
