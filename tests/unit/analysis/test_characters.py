"""Characters of no width and other normal forms: what is read, and where it stands in the text."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.sentences import Analysis, Sentence, as_written, character_spans
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.language.words import EMOJI, OPTION, as_read, origins
from meantree.metrics.compared_words import TokenMap, word_places, words_of

ROWS = {
    "No\xadbody\u200b came": "Nobody came",
    "\ufeff\u200eThe crew\u200f": "The crew",
    "cafe\u0301": "café",
    "not\u200d": "not",
    "می\u200cخواهم": "می\u200cخواهم",  # the joiner shapes the letters
    "👩\u200d👧": "👩\u200d👧",
    "plain": "plain",
}


@pytest.mark.parametrize(("text", "read"), ROWS.items())
def test_what_is_read(text: str, read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert as_read(text) == read
    monkeypatch.setenv(OPTION, "no")
    assert as_read(text) == text


@given(st.text(alphabet="ab e\u0301\u0323\xad\u200b\u200d한ᄒ\u1161\u11ab\u0958👩", max_size=12))
def test_places_lead_back_to_the_text(text: str) -> None:
    read, places = as_read(text), origins(text)
    assert len(places) == len(read) + 1
    assert places[-1] == len(text)
    assert list(places) == sorted(places)
    assert unicodedata.is_normalized("NFC", read)


def _analysis(text: str, *words: str) -> Analysis:
    tree = DependencyTree((ROOT,) * len(words), ("root",) * len(words))
    return Analysis(text, (Sentence(tuple(map(Token, words)), tree),))


def test_tokens_point_into_the_text_as_it_is() -> None:
    text = "\ufeffNo\xadbody\u200b came to the cafe\u0301."
    analysis = _analysis(text, "Nobody", "came", "to", "the", "café", ".")
    spans = [text[start:end] for start, end in character_spans(analysis)]
    assert spans == ["No\xadbody\u200b", "came", "to", "the", "cafe\u0301", "."]
    assert as_written(analysis) == ("No\\xadbody\\u200b", "came", "to", "the", "cafe\u0301", ".")
    read = words_of(text, "13a", "keep")
    assert [place.tokens for (place,) in word_places(analysis, read)] == [(at,) for at in range(6)]
    written = TokenMap(analysis, text)
    places = [written.place(start, start + 1) for start in (0, 3, 9, 23)]
    assert [place and place.tokens for place in places] == [(0,), (0,), (1,), (5,)]


@pytest.mark.parametrize("text", ["🇩🇪", "👨\u200d👩\u200d👧", "👍🏽", "❤️", "1️⃣", "🏴\U000e0067\U000e0062\U000e007f"])
def test_emoji_are_one_word(text: str) -> None:
    assert [match[0] for match in re.finditer(EMOJI, f"a {text}{text} b")] == [text, text]
