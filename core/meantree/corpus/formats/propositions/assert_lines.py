"""ASSERT's lines: a proposition a line, ``[ARG0 The minister] [TARGET resigned] [ARGM-TMP today] .``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from meantree.analysis.tree import Token
from meantree.corpus.formats.conllu_sentence import SentenceError
from meantree.corpus.formats.propositions.model import UNKNOWN, Argument, PropSentence, full_label, proposition
from meantree.escaping import quoted, shortened

TARGET = "TARGET"
_NUMBER = re.compile(r"^\s*(\d+):\s+")
_PIECE = re.compile(r"\[([A-Z][\w-]*)\s([^\[\]]*)\]|([^\s\[\]]+)|([\[\]])")


def is_assert(head: str) -> bool:
    """Whether a line has a target."""
    return re.search(rf"\[{TARGET} +[^\[\]\s][^\[\]\n]*\]", head) is not None


def read_assert(lines: Iterable[str]) -> Iterator[PropSentence | SentenceError]:
    """The sentences, and of bad lines what is wrong with them.

    Neighbouring lines with the same words are propositions of one sentence. A line may begin with the sentence's
    number, as in ``3: [ARG0 …``; then that is its id.
    """
    pending: PropSentence | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = _line(number, line)
        except SentenceError as fault:
            yield from [pending] if pending is not None else []
            pending = None
            yield fault
            continue
        if pending is not None and _continues(found, pending):
            propositions = sorted((*pending.propositions, *found.propositions), key=lambda one: one.predicate)
            pending = PropSentence(pending.id, pending.tokens, tuple(propositions), line=pending.line)
        else:
            if pending is not None:
                yield pending
            pending = found
    if pending is not None:
        yield pending


def _continues(found: PropSentence, before: PropSentence) -> bool:
    """Whether a line has another predicate of the same sentence."""
    known = {one.predicate for one in before.propositions}
    return (found.id, found.tokens) == (before.id, before.tokens) and all(
        one.predicate not in known for one in found.propositions
    )


def _line(number: int, line: str) -> PropSentence:
    named = _NUMBER.match(line)
    words: list[str] = []
    arguments: list[Argument] = []
    predicate: int | None = None
    for match in _PIECE.finditer(line, named.end() if named else 0):
        label, inside, word, stray = match.groups()
        if stray:
            raise SentenceError(number, f"a lone {quoted(stray)}, expected pieces such as [ARG0 …]")
        start = len(words)
        words += [word] if word else inside.split()
        if label and not inside.strip():
            raise SentenceError(number, f"an empty [{shortened(label)} ], expected words")
        if label == TARGET:
            if predicate is not None:
                raise SentenceError(number, "two targets, expected one in a line")
            predicate = start
        elif label:
            arguments.append(Argument(full_label(label), (start, len(words))))
    if predicate is None and arguments:
        raise SentenceError(number, "no [TARGET …], expected one in each line")
    propositions = () if predicate is None else (proposition(predicate, UNKNOWN, arguments),)
    return PropSentence(named[1] if named else "", tuple(map(Token, words)), propositions, line=number)
