"""How long a report will be, told before it is written: by the words of its texts, not by drawing it.

The heights below were measured on reports of WMT21 Chinese–English, with what pages leave empty; they were right
within a sixth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil
from typing import Final
from unicodedata import east_asian_width

from meantree.analysis.inputs import word_count
from meantree.corpus.corpus import Segment
from meantree.escaping import counted
from meantree.evaluation.agreement import LAYERS, finished_annotations
from meantree.evaluation.agreement_items import LABEL_MEASURES, ROLES
from meantree.metrics.metric import CompareOn
from meantree.metrics.regression_metrics import Regression
from meantree.project.annotation import AUTOMATIC
from meantree.report.content import ReportContent

ROW: Final = 10.1
"""Points of a row of a table, or of a line of differences."""
TITLE: Final = 40.0
"""Of the title of a table, and its note."""
LETTER: Final = 4.3
ROOM: Final = 515.0
"""Points of a page from margin to margin."""
DIFFERENCE_LETTERS: Final = 118
"""Of a line of differences."""


def tables_height(content: ReportContent) -> float:
    """Points that the tables of annotators take."""
    part = content.annotators
    if part.path is None or not part.by_segment or not content.has("annotators"):
        return 0.0
    return sum(_table(*table) for table in _tables(content))


def _tables(content: ReportContent) -> Iterator[tuple[int, str, Sequence[str]]]:
    """Of each of them how many rows it has, the longest name of a row, and the heads of the other columns."""
    part, corpus = content.annotators, content.corpus
    work = {name: dict(some) for name, some in part.by_annotator.items()}
    yield len(work.keys() - {AUTOMATIC}), max(work, key=len), ("assigned",) * 8
    if part.annotator is not None:
        return
    done = {name: finished_annotations(some).keys() for name, some in work.items()}
    pairs = [f"{one} – {two}" for one, two in combinations(done, 2) if done[one] & done[two]]
    if pairs:
        heads = [*pairs, "mean of people"]
        yield len(LAYERS) + 3, max(LAYERS, key=len), heads
        yield 3 * len(LABEL_MEASURES), f"{LABEL_MEASURES[-1].name}: items", [*heads, "α of all"]
        yield len(ROLES), max(ROLES, key=len), [*heads, "fillers"]
    if pairs and len(corpus.documents) > 1:
        yield len(pairs) * len(corpus.documents), max(pairs, key=len), ("translations",) * 7
    people = [name for name, some in done.items() if some and (name != AUTOMATIC or pairs)]
    for _ in (part.specs or ("",)) if people else ():
        yield len(people) * len(corpus.systems), max(people, key=len, default=""), ("translations",) * 3
        yield len(corpus.systems), max(corpus.systems, key=len), [f"{name}: from" for name in people for _ in range(4)]


def _table(rows: int, name: str, heads: Sequence[str]) -> float:
    """Columns for which there is no room stand below."""
    names = min(ROOM / 2, 12 + LETTER * len(name))
    widest = min(ROOM - names, 8 + LETTER * max(map(len, heads), default=0))
    most = max(1, int((ROOM - names) // widest))
    return TITLE + ceil(len(heads) / most) * (rows + 1) * ROW


def pictures_of(content: ReportContent, segment: Segment, system: str) -> int:
    """How many annotators' frames of a translation are drawn."""
    return sum(
        bool(key.system and key.reference in segment.references and (one.hypothesis or one.reference))
        for key, one in content.annotators.of_translation(segment, system)
    )


def said_height(content: ReportContent, segment: Segment, system: str) -> float:
    """Points of what stands below the pictures of a translation: differences and remarks."""
    part, lines = content.annotators, 0
    if content.has("differences"):
        for table in part.differences(segment, system, {}, content.metrics.values()):
            lines += 2 + sum(ceil(sum(map(len, map(str, row))) / DIFFERENCE_LETTERS) for row in table.rows)
    if content.has("remarks"):
        lines += sum(1 + ceil(len(remark.text) / DIFFERENCE_LETTERS) for remark in part.remarks(segment, system))
    return ROW * lines


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
class ReportSize:
    """The size of a report.

    Attributes:
        segments: that are shown one by one.
        pages: of the PDF file, about.
    """

    segments: int
    pages: int

    @property
    def description(self) -> str:
        """Both in words."""
        return f"{counted(self.segments, 'segment')}, about {counted(self.pages, 'page')} as PDF"


def estimate_size(content: ReportContent) -> ReportSize:
    """The size of a report of that content."""
    shown = content.selection.shown if content.has("segments") else ()
    height = HEAD + tables_height(content)
    height += sum(sum(_heights(content, content.corpus.segments[place])) for place in shown)
    return ReportSize(len(shown), max(1, ceil(height / PAGE)))


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
    learned = any(isinstance(metric, Regression) for metric in content.metrics.values())
    units = 0.0 if isinstance(chosen, Regression) else UNITS
    lists = {"evidence": units, "derivation": STEPS, "features": FEATURES if learned else 0.0}
    return height + sum(points for part, points in lists.items() if content.has(part))


def _lines(text: str) -> float:
    letters = len(text) + sum(east_asian_width(letter) in "WF" for letter in text)
    return LINE * ceil(letters / LETTERS)
