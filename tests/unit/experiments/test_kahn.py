"""Kahn et al.: differences of documents by hand, in the directions of the paper, and the search over the family."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from helpers.rated_matrices import matrices
from helpers.studies import Translations, cells, rated_corpus, small_study
from meantree.corpus.corpus import Corpus
from meantree.evaluation.measured import Floats
from meantree.experiments import kahn
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Study
from meantree.work import Work

DOCUMENTS = ["one", "two", "three"]
REFERENCE = "a b c d"
BY_WORDS = {4: "a b c d", 3: "a b c x", 2: "a b y x", 1: "a z y x", 0: "w z y x"}
"""So many words of the reference."""
RIGHT = {"s": [4, 3, 2], "t": [2, 3, 1]}
RATED = {"s": [9.0, 5.0, 8.0], "t": [3.0, 4.0, 6.0]}


def _corpus(*systems: str, kind: str = "da", name: str = "c", sign: float = 1.0) -> Corpus:
    return rated_corpus(
        [
            (REFERENCE, {system: (BY_WORDS[RIGHT[system][place]], sign * RATED[system][place]) for system in systems})
            for place in range(3)
        ],
        DOCUMENTS,
        kind=kind,
        name=name,
    )


def _study(*corpora: Corpus, kind: str = "da") -> Study:
    return small_study(*corpora, kind=kind, metrics=("wer",))


def test_differences_from_the_mean_of_two_systems() -> None:
    """Of words found: ±1, 0, ±.5 of 4; of ratings: ±3, ±.5, ±1: r = (3 + 0 + .5) / √(1.25 · 10.25)."""
    study = _study(_corpus("s", "t"))
    differences, _ = kahn.kahn_tables(study, study.options, Work())
    expected = 3.5 / (1.25 * 10.25) ** 0.5
    assert cells(differences, "wer")["c"] == pytest.approx(-expected)
    assert differences.head == ("metric", "c")


def test_errors_stand_in_their_own_direction() -> None:
    """Words missed go up with edits that were needed, as in the paper."""
    study = _study(_corpus("s", "t", kind="hter", sign=-1.0), kind="hter")
    differences, _ = kahn.kahn_tables(study, study.options, Work())
    assert cells(differences, "wer")["c"] == pytest.approx(3.5 / (1.25 * 10.25) ** 0.5)


def test_all_corpora_together() -> None:
    """The second has the same documents with all ratings doubled."""
    other = _corpus("s", "t", name="d", sign=2.0)
    study = _study(_corpus("s", "t"), other)
    differences, documents = kahn.kahn_tables(study, study.options, Work())
    first, second = np.array([1, 0, 0.5]), np.array([3, 0.5, 1])
    pooled = np.corrcoef(np.tile([*first, *-first], 2), [*second, *-second, *2 * second, *-2 * second])[0, 1]
    assert cells(differences, "wer")["all"] == pytest.approx(-pooled)
    assert cells(documents, "wer")["all"] == pytest.approx(cells(documents, "wer")["c"])


def test_one_system_has_no_differences_but_documents() -> None:
    """4, 3, 2 words with 9, 5, 8."""
    study = _study(_corpus("s"))
    differences, documents = kahn.kahn_tables(study, study.options, Work())
    assert {row[1] for row in differences.rows} == {None}
    assert (
        "c: r is undefined: each document has only one system, so its difference from the mean is 0."
        in differences.note
    )
    expected = np.corrcoef([4, 3, 2], [9, 5, 8])[0, 1]
    assert cells(documents, "wer")["c"] == pytest.approx(-expected)


def test_one_document_is_too_little() -> None:
    segments = [(REFERENCE, {"s": (BY_WORDS[4], 1.0), "t": (BY_WORDS[2], 2.0)})] * 3
    study = _study(rated_corpus(segments, ["one"] * 3))
    differences, documents = kahn.kahn_tables(study, study.options, Work())
    assert "1 document, expected at least 2" in differences.note
    assert "1 document, expected at least 3" in documents.note


def test_without_documents_each_segment_stands_for_one() -> None:
    """The documents of the other corpus have a segment each."""
    named = _corpus("s", "t")
    bare = replace(named, segments=tuple(replace(segment, document="") for segment in named.segments))
    results = []
    for corpus in (named, bare):
        study = _study(corpus)
        results.append(kahn.kahn_tables(study, study.options, Work()))
    assert [table.rows for table in results[0]] == [table.rows for table in results[1]]
    assert "c: no document names, so each segment counts as a document." in results[1][0].note


def test_the_family_is_searched() -> None:
    study = _study(_corpus("s", "t"), _corpus("s", "t", name="d", sign=-1.0))
    (table,) = kahn.kahn_search_tables(study, study.options, Work())
    (rated, _) = study.rated(Work(), tuple(dict.fromkeys(kahn.SPECS.values())))
    assert [row[:2] for row in table.rows] == [(name, parts) for name in ("c", "d") for parts in kahn.PARTS]
    for parts, setting in (("dl,lh", "n 1"), ("1g,2g,dl,lh", "n 50, γ .25"), ("1g,2g", "n 10, γ 1")):
        expected = np.corrcoef(rated.human.ravel(), rated.scores[kahn.SPECS[parts, setting]].ravel())[0, 1]
        assert cells(table, "c", parts)[setting] == pytest.approx(expected)
    alone = [value for row in table.rows if row[0] == "c" for value in row[2:] if isinstance(value, float)]
    assert "c: the best is" in table.note
    assert f"({max(alone):.3f}); the setting chosen on the other corpora is " in table.note
    assert len(kahn.SETTINGS) == 9


DOCUMENTS_DOCUMENTS = ["one", "two", "one", "two"]


SEGMENTS: list[tuple[str, Translations]] = [
    ("a b", {"s": ("a b", 4.0), "t": ("a x", 2.0)}),
    ("c d e f", {"s": ("c d e x", 3.0), "t": ("x y z f", None)}),
    ("g h", {"s": ("x y", 1.0), "t": ("g y", 5.0)}),
    ("i j", {"s": ("i j", 6.0), "t": ("x j", 1.0)}),
]


def _rated() -> RatedCorpus:
    (rated,) = small_study(rated_corpus(SEGMENTS, DOCUMENTS_DOCUMENTS)).rated(Work(), ("wer", "hwcm:n=1"))
    return rated


def test_ratings_are_means_of_what_is_rated() -> None:
    np.testing.assert_array_equal(kahn.document_ratings(_rated()), [[2.5, 4.5], [3.5, 1.0]])


def test_scores_are_of_the_summed_statistics_of_what_is_rated() -> None:
    """Edits by words, turned; of t the second segment is not rated. Words found: 2 of 4 and 5 of 6; 2 of 4, 1 of 2."""
    np.testing.assert_allclose(kahn.document_scores(_rated(), "wer"), [[-2 / 4, -1 / 6], [-2 / 4, -1 / 2]])
    np.testing.assert_allclose(kahn.document_scores(_rated(), "hwcm:n=1"), [[2 / 4, 5 / 6], [2 / 4, 1 / 2]])


def test_differences_by_hand() -> None:
    values = np.array([[1.0, 2.0, np.nan], [3.0, np.nan, np.nan], [8.0, 5.0, 7.0]])
    expected = [[-3, -1.5, np.nan], [-1, np.nan, np.nan], [4, 1.5, np.nan]]
    np.testing.assert_array_equal(kahn.from_the_mean(values), expected)


@given(found=matrices())
def test_differences_of_a_document_sum_to_nothing(found: tuple[Floats, Floats]) -> None:
    differences = kahn.from_the_mean(found[0])
    for column in differences.T:
        assert np.nansum(column) == pytest.approx(0)
