"""Commands that write reports: report and sample-report."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import click

from meantree.cli import console, options
from meantree.cli.help import Command
from meantree.cli.options import PATH, InputFile, OneOf, Output, Run
from meantree.escaping import one_line
from meantree.files import require_writable


@click.command(cls=Command)
@click.argument(
    "files",
    nargs=-1,
    type=InputFile(),
    metavar="[PROJECT | FOLDER | FILE...]",
    help="A project, or a folder or files whose names tell their roles.",
)
@click.option("--output", "-o", "path", required=True, type=PATH, metavar="FILE", help="Output file.")
@options.inputs
@click.option("--to", metavar="[html|pdf|xlsx]", help="Output format (default: by the extension of --output).")
@options.optional_metrics
@options.systems
@options.text(
    "--segments",
    metavar="IDS",
    help="Segments to show, such as 1-20,news/4 (default: those added to the report, else the most telling ones).",
)
@options.filter_line
@options.text(
    "--kind", metavar="NAME", help="analysis, comparison or annotation (default: annotation for an annotated project)."
)
@click.option("--paper", type=OneOf(("A4", "Letter")), default="A4", help="Size of pages on paper.")
@click.option(
    "--template",
    type=PATH,
    metavar="FILE",
    help="A Typst template for PDF pages of your own; it reads files of its own folder only.",
)
@options.text("--title", metavar="TEXT", help="Title of the report (default: corpus, kind and systems).")
@options.run(options.parsers, options.jobs, options.cluster, options.verbose)
def report(
    run: Run,
    path: Path,
    to: str | None,
    metric: Sequence[str],
    systems: Sequence[str],
    segments: str,
    filter_line: str,
    kind: str,
    paper: Literal["A4", "Letter"],
    template: Path | None,
    title: str,
    verbose: bool,
) -> None:
    """Write a report: the result, what differs, the systems, and the most telling or the named segments.

    The first metric is in focus: pictures show what it counts. Without --metric, reports have some metrics of each
    family, and pictures show which words differ; those of the kind "annotation" have HMEANT.
    """
    from meantree.cli.reports import choices, make_report
    from meantree.reporting.report_files import format_of, require_template
    from meantree.reporting.request import ReportRequest, today

    console.require_other(path, run.inputs.paths)
    form = format_of(path, to)
    require_writable(path)
    require_template(template, form)
    chosen, specs, by_hand = choices(run.inputs, kind, metric)
    request = ReportRequest(
        chosen,
        systems=tuple(systems),
        filter=filter_line,
        title=title,
        paper=paper,
        template=template,
        date=today(os.environ),
        differences=not metric,
    )
    with console.progress(run.jobs, run.cluster) as work:
        to_file = replace(run, output=Output(path, form))
        message, problems = make_report(to_file, specs, by_hand, request, segments, work)
    console.say(message)
    show = console.list_all if verbose else console.summarize_problems
    console.end(problems, show=lambda found: show(run.inputs.not_noted(found)))


@click.command(cls=Command)
@click.option("--output", "-o", type=PATH, default="sample-report.html", help="Output file.")
def sample_report(output: Path) -> None:
    """Score the built-in sample project and write an illustrated report."""
    from meantree.reporting.report_files import write_sample_report

    with console.progress() as work:
        write_sample_report(output, work)
    click.echo(one_line(str(output.resolve())))
