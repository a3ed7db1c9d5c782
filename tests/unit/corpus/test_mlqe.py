"""MLQE-PE folders and splits."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.input_files import Write
from meantree.corpus.corpus import Rating
from meantree.corpus.formats import FileRole, InputFile, read_corpus, sniff
from meantree.errors import InputError

FILES = {
    "dev.mt": "one\ntwo\n",
    "dev.pe": "One\nTwo\n",
    "dev.hter": "0.25\n0\n",
    "dev.da.tsv": "index\toriginal\tz_mean\n0\tüks\t-1.5\n1\tkaks\t0.5\n",
    "dev.doc_ids": 'doc_id\nNumbers\nMore "numbers"\n',
    "train.mt": "three\n",
    "train.pe": "Three\n",
}


@pytest.fixture
def folder(write: Write) -> Path:
    for name, content in FILES.items():
        write(f"et-en/{name}", content)
    return write("et-en/dev.mt", FILES["dev.mt"]).parent


def test_folder_brings_all_splits(folder: Path) -> None:
    corpus = read_corpus([InputFile(folder)])
    assert [segment.key for segment in corpus.segments] == ["Numbers/dev-1", 'More "numbers"/dev-2', "train-1"]
    assert (corpus.name, corpus.systems, corpus.references) == ("et-en", ("mt",), ("pe",))
    assert (corpus.source_language, corpus.target_language) == ("et", "en")
    first, _, last = corpus.segments
    assert (first.source, first.hypotheses["mt"].text, first.references["pe"].text) == ("üks", "one", "One")
    assert first.ratings == (Rating("mt", "hter", 0.25), Rating("mt", "da", -1.5))
    assert (last.source, last.ratings) == (None, ())


def test_file_brings_its_split(folder: Path) -> None:
    assert sniff(folder / "dev.mt") == "mlqe-pe"
    corpus = read_corpus([InputFile(folder / "dev.mt", FileRole.HYPOTHESIS)])
    assert [segment.id for segment in corpus.segments] == ["dev-1", "dev-2"]


def test_files_named_one_by_one_are_plain_text(folder: Path) -> None:
    corpus = read_corpus([InputFile(folder / "dev.mt"), InputFile(folder / "dev.pe")])
    assert [segment.key for segment in corpus.segments] == ["1", "2"]
    assert len(corpus.references) == 1


@pytest.mark.parametrize(
    ("name", "content", "parts"),
    [
        pytest.param("dev.pe", "One\n", ("dev.pe", "has 1 segment", "dev.mt has 2"), id="post-edits"),
        pytest.param("dev.doc_ids", "doc_id\nN\n", ("dev.doc_ids", "has 1 segment", "dev.mt has 2"), id="documents"),
        pytest.param("dev.da.tsv", "original\tz_mean\n", ("dev.da.tsv", "has 0 segments", "dev.mt has 2"), id="scores"),
        pytest.param("dev.da.tsv", "a\tb\n1\t2\n3\t4\n", ("dev.da.tsv:1", "a, b", "original and z_mean"), id="columns"),
    ],
)
def test_files_that_do_not_fit(folder: Path, write: Write, name: str, content: str, parts: tuple[str, ...]) -> None:
    write(f"et-en/{name}", content)
    with pytest.raises(InputError) as raised:
        read_corpus([InputFile(folder)])
    assert all(part in str(raised.value) for part in parts), raised.value


@pytest.mark.parametrize(
    ("name", "content", "line", "part"),
    [
        pytest.param("dev.hter", "0.25\nlow\n", 2, "'low' as hter, expected a number", id="no number"),
        pytest.param("dev.da.tsv", "original\tz_mean\nüks\t-1.5\nkaks\n", 3, "1 cells, expected 2", id="ragged"),
        pytest.param("dev.da.tsv", "original\tz_mean\nüks\t-1.5\nkaks\tinf\n", 3, "'inf' as da", id="not finite"),
    ],
)
def test_faults_are_listed(folder: Path, write: Write, name: str, content: str, line: int, part: str) -> None:
    path = write(f"et-en/{name}", content)
    corpus = read_corpus([InputFile(folder)])
    assert [(problem.path, problem.line, problem.segment) for problem in corpus.problems] == [(path, line, "dev-2")]
    assert part in corpus.problems[0].message
    assert len(corpus.segments[0].ratings) == 2
