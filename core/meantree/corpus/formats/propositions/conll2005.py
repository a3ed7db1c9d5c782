"""CoNLL-2005 columns, and PropBank's own ``.props`` rows of the same kind; tokens there count from 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meantree.analysis.tree import Token
from meantree.corpus.formats.conllu_sentence import Block, SentenceError
from meantree.corpus.formats.propositions.model import UNKNOWN, Proposition, PropSentence, proposition
from meantree.corpus.formats.propositions.rows import role_columns, written
from meantree.corpus.formats.propositions.span_columns import read_column, write_columns
from meantree.escaping import quoted

NONE = "-"
FIXED = 6
"""Columns of a ``.props`` row before the roles: index, form, part of speech, parse, lemma, roleset."""


def is_props(row: Sequence[str]) -> bool:
    """Whether a first row is PropBank's: ``1 form xpos (parse* lemma roleset roles …``."""
    return len(row) >= FIXED and row[0] == "1" and "*" in row[3]


def is_conll2005(block: Block | None) -> bool:
    """Whether a first sentence is of the shared task; one without a verb does not tell."""
    try:
        return block is not None and bool(read_conll2005(block).propositions)
    except SentenceError:
        return False


def read_props(block: Block) -> PropSentence:
    """A sentence of ``.props`` rows.

    Raises:
        SentenceError: if a row or a span cannot be used.
    """
    lines, rows = _rows(block)
    if len(rows[0]) < FIXED:
        raise SentenceError(lines[0], f"{len(rows[0])} columns, expected {FIXED} and one for each predicate")
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), start=1):
        if row[0] != str(number):
            raise SentenceError(line, f"token {quoted(row[0])}, expected {number}")
    predicates = [place for place, row in enumerate(rows) if row[5] != NONE or row[4] != NONE]
    senses = [rows[place][5] for place in predicates]
    tokens = tuple(Token(row[1], "" if row[4] == NONE else row[4], "", _said(row[2])) for row in rows)
    propositions = _propositions(rows, FIXED, lines, predicates, senses)
    parse = tuple(row[3] for row in rows)
    return PropSentence(block.id, tokens, propositions, None, _parse(parse), block.line)


def read_conll2005(block: Block) -> PropSentence:
    """A sentence of the shared task: words, parts of speech, any layers, target verbs, a column for each.

    The column of the verbs is the first after which there are as many columns as it has verbs, each with its ``V`` at
    its verb; the parse is the column before it with the most brackets.

    Raises:
        SentenceError: if there is no such column, or a span cannot be used.
    """
    lines, rows = _rows(block)
    columns = list(zip(*rows, strict=True))
    place, predicates = _target_verbs(columns)
    if place is None:
        raise SentenceError(block.line, "no column of target verbs with a column of roles for each after it")
    tokens = tuple(Token(row[0], "" if row[place] == NONE else row[place], "", _said(row[1])) for row in rows)
    layers = [column for column in columns[2:place] if any("(" in cell for cell in column)]
    propositions = _propositions(rows, place + 1, lines, predicates, [UNKNOWN] * len(predicates))
    parse = max(layers, key=lambda column: "".join(column).count("("), default=None)
    return PropSentence(block.id, tokens, propositions, None, None if parse is None else tuple(parse), block.line)


def _target_verbs(columns: Sequence[Sequence[str]]) -> tuple[int | None, list[int]]:
    """Where the column of the verbs is, and of which tokens it has one; None if there is none."""
    of_roles = [all("*" in cell for cell in column) for column in columns]
    for place in range(2, len(columns)):
        predicates = [token for token, cell in enumerate(columns[place]) if cell != NONE]
        # Slices of very many columns only where they can fit: there are no more verbs than words.
        if len(columns) - place - 1 == len(predicates) and all(
            of_roles[place + number] and "(V*" in columns[place + number][verb]
            for number, verb in enumerate(predicates, start=1)
        ):
            return place, predicates
    return None, []


def write_props(sentences: Iterable[PropSentence]) -> Iterator[str]:
    """The sentences as ``.props`` blocks, each a string that ends with a blank line."""
    for sentence in sentences:
        senses, columns = sentence.senses, write_columns(sentence)
        rows = (
            [
                str(place + 1),
                token.text,
                token.xpos or NONE,
                sentence.parse[place] if sentence.parse is not None else "*",
                (token.lemma or token.text) if place in senses else NONE,
                senses.get(place, NONE),
                *(column[place] for column in columns),
            ]
            for place, token in enumerate(sentence.tokens)
        )
        yield written(sentence, rows)


def _rows(block: Block) -> tuple[list[int], list[list[str]]]:
    rows = [row.split("\t") if "\t" in row else row.split() for _, row in block.rows]
    lines = [line for line, _ in block.rows]
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            raise SentenceError(line, f"{len(row)} columns, expected {len(rows[0])} as in the sentence's first row")
    return lines, rows


def _propositions(
    rows: Sequence[Sequence[str]], first: int, lines: Sequence[int], predicates: Sequence[int], senses: Sequence[str]
) -> tuple[Proposition, ...]:
    columns = role_columns(rows, first, predicates, lines[0])
    return tuple(
        proposition(place, sense, read_column(column, lines))
        for place, sense, column in zip(predicates, senses, columns, strict=True)
    )


def _parse(cells: Sequence[str]) -> tuple[str, ...] | None:
    return tuple(cells) if any("(" in cell for cell in cells) else None


def _said(cell: str) -> str:
    return "" if cell == NONE else cell
