"""Formats of propositions with a column of spans (``(ARG0*``, ``*``, ``*)``) for each predicate.

CoNLL-2005; PropBank's ``.props``, tokens counted from 1; CoNLL-2012 (OntoNotes), tokens counted from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from meantree.analysis.conllu_blocks import Block, SentenceError
from meantree.analysis.frames import Span
from meantree.analysis.tree import Token
from meantree.corpus.formats.propositions import (
    UNKNOWN,
    VERB,
    Argument,
    Proposition,
    PropSentence,
    by_columns,
    cells_of,
    check_numbers,
    full_label,
    in_order,
    make_proposition,
    or_empty,
    written,
)
from meantree.escaping import quoted, shortened

_CELL = re.compile(r"((?:\([^()*\s]+)*)\*(\)*)")


def read_column(cells: Sequence[str], lines: Sequence[int]) -> list[Argument]:
    """Return the spans of a column, the predicate's ``V`` among them.

    Args:
        lines: of the cells, for messages.

    Raises:
        SentenceError: if a cell is not a piece of a span, or brackets do not match.
    """
    arguments: list[Argument] = []
    pending: list[tuple[str, int]] = []
    for token, (cell, line) in enumerate(zip(cells, lines, strict=True)):
        match = _CELL.fullmatch(cell)
        if match is None:
            raise SentenceError(line, f"{quoted(cell)}, expected a piece of a span such as (ARG0*, * or *)")
        pending += [(full_label(label), token) for label in match[1].split("(")[1:]]
        for _ in match[2]:
            if not pending:
                raise SentenceError(line, f"{quoted(cell)} ends a span that was not started")
            label, start = pending.pop()
            arguments.append(Argument(label, (start, token + 1)))
    if pending:
        raise SentenceError(lines[-1], f"the span of {shortened(pending[-1][0])} does not end")
    return arguments


def without_crossing(sentence: PropSentence) -> tuple[PropSentence, list[str]]:
    """Return the sentence without crossing spans, which brackets cannot write, and messages about them."""
    messages: list[str] = []
    propositions = []
    for proposition in sentence.propositions:
        arguments: list[Argument] = []
        spans: set[Span] = set()
        for argument in proposition.arguments:
            (start, end), label = argument.span, argument.label
            if any(a < start < b < end or start < a < end < b for a, b in spans):
                messages.append(f"{shortened(label)} at {argument.span} crosses another argument and is left out")
            else:
                arguments.append(argument)
                spans.add(argument.span)
        propositions.append(replace(proposition, arguments=tuple(arguments)))
    return replace(sentence, propositions=tuple(propositions)), messages


def write_columns(sentence: PropSentence) -> list[list[str]]:
    """Return a column of cells for each proposition."""
    return [_write_column(proposition, len(sentence.tokens)) for proposition in sentence.propositions]


def _write_column(proposition: Proposition, size: int) -> list[str]:
    opening, closing = [""] * size, [0] * size
    spans = list(proposition.arguments)
    if not any(argument.label == VERB for argument in spans):
        spans.append(Argument(VERB, (proposition.predicate, proposition.predicate + 1)))
    for argument in sorted(spans, key=lambda argument: (argument.span[0], -argument.span[1])):
        opening[argument.span[0]] += f"({argument.label}"
        closing[argument.span[1] - 1] += 1
    return [f"{before}*{')' * after}" for before, after in zip(opening, closing, strict=True)]


NONE = "-"
FIXED = 6
"""Columns of a ``.props`` row before those of roles: index, form, part of speech, parse, lemma, roleset."""


def is_props(row: Sequence[str]) -> bool:
    """Return whether a first row is PropBank's: ``1 form xpos (parse* lemma roleset roles …``."""
    return len(row) >= FIXED and row[0] == "1" and "*" in row[3]


def is_conll2005(block: Block | None) -> bool:
    """Return whether a first sentence is of the shared task; one without a verb is not recognised."""
    try:
        return block is not None and bool(read_conll2005(block).propositions)
    except SentenceError:
        return False


def read_props(block: Block) -> PropSentence:
    """Read a sentence of ``.props`` rows; raise SentenceError if a row or a span cannot be used."""
    lines, rows = cells_of(block, FIXED, _between(block))
    check_numbers(lines, [row[0] for row in rows], 1)
    predicates = {place: row[5] for place, row in enumerate(rows) if row[5] != NONE or row[4] != NONE}
    tokens = tuple(Token(row[1], or_empty(row[4], NONE), "", or_empty(row[2], NONE)) for row in rows)
    propositions = by_columns(rows, FIXED, predicates, lines[0], lambda _, column: read_column(column, lines))
    return PropSentence(block.id, tokens, propositions, None, _parse([row[3] for row in rows]), block.line)


