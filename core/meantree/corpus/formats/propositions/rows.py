"""Rows of columns: what all formats of a word a line have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meantree.corpus.formats.conllu_sentence import SentenceError
from meantree.corpus.formats.propositions.model import PropSentence


def role_columns(rows: Sequence[Sequence[str]], first: int, predicates: Sequence[int], line: int) -> list[list[str]]:
    """The columns from 0-based ``first`` on, one for each predicate.

    Raises:
        SentenceError: at ``line``, if there are not as many.
    """
    columns = [list(column) for column in zip(*(row[first:] for row in rows), strict=True)]
    if len(columns) != len(predicates):
        raise SentenceError(line, f"{len(columns)} columns of roles, expected {len(predicates)}, one a predicate")
    return columns


def written(sentence: PropSentence, rows: Iterable[Sequence[str]], *, between: str = "\t", comment: str = "") -> str:
    """A block: the sentence's id as a comment, perhaps another, the rows, a blank line."""
    head = f"# sent_id = {sentence.id}\n" if sentence.id else ""
    return f"{head}{comment}" + "".join(f"{between.join(row)}\n" for row in rows) + "\n"
