"""Stems: equal to NLTK's, of words made of endings that the rules know."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from meantree.lexicon.stems import stem

ENDINGS = """
s ss sses ies ied eed ed ing at bl iz y yy ational tional enci anci izer bli alli entli eli ousli ization ation ator
alism iveness fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence er ic
able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll ally
"""
WORDS = st.builds(
    lambda start, ends: start + "".join(ends),
    st.text("abeioulstwxyzé1-", max_size=6) | st.sampled_from(["sky", "news", "dying", "generali", "contro", "hop"]),
    st.lists(st.sampled_from(ENDINGS.split()), max_size=3),
)


@given(WORDS)
def test_equal_to_nltk(word: str) -> None:
    assert stem(word) == PorterStemmer().stem(word)
