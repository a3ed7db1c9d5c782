"""A sentence with its propositions, whatever format it came from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meantree.analysis.frames import Span
from meantree.analysis.tree import DependencyTree, Token, tree_fault
from meantree.corpus.formats.conllu_blocks import SentenceError, comment
from meantree.escaping import quoted

UNKNOWN = "-"
"""The sense of a predicate of which none is given."""
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
        tokens: its words.
        propositions: in the order of their predicates.
        tree: dependencies, None where the format has none.
        parse: for each token the piece of the constituency tree around ``*``, as in ``(NP*))``; None without one.
        text: as it was written, empty if the file does not say.
        line: where it begins, from 1; 0 if it comes from no file.
        segment: the segment of several sentences that it is of, empty if it stands alone.
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
        return {one.predicate: one.sense for one in self.propositions}


def in_order(propositions: Iterable[Proposition]) -> tuple[Proposition, ...]:
    """In the order of their predicates, in which columns stand in most formats."""
    return tuple(sorted(propositions, key=lambda one: one.predicate))


def is_number(cell: str) -> bool:
    """Whether a cell is a number in plain digits; there are others that look like some."""
    return cell.isascii() and cell.isdigit()


def one_cell(word: str) -> str:
    """A word as it can stand between blanks; those within it become underscores."""
    return "_".join(word.split())


def full_label(label: str) -> str:
    """A label as PropBank writes it: ``A0`` is ``ARG0``, ``AM-TMP`` ``ARGM-TMP``, ``C-A1`` ``C-ARG1``."""
    return re.sub(r"^((?:[CR]-)?)A(?=[0-9AM])(?!RG)", r"\1ARG", label)


def make_proposition(predicate: int, sense: str, arguments: Sequence[Argument]) -> Proposition:
    """With its arguments in order; ``V`` is left out where it is the predicate's one token."""
    kept = [one for one in arguments if one != Argument(VERB, (predicate, predicate + 1))]
    return Proposition(predicate, sense, tuple(sorted(kept, key=lambda one: (one.span, one.label))))


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
