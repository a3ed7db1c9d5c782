"""Commands that score and compare: score, explain, errors, compare, findings and coverage."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from meantree.cli import console, options
from meantree.cli.help import Command
from meantree.cli.options import METRICS_EVAL, TABLES, OneOf, Run
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
@options.run(options.parsers, options.jobs, options.cluster, options.resume, options.verbose)
def score(
    run: Run,
    metric: Sequence[str],
    systems: Sequence[str],
    level: Level,
    signatures: Literal["file", "column"],
    resume: bool,
    verbose: bool,
) -> None:
    """Score translations against references."""
    from meantree.cli.score_output import DELIMITERS, ROWS, require_output, scored, write_signatures, written
    from meantree.scoring.run import configured_metrics

    output, metrics = run.output, configured_metrics(metric)  # reports a wrong spec before anything is read
    journal_path = require_output(output.form, output.path)
    with console.progress(run.jobs, run.cluster) as work:
        task = run.task(work, by_segment=level == "segment" and output.form != METRICS_EVAL)
        run.inputs.require_annotator(metrics)
        done = scored(task, metric, journal_path, systems=systems, resume=resume)
    if output.form == METRICS_EVAL and output.path is not None:
        from meantree.cli.metrics_eval import write_scores

        console.say(write_scores(done.table, done.systems, output.path))
    else:
        signed = signatures == "column" and output.form in DELIMITERS
        console.write(written(done, level, output.form, work, signed=signed), output.path)
        if output.form in ROWS and not signed:
            write_signatures(done, output.path)
    if done.journal is not None:
        done.journal.remove()
    show = (
        console.list_all if verbose else console.list_problems if output.form == "json" else console.summarize_problems
    )
    console.end([*task.corpus.problems, *done.table.problems], show=lambda found: show(run.inputs.not_noted(found)))


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
@options.run(options.parsers)
def explain(run: Run, metric: Sequence[str], segment: str, system: str | None, against: str | None) -> None:
    """Show what one score is made of: what matched and what not, and how the score comes about; or draw it.

    The first metric marks the picture.
    """
    from meantree.cli.explanation import explain_segment, explanation_json, explanation_picture, explanation_text
    from meantree.work import Work

    output, in_words = run.output, run.output.form in ("text", "json")
    if against is not None and in_words:
        raise UsageError("--against: two systems are one picture; name its file with --output, such as both.svg")
    task, systems = run.task(Work()), [system] if against is None else [system, against]
    first, *others = (explain_segment(task, metric, segment, one, with_findings=in_words) for one in systems)
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
@options.run(options.parsers, options.jobs, options.cluster)
def errors(
    run: Run, metric: str | None, system: str | None, against: str | None, by: Literal["system", "document"]
) -> None:
    """Count systematic errors: in how many segments each kind of findings is shown, and which differ significantly.

    With a metric: how often each of its entailment features fires, and what it costs.
    """
    from meantree.cli.error_output import errors_result, require_features

    require_features(metric)
    run.answer(lambda task: errors_result(task, metric, system, against, by))


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
@options.run(options.parsers, options.jobs, options.cluster)
def compare(
    run: Run,
    metric: Sequence[str],
    system: str | None,
    against: str | None,
    test: Literal["bootstrap", "randomisation"],
    resamples: int,
    seed: int,
    units: str | None,
    bucket: str | None,
    filter_line: str,
) -> None:
    """Compare systems: rank them, or test two of them for significance and compare their units."""
    from meantree.cli.comparison_output import comparison_result
    from meantree.cli.comparisons import ComparisonOptions, require_valid
    from meantree.evaluation.significance import Resampling
    from meantree.scoring.run import configured_metrics

    resampling = Resampling(test, resamples, seed)
    chosen = ComparisonOptions(metric, system, against, resampling, units, bucket, filter_line)
    require_valid(chosen, run.output.form)
    run.inputs.require_annotator(configured_metrics(metric))
    run.answer(lambda task: comparison_result(task, chosen))


@click.command(cls=Command)
@options.inputs
@options.systems
@click.option("--all", "everything", is_flag=True, help="List less probable findings, too.")
@click.option("--kinds", is_flag=True, help="List the kinds of findings and exit.")
@click.option("--answers", is_flag=True, help="List people's answers to findings in a project, and exit.")
@options.output("text", *TABLES, default="a list")
@options.run(options.parsers, options.jobs)
def findings(run: Run, systems: Sequence[str], everything: bool, kinds: bool, answers: bool) -> None:
    """List differences of meaning between translations and references, segment by segment.

    Each finding has a kind (negation.missing, role.swapped, number.different …), a sentence, an MQM category and a
    probability that it is an error, learned from translations in which experts marked errors. About a quarter of such
    errors is found. There are none in other languages than English.

    Answers of a project decide: right findings are certain and come first; others that were answered are not shown.
    """
    from meantree.cli.finding_output import answers_result, findings_result, kinds_result

    if kinds or answers:
        result = answers_result(run.inputs, systems) if answers else kinds_result()
        console.write(result.written(run.output.form), run.output.path)
        return
    run.answer(lambda task: findings_result(task, systems, with_unsure=everything))


@click.command(cls=Command)
@options.metrics
@options.inputs
@options.systems
@options.resamples
@options.seed
@options.plots
@options.output("table", *TABLES, default="tables")
@options.run(options.parsers, options.jobs)
def coverage(
    run: Run, metric: Sequence[str], systems: Sequence[str], resamples: int, seed: int, plots: Path | None
) -> None:
    """Show which marked errors (MQM, ESA) metrics see: by category, what their evidence marks, and how scores fall.

    The errors are those of a project, or of an MQM table or .rating given as another --hyp.
    """
    from meantree.cli.error_output import coverage_result
    from meantree.evaluation.coverage import Bootstrap
    from meantree.scoring.run import configured_metrics

    configured_metrics(metric)  # reports a wrong spec before anything is read
    bootstrap = Bootstrap(resamples, seed)
    run.answer(lambda task: coverage_result(task, metric, systems, bootstrap, plots), show=console.summarize_problems)
