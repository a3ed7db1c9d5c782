"""The filter line: words to find, and ranges such as ``edpm < .4``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.model import Corpus
from meantree.scoring.table import ScoreTable

_RANGE = re.compile(r"(?P<name>[A-Za-z][\w:=.,+-]*?)\s*(?P<sign><=|>=|<|>)\s*(?P<limit>-?\d*\.?\d+)(?!\S)")
_SIGNS: Mapping[str, Callable[[NDArray[np.float64], float], NDArray[np.bool_]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
Places = NDArray[np.intp]
"""Shape (n,): 0-based places of segments, ascending."""


@dataclass(frozen=True, slots=True)
class Segments:
    """What a filter looks at: the segments of a corpus as one system translated them.

    Attributes:
        corpus: all of them.
        system: whose hypotheses and scores.
        table: its scores, None where there are none yet.
        states: how far the annotation of a segment is, in words, by its key.
    """

    corpus: Corpus
    system: str
    table: ScoreTable | None = None
    states: Mapping[str, str] = field(default_factory=dict)

    def texts(self, place: int) -> Iterator[str]:
        """All texts of a segment."""
        segment = self.corpus.segments[place]
        yield from (segment.id, segment.document, segment.source or "")
        hypothesis = segment.hypotheses.get(self.system)
        yield from (text.text for text in (hypothesis, *segment.references.values()) if text is not None)


@dataclass(frozen=True, slots=True)
class Filter:
    """Words that must all occur (case-folded) and limits ``(metric, sign, number)`` that must all hold."""

    words: tuple[str, ...] = ()
    limits: tuple[tuple[str, str, float], ...] = ()

    def places(self, segments: Segments) -> Places:
        """Where the segments stand that it accepts; an undefined score is within no limit."""
        total = len(segments.corpus.segments)
        accepted = np.ones(total, dtype=bool)
        for name, sign, limit in self.limits:
            column = segments.table.columns.get((segments.system, name)) if segments.table is not None else None
            accepted &= False if column is None else column.defined & _SIGNS[sign](column.scores, limit)
        if self.words:
            for place in np.flatnonzero(accepted).tolist():
                joined = "\n".join(segments.texts(place)).casefold()
                accepted[place] = all(word in joined for word in self.words)
        return np.flatnonzero(accepted)


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
