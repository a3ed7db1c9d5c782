"""Changes of texts, and where they are."""

from __future__ import annotations

from helpers.trees import parsed
from meantree.entailment.reading import Reading
from meantree.faults.edits import Change, Edit, Fault, applied, deleted, inserted, keeps_dashes

STRIKER = Reading(parsed("The:2:det young:3:amod striker:4:nsubj praised:0:root him:4:obj .:4:punct"))


def test_that_replaced_words_have_spans_in_both_texts() -> None:
    assert applied(STRIKER, Change("opposite.changed", (Edit(1, 2, "old"),))) == Fault(
        "opposite.changed",
        "The young striker praised him .",
        "The old striker praised him .",
        ((4, 9),),
        ((4, 7),),
    )


def test_that_deletions_and_insertions_have_a_span_in_one_text() -> None:
    lost = applied(STRIKER, Change("modifier.lost", (Edit(0, 2, ""),)))
    assert (lost.faulty, lost.original_spans, lost.faulty_spans) == ("Striker praised him .", ((0, 9),), ())
    added = applied(STRIKER, Change("modifier.added", (Edit(3, 3, "never"),)))
    assert (added.faulty, added.original_spans, added.faulty_spans) == (
        "The young striker never praised him .",
        (),
        ((18, 23),),
    )


def test_that_no_dash_is_left_alone() -> None:
    pair = Reading(
        parsed("He:2:nsubj won:0:root –:5:punct at:5:case last:2:obl –:2:punct and:8:cc left:2:conj .:2:punct")
    )
    assert keeps_dashes(pair, deleted("modifier.lost", 2, 6))
    assert not keeps_dashes(pair, deleted("modifier.lost", 3, 6))
    assert not keeps_dashes(pair, deleted("modifier.lost", 3, 5))
    assert not keeps_dashes(pair, deleted("event.lost", 6, 8))


def test_that_nothing_is_added_to_what_follows_a_dash() -> None:
    last = Reading(parsed("He:2:nsubj won:0:root –:5:punct at:5:case last:2:obl .:2:punct"))
    assert not keeps_dashes(last, inserted("event.added", 5, "and left"))
    assert keeps_dashes(STRIKER, inserted("event.added", 5, "and left"))
