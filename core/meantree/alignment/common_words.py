"""The diff of two texts: what they share in order where they are the same around it, and what stands between.

Capitals, accents, invisible characters and punctuation are no difference; a question mark, once, and marks inside
numbers are.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final

Words = tuple[int, ...]
"""0-based over a text, in order."""
Pairs = tuple[tuple[int, int], ...]
"""``(word of the hypothesis, word of the reference)``."""
ALIKE: Final = 0.75
"""The share of the words around a place that both texts have, from which they are the same there."""
AROUND: Final = 8
"""Words before and after a place that count, beside as many as it has itself."""
APART: Final = 30
"""Words of either text for each change of a copy."""
_WORDS: Final = frozenset("?%&@#°")
"""Marks that are words."""
_SYMBOLS: Final = frozenset({"Sc", "Sm", "So"})
"""Kinds of symbols that are words: currencies, mathematics and others; accents that stand alone quote."""
_BEFORE_DIGITS: Final = re.compile(r"(?<=[^\W\d_])[-‐](?=\d)|(?<=\d)[-‐](?=[^\W\d_])")
"""Hyphens between a letter and a digit, which say nothing: COVID-19."""
_JOINED: Final = re.compile("[^'’`]+")
"""Words that may be written apart and together: not its, it's."""
_MOST_JOINED: Final = 5
"""Words that are written as one, at most."""


@dataclass(frozen=True, slots=True)
class Change:
    """Words of either text between words that both share; at least one text has some."""

    hypothesis: Words
    reference: Words


@dataclass(frozen=True, slots=True)
class CommonWords:
    """What two texts share where they are the same around it.

    Attributes:
        in_order: words that both have in the same order.
        moved: equal words that stand in another order.
        joined: a word of one text beside each of those that are the same but for blanks and hyphens, wherever they
            stand: A8 beside A and 8. No change has them.
        changes: in order; moved words are part of them.
        is_copy: whether one text is the other with so few changes that each is meant: one for :data:`APART` words, or
            one alone, beside at least as many words that both share. Few texts are that two people translated.
    """

    in_order: Pairs
    moved: Pairs
    joined: Pairs
    changes: tuple[Change, ...]
    is_copy: bool

    @property
    def joined_words(self) -> tuple[frozenset[int], frozenset[int]]:
        """The words of both texts that are joined."""
        return _words_of(self.joined)


@lru_cache(maxsize=1 << 16)
def compared_form(text: str) -> str:
    """Return a word as it is compared; empty for punctuation."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    kinds = {char: unicodedata.category(char) for char in plain}
    plain = "".join(char for char in plain if kinds[char] not in {"Cf", "Cc", "Mn"})
    if any(map(str.isdigit, plain)):
        return _BEFORE_DIGITS.sub("", plain.replace("−", "-").strip(".,;:!()[]'\""))
    return "".join(char for char in plain if char.isalnum() or char in _WORDS or kinds[char] in _SYMBOLS)


def common_words(hyp: Sequence[str], ref: Sequence[str]) -> CommonWords:
    """Return what two texts, given as words, share; exchanged texts share the same."""
    joined = (*_joined(hyp, ref), *((own, other) for other, own in _joined(ref, hyp)))
    forms = [list(_forms(*side)) for side in zip((hyp, ref), _words_of(joined), strict=True)]
    (own, own_places), (other, other_places) = (tuple(zip(*text, strict=True)) or ((), ()) for text in forms)
    spans = _spans(own, other)
    blocks = [(i, j) for same, (a, b, c, d) in spans if same for i, j in zip(range(a, b), range(c, d), strict=True)]
    moved = _moved(own, other, blocks)
    shared = {i for i, _ in (*blocks, *moved)}, {j for _, j in (*blocks, *moved)}
    alike = _alike(spans, shared, (len(own), len(other)))
    inside = [{place for _, span in alike for place in range(*span[side : side + 2])} for side in (0, 2)]

    def kept(pairs: Sequence[tuple[int, int]]) -> Pairs:
        return tuple((own_places[i], other_places[j]) for i, j in pairs if i in inside[0] and j in inside[1])

    changes = tuple(Change(own_places[a:b], other_places[c:d]) for same, (a, b, c, d) in alike if not same)
    elsewhere = {(0, i) for i, _ in kept(moved)} | {(1, j) for _, j in kept(moved)}
    meant = sum(
        any((side, word) not in elsewhere and text[word] != "?" for side, text, word in _words(change, hyp, ref))
        for change in changes
    )
    longest = max(len(own), len(other))
    is_copy = len(alike) == len(spans) and meant <= max(1, longest // APART) and 2 * len(shared[0]) >= longest
    return CommonWords(kept(blocks), kept(moved), joined, changes, is_copy)


def _words_of(pairs: Pairs) -> tuple[frozenset[int], frozenset[int]]:
    return frozenset(word for word, _ in pairs), frozenset(word for _, word in pairs)


def _joined(text: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield words that the other text lacks, and has written apart, with each of their parts there."""
    forms, end = [*map(compared_form, other)], 0
    single = {form: place for place, word in enumerate(text) if (form := compared_form(word)) not in forms}
    runs = ((start, start + size) for start in range(len(other)) for size in range(2, _MOST_JOINED + 1))
    for start, after in runs:
        run = "".join(other[start:after])
        is_new = end <= start and after <= len(other) and forms[start] and forms[after - 1] and _JOINED.fullmatch(run)
        if is_new and (place := single.pop(compared_form(run), None)) is not None:
            end = after
            yield from ((place, part) for part in range(start, end))


