"""Changes of texts, and where they are."""

from __future__ import annotations

from helpers.trees import parsed
from meantree.phenomena.operations import Edit
from meantree.phenomena.planting.faults import Fault, applied
from meantree.phenomena.reading import Reading

STRIKER = Reading(parsed("The:2:det young:3:amod striker:4:nsubj praised:0:root him:4:obj .:4:punct"))


def test_that_replaced_words_have_spans_in_both_texts() -> None:
    assert applied(STRIKER, "opposite.different", (Edit(1, 2, "old"),)) == Fault(
        "opposite.different",
        "The young striker praised him .",
        "The old striker praised him .",
        ((4, 9),),
        ((4, 7),),
    )


def test_that_deletions_and_insertions_have_a_span_in_one_text() -> None:
    lost = applied(STRIKER, "modifier.missing", (Edit(0, 2, ""),))
    assert (lost.faulty, lost.original_spans, lost.faulty_spans) == ("Striker praised him .", ((0, 9),), ())
    added = applied(STRIKER, "modifier.added", (Edit(3, 3, "never"),))
    assert (added.faulty, added.original_spans, added.faulty_spans) == (
        "The young striker never praised him .",
        (),
        ((18, 23),),
    )


def test_that_what_is_inserted_before_punctuation_is_spaced() -> None:
    added = applied(Reading(parsed("She:2:nsubj left:0:root .:2:punct")), "event.added", (Edit(2, 2, ", too"),))
    assert added.faulty == "She left, too ."
    assert [added.faulty[slice(*span)] for span in added.faulty_spans] == [", too"]


def test_that_words_are_inserted_at_the_end() -> None:
    added = applied(Reading(parsed("She:2:nsubj left:0:root")), "repetition.added", (Edit(2, 2, "left"),))
    assert added.faulty == "She left left"
    assert [added.faulty[slice(*span)] for span in added.faulty_spans] == ["left"]
