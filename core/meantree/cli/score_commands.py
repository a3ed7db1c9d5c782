"""Commands that score: score, explain, errors and compare."""

from __future__ import annotations

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
    Format,
    Hypotheses,
    Jobs,
    Metrics,
    Output,
    Pipeline,
    ProjectFile,
    Reference,
    References,
    Source,
    Verbose,
)
from meantree.metrics.metric import Level


def score(
    metric: Metrics,
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    analyse_again: AnalyseAgain = False,
    reference: Reference = None,
    system: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Whose translations; may be repeated.")
    ] = None,
    level: Annotated[Level, typer.Option(help="What a row of table, tsv and csv is.")] = "system",
    format: Annotated[  # noqa: A002  # the option's name
        Literal["table", "tsv", "csv", "xlsx", "json", "mt-metrics-eval"] | None,
        typer.Option(
            help="By default as --output ends, else a table. mt-metrics-eval writes score files of all levels into the"
            " folder --output."
        ),
    ] = None,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    cluster: Cluster = None,
    encoding: Encoding = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on where the same command with the same --output was stopped or killed."),
    ] = False,
    verbose: Verbose = False,
) -> None:
    """Score translations against references."""
    from meantree.cli.command_inputs import Inputs

    inputs = Inputs(hyp, ref, src, project, annotator, reference, encoding, analyse_again=analyse_again)
    console.require_other(output, inputs.paths)
    from meantree.cli.output import format_of
    from meantree.cli.score_output import FORMS, require_output, scored, written
    from meantree.report.metrics_eval import write_scores
    from meantree.scoring.run import configured_metrics

    metrics = configured_metrics(metric)  # a wrong spec is told before anything is read
    form = format_of(output, format, FORMS)
    kept = require_output(form, output)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        inputs.require_annotator(metrics)
        parsers = Parsers(pipeline, constituency)
        analyses, systems = inputs.stored_analyses(), system or ()
        found = scored(corpus, metric, parsers, kept, work, systems=systems, resume=resume, analyses=analyses)
    if form == "mt-metrics-eval" and output is not None:
        console.say(write_scores(found.table, found.systems, output))
    else:
        console.write(written(found, level, form, work), output)
    if found.journal is not None:
        found.journal.remove()
    told = console.list_all if verbose else console.list_problems if form == "json" else console.tell_few
    console.end([*corpus.problems, *found.table.problems], told=told)


def explain(
    metric: Metrics,
    segment: Annotated[str, typer.Option(metavar="ID", help="The segment's id, or document/id.")],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    analyse_again: AnalyseAgain = False,
    reference: Reference = None,
    system: Annotated[str | None, typer.Option(help="Whose translation, if there are several.")] = None,
    format: Annotated[Literal["json"] | None, typer.Option()] = None,  # noqa: A002  # one format so far
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    encoding: Encoding = None,
) -> None:
    """Show the evidence behind one segment's scores."""
    from meantree.cli.command_inputs import Inputs

    inputs = Inputs(hyp, ref, src, project, annotator, reference, encoding, analyse_again=analyse_again)
    console.require_other(output, inputs.paths)
    from meantree.cli.explanation import evidence_text
    from meantree.cli.output import format_of

    format_of(output, format, ("json",))
    corpus = inputs.corpus()
    parsers = Parsers(pipeline, constituency)
    console.write(evidence_text(corpus, metric, segment, system, parsers, inputs.stored_analyses()), output)


def errors(
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    analyse_again: AnalyseAgain = False,
    reference: Reference = None,
    metric: Annotated[str, typer.Option(metavar="SPEC", help="Whose features: rte-r or mt+rte-r.")] = "rte-r",
    system: Annotated[str | None, typer.Option(metavar="NAME", help="Whose errors; everybody's by default.")] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Another system, 'others' or 'training'; by default the other of two systems, all others of more.",
        ),
    ] = None,
    by: Annotated[Literal["system", "document"], typer.Option(help="What is counted on its own.")] = "system",
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    cluster: Cluster = None,
    encoding: Encoding = None,
) -> None:
    """Count systematic errors: how often each entailment feature fires, and what it costs, beyond chance."""
    from meantree.cli.command_inputs import Inputs

    inputs = Inputs(hyp, ref, src, project, annotator, reference, encoding, analyse_again=analyse_again)
    console.require_other(output, inputs.paths)
    from meantree.cli.feature_error_counts import errors_result, require_features
    from meantree.cli.output import TABLES, format_of

    require_features(metric)
    form = format_of(output, format, ("table", *TABLES))
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        parsers = Parsers(pipeline, constituency)
        found, problems = errors_result(corpus, metric, system, against, by, parsers, work, inputs.stored_analyses())
        content = found.written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems])


def compare(
    metric: Metrics,
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    analyse_again: AnalyseAgain = False,
    reference: Reference = None,
    system: Annotated[str | None, typer.Option(metavar="NAME", help="One of two systems to compare.")] = None,
    against: Annotated[
        str | None, typer.Option(metavar="NAME", help="The other one; all are ranked by default.")
    ] = None,
    test: Annotated[
        Literal["bootstrap", "randomisation"],
        typer.Option(
            help="How p is found: paired bootstrap (nearly one-sided) or approximate randomisation (two-sided)."
        ),
    ] = "bootstrap",
    resamples: Annotated[int, typer.Option(min=1, max=1_000_000, help="Samples, or trials.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same numbers.")] = 1,
    units: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="What one gets and the other misses: n-grams, labels, relations, pos, roles, or a metric's SPEC.",
        ),
    ] = None,
    bucket: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            help="Scores by length, source, document or rating[:KIND]; words by frequency, pos or word-length.",
        ),
    ] = None,
    filter: Annotated[  # noqa: A002  # the option's name
        str, typer.Option("--filter", metavar="LINE", help="Only segments that it accepts, as in 'edpm < .4'.")
    ] = "",
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    cluster: Cluster = None,
    encoding: Encoding = None,
) -> None:
    """Rank systems, or set two beside each other: who wins where, and what one gets that the other misses."""
    from meantree.cli.command_inputs import Inputs

    inputs = Inputs(hyp, ref, src, project, annotator, reference, encoding, analyse_again=analyse_again)
    console.require_other(output, inputs.paths)
    from meantree.cli.comparison_output import comparison_result
    from meantree.cli.comparisons import Wanted, compared_systems, require_wanted
    from meantree.cli.output import TABLES, format_of
    from meantree.evaluation.significance import Resampling
    from meantree.scoring.run import configured_metrics

    wanted = Wanted(metric, system, against, Resampling(test, resamples, seed), units, bucket, filter)
    form = format_of(output, format, ("table", *TABLES))
    require_wanted(wanted, form)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        inputs.require_annotator(configured_metrics(metric))
        parsers = Parsers(pipeline, constituency)
        found, problems = compared_systems(corpus, wanted, parsers, work, inputs.stored_analyses())
        content = comparison_result(found).written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems])
