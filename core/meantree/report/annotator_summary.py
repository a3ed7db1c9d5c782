"""What a report says of all annotators of a project: how far they are, how they agree, how they rank the systems."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.evaluation.pooled_work import pooled
from meantree.evaluation.project_agreement import END_SCORE, project_agreement
from meantree.evaluation.value_table import Value, ValueTable
from meantree.project.annotation import WHEN_TO_REVIEW
from meantree.project.file import Project
from meantree.project.preannotation import AUTOMATIC
from meantree.project.progress import progress_of
from meantree.report.agreement import MARKS, TOLD, agreement_tables, systems_tables
from meantree.work import Work

_ON_PAPER: Final = ("progress", "summary", "agreement", "kappa", "roles", "documents", "means", "systems")
"""The tables that stand on pages; a workbook has all."""
_HEADS: Final = (
    "annotator",
    "assigned",
    "not finished",
    *("done", "nothing to annotate", "cannot annotate", "in progress", "to review"),
    "remarks",
    "minutes",
)


PROGRESS_NOTE: Final = (
    "All counts but the last two are of translations. Assigned: those of the segments that the annotator was given; "
    "not finished: how many of these remain, begun or not. In progress: begun and not finished. To review: "
    f"{WHEN_TO_REVIEW}; these are scored with those that are done, without links to what was deleted. Minutes: the "
    "time at work."
)


def progress_table(path: Path, annotator: str | None = None) -> ValueTable:
    """How far the annotators of a project are, or one of them; automatic frames are nobody's work.

    Raises:
        InputError, UsageError: if the project cannot be read.
    """
    rows: list[tuple[Value, ...]] = []
    with Project(path, passing=True) as project:
        corpus, gold = project.corpus(), project.rules.gold
        names = [name for name in project.annotators if name != AUTOMATIC and annotator in (None, name)]
        for name in names:
            one = progress_of(project, name, corpus)
            is_assigned, minutes = one.assigned is not None, round(one.seconds / 60)
            said = name + (MARKS["gold"] if name == gold else "")
            counts = one.done, one.nothing, one.cannot, one.open, one.review, one.remarks
            left = one.left if is_assigned else None
            rows.append((said, one.assigned, left, *counts, minutes if one.seconds else None))
    note = " ".join((PROGRESS_NOTE, *([TOLD["gold"]] if gold in names else [])))
    return ValueTable("progress", "Progress", note, _HEADS, tuple(rows))


def summary_tables(
    path: Path,
    annotator: str | None = None,
    specs: Sequence[str] = (),
    work: Work | None = None,
    *,
    segments: Collection[str] | None = None,
) -> list[ValueTable]:
    """All of it, progress first; of one annotator alone there is no more than that, and nothing where nobody began.

    Args:
        path: of the project.
        annotator: the one who is meant, None for all.
        specs: metrics by which annotators' work is scored; by default that of ``meantree agreement``.
        work: progress and cancel.
        segments: keys of the segments that are meant, None for all; progress is that of the whole project alone.

    Raises:
        InputError, UsageError: if the project cannot be read, or has nothing to score.
        Cancelled: if the user stopped it.
    """
    progress = progress_table(path, annotator)
    tables = [progress] if progress.rows and segments is None else []
    if annotator is not None:
        return tables
    pool, (first, *others) = pooled([path]), specs or (END_SCORE,)
    pool = pool if segments is None else pool.part(segments)
    found = project_agreement(pool, first, work)
    tables += agreement_tables(found) if found.pairs else systems_tables(found)
    for spec in others:
        also = systems_tables(project_agreement(pool, spec, work))
        tables += [replace(table, title=f"{table.title}, {spec}") for table in also]
    return tables


def on_paper(tables: Iterable[ValueTable]) -> list[ValueTable]:
    """Those of them that stand on pages."""
    return [table for table in tables if table.name in _ON_PAPER]
