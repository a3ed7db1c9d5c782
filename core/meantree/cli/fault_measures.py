"""``meantree faults measure``: how often metrics and findings notice planted errors, in all formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import require_same_lines
from meantree.cli.output import Result, set_table
from meantree.corpus.formats.raw_file import load
from meantree.evaluation.fault_lab import given_tables, lab_tables
from meantree.evaluation.value_table import ValueTable
from meantree.metrics.registry import DISTINCT
from meantree.phenomena.planting.others import read_planted, sampled
from meantree.reporting.table_text import tables_json
from meantree.scoring.run import configured_metrics
from meantree.work import Work

FEW: Final = 8
"""Columns of a table that is printed with intervals: a name, a number, and two metrics."""


def measured_texts(
    text: Path,
    reference: Path | None,
    specs: Sequence[str],
    most: int,
    seed: int,
    store: AnalysisStore,
    encoding: str | None,
    work: Work,
) -> list[ValueTable]:
    """Plant errors in the lines of a file, score them, search for findings, and return the tables.

    Args:
        text: in which errors are planted.
        reference: another translation of the same lines; None for the texts themselves.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if the files differ in their number of lines, no error can be planted, or a spec is wrong.
    """
    texts = text_lines(text, encoding)
    others = None if reference is None else text_lines(reference, encoding)
    if reference is not None and others is not None:
        require_same_lines(text, texts, reference, others)
    return lab_tables(texts, others, specs, store, name=str(text), most=most, seed=seed, work=work)[0]


def measured_errors(
    planted: Sequence[Path],
    specs: Sequence[str],
    most: int,
    seed: int,
    store: AnalysisStore,
    encoding: str | None,
    work: Work,
) -> list[ValueTable]:
    """Score errors that others planted, search for findings, and return the tables.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if a spec is wrong.
    """
    given = sampled(read_planted(planted, encoding), most, seed)
    return given_tables(given, specs, store, name=", ".join(map(str, planted)), work=work)[0]


def tables_result(tables: list[ValueTable], plots: Path | None, work: Work) -> Result:
    """Return what is printed, after saving the figures in a folder if one is named.

    Raises:
        UsageError: if a figure cannot be written.
    """
    if plots is not None:
        from meantree.reporting.figures.table_charts import save_figures

        save_figures(tables, plots, work)
    return Result(
        lambda: "\n".join(set_table(_without_intervals(table)) for table in tables),
        lambda: tables_json(tables),
        lambda: tables,
    )


def _without_intervals(table: ValueTable) -> ValueTable:
    """Return the table; if it has many metrics, without the bounds of their intervals, which its note says."""
    kept = [place for place, head in enumerate(table.head) if not head.endswith((" low", " high"))]
    if len(table.head) <= FEW or len(kept) == len(table.head):
        return table
    note = f"{table.note} The intervals of more than two metrics are printed with --format tsv, csv, xlsx or json."
    return replace(table.columns(kept), note=note)


def automatic_metrics() -> list[str]:
    """Return the metrics that need no annotator, each under one name."""
    return [spec for spec, metric in configured_metrics(DISTINCT).items() if not metric.needs.frames]


def text_lines(path: Path, encoding: str | None) -> list[str]:
    """Return the lines of a file, with single blanks; raise InputError if it cannot be read."""
    return [" ".join(line.split()) for line in load(path, encoding).lines()]
