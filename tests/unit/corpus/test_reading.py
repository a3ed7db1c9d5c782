"""The door: what file names tell, formats found, roles given and guessed, files joined."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers.input_files import Write
from helpers.messages import tell
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FORMATS, FileRole, InputFile, guess_name, guess_role, read_corpus, sniff
from meantree.corpus.formats.catalogue import files_in
from meantree.corpus.formats.file_names import guess_language
from meantree.errors import InputError

XML = """<dataset id="t"><doc id="d">
<src lang="de"><p><seg id="1">eins</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">one</seg></p></ref>
<hyp lang="en" system="S"><p><seg id="1">won</seg></p></hyp>
</doc></dataset>"""
CONLLU = "1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\t_\n2\trains\train\tVERB\t_\t_\t0\troot\t_\t_\n\n"


def corpus(*files: Path | InputFile, encoding: str | None = None) -> Corpus:
    return read_corpus([InputFile(file) if isinstance(file, Path) else file for file in files], encoding=encoding)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        pytest.param("a.txt", "one\n", "text", id="text"),
        pytest.param("hyp.S.en", "one\n", "text", id="language as ending"),
        pytest.param("a.txt", "<b>bold</b> words\n", "text", id="text that begins with a tag"),
        pytest.param("a.xml", XML, "wmt-xml", id="WMT"),
        pytest.param("a.xml", XML.encode("utf-16"), "wmt-xml", id="WMT in UTF-16"),
        pytest.param("a.xml", "\ufeff" + XML, "wmt-xml", id="WMT with mark"),
        pytest.param("a.xml", "<?xml version='1.0'?>\n<mteval><srcset/></mteval>", "mteval-xml", id="mteval XML"),
        pytest.param("a.sgm", "<TSTSET SETID=x>", "nist-sgml", id="SGML"),
        pytest.param("a", '<!DOCTYPE x>\n<refset setid="x">', "nist-sgml", id="SGML without ending"),
        pytest.param("a.conllu", CONLLU, "conllu", id="CoNLL-U"),
        pytest.param("a.out", "# text = It rains\n" + CONLLU, "conllu", id="CoNLL-U by content"),
        pytest.param("a.csv", "id,source\n1,x\n", "table", id="CSV"),
        pytest.param("a.data", "id\tsource\thypothesis\n", "table", id="TSV by content"),
        pytest.param("a.tsv", "system mqm_avg_score seg_id\n", "segment-scores", id="scores by header"),
        pytest.param("a.csv", "SYS SID RAW.SCR Z.SCR N \n", "segment-scores", id="WMT assessments"),
        pytest.param("a.scr", "set sys doc 1 0.5\n", "segment-scores", id="scores by ending"),
    ],
)
def test_sniff(write: Write, name: str, content: str | bytes, expected: str) -> None:
    assert sniff(write(name, content)) == expected


@pytest.mark.parametrize("name", ["a.ann", "a.json", "a.xml"])
def test_unknown_format_lists_the_known(write: Write, name: str) -> None:
    path = write(name, "<TEI>text</TEI>")
    with pytest.raises(InputError, match="unknown format") as raised:
        corpus(InputFile(path, FileRole.HYPOTHESIS))
    assert all(known.title in str(raised.value) for known in FORMATS)


def test_plain_files_joined_by_position(write: Write) -> None:
    result = corpus(
        write("src.de", "eins\nzwei\n"),
        write("ref.A.en", "one\ntwo\n"),
        write("hyp.S.en", "won\n\n"),
        write("hyp.T.en", "1\n2"),
    )
    assert (result.systems, result.references) == (("S", "T"), ("A",))
    assert (result.source_language, result.target_language) == ("de", "en")
    assert [segment.key for segment in result.segments] == ["1", "2"]
    second = result.segments[1]
    assert second.source == "zwei"
    assert {name: text.text for name, text in second.hypotheses.items()} == {"S": "", "T": "2"}
    assert result.problems == ()


def test_unequal_line_counts_give_both(write: Write) -> None:
    reference, hypothesis = write("ref.en", "one\ntwo\n"), write("hyp.en", "one\n")
    with pytest.raises(InputError) as raised:
        corpus(reference, hypothesis)
    message = str(raised.value)
    assert all(part in message for part in (str(reference), str(hypothesis), "1 segment", "has 2"))


TABLE = "id\thypothesis\n1\tone\n2\ttwo\n"


@pytest.mark.parametrize(
    ("texts", "given", "message"),
    [
        ({}, {}, "no file was given"),
        ({"notes.txt": "one\n"}, {}, r"notes\.txt.*say which it is"),
        ({"folder/x": "one\n"}, {"path": "folder"}, "folder without MLQE-PE data"),
        ({"t.tsv": TABLE}, {"role": FileRole.SOURCE}, "as source, .*only: hypothesis"),
        ({"t.tsv": "id\thypothesis:A\thypothesis:B\n1\ta\tb\n"}, {"name": "mine"}, "2 texts as hypothesis, .*'mine'"),
        ({"hyp.S.en": "x" * 100_001}, {}, r"hyp\.S\.en:1: no segment of the hypothesis.*100,001"),
        ({"a.tsv": TABLE, "b.tsv": "id\tsource\nx1\teins\n"}, {}, "no segment id .*'x1' here, '1' there"),
        (
            {"a.tsv": TABLE, "b.tsv": "id\treference\n2\ta\n3\tb\n", "src.de": "1\n2\n3\n"},
            {},
            "joined by position",
        ),
    ],
)
def test_what_is_no_corpus(write: Write, texts: dict[str, str], given: dict[str, Any], message: str) -> None:
    paths = [write(name, text) for name, text in texts.items()]
    if "path" in given:
        paths = [paths[0].parent]
    options = {name: value for name, value in given.items() if name != "path"}
    with pytest.raises(InputError, match=message):
        corpus(*(InputFile(path, **options) for path in paths))


def test_one_file_as_hypothesis_and_reference(write: Write) -> None:
    path = write("a.txt", "one\n")
    result = corpus(InputFile(path, FileRole.HYPOTHESIS), InputFile(path, FileRole.REFERENCE))
    assert (result.systems, result.references) == (("a",), ("a",))


def test_files_of_one_name_are_told_apart_by_their_folders(write: Write) -> None:
    paths = [write(f"{folder}/hyp.S.en", f"{folder}\n") for folder in ("x/a", "y/a", "z/b")]
    result = corpus(*paths, write("x/a/ref.S.en", "r\n"))
    assert {name: text.text for name, text in result.segments[0].hypotheses.items()} == {
        "x/a/S": "x/a",
        "y/a/S": "y/a",
        "z/b/S": "z/b",
    }
    assert result.references == ("S",), "a reference is no other hypothesis"
    renamed = (f"{path}: … called S … renamed {path.parent.parent.name}/{path.parent.name}/S" for path in paths)
    assert tell(result.problems, *renamed)
    assert corpus(paths[0], paths[2]).systems == ("a/S", "b/S")


def test_versions_of_one_folder_and_name_are_told_apart_by_a_number(write: Write) -> None:
    path = write("hyp.S.en", "one\n")
    result = corpus(path, path)
    assert result.systems == ("S", "S-2")
    assert tell(result.problems, "called S … S-2")


@pytest.mark.parametrize(
    ("roles", "systems", "references", "source"),
    [
        pytest.param([FileRole.HYPOTHESIS], ("S",), ("A",), "eins", id="as hypothesis: everything"),
        pytest.param([None], ("S",), ("A",), "eins", id="no role: everything"),
        pytest.param([FileRole.REFERENCE], (), ("A",), "eins", id="as reference: no hypotheses"),
        pytest.param([FileRole.SOURCE], (), (), "eins", id="as source: that alone"),
        pytest.param([FileRole.HYPOTHESIS, FileRole.REFERENCE], ("S",), ("A",), "eins", id="twice: read once"),
    ],
)
def test_role_of_a_file_with_several(
    write: Write, roles: list[FileRole | None], systems: tuple[str, ...], references: tuple[str, ...], source: str
) -> None:
    path = write("all.xml", XML)
    result = corpus(*(InputFile(path, role) for role in roles))
    assert (result.systems, result.references, result.segments[0].source) == (systems, references, source)


def test_plain_reference_added_to_xml_keeps_ids(write: Write) -> None:
    result = corpus(InputFile(write("all.xml", XML), FileRole.HYPOTHESIS), write("ref.B.en", "ONE\n"))
    assert result.references == ("A", "B")
    assert result.segments[0].key == "d/1"
    assert result.segments[0].references["B"].text == "ONE"


def test_name_for_the_only_system_of_a_table(write: Write) -> None:
    path = write("t.tsv", "id\tsource\thypothesis\trating\n1\teins\tone\t3\n")
    result = corpus(InputFile(path, name="mine"))
    assert result.systems == ("mine",)
    assert [rating.system for rating in result.segments[0].ratings] == ["mine"]


def test_too_long_segment_is_skipped(write: Write) -> None:
    path = write("hyp.S.en", "one\n" + "x" * 100_001 + "\nthree\n")
    result = corpus(path, write("ref.en", "a\nb\nc\n"))
    assert [(problem.path, problem.line) for problem in result.problems] == [(path, 2)]
    assert "100,001 characters" in result.problems[0].message
    assert [set(segment.hypotheses) for segment in result.segments] == [{"S"}, set(), {"S"}]
    assert result.segments[1].references["ref"].text == "b"


def test_files_joined_by_id_in_the_order_of_the_longest(write: Write) -> None:
    part = write("a.tsv", "id\thypothesis\n3\tthree\n1\tone\n")
    result = corpus(part, write("b.tsv", "id\tsource\n1\teins\n2\tzwei\n3\tdrei\n"))
    assert [segment.id for segment in result.segments] == ["1", "2", "3"]
    assert [dict(segment.hypotheses).keys() for segment in result.segments] == [{"a"}, set(), {"a"}]
    assert tell(result.problems, f"{part}: hypothesis 'a' … 1 of 3 … '2'")


def test_second_source_that_differs(write: Write) -> None:
    second = write("b/src.de", "eins\nZWEI\n")
    result = corpus(write("a/src.de", "eins\nzwei\n"), second, write("hyp.en", "1\n2\n"))
    assert result.segments[1].source == "zwei"
    assert [(problem.path, problem.line, problem.segment) for problem in result.problems] == [(second, 2, "2")]


def test_encoding_reaches_every_reader(write: Write) -> None:
    text, table = write("hyp.S.en", b"caf\xe9\n"), write("b.tsv", b"source\nbl\xe9\n")
    first = corpus(text, table, encoding="latin-1").segments[0]
    assert (first.hypotheses["S"].text, first.source) == ("café", "blé")


@pytest.mark.parametrize(
    ("files", "name"),
    [
        pytest.param(["news/hyp.S.en"], "hyp.S", id="one file: its own"),
        pytest.param(["news/hyp.S.en", "news/hyp.T.en"], "news", id="several: their folder"),
    ],
)
def test_name_of_the_corpus(write: Write, files: list[str], name: str) -> None:
    assert corpus(*(write(file, "one\n") for file in files)).name == name


def test_ids_with_slashes_stay_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    rows = ("a\tb/c\tcats\tcats", "a/b\tc\tfish\tfish", "\ta/b/c\tdogs\tdogs", "a\td\tcows\tcows")
    path.write_text("\n".join(("document\tid\treference\thypothesis", *rows)), encoding="utf-8")
    corpus = read_corpus([InputFile(path)])
    assert [segment.key for segment in corpus.segments] == ["a/b/c", "a/b/c (2)", "a/b/c (3)", "a/d"]
    assert tell(corpus.problems, "a/b/c … c (2)", "a/b/c … a/b/c (3)")


def _folder(path: Path, *names: str) -> Path:
    for name in names:
        text = "system score seg_id\nA 1 1\n" if "seg-scores" in name else "75 0.04 1688 A.21 A\n"
        (path / name).write_text(text, encoding="utf-8")
    return path


def test_versions_and_what_people_said_of_them(tmp_path: Path) -> None:
    names = ("hyp.A.en", "mqm-avg-seg-scores.tsv", "ref.A.en", "src.zh")
    folder = _folder(tmp_path, *names, ".hidden", "notes.md", "old.meantree")
    assert [path.name for path in files_in(folder)] == list(names)


def test_a_table_without_a_known_header_is_no_version(tmp_path: Path) -> None:
    """Its name says that it is of systems, which is no role of it."""
    folder = _folder(tmp_path, "hyp.A.en", "da-sys-ranking.csv")
    assert [path.name for path in files_in(folder)] == ["hyp.A.en"]
    (folder / "hyp.B.tsv").write_text("id\thypothesis\n1\tx\n", encoding="utf-8")
    assert [path.name for path in files_in(folder)] == ["hyp.A.en", "hyp.B.tsv"]


def test_files_without_a_role_are_opened_where_no_name_says_that_it_is_a_translation(tmp_path: Path) -> None:
    folder = _folder(tmp_path, "Online-A.en", "ranking.csv", "ref.en", "source.de")
    assert [path.name for path in files_in(folder)] == ["Online-A.en", "ref.en", "source.de"]
    _folder(folder, "hyp.UEdin.en")
    assert [path.name for path in files_in(folder)] == ["hyp.UEdin.en", "ref.en", "source.de"]


def test_a_file_is_itself_and_an_empty_folder_is_told(tmp_path: Path) -> None:
    assert files_in(tmp_path / "x.txt") == [tmp_path / "x.txt"]
    with pytest.raises(InputError, match="the folder has no files"):
        files_in(tmp_path)


SOURCE, REFERENCE, HYPOTHESIS = FileRole.SOURCE, FileRole.REFERENCE, FileRole.HYPOTHESIS


@pytest.mark.parametrize(
    ("name", "role", "called", "language"),
    [
        pytest.param("hyp.UEdin.en", HYPOTHESIS, "UEdin", "en", id="system between role and language"),
        pytest.param("hyp.Machine_Translation.en", HYPOTHESIS, "Machine_Translation", "en", id="underscore in a name"),
        pytest.param("hyp.Online-A.en.txt", HYPOTHESIS, "Online-A", "en", id="ending after the language"),
        pytest.param("hyp.fb.en", HYPOTHESIS, "fb", "en", id="system of two letters"),
        pytest.param("news.hyp.fb.en.txt", HYPOTHESIS, "fb", "en", id="two letters between role and language"),
        pytest.param("hyp.de-en.en", HYPOTHESIS, "hyp", "en", id="a pair of languages is no system"),
        pytest.param("news.de.en", None, "news", "en", id="two languages without a role"),
        pytest.param("ref.A.en", REFERENCE, "A", "en", id="reference"),
        pytest.param("src.de", SOURCE, "src", "de", id="nothing but role and language"),
        pytest.param("newstest2021.de-en.hyp.UEdin.en", HYPOTHESIS, "UEdin", "en", id="test set in front"),
        pytest.param("newstest2019-ende-ref.de", REFERENCE, "newstest2019-ende-ref", "de", id="role between hyphens"),
        pytest.param("dev.mt", HYPOTHESIS, "dev", "", id="mt is a role, not Maltese"),
        pytest.param("dev.pe", REFERENCE, "dev", "", id="post-edit"),
        pytest.param("news.ref", REFERENCE, "news", "", id="role as ending"),
        pytest.param("news.src", SOURCE, "news", "", id="source as ending"),
        pytest.param("ref2.txt", REFERENCE, "ref2", "", id="numbered references keep apart"),
        pytest.param("SYSTEM.conllu", HYPOTHESIS, "SYSTEM", "", id="upper case"),
        pytest.param("notes.txt", None, "notes", "", id="no role"),
        pytest.param("refuse.txt", None, "refuse", "", id="a word that only begins like a role"),
        pytest.param(".en", None, ".en", "en", id="nothing left"),
        pytest.param("hyp.A.deu", HYPOTHESIS, "A", "deu", id="three letters"),
        pytest.param("hyp.north.max", HYPOTHESIS, "north.max", "", id="three letters that are no language"),
        pytest.param("ref.zho_Hans.txt", REFERENCE, "ref", "zho_Hans", id="with a script"),
        pytest.param("zho_Hans.devtest", None, "zho_Hans.devtest", "zho_Hans", id="FLORES"),
        pytest.param("deu.txt", None, "deu", "", id="a code alone may be a name"),
    ],
)
def test_names(name: str, role: FileRole | None, called: str, language: str) -> None:
    path = Path("folder.ref") / name
    assert (guess_role(path), guess_name(path), guess_language(path)) == (role, called, language)


@pytest.mark.parametrize(
    ("text", "others", "systems", "language"),
    [
        pytest.param("The cat sleeps on the mat.", ["ref.txt"], ("ben",), "", id="a person's name"),
        pytest.param("বিড়ালটি ঘুমাচ্ছে।", ["ref.txt"], ("hyp",), "ben", id="the script agrees"),
        pytest.param("The cat sleeps on the mat.", ["ref.ben"], ("hyp",), "ben", id="another file agrees"),
    ],
)
def test_an_ending_of_three_letters_may_be_a_name(
    tmp_path: Path, text: str, others: list[str], systems: tuple[str, ...], language: str
) -> None:
    files = [tmp_path / name for name in ("hyp.ben", *others)]
    for file in files:
        file.write_text(f"{text}\n", encoding="utf-8")
    corpus = read_corpus([InputFile(file) for file in files])
    assert (corpus.systems, corpus.target_language) == (systems, language)
