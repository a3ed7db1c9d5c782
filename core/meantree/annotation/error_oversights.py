"""What may have been overlooked in the error spans of one translation, to be asked about before it is finished."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from meantree.annotation.error_annotation import ErrorAnnotation
from meantree.annotation.rules import ESA, Rules

LOW_SCORE: Final = 80
"""A score below this without any error is asked about."""


def error_oversights(annotation: ErrorAnnotation, rules: Rules) -> tuple[str, ...]:
    """Return in words what may have been overlooked."""
    counts = Counter(text for text, _ in by_error(annotation, rules))
    found = [text.replace("an error has", f"{n} errors have") if n > 1 else text for text, n in counts.items()]
    score = annotation.score
    if rules.protocol == ESA and score is not None and score < LOW_SCORE and not annotation.errors:
        found.append(f"the score is {score:g}, but no error is marked")
    return tuple(found)


def by_error(annotation: ErrorAnnotation, rules: Rules) -> Iterator[tuple[str, int]]:
    """Yield what an error lacks, or that there is one like it, and its 0-based number."""
    seen = set[tuple[object, ...]]()
    for number, error in enumerate(annotation.marked):
        if not error.counts:
            continue
        if rules.protocol != ESA and not error.category:
            yield "an error has no category", number
        if not error.severity:
            yield "an error has no severity", number
        if error.places and (error.places, error.label) in seen:
            yield "an error is marked twice alike", number
        seen.add((error.places, error.label))
