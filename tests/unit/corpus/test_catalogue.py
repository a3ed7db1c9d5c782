"""What is no plain text is never scored as such; what begins oddly but is plain text is read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from helpers.input_files import Write
from meantree.cli.command_inputs import Inputs
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.catalogue import sniff
from meantree.errors import InputError


@pytest.mark.parametrize(
    ("content", "seems"),
    [
        pytest.param('<?xml version="1.0"?><a>x</a>', "XML", id="XML"),
        pytest.param('<!DOCTYPE html>\n<html lang="en">', "XML or HTML", id="HTML"),
        pytest.param("<TEI>\n <text>\n", "XML", id="XML without declaration"),
        pytest.param('{"a": 1}\n{"a": 2}\n', "JSON", id="JSON lines"),
        pytest.param('[\n {"a": 1}]', "JSON", id="JSON list"),
        pytest.param('["a", "b"]\n', "JSON", id="JSON list of texts"),
        pytest.param(b"PK\x03\x04....", "ZIP", id="ZIP"),
        pytest.param(b"%PDF-1.7\n%\xe2\xe3", "PDF", id="PDF"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..", "office document", id="DOC"),
        pytest.param(rb"{\rtf1\ansi x}", "RTF", id="RTF"),
        pytest.param(b"BZh91AY", "compressed", id="bzip2"),
        pytest.param("1\n00:00:01,000 --> 00:00:02,000\nHello\n", "subtitles", id="SRT"),
        pytest.param('# by us\nmsgid ""\nmsgstr ""\n', "PO", id="PO"),
        pytest.param("1\tone\n2\ttwo\n3\tthree\n", "table", id="table"),
    ],
)
@pytest.mark.parametrize("name", ["hyp.a.en", "hyp.a.ndjson", "hyp.a.json"])
def test_other_kinds_are_refused_by_name(write: Write, name: str, content: str | bytes, seems: str) -> None:
    if name.endswith("json") and seems == "table":
        return
    with pytest.raises(InputError, match=rf"seems to be .*{seems}.*; .") as raised:
        sniff(write(name, content))
    assert name in str(raised.value)


@pytest.mark.parametrize(
    "content",
    [
        "[1] See below.\n",
        "[Applause] Thank you.\n",
        "{laughs} No.\n",
        "<s> Nobody came </s>\n<s> He left </s>\n",
        "<unk> <unk> came .\n",
        '"Yes", he said.\n',
        "< 5 %\n",
        "# 1 in the charts\n",
        "a\tb\nno tab here\n",
        "one\ttab\n",
        "PK won.\n",
        "Source, target\n",
        "source, target; reference\n",
    ],
)
def test_plain_text_may_begin_oddly(write: Write, content: str) -> None:
    assert sniff(write("hyp.a.en", content)) == "text"


@pytest.mark.parametrize(
    ("name", "content", "known"),
    [
        ("hyp.S.en.gz", "one\ntwo\n", "text"),
        ("x.tsv.gz", "id\tsource\thypothesis\treference\n1\ta\tb\tc\n", "table"),
        ("x.csv.GZ", "source,hypothesis,reference\na,b,c\n", "table"),
        ("hyp.S.conllu.gz", "1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n", "conllu"),
    ],
)
def test_gzip_is_unpacked(write: Write, name: str, content: str, known: str) -> None:
    path = write(name, gzip.compress(content.encode()))
    assert sniff(path) == known
    corpus = read_corpus([InputFile(path, FileRole.HYPOTHESIS)])
    assert corpus.systems in (("S",), ("x",))


@pytest.mark.parametrize(
    "damaged", [b"\x1f\x8b", gzip.compress(b"one two\n", mtime=0)[:-9], b"\x1f\x8b\x08\0\0\0\0\0\0\0xyz"]
)
def test_damaged_gzip_is_an_error(write: Write, damaged: bytes) -> None:
    with pytest.raises(InputError, match="unpacked"):
        sniff(write("hyp.S.en.gz", damaged))


def test_folder_given_as_translations_is_read_by_the_names_in_it(write: Write, tmp_path: Path) -> None:
    for name in ("hyp.S.en", "hyp.T.en", "ref.A.en", "src.de"):
        write(f"named/{name}", "one\ntwo\n")
    corpus = Inputs([tmp_path / "named"]).corpus()
    assert (corpus.systems, corpus.references) == (("S", "T"), ("A",))
    unit = "<trans-unit id='1'><source>x</source><target>one</target></trans-unit>"
    write("named/U.xlf", f"<xliff version='1.2'><file><body>{unit}{unit.replace('1', '2')}</body></file></xliff>")
    assert set(Inputs([tmp_path / "named"]).corpus().systems) == {"S", "T", "U"}
    for name in ("north.en", "west.en"):
        write(f"unnamed/{name}", "one\ntwo\n")
    corpus = Inputs([tmp_path / "unnamed"], [tmp_path / "named" / "ref.A.en"]).corpus()
    assert (corpus.systems, corpus.references) == (("north", "west"), ("A",))


@pytest.mark.parametrize("header", ["id,source,reference,hypothesis", "sep=;\nsrc;ref;mt", '"ref","mt"', "ref\tmt"])
def test_a_header_makes_a_table_of_any_file(write: Write, header: str) -> None:
    assert sniff(write("hyp.a.en", f"{header}\n1,a,b,c\n")) == "table"
