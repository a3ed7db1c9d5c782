"""Rows of columns: what all formats of a word a line have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meantree.analysis.tree import DependencyTree, tree_fault
from meantree.corpus.formats.conllu_sentence import SentenceError, comment
from meantree.corpus.formats.propositions.model import PropSentence, is_number
from meantree.escaping import quoted

MAX_DIGITS = 9
"""No number of a word is longer, leading zeros and all."""


def tree_of(rows: Sequence[Sequence[str]], lines: Sequence[int], head: int, label: int) -> DependencyTree:
    """The dependencies whose heads, counted from 1, and labels stand in two of the columns; the first numbers the rows.

    Raises:
        SentenceError: if a row has another number, a head is none, or heads make no tree.
    """
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        if row[0] != str(number):
            raise SentenceError(line, f"word id {quoted(row[0])}, expected {number}")
        if not is_number(row[head]) or len(row[head]) > MAX_DIGITS or int(row[head]) > len(rows):
            raise SentenceError(line, f"head {quoted(row[head])}, expected a number from 0 to {len(rows)}")
    heads = tuple(int(row[head]) - 1 for row in rows)
    if fault := tree_fault(heads):
        raise SentenceError(lines[0], fault)
    return DependencyTree(heads, tuple(row[label] for row in rows))


def role_columns(rows: Sequence[Sequence[str]], first: int, predicates: Sequence[int], line: int) -> list[list[str]]:
    """The columns from 0-based ``first`` on, one for each predicate.

    Raises:
        SentenceError: at ``line``, if there are not as many.
    """
    columns = [list(column) for column in zip(*(row[first:] for row in rows), strict=True)]
    if len(columns) != len(predicates):
        raise SentenceError(line, f"{len(columns)} columns of roles, expected {len(predicates)}, one a predicate")
    return columns


def written(sentence: PropSentence, rows: Iterable[Sequence[str]], *, between: str = "\t", more: str = "") -> str:
    """A block: comments that name segment and sentence, perhaps another, the rows, a blank line."""
    names = {"seg_id": sentence.segment, "sent_id": sentence.id}
    head = "".join(comment(name, value) for name, value in names.items() if value)
    body = "".join(f"{between.join(row)}\n" for row in rows) or comment("text", "")
    return f"{head}{more}{body}\n"
