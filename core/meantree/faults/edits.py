"""Changes of a sentence: words that are replaced, inserted or deleted, and where they are in both texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.tree import ROOT, Token
from meantree.entailment.clauses import subtrees
from meantree.entailment.reading import Reading
from meantree.escaping import capitalised
from meantree.lexicon.wordnet import wordnet

Characters = tuple[int, int]
"""First character and end (exclusive), from 0."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Tokens from ``start`` to ``end`` (exclusive, 0-based) are replaced by ``text``.

    Without tokens the text is inserted before ``start``; without text the tokens are deleted.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Change:
    """What is changed in a text, with the kind of the finding that should name it; edits do not overlap."""

    kind: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A changed text.

    Attributes:
        kind: as of findings (``negation.lost``), or ``harmless.`` and the kind of change.
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


HARMLESS = "harmless."
Planter = Callable[[Reading], Iterable[Change]]
"""Yields the changes of one family that a text allows."""


def word_list(listed: str) -> tuple[str, ...]:
    """Return the words in a string, separated by blanks."""
    return tuple(listed.split())


def written(tokens: Sequence[Token]) -> str:
    """Return the text of tokens."""
    return "".join(token.text + " " * token.space_after for token in tokens).rstrip()


def characters(tokens: Sequence[Token]) -> list[Characters]:
    """Return the first character and the end of each token in :func:`written`."""
    starts = accumulate((len(token.text) + token.space_after for token in tokens), initial=0)
    return [(start, start + len(token.text)) for start, token in zip(starts, tokens, strict=False)]


def applied(reading: Reading, change: Change) -> Fault:
    """Return the text with a change."""
    tokens, places = reading.tokens, characters(reading.tokens)
    firsts = first_words(reading)
    faulty, place = "", 0
    old: list[Characters] = []
    new: list[Characters] = []
    for edit in sorted(change.edits, key=lambda edit: (edit.start, edit.end)):
        faulty += _spaced(tokens[place : edit.start])
        if edit.end > edit.start:
            old.append((places[edit.start][0], places[edit.end - 1][1]))
        if edit.text:
            begins = (edit.start in firsts or _is_quoted(reading, edit.start)) and tokens[edit.start].text[:1].isupper()
            text = capitalised(edit.text) if begins else edit.text
            new.append((len(faulty) + len(text) - len(text.lstrip()), len(faulty) + len(text)))
            is_spaced = tokens[edit.end - 1].space_after if edit.end else True
            is_spaced |= edit.start == edit.end and text[0].isalnum()  # after a quotation mark or a hyphen
            faulty += text + " " * is_spaced
        elif edit.end > edit.start and not tokens[edit.end - 1].space_after:
            faulty = faulty.rstrip()
        place = edit.end
    faulty += _spaced(tokens[place:])
    if not new or new[0][0]:
        faulty = capitalised(faulty) if tokens[0].text[:1].isupper() else faulty
    return Fault(change.kind, written(tokens), faulty.rstrip(), tuple(old), tuple(new))


def _is_quoted(reading: Reading, word: int) -> bool:
    """Return whether a quotation mark precedes a word without a blank."""
    return word > 0 and reading.upos[word - 1] == "PUNCT" and not reading.tokens[word - 1].space_after


def replaced(kind: str, word: int, text: str) -> Change:
    """Return the change of one word."""
    return Change(kind, (Edit(word, word + 1, text),))


def deleted(kind: str, start: int, end: int) -> Change:
    """Return the deletion of some tokens."""
    return Change(kind, (Edit(start, end, ""),))


def inserted(kind: str, place: int, text: str) -> Change:
    """Return the insertion of words before a token."""
    return Change(kind, (Edit(place, place, text),))


_AMOUNTS: Final = frozenset({EntityKind.NUMBER, EntityKind.MONEY, EntityKind.PERCENT})
"""Entities that are no names: hundreds of people."""


_DASHES: Final = frozenset({"-", "–", "—", "--", "―"})
_BRACKETS: Final = frozenset("()[]")


