"""An estimate of the length of a report before it is written, from the number of words, without drawing it.

The heights below were fitted to the pages of 15 reports, empty space included: of WMT21 Chinese–English (20 and 100
segments), of HMEANT-WMT13 and of TED talks with error spans, in all presets; those of trees and frames
again to three, since letters in pictures have at least 7 points. No estimate was a sixth off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil
from typing import Final
from unicodedata import east_asian_width

from meantree.analysis.inputs import word_count
from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.corpus.corpus import Segment
from meantree.escaping import counted
from meantree.reporting.annotators import Row, is_on_reference, is_score
from meantree.reporting.content import ReportContent
from meantree.reporting.marked_errors import clean_by, marked_errors
from meantree.reporting.segment_pictures import MOST_WORDS

PAGE: Final = 757.0
"""Height of an A4 page between its margins, in points, as all heights below."""
FRONT: Final = 470.0
"""Page one and the appendix."""
TABLES: Final = 270.0
"""Tables of each pair of annotators, or of a single one."""
TRANSLATION: Final = 39.0
LINE: Final = 20.7
"""A line of a text, with its share of the headings and gaps."""
LETTERS: Final = 88
"""Letters of a line of text; letters of wide scripts count twice."""
ROW: Final = 18.5
"""A comment."""
TREE: Final = 8.0
"""Height of a structure for each of its words; half as much where two systems share a reference."""
DIFFERENCE, LETTERS_OF_TABLE = 11.7, 95
"""A line of a table of contested frames, and its letters, which annotators share."""
SMALLER: Final = 0.5
"""How high texts above such a table are, as a share of others."""
FRAMES: Final = 5.2
DETAILS: Final = 83.0
"""Units, or the steps of a derivation."""
FEATURES: Final = 280.0


@dataclass(frozen=True, slots=True)
class ReportSize:
    """The size of a report.

    Attributes:
        segments: number of segments that have something to show.
        pages: approximate number of pages of the PDF file.
    """

    segments: int
    pages: int

    @property
    def shown(self) -> str:
        """The number of segments in words."""
        return counted(self.segments, "segment")

    @property
    def description(self) -> str:
        """Both numbers in words."""
        return f"{self.shown}, about {counted(self.pages, 'page')} as PDF"


def estimate_size(content: ReportContent) -> ReportSize:
    """Estimate the size of a report with this content."""
    shown = content.selection.shown if content.has("segments") else ()
    height = FRONT if content.has("summary") else FRONT / 3
    if content.has("annotators") and content.is_annotated:
        people = len(content.annotators.by_annotator.keys() - {AUTOMATIC})
        height += TABLES * max(1, people * (people - 1) // 2)
    heights = [own for place in shown if (own := _height(content, place))]
    return ReportSize(len(heights), max(1, ceil((height + sum(heights)) / PAGE)))


def _height(content: ReportContent, place: int) -> float:
    """Return the height of the segment at a 0-based place; 0 if it has nothing to show."""
    height = sum(_heights(content, place))
    return height + _lines(content.corpus.segments[place].source or " ") if height else 0.0


def _heights(content: ReportContent, place: int) -> Iterator[float]:
    """Yield the heights of the translations of a segment, those alone that have something to show."""
    segment, chosen = content.corpus.segments[place], content.metrics.get(content.focus)
    reference = next((text.text for text in segment.references.values() if text.text.strip()), "")
    systems = [system for system in content.systems if system in segment.hypotheses]
    if not systems:
        yield TRANSLATION
    shares_reference = len(systems) == 2 and not content.has("trees")
    printed: set[object] = set()
    for number, system in enumerate(systems):
        hypothesis = segment.hypotheses[system].text
        remarks = sum(1 for _ in content.annotators.comments(segment, system)) if content.has("comments") else 0
        tables = content.annotators.differences(segment, system, {}, ()) if content.has("differences") else []
        differences = {row for table in tables for row in table.rows if not is_score(row)} - printed
        printed |= {row for row in differences if is_on_reference(row)}  # once for all translations
        contested = sum(map(_row_height, differences))
        marked = content.annotators.errors_in(segment, system)
        errors = marked_errors(segment, system, marked)
        remarks += bool(clean_by(marked)) if errors is None else len(errors.rows)
        is_unscored = chosen is not None and content.table.segment_score(system, content.focus, place) is None
        is_small = content.is_of_annotators and not content.has_annotated_frames
        frames = _annotated(content, segment, system) if content.has_annotated_frames else 0
        if not (remarks or contested or frames) and (is_unscored or is_small):
            continue  # neither scored nor contested
        texts = TRANSLATION + _lines(hypothesis) + _lines(reference) * (number == 0)
        yield texts * (SMALLER if is_small else 1.0) + ROW * remarks + contested
        if not reference.strip() or not hypothesis.strip():
            continue
        words = word_count(hypothesis), word_count(reference)
        drawn = words[0] + (0 if shares_reference and number == 0 else words[1])
        if max(words) <= MOST_WORDS:
            yield from _pictures(content, segment, system, drawn)
        yield from _lists(content)


def _row_height(row: Row) -> float:
    """Return the height of a contested frame."""
    return DIFFERENCE * max(ceil(len(str(cell)) * (len(row) - 1) / LETTERS_OF_TABLE) or 1 for cell in row[1:])


def _pictures(content: ReportContent, segment: Segment, system: str, words: int) -> Iterator[float]:
    chosen = content.metrics.get(content.focus)
    if content.has_annotated_frames:
        yield FRAMES * words * (bool(content.specs and content.has("frames")) + _annotated(content, segment, system))
    if chosen is None:
        return
    if chosen.structure == "frames" and content.has("structure") and not content.has("frames"):
        yield FRAMES * words
    has_trees = content.has("trees") or content.has("structure")
    is_drawn = chosen.structure not in ("words", "frames") or content.has("trees")
    if content.has("comparison") and len(content.systems) > 1:
        yield TREE / 2 * words * (1.0 if has_trees else 0.7)
    if has_trees:
        yield TREE * words * is_drawn


def _annotated(content: ReportContent, segment: Segment, system: str) -> int:
    """Return how many annotators have frames of a translation."""
    annotations = content.annotators.of_translation(segment, system)
    return sum(bool(key.system and (one.hypothesis or one.reference)) for key, one in annotations)


def _lists(content: ReportContent) -> Iterator[float]:
    chosen = content.metrics.get(content.focus)
    learned = any(metric.is_trained for metric in content.metrics.values())
    if chosen is not None:
        yield DETAILS * (content.has("evidence") and not chosen.is_trained)
        yield DETAILS * content.has("derivation")
        yield FEATURES * (content.has("features") and learned)


def _lines(text: str) -> float:
    letters = len(text) + sum(east_asian_width(letter) in "WF" for letter in text)
    return LINE * ceil(letters / LETTERS)
