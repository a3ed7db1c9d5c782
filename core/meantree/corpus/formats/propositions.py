"""Sentences with propositions, and what all formats with a word on each line share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from meantree.analysis.conllu_blocks import Block, SentenceError, comment
from meantree.analysis.frames import Span
from meantree.analysis.tree import DependencyTree, Token, tree_fault
from meantree.escaping import quoted

UNKNOWN = "-"
"""The sense of a predicate without any."""
VERB = "V"
"""The label of the predicate itself."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument: PropBank's label (``ARG0``, ``ARGM-TMP``, ``R-ARG1``, …) and its tokens, 0-based in the sentence."""

    label: str
    span: Span


@dataclass(frozen=True, slots=True)
class Proposition:
    """A predicate with its arguments.

    Attributes:
        predicate: 0-based token.
        sense: its roleset, as in ``come.03``; :data:`UNKNOWN` if none is given.
        arguments: in the order of the text; among them ``V`` where the predicate has several words, and ``C-V``.
    """

    predicate: int
    sense: str
    arguments: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class PropSentence:
    """One sentence.

    Attributes:
        id: as the file gives it, empty if it gives none.
        propositions: in the order of their predicates.
        tree: dependencies, None where the format has none.
        parse: for each token the piece of the constituency tree around ``*``, as in ``(NP*))``; None without one.
        line: of its start, from 1; 0 if it comes from no file.
        text: the surface text, empty if the file has none.
        segment: the id of its segment, empty if the sentence is a segment by itself.
    """

    id: str
    tokens: tuple[Token, ...]
    propositions: tuple[Proposition, ...]
    tree: DependencyTree | None = None
    parse: tuple[str, ...] | None = None
    line: int = 0
    text: str = ""
    segment: str = ""

    @property
    def senses(self) -> dict[int, str]:
        """The sense of each predicate."""
        return {proposition.predicate: proposition.sense for proposition in self.propositions}


def in_order(propositions: Iterable[Proposition]) -> tuple[Proposition, ...]:
    """Return propositions in the order of their predicates, which is that of columns in most formats."""
    return tuple(sorted(propositions, key=lambda proposition: proposition.predicate))


def is_number(cell: str) -> bool:
    """Return whether a cell is a number in ASCII digits; ``isdigit`` alone accepts others."""
    return cell.isascii() and cell.isdigit()


def full_label(label: str) -> str:
    """Return a label as PropBank writes it: ``A0`` is ``ARG0``, ``AM-TMP`` ``ARGM-TMP``, ``C-A1`` ``C-ARG1``."""
    return re.sub(r"^((?:[CR]-)?)A(?=[0-9AM])(?!RG)", r"\1ARG", label)


def make_proposition(predicate: int, sense: str, arguments: Sequence[Argument]) -> Proposition:
    """Return a proposition with its arguments in order, without a ``V`` of the predicate's one token."""
    others = [argument for argument in arguments if argument != Argument(VERB, (predicate, predicate + 1))]
    return Proposition(predicate, sense, tuple(sorted(others, key=lambda argument: (argument.span, argument.label))))


MAX_DIGITS = 9
"""Limit of the digits of a word's number, leading zeros included."""


def tree_of(rows: Sequence[Sequence[str]], lines: Sequence[int], head: int, label: int) -> DependencyTree:
    """Return the dependencies of rows of cells.

    Args:
        rows: of one sentence; the first cells count them, from 1.
        lines: of the rows, for messages.
        head, label: the 0-based columns of heads (from 1; 0 is the root) and of labels.

    Raises:
        SentenceError: if a row has another number, a head is no row, or heads make no tree.
    """
    check_numbers(lines, [row[0] for row in rows], 1)
    for line, row in zip(lines, rows, strict=True):
        if not is_number(row[head]) or len(row[head]) > MAX_DIGITS or int(row[head]) > len(rows):
            raise SentenceError(line, f"head {quoted(row[head])}, expected a number from 0 to {len(rows)}")
    heads = tuple(int(row[head]) - 1 for row in rows)
    if fault := tree_fault(heads):
        raise SentenceError(lines[0], fault)
    return DependencyTree(heads, tuple(row[label] for row in rows))


def cells_of(block: Block, least: int, between: str | None = None) -> tuple[list[int], list[list[str]]]:
    """Return the lines of a sentence's rows and their cells, by default between blanks.

    Raises:
        SentenceError: if a row has another number of cells than the first, or fewer than ``least``.
    """
    lines, rows = [line for line, _ in block.rows], [row.split(between) for _, row in block.rows]
    width = max(len(rows[0]), least)
    for line, row in zip(lines, rows, strict=True):
        if len(row) != width:
            raise SentenceError(line, f"{len(row)} columns, expected {width}")
    return lines, rows


def check_numbers(lines: Sequence[int], cells: Iterable[str], first: int) -> None:
    """Check that the cells of a column count the rows; raise SentenceError if one does not."""
    for number, (line, cell) in enumerate(zip(lines, cells, strict=True), start=first):
        if cell != str(number):
            raise SentenceError(line, f"word {quoted(cell)}, expected {number}")


def or_empty(cell: str, sign: str) -> str:
    """Return a cell, empty if it has the sign for nothing."""
    return "" if cell == sign else cell


def by_columns(
    rows: Sequence[Sequence[str]],
    first: int,
    predicates: Mapping[int, str],
    line: int,
    arguments: Callable[[int, list[str]], Sequence[Argument]],
) -> tuple[Proposition, ...]:
    """Return the propositions of rows with a column of roles for each predicate from 0-based ``first`` on.

    Args:
        predicates: the sense of each, by its token.
        arguments: reads the column of a predicate.

    Raises:
        SentenceError: with this ``line``, if there are more or fewer columns.
    """
    columns = [list(column) for column in zip(*(row[first:] for row in rows), strict=True)]
    if len(columns) != len(predicates):
        raise SentenceError(line, f"{len(columns)} columns of roles, expected {len(predicates)}, one per predicate")
    return tuple(
        make_proposition(place, sense, arguments(place, column))
        for (place, sense), column in zip(predicates.items(), columns, strict=True)
    )


def written(sentence: PropSentence, rows: Iterable[Sequence[str]], *, between: str = "\t", more: str = "") -> str:
    """Return a block: comments with the ids of segment and sentence, ``more`` comments, rows, a blank line."""
    names = {"seg_id": sentence.segment, "sent_id": sentence.id}
    head = "".join(comment(name, value) for name, value in names.items() if value)
    body = "".join(f"{between.join(row)}\n" for row in rows) or comment("text", "")
    return f"{head}{more}{body}\n"
