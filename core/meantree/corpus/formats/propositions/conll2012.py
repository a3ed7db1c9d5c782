"""CoNLL-2012 (OntoNotes) columns; words there count from 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from meantree.analysis.tree import Token
from meantree.corpus.formats.conllu_sentence import Block, SentenceError
from meantree.corpus.formats.propositions.model import UNKNOWN, VERB, PropSentence, in_order, one_cell, proposition
from meantree.corpus.formats.propositions.rows import written
from meantree.corpus.formats.propositions.span_columns import read_column, write_columns
from meantree.escaping import quoted

NONE = "-"
FIXED = 11
"""Document, part, number, word, part of speech, parse, lemma, frameset, sense of the word, speaker, names."""


def is_conll2012(row: Sequence[str]) -> bool:
    """Whether a first row is of this format: document, part, word number 0, …, parse."""
    return len(row) >= FIXED + 1 and row[1].isdigit() and row[2] == "0" and "*" in row[5]


def read_conll2012(block: Block) -> PropSentence:
    """A sentence; its id is what a comment says, as the columns name documents and their parts alone.

    Raises:
        SentenceError: if a row or a span cannot be used.
    """
    rows = [row.split() for _, row in block.rows]
    lines = [line for line, _ in block.rows]
    for number, (line, row) in enumerate(zip(lines, rows, strict=True)):
        if len(row) != len(rows[0]) or len(row) < FIXED + 1:
            raise SentenceError(line, f"{len(row)} columns, expected {max(len(rows[0]), FIXED + 1)}")
        if row[2] != str(number):
            raise SentenceError(line, f"word {quoted(row[2])}, expected {number}")
    tokens = tuple(Token(row[3], "" if row[6] == NONE else row[6], "", row[4]) for row in rows)
    columns = list(zip(*(row[FIXED:-1] for row in rows), strict=True))
    found = []
    for column in columns:
        spans = read_column(column, lines)
        verbs = [token for one in spans if one.label in (VERB, f"C-{VERB}") for token in range(*one.span)]
        if not verbs:
            raise SentenceError(lines[0], "a column of roles without a predicate (V), expected one in each")
        # Of several words of a predicate the one with the frameset counts.
        verb = next((token for token in sorted(verbs) if rows[token][7] != NONE), min(verbs))
        sense = rows[verb][7]
        found.append(proposition(verb, UNKNOWN if sense == NONE else f"{tokens[verb].lemma}.{sense}", spans))
    parse = tuple(row[5] for row in rows)
    has_parse = any("(" in cell for cell in parse)
    return PropSentence(block.id, tokens, in_order(found), None, parse if has_parse else None, block.line)


def write_conll2012(sentences: Iterable[PropSentence]) -> Iterator[str]:
    """The sentences as blocks of one document; ids stand in comments."""
    yield "#begin document (meantree); part 000\n"
    for sentence in sentences:
        senses, columns = sentence.senses, write_columns(sentence)
        rows = (
            [
                "meantree",
                "0",
                str(place),
                one_cell(token.text),
                token.xpos or NONE,
                sentence.parse[place] if sentence.parse is not None else "*",
                _lemma(token, senses.get(place)),
                _frameset(senses.get(place)),
                NONE,
                NONE,
                "*",
                *(column[place] for column in columns),
                NONE,
            ]
            for place, token in enumerate(sentence.tokens)
        )
        yield written(sentence, rows, between="   ")
    yield "#end document\n"


def _lemma(token: Token, sense: str | None) -> str:
    """The lemma of a sense is what stands before its last dot, so that both come back together."""
    if sense is not None and "." in sense:
        return sense.rpartition(".")[0]
    return token.lemma or (token.text if sense is not None else NONE)


def _frameset(sense: str | None) -> str:
    return sense.rpartition(".")[2] if sense is not None and "." in sense else NONE
