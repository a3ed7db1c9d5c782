"""What ``meantree train`` and ``meantree experiment`` learn from rated corpora, and measure on them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import given_to
from meantree.cli.console import Content, say
from meantree.cli.options import Run
from meantree.cli.output import Result, save_plots
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages, read_judgements
from meantree.errors import UsageError
from meantree.escaping import as_json, counted
from meantree.experiments import RENAMED
from meantree.experiments.experiment_corpora import read_corpora
from meantree.experiments.experiment_registry import chosen_experiments, make_tables
from meantree.experiments.study import Options, Study
from meantree.files import PROJECT, is_stream, new_folder
from meantree.metrics.hmeant import ABOUT
from meantree.metrics.regression_metrics import Regression
from meantree.metrics.trained_model import Model
from meantree.project.file import Project
from meantree.reporting.table_text import without_notes
from meantree.training.pairwise_training import fit_judgements, join_judgements, measure_judgements
from meantree.training.regression_training import fit, rated_features, untrained
from meantree.training.role_weight_training import rated_frames, train
from meantree.work import Work


def weights_text(
    path: Path, annotator: str, kind: str, correlation: str, seed: int, *, lower_is_better: bool = False
) -> str:
    """Return weights for HMEANT as the JSON for ``weights=FILE``, with the training data and the correlation.

    Raises:
        InputError: if the file is no project.
        UsageError: if there is no such annotator, or nothing to learn from.
    """
    with Project(path, passing=True) as project:
        corpus = project.corpus(annotator)
        if project.problems:
            raise UsageError(f"weights cannot be trained on incomplete data: {project.problems[0]}")
    trained = train(rated_frames(corpus, kind, lower_is_better=lower_is_better), correlation, seed=seed)
    about = {
        "data": corpus.name,
        "annotator": annotator,
        "ratings": kind,
        "translations": trained.translations,
        "segments": trained.segments,
        "correlation": correlation,
        "on the training data": round(trained.correlation, 4),
        "uniform weights there": round(trained.uniform, 4),
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
    }
    return as_json({**trained.weights, ABOUT: about})


@dataclass(frozen=True, slots=True)
class RegressionTraining:
    """Training data and options of a regression metric.

    Attributes:
        paths: corpora, each with one source language or domain.
        rating: the kind of ratings; empty with pairwise judgements.
        preferences: files of pairwise judgements, one per corpus, as ``FILE`` or ``FILE#LANGUAGES``.
        seed: of the random parts of a single corpus.
    """

    paths: tuple[Path, ...]
    rating: str
    preferences: tuple[str, ...]
    model: str
    seed: int
    lower_is_better: bool = False

    def __post_init__(self) -> None:
        """Check that there are either ratings or pairwise judgements.

        Raises:
            UsageError: if there are neither or both, or not one file of judgements per corpus.
        """
        if bool(self.rating) == bool(self.preferences):
            found = "both" if self.rating else "neither"
            raise UsageError(f"found {found} of --rating and --preferences, expected one of them")
        if self.preferences and len(self.preferences) != len(self.paths):
            counts = counted(len(self.preferences), "file"), counted(len(self.paths), "corpus", "corpora")
            raise UsageError(f"--preferences: found {' for '.join(counts)}, expected one for each")
        if self.preferences and self.lower_is_better:
            raise UsageError("--lower-is-better is an option of ratings; found --preferences")


def regression_text(training: RegressionTraining, parsers: Parsers, work: Work) -> str:
    """Return weights for a regression metric as the JSON for ``weights=FILE``, with the training data.

    Args:
        training: corpora, and what people said of them.
        work: see :func:`meantree.scoring.run.score_corpus`.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if there is no such metric, or nothing to learn from.
    """
    metric, store = untrained(training.model), AnalysisStore(parsers)
    learn = _train_on_judgements if training.preferences else _train_on_ratings
    model, details = learn(training, metric, store, work)
    about = {
        "data": ["/".join(path.absolute().parts[-2:]) for path in training.paths],
        **details,
        "seed": training.seed,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
    }
    return replace(model, about=about).as_json()


def _train_on_ratings(
    training: RegressionTraining, metric: Regression, store: AnalysisStore, work: Work
) -> tuple[Model, dict[str, object]]:
    rating, lower_is_better = training.rating, training.lower_is_better
    data = [
        rated_features(_corpus(path), rating, metric, store, lower_is_better=lower_is_better, work=work)
        for path in training.paths
    ]
    fitted = fit(data, metric, seed=training.seed, work=work)
    return fitted.model, {
        "ratings": f"{rating}, lower is better: with the sign changed" if lower_is_better else rating,
        "translations": [len(part) for part in data],
        "alpha": fitted.alpha,
        "alpha was chosen by": "the mean of the correlations below",
        "Spearman's rho of what is left out": [round(value, 4) for value in fitted.correlations],
    }


def _train_on_judgements(
    training: RegressionTraining, metric: Regression, store: AnalysisStore, work: Work
) -> tuple[Model, dict[str, object]]:
    read = [read_judgements(*path_and_languages(file)) for file in training.preferences]
    parts = [join_judgements(_corpus(path), judgements) for path, judgements in zip(training.paths, read, strict=True)]
    for part in parts:
        for note in part.notes:
            say(f"{part.corpus.name}: {note}")
    data = [measure_judgements(part, metric, store, work=work) for part in parts]
    fitted = fit_judgements(data, metric, seed=training.seed, work=work)
    return fitted.model, {
        "preferences": [len(part) for part in data],
        "alpha": fitted.alpha,
        "alpha was chosen by": "the likelihood of what is left out",
        "consistency with what is left out": [round(value, 4) for value in fitted.consistencies],
    }


def _corpus(path: Path) -> Corpus:
    if path.suffix != PROJECT:
        return read_corpus([InputFile(path)])
    with Project(path, passing=True) as project:
        return project.corpus()


def made_content(
    run: Run, tables: Sequence[str], options: Options, work: Work, *, resume: bool
) -> tuple[Content, Study]:
    """Return the tables of an experiment in a format, and the study, which is to be closed after writing.

    Args:
        tables: names of experiments, empty for the first.
        resume: whether the journals of scores next to the output are read.

    Raises:
        InputError: if a corpus cannot be read.
        UsageError: if a table, metric or rating is unknown, or the corpora are too small.
    """
    inputs, paths, output = run.inputs, tuple(run.inputs.files or ()), run.output.path
    base = None if output is None or is_stream(output) else output
    experiments = chosen_experiments(tables, options, len(paths))
    for name in tables:
        if name in RENAMED:
            say(f"--table {name} is now called {RENAMED[name]}")
    if resume and base is None:
        raise UsageError("--resume continues from a journal next to the output; name a file with --output")
    plots = options.plots
    with nullcontext() if plots is None else new_folder(plots):  # reports an unwritable folder before long work
        corpora = read_corpora(paths, inputs.encoding, inputs.annotator)
        corpora = tuple(given_to(corpus, inputs.given, inputs.encoding) for corpus in corpora)
        shared = [spec for spec in corpora[0].given if all(spec in corpus.given for corpus in corpora)]
        options = replace(options, metrics=tuple(dict.fromkeys((*options.metrics, *shared))))
        study = Study(corpora, options, AnalysisStore(run.parsers), base, resume, say)
        try:
            made = make_tables(study, experiments, work)
            save_plots(made, plots, work)
        except BaseException:
            if study.journals and len(study.tables) == len(study.journals):  # otherwise scoring has reported it
                say(f"scores are stored next to {base}; the same command with --resume continues from there")
            raise
    # The last table repeats no notes that are printed with their tables.
    shown = made if run.output.form in ("tsv", "csv", "xlsx") else without_notes(made)
    return Result.of_tables(shown).written(run.output.form), study
