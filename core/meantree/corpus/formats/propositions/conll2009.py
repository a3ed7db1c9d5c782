"""CoNLL-2009: fourteen columns and one for each predicate; tokens count from 1, roles stand on head words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meantree.analysis.tree import ROOT, Token
from meantree.corpus.formats.conllu_sentence import Block, SentenceError
from meantree.corpus.formats.propositions.heads import labels_of, spans_of
from meantree.corpus.formats.propositions.model import UNKNOWN, PropSentence, is_number, proposition
from meantree.corpus.formats.propositions.rows import role_columns, tree_of, written

FIXED = 14
"""ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED."""


def is_conll2009(row: Sequence[str]) -> bool:
    """Whether a first row is of this format: fourteen columns, a head in the ninth, Y or _ in the thirteenth."""
    return len(row) >= FIXED and row[0] == "1" and is_number(row[8]) and row[12] in ("Y", "_")


def read_conll2009(block: Block) -> PropSentence:
    """A sentence; the span of an argument is the subtree of its head word.

    Raises:
        SentenceError: if a row cannot be used or heads make no tree.
    """
    lines = [line for line, _ in block.rows]
    rows = [row.split("\t") for _, row in block.rows]
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(rows[0]) or len(row) < FIXED:
            raise SentenceError(line, f"{len(row)} columns, expected {max(len(rows[0]), FIXED)} separated by tabs")
    tree = tree_of(rows, lines, 8, 10)
    tokens = tuple(Token(row[1], _said(row[2]), "", _said(row[4]), _said(row[6])) for row in rows)
    predicates = [place for place, row in enumerate(rows) if row[12] == "Y"]
    columns = role_columns(rows, FIXED, predicates, lines[0])
    found = [
        proposition(place, _said(rows[place][13]) or UNKNOWN, spans_of(tree, place, column))
        for place, column in zip(predicates, columns, strict=True)
    ]
    return PropSentence(block.id, tokens, tuple(found), tree, None, block.line)


def write_conll2009(sentences: Iterable[PropSentence]) -> Iterator[tuple[str, list[str]]]:
    """Each sentence as a block, and what of its spans does not come back; ids stand in comments.

    Raises:
        ValueError: if a sentence has no dependency tree.
    """
    for sentence in sentences:
        tree = sentence.tree
        if tree is None:
            raise ValueError("a sentence without dependencies cannot be written in CoNLL-2009")
        senses = sentence.senses
        columns, lost = labels_of(sentence, tree)
        rows = []
        for place, token in enumerate(sentence.tokens):
            lemma, pos, feats = token.lemma or "_", token.xpos or token.upos or "_", token.feats or "_"
            to, label = "0" if tree.heads[place] == ROOT else str(tree.heads[place] + 1), tree.labels[place] or "_"
            sense = ["Y", "_" if senses[place] == UNKNOWN else senses[place]] if place in senses else ["_", "_"]
            twice = [lemma, lemma, pos, pos, feats, feats, to, to, label, label]
            rows.append([str(place + 1), token.text, *twice, *sense, *(cells[place] for cells in columns)])
        yield written(sentence, rows), lost


def _said(cell: str) -> str:
    return "" if cell == "_" else cell
