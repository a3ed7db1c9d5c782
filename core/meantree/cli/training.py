"""``meantree train``: what is learned from annotated and rated corpora."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from meantree import __version__
from meantree.analysis.analyser import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.model import Corpus
from meantree.errors import UsageError
from meantree.evaluation.regression_training import fit, rated, untrained
from meantree.evaluation.supervised_weights import judged, train
from meantree.metrics.frames.role_weights import ABOUT
from meantree.project.file import SUFFIX, Project
from meantree.shown import as_json
from meantree.work import Work


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
    trained = train(judged(corpus, kind, lower_is_better=lower_is_better), correlation, seed=seed)
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


def regression_text(
    paths: Sequence[Path],
    kind: str,
    model: str,
    seed: int,
    parsers: Parsers,
    jobs: int,
    work: Work,
    *,
    lower_is_better: bool = False,
) -> str:
    """Weights for a regression metric as the JSON that ``weights=FILE`` reads, with what they were trained on.

    Args:
        paths: corpora with ratings, each of one source language or domain.
        kind: of the ratings.
        model: the metric.
        seed: of the parts that a single corpus is cut into.
        parsers: what analyses the texts.
        jobs, work: see :func:`meantree.scoring.run.score_corpus`.
        lower_is_better: whether a small rating is a good one.

    Raises:
        InputError: if a file cannot be read.
        UsageError: if there is no such metric, or nothing to learn from.
    """
    metric, store = untrained(model), AnalysisStore(parsers)
    data = [
        rated(_corpus(path), kind, metric, store, lower_is_better=lower_is_better, jobs=jobs, work=work)
        for path in paths
    ]
    fitted = fit(data, metric, seed=seed, work=work)
    about = {
        "data": ["/".join(path.absolute().parts[-2:]) for path in paths],
        "ratings": f"{kind}, lower is better: with the sign changed" if lower_is_better else kind,
        "translations": [len(one) for one in data],
        "alpha": fitted.alpha,
        "alpha was chosen by": "the mean of the correlations below",
        "Spearman's rho of what is left out": [round(value, 4) for value in fitted.correlations],
        "seed": seed,
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
    }
    return replace(fitted.model, about=about).as_json()


def _corpus(path: Path) -> Corpus:
    if path.suffix != SUFFIX:
        return read_corpus([InputFile(path)])
    with Project(path, passing=True) as project:
        return project.corpus()
