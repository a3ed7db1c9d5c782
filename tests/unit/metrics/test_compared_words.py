"""Lengths of texts in any script, the same wherever they are shown or asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.tables import put
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.evaluation.buckets import buckets
from meantree.evaluation.data_frames import LENGTHS, segment_frame
from meantree.metrics.compared_words import length_of, length_unit, unit_of_side, words_of
from meantree.metrics.registry import metric
from meantree.queries.filter_columns import Measure, Segments
from meantree.scoring.table import ScoreTable


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("", 0),
        ("It rains, again.", 5),
        ("今天下雨。", 5),
        ("他 说 iPhone 15 很好", 6),
        ("東京タワーへ行く", 8),
        ("ที่นี่", 2),
        ("กิน ข้าว", 5),
        ("မြန်မာ", 3),
        ("서울에 간다", 2),
        ("Это дом .", 3),
    ],
)
def test_length_of_scripts(text: str, length: int) -> None:
    assert length_of(text) == length


@given(st.text(st.characters(max_codepoint=0x5FF), max_size=40))
def test_of_spaced_scripts_it_counts_the_words_of_bleu(text: str) -> None:
    assert length_of(text) == len(words_of(text, "13a", "keep"))


@given(st.text("今天下雨日本ทนก", max_size=30), st.text("ab ", max_size=10))
def test_a_character_more_is_one_more(text: str, more: str) -> None:
    assert length_of(text) == len(text)
    assert length_of(f"{text} {more}") == len(text) + length_of(more)


def test_the_unit_is_what_is_mostly_counted() -> None:
    assert length_unit(["", "今天下雨 OK"]) == "characters"
    assert length_unit(["It rains 今"]) == "words"
    assert length_unit([]) == "words"


def test_filters_frames_and_buckets_count_alike() -> None:
    segment = Segment("1", "d", "今天下雨。", {"r": Text("It rains, again.")}, {"s": Text("雨")})
    corpus = Corpus("c", (segment,), ("s",), ("r",))
    table = ScoreTable(corpus, {"bleu": metric("bleu")})
    put(table, "s", "bleu", [[1.0] * 10])
    frame = segment_frame(table)
    assert [float(frame[name][0]) for name in LENGTHS] == [5, 1, 5]
    assert [unit_of_side(corpus, side) for side in ("source", "hypothesis", "reference")] == [
        "characters",
        "characters",
        "words",
    ]
    request = (Segments(corpus, "s", table).numbers(Measure("length", of)) for of in ("src", "hyp", "ref"))
    assert [float(found[0]) for found in request] == [5, 1, 5]
    assert buckets(table, "bleu", "source").title == "Characters of the source"
    assert buckets(table, "bleu", "length").title == "Words of the reference"
