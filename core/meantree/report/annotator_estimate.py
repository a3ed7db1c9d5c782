"""How high that is which stands on pages of annotators: counted in rows and lines, not by making it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil
from typing import Final

from meantree.corpus.corpus import Segment
from meantree.evaluation.agreement import LAYERS, finished
from meantree.evaluation.agreement_items import MEASURES, ROLES
from meantree.project.preannotation import AUTOMATIC
from meantree.report.content import ReportContent

ROW: Final = 10.1
"""Points of a row of a table, or of a line of differences."""
TITLE: Final = 40.0
"""Of the title of a table, and its note."""
LETTER: Final = 4.3
ROOM: Final = 515.0
"""Points of a page from margin to margin."""
LETTERS: Final = 118
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
    done = {name: finished(some).keys() for name, some in work.items()}
    pairs = [f"{one} – {two}" for one, two in combinations(done, 2) if done[one] & done[two]]
    if pairs:
        heads = [*pairs, "mean of people"]
        yield len(LAYERS) + 3, max(LAYERS, key=len), heads
        yield 3 * len(MEASURES), f"{MEASURES[-1].name}: items", [*heads, "α of all"]
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
            lines += 2 + sum(ceil(sum(map(len, map(str, row))) / LETTERS) for row in table.rows)
    if content.has("remarks"):
        lines += sum(1 + ceil(len(one.text) / LETTERS) for one in part.remarks(segment, system))
    return ROW * lines
