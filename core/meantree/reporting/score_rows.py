"""Score tables as tab-separated text that no spreadsheet can mistake for formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meantree.corpus.corpus import Segment
from meantree.escaping import escaped, guarded
from meantree.metrics.metric import Level
from meantree.scoring.table import ScoreTable

LEVELS: tuple[Level, ...] = ("system", "document", "segment")
"""From the whole to its parts; a row of one names those above it."""


class Row(NamedTuple):
    """A system, document or segment: names, one score a metric, and the number of segments behind each score."""

    names: list[str]
    scores: list[float | None]
    segments: list[int]


def segments_column(spec: str) -> str:
    """Return the name of the column with the number of segments behind a metric's scores."""
    return f"n:{spec}"


def signature_column(spec: str) -> str:
    """Return the name of the column with a metric's signature."""
    return f"signature:{spec}"


def header(level: Level) -> list[str]:
    """Return the columns that identify a row of ``level``."""
    return list(LEVELS[: LEVELS.index(level) + 1])


def reference_title(name: str) -> str:
    """Return the label of a reference among other texts: ``reference NAME``, or the name if it is ``reference``."""
    return name if name.casefold() == "reference" else f"reference {name}"


def rows(
    table: ScoreTable, level: Level, systems: Sequence[str], metrics: Sequence[str] | None = None
) -> Iterator[Row]:
    """Yield a row for each system, document or segment; by these ``metrics`` alone, or by all."""
    specs = tuple(table.metrics) if metrics is None else metrics
    for system in systems:
        if level == "system":
            scores = [table.system_score(system, spec) for spec in specs]
            yield Row([system], scores, [table.segments_behind(system, spec) for spec in specs])
        elif level == "document":
            columns = {spec: table.document_scores(system, spec) for spec in specs}
            for document, places in table.corpus.documents.items():
                counts = [table.segments_behind(system, spec, places) for spec in specs]
                yield Row([system, document], [column[document] for column in columns.values()], counts)
        else:
            score_columns = [table.segment_scores(system, spec) for spec in specs]
            for place, segment in enumerate(table.corpus.segments):
                scores = [column[place] for column in score_columns]
                yield Row([system, segment.document, segment.id], scores, [int(score is not None) for score in scores])


def mean_ratings(segment: Segment, system: str) -> dict[str, float]:
    """Return the mean over raters of each kind of a translation's ratings."""
    ratings: dict[str, list[float]] = {}
    for rating in segment.ratings:
        if rating.system == system:
            ratings.setdefault(rating.kind, []).append(rating.value)
    return {kind: sum(values) / len(values) for kind, values in ratings.items()}


def name_cell(name: str) -> str:
    """Return a name as the text of a cell, with invisible characters escaped; different names stay different."""
    return guarded(escaped(name))


# Control characters but for tabs and line ends, and what no file of characters may hold. Letters that join or turn what
# follows stay: they belong to texts in many scripts, and each text stands apart.
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def printable(text: str) -> str:
    r"""Return a text with unprintable characters as escapes, such as ``\x1b``."""
    return _UNPRINTABLE.sub(lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
