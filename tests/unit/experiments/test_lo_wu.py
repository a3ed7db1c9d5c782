"""Lo & Wu: weights, correlations, rankings and matches by hand, of an annotator's frames and of automatic ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.studies import cells, rated_corpus, small_study
from meantree.analysis.frames import FrameAlignment, LinkKind, PairFrames
from meantree.corpus.corpus import Corpus, Rating, Text
from meantree.errors import UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.lo_wu import HELD_OUT, LEARNED, UNIFORM, UNSUPERVISED, lo_wu_tables
from meantree.work import Work

WORDS = tuple("abcdef")
FRAMES = (frame("1 agent=0 patient=2 temporal=3-4"),)
"""The reference's, and each translation's."""
AGENT, PATIENT, TEMPORAL = range(3)
SEGMENTS = 6


def _text(text: str, *fillers: int) -> Text:
    """Annotated, with these of its fillers aligned."""
    links = {((0, filler), (0, filler)): LinkKind.CORRECT for filler in fillers}
    alignment = FrameAlignment({(0, 0): LinkKind.CORRECT}, links)
    return Text(text, tokens=tuple(text.split()), annotation=PairFrames("A", FRAMES, FRAMES, alignment))


def _annotated(ratings: dict[str, float] | None = None) -> Corpus:
    """System s has agents, t patients and times; people care for agents."""
    texts = _text("a b z z z z", AGENT), _text("a b c d e z", PATIENT, TEMPORAL)
    row = (*texts, Text(" ".join(WORDS), tokens=WORDS))
    rated = [
        [Rating(system, "da", value + place) for system, value in (ratings or {}).items()] for place in range(SEGMENTS)
    ]
    return replace(corpus_of([row] * SEGMENTS, "st", ratings=rated), annotator="ann")


def _tables(*corpora: Corpus, kind: str = "da") -> tuple[ValueTable, ...]:
    study = small_study(*corpora, kind=kind, metrics=("bleu",))
    return tuple(lo_wu_tables(study, study.options, Work()))


@pytest.fixture(scope="module")
def rated() -> tuple[ValueTable, ...]:
    """The tables of a corpus with ratings."""
    return _tables(_annotated({"s": 3.0, "t": 1.0}))


def test_weights_of_frequencies_and_of_ratings(rated: tuple[ValueTable, ...]) -> None:
    """One agent, patient and time a frame: a third each. People care for agents, so these weigh more than the rest."""
    weights, correlations, _, _ = rated
    for role in ("agent", "patient", "temporal"):
        row = cells(weights, "c", role)
        assert row["unsupervised"] == pytest.approx(1 / 3)
        assert row["deviation"] == pytest.approx(row["unsupervised"] - row["supervised"])  # type: ignore[operator]  # numbers
    learned = {role: cells(weights, "c", role)["supervised"] for role in ("agent", "patient", "temporal")}
    assert learned["agent"] > learned["patient"] + learned["temporal"]  # type: ignore[operator]  # numbers
    assert sum(learned.values()) == pytest.approx(1), "roles that nobody saw make no other lighter"  # type: ignore[arg-type]  # numbers
    assert cells(weights, "c", "predicate (i)")["unsupervised"] == pytest.approx(1 / 4)
    assert cells(weights, "c", "predicate (ii)")["unsupervised"] == pytest.approx(1 / 12)
    assert cells(weights, "c", "purpose")["unsupervised"] is None
    assert cells(weights, "c", "agent")["GALE-A"] == -0.09
    rows = {row: cells(correlations, row)["c"] for row in (HELD_OUT, LEARNED, UNSUPERVISED, UNIFORM, "BLEU")}
    assert rows == {HELD_OUT: 1.0, LEARNED: 1.0, UNSUPERVISED: -1.0, UNIFORM: -1.0, "BLEU": -1.0}


def test_the_ranking_turns_where_the_weight_that_carries_it_is_left_out(rated: tuple[ValueTable, ...]) -> None:
    """t is ahead by a third; without patients or without times both systems have the same, without agents t has all."""
    sensitivity = rated[2]
    third, predicate = 1 / 3, 1 / 12
    whole = {"s": (predicate + third) / (predicate + 1), "t": (predicate + 2 * third) / (predicate + 1)}
    row = cells(sensitivity, "c", "patient")
    assert (row["left out"], row["halved"], row["doubled"]) == (1, 0, 0)
    without = (predicate + third) / (predicate + 2 * third)
    assert row["largest change"] == pytest.approx(max(without - whole["s"], whole["t"] - without))
    assert row["Δ τ"] == pytest.approx(1.0)  # from −1 to 0, as all scores are equal
    agent = cells(sensitivity, "c", "agent")
    assert (agent["left out"], agent["doubled"], agent["Δ τ"]) == (0, 1, 0.0)
    assert cells(sensitivity, "c", "purpose")["largest change"] == 0
    assert "c: 1 pair of 2 systems." in sensitivity.note


def test_without_ratings_there_are_frequencies_and_a_ranking() -> None:
    weights, correlations, sensitivity, matches = _tables(_annotated(), kind="")
    assert cells(weights, "c", "agent")["unsupervised"] == pytest.approx(1 / 3)
    assert cells(weights, "c", "agent")["supervised"] is None
    assert {row[1] for row in correlations.rows} == {None}
    assert "c: no weights trained, no rated translation has frames." in weights.note
    assert cells(sensitivity, "c", "agent")["doubled"] == 1
    assert cells(sensitivity, "c", "agent")["Δ τ"] is None
    assert "c: no ratings; frame scores are used in their place." in matches.note
    assert {row[1]: row[2:] for row in matches.rows}["arguments"] == (2.0, 1.0)


def test_automatic_frames_are_those_of_meant() -> None:
    """One system, so that all translations are ranked: exact matches score 1, others less."""
    texts = [("a b c d", 9.0), ("a b c x", 7.0), ("a b y x", 5.0), ("a z y x", 3.0), ("w z y x", 1.0)]
    corpus = rated_corpus([("a b c d", {"s": text}) for text in texts])
    weights, correlations, sensitivity, matches = _tables(corpus)
    assert "MEANT, automatic frames, of 5 translations." in weights.note
    assert cells(weights, "c", "patient")["unsupervised"] == pytest.approx(1.0)
    assert cells(correlations, "BLEU")["c"] == pytest.approx(1.0, abs=0.2)
    assert cells(sensitivity, "c", "patient")["left out"] is None
    assert "c: only 1 system, so no ranking." in sensitivity.note
    assert {row[1] for row in matches.rows} >= {"predicates", "4-grams"}
    assert _tables(corpus)[0] == weights


def test_too_few_segments_for_parts_are_told() -> None:
    corpus = _annotated({"s": 3.0, "t": 1.0})
    weights, correlations, _, _ = _tables(replace(corpus, segments=corpus.segments[:4]))
    assert "c: no weights trained, cross-validation: 4 segments to learn from, expected at least 5." in weights.note
    assert (cells(correlations, HELD_OUT)["c"], cells(correlations, LEARNED)["c"]) == (None, 1.0)


def test_a_corpus_without_frames_is_told() -> None:
    bare = rated_corpus([("a b", {"s": ("a b", 1.0)}), ("c d", {"s": ("c x", 2.0)})])
    with pytest.raises(UsageError, match=r"no translation .*frames"):
        _tables(replace(bare, annotator="ann"))


def test_ratings_that_no_corpus_has_are_told() -> None:
    with pytest.raises(UsageError, match="no ratings 'daa', found ratings of the kinds da"):
        _tables(_annotated({"s": 3.0, "t": 1.0}), kind="daa")


def test_a_corpus_without_ratings_stands_beside_one_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.training.role_weight_training.GENERATIONS", 1)
    bare = replace(_annotated(), name="d")
    weights, correlations, _, _ = _tables(_annotated({"s": 3.0, "t": 1.0}), bare)
    assert "d: no weights trained, no rated translation has frames." in weights.note
    assert "d: no ratings." in weights.note
    assert (cells(correlations, UNIFORM)["c"], cells(correlations, UNIFORM)["d"]) == (-1.0, None)
