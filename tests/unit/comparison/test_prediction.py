"""Features in words, and which of them are worth a look."""

from __future__ import annotations

import pytest

from helpers.predicted import TERMS, predicted, term
from meantree.comparison.prediction import Prediction, feature_places, feature_title, has_fired
from meantree.metrics.evidence import Evidence, Place


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ref>hyp.negation_lost", "negation lost"),
        ("hyp>ref.negation_lost", "negation missing"),
        ("log BLEU-1", "log BLEU-1"),
        ("log TER, cheap insertions", "log TER, cheap insertions"),
        ("v1.2_x", "v1.2 x"),
    ],
)
def test_titles(name: str, words: str) -> None:
    assert feature_title(term(name, "g", 1)) == words


def test_what_a_score_is_the_sum_of() -> None:
    made = Prediction.of(predicted())
    assert made is not None
    assert dict(made.groups) == {
        "BLEU": pytest.approx(-0.03),
        "semantic compatibility": pytest.approx(-0.4),
        "alignment": pytest.approx(0.251),
        "insertions and deletions": pytest.approx(-0.001),
    }
    assert made.score == pytest.approx(-0.08)
    assert Prediction.of(Evidence(())) is None


def test_the_largest_contributions_explain_a_score() -> None:
    made = Prediction.of(predicted())
    assert made is not None
    assert made.explaining == (TERMS[1], TERMS[3], TERMS[0])
    assert [made.is_explaining(one) for one in TERMS] == [True, True, False, True, False, False]
    assert [has_fired(one) for one in TERMS] == [True, True, False, True, False, True]
    assert len(Prediction(0.0, tuple(term(f"ref>hyp.f{place}", "g", -0.1) for place in range(20))).explaining) == 8


def test_that_what_contributes_nothing_explains_nothing() -> None:
    """A feature that found something may weigh nothing."""
    found = term("ref>hyp.a", "g", 0.0, value=1.0)
    assert has_fired(found)
    assert not Prediction(0.0, (found,)).explaining


def test_places_of_another_reference_are_none() -> None:
    assert feature_places(TERMS[1], 0) == ((Place((1,)), Place((1, 2), ((1, 2),))), (Place((3,)),))
    assert feature_places(TERMS[1], 1)[1] == ()
