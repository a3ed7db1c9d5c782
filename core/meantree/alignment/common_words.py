"""The diff of two texts: what they share in order where they are the same around it, and what stands between.

Capitals, accents, invisible characters and punctuation are no difference; a question mark and marks inside numbers are.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class Change:
    """Words of either text between words that both share; at least one text has some.

    Attributes:
        likeness: the share of the words around them that both texts have, from :data:`ALIKE` to 1.
    """

    hypothesis: Words
    reference: Words
    likeness: float


@dataclass(frozen=True, slots=True)
class CommonWords:
    """What two texts share where they are the same around it.

    Attributes:
        in_order: words that both have in the same order.
        moved: equal words that stand in another order.
        changes: in order; moved words are part of them.
        is_copy: whether one text is the other with so few changes that each is meant: one for :data:`APART` words, or
            one alone. Translations of one source that two people made hardly ever are.
    """

    in_order: Pairs
    moved: Pairs
    changes: tuple[Change, ...]
    is_copy: bool


@lru_cache(maxsize=1 << 16)
def compared_form(text: str) -> str:
    """Return a word as it is compared; empty for punctuation."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    kinds = {char: unicodedata.category(char) for char in plain}
    plain = "".join(char for char in plain if kinds[char] not in {"Cf", "Cc", "Mn"})
    if any(map(str.isdigit, plain)):
        return plain.strip(".,;:!()[]'\"")
    return "".join(char for char in plain if char.isalnum() or char in _WORDS or kinds[char][0] == "S")


def common_words(hyp: Sequence[str], ref: Sequence[str]) -> CommonWords:
    """Return what two texts, given as words, share; exchanged texts share the same."""
    forms = [[(form, place) for place, word in enumerate(text) if (form := compared_form(word))] for text in (hyp, ref)]
    own, other = ([form for form, _ in text] for text in forms)
    spans = _spans(own, other)
    blocks = [
        (start + step, begin + step) for same, (start, end, begin, _) in spans if same for step in range(end - start)
    ]
    moved = _moved(own, other, blocks)
    shared = ({left for left, _ in (*blocks, *moved)}, {right for _, right in (*blocks, *moved)})
    counts = len(own), len(other)
    rated = ((same, span, _likeness(shared, counts, span)) for same, span in spans)
    alike = [each for each in rated if each[2] >= ALIKE]
    inside = [{place for _, span, _ in alike for place in range(*span[side : side + 2])} for side in (0, 2)]
    places = [[place for _, place in text] for text in forms]

    def kept(pairs: Sequence[tuple[int, int]]) -> Pairs:
        return tuple((places[0][i], places[1][j]) for i, j in pairs if i in inside[0] and j in inside[1])

    changes = tuple(
        Change(tuple(places[0][start:end]), tuple(places[1][begin:stop]), likeness)
        for same, (start, end, begin, stop), likeness in alike
        if not same and "".join(own[start:end]) != "".join(other[begin:stop])  # A81, A 81
    )
    known = kept(moved)
    elsewhere = {word for word, _ in known}, {word for _, word in known}
    meant = [
        change
        for change in changes
        if any(word not in elsewhere[0] and hyp[word] != "?" for word in change.hypothesis)
        or any(word not in elsewhere[1] and ref[word] != "?" for word in change.reference)
    ]
    is_copy = len(alike) == len(spans) and len(meant) <= max(1, max(counts) // APART)
    return CommonWords(kept(blocks), known, changes, is_copy)


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


def _likeness(shared: tuple[set[int], set[int]], counts: tuple[int, int], span: Span) -> float:
    """Return the share of the words in and around a span of common words, or around another, that both texts have."""
    wide = AROUND + max(span[1] - span[0], span[3] - span[2])
    found = total = 0
    for known, count, start, end in zip(shared, counts, (span[0], span[2]), (span[1], span[3]), strict=True):
        around = {*range(max(0, start - wide), min(count, end + wide))} - ({*range(start, end)} - known)
        found += len(around & known)
        total += len(around)
    return found / total if total else 0.0
