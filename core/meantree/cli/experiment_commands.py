"""Commands on rated corpora: experiment and train."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.options import (
    DEFAULT_CONSTITUENCY,
    DEFAULT_PIPELINE,
    Annotator,
    Constituency,
    Encoding,
    Jobs,
    Output,
    Pipeline,
)
from meantree.files import is_stream, require_writable


def experiment(
    corpora: Annotated[
        list[Path],
        typer.Argument(
            metavar="CORPUS...",
            help="A file, folder or project with ratings for each language pair.",
            show_default=False,
        ),
    ],
    rating: Annotated[str | None, typer.Option(metavar="KIND", help="Which ratings, as in da, hter or mqm.")] = None,
    preferences: Annotated[
        list[Path] | None,
        typer.Option("--preferences", metavar="FILE", help="In place of ratings: one for each corpus, in their order."),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option("--metric", metavar="SPEC", help="May be repeated; by default bleu, chrf, ter, hwcm and edpm."),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="NAME",
            help="Such as kahn; by default meta-evaluation. A wrong name lists all. May be repeated.",
        ),
    ] = None,
    group_by: Annotated[
        Literal["none", "item", "system"] | None,
        typer.Option(help="Correlations and pairs of all translations, of each source or of each system."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=2, metavar="N", help="A sample of so many segments of each corpus, by the seed.")
    ] = None,
    resamples: Annotated[int, typer.Option(min=1, max=1_000_000, help="Bootstrap samples and permutations.")] = 1000,
    correction: Annotated[
        Literal["none", "holm", "bh"],
        typer.Option(help="Of p for the number of pairs: by Holm, by Benjamini and Hochberg, or not at all."),
    ] = "none",
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same numbers.")] = 1,
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw the tables into it: SVG, PDF and PNG.")
    ] = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["table", "tsv", "csv", "xlsx", "json", "tex"] | None,
        typer.Option(help="By default as --output ends, else tables. tsv and csv are one long table, xlsx has sheets."),
    ] = None,
    output: Output = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on where the same command with the same --output was stopped or killed."),
    ] = False,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    encoding: Encoding = None,
    annotator: Annotator = None,
) -> None:
    """Measure how well metrics agree with human ratings, by segment and by system, and print the tables of studies."""
    console.require_other(output, [*corpora, *(preferences or [])])
    from meantree.cli.output import format_of
    from meantree.cli.rated_corpora import FORMS, made_content
    from meantree.experiments.experiment_request import ExperimentRequest
    from meantree.experiments.study import DEFAULT_METRICS, Options

    form = format_of(output, format, FORMS)
    specs, preferred = tuple(metric or DEFAULT_METRICS), tuple(map(str, preferences or ()))
    options = Options(rating or "", specs, group_by, seed, resamples, resamples, plots, limit, preferred, correction)
    kept = None if output is None or is_stream(output) else output
    if output is not None:
        require_writable(output)
    parsers = Parsers(pipeline, constituency)
    asked = ExperimentRequest(tuple(corpora), tuple(table or ()), options, encoding, parsers, kept, resume, annotator)
    with console.progress(jobs) as work:
        content, study = made_content(asked, form, work)
    console.write(content, output)
    study.close()
    console.end(study.problems)


train = typer.Typer(help="Learn from annotated and rated corpora.", add_completion=False, rich_markup_mode=None)


@train.command("weights")
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
    from meantree.cli.output import format_of
    from meantree.cli.rated_corpora import weights_text

    format_of(output, None, ("json",))
    console.write(weights_text(project, annotator, rating, correlation, seed, lower_is_better=lower_is_better), output)


@train.command("regression")
def train_regression(
    corpora: Annotated[
        list[Path], typer.Argument(metavar="CORPUS...", help="Rated translations, a file for each source language.")
    ],
    rating: Annotated[str | None, typer.Option(metavar="KIND", help="Which ratings, as in da.")] = None,
    preferences: Annotated[
        list[Path] | None,
        typer.Option("--preferences", metavar="FILE", help="In place of ratings: one for each corpus, in their order."),
    ] = None,
    model: Annotated[str, typer.Option(metavar="NAME", help="The metric, as in rte-r.")] = "mt+rte-r",
    lower_is_better: Annotated[bool, typer.Option("--lower-is-better", help="Small ratings are good ones.")] = False,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Of the parts that one corpus is cut into.")] = 1,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
) -> None:
    """Find the weights with which a metric such as mt+rte-r predicts people's ratings, for mt+rte-r:weights=FILE.

    Preferences are tables of id, better and worse system, or WMT's rankings (FILE#LANGUAGES where there are several).
    """
    console.require_other(output, [*corpora, *(preferences or [])])
    from meantree.cli.output import format_of
    from meantree.cli.rated_corpora import RegressionAsked, regression_text

    format_of(output, None, ("json",))
    files = tuple(map(str, preferences or ()))
    asked = RegressionAsked(tuple(corpora), rating or "", files, model, seed, lower_is_better=lower_is_better)
    parsers = Parsers(pipeline, constituency)
    with console.progress(jobs) as work:
        text = regression_text(asked, parsers, work)
    console.write(text, output)
