"""The ``meantree`` command: score, explain, errors, parse and others; without a command it opens the window.

Exit codes: 0 done, 1 finished with segments that could not be scored (listed), 2 unusable input or arguments, 130
stopped by Ctrl+C, 141 nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from meantree import __version__
from meantree.analysis.analyser import Parsers
from meantree.cli import console, teamwork
from meantree.cli.arguments import COMMANDS, require_files
from meantree.cli.options import (
    DEFAULT_CONSTITUENCY,
    DEFAULT_PIPELINE,
    Annotator,
    Cluster,
    Constituency,
    Encoding,
    Hypotheses,
    Jobs,
    Metrics,
    Output,
    Pipeline,
    ProjectFile,
    Reference,
    References,
    Source,
    corpus_of,
    require_annotator,
)
from meantree.errors import MeantreeError, Problem, UsageError
from meantree.metrics.base import Level
from meantree.shown import escaped, shortened

app = typer.Typer(
    help="Translation error analysis that can be taken apart, corrected and repeated.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
train_app = typer.Typer(help="Learn from annotated and rated corpora.", rich_markup_mode=None)
app.add_typer(train_app, name="train")
UNSCORED, UNUSABLE, STOPPED = 1, 2, 130


def main() -> None:
    """Run a command; anything else (a project, files, nothing) opens the window."""
    arguments = sys.argv[1:]
    console.hold_closed_streams()
    try:
        if not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith("-")):
            require_files(arguments)
            raise SystemExit(_open_window(arguments))
        # Newer versions of typer answer Ctrl+C with the exit code, older ones with Abort.
        code = app(standalone_mode=False) or 0
    except (KeyboardInterrupt, typer.Abort):
        code = STOPPED
    except MeantreeError as error:
        console.fail(str(error))
        code = UNUSABLE
    except OSError as error:  # what a reader of files did not foresee is no bug, but a file that fails
        console.fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        code = UNUSABLE
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        console.fail(_unparsed(error, arguments))
        code = UNUSABLE
    if code == STOPPED:
        console.fail("stopped")
    raise SystemExit(code)


def _unparsed(error: Any, arguments: Sequence[str]) -> str:
    """What typer says of arguments that it cannot use, on one line, with what it quotes of them shortened."""
    message: str = error.format_message()
    for argument in arguments:
        for quoted in (argument, argument.partition("=")[2]):
            message = message.replace(quoted, shortened(quoted)) if quoted else message
    told = " ".join(message.split()).rstrip(".")
    return f"{told}; see {error.ctx.command_path} --help" if error.ctx else told


def _open_window(files: list[str]) -> int:
    try:
        from importlib import import_module

        window = import_module("meantree_gui.__main__")
    except ImportError as error:
        console.fail(f"the window needs the gui extra, pip install 'meantree[gui]' ({error})")
        return UNUSABLE
    return int(window.main(files))


def _end(problems: Sequence[Problem]) -> None:
    """List what went wrong; what is noted of files alone is no loss."""
    console.list_problems(problems)
    if any(problem.segment is not None for problem in problems):
        raise typer.Exit(UNSCORED)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meantree {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Translation error analysis that can be taken apart, corrected and repeated."""


@app.command()
def score(
    metric: Metrics,
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Annotated[
        list[str] | None, typer.Option("--system", metavar="NAME", help="Whose translations; may be repeated.")
    ] = None,
    level: Annotated[Level, typer.Option(help="What a row of table and tsv is.")] = "system",
    format: Annotated[Literal["table", "tsv", "json"], typer.Option()] = "table",  # noqa: A002  # the option's name
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
) -> None:
    """Score translations against references."""
    console.require_other(output, [*(hyp or []), *(ref or []), src, project])
    from meantree.cli.scores import score_text
    from meantree.scoring.run import configured

    metrics = configured(metric)  # a wrong spec is told before anything is read
    with console.progress() as work:
        corpus = corpus_of(hyp, ref, src, encoding, project, annotator, reference)
        require_annotator(project, annotator, metrics)
        parsers = Parsers(pipeline, constituency)
        text, problems, journal = score_text(
            corpus, metric, level, format, parsers, jobs, cluster, output, work, systems=system or (), resume=resume
        )
    console.write(text, output)
    if journal is not None:
        journal.remove()
    _end([*corpus.problems, *problems])


