"""Commands that score and compare: score, explain, errors, compare, findings and coverage."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import (
    Cluster,
    Filter,
    Format,
    Jobs,
    Metrics,
    Output,
    Plots,
    Resamples,
    Resume,
    Seed,
    Systems,
    Verbose,
    metric_option,
    with_groups,
)
from meantree.errors import UsageError
from meantree.metrics.metric import Level


@with_groups
def score(
    *,
    metric: Metrics,
    inputs: Inputs,
    system: Systems = None,
    level: Annotated[Level, typer.Option(help="What a row of table, tsv and csv stands for.")] = "system",
    format: Annotated[  # noqa: A002  # the option's name
        Literal["table", "tsv", "csv", "xlsx", "json", "mt-metrics-eval"] | None,
        typer.Option(
            help="Output format (default: by the extension of --output, else a table). mt-metrics-eval writes score"
            " files of all levels into the folder --output."
        ),
    ] = None,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
    cluster: Cluster = None,
    resume: Resume = False,
    verbose: Verbose = False,
) -> None:
    """Score translations against references."""
    console.require_other(output, inputs.paths)
    from meantree.cli.output import format_of
    from meantree.cli.score_output import FORMS, METRICS_EVAL, require_output, scored, written
    from meantree.scoring.run import configured_metrics

    metrics = configured_metrics(metric)  # reports a wrong spec before anything is read
    form = format_of(output, format, FORMS)
    journal_path = require_output(form, output)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        inputs.require_annotator(metrics)
        analyses, systems = inputs.stored_analyses(), system or ()
        run = scored(corpus, metric, parsers, journal_path, work, systems=systems, resume=resume, analyses=analyses)
    if form == METRICS_EVAL and output is not None:
        from meantree.reporting.metrics_eval import write_scores

        console.say(write_scores(run.table, run.systems, output))
    else:
        console.write(written(run, level, form, work), output)
    if run.journal is not None:
        run.journal.remove()
    show = console.list_all if verbose else console.list_problems if form == "json" else console.summarize_problems
    console.end([*corpus.problems, *run.table.problems], show=show)


@with_groups
def explain(
    *,
    metric: Metrics,
    segment: Annotated[str, typer.Option(metavar="ID", help="The segment's id, or document/id.")],
    inputs: Inputs,
    system: Annotated[str | None, typer.Option(help="The system, if there are several.")] = None,
    against: Annotated[
        str | None, typer.Option(metavar="NAME", help="A second system in the same picture, above one reference.")
    ] = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["text", "json", "svg", "pdf", "tex"] | None,
        typer.Option(
            help="Output format (default: by the extension of --output, else text). json has all evidence; svg, pdf and"
            " tex are the picture."
        ),
    ] = None,
    output: Output = None,
    parsers: Parsers,
) -> None:
    """Show what one score is made of: what matched and what not, and how the score comes about; or draw it.

    The first metric marks the picture.
    """
    console.require_other(output, inputs.paths)
    from meantree.cli.explanation import explain_segment, explanation_json, explanation_picture, explanation_text
    from meantree.cli.output import format_of

    form = format_of(output, format, ("text", "json", "svg", "pdf", "tex"))
    if against is not None and form in ("text", "json"):
        raise UsageError("--against: two systems are one picture; name its file with --output, such as both.svg")
    corpus, analyses = inputs.corpus(), inputs.stored_analyses()
    systems = [system] if against is None else [system, against]
    in_words = form in ("text", "json")
    first, *others = (
        explain_segment(corpus, metric, segment, one, parsers, analyses, with_findings=in_words) for one in systems
    )
    if in_words:
        console.write(explanation_json(first) if form == "json" else explanation_text(first), output)
    else:
        console.write(explanation_picture(*(each.explained for each in (first, *others)), ending=f".{form}"), output)


@with_groups
def errors(
    *,
    inputs: Inputs,
    metric: Annotated[
        str | None, metric_option("Count the features of this metric, rte-r or mt+rte-r (default: count findings).")
    ] = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="The system whose errors are counted (default: all systems).")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The baseline: another system, 'others', or 'training' with a metric (default: the other of two"
            " systems, else others).",
        ),
    ] = None,
    by: Annotated[Literal["system", "document"], typer.Option(help="What is counted separately.")] = "system",
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Count systematic errors: in how many segments each kind of findings is shown, and which differ significantly.

    With a metric: how often each of its entailment features fires, and what it costs.
    """
    console.require_other(output, inputs.paths)
    from meantree.cli.error_output import errors_result, require_features
    from meantree.cli.output import TABLES, format_of

    require_features(metric)
    form = format_of(output, format, ("table", *TABLES))
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        result, problems = errors_result(corpus, metric, system, against, by, parsers, work, inputs.stored_analyses())
        content = result.written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems])


