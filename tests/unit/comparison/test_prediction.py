"""Features in words, and which of them are worth a look."""

from __future__ import annotations

import pytest

from helpers.predicted import TERMS, predicted, term
from meantree.comparison.prediction import Prediction, feature_direction, feature_name, feature_places, has_fired
from meantree.metrics.evidence import Evidence, Place


@pytest.mark.parametrize(
    ("name", "words", "direction"),
    [
        ("ref>hyp.negation_lost", "negation lost", "ref ⇒ hyp"),
        ("hyp>ref.negation_lost", "negation lost", "hyp ⇒ ref"),
        ("log BLEU-1", "log BLEU-1", ""),
        ("log TER, cheap insertions", "log TER, cheap insertions", ""),
        ("v1.2_x", "v1.2 x", ""),
    ],
)
def test_names_in_words(name: str, words: str, direction: str) -> None:
    one = term(name, "g", 1)
    assert (feature_name(one), feature_direction(one)) == (words, direction)


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


def test_what_fired_or_adds_something_is_noticed() -> None:
    made = Prediction.of(predicted())
    assert made is not None
    assert [made.is_noticed(one) for one in TERMS] == [True, True, False, True, False, True]
    assert [has_fired(one) for one in TERMS] == [True, True, False, True, False, True]


def test_a_measure_is_noticed_by_what_it_adds_alone() -> None:
    measure = term("BLEU-1", "BLEU", 0.01, value=0.4)
    made = Prediction(0.0, (measure, term("ref>hyp.a", "g", 1.0)))
    assert has_fired(measure)
    assert not made.is_noticed(measure)


def test_that_what_contributes_nothing_is_not_noticed() -> None:
    """A feature that found something may weigh nothing."""
    found = term("ref>hyp.a", "g", 0.0, value=1.0)
    assert has_fired(found)
    assert not Prediction(0.0, (found, term("ref>hyp.b", "g", 1.0))).is_noticed(found)


def test_places_of_another_reference_are_none() -> None:
    assert feature_places(TERMS[1], 0) == ((Place((1,)), Place((1, 2), ((1, 2),))), (Place((3,)),))
    assert feature_places(TERMS[1], 1)[1] == ()
