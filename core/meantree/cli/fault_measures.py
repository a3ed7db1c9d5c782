"""``meantree faults measure``: how often metrics and findings notice planted errors, in all formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import require_same_lines
from meantree.cli.output import Result, set_table
from meantree.corpus.formats.raw_file import load
from meantree.errors import UsageError
from meantree.evaluation.fault_lab import lab_tables
from meantree.evaluation.value_table import ValueTable
from meantree.faults.edits import Fault
from meantree.faults.others import read_planted, sampled
from meantree.metrics.registry import DISTINCT
from meantree.reporting.table_text import tables_json
from meantree.scoring.run import configured_metrics
from meantree.work import Work

FEW: Final = 8
"""Columns of a table that is printed with intervals: a name, a number, and two metrics."""


def measured_result(
    text: Path | None,
    reference: Path | None,
    planted: Sequence[Path],
    specs: Sequence[str] | None,
    most: int,
    seed: int,
    parsers: Parsers,
    encoding: str | None,
    plots: Path | None,
    work: Work,
) -> Result:
    """Plant errors, score them, search for findings, and return the tables.

    Args:
        text: in which errors are planted; None if others planted them.
        reference: another translation of them; None for the texts themselves.
        planted: files with errors that others planted.
        specs: of metrics; None for all offered ones that need no annotator.
        parsers, encoding, work: as in ``meantree score``.
        plots: a folder for figures; None for none.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if there are texts and errors of others, or neither, the files differ in their number of lines, no
            error can be planted, a spec is wrong, or a figure cannot be written.
    """
    chosen = list(specs) if specs else automatic_metrics()
    configured_metrics(chosen)
    texts, others, faults = _given(text, reference, planted, most, seed, encoding)
    name = str(text) if text is not None else ", ".join(map(str, planted))
    store = AnalysisStore(parsers)
    tables, _ = lab_tables(texts, others, chosen, store, name=name, most=most, seed=seed, faults=faults, work=work)
    if plots is not None:
        from meantree.reporting.figures.table_charts import save_figures

        save_figures(tables, plots, work)
    return Result(
        lambda: "\n".join(set_table(_without_intervals(table)) for table in tables),
        lambda: tables_json(tables),
        lambda: tables,
    )


def _given(
    text: Path | None, reference: Path | None, planted: Sequence[Path], most: int, seed: int, encoding: str | None
) -> tuple[list[str], list[str] | None, list[Fault]]:
    """Return texts, their references, and the errors that others planted in them, if they did."""
    if (text is None) != bool(planted) or (planted and reference is not None):
        raise UsageError("expected a file of texts, perhaps with --ref, or --planted with errors and their references")
    if text is None:
        given = sampled(read_planted(planted, encoding), most, seed)
        faults = [each.fault for each in given]
        return [fault.original for fault in faults], [each.reference for each in given], faults
    texts = text_lines(text, encoding)
    others = None if reference is None else text_lines(reference, encoding)
    if reference is not None and others is not None:
        require_same_lines(text, texts, reference, others)
    return texts, others, []


def _without_intervals(table: ValueTable) -> ValueTable:
    """Return the table; if it has many metrics, without the bounds of their intervals, which its note says."""
    kept = [place for place, head in enumerate(table.head) if not head.endswith((" low", " high"))]
    if len(table.head) <= FEW or len(kept) == len(table.head):
        return table
    head, *rows = (tuple(row[place] for place in kept) for row in (table.head, *table.rows))
    note = f"{table.note} The intervals of more than two metrics are printed with --format tsv, csv, xlsx or json."
    return replace(table, note=note, head=tuple(map(str, head)), rows=tuple(rows))


def automatic_metrics() -> list[str]:
    """Return the metrics that need no annotator, each under one name."""
    return [spec for spec, metric in configured_metrics(DISTINCT).items() if not metric.needs.frames]


def text_lines(path: Path, encoding: str | None) -> list[str]:
    """Return the lines of a file, with single blanks; raise InputError if it cannot be read."""
    return [" ".join(line.split()) for line in load(path, encoding).lines()]
