"""How far annotators are, as a table for reports; what the lead of a project asks: progress, agreement, questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from meantree.agreement.pooled_annotations import read_pooled
from meantree.agreement.project_agreement import project_agreement
from meantree.annotation.frame_annotation import WHEN_TO_REVIEW, State
from meantree.corpus.corpus import CHECK
from meantree.errors import MeantreeError
from meantree.escaping import capitalised
from meantree.evaluation.value_table import Value, ValueTable
from meantree.project.attention_checks import CHECKS, CHECKS_NOTE, checked, in_words
from meantree.project.blindness import leads, require_finished
from meantree.project.comments import ListedComment, questions
from meantree.project.file import Project
from meantree.project.workload import pace_of, progress_of
from meantree.reporting.agreement_tables import agreement_tables
from meantree.reporting.results import SORT_NOTES, SORT_SIGNS, without_empty
from meantree.work import Work

NOTHING: Final = "nothing to annotate"
WITHOUT_ERROR: Final = "of these without an error"
_COLUMNS: Final[Mapping[str, str]] = {
    "annotator": "",
    "assigned": "Assigned: those of the segments that the annotator was given.",
    "not finished": "Not finished: how many of these remain, begun or not.",
    **dict.fromkeys(("done", NOTHING, "cannot annotate"), ""),
    "in progress": "In progress: begun and not finished.",
    "to review": f"To review: {WHEN_TO_REVIEW}; these are scored with those that are done, without links to what was "
    "deleted.",
    "comments": "Comments: those on translations and their parts.",
    "minutes": "Minutes: the time at work.",
    CHECKS: CHECKS_NOTE,
}
"""The columns of the table of progress, and what they mean as far as their names do not say it; checks may be none."""
OF_FRAMES: Final = ("cannot annotate", "to review")
"""Columns that projects of error spans alone have no use for."""
BOTH: Final = "A translation is done when its frames and its error spans are."


def progress_note(heads: Sequence[str]) -> str:
    """Return what these columns of the table of progress mean."""
    meanings = (meaning for head, meaning in _COLUMNS.items() if head in heads)
    return " ".join(("Counts are of translations.", *filter(None, meanings)))


def progress_table(project: Project, annotator: str | None = None) -> ValueTable:
    """Return the progress of a project's annotators, or of one; automatic frames are not counted.

    Raises:
        InputError, UsageError: if the project cannot be read.
    """
    rows: list[tuple[Value, ...]] = []
    corpus, gold, checks = project.corpus_of(""), project.rules.gold, checked(project)
    names = [name for name in project.people if annotator in (None, name)]
    for name in names:
        progress = progress_of(project, name, corpus)
        is_assigned, minutes = progress.assigned is not None, round(progress.seconds / 60)
        title = name + (SORT_SIGNS["gold"] if name == gold else "")
        done = progress.done if project.rules.has_frames else progress.done + progress.nothing
        counts = done, progress.nothing, progress.cannot, progress.open, progress.review, progress.remarks
        if annotator is None and not is_assigned and not any(counts):
            continue  # a lead who looked at a translation for a while
        remaining = progress.left if is_assigned else None
        row = title, progress.assigned, remaining, *counts, minutes if progress.seconds else None
        rows.append((*row, in_words(checks.get(name))) if checks else row)
    is_of_frames, is_of_both = project.rules.has_frames, project.rules.has_frames and project.rules.has_errors
    heads = tuple(head for head in _COLUMNS if checks or head != CHECKS)
    table = ValueTable("progress", "Progress", "", heads, tuple(rows))
    if not is_of_frames:
        table = _of_errors(table)
    note = " ".join((progress_note(table.head), *[BOTH] * is_of_both, *[SORT_NOTES["gold"]] * (gold in names)))
    return replace(table, note=note)


def _of_errors(table: ValueTable) -> ValueTable:
    """Return the table of a project of error spans alone."""
    table = table.columns(place for place, head in enumerate(table.head) if head not in OF_FRAMES)
    return replace(table, head=tuple(head.replace(NOTHING, WITHOUT_ERROR) for head in table.head))


TEAM_HEADS: Final = ("annotator", "done", "of", "to review", "today")
TEAM_NOTE: Final = "Counts are of translations, of the assigned segments if any are assigned."
OF_ERRORS: Final = ("translations", "characters", "errors", "κ", "r")
"""The five figures of agreement on error spans."""
NOT_YET: Final = "No translation has been finished by two annotators yet."


@dataclass(frozen=True, slots=True)
class TeamStatus:
    """The state of a project at one moment.

    Attributes:
        progress: a row for each annotator; the name comes first.
        agreement: the five figures; None if nothing can be compared, or it is hidden.
        questions: comments that ask.
        hidden: why others' progress and questions, and agreement, are missing; empty if they are not.
    """

    progress: ValueTable
    agreement: ValueTable | None = None
    questions: tuple[ListedComment, ...] = ()
    hidden: str = ""


def team_status(path: Path, viewer: str, today: date, work: Work = Work()) -> TeamStatus:
    """Read the state of a project, as far as one may see it who is called ``viewer``.

    Args:
        path: of the project.
        viewer: the annotator who looks, or empty; in a blind project, others' work is hidden until they have finished.
            Whoever annotates in the project must not tell attention checks from other translations.
        today: the day, in local time.
        work: progress and cancel.

    Raises:
        InputError, UsageError: if the project cannot be read.
        Cancelled: if the user stopped it.
    """
    with Project(path, passing=True) as project:
        corpus = project.corpus_of("")
        is_lead = leads(project, viewer)
        progress = without_empty(team_table(project, today, checks=is_lead))
        try:
            require_finished(project, viewer, corpus, "the work of others, agreement and questions are shown")
        except MeantreeError as error:
            hidden = str(error)
            own = replace(progress, rows=tuple(row for row in progress.rows if row[0] == viewer))
            asked = tuple(questions(project, corpus, (viewer,)))
            return TeamStatus(own, None, asked, f"{capitalised(hidden)}.")
        hidden_system = CHECK if is_lead and not project.owner else None  # a check's words need no answer
        asked = tuple(one for one in questions(project, corpus) if one.key.system != hidden_system)
    agreement = project_agreement(read_pooled([path]), work=work)
    errors = agreement.errors.of_people() if agreement.errors is not None else None
    people = replace(
        agreement,
        pairs=tuple(agreement.pairs_of_people),
        errors=errors if errors is not None and errors.comparisons else None,
    )
    if people.is_empty:
        return TeamStatus(progress, None, asked, NOT_YET)
    table = next(agreement_tables(people))
    if not people.pairs:
        table = replace(table, rows=tuple(row for row in table.rows if row[0] in OF_ERRORS))
    return TeamStatus(progress, table, asked)


def team_table(project: Project, today: date, *, checks: bool = True) -> ValueTable:
    """Return the progress of a project's annotators, without the gold standard and automatic frames.

    If there are attention checks, and ``checks`` are wanted, the last column says how many each annotator passed.
    """
    counts_checks = not checks or bool(project.owner)  # annotators must not tell them apart
    corpus, gold = project.corpus_of("") if counts_checks else project.texts(), project.rules.gold
    passed = checked(project) if checks else {}
    rows: list[tuple[Value, ...]] = []
    for name in project.people:
        if name == gold:
            continue
        states = project.translation_states(name)
        pace = pace_of(project, name, corpus, today, states, checks=counts_checks)
        to_review = sum(state is State.REVIEW for item, state in states.items() if counts_checks or item[1] != CHECK)
        row: tuple[Value, ...] = name, pace.finished, pace.assigned, to_review, pace.today
        rows.append((*row, in_words(passed.get(name))) if passed else row)
    heads, note = ((*TEAM_HEADS, CHECKS), f"{TEAM_NOTE} {CHECKS_NOTE}") if passed else (TEAM_HEADS, TEAM_NOTE)
    table = ValueTable("team", "Progress", note, heads, tuple(rows))
    return table if project.rules.has_frames else _of_errors(table)
