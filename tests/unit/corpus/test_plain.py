"""Plain text: rows and texts are made of its lines when they are asked for; none of them is held."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from meantree.corpus.formats import InputFile, plain, read_corpus
from meantree.corpus.formats.decode import RawFile
from meantree.corpus.formats.layers import Layer, Row
from meantree.corpus.model import Text


def layer_of(lines: list[str]) -> Layer:
    (layer,) = plain.read(RawFile(Path("hyp.a.en"), "".join(f"{line}\n" for line in lines).encode())).layers
    return layer


@given(st.lists(st.text("ab ", max_size=3), min_size=1, max_size=5))
def test_rows_are_the_numbered_lines(lines: list[str]) -> None:
    rows = layer_of(lines).rows
    assert list(rows) == [Row(line, number) for number, line in enumerate(lines, start=1)]
    assert [rows[place] for place in range(-len(lines), 0)] == list(rows)
    assert rows[1:] == list(rows)[1:]
    assert len(rows) == len(lines)


def test_a_row_is_made_when_it_is_asked_for() -> None:
    rows = layer_of(["a", "b"]).rows
    assert rows[0] == rows[0]
    assert rows[0] is not rows[0]


def test_a_corpus_of_plain_text_holds_strings_alone(tmp_path: Path) -> None:
    path = tmp_path / "hyp.a.en"
    path.write_text("cats\n", encoding="utf-8")
    texts = read_corpus([InputFile(path)]).segments[0].hypotheses
    assert texts["a"] == Text("cats")
    assert texts["a"] is not texts["a"]
