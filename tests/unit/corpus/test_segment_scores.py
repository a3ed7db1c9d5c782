"""Segment scores of other tools and of assessors."""

from __future__ import annotations

import pytest

from helpers.input_files import Write
from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import InputError

TABLE = "id\tdocument\thypothesis:A\thypothesis:B-1\n1\td\ta\tx\n2\td\tb\ty\n1\te\tc\tz\n"


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("nist-seg.scr", "t\tA\td\t2\t0.5\nt A e 1 0.25\n", "d/2 A nist 0.5, e/1 A nist 0.25", id="NIST"),
        pytest.param(
            "de-en.mqm.seg.score",
            "A\t-1\nA\tNone\nB-1\t-3\nA\t0\n",
            "d/1 A mqm -1.0, d/1 B-1 mqm -3.0, e/1 A mqm 0.0",
            id="mt-metrics-eval: order counts",
        ),
        pytest.param(
            "x.tsv",
            "system mqm_avg_score seg_id\nA\tNone 1\nA\t0.5 3\n",
            "e/1 A mqm 0.5",
            id="mixed blanks; ids that start anew in each document are positions",
        ),
        pytest.param(
            "x.csv",
            "SYS SID RAW.SCR Z.SCR N \nA.15 3 71.5 -0.25 2 \nB-1 1 9 1 1 \n",
            "d/1 B-1 da-raw 9.0, d/1 B-1 da 1.0, e/1 A da-raw 71.5, e/1 A da -0.25",
            id="WMT assessments, system with a running number",
        ),
    ],
)
def test_scores(write: Write, name: str, content: str, expected: str) -> None:
    corpus = read_corpus([InputFile(write("t.tsv", TABLE)), InputFile(write(name, content))])
    rated = [(one.key, rating) for one in corpus.segments for rating in one.ratings]
    assert ", ".join(f"{key} {rating.system} {rating.kind} {rating.value}" for key, rating in rated) == expected
    assert corpus.problems == ()


def test_segment_numbers_of_a_corpus_with_ids_of_its_own(write: Write) -> None:
    table = write("t.tsv", "id\thypothesis:A\n0\ta\n1\tb\n")
    corpus = read_corpus([InputFile(table), InputFile(write("x.tsv", "system score seg_id\nA 5 1\n"))])
    assert [len(segment.ratings) for segment in corpus.segments] == [0, 1], "the id, not the first segment"


def test_ratings_need_the_texts_of_other_files(write: Write) -> None:
    with pytest.raises(InputError, match=r"ratings .*in other files"):
        read_corpus([InputFile(write("x.scr", "A 1\n"))])