@app.command()
def explain(
    metric: Metrics,
    segment: Annotated[str, typer.Option(metavar="ID", help="The segment's id, or document/id.")],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Annotated[str | None, typer.Option(help="Whose translation, if there are several.")] = None,
    format: Annotated[Literal["json"], typer.Option()] = "json",  # noqa: A002, ARG001  # one format so far
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    encoding: Encoding = None,
) -> None:
    """Show the evidence behind one segment's scores."""
    console.require_other(output, [*(hyp or []), *(ref or []), src, project])
    from meantree.cli.evidence import evidence_text

    corpus = corpus_of(hyp, ref, src, encoding, project, annotator, reference)
    parsers = Parsers(pipeline, constituency)
    console.write(evidence_text(corpus, metric, segment, system, parsers), output)


@app.command()
def errors(
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
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
    format: Annotated[Literal["table", "tsv", "json"], typer.Option()] = "table",  # noqa: A002  # the option's name
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    cluster: Cluster = None,
    encoding: Encoding = None,
) -> None:
    """Count systematic errors: how often each entailment feature fires, and what it costs, beyond chance."""
    console.require_other(output, [*(hyp or []), *(ref or []), src, project])
    from meantree.cli.errors import errors_text, require_features

    require_features(metric)
    with console.progress() as work:
        corpus = corpus_of(hyp, ref, src, encoding, project, annotator, reference)
        parsers = Parsers(pipeline, constituency)
        text, problems = errors_text(corpus, metric, system, against, by, format, parsers, jobs, cluster, work)
    console.write(text, output)
    _end([*corpus.problems, *problems])


@app.command()
def compare(
    metric: Metrics,
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Annotated[str | None, typer.Option(metavar="NAME", help="One of two systems to compare.")] = None,
    against: Annotated[
        str | None, typer.Option(metavar="NAME", help="The other one; all are ranked by default.")
    ] = None,
    test: Annotated[
        Literal["bootstrap", "randomisation"], typer.Option(help="How p is found: paired bootstrap, or by exchange.")
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
    format: Annotated[Literal["table", "tsv", "json"], typer.Option()] = "table",  # noqa: A002  # the option's name
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    cluster: Cluster = None,
    encoding: Encoding = None,
) -> None:
    """Rank systems, or set two beside each other: who wins where, and what one gets that the other misses."""
    console.require_other(output, [*(hyp or []), *(ref or []), src, project])
    from meantree.cli.comparisons import Wanted, compared_text, require_wanted
    from meantree.evaluation.significance import Resampling
    from meantree.scoring.run import configured

    wanted = Wanted(metric, system, against, Resampling(test, resamples, seed), units, bucket, filter)
    require_wanted(wanted, format)
    with console.progress() as work:
        corpus = corpus_of(hyp, ref, src, encoding, project, annotator, reference)
        require_annotator(project, annotator, configured(metric))
        parsers = Parsers(pipeline, constituency)
        text, problems = compared_text(corpus, wanted, format, parsers, jobs, cluster, work)
    console.write(text, output)
    _end([*corpus.problems, *problems])


@app.command()
def parse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="One text a line.")],
    nbest: Annotated[int, typer.Option(min=1, max=1000, help="Parses of each sentence.")] = 1,
    to: Annotated[
        Literal["conllu", "graphml", "brackets", "props", "conll2009", "conll2012", "universal"],
        typer.Option(help="Dependency trees in two formats, constituency trees, or semantic frames in four."),
    ] = "conllu",
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Write the analysis of a text alone."""
    console.require_other(output, [file])
    from meantree.cli.parses import parsed_text

    with console.progress() as work:
        text, lost = parsed_text(file, nbest, to, Parsers(pipeline, constituency), jobs, encoding, work)
    console.write(text, output)
    _end(lost)


@app.command()
def align(
    hyp: Annotated[Path, typer.Argument(metavar="HYP", help="Translations, one a line.")],
    ref: Annotated[Path, typer.Argument(metavar="REF", help="Their references, one a line.")],
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Words are what blanks separate.")] = False,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Link the words of translations and references: a line of i-j a pair, hypothesis first, from 0."""
    console.require_other(output, [hyp, ref])
    from meantree.cli.alignments import aligned_text

    parsers = Parsers(pipeline, DEFAULT_CONSTITUENCY)
    with console.progress() as work:
        text, left = aligned_text(hyp, ref, parsers, jobs, encoding, work, tokenised=tokenized)
    console.write(text, output)
    console.list_problems(left)
    if left:
        raise typer.Exit(UNSCORED)


@app.command()
def search(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="[FILES]... REQUEST",
            help="Files of texts, and what to look for, as in 'pattern { V -[nsubj]-> S }'.",
            show_default=False,
        ),
    ],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Whose translations; all by default.")
    ] = None,
    metric: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Tells status, links and features that fired.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print the number of matches alone.")] = False,
    group_by: Annotated[
        list[str] | None, typer.Option(metavar="KEY", help="Count by V.lemma, e.label, system, …; may be repeated.")
    ] = None,
    format: Annotated[Literal["text", "tsv", "json"], typer.Option()] = "text",  # noqa: A002  # the option's name
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Find structures by a request in Grew's language: words, dependencies, links, roles, and how they fared."""
    from meantree.cli.searches import projects_of, read_files, read_references, require_request, search_text
    from meantree.scoring.run import configured

    *names, pattern = arguments
    files = [Path(name) for name in names]
    console.require_other(output, [*files, *(hyp or []), *(ref or []), src, project])
    require_request(pattern)  # a wrong one is told before anything is read
    if bool(files) == bool(hyp or ref or project):
        found = "both" if files else "nothing to search"
        raise UsageError(f"files stand before the request, or after --hyp, --ref and --project; found {found}")
    with console.progress() as work:
        if files:
            corpora = read_files(files, encoding, annotator)
        elif hyp or project:
            corpora = [corpus_of(hyp, ref, src, encoding, project, annotator)]
        else:
            corpora = [read_references(ref or [], encoding)]
        if metric is not None:
            for one in projects_of([*files, project]):
                require_annotator(one, annotator, configured([metric]))
        parsers = Parsers(pipeline, constituency)
        text, problems = search_text(
            corpora, pattern, metric, system, reference, group_by or [], format, parsers, jobs, work, count=count
        )
    console.write(text, output)
    _end([*(problem for corpus in corpora for problem in corpus.problems), *problems])


@app.command()
def convert(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="[IN] OUT",
            help="From HMEANT-WMT13 tables, brat, propositions, a project or any file of texts, to a project"
            " (.meantree), a folder of tables, one of brat (.brat), or a file of propositions"
            " (.props, .conll09, .conll12, .conllu).",
            show_default=False,
        ),
    ],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    encoding: Encoding = None,
) -> None:
    """Turn texts into a project, or annotations of one format into another; what the other cannot hold is listed."""
    from meantree.project.conversion import convert_file, convert_texts, require_free
    from meantree.project.file import SUFFIX

    *sources, target = paths
    if len(sources) != (0 if hyp else 1) or (not hyp and (ref or src)):
        found = f"{', '.join(map(str, paths))}{'' if hyp else ' and no --hyp'}"
        raise UsageError(f"expected IN and OUT, or OUT and --hyp (--ref, --src) in place of IN; found {found}")
    if hyp:
        require_free(target)
        told, problems = convert_texts(corpus_of(hyp, ref, src, encoding), target)
    else:
        told, problems = convert_file(sources[0], target, encoding)
    console.say(told)
    console.list_problems(problems)
    # What is noted of texts is no loss, as in score.
    texts = bool(hyp) or (target.suffix == SUFFIX and sources[0].is_file() and sources[0].suffix != SUFFIX)
    if any(problem.segment is not None or not texts for problem in problems):
        raise typer.Exit(UNSCORED)


