"""What ``meantree agreement`` and ``meantree assign`` print: inter-annotator agreement and annotation progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Final

from meantree.agreement.pooled_annotations import read_pooled
from meantree.agreement.project_agreement import ProjectAgreement, project_agreement
from meantree.cli.output import Result, drawn_rows, drawn_table, set_table, table_and_note
from meantree.errors import Problem, UsageError
from meantree.escaping import as_json, counted, escaped, listed
from meantree.evaluation.value_table import ValueTable, cell_text
from meantree.project.attention_checks import checked
from meantree.project.file import Project
from meantree.project.workload import progress_of
from meantree.reporting.agreement_tables import agreement_json, agreement_tables
from meantree.reporting.annotation_page import trimmed
from meantree.reporting.progress import progress_table
from meantree.work import Work

PROGRESS_WIDTH: Final = 140
"""Maximum line length of the progress table."""
MOST_WORST: Final = 20
"""Translations in plain text; the other formats list all."""
NO_FIGURE: Final = "no figure is drawn: no two annotators have annotated frames of the same translation"


def agreement_result(
    paths: Sequence[Path],
    spec: str,
    plots: Path | None = None,
    work: Work = Work(),
    annotators: Sequence[str] | None = None,
    *,
    repeat_references: bool = False,
) -> tuple[Result, list[Problem]]:
    """Return the agreement of every pair of annotators, with the final score by ``spec``; and what could not be read.

    With ``plots`` the confusion of roles is drawn into that folder; with ``annotators`` these alone are compared; with
    ``repeat_references`` frames of a reference count once for each translation.

    Raises:
        InputError: if a file is no project.
        UsageError: if there is no such annotator, no two have anything in common, or a figure cannot be written.
    """
    pool = read_pooled(paths) if annotators is None else read_pooled(paths).only(annotators)
    agreement = project_agreement(pool, spec, work, repeat_references=repeat_references)
    problems = list(agreement.pool.problems)
    if agreement.is_empty:
        details = "".join(f"; {problem}" for problem in problems)
        raise UsageError(f"{listed(map(str, paths))}: no two annotators have annotated the same translation{details}")
    if plots is not None:
        from meantree.reporting.figures.matrices import save_confusions

        if not save_confusions(agreement, plots):
            problems.append(Problem(plots, None, NO_FIGURE))
    whole = partial(agreement_tables, agreement, whole=True)
    return Result(partial(_text, agreement), partial(agreement_json, agreement), lambda: list(whole())), problems


def _text(agreement: ProjectAgreement) -> str:
    """Return the summary, the table of all layers with its note, and all other tables."""
    if not agreement.pairs:
        return "\n".join(map(set_table, agreement_tables(agreement)))
    summary, layers, *others = agreement_tables(agreement)
    return f"{set_table(trimmed(summary))}\n{_layers(agreement, layers)}" + "".join(
        f"\n{set_table(_shortened(table))}" for table in others
    )


def _layers(agreement: ProjectAgreement, layers: ValueTable) -> str:
    pairs = layers.columns(range(1 + len(agreement.pairs)))  # not their mean
    drawn = drawn_table(list(map(escaped, pairs.head)), (map(cell_text, row) for row in pairs.rows))
    return table_and_note(drawn, layers.note, 60 + 24 * len(agreement.pairs))


def _shortened(table: ValueTable) -> ValueTable:
    """Return the table; that of segments is cut to the worst ones, and its note says so."""
    if table.name != "segments" or len(table.rows) <= MOST_WORST:
        return table
    more = f"{counted(len(table.rows) - MOST_WORST, 'further row')} with --format tsv or json."
    return replace(table, rows=table.rows[:MOST_WORST], note=f"{table.note} {more}")


NOBODY: Final = "Nobody is assigned anything, or has annotated.\n"


def progress_result(project: Project) -> Result:
    """Return how many translations each annotator has, and how many of them are finished."""
    table = progress_table(project)
    shown = trimmed(table)
    plain = partial(table_and_note, drawn_rows(shown), shown.note, PROGRESS_WIDTH)
    return Result(plain if table.rows else lambda: NOBODY, partial(_progress_json, project), lambda: [table])


def _progress_json(project: Project) -> str:
    corpus = project.corpus_of("")
    progress = [progress_of(project, name, corpus) for name in project.people]
    segments = {
        item.annotator: sorted(project.assigned_to(item.annotator), key=corpus.places.__getitem__) for item in progress
    }
    passed = checked(project)
    rows = [{**asdict(item), "segments": segments[item.annotator]} for item in progress]
    for row in rows if passed else ():
        found = passed.get(row["annotator"])
        row["checks"] = None if found is None else {"noticed": found.passed, "finished": found.finished}
    return as_json(rows)
