"""A column of span brackets, as in ``(ARG0*``, ``*``, ``*)``: one proposition of CoNLL-2005 and 2012."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from meantree.analysis.frames import Span
from meantree.corpus.formats.conllu_sentence import SentenceError
from meantree.corpus.formats.propositions.model import VERB, Argument, Proposition, PropSentence, full_label
from meantree.escaping import quoted, shortened

_CELL = re.compile(r"((?:\([^()*\s]+)*)\*(\)*)")


def read_column(cells: Sequence[str], lines: Sequence[int]) -> list[Argument]:
    """The spans of a column, the predicate's ``V`` among them.

    Args:
        cells: one for each token.
        lines: where each stands, for messages.

    Raises:
        SentenceError: if a cell is none, or brackets do not match.
    """
    found: list[Argument] = []
    pending: list[tuple[str, int]] = []
    for token, (cell, line) in enumerate(zip(cells, lines, strict=True)):
        match = _CELL.fullmatch(cell)
        if match is None:
            raise SentenceError(line, f"{quoted(cell)}, expected a piece of a span such as (ARG0*, * or *)")
        pending += [(full_label(label), token) for label in match[1].split("(")[1:]]
        for _ in match[2]:
            if not pending:
                raise SentenceError(line, f"{quoted(cell)} ends a span that was not begun")
            label, start = pending.pop()
            found.append(Argument(label, (start, token + 1)))
    if pending:
        raise SentenceError(lines[-1], f"the span of {shortened(pending[-1][0])} does not end")
    return found


def without_crossing(sentence: PropSentence) -> tuple[PropSentence, list[str]]:
    """The sentence with the spans that brackets can write, and in words those that cross another and are left out."""
    lost: list[str] = []
    kept = []
    for one in sentence.propositions:
        arguments: list[Argument] = []
        spans: set[Span] = set()
        for argument in one.arguments:
            (start, end), label = argument.span, argument.label
            if any(a < start < b < end or start < a < end < b for a, b in spans):
                lost.append(f"{shortened(label)} at {argument.span} crosses another argument, and is left out")
            else:
                arguments.append(argument)
                spans.add(argument.span)
        kept.append(replace(one, arguments=tuple(arguments)))
    return replace(sentence, propositions=tuple(kept)), lost


def write_columns(sentence: PropSentence) -> list[list[str]]:
    """A column for each proposition."""
    return [write_column(one, len(sentence.tokens)) for one in sentence.propositions]


def write_column(one: Proposition, size: int) -> list[str]:
    """The cells of a proposition in a sentence of ``size`` tokens."""
    opening, closing = [""] * size, [0] * size
    spans = list(one.arguments)
    if not any(argument.label == VERB for argument in spans):
        spans.append(Argument(VERB, (one.predicate, one.predicate + 1)))
    for argument in sorted(spans, key=lambda argument: (argument.span[0], -argument.span[1])):
        opening[argument.span[0]] += f"({argument.label}"
        closing[argument.span[1] - 1] += 1
    return [f"{before}*{')' * after}" for before, after in zip(opening, closing, strict=True)]
