"""Universal Propositions in both dialects: ``V/ARG0`` in MISC, or columns of ``A0``; tokens count from 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meantree.analysis.tree import ROOT, Token
from meantree.corpus.formats.conllu_sentence import Block, SentenceError, comment
from meantree.corpus.formats.propositions.heads import labels_of, spans_of
from meantree.corpus.formats.propositions.model import UNKNOWN, PropSentence, in_order, is_number, proposition
from meantree.corpus.formats.propositions.rows import role_columns, tree_of, written
from meantree.escaping import shortened

COLUMNS = 10
ARGS, ROLESET = "Args=", "Roleset="


def is_in_misc(row: Sequence[str]) -> bool:
    """Whether a row is of the first dialect: CoNLL-U whose MISC has ``Roleset=…|Args=V/ARG0``."""
    return len(row) == COLUMNS and ARGS in row[9] and ROLESET in row[9]


def is_in_columns(row: Sequence[str]) -> bool:
    """Whether a row is a predicate of the second: eight columns of CoNLL-U, Y, roleset, a column for each predicate.

    All other rows may look like those of CoNLL-U.
    """
    return len(row) > COLUMNS and is_number(row[0]) and is_number(row[6]) and row[8] == "Y"


def read_in_misc(block: Block) -> PropSentence:
    """A sentence of the first dialect.

    Raises:
        SentenceError: if a row cannot be used or heads make no tree.
    """
    lines, rows = _words(block)
    misc = [dict(pair.partition("=")[::2] for pair in row[9].split("|")) for row in rows]
    cells = [one.get("Args", "").split("/") if one.get("Args") else [] for one in misc]
    if len({len(one) for one in cells}) > 1:
        raise SentenceError(lines[0], "words with different numbers of labels in Args=, expected one a predicate")
    columns = [list(column) for column in zip(*cells, strict=True)]
    found = []
    for number, column in enumerate(columns, start=1):
        if "V" not in column:
            raise SentenceError(lines[0], f"proposition {number} has no V in Args=, expected its predicate")
        place = column.index("V")
        found.append((place, misc[place].get("Roleset", UNKNOWN), column))
    return _sentence(block, lines, rows, found)


def read_in_columns(block: Block) -> PropSentence:
    """A sentence of the second dialect.

    Raises:
        SentenceError: if a row cannot be used or heads make no tree.
    """
    lines, rows = _words(block)
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]):
            raise SentenceError(line, f"{len(row)} columns, expected {len(rows[0])} as in the sentence's first row")
    predicates = [place for place, row in enumerate(rows) if row[8] == "Y"]
    columns = role_columns(rows, COLUMNS, predicates, lines[0])
    senses = [UNKNOWN if rows[place][9] == "_" else rows[place][9] for place in predicates]
    return _sentence(block, lines, rows, list(zip(predicates, senses, columns, strict=True)))


def write_in_misc(sentences: Iterable[PropSentence]) -> Iterator[tuple[str, list[str]]]:
    """Each sentence as CoNLL-U with propositions in MISC, and what of its spans does not come back.

    Raises:
        ValueError: if a sentence has no dependency tree.
    """
    for sentence in sentences:
        tree = sentence.tree
        if tree is None:
            raise ValueError("a sentence without dependencies cannot be written in Universal Propositions")
        columns, lost = labels_of(sentence, tree)
        senses = sentence.senses
        for one, cells in zip(sentence.propositions, columns, strict=True):
            if cells[one.predicate] != "_":
                lost.append(f"{shortened(cells[one.predicate])} on the predicate itself is left out")
            cells[one.predicate] = "V"
        text = "".join(token.text + " " * token.space_after for token in sentence.tokens).rstrip()
        rows = []
        for place, token in enumerate(sentence.tokens):
            sense = senses.get(place, UNKNOWN)
            misc = [] if token.space_after else ["SpaceAfter=No"]
            misc += [f"Framefile={sense.rpartition('.')[0] or UNKNOWN}", f"{ROLESET}{sense}"]
            misc.append(ARGS + "/".join(cells[place] for cells in columns))
            fields = [token.text, token.lemma, token.upos, token.xpos, token.feats]
            head = "0" if tree.heads[place] == ROOT else str(tree.heads[place] + 1)
            said = [*(field or "_" for field in fields), head, tree.labels[place] or "_", "_", "|".join(misc)]
            rows.append([str(place + 1), *said])
        yield written(sentence, rows, more=comment("text", text) if rows else ""), lost


def _words(block: Block) -> tuple[list[int], list[list[str]]]:
    """Rows of words; ranges and empty nodes are left out."""
    found = [(line, row.split("\t")) for line, row in block.rows]
    words = [(line, row) for line, row in found if is_number(row[0])]
    if not words:
        raise SentenceError(block.line, "a sentence without words, expected at least one")
    for line, row in words:
        if len(row) < COLUMNS:
            raise SentenceError(line, f"{len(row)} columns, expected at least {COLUMNS} separated by tabs")
    return [line for line, _ in words], [row for _, row in words]


def _sentence(
    block: Block, lines: Sequence[int], rows: Sequence[Sequence[str]], found: Sequence[tuple[int, str, list[str]]]
) -> PropSentence:
    tree = tree_of(rows, lines, 6, 7)
    tokens = tuple(_token(row) for row in rows)
    propositions = in_order(
        proposition(place, sense, spans_of(tree, place, ["_" if cell == "V" else cell for cell in cells]))
        for place, sense, cells in found
    )
    return PropSentence(block.id, tokens, propositions, tree, None, block.line, block.comments.get("text", ""))


def _token(row: Sequence[str]) -> Token:
    lemma, upos, xpos, feats = ("" if cell == "_" else cell for cell in row[2:6])
    return Token(row[1], lemma, upos, xpos, feats, "SpaceAfter=No" not in row[9])