FirstSystem = Annotated[str | None, typer.Option(metavar="NAME", help="The first of two systems to compare.")]
SecondSystem = Annotated[
    str | None, typer.Option(metavar="NAME", help="The second system (default: rank all systems).")
]
SignificanceTest = Annotated[
    Literal["bootstrap", "randomisation"],
    typer.Option(help="Significance test, two-sided: paired bootstrap or approximate randomisation."),
]
Units = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="Compare findings, or the matched and missed units: n-grams, labels, relations, pos, roles, or a"
        " metric's SPEC.",
    ),
]
Bucket = Annotated[
    str | None,
    typer.Option(
        metavar="KEY",
        help="Group segments by length, source, document or rating[:KIND], or words by frequency, pos or word-length.",
    ),
]


@with_groups
def compare(
    *,
    metric: Metrics,
    inputs: Inputs,
    system: FirstSystem = None,
    against: SecondSystem = None,
    test: SignificanceTest = "bootstrap",
    resamples: Resamples = 1000,
    seed: Seed = 1,
    units: Units = None,
    bucket: Bucket = None,
    filter: Filter = "",  # noqa: A002  # the option's name
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
    cluster: Cluster = None,
) -> None:
    """Compare systems: rank them, or test two of them for significance and compare their units."""
    console.require_other(output, inputs.paths)
    from meantree.cli.comparison_output import comparison_result
    from meantree.cli.comparisons import ComparisonOptions, compared_systems, require_valid
    from meantree.cli.output import TABLES, format_of
    from meantree.evaluation.significance import Resampling
    from meantree.scoring.run import configured_metrics

    options = ComparisonOptions(metric, system, against, Resampling(test, resamples, seed), units, bucket, filter)
    form = format_of(output, format, ("table", *TABLES))
    require_valid(options, form)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        inputs.require_annotator(configured_metrics(metric))
        compared, problems = compared_systems(corpus, options, parsers, work, inputs.stored_analyses())
        content = comparison_result(compared).written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems])


@with_groups
def findings(
    *,
    inputs: Inputs,
    system: Systems = None,
    everything: Annotated[bool, typer.Option("--all", help="List findings with a probability below .5, too.")] = False,
    kinds: Annotated[bool, typer.Option("--kinds", help="List the kinds of findings and exit.")] = False,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["text", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="Output format (default: by the extension of --output, else a list)."),
    ] = None,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
) -> None:
    """List differences of meaning between translations and references, segment by segment.

    Each finding has a kind (negation.lost, role.swapped, number.changed …), a sentence, an MQM category and a
    probability. Probabilities hold for errors planted in texts; of natural translations, where paraphrases are more
    frequent, fewer are right. Of texts in other languages than English only the language-free kinds are found.
    """
    console.require_other(output, inputs.paths)
    from meantree.cli.finding_output import findings_result, kinds_result
    from meantree.cli.output import TABLES, format_of

    form = format_of(output, format, ("text", *TABLES))
    if kinds:
        console.write(kinds_result().written(form), output)
        return
    with console.progress(jobs) as work:
        corpus = inputs.corpus()
        result, problems = findings_result(
            corpus, system, parsers, work, inputs.stored_analyses(), with_unsure=everything
        )
        content = result.written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems])


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
