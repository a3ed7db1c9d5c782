"""Score tables as tab-separated text that no spreadsheet can mistake for formulas."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from meantree.corpus.model import Segment
from meantree.metrics.base import Level
from meantree.scoring.table import ScoreTable
from meantree.shown import shown

LEVELS: tuple[Level, ...] = ("system", "document", "segment")
"""From the whole to its parts; a row of one names those above it."""
Row = tuple[list[str], list[float | None]]
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠]")
_NUMBER = re.compile(r"'*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


def header(level: Level) -> list[str]:
    """The names that identify a row of ``level``."""
    return list(LEVELS[: LEVELS.index(level) + 1])


def reference_title(name: str) -> str:
    """What a reference is called beside other texts; one that is called just that is not said twice."""
    return name if name.casefold() == "reference" else f"reference {name}"


def rows(table: ScoreTable, level: Level, systems: Sequence[str]) -> Iterator[Row]:
    """Names and scores of each system, document or segment, one score a metric."""
    for system in systems:
        if level == "system":
            yield [system], [table.system_score(system, spec) for spec in table.metrics]
        elif level == "document":
            columns = {spec: table.document_scores(system, spec) for spec in table.metrics}
            for document in table.corpus.documents:
                yield [system, document], [column[document] for column in columns.values()]
        else:
            scores = [table.segment_scores(system, spec) for spec in table.metrics]
            for place, segment in enumerate(table.corpus.segments):
                yield [system, segment.document, segment.id], [column[place] for column in scores]


def scores_tsv(table: ScoreTable, level: Level, systems: Sequence[str]) -> str:
    """Scores with six decimals; an undefined score is an empty cell. Names are written by :func:`name_cell`."""
    text = io.StringIO()
    writer = csv.writer(text, dialect="excel-tab", lineterminator="\n")
    writer.writerow([*header(level), *map(name_cell, table.metrics)])
    for names, scores in rows(table, level, systems):
        writer.writerow([*map(name_cell, names), *("" if score is None else f"{score:.6f}" for score in scores)])
    return text.getvalue()


def mean_ratings(segment: Segment, system: str) -> dict[str, float]:
    """The mean over raters of each kind of rating that a translation has."""
    found: dict[str, list[float]] = {}
    for rating in segment.ratings:
        if rating.system == system:
            found.setdefault(rating.kind, []).append(rating.value)
    return {kind: sum(values) / len(values) for kind, values in found.items()}


def name_cell(name: str) -> str:
    """A name as the text of a cell, with its unseen characters escaped; different names stay different.

    An apostrophe stands before what a spreadsheet would take for a formula, and one more before a name that has
    apostrophes there already: who reads such a cell drops the first. A number is no formula and stays as it is.
    """
    cell = shown(name)
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell
