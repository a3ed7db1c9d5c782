"""The information of n-grams: that of a corpus equals the plain count over its texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meantree.metrics.lexical.information import CorpusInformation, information_of

TEXTS = st.lists(st.lists(st.sampled_from("abcd"), max_size=9).map(tuple), max_size=6)


@given(TEXTS, st.integers(1, 5))
def test_a_corpus_has_the_information_of_its_texts(texts: list[tuple[str, ...]], largest: int) -> None:
    found = CorpusInformation([" ".join(words) for words in texts], "none", "keep", largest)
    assert dict(found) == information_of(texts, largest)
    assert len(found) == len(dict(found))


@given(TEXTS, st.lists(st.sampled_from("abcde"), max_size=9))
def test_of_other_texts_what_occurs_in_the_corpus(texts: list[tuple[str, ...]], words: list[str]) -> None:
    found = CorpusInformation([" ".join(words) for words in texts], "none", "keep", 3)
    inside = information_of([words], 3).keys() & information_of(texts, 3).keys()
    assert found.of_all([words]) == {gram: found[gram] for gram in inside}
    assert ("e",) not in found
