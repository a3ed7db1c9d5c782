"""Commands on rated corpora: experiment and train."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Final, Literal

import click

from meantree.cli import console, options
from meantree.cli.command_inputs import Inputs
from meantree.cli.help import Command, CommandGroup
from meantree.cli.options import PATH, TABLES, OneOf, Output, Run
from meantree.files import require_writable

MEASURES: Final = {
    "dep_las": "arcs and labels (LAS)",
    "dep_uas": "arcs (UAS)",
    "pos_acc": "parts of speech",
    "lemma_acc": "lemmas",
    "sents_f": "sentences (F1)",
    "token_f": "words (F1)",
}
"""What is measured of a trained parser, by spaCy's names."""


@click.command(cls=Command)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=PATH,
    metavar="CORPUS...",
    help="A file, folder or project with ratings for each language pair.",
)
@options.rating
@options.preferences
@options.optional_metrics
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME",
    help="A table, such as kahn (default: meta-evaluation); may be repeated. A wrong name lists all tables.",
)
@click.option(
    "--group-by",
    type=OneOf(("none", "item", "system")),
    help="Compute correlations and pairs over all translations, per source or per system.",
)
@click.option("--limit", type=click.IntRange(2), metavar="N", help="Use a random sample of N segments of each corpus.")
@options.resamples
@click.option(
    "--correction",
    type=OneOf(("none", "holm", "bh")),
    default="none",
    help="Correct p for the number of pairs: none, Holm (holm) or Benjamini-Hochberg (bh).",
)
@options.seed
@options.plots
@options.output(
    *("table", *TABLES, "tex"), default="tables", notes="tsv and csv are one long table; xlsx has a sheet per table."
)
@options.resume
@options.parsers
@options.jobs
@options.filling(
    "inputs",
    Inputs,
    ("files", "encoding", "annotator", "given"),
    *(options.encoding, options.annotator, options.given),
)
@options.run()
def experiment(
    run: Run,
    rating: str | None,
    preferences: Sequence[Path],
    metric: Sequence[str],
    tables: Sequence[str],
    group_by: Literal["none", "item", "system"] | None,
    limit: int | None,
    resamples: int,
    correction: Literal["none", "holm", "bh"],
    seed: int,
    plots: Path | None,
    resume: bool,
) -> None:
    """Evaluate metrics against human ratings, by segment and by system, and print the tables of published studies."""
    from meantree.cli.rated_corpora import made_content
    from meantree.experiments.study import DEFAULT_METRICS, Options

    specs, judgements = tuple(metric or DEFAULT_METRICS), tuple(map(str, preferences))
    chosen = Options(rating or "", specs, group_by, seed, resamples, resamples, plots, limit, judgements, correction)
    if run.output.path is not None:
        require_writable(run.output.path)
    with console.progress(run.jobs) as work:
        content, study = made_content(run, tables, chosen, work, resume=resume)
    console.write(content, run.output.path)
    study.close()
    console.end(study.problems)


@click.group(cls=CommandGroup, no_args_is_help=False)
def train() -> None:
    """Train on annotated and rated corpora."""


@train.command("weights")
@click.argument("project", type=PATH, metavar="PROJECT", help="A project with annotations and ratings.")
@click.option("--annotator", required=True, metavar="NAME", help="The annotator whose annotations are used.")
@click.option("--rating", required=True, metavar="KIND", help="The kind of ratings, such as da.")
@click.option(
    "--correlation",
    type=OneOf(("kendall", "spearman", "pearson")),
    default="kendall",
    help="The correlation to maximize.",
)
@options.lower_is_better
@options.seed
@options.output("json")
def train_weights(
    project: Path,
    annotator: str,
    rating: str,
    correlation: Literal["kendall", "spearman", "pearson"],
    lower_is_better: bool,
    seed: int,
    output: Output,
) -> None:
    """Find the role weights with which HMEANT correlates best with human ratings, for hmeant:weights=FILE."""
    from meantree.cli.rated_corpora import weights_text

    text = weights_text(project, annotator, rating, correlation, seed, lower_is_better=lower_is_better)
    console.write(text, output.path)


@train.command("parser")
@click.argument("treebank", type=PATH, metavar="TRAIN", help="Sentences to learn from, in CoNLL-U.")
@click.option("--dev", required=True, type=PATH, metavar="FILE", help="Sentences by which the best epoch is chosen.")
@click.option("--test", type=PATH, metavar="FILE", help="Sentences on which the result is measured, too.")
@click.option("--output", "-o", "folder", required=True, type=PATH, metavar="FOLDER", help="A folder for --pipeline.")
@click.option("--epochs", type=click.IntRange(1, 1000), default=30, help="How often all sentences are read.")
@click.option("--encoder", default="", metavar="NAME|PATH", help="A spaCy pipeline from whose tok2vec it starts.")
@options.language
@options.seed
def train_parser(
    treebank: Path, dev: Path, test: Path | None, folder: Path, epochs: int, encoder: str, language: str, seed: int
) -> None:
    """Train a spaCy pipeline with tags, dependencies and lemmas on a treebank, for --pipeline FOLDER.

    It takes about half an hour for 50,000 words. The same command again continues what was interrupted after its last
    epoch. What is reached on raw text is printed in percent, by spaCy's measures: arcs of punctuation do not count.
    """
    from meantree.language.languages import known_code
    from meantree.training import parser_training

    with console.progress(1) as work:
        paths = (path for path in (treebank, dev, test) if path is not None)
        learned, *others = banks = [parser_training.read_treebank(path) for path in paths]
        for problem in chain.from_iterable(bank.problems for bank in banks):
            console.say(str(problem))
        code = known_code(language) if language else ""
        parser_training.train_parser(
            learned, others[0], folder, language=code, encoder=encoder, epochs=epochs, seed=seed, work=work
        )
        figures = [parser_training.measured(folder, bank) for bank in others]
    rows = [("", *(bank.path.name for bank in others))]
    rows += [(title, *(f"{100 * of[name]:.1f}" for of in figures)) for name, title in MEASURES.items()]
    console.write("".join(f"{row[0]:24}" + "".join(f"{cell:>14}" for cell in row[1:]) + "\n" for row in rows), None)


@train.command("regression")
@click.argument(
    "corpora",
    nargs=-1,
    required=True,
    type=PATH,
    metavar="CORPUS...",
    help="Rated translations: one file per source language.",
)
@options.rating
@options.preferences
@click.option("--model", default="mt+rte-r", metavar="NAME", help="The metric to train, such as rte-r.")
@options.lower_is_better
@options.seed
@options.output("json")
@options.run(options.parsers, options.jobs)
def train_regression(
    run: Run,
    corpora: Sequence[Path],
    rating: str | None,
    preferences: Sequence[Path],
    model: str,
    lower_is_better: bool,
    seed: int,
) -> None:
    """Train a metric such as mt+rte-r to predict human ratings, for mt+rte-r:weights=FILE.

    Pairwise judgements (--preferences) are tables of id, better and worse system, or WMT rankings; FILE#LANGUAGES
    selects the languages of a file with several.
    """
    from meantree.cli.rated_corpora import RegressionTraining, regression_text

    judgements = tuple(map(str, preferences))
    training = RegressionTraining(tuple(corpora), rating or "", judgements, model, seed, lower_is_better)
    run.write(lambda work: (regression_text(training, run.parsers, work), ()))
