"""``meantree faults``: known errors planted in correct sentences, to try out metrics, findings and annotators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from meantree.analysis.parsers import Parsers
from meantree.cli import console, options
from meantree.cli.command_inputs import require_same_lines
from meantree.cli.help import CommandGroup
from meantree.cli.options import InputFile, Run
from meantree.errors import UsageError
from meantree.escaping import shortened
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.evaluation.value_table import ValueTable

TEXTS: Final = "A file with one correct English text per line."
FEW: Final = 8
"""Columns of a table that is printed with intervals: a name, a number, and two metrics."""
HEAD: Final = ("id", "kind", "original", "faulty", "original_spans", "faulty_spans")


@click.group(cls=CommandGroup, no_args_is_help=False)
def faults() -> None:
    """Plant known errors in correct texts, and measure what notices them."""


@faults.command("plant")
@click.argument("ref", type=InputFile(), metavar="REF", help=TEXTS)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND",
    help="Plant only this kind, such as negation or role.swapped; may be repeated.",
)
@click.option("--every", is_flag=True, help="List all changes that a text allows.")
@options.seed
@options.output_file
@options.pipeline
@options.jobs
@options.encoding
def plant(
    ref: Path,
    kinds: Sequence[str],
    every: bool,
    seed: int,
    output: Path | None,
    parsers: Parsers,
    jobs: int | None,
    encoding: str | None,
) -> None:
    """Plant one error in each text, and beside it a harmless change, as a table with tabs.

    Columns are id (the line), kind, original, faulty, and the changed characters of both (START-END, from 0, ends
    excluded). Harmless changes have kinds that begin with "harmless.". An apostrophe, which positions do not count,
    precedes a text that begins with =, +, -, @ or an apostrophe.
    """
    console.require_other(output, [ref])
    from meantree.analysis.store import AnalysisStore
    from meantree.evaluation.fault_lab import plantable_texts
    from meantree.phenomena.planting.faults import LAYERS, LONGEST, SHORTEST, faults_by_text

    if output is not None and output.suffix.lower() in {".csv", ".xlsx", ".json"}:
        raise UsageError(f"--output: found {shortened(output.name)}, expected a name that ends in .tsv or .txt")
    lines = plantable_texts(_lines_of(ref, encoding), str(ref))
    with console.progress(jobs) as work:
        store = AnalysisStore(parsers)
        batch = store.analyse({line: LAYERS for line in lines if line}, work=work)
        texts = [batch[line] if line else None for line in lines]
        planted = faults_by_text(texts, seed, store, kinds=kinds, every=every, work=work)
        rows = [
            (
                str(number),
                fault.kind,
                fault.original,
                fault.faulty,
                _spans(fault.original_spans),
                _spans(fault.faulty_spans),
            )
            for number, found in enumerate(planted, start=1)
            for fault in found
        ]
    console.write("".join("\t".join(map(_cell, row)) + "\n" for row in (HEAD, *rows)), output)
    if missing := planted.count(()):
        never = f"those with fewer than {SHORTEST} or more than {LONGEST} words, or not in English, allow none at all"
        console.say(f"{missing:,} of {len(lines):,} texts allow none of these changes; {never}")


@faults.command("measure")
@click.argument("text", type=InputFile(), metavar="[TEXT]", required=False, help=TEXTS)
@click.option(
    "--planted",
    type=InputFile(),
    multiple=True,
    metavar="FILE",
    help="Errors that others planted, instead of TEXT: DEMETR's JSON, or a table with tabs; may be repeated.",
)
@click.option(
    "--ref",
    type=InputFile(),
    metavar="FILE",
    help="Another translation of the same lines, as the reference (default: TEXT).",
)
@options.some_metrics(help="Metrics, such as bleu,chrf; may be repeated (default: all offered ones).")
@click.option(
    "--most",
    type=click.IntRange(1, 10_000),
    default=20,
    help="Errors of each kind, at most.",
)
@options.seed
@options.plots
@options.table
@options.run(options.pipeline, options.jobs, options.encoding)
def measure(
    run: Run,
    text: Path | None,
    planted: Sequence[Path],
    ref: Path | None,
    metric: Sequence[str],
    most: int,
    seed: int,
    plots: Path | None,
    encoding: str | None,
) -> None:
    """Measure how often metrics and findings notice planted errors, by kind, and how much of them metrics mark.

    With --planted each error is measured beside the reference of its own row. The first line of a table names its
    columns: kind, severity, id, reference, translation, faulty.

    A metric notices an error if the faulty text scores below the intact one; findings, if a shown one names it. The
    figures are heat maps of kinds and metrics.
    """
    from meantree.analysis.store import AnalysisStore
    from meantree.cli.output import Result, save_plots
    from meantree.evaluation.fault_lab import given_tables, lab_tables
    from meantree.metrics.registry import DISTINCT
    from meantree.phenomena.planting.others import read_planted, sampled
    from meantree.scoring.run import configured_metrics

    automatic = (spec for spec, one in configured_metrics(DISTINCT).items() if not one.needs.frames)
    specs, store = list(metric or automatic), AnalysisStore(run.parsers)
    configured_metrics(specs)  # reports a wrong spec before anything is read
    if (text is None) != bool(planted) or (planted and ref is not None):
        raise UsageError("expected a file of texts, perhaps with --ref, or --planted with errors and their references")

    def measured(work: Work) -> tuple[Result, tuple[()]]:
        if text is None:
            given = sampled(read_planted(planted, encoding), most, seed)
            tables, *_ = given_tables(given, specs, store, name=", ".join(map(str, planted)), work=work)
        else:
            texts, others = _lines_of(text, encoding), None if ref is None else _lines_of(ref, encoding)
            if ref is not None and others is not None:
                require_same_lines(text, texts, ref, others)
            tables, *_ = lab_tables(texts, others, specs, store, name=str(text), most=most, seed=seed, work=work)
        save_plots(tables, plots, work)
        return Result.of_tables(tables, list(map(_without_intervals, tables))), ()

    run.write(measured)


def _without_intervals(table: ValueTable) -> ValueTable:
    """Return the table; if it has many metrics, without the bounds of their intervals, which its note says."""
    kept = [place for place, head in enumerate(table.head) if not head.endswith((" low", " high"))]
    if len(table.head) <= FEW or len(kept) == len(table.head):
        return table
    note = f"{table.note} The intervals of more than two metrics are printed with --format tsv, csv, xlsx or json."
    return replace(table.columns(kept), note=note)


def _lines_of(path: Path, encoding: str | None) -> list[str]:
    """Return the lines of a file, with single blanks; raise InputError if it cannot be read."""
    from meantree.corpus.formats.raw_file import load

    return [" ".join(line.split()) for line in load(path, encoding).lines()]


def _spans(spans: Sequence[tuple[int, int]]) -> str:
    return " ".join(f"{start}-{end}" for start, end in spans)


def _cell(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: an apostrophe precedes its first character."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "'")) else text
