"""Features stand in the rows of the translations that they were measured in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import UsageError
from meantree.evaluation.measured import Floats
from meantree.experiments import pado_judgements, pado_training
from meantree.experiments.study import Options, Study
from meantree.scoring.run import score_corpus
from meantree.work import Work

WORDS = ["the", "old", "cat", "sat", "on", "a", "mat", "and", "saw", "one", "small", "dog"]
EVERYTHING = np.arange(2)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """METEOR's two features, which need no analysis."""
    for module in ("pado_training", "pado_judgements"):
        monkeypatch.setattr(f"meantree.experiments.{module}.WIDEST", "meteor-r")


def corpus(name: str) -> Corpus:
    """Three segments by two systems, of which not all are rated."""
    segments = []
    for place in range(4):
        ref = " ".join(WORDS[place : place + 6])
        hypotheses = {"a": Text(" ".join(WORDS[: 3 + place])), "b": Text(" ".join(WORDS[place : place + 2 + place]))}
        ratings = tuple(
            Rating(hypothesis, "da", place + len(hypothesis))
            for hypothesis in hypotheses
            if (place, hypothesis) != (1, "a")
        )
        segments.append(Segment(str(place), "", name, {"A": Text(ref)}, hypotheses, ratings if place else ()))
    return Corpus(name, tuple(segments), ("a", "b"), ("A",))


def expected(system: str, place: int) -> Floats:
    table = score_corpus(corpus("c"), ["meteor-r"], AnalysisStore())
    result: Floats = table.columns[system, "meteor-r"].statistics[place, 1:]
    return result


def test_rated_translations() -> None:
    study = Study((corpus("cs"), corpus("de")), Options("da", ("bleu",)), AnalysisStore())
    first, _ = pado_training.featured_corpora(study, Work())
    assert [segment.id for segment in first.rated.segments] == ["1", "2", "3"]
    rows = [expected(*cell) for cell in (("a", 2), ("a", 3), ("b", 1), ("b", 2), ("b", 3))]
    np.testing.assert_allclose(first.features, rows)
    training = first.training(EVERYTHING)
    assert training.ratings.tolist() == [3, 4, 2, 3, 4]
    assert training.segments is not None
    assert training.segments.tolist() == [1, 2, 0, 1, 2]
    np.testing.assert_array_equal(pado_training.matrix_of(training.ratings, first.rated.known), first.rated.human)
    assert list(first.rated.scores) == ["bleu"]
    assert pado_training.featured_corpora(study, Work())[0] is first, "measured once"


def test_compared_translations(tmp_path: Path) -> None:
    file = tmp_path / "p.tsv"
    file.write_text("3\ta\tb\n0\tb\ta\n", encoding="utf-8")
    options = Options("", ("bleu", "wer"), preferences=(str(file), str(file)))
    study = Study((corpus("cs"), corpus("de")), options, AnalysisStore())
    first, _ = pado_judgements.judged_corpora(study, Work())
    rows = [expected(*cell) for cell in (("a", 0), ("a", 3), ("b", 0), ("b", 3))]
    np.testing.assert_allclose(first.features, rows)
    np.testing.assert_allclose(first.preferred.differences, [rows[1] - rows[3], rows[2] - rows[0]])
    table = score_corpus(corpus("c"), ["wer"], AnalysisStore())
    wers = [[-table.columns[system, "wer"].scores[place] for place in (0, 3)] for system in "ab"]
    np.testing.assert_allclose(first.scores["wer"], wers)
    assert first.notes == ("wer: sign changed, so that higher is better.",)
    assert not study.tables[0].problems


def test_nothing_is_said_of_translations_that_nobody_compared(tmp_path: Path) -> None:
    file = tmp_path / "p.tsv"
    whole = corpus("cs")
    more = Corpus("cs", (*whole.segments[:3], _with_c(whole.segments[3])), ("a", "b", "c"), ("A",))
    file.write_text("3\ta\tc\n2\tb\ta\n", encoding="utf-8")
    study = Study((more, corpus("de")), Options("", ("bleu",), preferences=(str(file),) * 2), AnalysisStore())
    first, _ = pado_judgements.judged_corpora(study, Work())
    assert first.known.tolist() == [[True, True], [True, False], [False, True]]
    assert not any(table.problems for table in study.tables)


def _with_c(segment: Segment) -> Segment:
    return Segment(segment.id, "", None, segment.references, {**segment.hypotheses, "c": Text("a mat")})


def test_without_a_kind_of_ratings() -> None:
    study = Study((corpus("cs"), corpus("de")), Options("", ("bleu",)), AnalysisStore())
    with pytest.raises(UsageError, match=r"need ratings.*--rating"):
        pado_training.featured_corpora(study, Work())
