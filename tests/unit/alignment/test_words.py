"""Word links."""

from __future__ import annotations

import pytest
from hypothesis import given

from helpers.trees import analyses, parsed
from meantree.alignment.words import align_words
from meantree.analysis.forest import Analysis


@given(analyses(), analyses())
def test_links_are_one_to_one(hyp: Analysis, ref: Analysis) -> None:
    links = align_words(hyp, ref)
    assert len({left for left, _ in links}) == len({right for _, right in links}) == len(links)


@given(analyses())
def test_a_text_is_linked_to_itself(text: Analysis) -> None:
    assert align_words(text, text) == tuple((index, index) for index in range(len(text.tokens)))


@pytest.mark.parametrize(
    ("hyp", "ref", "links", "why"),
    [
        ("the:2:x cat:0:root", "a:2:x cat:0:root", ((1, 1),), "only equal words"),
        ("The:2:x cat:0:root", "the:2:x cat:0:root", ((0, 0), (1, 1)), "case does not matter"),
        ("a:0:root b:1:x a:1:x", "a:0:root a:1:x", ((0, 0), (2, 1)), "the nearer of equals"),
    ],
)
def test_links(hyp: str, ref: str, links: tuple[tuple[int, int], ...], why: str) -> None:
    assert align_words(parsed(hyp), parsed(ref)) == links, why
