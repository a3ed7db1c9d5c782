"""``meantree train``: what is learned from annotated and rated corpora."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from meantree import __version__
from meantree.errors import UsageError
from meantree.evaluation.supervised_weights import judged, train
from meantree.metrics.frames.role_weights import ABOUT
from meantree.project.file import Project
from meantree.shown import as_json


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
