"""What must be read of a faulty text."""

from __future__ import annotations

import pytest

from helpers.trees import parsed
from meantree.phenomena.operations import Edit, count_of
from meantree.phenomena.planting.faults import applied, is_as_intended
from meantree.phenomena.reading import Reading

ORIGINAL = parsed("The:3:det young:3:amod striker:4:nsubj praised:0:root him:4:obj .:4:punct")
WITHOUT = Edit(1, 2, "")


@pytest.mark.parametrize(
    ("faulty", "is_intended"),
    [
        ("The:2:det striker:3:nsubj praised:0:root him:3:obj .:3:punct", True),
        ("The:2:det striker:3:nsubj praised:0:root him:3:iobj .:3:punct", True),
        ("The:3:det striker:3:nsubj praised:0:root him:3:obj .:3:punct", False),
        ("The:2:det striker:3:nsubj praised:0:root him.:3:obj", False),
    ],
    ids=["read alike", "another label", "another head", "other words"],
)
def test_that_all_other_words_are_read_as_before(faulty: str, is_intended: bool) -> None:
    fault = applied(Reading(ORIGINAL), "modifier.missing", (WITHOUT,))
    assert is_as_intended(fault, ORIGINAL, parsed(faulty), None) == is_intended


def test_that_an_error_changes_a_fact_and_a_harmless_change_does_not() -> None:
    faulty = parsed("The:2:det striker:3:nsubj praised:0:root him:3:obj .:3:punct")
    found = {
        (kind, name): is_as_intended(applied(Reading(ORIGINAL), kind, (WITHOUT,)), ORIGINAL, faulty, fact)
        for kind in ("event.missing", "harmless.moved")
        for name, fact in (("same", count_of(lambda reading: reading.predicates)), ("other", len))
    }
    assert found == {
        ("event.missing", "same"): False,
        ("event.missing", "other"): True,
        ("harmless.moved", "same"): True,
        ("harmless.moved", "other"): False,
    }
