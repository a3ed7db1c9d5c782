"""What ``meantree train`` and ``meantree experiment`` learn from rated corpora, and measure on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from meantree import __version__
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import Content, say
from meantree.cli.output import TABLES, Result, set_table
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.formats.pairwise_judgements import path_and_languages, read_judgements
from meantree.errors import UsageError
from meantree.escaping import as_json, counted
from meantree.evaluation.pairwise_training import fit_judgements, join_judgements, measure_judgements
from meantree.evaluation.regression_training import fit, rated_features, untrained
from meantree.evaluation.role_weight_training import rated_frames, train
from meantree.evaluation.value_table import ValueTable
from meantree.experiments import RENAMED
from meantree.experiments.experiment_corpora import read_corpora
from meantree.experiments.experiment_registry import experiments_of, make_tables
from meantree.experiments.experiment_request import ExperimentRequest, require_judgements
from meantree.experiments.study import Study
from meantree.metrics.regression_metrics import Regression
from meantree.metrics.role_weights import ABOUT
from meantree.metrics.trained_model import Model
from meantree.project.file import SUFFIX, Project
from meantree.report.figures.canvas import figure_folder
from meantree.report.table_text import tables_json, without_notes
from meantree.scoring.run import configured_metrics
from meantree.work import Work

FORMS: Final = ("table", *TABLES, "tex")


def weights_text(
    path: Path, annotator: str, kind: str, correlation: str, seed: int, *, lower_is_better: bool = False
) -> str:
    """Weights for HMEANT as the JSON that ``weights=FILE`` reads, with what they were trained on and what they reach.

    Raises:
        InputError: if the file is no project.
        UsageError: if there is no such annotator, or nothing to learn from.
    """
    with Project(path, passing=True) as project:
        corpus = project.corpus(annotator)
        if project.problems:
            raise UsageError(f"weights are not trained on what is left: {project.problems[0]}")
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
class RegressionAsked:
    """What a regression metric is to learn of.

    Attributes:
        paths: corpora, each of one source language or domain.
        rating: the kind of ratings; empty where there are preferences.
        preferences: files of them, one for each corpus, as ``FILE`` or ``FILE#LANGUAGES``.
        model: the metric.
        seed: of the parts that a single corpus is cut into.
        lower_is_better: whether a small rating is a good one.
    """

    paths: tuple[Path, ...]
    rating: str
    preferences: tuple[str, ...]
    model: str
    seed: int
    lower_is_better: bool = False

    def check(self) -> None:
        """See to it that there are ratings or preferences.

        Raises:
            UsageError: if there are none, both, or not a file of preferences for each corpus.
        """
        if bool(self.rating) == bool(self.preferences):
            found = "both" if self.rating else "neither"
            raise UsageError(f"found {found} of --rating and --preferences, expected one of them")
        if self.preferences and len(self.preferences) != len(self.paths):
            told = counted(len(self.preferences), "file"), counted(len(self.paths), "corpus", "corpora")
            raise UsageError(f"--preferences: found {' for '.join(told)}, expected one for each")
        if self.preferences and self.lower_is_better:
            raise UsageError("--lower-is-better is of ratings, found --preferences")


def regression_text(asked: RegressionAsked, parsers: Parsers, work: Work) -> str:
    """Weights for a regression metric as the JSON that ``weights=FILE`` reads, with what they were trained on.

    Args:
        asked: corpora, and what people said of them.
        parsers: what analyses the texts.
        work: see :func:`meantree.scoring.run.score_corpus`.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if there is no such metric, or nothing to learn from.
    """
    asked.check()
    metric, store = untrained(asked.model), AnalysisStore(parsers)
    learn = _of_preferences if asked.preferences else _of_ratings
    model, told = learn(asked, metric, store, work)
    about = {
        "data": ["/".join(path.absolute().parts[-2:]) for path in asked.paths],
        **told,
        "seed": asked.seed,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
    }
    return replace(model, about=about).as_json()


def _of_ratings(
    asked: RegressionAsked, metric: Regression, store: AnalysisStore, work: Work
) -> tuple[Model, dict[str, object]]:
    kind, falling = asked.rating, asked.lower_is_better
    data = [
        rated_features(_corpus(path), kind, metric, store, lower_is_better=falling, work=work) for path in asked.paths
    ]
    fitted = fit(data, metric, seed=asked.seed, work=work)
    return fitted.model, {
        "ratings": f"{kind}, lower is better: with the sign changed" if falling else kind,
        "translations": [len(one) for one in data],
        "alpha": fitted.alpha,
        "alpha was chosen by": "the mean of the correlations below",
        "Spearman's rho of what is left out": [round(value, 4) for value in fitted.correlations],
    }


def _of_preferences(
    asked: RegressionAsked, metric: Regression, store: AnalysisStore, work: Work
) -> tuple[Model, dict[str, object]]:
    read = [read_judgements(*path_and_languages(file)) for file in asked.preferences]
    parts = [join_judgements(_corpus(path), found) for path, found in zip(asked.paths, read, strict=True)]
    for part in parts:
        for note in part.notes:
            say(f"{part.corpus.name}: {note}")
    data = [measure_judgements(one, metric, store, work=work) for one in parts]
    fitted = fit_judgements(data, metric, seed=asked.seed, work=work)
    return fitted.model, {
        "preferences": [len(one) for one in data],
        "alpha": fitted.alpha,
        "alpha was chosen by": "the likelihood of what is left out",
        "consistency with what is left out": [round(value, 4) for value in fitted.consistencies],
    }


def _corpus(path: Path) -> Corpus:
    if path.suffix != SUFFIX:
        return read_corpus([InputFile(path)])
    with Project(path, passing=True) as project:
        return project.corpus()


def made_content(asked: ExperimentRequest, form: str, work: Work) -> tuple[Content, Study]:
    """Read the corpora, make the tables and write them; with the study, to be closed when the text is written.

    Raises:
        InputError: if a corpus cannot be read.
        UsageError: if something asked for is not there, or the corpora are not enough.
        Cancelled: if the user stopped it.
    """
    chosen = experiments_of(asked.tables)
    for name in asked.tables:
        if name in RENAMED:
            say(f"--table {name} is now called {RENAMED[name]}")
    configured_metrics(asked.options.metrics)  # a wrong spec is told before anything is read
    require_judgements(asked.options, len(asked.paths), chosen)
    if asked.resume and asked.journal_base is None:
        raise UsageError("--resume goes on with what is kept beside the output: name a file with --output")
    if asked.options.plots is not None:
        figure_folder(asked.options.plots)  # what cannot be written is told before long work
    read = read_corpora(asked.paths, asked.encoding, asked.annotator)
    study = Study(read, asked.options, AnalysisStore(asked.parsers), asked.journal_base, asked.resume, say)
    try:
        tables = make_tables(study, chosen, work)
        if asked.options.plots is not None:
            _draw(tables, asked.options.plots, work)
    except BaseException:
        if study.journals and len(study.tables) == len(study.journals):  # else it was told where scoring stopped
            say(f"scores are kept beside {asked.journal_base}: the same command with --resume goes on from there")
        raise
    return written(tables, form), study


def _draw(tables: Sequence[ValueTable], folder: Path, work: Work) -> None:
    from meantree.report.figures.table_charts import save_figures

    save_figures(tables, folder, work)


def written(tables: Sequence[ValueTable], form: str) -> Content:
    """All tables in one of :data:`FORMS`; where notes stand beside their tables, the last has none of them."""
    noted = tables if form in ("tsv", "csv", "xlsx") else without_notes(tables)
    plain = Result(lambda: "\n".join(map(set_table, noted)), lambda: tables_json(noted), lambda: noted)
    return plain.written(form)
