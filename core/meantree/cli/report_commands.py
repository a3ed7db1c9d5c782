"""Commands that write reports: report and sample-report."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.options import (
    DEFAULT_CONSTITUENCY,
    DEFAULT_PIPELINE,
    AnalyseAgain,
    Annotator,
    Cluster,
    Constituency,
    Encoding,
    Hypotheses,
    Jobs,
    Pipeline,
    ProjectFile,
    Reference,
    References,
    Source,
    Verbose,
)
from meantree.escaping import one_line


def report(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Write here.")],
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[PROJECT | FILE...]", help="A project, or files whose names tell what they are."),
    ] = None,
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    analyse_again: AnalyseAgain = False,
    reference: Reference = None,
    to: Annotated[
        Literal["html", "pdf", "xlsx", "tex"] | None, typer.Option(help="The format; by default as FILE ends.")
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="SPEC", help="May be repeated; the first one marks the pictures."),
    ] = None,
    system: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Whose translations; may be repeated.")
    ] = None,
    segments: Annotated[
        str, typer.Option(metavar="IDS", help="As in 1-20,news/4; by default all, or the 100 worst of more.")
    ] = "",
    filter: Annotated[  # noqa: A002  # the option's name
        str, typer.Option("--filter", metavar="LINE", help="Only segments that it accepts, as in 'edpm < .4'.")
    ] = "",
    parts: Annotated[
        str, typer.Option(metavar="NAMES", help="As in systems,trees,evidence; by default all parts.")
    ] = "",
    title: Annotated[str, typer.Option(metavar="TEXT", help="By default the name of the corpus.")] = "",
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    cluster: Cluster = None,
    encoding: Encoding = None,
    verbose: Verbose = False,
) -> None:
    """Write a report: systems, chosen segments with trees and frames, how scores come about, what annotators said."""
    from meantree.cli.command_inputs import Inputs
    from meantree.cli.reports import annotators_of, default_specs, divided, make_report
    from meantree.files import require_writable
    from meantree.report.report_files import format_of
    from meantree.report.report_options import PARTS, ReportOptions, parse_parts, today

    inputs = Inputs(hyp, ref, src, project, annotator, reference, encoding, files, analyse_again)
    console.require_other(output, inputs.paths)
    require_writable(output)
    form = format_of(output, to)
    specs, by_hand = divided(inputs, metric or default_specs(annotator))
    wanted = parse_parts(parts) if parts.strip() else frozenset(PARTS)
    options = ReportOptions(
        title, systems=tuple(system or ()), segments=segments, filter=filter, parts=wanted, date=today(os.environ)
    )
    parsers = Parsers(pipeline, constituency)
    with console.progress(jobs, cluster) as work:
        corpus, done = inputs.corpus(), annotators_of(inputs, by_hand, work)
        told, problems = make_report(
            corpus, specs, options, done, output, form, parsers, work, inputs.stored_analyses()
        )
    console.say(told)
    console.end([*corpus.problems, *problems], told=console.list_all if verbose else console.tell_few)


def sample_report(output: Annotated[Path, typer.Option("--output", "-o")] = Path("sample-report.html")) -> None:
    """Score the built-in sample project and write an illustrated report."""
    from meantree.report.report_files import write_sample_report

    with console.progress() as work:
        write_sample_report(output, work)
    typer.echo(one_line(str(output.resolve())))
