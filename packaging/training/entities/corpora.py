"""Gold names of persons, organisations and places from the corpora, in one scheme: B-, I- and O."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

KINDS = {"PER": "PER", "ORG": "ORG", "LOC": "LOC", "person": "PER", "corporation": "ORG", "group": "ORG"}
KINDS |= {"location": "LOC"}
"""Their kinds as ours; all others are no names here."""

_TITLES = """mr mrs ms dr mr. mrs. ms. dr. prof. professor president senator sen. gov. governor king queen sir prime
minister secretary judge justice captain general colonel lord lady prince princess sheikh imam mayor chancellor pope"""
TITLES = frozenset(_TITLES.split())
"""Words before a name that are no part of it in EWT."""
TAGS = ("O", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC")


@dataclass(frozen=True, slots=True)
class GoldSentence:
    """Words and their tags, as many."""

    words: tuple[str, ...]
    tags: tuple[str, ...]


def read_ewt(path: Path) -> Iterator[GoldSentence]:
    """Yield the sentences of Universal NER: number, word, tag."""
    return _sentences(path, "\t", word=1, tag=2)


def read_conll(path: Path) -> Iterator[GoldSentence]:
    """Yield the sentences of BTC, WNUT17 and Wikigold: word and tag. User names after ``@`` are no names."""
    separator = "\t" if "\t" in path.read_text(encoding="utf-8")[:1000] else " "
    for sentence in _sentences(path, separator, word=0, tag=1):
        pairs = zip(sentence.words, ("", *sentence.words), strict=False)
        is_user = [word == "@" or before == "@" for word, before in pairs]
        tags = ["O" if user else tag for tag, user in zip(sentence.tags, is_user, strict=True)]
        yield GoldSentence(sentence.words, consistent(tags))


def _sentences(path: Path, separator: str, *, word: int, tag: int) -> Iterator[GoldSentence]:
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8").replace("\r", "")):
        lines = (line.split(separator) for line in block.split("\n") if line.strip() and not line.startswith("# "))
        rows = [row for row in lines if len(row) > tag and row[word].strip()]
        if rows:
            yield GoldSentence(tuple(row[word] for row in rows), consistent([_ours(row[tag]) for row in rows]))


def _ours(tag: str) -> str:
    begin, _, kind = tag.partition("-")
    return f"{begin}-{KINDS[kind]}" if kind in KINDS else "O"


def consistent(tags: Sequence[str]) -> tuple[str, ...]:
    """The same with B- at the start of every name."""
    result: list[str] = []
    for before, tag in zip(("O", *tags), tags, strict=False):
        goes_on = tag[0] == "I" and before[1:] == tag[1:] and before != "O"
        result.append(tag if goes_on or tag == "O" else f"B{tag[1:]}")
    return tuple(result)


def spans(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """The names that tags say, as ``(start, end, kind)``, 0-based, end exclusive."""
    found, start = set(), 0
    for place, (before, tag) in enumerate(zip(("O", *tags), (*tags, "O"), strict=True)):
        if before != "O" and tag[0] != "I":
            found.add((start, place, before[2:]))
        if tag[0] == "B":
            start = place
    return found


def untitled(sentence: GoldSentence) -> GoldSentence:
    """The same with the titles of persons outside of their names, unless nothing else is in these."""
    tags = list(sentence.tags)
    for start, end, kind in spans(tags):
        rest = next((place for place in range(start, end) if sentence.words[place].lower() not in TITLES), start)
        if kind == "PER" and rest > start:
            tags[start : rest + 1] = ["O"] * (rest - start) + ["B-PER"]
    return GoldSentence(sentence.words, tuple(tags))


def tags_of(size: int, names: Sequence[tuple[int, int, str]]) -> tuple[str, ...]:
    """The tags of so many words with names that do not overlap; what :func:`spans` reads."""
    tags = ["O"] * size
    for start, end, kind in names:
        tags[start:end] = [f"B-{kind}"] + [f"I-{kind}"] * (end - start - 1)
    return tuple(tags)
