"""WMT XML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import InputError

Write = Callable[[str, str | bytes], Path]

DATASET = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><collection id="news">
<doc origlang="de" id="d1">
<src lang="de"><p><seg id="1">eins</seg><seg id="2">zwei</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">one</seg></p><p><seg id="2">two</seg></p></ref>
<ref lang="en" translator="B"><p><seg id="2">2</seg></p></ref>
<hyp lang="en" system="Online-A"><p><seg id="1">won</seg><seg id="2">too</seg></p></hyp>
</doc>
<doc origlang="de" id="d2">
<src lang="de"><p><seg id="1">drei &amp; vier</seg></p></src>
<hyp lang="en" system="Online-A"><p><seg id="1">three
 and four</seg></p></hyp>
</doc></collection></dataset>
"""


def test_versions_of_all_documents(write: Write) -> None:
    found = read_corpus([InputFile(write("t.xml", DATASET))])
    assert [segment.key for segment in found.segments] == ["d1/1", "d1/2", "d2/1"]
    assert [sorted(segment.references) for segment in found.segments] == [["A"], ["A", "B"], []]
    assert (found.systems, found.references) == (("Online-A",), ("A", "B"))
    assert (found.source_language, found.target_language) == ("de", "en")
    assert (found.segments[2].source, found.segments[2].hypotheses["Online-A"].text) == (
        "drei & vier",
        "three and four",
    )
    assert found.problems == (), "a reference may lack segments"


@pytest.mark.parametrize(
    ("old", "new", "line", "part"),
    [
        pytest.param('<seg id="2">too', '<seg id="1">too', 7, "'1' occurs again in document 'd1'", id="id twice"),
        pytest.param('<seg id="2">too', "<seg>too", 7, "<seg> has no id", id="segment without id"),
        pytest.param('<doc origlang="de" id="d2">', "<doc>", 9, "<doc> has no id", id="document without id"),
    ],
)
def test_faults_are_listed(write: Write, old: str, new: str, line: int, part: str) -> None:
    path = write("t.xml", DATASET.replace(old, new))
    found = read_corpus([InputFile(path)])
    assert [(problem.path, problem.line) for problem in found.problems] == [(path, line)]
    assert part in found.problems[0].message
    assert found.segments[0].hypotheses["Online-A"].text == "won"


def test_line_numbers_of_a_long_file(write: Write) -> None:
    path = write(
        "t.xml",
        '<dataset><doc id="d"><hyp system="S"><seg id="1">a</seg>'
        + "\n" * 70_000
        + "<seg>b</seg></hyp></doc></dataset>",
    )
    assert [problem.line for problem in read_corpus([InputFile(path)]).problems] == [70_001]


def test_nothing_inside(write: Write) -> None:
    with pytest.raises(InputError, match="no segment found"):
        read_corpus([InputFile(write("t.xml", "<dataset><doc id='d'/></dataset>"))])
