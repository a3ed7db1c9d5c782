"""Word links between two texts, as a hint for the eye; no metric counts them."""

from __future__ import annotations

from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import Token


def align_words(hyp: Analysis, ref: Analysis) -> tuple[tuple[int, int], ...]:
    """One-to-one links ``(hypothesis token, reference token)``, 0-based over the whole texts.

    Equal words are linked first, then equal lemmas, then words of one part of speech with a common beginning; among
    equals those at the most similar relative position.
    """
    left, right = hyp.tokens, ref.tokens
    by_start: dict[str, list[int]] = {}
    for place, token in enumerate(right):
        for start in {token.text.casefold()[:3], token.lemma.casefold()[:3]}:
            by_start.setdefault(start, []).append(place)
    pairs = []
    for place, token in enumerate(left):
        near = {other for start in (token.text, token.lemma) for other in by_start.get(start.casefold()[:3], ())}
        for other in near:
            likeness = _likeness(token, right[other])
            if likeness:
                distance = abs(place / max(len(left), 1) - other / max(len(right), 1))
                pairs.append((-likeness, distance, place, other))
    used: tuple[set[int], set[int]] = set(), set()
    links = []
    for _, _, place, other in sorted(pairs):
        if place not in used[0] and other not in used[1]:
            used[0].add(place)
            used[1].add(other)
            links.append((place, other))
    return tuple(sorted(links))


def _likeness(left: Token, right: Token) -> int:
    one, two = left.text.casefold(), right.text.casefold()
    if one == two:
        return 3
    if left.lemma and left.lemma.casefold() == right.lemma.casefold():
        return 2
    common = next((size for size, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return int(bool(left.upos) and left.upos == right.upos and common >= 4)
