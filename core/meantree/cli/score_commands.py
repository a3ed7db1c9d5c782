"""Commands that score and compare: score, explain, errors, compare, findings and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from meantree.analysis.parsers import Parsers
from meantree.cli import console, options
from meantree.cli.command_inputs import Inputs
from meantree.cli.help import Command
from meantree.cli.options import METRICS_EVAL, TABLES, OneOf, Output
from meantree.errors import UsageError

if TYPE_CHECKING:
    from meantree.metrics.metric import Level


@click.command(cls=Command)
@options.metrics
@options.inputs
@options.systems
@click.option(
    "--level",
    type=OneOf(("segment", "document", "system")),
    default="system",
    help="What a row of table, tsv and csv stands for.",
)
@options.output(
    *("table", *TABLES, "jsonl", "tsv.gz", "parquet", METRICS_EVAL),
    notes=f"{METRICS_EVAL} writes score files of all levels into the folder --output.",
)
@click.option(
    "--signatures",
    type=OneOf(("file", "column")),
    default="file",
    help="Where signatures go if the output is rows: a file FILE.signatures.json, or columns of each row.",
)
@options.parsers
@options.jobs
@options.cluster
@options.resume
@options.verbose
def score(
    metric: Sequence[str],
    inputs: Inputs,
    systems: Sequence[str],
    level: Level,
    output: Output,
    signatures: Literal["file", "column"],
    parsers: Parsers,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
    verbose: bool,
) -> None:
    """Score translations against references."""
    console.require_other(output.path, inputs.paths)
    from meantree.cli.score_output import DELIMITERS, ROWS, require_output, scored, write_signatures, written
    from meantree.scoring.run import configured_metrics

    metrics = configured_metrics(metric)  # reports a wrong spec before anything is read
    journal_path = require_output(output.form, output.path)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        inputs.require_annotator(metrics)
        analyses = inputs.stored_analyses()
        run = scored(corpus, metric, parsers, journal_path, work, systems=systems, resume=resume, analyses=analyses)
    if output.form == METRICS_EVAL and output.path is not None:
        from meantree.reporting.metrics_eval import write_scores

        console.say(write_scores(run.table, run.systems, output.path))
    else:
        signed = signatures == "column" and output.form in DELIMITERS
        console.write(written(run, level, output.form, work, signed=signed), output.path)
        if output.form in ROWS and not signed:
            write_signatures(run, output.path)
    if run.journal is not None:
        run.journal.remove()
    show = (
        console.list_all if verbose else console.list_problems if output.form == "json" else console.summarize_problems
    )
    console.end([*corpus.problems, *run.table.problems], show=show)


@click.command(cls=Command)
@options.metrics
@click.option("--segment", required=True, metavar="ID", help="The segment's id, or document/id.")
@options.inputs
@click.option("--system", help="The system, if there are several.")
@click.option("--against", metavar="NAME", help="A second system in the same picture, above one reference.")
@options.output(
    *("text", "json", "svg", "pdf", "tex"),
    default="text",
    notes="json has all evidence; svg, pdf and tex are the picture.",
)
@options.parsers
def explain(
    metric: Sequence[str],
    segment: str,
    inputs: Inputs,
    system: str | None,
    against: str | None,
    output: Output,
    parsers: Parsers,
) -> None:
    """Show what one score is made of: what matched and what not, and how the score comes about; or draw it.

    The first metric marks the picture.
    """
    console.require_other(output.path, inputs.paths)
    from meantree.cli.explanation import explain_segment, explanation_json, explanation_picture, explanation_text

    in_words = output.form in ("text", "json")
    if against is not None and in_words:
        raise UsageError("--against: two systems are one picture; name its file with --output, such as both.svg")
    corpus, analyses = inputs.corpus(), inputs.stored_analyses()
    systems = [system] if against is None else [system, against]
    first, *others = (
        explain_segment(corpus, metric, segment, one, parsers, analyses, with_findings=in_words) for one in systems
    )
    if in_words:
        console.write(explanation_json(first) if output.form == "json" else explanation_text(first), output.path)
    else:
        pictured = (each.explained for each in (first, *others))
        console.write(explanation_picture(*pictured, ending=f".{output.form}"), output.path)


@click.command(cls=Command)
@options.inputs
@options.one_metric(help="Count the features of this metric, rte-r or mt+rte-r (default: count findings).")
@click.option("--system", metavar="NAME", help="The system whose errors are counted (default: all systems).")
@click.option(
    "--against",
    metavar="NAME",
    help="The baseline: another system, 'others', or 'training' with a metric (default: the other of two"
    " systems, else others).",
)
@click.option("--by", type=OneOf(("system", "document")), default="system", help="What is counted separately.")
@options.table
@options.parsers
@options.jobs
@options.cluster
def errors(
    inputs: Inputs,
    metric: str | None,
    system: str | None,
    against: str | None,
    by: Literal["system", "document"],
    output: Output,
    parsers: Parsers,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Count systematic errors: in how many segments each kind of findings is shown, and which differ significantly.

    With a metric: how often each of its entailment features fires, and what it costs.
    """
    console.require_other(output.path, inputs.paths)
    from meantree.cli.error_output import errors_result, require_features

    require_features(metric)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        result, problems = errors_result(corpus, metric, system, against, by, parsers, work, inputs.stored_analyses())
        content = result.written(output.form)
    console.write(content, output.path)
    console.end([*corpus.problems, *problems])


@click.command(cls=Command)
@options.metrics
@options.inputs
@click.option("--system", metavar="NAME", help="The first of two systems to compare.")
@click.option("--against", metavar="NAME", help="The second system (default: rank all systems).")
@click.option(
    "--test",
    type=OneOf(("bootstrap", "randomisation")),
    default="bootstrap",
    help="Significance test, two-sided: paired bootstrap or approximate randomisation.",
)
@options.resamples
@options.seed
@click.option(
    "--units",
    metavar="KIND",
    help="Compare findings, facts about words, or the matched and missed units: n-grams, labels, relations, pos, roles,"
    " or a metric's SPEC.",
)
@click.option(
    "--bucket",
    metavar="KEY",
    help="Group segments by length, source, document or rating[:KIND], or words by frequency, pos or word-length.",
)
@options.filter_line
@options.table
@options.parsers
@options.jobs
@options.cluster
def compare(
    metric: Sequence[str],
    inputs: Inputs,
    system: str | None,
    against: str | None,
    test: Literal["bootstrap", "randomisation"],
    resamples: int,
    seed: int,
    units: str | None,
    bucket: str | None,
    filter_line: str,
    output: Output,
    parsers: Parsers,
    jobs: int | None,
    cluster: str | None,
) -> None:
    """Compare systems: rank them, or test two of them for significance and compare their units."""
    console.require_other(output.path, inputs.paths)
    from meantree.cli.comparison_output import comparison_result
    from meantree.cli.comparisons import ComparisonOptions, compared_systems, require_valid
    from meantree.evaluation.significance import Resampling
    from meantree.scoring.run import configured_metrics

    resampling = Resampling(test, resamples, seed)
    chosen = ComparisonOptions(metric, system, against, resampling, units, bucket, filter_line)
    require_valid(chosen, output.form)
    with console.progress(jobs, cluster) as work:
        corpus = inputs.corpus()
        inputs.require_annotator(configured_metrics(metric))
        compared, problems = compared_systems(corpus, chosen, parsers, work, inputs.stored_analyses())
        content = comparison_result(compared).written(output.form)
    console.write(content, output.path)
    console.end([*corpus.problems, *problems])


@click.command(cls=Command)
@options.inputs
@options.systems
@click.option("--all", "everything", is_flag=True, help="List less probable findings, too.")
@click.option("--kinds", is_flag=True, help="List the kinds of findings and exit.")
@click.option("--answers", is_flag=True, help="List people's answers to findings in a project, and exit.")
@options.output("text", *TABLES, default="a list")
@options.parsers
@options.jobs
def findings(
    inputs: Inputs,
    systems: Sequence[str],
    everything: bool,
    kinds: bool,
    answers: bool,
    output: Output,
    parsers: Parsers,
    jobs: int | None,
) -> None:
    """List differences of meaning between translations and references, segment by segment.

    Each finding has a kind (negation.missing, role.swapped, number.different …), a sentence, an MQM category and a
    probability that it is an error, learned from translations in which experts marked errors. About a quarter of such
    errors is found. There are none in other languages than English.

    Answers of a project decide: right findings are certain and come first; others that were answered are not shown.
    """
    console.require_other(output.path, inputs.paths)
    from meantree.cli.finding_output import answers_result, findings_result, kinds_result

    if kinds or answers:
        result = answers_result(inputs.project_file, systems, inputs.annotator) if answers else kinds_result()
        console.write(result.written(output.form), output.path)
        return
    with console.progress(jobs) as work:
        corpus = inputs.corpus()
        result, problems = findings_result(
            corpus, systems, parsers, work, inputs.stored_analyses(), with_unsure=everything
        )
        content = result.written(output.form)
    console.write(content, output.path)
    console.end([*corpus.problems, *problems])


@click.command(cls=Command)
@options.metrics
@options.inputs
@options.systems
@options.resamples
@options.seed
@options.plots
@options.output("table", *TABLES, default="tables")
@options.parsers
@options.jobs
def coverage(
    metric: Sequence[str],
    inputs: Inputs,
    systems: Sequence[str],
    resamples: int,
    seed: int,
    plots: Path | None,
    output: Output,
    parsers: Parsers,
    jobs: int | None,
) -> None:
    """Show which marked errors (MQM, ESA) metrics see: by category, what their evidence marks, and how scores fall.

    The errors are those of a project, or of an MQM table or .rating given as another --hyp.
    """
    console.require_other(output.path, inputs.paths)
    from meantree.cli.error_output import coverage_result
    from meantree.evaluation.coverage import Bootstrap
    from meantree.scoring.run import configured_metrics

    configured_metrics(metric)  # reports a wrong spec before anything is read
    with console.progress(jobs) as work:
        corpus = inputs.corpus()
        analyses, bootstrap = inputs.stored_analyses(), Bootstrap(resamples, seed)
        result, problems = coverage_result(corpus, metric, parsers, work, analyses, systems, bootstrap, plots)
        content = result.written(output.form)
    console.write(content, output.path)
    console.end([*corpus.problems, *problems], show=console.summarize_problems)
