"""The filter line: words to find, and ranges such as ``edpm < .4``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

_RANGE = re.compile(r"(?P<name>[A-Za-z][\w:=.,+-]*?)\s*(?P<sign><=|>=|<|>)\s*(?P<limit>-?\d*\.?\d+)(?!\S)")
_SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Filter:
    """Words that must all occur (case-folded) and limits ``(metric, sign, number)`` that must all hold."""

    words: tuple[str, ...] = ()
    limits: tuple[tuple[str, str, float], ...] = ()

    def accepts(self, texts: Sequence[str], scores: Mapping[str, float | None]) -> bool:
        """Whether a segment stays; an undefined score is within no limit."""
        joined = "\n".join(texts).casefold() if self.words else ""
        return all(word in joined for word in self.words) and all(
            (score := scores.get(name)) is not None and _SIGNS[sign](score, limit) for name, sign, limit in self.limits
        )


def parse_filter(line: str, metrics: Sequence[str]) -> Filter:
    """Read a filter line.

    Raises:
        ValueError: if a range names no metric; the text says which there are.
    """
    limits = []
    for found in _RANGE.finditer(line):
        if found["name"] not in metrics:
            raise ValueError(f"no metric {found['name']!r}; there are {', '.join(metrics)}")
        limits.append((found["name"], found["sign"], float(found["limit"])))
    words = tuple(_RANGE.sub(" ", line).casefold().split())
    return Filter(words, tuple(limits))
