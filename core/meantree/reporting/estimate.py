"""An estimate of the length of a report before it is written, from the number of words, without drawing it.

The heights below were measured on reports of WMT21 Chinese–English, including empty space; the error of the estimate
was at most a sixth.
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
from meantree.reporting.content import ReportContent

ROW: Final = 10.1
"""Height of a row of a table, or of a line of differences, in points."""
TITLE: Final = 40.0
"""Height of the title of a table with its note, in points."""
LETTER: Final = 4.3
ROOM: Final = 515.0
"""Width of a page from margin to margin, in points."""
DIFFERENCE_LETTERS: Final = 118
"""Letters of a line of differences."""


def tables_height(content: ReportContent) -> float:
    """Return the height of the tables of annotators, in points."""
    annotators = content.annotators
    if annotators.path is None or not annotators.by_segment or not content.has("annotators"):
        return 0.0
    return sum(_table(*table) for table in _tables(content))


def _tables(content: ReportContent) -> Iterator[tuple[int, str, Sequence[str]]]:
    """Yield for each table the number of rows, the longest name of a row, and the heads of the other columns."""
    annotators, corpus = content.annotators, content.corpus
    work = {name: dict(annotations) for name, annotations in annotators.by_annotator.items()}
    yield len(work.keys() - {AUTOMATIC}), max(work, key=len), ("assigned",) * 8
    if annotators.annotator is not None:
        return
    done = {name: finished_annotations(annotations).keys() for name, annotations in work.items()}
    pairs = [f"{first} – {second}" for first, second in combinations(done, 2) if done[first] & done[second]]
    if pairs:
        heads = [*pairs, "mean of people"]
        yield len(LAYERS) + 3, max(LAYERS, key=len), heads
        yield 3 * len(LABEL_MEASURES), f"{LABEL_MEASURES[-1].name}: items", [*heads, "α of all"]
        yield len(ROLES), max(ROLES, key=len), [*heads, "fillers"]
    if pairs and len(corpus.documents) > 1:
        yield len(pairs) * len(corpus.documents), max(pairs, key=len), ("translations",) * 7
    people = [name for name, annotations in done.items() if annotations and (name != AUTOMATIC or pairs)]
    for _ in (annotators.specs or ("",)) if people else ():
        yield len(people) * len(corpus.systems), max(people, key=len, default=""), ("translations",) * 3
        yield len(corpus.systems), max(corpus.systems, key=len), [f"{name}: from" for name in people for _ in range(4)]


def _table(rows: int, name: str, heads: Sequence[str]) -> float:
    """Return the height of a table, whose columns continue below where the page is too narrow, in points."""
    names = min(ROOM / 2, 12 + LETTER * len(name))
    widest = min(ROOM - names, 8 + LETTER * max(map(len, heads), default=0))
    columns = max(1, int((ROOM - names) // widest))
    return TITLE + ceil(len(heads) / columns) * (rows + 1) * ROW


def pictures_of(content: ReportContent, segment: Segment, system: str) -> int:
    """Return the number of pictures of annotators' frames of a translation."""
    return sum(
        bool(key.system and key.reference in segment.references and (annotation.hypothesis or annotation.reference))
        for key, annotation in content.annotators.of_translation(segment, system)
    )


def comments_height(content: ReportContent, segment: Segment, system: str) -> float:
    """Return the height of differences and comments below the pictures of a translation, in points."""
    annotators, lines = content.annotators, 0
    if content.has("differences"):
        for table in annotators.differences(segment, system, {}, content.metrics.values()):
            lines += 2 + sum(ceil(sum(map(len, map(str, row))) / DIFFERENCE_LETTERS) for row in table.rows)
    if content.has("comments"):
        lines += sum(
            1 + ceil(len(comment.text) / DIFFERENCE_LETTERS) for comment in annotators.comments(segment, system)
        )
    return ROW * lines


PAGE: Final = 757.0
"""Height of an A4 page between its margins, in points, as all heights below."""
HEAD: Final = 150.0
SEGMENT: Final = 32.0
TRANSLATION: Final = 27.0
LINE: Final = 12.2
LETTERS: Final = 84
"""Letters of a line of text; letters of wide scripts count twice."""
TREE: Final[Mapping[CompareOn, float]] = {"words": 5.2, "constituents": 22.5}
"""Height of a tree for each word of both texts."""
ARCS: Final = 15.5
FRAMES: Final = 5.8
UNITS: Final = 120.0
STEPS: Final = 120.0
FEATURES: Final = 280.0


@dataclass(frozen=True, slots=True)
class ReportSize:
    """The size of a report.

    Attributes:
        segments: number of segments shown.
        pages: approximate number of pages of the PDF file.
    """

    segments: int
    pages: int

    @property
    def description(self) -> str:
        """Both numbers in words."""
        return f"{counted(self.segments, 'segment')}, about {counted(self.pages, 'page')} as PDF"


def estimate_size(content: ReportContent) -> ReportSize:
    """Estimate the size of a report with this content."""
    shown = content.selection.shown if content.has("segments") else ()
    height = HEAD + tables_height(content)
    height += sum(sum(_heights(content, content.corpus.segments[place])) for place in shown)
    return ReportSize(len(shown), max(1, ceil(height / PAGE)))


def _heights(content: ReportContent, segment: Segment) -> Iterator[float]:
    yield SEGMENT + _lines(segment.source or "")
    reference = next((text.text for text in segment.references.values() if text.text.strip()), "")
    for system in content.systems:
        if system not in segment.hypotheses:
            continue
        hypothesis = segment.hypotheses[system].text
        yield TRANSLATION + _lines(hypothesis)
        if reference and hypothesis.strip():
            words = word_count(hypothesis) + word_count(reference)
            yield _lines(reference) + _below(content, words)
            yield comments_height(content, segment, system)
            if content.has("frames"):
                yield FRAMES * words * (bool(content.specs) + pictures_of(content, segment, system))


def _below(content: ReportContent, words: int) -> float:
    """Return the height below the texts of a translation: pictures grow with its words, lists hardly do."""
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
