"""Agreement on error spans by brute force: character by character, and all ways to match."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from meantree.annotation.error_annotation import MarkedError

Errors = Sequence[MarkedError]


def character_f(pairs: Sequence[tuple[Errors, Errors]], length: int) -> float | None:
    """F1 of the marked characters of translations of at most this length."""

    def is_marked(errors: Errors, character: int) -> bool:
        return any(p.side == "hypothesis" and p.start <= character < p.end for error in errors for p in error.places)

    both = first = second = 0
    for one, other in pairs:
        for character in range(length):
            in_one, in_other = is_marked(one, character), is_marked(other, character)
            both, first, second = both + (in_one and in_other), first + in_one, second + in_other
    return 2 * both / (first + second) if first + second else None


def best_error_f(first: Errors, second: Errors) -> float | None:
    """The largest F1 of the mean credits over all one-to-one matches."""

    def shares(one: MarkedError, other: MarkedError) -> tuple[float, float]:
        spans = [{(p.side, c) for p in error.places for c in range(p.start, p.end)} for error in (one, other)]
        if not all(spans):
            equal = float(one.is_where(other))
            return equal, equal
        common = len(spans[0] & spans[1])
        return common / len(spans[0]), common / len(spans[1])

    if not first or not second:
        return 0.0 if first or second else None
    if len(first) > len(second):
        first, second = second, first
    best = 0.0
    for match in itertools.permutations(second, len(first)):
        matched = [shares(*pair) for pair in zip(first, match, strict=True)]
        precision = sum(one for one, _ in matched) / len(first)
        recall = sum(other for _, other in matched) / len(second)
        best = max(best, 2 * precision * recall / (precision + recall) if precision + recall else 0.0)
    return best


def unitized_alpha(texts: Sequence[tuple[int, Sequence[Sequence[tuple[int, int, str]]]]]) -> float | None:
    """α from pairs of characters: observed at the same place, expected anywhere but within one unit."""
    observed = 0.0
    stretches: list[tuple[str, object]] = []
    for text, (length, annotators) in enumerate(texts):
        if len(annotators) < 2:
            continue
        labels = []
        for name, units in enumerate(annotators):
            of_text: list[tuple[str, object]] = [("", (text, name, "gap", place)) for place in range(length)]
            for number, (start, end, label) in enumerate(units):
                of_text[start:end] = [(label, (text, name, number))] * (end - start)
            labels.append(of_text)
            stretches += of_text
        for place in range(length):
            pairs = itertools.permutations([one[place][0] for one in labels], 2)
            observed += sum(a != b for a, b in pairs) / (len(labels) - 1)
    pairs_anywhere = [(a[0], b[0]) for a in stretches for b in stretches if a[1] != b[1]]
    differing = sum(a != b for a, b in pairs_anywhere)
    if not differing:
        return None
    return 1 - (observed / len(stretches)) / (differing / len(pairs_anywhere))