def keeps_dashes(reading: Reading, change: Change) -> bool:
    """Return whether a change takes no half of a pair of dashes or brackets, empties none, and adds nothing to one."""
    texts, spaced = [token.text for token in reading.tokens], [True, *(each.space_after for each in reading.tokens)]
    dashes = {place for place, text in enumerate(texts) if place and text in _DASHES and spaced[place]}
    is_open = len(dashes) % 2 == 1
    moves = len(change.edits) > 1 and not all(edit.text for edit in change.edits)
    for edit in change.edits:
        inside = sum(place in dashes or texts[place] in _BRACKETS for place in range(edit.start, edit.end))
        follows = reading.labels[edit.end : edit.end + 1]
        is_emptied = not edit.text and edit.start - 1 in dashes and follows in {("punct",), ()}
        adds = edit.start == edit.end and follows == ("punct",)
        if inside % 2 or (inside and edit.text) or is_emptied:
            return False
        if is_open and (adds or moves):  # what is added would belong to the apposition
            return False
    return True


def phrase(reading: Reading, word: int) -> tuple[int, int] | None:
    """Return the first token and the end of the subtree of a word; None if it is not contiguous."""
    below = subtrees(reading)[word]
    return (below[0], below[-1] + 1) if below[-1] - below[0] + 1 == len(below) else None


def first_words(reading: Reading) -> frozenset[int]:
    """Return the first words of sentences; punctuation may precede them."""
    words = [[word for word in subtrees(reading)[root] if reading.upos[word] != "PUNCT"] for root in reading.roots]
    return frozenset(found[0] for found in words if found)


def text_of(reading: Reading, span: tuple[int, int]) -> str:
    """Return the text of a span for use inside a sentence: the first word is lower-case unless it is a name."""
    text = written(reading.tokens[slice(*span)])
    first = reading.tokens[span[0]]
    is_name = any(entity.start <= span[0] < entity.end for entity in reading.entities if entity.kind not in _AMOUNTS)
    is_name |= first.upos == "PROPN" and not wordnet().base_forms(first.text.lower(), "n")
    others = reading.upos[span[0] + 1 : span[1]]
    is_name |= others[:1] == ("PROPN",) and first.upos == "NOUN"  # President Bush
    is_name |= others[:1] == ("CCONJ",) and reading.tokens[span[0] + 2].text.istitle()  # Law and Justice
    is_name |= "PROPN" in others and first.upos == "PROPN"  # Green Party of Texas
    keeps_case = is_name or first.text == "I" or first.text[1:].lower() != first.text[1:]
    pos: Literal["a", "n"] = "a" if first.upos == "ADJ" else "n"
    keeps_case |= first.upos in {"ADJ", "NOUN"} and is_capitalised_lemma(first.text, pos)
    is_first = span[0] in first_words(reading) or first.upos in {"DET", "PRON"}
    return text if keeps_case or not is_first else text[:1].lower() + text[1:]


def dependents(reading: Reading, *labels: str) -> Iterator[int]:
    """Yield the words with one of these labels that have a head."""
    return (word for word, label in enumerate(reading.labels) if label in labels and reading.heads[word] != ROOT)


def between_commas(reading: Reading, span: tuple[int, int]) -> bool:
    """Return whether punctuation precedes a span, or a comma follows it."""
    start, end = span
    before = start > 0 and reading.upos[start - 1] == "PUNCT"
    return before or (end < len(reading) and reading.tokens[end].text == ",")


def _spaced(tokens: Sequence[Token]) -> str:
    return "".join(token.text + " " * token.space_after for token in tokens)


def is_capitalised_lemma(word: str, pos: Literal["a", "n"]) -> bool:
    """Return whether WordNet writes a word with a capital: an adjective in any sense, others in the first one."""
    lexicon = wordnet()
    senses = lexicon.senses(word.lower(), "a") if pos == "a" else lexicon.senses(word.lower())[:1]
    return any(lexicon.lemma(sense)[:1].isupper() for sense in senses)
