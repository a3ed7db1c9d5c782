"""Changes of a sentence: words that are replaced, inserted or deleted, and where they are in both texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from meantree.analysis.sentences import Analysis, character_spans
from meantree.analysis.tree import Token
from meantree.escaping import capitalised
from meantree.phenomena.clauses import subtrees
from meantree.phenomena.reading import Reading

Characters = tuple[int, int]
"""First character and end (exclusive), from 0."""
Span = tuple[int, int]
"""First token and end (exclusive), from 0."""
HARMLESS: Final = "harmless."


@dataclass(frozen=True, slots=True)
class Edit:
    """Tokens from ``start`` to ``end`` (exclusive, 0-based) are replaced by ``text``.

    Without tokens the text is inserted before ``start``; without text the tokens are deleted.
    """

    start: int
    end: int
    text: str


Edits = tuple[Edit, ...]
"""Of one error; they do not overlap."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A changed text.

    Attributes:
        kind: as of findings (``negation.missing``), or ``harmless.`` and the kind of change.
        original, faulty: both texts.
        original_spans, faulty_spans: the characters that were changed; a deletion has none in the faulty text, an
            insertion none in the original.
    """

    kind: str
    original: str
    faulty: str
    original_spans: tuple[Characters, ...]
    faulty_spans: tuple[Characters, ...]

    @property
    def is_harmless(self) -> bool:
        """Whether the change keeps the meaning."""
        return self.kind.startswith(HARMLESS)


def written(tokens: Sequence[Token]) -> str:
    """Return the text of tokens."""
    return _spaced(tokens).rstrip()


def applied(reading: Reading, kind: str, edits: Edits) -> Fault:
    """Return the text with a change."""
    tokens, firsts = reading.tokens, first_words(reading)
    starts = list(accumulate((len(token.text) + token.space_after for token in tokens), initial=0))
    faulty, place = "", 0
    old: list[Characters] = []
    new: list[Characters] = []
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        faulty += _spaced(tokens[place : edit.start])
        is_inserted, text = edit.start == edit.end, edit.text
        if not is_inserted:
            old.append((starts[edit.start], starts[edit.end - 1] + len(tokens[edit.end - 1].text)))
        if text:
            is_quoted = edit.start > 0 and not tokens[edit.start - 1].space_after  # “The
            is_first = (edit.start in firsts or is_quoted) and edit.start < len(tokens)
            text = capitalised(text) if is_first and tokens[edit.start].text[:1].isupper() else text
            ends = is_inserted and (edit.start == len(tokens) or reading.labels[edit.start] == "punct")
            faulty = faulty.rstrip() + " " * text[0].isalnum() if ends else faulty
            new.append((len(faulty) + len(text) - len(text.lstrip()), len(faulty) + len(text)))
            faulty += text + " " * ((is_inserted and not ends) or tokens[edit.end - 1].space_after)
        elif not tokens[edit.end - 1].space_after:
            faulty = faulty.rstrip()
        place = edit.end
    faulty += _spaced(tokens[place:])
    if not new or new[0][0]:
        faulty = capitalised(faulty) if tokens[0].text[:1].isupper() else faulty
    return Fault(kind, written(tokens), faulty.rstrip(), tuple(old), tuple(new))


def tokens_in(text: Analysis, spans: Iterable[Characters]) -> set[int]:
    """Return the tokens that overlap spans of characters."""
    places = character_spans(text)
    return {token for start, end in spans for token, (first, last) in enumerate(places) if first < end and start < last}


def phrase(reading: Reading, word: int) -> Span | None:
    """Return the first token and the end of the subtree of a word; None if it is not contiguous."""
    below = subtrees(reading)[word]
    return (below[0], below[-1] + 1) if below[-1] - below[0] + 1 == len(below) else None


def first_words(reading: Reading) -> frozenset[int]:
    """Return the first words of sentences; punctuation may precede them."""
    words = [[word for word in subtrees(reading)[root] if reading.upos[word] != "PUNCT"] for root in reading.roots]
    return frozenset(found[0] for found in words if found)


def text_of(reading: Reading, span: Span) -> str:
    """Return the text of a span for use inside a sentence: the first word is lower-case unless it is a name."""
    text, first = written(reading.tokens[slice(*span)]), reading.tokens[span[0]]
    is_name = first.upos == "PROPN" or first.text == "I" or first.text[1:].lower() != first.text[1:]
    is_name = is_name or any(entity.start <= span[0] < entity.end for entity in reading.entities)
    return text if span[0] not in first_words(reading) or is_name else text[:1].lower() + text[1:]


def _spaced(tokens: Sequence[Token]) -> str:
    return "".join(token.text + " " * token.space_after for token in tokens)
