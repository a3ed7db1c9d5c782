"""How long a report will be, told before it is written: by the words of its texts, not by drawing it.

The heights below were measured on reports of WMT21 Chinese–English, with what pages leave empty; they were right
within a sixth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final
from unicodedata import east_asian_width

from meantree.analysis.limits import word_count
from meantree.corpus.corpus import Segment
from meantree.escaping import counted
from meantree.metrics.base import CompareOn
from meantree.metrics.regression.metrics import Regression
from meantree.report.annotator_estimate import pictures_of, said_height, tables_height
from meantree.report.content import ReportContent

PAGE: Final = 757.0
"""Points of a page of A4 between its margins; heights below are in points, too."""
HEAD: Final = 150.0
SEGMENT: Final = 32.0
TRANSLATION: Final = 27.0
LINE: Final = 12.2
LETTERS: Final = 84
"""Of a line of text; letters of wide scripts count twice."""
TREE: Final[Mapping[CompareOn, float]] = {"words": 5.2, "constituents": 22.5}
"""For each word of both texts."""
ARCS: Final = 15.5
FRAMES: Final = 5.8
UNITS: Final = 120.0
STEPS: Final = 120.0
FEATURES: Final = 280.0


@dataclass(frozen=True, slots=True)
class Estimate:
    """The size of a report.

    Attributes:
        segments: that are shown one by one.
        pages: of the PDF file, about.
    """

    segments: int
    pages: int

    @property
    def told(self) -> str:
        """Both in words."""
        return f"{counted(self.segments, 'segment')}, about {counted(self.pages, 'page')} as PDF"


def estimate(content: ReportContent) -> Estimate:
    """The size of a report of that content."""
    shown = content.choice.shown if content.has("segments") else ()
    height = HEAD + tables_height(content)
    height += sum(sum(_heights(content, content.corpus.segments[place])) for place in shown)
    return Estimate(len(shown), max(1, ceil(height / PAGE)))


def _heights(content: ReportContent, segment: Segment) -> Iterator[float]:
    yield SEGMENT + _lines(segment.source or "")
    theirs = next((text.text for text in segment.references.values() if text.text.strip()), "")
    for system in content.systems:
        if system not in segment.hypotheses:
            continue
        mine = segment.hypotheses[system].text
        yield TRANSLATION + _lines(mine)
        if theirs and mine.strip():
            words = word_count(mine) + word_count(theirs)
            yield _lines(theirs) + _below(content, words)
            yield said_height(content, segment, system)
            if content.has("frames"):
                yield FRAMES * words * (bool(content.specs) + pictures_of(content, segment, system))


def _below(content: ReportContent, words: int) -> float:
    """What stands below the texts of a translation: pictures grow with its words, lists hardly do."""
    chosen = content.metrics.get(content.focus)
    if chosen is None:  # frames of annotators alone
        return 0.0
    height = TREE.get(chosen.structure, ARCS) * words if content.has("trees") else 0.0
    learned = any(isinstance(one, Regression) for one in content.metrics.values())
    units = 0.0 if isinstance(chosen, Regression) else UNITS
    lists = {"evidence": units, "derivation": STEPS, "features": FEATURES if learned else 0.0}
    return height + sum(points for part, points in lists.items() if content.has(part))


def _lines(text: str) -> float:
    letters = len(text) + sum(east_asian_width(letter) in "WF" for letter in text)
    return LINE * ceil(letters / LETTERS)
