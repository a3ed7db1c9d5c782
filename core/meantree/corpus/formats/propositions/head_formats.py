"""Arguments that stand on head words: the span is the subtree of the head."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meantree.analysis.frames import Span
from meantree.analysis.tree import ROOT, DependencyTree, Token, subtree_spans
from meantree.corpus.formats.conllu_blocks import Block, SentenceError, comment
from meantree.corpus.formats.propositions.propositions import (
    UNKNOWN,
    VERB,
    Argument,
    PropSentence,
    full_label,
    in_order,
    is_number,
    make_proposition,
    role_columns,
    tree_of,
    written,
)
from meantree.escaping import shortened


def spans_of(tree: DependencyTree, predicate: int, cells: list[str]) -> list[Argument]:
    """The arguments of a predicate from one label (or ``_``) for each token.

    A head above the predicate would have it in its subtree; its span ends before the branch with the predicate.
    """
    spans, branches = subtree_spans(tree), _branches(tree, predicate)
    return [
        Argument(full_label(label), _without(spans, branches, token))
        for token, label in enumerate(cells)
        if label not in ("_", "")
    ]


def span_head(tree: DependencyTree, span: Span) -> int:
    """The token of a span whose head lies outside; the first if there are several."""
    return next((token for token in range(*span) if not span[0] <= tree.heads[token] < span[1]), span[0])


def labels_of(sentence: PropSentence, tree: DependencyTree) -> tuple[list[list[str]], list[str]]:
    """For each proposition one label (or ``_``) a token, and what is lost by it, in words."""
    columns, lost = [], []
    for one in sentence.propositions:
        cells = ["_"] * len(sentence.tokens)
        for argument in one.arguments:
            if argument.label in (VERB, f"C-{VERB}"):
                lost.append(f"the predicate at {argument.span} is more than its head word, which alone is written")
                continue
            head = span_head(tree, argument.span)
            if cells[head] != "_":
                lost.append(
                    f"{shortened(argument.label)} at {argument.span} has the head of another argument, and is left out"
                )
                continue
            cells[head] = argument.label
        back = make_proposition(one.predicate, one.sense, spans_of(tree, one.predicate, cells))
        written = {argument for argument in one.arguments if cells[span_head(tree, argument.span)] == argument.label}
        changed = sorted(written - set(back.arguments), key=lambda argument: argument.span)
        lost += [
            f"{shortened(argument.label)} at {argument.span} is no subtree, and comes back otherwise"
            for argument in changed
        ]
        columns.append(cells)
    return columns, lost


def _branches(tree: DependencyTree, predicate: int) -> dict[int, int]:
    """Each token above the predicate, with its dependent on the way down to it."""
    found: dict[int, int] = {}
    branch = predicate
    while tree.heads[branch] != ROOT and tree.heads[branch] not in found:
        found[tree.heads[branch]] = branch
        branch = tree.heads[branch]
    return found


def _without(spans: list[Span], branches: dict[int, int], token: int) -> Span:
    start, end = spans[token]
    if token not in branches:  # the predicate, if it is within, lies between the words of the subtree
        return start, end
    cut = spans[branches[token]]
    return (start, cut[0]) if token < cut[0] else (cut[1], end)


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
        make_proposition(place, _said(rows[place][13]) or UNKNOWN, spans_of(tree, place, column))
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
        make_proposition(place, sense, spans_of(tree, place, ["_" if cell == "V" else cell for cell in cells]))
        for place, sense, cells in found
    )
    return PropSentence(block.id, tokens, propositions, tree, None, block.line, block.comments.get("text", ""))


def _token(row: Sequence[str]) -> Token:
    lemma, upos, xpos, feats = ("" if cell == "_" else cell for cell in row[2:6])
    return Token(row[1], lemma, upos, xpos, feats, "SpaceAfter=No" not in row[9])