def read_conll2005(block: Block) -> PropSentence:
    """Read a sentence of the shared task: words, parts of speech, other columns, target verbs, a column for each.

    The column of the verbs is the first one followed by as many columns as it has verbs, each with ``V`` at its verb;
    the parse is the column before it with the most brackets.

    Raises:
        SentenceError: if there is no such column, or a span cannot be used.
    """
    lines, rows = cells_of(block, 1, _between(block))
    columns = list(zip(*rows, strict=True))
    verbs, predicates = _target_verbs(columns)
    if verbs is None:
        raise SentenceError(block.line, "no column of target verbs with a column of roles for each after it")
    tokens = tuple(Token(row[0], or_empty(row[verbs], NONE), "", or_empty(row[1], NONE)) for row in rows)
    parses = [column for column in columns[2:verbs] if any("(" in cell for cell in column)]
    senses = dict.fromkeys(predicates, UNKNOWN)
    propositions = by_columns(rows, verbs + 1, senses, lines[0], lambda _, column: read_column(column, lines))
    parse = max(parses, key=lambda column: "".join(column).count("("), default=None)
    return PropSentence(block.id, tokens, propositions, None, None if parse is None else tuple(parse), block.line)


def _target_verbs(columns: Sequence[Sequence[str]]) -> tuple[int | None, list[int]]:
    """Return the column of the verbs, None without one, and the tokens that are verbs."""
    of_roles = [all("*" in cell for cell in column) for column in columns]
    for place in range(2, len(columns)):
        predicates = [token for token, cell in enumerate(columns[place]) if cell != NONE]
        # The numbers are compared first, as there may be very many columns but no more verbs than words.
        if len(columns) - place - 1 == len(predicates) and all(
            of_roles[place + number] and "(V*" in columns[place + number][verb]
            for number, verb in enumerate(predicates, start=1)
        ):
            return place, predicates
    return None, []


def write_props(sentences: Iterable[PropSentence]) -> Iterator[str]:
    """Yield the sentences as ``.props`` blocks, each a string that ends with a blank line."""
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


def _between(block: Block) -> str | None:
    return "\t" if "\t" in block.rows[0][1] else None


def _parse(cells: Sequence[str]) -> tuple[str, ...] | None:
    return tuple(cells) if any("(" in cell for cell in cells) else None


FIXED_2012 = 11
"""Columns before those of roles: document, part, number, word, part of speech, parse, lemma, frameset, sense of the
word, speaker, names."""


def is_conll2012(row: Sequence[str]) -> bool:
    """Return whether a first row is of CoNLL-2012: document, part, word number 0, …, parse."""
    return len(row) >= FIXED_2012 + 1 and row[1].isdigit() and row[2] == "0" and "*" in row[5]


def read_conll2012(block: Block) -> PropSentence:
    """Read a sentence; its id is in a comment, as the columns name only documents and their parts.

    Raises:
        SentenceError: if a row or a span cannot be used.
    """
    lines, rows = cells_of(block, FIXED_2012 + 1)
    check_numbers(lines, [row[2] for row in rows], 0)
    tokens = tuple(Token(row[3], or_empty(row[6], NONE), "", row[4]) for row in rows)
    propositions = []
    for column in zip(*(row[FIXED_2012:-1] for row in rows), strict=True):
        spans = read_column(column, lines)
        verbs = [token for part in spans if part.label in (VERB, f"C-{VERB}") for token in range(*part.span)]
        if not verbs:
            raise SentenceError(lines[0], "a column of roles without a predicate (V), expected one in each")
        # If a predicate has several words, the one with the frameset counts.
        verb = next((token for token in sorted(verbs) if rows[token][7] != NONE), min(verbs))
        sense = rows[verb][7]
        propositions.append(
            make_proposition(verb, UNKNOWN if sense == NONE else f"{tokens[verb].lemma}.{sense}", spans)
        )
    parse = _parse([row[5] for row in rows])
    return PropSentence(block.id, tokens, in_order(propositions), None, parse, block.line)


def write_conll2012(sentences: Iterable[PropSentence]) -> Iterator[str]:
    """Yield the sentences as blocks of one document, with ids in comments."""
    yield "#begin document (meantree); part 000\n"
    for sentence in sentences:
        senses, columns = sentence.senses, write_columns(sentence)
        rows = (
            [
                "meantree",
                "0",
                str(place),
                "_".join(token.text.split()),  # as blanks are between cells
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
    """Return the part of a sense before its last dot, so that reading gives the same sense again."""
    if sense is not None and "." in sense:
        return sense.rpartition(".")[0]
    return token.lemma or (token.text if sense is not None else NONE)


def _frameset(sense: str | None) -> str:
    return sense.rpartition(".")[2] if sense is not None and "." in sense else NONE
