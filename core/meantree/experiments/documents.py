"""Scores and ratings of whole documents, and their differences from the mean of the systems."""

from __future__ import annotations

import numpy as np

from meantree.evaluation.measures.pairs import Places
from meantree.experiments.rated import Floats, Rated


def document_ratings(rated: Rated) -> Floats:
    """Shape (systems, documents), the mean rating of a document's segments; NaN where none is rated."""
    found = np.full((len(rated.systems), len(_columns(rated))), np.nan)
    for place, columns in enumerate(_columns(rated)):
        for row, known in enumerate(rated.known[:, columns]):
            if known.any():
                found[row, place] = rated.human[row, columns[known]].mean()
    return found


def document_scores(rated: Rated, spec: str) -> Floats:
    """Shape (systems, documents), from the summed statistics of the segments that are rated; higher is better.

    NaN where none is rated, or the score is undefined.
    """
    metric, places = rated.table.metrics[spec], rated.places
    found = np.full((len(rated.systems), len(_columns(rated))), np.nan)
    for row, system in enumerate(rated.systems):
        column = rated.table.columns[system, spec]
        for place, columns in enumerate(_columns(rated)):
            known = columns[rated.known[row, columns]]
            if len(known):
                score = metric.score(column.statistics[places[known]].sum(axis=0), level="document")
                found[row, place] = np.nan if score is None else score
    return found if metric.higher_is_better else -found


def from_the_mean(values: Floats) -> Floats:
    """What each system differs by from the mean of the systems, document by document; NaN where it is alone.

    Args:
        values: shape (systems, documents), NaN where undefined.
    """
    known = ~np.isnan(values)
    numbers = known.sum(axis=0)
    means = np.where(known, values, 0.0).sum(axis=0) / np.maximum(numbers, 1)
    differences: Floats = np.where(known & (numbers > 1), values - means, np.nan)
    return differences


def names_documents(rated: Rated) -> bool:
    """Whether there are any; where there are none, each segment stands for one."""
    return any(segment.document for segment in rated.segments)


def _columns(rated: Rated) -> list[Places]:
    """The columns of the matrices that each document with ratings has, in the order of the corpus."""
    found: dict[str, list[int]] = {}
    named = names_documents(rated)
    for column, segment in enumerate(rated.segments):
        found.setdefault(segment.document if named else segment.key, []).append(column)
    return [np.array(columns, dtype=np.intp) for columns in found.values()]
