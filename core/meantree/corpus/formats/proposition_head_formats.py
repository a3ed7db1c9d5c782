"""Formats of propositions with labels on the head words of arguments: the span is the subtree of the head.

CoNLL-2009, and both dialects of Universal Propositions: ``V/ARG0`` in MISC, or columns of ``A0``. Tokens count from 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from meantree.analysis.conllu_blocks import FRAMES, Block, SentenceError, comment, word_cells
from meantree.analysis.frames import Span
from meantree.analysis.tree import ROOT, DependencyTree, Token, subtree_spans
from meantree.corpus.formats.propositions import (
    MAX_DIGITS,
    UNKNOWN,
    VERB,
    Argument,
    Proposition,
    PropSentence,
    by_columns,
    cells_of,
    full_label,
    in_order,
    is_number,
    make_proposition,
    or_empty,
    tree_of,
    written,
)
from meantree.escaping import quoted, shortened


def spans_of(tree: DependencyTree, predicate: int, cells: list[str]) -> list[Argument]:
    """Return the arguments of a predicate from a label (or ``_``) for each token.

    The subtree of a head above the predicate contains the predicate: that span ends before the branch with it.
    """
    spans, branches = subtree_spans(tree), _branches(tree, predicate)
    return [
        Argument(full_label(label), _without(spans, branches, token))
        for token, label in enumerate(cells)
        if label not in ("_", "")
    ]


def span_head(tree: DependencyTree, span: Span) -> int:
    """Return the token of a span whose head is outside, the first of several."""
    return next((token for token in range(*span) if not span[0] <= tree.heads[token] < span[1]), span[0])


def labels_of(sentence: PropSentence, tree: DependencyTree) -> tuple[list[list[str]], list[str]]:
    """Return for each proposition a label (or ``_``) for each token, and messages about losses."""
    columns, lost = [], []
    for proposition in sentence.propositions:
        predicate = proposition.predicate
        cells = ["_"] * len(sentence.tokens)
        for argument in proposition.arguments:
            if argument.label in (VERB, f"C-{VERB}"):
                lost.append(f"of the predicate at {argument.span} only the head word is written")
                continue
            head = span_head(tree, argument.span)
            if cells[head] != "_":
                lost.append(
                    f"{shortened(argument.label)} at {argument.span} shares the head of another argument; left out"
                )
                continue
            cells[head] = argument.label
        reread = make_proposition(predicate, proposition.sense, spans_of(tree, predicate, cells))
        labelled = {part for part in proposition.arguments if cells[span_head(tree, part.span)] == part.label}
        changed = sorted(labelled - set(reread.arguments), key=lambda argument: argument.span)
        lost += [
            f"{shortened(argument.label)} at {argument.span} is not a subtree, so another span will be read back"
            for argument in changed
        ]
        columns.append(cells)
    return columns, lost


def _branches(tree: DependencyTree, predicate: int) -> dict[int, int]:
    """Return each token above the predicate, with its dependent on the way down to it."""
    branches: dict[int, int] = {}
    branch = predicate
    while tree.heads[branch] != ROOT and tree.heads[branch] not in branches:
        branches[tree.heads[branch]] = branch
        branch = tree.heads[branch]
    return branches


def _without(spans: list[Span], branches: dict[int, int], token: int) -> Span:
    start, end = spans[token]
    if token not in branches:  # a predicate within the span is then no part of the subtree
        return start, end
    branch = spans[branches[token]]
    if branch[0] <= token < branch[1]:  # the branch lies on both sides: only the head is certain
        return token, token + 1
    return (start, branch[0]) if token < branch[0] else (branch[1], end)


FIXED = 14
"""Columns before those of roles: ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED."""


def is_conll2009(row: Sequence[str]) -> bool:
    """Return whether a first row is of CoNLL-2009: 14 columns or more, a head in the 9th, Y or _ in the 13th."""
    return len(row) >= FIXED and row[0] == "1" and is_number(row[8]) and row[12] in ("Y", "_")


def read_conll2009(block: Block) -> PropSentence:
    """Read a sentence of CoNLL-2009; raise SentenceError if a row cannot be used or heads make no tree."""
    lines, rows = cells_of(block, FIXED, "\t")
    tree = tree_of(rows, lines, 8, 10)
    tokens = tuple(
        Token(row[1], or_empty(row[2], "_"), "", or_empty(row[4], "_"), or_empty(row[6], "_")) for row in rows
    )
    predicates = {place: or_empty(row[13], "_") or UNKNOWN for place, row in enumerate(rows) if row[12] == "Y"}
    propositions = by_columns(rows, FIXED, predicates, lines[0], partial(spans_of, tree))
    return PropSentence(block.id, tokens, propositions, tree, None, block.line)


def write_conll2009(sentences: Iterable[PropSentence]) -> Iterator[tuple[str, list[str]]]:
    """Yield each sentence as a block with ids in comments, and messages about losses.

    Raises:
        ValueError: if a sentence has no dependency tree.
    """
    for sentence in sentences:
        tree = _tree(sentence)
        senses = sentence.senses
        columns, lost = labels_of(sentence, tree)
        rows = []
        for place, token in enumerate(sentence.tokens):
            lemma, pos, feats = token.lemma or "_", token.xpos or token.upos or "_", token.feats or "_"
            *_, head, label = word_cells(token, tree, place)
            sense = ["Y", "_" if senses[place] == UNKNOWN else senses[place]] if place in senses else ["_", "_"]
            twice = [lemma, lemma, pos, pos, feats, feats, head, head, label or "_", label or "_"]
            rows.append([str(place + 1), token.text, *twice, *sense, *(cells[place] for cells in columns)])
        yield written(sentence, rows), lost


def _tree(sentence: PropSentence) -> DependencyTree:
    if sentence.tree is None:
        raise ValueError("a sentence without dependencies cannot be written with labels on heads")
    return sentence.tree


COLUMNS = 10
ARGS, ROLESET = "Args=", "Roleset="


def is_in_misc(row: Sequence[str]) -> bool:
    """Return whether a row is of the first dialect: CoNLL-U whose MISC has ``Roleset=…|Args=V/ARG0``."""
    return len(row) == COLUMNS and ARGS in row[9] and ROLESET in row[9]


def is_in_columns(row: Sequence[str]) -> bool:
    """Return whether a row is a predicate of the second: eight columns of CoNLL-U, Y, roleset, columns of roles.

    All other rows may look like those of CoNLL-U.
    """
    return len(row) > COLUMNS and is_number(row[0]) and is_number(row[6]) and row[8] == "Y"


def read_in_misc(block: Block) -> PropSentence:
    """Read a sentence of the first dialect; raise SentenceError if a row cannot be used or heads make no tree."""
    lines, rows = _words(block)
    misc = [dict(pair.partition("=")[::2] for pair in row[9].split("|")) for row in rows]
    cells = [pairs["Args"].split("/") if pairs.get("Args") else [] for pairs in misc]
    if len({len(labels) for labels in cells}) > 1:
        raise SentenceError(lines[0], "words with different numbers of labels in Args=, expected one per predicate")
    tree, propositions = tree_of(rows, lines, 6, 7), []
    for number, column in enumerate(map(list, zip(*cells, strict=True)), start=1):
        if VERB not in column:
            raise SentenceError(lines[0], f"proposition {number} has no V in Args=, expected its predicate")
        place = column.index(VERB)
        sense = misc[place].get("Roleset", UNKNOWN)
        propositions.append(make_proposition(place, sense, _other_spans(tree, place, column)))
    return _sentence(block, rows, tree, propositions)


def read_in_columns(block: Block) -> PropSentence:
    """Read a sentence of the second dialect; raise SentenceError if a row cannot be used or heads make no tree."""
    lines, rows = _words(block)
    tree = tree_of(rows, lines, 6, 7)
    predicates = {place: or_empty(row[9], "_") or UNKNOWN for place, row in enumerate(rows) if row[8] == "Y"}
    return _sentence(block, rows, tree, by_columns(rows, COLUMNS, predicates, lines[0], partial(_other_spans, tree)))


def read_in_spans(block: Block) -> PropSentence:
    """Read a sentence of Universal Propositions 2: ten columns of CoNLL-U, then predicate, heads and spans.

    ``A0:2|A1:5`` are heads, ``A0:1-2|A1:4-5`` spans, from 1; without spans these are the subtrees of the heads.

    Raises:
        SentenceError: if a row cannot be used or heads make no tree.
    """
    lines, rows = _words(block, COLUMNS + len(FRAMES))
    tree = tree_of(rows, lines, 6, 7)
    propositions = []
    for place, (line, row) in enumerate(zip(lines, rows, strict=True)):
        sense, heads, spans = row[COLUMNS:]
        if sense == "_":
            continue
        arguments = [Argument(full_label(label), span) for label, span in _labelled(spans, line, len(rows))]
        if spans == "_":
            cells = ["_"] * len(rows)
            for label, (head, _) in _labelled(heads, line, len(rows)):
                cells[head] = label
            arguments = spans_of(tree, place, cells)
        propositions.append(make_proposition(place, sense, arguments))
    return _sentence(block, rows, tree, propositions)


def _labelled(cell: str, line: int, words: int) -> Iterator[tuple[str, Span]]:
    """Yield label and 0-based span of each part such as ``A0:1-2``."""
    for part in cell.split("|") if cell != "_" else ():
        label, _, place = part.rpartition(":")
        first, _, last = place.partition("-")
        last = last or first
        if not (label and all(is_number(end) and len(end) <= MAX_DIGITS for end in (first, last))):
            raise SentenceError(line, f"{quoted(part)}, expected a label and words such as A0:1-2")
        if not 1 <= int(first) <= int(last) <= words:
            raise SentenceError(line, f"{quoted(part)}, expected words from 1 to {words}")
        yield label, (int(first) - 1, int(last))


def write_in_misc(sentences: Iterable[PropSentence]) -> Iterator[tuple[str, list[str]]]:
    """Yield each sentence as CoNLL-U with propositions in MISC, and messages about losses.

    Raises:
        ValueError: if a sentence has no dependency tree.
    """
    for sentence in sentences:
        tree = _tree(sentence)
        columns, lost = labels_of(sentence, tree)
        senses = sentence.senses
        for proposition, cells in zip(sentence.propositions, columns, strict=True):
            if cells[proposition.predicate] != "_":
                lost.append(f"{shortened(cells[proposition.predicate])} on the predicate itself is left out")
            cells[proposition.predicate] = VERB
        text = "".join(token.text + " " * token.space_after for token in sentence.tokens).rstrip()
        rows = []
        for place, token in enumerate(sentence.tokens):
            sense = senses.get(place, UNKNOWN)
            misc = [] if token.space_after else ["SpaceAfter=No"]
            misc += [f"Framefile={sense.rpartition('.')[0] or UNKNOWN}", f"{ROLESET}{sense}"]
            misc.append(ARGS + "/".join(cells[place] for cells in columns))
            *cells, label = word_cells(token, tree, place)
            rows.append([*cells, label or "_", "_", "|".join(misc)])
        yield written(sentence, rows, more=comment("text", text) if rows else ""), lost


def _words(block: Block, least: int = COLUMNS) -> tuple[list[int], list[list[str]]]:
    """Return lines and rows of words, without ranges and empty nodes."""
    words = tuple((line, row) for line, row in block.rows if is_number(row.partition("\t")[0]))
    if not words:
        raise SentenceError(block.line, "a sentence without words, expected at least one")
    return cells_of(replace(block, rows=words), least, "\t")


def _other_spans(tree: DependencyTree, predicate: int, cells: list[str]) -> list[Argument]:
    """Return the arguments of a predicate from labels, without its own."""
    return spans_of(tree, predicate, ["_" if cell == VERB else cell for cell in cells])


def _sentence(
    block: Block, rows: Sequence[Sequence[str]], tree: DependencyTree, propositions: Iterable[Proposition]
) -> PropSentence:
    text = block.comments.get("text", "")
    return PropSentence(block.id, tuple(map(_token, rows)), in_order(propositions), tree, None, block.line, text)


def _token(row: Sequence[str]) -> Token:
    lemma, upos, xpos, feats = (or_empty(cell, "_") for cell in row[2:6])
    return Token(row[1], lemma, upos, xpos, feats, "SpaceAfter=No" not in row[9])
