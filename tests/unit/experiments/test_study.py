"""Scores that somebody has already are taken, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.studies import Translations, rated_corpus, small_study
from meantree.corpus.corpus import Corpus, Text
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.meta_evaluation import measure_tables
from meantree.experiments.study import Study
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import Work

SPECS = ("bleu", "hwcm", "nist")
PAIRS: list[tuple[str, Translations]] = [
    ("the cat sat on the mat", {"s": ("the cat sat on a mat", 3.0), "t": ("cat the mat", 1.0)}),
    ("a dog ran home", {"s": ("a dog ran", 2.0), "t": ("the dog ran home", 4.0)}),
    ("they saw it", {"s": ("they saw", 1.5), "t": ("saw it they", 1.0)}),
    ("nobody rated this one", {"s": ("nobody rated this", None), "t": ("nobody did", None)}),
]
CORPUS = rated_corpus(PAIRS)


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The specs of what is scored, run by run."""
    runs: list[tuple[str, ...]] = []

    def score(corpus: Corpus, metrics: dict[str, object], *rest: object, **options: object) -> ScoreTable:
        runs.append(tuple(metrics))
        return score_corpus(corpus, metrics, *rest, **options)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr("meantree.experiments.study.score_corpus", score)
    return runs


def _study(*known: ScoreTable, corpus: Corpus = CORPUS) -> Study:
    made = small_study(corpus, metrics=SPECS, resamples=5, permutations=5)
    made.known = known
    return made


def _tables(study: Study) -> list[ValueTable]:
    return measure_tables(study, study.options, Work())


def _whole(corpus: Corpus = CORPUS) -> ScoreTable:
    return score_corpus(corpus, SPECS, _study().store)


def test_what_is_known_is_not_scored_and_gives_the_same_tables(scored: list[tuple[str, ...]]) -> None:
    alone = _study()
    expected = _tables(alone)
    assert scored == [SPECS]
    result = _study(_whole())
    assert _tables(result) == expected
    assert scored[1:] == [("nist",)], "of all segments it learned something else than of the rated ones"
    (first,), (second,) = alone.tables, result.tables
    assert first.provenance(alone.store) == second.provenance(result.store)
    assert first.problems == second.problems
    again = _study(*result.tables)
    assert _tables(again) == expected
    assert scored[2:] == [("nist",)]


def test_an_edited_text_and_other_references_are_scored_anew(scored: list[tuple[str, ...]]) -> None:
    first, *others = CORPUS.segments
    changed = replace(first, hypotheses={**first.hypotheses, "s": Text("the cat sat on mats")})
    richer = replace(first, references={**first.references, "q": Text("a cat sat")})
    for segment in (changed, richer):
        edited = replace(CORPUS, segments=(segment, *others))
        _tables(_study(_whole(edited)))
    _tables(_study(_whole(replace(CORPUS, segments=tuple(others)))))
    _tables(_study(replace(_whole(), columns={})))
    assert scored == [SPECS] * 4
