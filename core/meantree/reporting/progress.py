"""How far the annotators of a project are, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from meantree.annotation.frame_annotation import WHEN_TO_REVIEW
from meantree.evaluation.value_table import Value, ValueTable
from meantree.project.attention_checks import CHECKS, CHECKS_NOTE, checked, in_words
from meantree.project.file import Project
from meantree.project.workload import progress_of
from meantree.reporting.agreement_tables import SORT_NOTES, SORT_SIGNS

NOTHING: Final = "nothing to annotate"
WITHOUT_ERROR: Final = "of these without an error"
_HEADS: Final = (
    "annotator",
    "assigned",
    "not finished",
    *("done", NOTHING, "cannot annotate", "in progress", "to review"),
    "remarks",
    "minutes",
)


OF_FRAMES: Final = ("cannot annotate", "to review")
"""Columns that projects of error spans alone have no use for."""

_MEANINGS: Final[Mapping[str, str]] = {
    "assigned": "Assigned: those of the segments that the annotator was given.",
    "not finished": "Not finished: how many of these remain, begun or not.",
    "in progress": "In progress: begun and not finished.",
    "to review": f"To review: {WHEN_TO_REVIEW}; these are scored with those that are done, without links to what was "
    "deleted.",
    "remarks": "Remarks: their number.",
    "minutes": "Minutes: the time at work.",
    CHECKS: CHECKS_NOTE,
}


def progress_note(heads: Sequence[str]) -> str:
    """Return what these columns of the table of progress mean."""
    meanings = (meaning for head, meaning in _MEANINGS.items() if head in heads)
    return " ".join(("Counts are of translations.", *meanings))


def progress_table(path: Path, annotator: str | None = None) -> ValueTable:
    """Return the progress of a project's annotators, or of one; automatic frames are not counted.

    Raises:
        InputError, UsageError: if the project cannot be read.
    """
    rows: list[tuple[Value, ...]] = []
    with Project(path, passing=True) as project:
        corpus, gold, checks = project.corpus_of(""), project.rules.gold, checked(project)
        names = [name for name in project.people if annotator in (None, name)]
        for name in names:
            progress = progress_of(project, name, corpus)
            is_assigned, minutes = progress.assigned is not None, round(progress.seconds / 60)
            title = name + (SORT_SIGNS["gold"] if name == gold else "")
            done = progress.done if project.rules.has_frames else progress.done + progress.nothing
            counts = done, progress.nothing, progress.cannot, progress.open, progress.review, progress.remarks
            remaining = progress.left if is_assigned else None
            row = title, progress.assigned, remaining, *counts, minutes if progress.seconds else None
            rows.append((*row, in_words(checks.get(name))) if checks else row)
        is_of_frames = project.rules.has_frames
    heads: tuple[str, ...] = (*_HEADS, CHECKS) if checks else _HEADS
    if not is_of_frames:
        kept = [place for place, head in enumerate(heads) if head not in OF_FRAMES]
        heads = tuple(heads[place].replace(NOTHING, WITHOUT_ERROR) for place in kept)
        rows = [tuple(row[place] for place in kept) for row in rows]
    note = " ".join((progress_note(heads), *[SORT_NOTES["gold"]] * (gold in names)))
    return ValueTable("progress", "Progress", note, heads, tuple(rows))
