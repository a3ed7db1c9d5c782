"""Words of one text that stand in another one."""

from __future__ import annotations

import pytest

from meantree.alignment.equal_words import equal_words


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("He gave it", "so he GAVE this", {0: 1, 1: 2}),
        ("today he gave it", "he gave it today", {0: 3, 1: 0, 2: 1, 3: 2}),
        ("he gave it and she gave a book", "she gave a pen", {4: 0, 5: 1, 6: 2}),
        ("he gave it", "she gave that and he gave it", {0: 4, 1: 5, 2: 6}),
        ("he gave it and she gave a book", "they gave something", {}),
        ("in April after falling in May", "in May after falling in April", {1: 5, 2: 2, 3: 3, 4: 4, 5: 1}),
        ("he gave it , he gave it", "he gave it", {}),
    ],
    ids=["once", "moved", "twice before", "twice here", "which one is unknown", "exchanged", "the same twice"],
)
def test_a_word_that_stands_twice_is_known_by_its_neighbours(old: str, new: str, same: dict[int, int]) -> None:
    assert equal_words(old.split(), new.split()) == same
