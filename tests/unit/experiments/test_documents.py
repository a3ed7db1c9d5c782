"""Documents: what they score and how people rate them, and what they differ by from the mean of the systems."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from helpers.rated_matrices import matrices
from helpers.studies import Translations, rated_corpus, small_study
from meantree.evaluation.measures.pairs import Floats
from meantree.experiments.documents import document_ratings, document_scores, from_the_mean
from meantree.experiments.rated import Rated
from meantree.work import Work

DOCUMENTS = ["one", "two", "one", "two"]
SEGMENTS: list[tuple[str, Translations]] = [
    ("a b", {"s": ("a b", 4.0), "t": ("a x", 2.0)}),
    ("c d e f", {"s": ("c d e x", 3.0), "t": ("x y z f", None)}),
    ("g h", {"s": ("x y", 1.0), "t": ("g y", 5.0)}),
    ("i j", {"s": ("i j", 6.0), "t": ("x j", 1.0)}),
]


def _rated() -> Rated:
    (rated,) = small_study(rated_corpus(SEGMENTS, DOCUMENTS)).rated(Work(), ("wer", "hwcm:n=1"))
    return rated


def test_ratings_are_means_of_what_is_rated() -> None:
    np.testing.assert_array_equal(document_ratings(_rated()), [[2.5, 4.5], [3.5, 1.0]])


def test_scores_are_of_the_summed_statistics_of_what_is_rated() -> None:
    """Edits by words, turned; of t the second segment is not rated. Words found: 2 of 4 and 5 of 6; 2 of 4, 1 of 2."""
    np.testing.assert_allclose(document_scores(_rated(), "wer"), [[-2 / 4, -1 / 6], [-2 / 4, -1 / 2]])
    np.testing.assert_allclose(document_scores(_rated(), "hwcm:n=1"), [[2 / 4, 5 / 6], [2 / 4, 1 / 2]])


def test_differences_by_hand() -> None:
    values = np.array([[1.0, 2.0, np.nan], [3.0, np.nan, np.nan], [8.0, 5.0, 7.0]])
    expected = [[-3, -1.5, np.nan], [-1, np.nan, np.nan], [4, 1.5, np.nan]]
    np.testing.assert_array_equal(from_the_mean(values), expected)


@given(found=matrices())
def test_differences_of_a_document_sum_to_nothing(found: tuple[Floats, Floats]) -> None:
    differences = from_the_mean(found[0])
    for column in differences.T:
        assert np.nansum(column) == pytest.approx(0)
