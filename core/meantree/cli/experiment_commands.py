"""Commands on rated corpora: experiment and train."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.options import (
    Annotator,
    Encoding,
    Jobs,
    Judgements,
    LowerIsBetter,
    OptionalMetrics,
    Output,
    Plots,
    Rating,
    Resamples,
    Resume,
    Seed,
    with_groups,
)
from meantree.files import is_stream, require_writable

RatedCorpora = Annotated[
    list[Path],
    typer.Argument(
        metavar="CORPUS...", help="A file, folder or project with ratings for each language pair.", show_default=False
    ),
]
Tables = Annotated[
    list[str] | None,
    typer.Option(
        "--table",
        metavar="NAME",
        help="A table, such as kahn (default: meta-evaluation); may be repeated. A wrong name lists all tables.",
    ),
]
GroupBy = Annotated[
    Literal["none", "item", "system"] | None,
    typer.Option(help="Compute correlations and pairs over all translations, per source or per system."),
]
Limit = Annotated[
    int | None, typer.Option(min=2, metavar="N", help="Use a random sample of N segments of each corpus.")
]
Correction = Annotated[
    Literal["none", "holm", "bh"],
    typer.Option(help="Correct p for the number of pairs: none, Holm (holm) or Benjamini-Hochberg (bh)."),
]
TableFormat = Annotated[
    Literal["table", "tsv", "csv", "xlsx", "json", "tex"] | None,
    typer.Option(
        help="Output format (default: by the extension of --output, else tables). tsv and csv are one long table;"
        " xlsx has a sheet per table."
    ),
]


@with_groups
def experiment(
    *,
    corpora: RatedCorpora,
    rating: Rating = None,
    preferences: Judgements = None,
    metric: OptionalMetrics = None,
    table: Tables = None,
    group_by: GroupBy = None,
    limit: Limit = None,
    resamples: Resamples = 1000,
    correction: Correction = "none",
    seed: Seed = 1,
    plots: Plots = None,
    format: TableFormat = None,  # noqa: A002  # the option's name
    output: Output = None,
    resume: Resume = False,
    parsers: Parsers,
    jobs: Jobs = None,
    encoding: Encoding = None,
    annotator: Annotator = None,
) -> None:
    """Evaluate metrics against human ratings, by segment and by system, and print the tables of published studies."""
    console.require_other(output, [*corpora, *(preferences or [])])
    from meantree.cli.output import format_of
    from meantree.cli.rated_corpora import FORMS, ExperimentRequest, made_content
    from meantree.experiments.study import DEFAULT_METRICS, Options

    form = format_of(output, format, FORMS)
    specs, judgements = tuple(metric or DEFAULT_METRICS), tuple(map(str, preferences or ()))
    options = Options(rating or "", specs, group_by, seed, resamples, resamples, plots, limit, judgements, correction)
    journal_base = None if output is None or is_stream(output) else output
    if output is not None:
        require_writable(output)
    paths, tables = tuple(corpora), tuple(table or ())
    request = ExperimentRequest(paths, tables, options, encoding, parsers, journal_base, resume, annotator)
    with console.progress(jobs) as work:
        content, study = made_content(request, form, work)
    console.write(content, output)
    study.close()
    console.end(study.problems)


train = typer.Typer(help="Train on annotated and rated corpora.", add_completion=False, rich_markup_mode=None)


@train.command("weights")
def train_weights(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="A project with annotations and ratings.")],
    annotator: Annotated[str, typer.Option(metavar="NAME", help="The annotator whose annotations are used.")],
    rating: Annotated[str, typer.Option(metavar="KIND", help="The kind of ratings, such as da.")],
    correlation: Annotated[
        Literal["kendall", "spearman", "pearson"], typer.Option(help="The correlation to maximize.")
    ] = "kendall",
    lower_is_better: LowerIsBetter = False,
    seed: Seed = 1,
    output: Output = None,
) -> None:
    """Find the role weights with which HMEANT correlates best with human ratings, for hmeant:weights=FILE."""
    console.require_other(output, [project])
    from meantree.cli.output import format_of
    from meantree.cli.rated_corpora import weights_text

    format_of(output, None, ("json",))
    console.write(weights_text(project, annotator, rating, correlation, seed, lower_is_better=lower_is_better), output)


@train.command("regression")
@with_groups
def train_regression(
    *,
    corpora: Annotated[
        list[Path], typer.Argument(metavar="CORPUS...", help="Rated translations: one file per source language.")
    ],
    rating: Rating = None,
    preferences: Judgements = None,
    model: Annotated[str, typer.Option(metavar="NAME", help="The metric to train, such as rte-r.")] = "mt+rte-r",
    lower_is_better: LowerIsBetter = False,
    seed: Seed = 1,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
) -> None:
    """Train a metric such as mt+rte-r to predict human ratings, for mt+rte-r:weights=FILE.

    Pairwise judgements (--preferences) are tables of id, better and worse system, or WMT rankings; FILE#LANGUAGES
    selects the languages of a file with several.
    """
    console.require_other(output, [*corpora, *(preferences or [])])
    from meantree.cli.output import format_of
    from meantree.cli.rated_corpora import RegressionTraining, regression_text

    format_of(output, None, ("json",))
    judgements = tuple(map(str, preferences or ()))
    training = RegressionTraining(tuple(corpora), rating or "", judgements, model, seed, lower_is_better)
    with console.progress(jobs) as work:
        text = regression_text(training, parsers, work)
    console.write(text, output)
