"""Directions of texts in LaTeX source."""

from __future__ import annotations

import re

from meantree.picture.tex_text import directed


def _commands(text: str) -> str:
    """Return the source with letters in place of the commands that print them."""
    return re.sub(r"\\mtchar\{\w+\}\{(.)\}", r"\1", directed(text))


def test_texts_from_right_to_left_hold_numbers_and_words_of_other_scripts_from_left_to_right() -> None:
    assert _commands("קרא 2024 ספרים.") == r"\mtrtl{קרא \mtltr{2024} ספרים.}"
    assert _commands("אבג דהו a b זחט") == r"\mtrtl{אבג דהו \mtltr{a b} זחט}"


def test_words_from_right_to_left_stand_in_other_texts_as_they_are_read() -> None:
    assert _commands("the object “קרא ספר” of x") == r"the object “\mtrtl{קרא ספר}” of x"
    assert directed("no such words") == "no such words"