def _forms(text: Sequence[str], left: Set[int]) -> Iterator[tuple[str, int]]:
    """Yield the compared words with their places, but some; of several question marks the first."""
    before = ""
    for place, word in enumerate(text):
        form = "" if place in left else compared_form(word)
        if form and not form == before == "?":
            yield form, place
        before = form or before


def _words(change: Change, hyp: Sequence[str], ref: Sequence[str]) -> Iterator[tuple[int, Sequence[str], int]]:
    """Yield the words of a change, each with its side and text."""
    yield from ((0, hyp, word) for word in change.hypothesis)
    yield from ((1, ref, word) for word in change.reference)


Span = tuple[int, int, int, int]
"""Start and end in the hypothesis, and in the reference."""


def _spans(own: Sequence[str], other: Sequence[str]) -> list[tuple[bool, Span]]:
    """Return the spans that are the same, and those that are not, in order."""
    turned = (len(other), other) < (len(own), own)  # the matcher does not treat both texts alike
    texts = (other, own) if turned else (own, other)
    codes = SequenceMatcher(None, *texts, autojunk=False).get_opcodes()
    return [(code == "equal", (c, d, a, b) if turned else (a, b, c, d)) for code, a, b, c, d in codes]


def _moved(own: Sequence[str], other: Sequence[str], blocks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return pairs of equal words that are not shared in order, the first of a form with the first."""
    sides = (own, {left for left, _ in blocks}), (other, {right for _, right in blocks})
    by_form: list[dict[tuple[str, int], int]] = []
    for text, known in sides:
        seen = Counter[str]()
        by_form.append({})
        for place, form in enumerate(text):
            if place not in known:
                by_form[-1][form, seen[form]] = place
                seen[form] += 1
    return [(place, by_form[1][key]) for key, place in by_form[0].items() if key in by_form[1]]


def _alike(
    spans: Sequence[tuple[bool, Span]], shared: tuple[set[int], set[int]], counts: tuple[int, int]
) -> list[tuple[bool, Span]]:
    """Return the spans around which the texts are the same, and those that are the same beside such."""
    likeness = [_likeness(shared, counts, span) for _, span in spans]
    return [
        each
        for at, each in enumerate(spans)
        if max(likeness[max(0, at - 1) : at + 2] if each[0] else likeness[at : at + 1]) >= ALIKE
    ]


def _likeness(shared: tuple[set[int], set[int]], counts: tuple[int, int], span: Span) -> float:
    """Return the share of the words in and around a span of common words, or around another, that both texts have."""
    wide = AROUND + max(span[1] - span[0], span[3] - span[2])
    found = total = 0
    for known, count, start, end in zip(shared, counts, (span[0], span[2]), (span[1], span[3]), strict=True):
        around = {*range(max(0, start - wide), min(count, end + wide))} - ({*range(start, end)} - known)
        found += len(around & known)
        total += len(around)
    return found / total if total else 0.0
