"""Commands that write reports: report and sample-report."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import Cluster, Filter, Jobs, OptionalMetrics, Systems, Verbose, input_files, with_groups
from meantree.escaping import one_line
from meantree.files import require_writable

Files = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[PROJECT | FOLDER | FILE...]",
        help="A project, or a folder or files whose names tell their roles.",
        callback=input_files,
    ),
]
ReportFormat = Annotated[
    Literal["html", "pdf", "xlsx", "tex"] | None,
    typer.Option(help="Output format (default: by the extension of --output)."),
]
Segments = Annotated[
    str,
    typer.Option(metavar="IDS", help="Segments, such as 1-20,news/4 (default: all, or the worst if there are many)."),
]
Style = Annotated[
    str, typer.Option(metavar="NAME", help="linguist, annotation, comparison, full, or a style saved in the window.")
]
Parts = Annotated[
    str,
    typer.Option(metavar="NAMES", help="Parts, such as systems,trees; or changes of the style: +features,-comments."),
]
Title = Annotated[str, typer.Option(metavar="TEXT", help="Title of the report (default: the name of the corpus).")]


@with_groups
def report(
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Output file.")],
    inputs: Inputs,
    files: Files = None,
    to: ReportFormat = None,
    metric: OptionalMetrics = None,
    system: Systems = None,
    segments: Segments = "",
    filter: Filter = "",  # noqa: A002  # the option's name
    style: Style = "",
    parts: Parts = "",
    paper: Annotated[Literal["A4", "Letter"], typer.Option(help="Size of pages on paper.")] = "A4",
    title: Title = "",
    parsers: Parsers,
    jobs: Jobs = None,
    cluster: Cluster = None,
    verbose: Verbose = False,
) -> None:
    """Write a report: a page of findings, the systems, and segments with what was counted marked.

    The first metric marks words and pictures. Without --metric, reports have some metrics of each family; those in the
    style "annotation" have HMEANT.
    """
    from meantree.cli.reports import annotators_of, default_specs, make_report, split_specs
    from meantree.reporting.report_files import format_of
    from meantree.reporting.report_options import ReportOptions, parse_parts, today
    from meantree.reporting.styles import most_segments, preset_for, style_parts

    inputs = replace(inputs, files=files)
    console.require_other(output, inputs.paths)
    require_writable(output)
    form = format_of(output, to)
    name = style or preset_for(scored=not metric or bool(split_specs(inputs, metric)[0]))
    of_style = style_parts(name)
    chosen = parse_parts(parts, of_style) if parts.strip() else of_style
    specs, manual_specs = split_specs(inputs, metric or default_specs(inputs, chosen))
    options = ReportOptions(
        title,
        systems=tuple(system or ()),
        segments=segments,
        filter=filter,
        parts=chosen,
        most=most_segments(chosen, is_of_one=inputs.annotator is not None),
        paper=paper,
        date=today(os.environ),
    )
    with console.progress(jobs, cluster) as work:
        corpus, annotations = inputs.corpus(), annotators_of(inputs, manual_specs, work)
        analyses = inputs.stored_analyses()
        message, problems = make_report(corpus, specs, options, annotations, output, form, parsers, work, analyses)
    console.say(message)
    show = console.list_all if verbose else console.summarize_problems
    console.end(problems, show=show)


def sample_report(
    output: Annotated[Path, typer.Option("--output", "-o", help="Output file.")] = Path("sample-report.html"),
) -> None:
    """Score the built-in sample project and write an illustrated report."""
    from meantree.reporting.report_files import write_sample_report

    with console.progress() as work:
        write_sample_report(output, work)
    typer.echo(one_line(str(output.resolve())))