@app.command()
def agreement(
    projects: Annotated[
        list[Path],
        typer.Argument(metavar="PROJECT...", help="A project with several annotators, or several of the same texts."),
    ],
    metric: Annotated[str, typer.Option(metavar="SPEC", help="The end score.")] = "hmeant:weights=uniform",
    format: Annotated[Literal["table", "text", "tsv", "json"], typer.Option()] = "table",  # noqa: A002  # the option's name
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw the confusion of roles into it: SVG, PDF and PNG.")
    ] = None,
    output: Output = None,
) -> None:
    """Show how far annotators agree: layer by layer, beyond chance, by role, document and time, and where least."""
    console.require_other(output, projects)
    from meantree.cli.agreement import agreement_text

    with console.progress() as work:
        text, problems = agreement_text(projects, metric, format, plots, work)
    console.write(text, output)
    console.list_problems(problems)
    if problems:
        raise typer.Exit(UNSCORED)


for _command in (teamwork.assign, teamwork.split, teamwork.merge):
    app.command()(_command)


@train_app.command("weights")
def train_weights(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="Annotated translations with ratings.")],
    annotator: Annotated[str, typer.Option(metavar="NAME", help="Whose annotations.")],
    rating: Annotated[str, typer.Option(metavar="KIND", help="Which ratings, as in da.")],
    correlation: Annotated[Literal["kendall", "spearman", "pearson"], typer.Option()] = "kendall",
    lower_is_better: Annotated[bool, typer.Option("--lower-is-better", help="Small ratings are good ones.")] = False,
    seed: Annotated[
        int, typer.Option(min=0, max=2**32 - 1, help="Of the search; the same seed gives the same weights.")
    ] = 1,
    output: Output = None,
) -> None:
    """Find the weights with which HMEANT follows people's ratings best, for hmeant:weights=FILE."""
    console.require_other(output, [project])
    from meantree.cli.training import weights_text

    console.write(weights_text(project, annotator, rating, correlation, seed, lower_is_better=lower_is_better), output)


@train_app.command("regression")
def train_regression(
    corpora: Annotated[
        list[Path], typer.Argument(metavar="CORPUS...", help="Rated translations, a file for each source language.")
    ],
    rating: Annotated[str, typer.Option(metavar="KIND", help="Which ratings, as in da.")],
    model: Annotated[str, typer.Option(metavar="NAME", help="The metric, as in rte-r.")] = "mt+rte-r",
    lower_is_better: Annotated[bool, typer.Option("--lower-is-better", help="Small ratings are good ones.")] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Of the parts that one corpus is cut into.")] = 1,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
) -> None:
    """Find the weights with which a metric such as mt+rte-r predicts people's ratings, for mt+rte-r:weights=FILE."""
    console.require_other(output, corpora)
    from meantree.cli.training import regression_text

    parsers = Parsers(pipeline, constituency)
    with console.progress() as work:
        text = regression_text(
            corpora, rating, model, seed, parsers, jobs or os.cpu_count() or 1, work, lower_is_better=lower_is_better
        )
    console.write(text, output)


@app.command()
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
) -> None:
    """Write a report: systems, chosen segments with trees and frames, how scores come about, what annotators said."""
    from meantree.cli.reports import Inputs, default_specs, make_report
    from meantree.files import require_writable
    from meantree.report.formats import format_of
    from meantree.report.request import PARTS, ReportOptions, parts_of, today
    from meantree.scoring.run import configured

    inputs = Inputs(files or (), hyp or (), ref or (), src, project, annotator, reference, encoding)
    console.require_other(output, inputs.paths)
    require_writable(output)
    form, specs = format_of(output, to), tuple(metric or default_specs(annotator))
    require_annotator(inputs.project_file, annotator, configured(specs))
    wanted = parts_of(parts) if parts.strip() else frozenset(PARTS)
    options = ReportOptions(
        title, systems=tuple(system or ()), segments=segments, filter=filter, parts=wanted, date=today(os.environ)
    )
    parsers = Parsers(pipeline, constituency)
    with console.progress() as work:
        corpus, done = inputs.corpus(), inputs.annotators()
        told, problems = make_report(corpus, specs, options, done, output, form, parsers, jobs, cluster, work)
    console.say(told)
    _end([*corpus.problems, *problems])


@app.command("sample-report")
def sample_report(output: Annotated[Path, typer.Option("--output", "-o")] = Path("sample-report.html")) -> None:
    """Score the built-in sample project and write an illustrated HTML report."""
    from meantree.report.sample import write_sample_report

    with console.progress() as work:
        write_sample_report(output, work)
    typer.echo(escaped(str(output.resolve())))
