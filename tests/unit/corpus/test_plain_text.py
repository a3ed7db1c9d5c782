"""Plain text: rows and texts are made of its lines when they are asked for; none of them is held."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.corpus.formats import plain_text
from meantree.corpus.formats.file_contents import Row, Version
from meantree.corpus.formats.plain_text import pasted_corpus
from meantree.corpus.formats.raw_file import RawFile


def layer_of(lines: list[str]) -> Version:
    (layer,) = plain_text.read(RawFile(Path("hyp.a.en"), "".join(f"{line}\n" for line in lines).encode())).versions
    return layer


@given(st.lists(st.text("ab ", max_size=3), min_size=1, max_size=5))
def test_rows_are_the_numbered_lines(lines: list[str]) -> None:
    rows = layer_of(lines).rows
    assert list(rows) == [Row(line, number) for number, line in enumerate(lines, start=1)]
    assert [rows[place] for place in range(-len(lines), 0)] == list(rows)
    assert rows[1:] == list(rows)[1:]
    assert len(rows) == len(lines)


def test_lines_are_segments_where_all_texts_have_as_many() -> None:
    corpus = pasted_corpus({"mine": "one\ntwo\n"}, {"A": "eins\nzwei"}, "un\ndeux")
    assert corpus is not None
    assert [
        (segment.source, segment.hypotheses["mine"].text, segment.references["A"].text) for segment in corpus.segments
    ] == [("un", "one", "eins"), ("deux", "two", "zwei")]


@pytest.mark.parametrize(
    ("hypotheses", "references", "names", "text"),
    [
        ({"mine": "one\ntwo", "other": ""}, {"A": "one two"}, (("mine",), ("A",)), "one two"),
        ({"mine": " one "}, {"A": "  "}, (("mine",), ()), "one"),
    ],
)
def test_else_each_text_is_one_segment_and_a_blank_one_none(
    hypotheses: dict[str, str], references: dict[str, str], names: tuple[tuple[str, ...], ...], text: str
) -> None:
    corpus = pasted_corpus(hypotheses, references)
    assert corpus is not None
    assert (corpus.systems, corpus.references) == names
    assert corpus.segments[0].hypotheses["mine"].text == text


@given(st.text(), st.text(), st.text())
def test_any_texts(hypothesis: str, reference: str, source: str) -> None:
    corpus = pasted_corpus({"mine": hypothesis}, {"A": reference}, source)
    assert (corpus is None) == (not hypothesis.strip())
    if corpus is not None:
        assert corpus.segments
        assert all("mine" in segment.hypotheses for segment in corpus.segments)
