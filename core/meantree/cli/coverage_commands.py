"""``meantree coverage``: what metrics see of the errors that people marked."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import Jobs, Metrics, Output, Plots, Resamples, Seed, Systems, with_groups


@with_groups
def coverage(
    *,
    metric: Metrics,
    inputs: Inputs,
    system: Systems = None,
    resamples: Resamples = 1000,
    seed: Seed = 1,
    plots: Plots = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["table", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="Output format (default: by the extension of --output, else tables)."),
    ] = None,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
) -> None:
    """Show which marked errors (MQM, ESA) metrics see: by category, what their evidence marks, and how scores fall.

    The errors are those of a project, or of an MQM table or .rating given as another --hyp.
    """
    console.require_other(output, inputs.paths)
    from meantree.cli.coverage_output import coverage_result
    from meantree.cli.output import TABLES, format_of
    from meantree.evaluation.coverage import Bootstrap
    from meantree.scoring.run import configured_metrics

    configured_metrics(metric)  # reports a wrong spec before anything is read
    form = format_of(output, format, ("table", *TABLES))
    with console.progress(jobs) as work:
        corpus = inputs.corpus()
        analyses, bootstrap = inputs.stored_analyses(), Bootstrap(resamples, seed)
        result, problems = coverage_result(corpus, metric, parsers, work, analyses, system, bootstrap, plots)
        content = result.written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems], show=console.summarize_problems)
