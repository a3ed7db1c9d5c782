"""Words where nothing analyses: between blanks, without their punctuation; characters where there are no blanks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.language.words import words_in


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L'eau (3.5 €) est «bonne»…", "L'eau ( 3.5 € ) est « bonne » …"),
        ("state-of-the-art, Don't", "state-of-the-art , Don't"),
        ("है।", "है ।"),
        ("本です。iPhone", "本 で す 。 iPhone"),
        ("ที่นี่", "ที่ นี่"),
        ("", ""),
    ],
)
def test_words(text: str, words: str) -> None:
    assert words_in(text) == tuple(words.split())


@given(st.text(max_size=40))
def test_no_letter_is_lost(text: str) -> None:
    assert "".join(words_in(text)) == "".join(text.split())
    assert all(words_in(text))
