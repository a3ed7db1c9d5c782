"""Learn from annotated and rated corpora."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.options import (
    DEFAULT_CONSTITUENCY,
    DEFAULT_PIPELINE,
    Constituency,
    Jobs,
    Output,
    Pipeline,
)

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
    from meantree.cli.training import weights_text

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
    from meantree.cli.training import RegressionAsked, regression_text

    format_of(output, None, ("json",))
    files = tuple(map(str, preferences or ()))
    asked = RegressionAsked(tuple(corpora), rating or "", files, model, seed, lower_is_better=lower_is_better)
    parsers = Parsers(pipeline, constituency)
    with console.progress(jobs) as work:
        text = regression_text(asked, parsers, work)
    console.write(text, output)
