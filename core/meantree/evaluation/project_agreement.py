"""How far the annotators of a project agree, from predicates to the end score."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.evaluation.agreement import Agreement, agreements
from meantree.project.file import Project
from meantree.scoring.run import score_corpus

END_SCORE = "hmeant:weights=uniform"
"""What annotations are made for."""
Scores = dict[tuple[str, str], float]
"""By segment and system."""


@dataclass(frozen=True, slots=True)
class EndScores:
    """The scores of two annotators for the same translations.

    Attributes:
        translations: how many both have a score for.
        pearson: correlation, in [-1, 1]; None for fewer than two, or where one gives all the same score.
        mean_difference: mean of the absolute differences; None where there are none.
    """

    translations: int
    pearson: float | None
    mean_difference: float | None


def project_agreements(path: Path, spec: str) -> list[tuple[Agreement, EndScores]]:
    """Every two annotators of a project who have something in common, with their scores by ``spec``.

    Raises:
        InputError: if the file is no project.
        UsageError: if it does not exist, or the spec is wrong.
    """
    with Project(path, passing=True) as project:
        work = {name: project.annotations(name) for name in project.annotators}
        scores = {name: _scores(project, name, spec) for name in work}
    return [(one, _end_scores(*(scores[name] for name in one.names))) for one in agreements(work)]


def _scores(project: Project, annotator: str, spec: str) -> Scores:
    """The score of each translation that an annotator finished, where it is defined."""
    corpus = project.corpus(annotator)
    table = score_corpus(corpus, [spec], AnalysisStore())
    return {
        (segment.key, system): score
        for system in corpus.systems
        for segment, score in zip(corpus.segments, table.segment_scores(system, spec), strict=True)
        if score is not None
    }


def _end_scores(first: Scores, second: Scores) -> EndScores:
    both = np.array([(first[key], second[key]) for key in first if key in second])
    if not len(both):
        return EndScores(0, None, None)
    varied = len(both) > 1 and bool((both.std(axis=0) > 0).all())
    pearson = float(np.corrcoef(both.T)[0, 1]) if varied else None
    return EndScores(len(both), pearson, float(np.abs(both[:, 0] - both[:, 1]).mean()))
