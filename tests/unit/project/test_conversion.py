"""``meantree convert`` finds the way by the names and says what it did; projects are made wholly or not at all."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from helpers.command import meantree
from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.messages import tell
from helpers.projects import project_of
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import BOTH, Rules
from meantree.corpus.corpus import CHECK, Corpus, Segment, Text
from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import InputError, UsageError
from meantree.escaping import counted
from meantree.project.conversion import convert_file, convert_texts
from meantree.project.file import Project
from meantree.project.new_projects import make_project

CORPUS = corpus_of([[Text("It rains", tokens=("It", "rains"))] * 2], ["01"], ["00"], ids=["00/00"])
KEY = AnnotationKey("00/00", "01", "00", "ann")
WORK = {KEY: Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), state=State.DONE)}
PROPS = "# sent_id = s\n1\tIt\tPRP\t(TOP(S(NP*)\t-\t-\t(ARG1*)\n2\trains\tVBZ\t(VP*)))\train\train.01\t(V*)\n\n"
TABLE = "id\tsource\treference:A\thypothesis:s\thypothesis:t\n7\teins\tone\tone\twon\n8\tzwei\ttwo\ttwo\t\n"
WMT = """<dataset><doc id="de"><src lang="de"><seg id="12">eins</seg></src>
<ref lang="en" translator="A"><seg id="12">one</seg></ref>
<hyp system="bc"><seg id="12">won</seg></hyp></doc></dataset>"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one annotation."""
    make_project(tmp_path / "x.meantree", CORPUS, WORK)
    return tmp_path / "x.meantree"


@pytest.mark.parametrize("name", ["tables", "out.brat"])
def test_a_project_goes_out_and_comes_back(project: Path, tmp_path: Path, name: str) -> None:
    told, lost = convert_file(project, tmp_path / name)
    assert "1 annotation by ann: 2 frames" in told
    assert lost == []
    convert_file(tmp_path / name, tmp_path / "again.meantree")
    with Project(tmp_path / "again.meantree") as again:
        assert again.annotations("ann") == WORK


@pytest.mark.parametrize("name", ["tables", "out.brat"])
def test_attention_checks_are_left_out_for_what_they_are(tmp_path: Path, name: str) -> None:
    texts = corpus_of([["he did come", "he did not come", "he came"]], ("A", CHECK), "r", ids="1")
    work = {AnnotationKey("1", system, "r", "ann"): Annotation(state=State.DONE) for system in ("A", CHECK)}
    path = project_of(tmp_path / "p.meantree", texts, work)
    with Project(path) as project:
        project.add_errors({ErrorKey("1", CHECK, CHECK): ErrorAnnotation(state=State.DONE)})
    _, lost = convert_file(path, tmp_path / name)
    assert "segment 1, attention check, ann: attention checks are of this project alone; left out" in map(str, lost)


@pytest.mark.parametrize("name", ["tables", "out.brat"])
def test_what_no_folder_holds_is_told_of_every_format(tmp_path: Path, name: str) -> None:
    """Sources, what the team agreed on and did, and blanks between words are left out, and nobody finds out later."""
    text = Text("did n't", tokens=("did", "n't"))
    words = Segment("00", "00", "Quelle", {"00": Text("didn't", tokens=("did", "n't"))}, {"01": text})
    path, found = tmp_path / "team.meantree", replace(CORPUS, segments=(words,))
    make_project(path, found)
    with Project(path) as project:
        project.set_rules(Rules(protocol=BOTH, guidelines="Verbs first"))
        project.assign({"ann": ["00/00"]})
        project.add_time("00/00", "01", "ann", "2026-01-01T10:00:00.000+00:00", 150)
        project.save(AnnotationKey("00/00", "01", "00", "ann"), Annotation(state=State.DONE), "made")
        error = MarkedError((Place("hypothesis", 0, 3),), "minor", "Style/Awkward")
        project.save_errors(ErrorKey("00/00", "01", "ann"), ErrorAnnotation((error,), state=State.DONE), "made")
    _, lost = convert_file(path, tmp_path / name)
    spans = "error spans (a file such as .tsv holds them)"
    said = f"left out: sources, ratings, {spans}, the project's rules, guidelines, assignments, working times"
    assert f"{said}, spaces of texts (their tokens are written)" in map(str, lost)


@pytest.mark.parametrize(("name", "has_links"), [("tables", True), ("out.brat", False)])
def test_corrections_are_told_as_left_out(project: Path, tmp_path: Path, name: str, has_links: bool) -> None:
    with Project(project) as opened:
        opened.save_tree(TreeKey("00/00", "reference", "00", "ann"), {0: (1, "x")}, "head")
        if has_links:
            opened.save_links(LinksKey("00/00", "01", "00", "ann"), FixedLinks(frozenset({(0, 0)})), "link")
    _, lost = convert_file(project, tmp_path / name)
    links = ["1 corrected alignment left out; first: segment 00/00, 01, ann"] * has_links
    assert tell(lost, "1 corrected tree left out; first: segment 00/00, 00, ann", *links)


@pytest.mark.parametrize("ending", ["props", "conll09", "conll12", "conllu"])
def test_propositions_go_from_format_to_format(tmp_path: Path, ending: str) -> None:
    source, target = tmp_path / "in.props", tmp_path / f"out.{ending}"
    source.write_text(PROPS, encoding="utf-8")
    told, lost = convert_file(source, target)
    assert told == f"{target}: 1 sentences, 1 propositions"
    assert lost == []
    back = tmp_path / "back.props"
    convert_file(target, back)
    assert "rain\train.01\t(V*)" in back.read_text(encoding="utf-8")
    assert "(ARG1*)" in back.read_text(encoding="utf-8")


def test_bad_sentences_are_listed_and_the_rest_is_written(tmp_path: Path) -> None:
    source = tmp_path / "in.props"
    source.write_text(PROPS + PROPS.replace("(V*)", "V"), encoding="utf-8")
    told, problems = convert_file(source, tmp_path / "out.conll12")
    assert "1 sentences" in told
    assert [str(problem) for problem in problems] == [
        f"{source}:7: 'V', expected a piece of a span such as (ARG0*, * or *); skipped"
    ]


@pytest.mark.parametrize(
    ("source", "targets", "message"),
    [
        ("x.meantree", ("x.meantree", "link.brat"), "already exists"),
        ("x.meantree", ("y.pdf", "y.html", "y.DOCX"), "cannot turn .* into .*; expected"),
        ("t.tsv", ("y",), "cannot turn .* into .*; expected"),
        (
            "x.meantree",
            ("none/x.meantree", "none/tables", "none/out.brat", "none/out.props"),
            "none does not exist",
        ),
        ("tables", ("y.meantree",), "sentences: .*missing; HMEANT-WMT13 has sentences, "),
        ("empty", ("y.meantree",), "the folder has no files"),
        ("a.txt", ("y.meantree",), r"a\.txt: cannot tell whether .* say which it is"),
        ("n" * 300, ("y.meantree",), "there is no such file"),
    ],
)
def test_what_cannot_be_converted_is_told(
    project: Path, tmp_path: Path, source: str, targets: tuple[str, ...], message: str
) -> None:
    for folder in ("tables", "empty"):
        (tmp_path / folder).mkdir()
    for name, text in {"t.tsv": TABLE, "a.txt": "one\n", "tables/actions": ""}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "link.brat").symlink_to("nowhere")
    there, before = sorted(tmp_path.rglob("*")), project.read_bytes()
    for target in targets:
        with pytest.raises((InputError, UsageError), match=message):
            convert_file(tmp_path / source, tmp_path / target)
    assert (sorted(tmp_path.rglob("*")), project.read_bytes()) == (there, before)


def test_a_folder_of_translations_and_references_becomes_a_project(tmp_path: Path) -> None:
    source = tmp_path / "news"
    source.mkdir()
    for name in ("hyp.north.en", "hyp.south.en", "ref.A.en", "src.de"):
        (source / name).write_text("one\ntwo\n", encoding="utf-8")
    told, problems = convert_file(source, tmp_path / "x.meantree")
    assert told.endswith("x.meantree: 2 segments, systems north, south, references A")
    assert problems == []


@pytest.mark.parametrize(
    ("name", "text"), [("t.tsv", TABLE), ("t.xml", WMT), ("hyp.s.props", PROPS), ("ref.en.txt", "one\ntwo\n")]
)
def test_any_file_of_texts_becomes_a_project(tmp_path: Path, name: str, text: str) -> None:
    source, target = tmp_path / name, tmp_path / "x.meantree"
    source.write_text(text, encoding="utf-8")
    told, problems = convert_file(source, target)
    read = read_corpus([InputFile(source)])
    assert told.startswith(f"{target}: {counted(len(read.segments), 'segment')}, systems ")
    assert problems == list(read.problems)
    with Project(target) as project:
        kept = project.corpus()
    assert (kept.name, kept.systems, kept.references) == (read.name, read.systems, read.references)
    assert (kept.source_language, kept.target_language) == (read.source_language, read.target_language)
    assert [_said(one) for one in kept.segments] == [_said(one) for one in read.segments]


def _said(segment: Segment) -> tuple[object, ...]:
    texts = [
        (name, text.text, text.tokens, text.labelled, None if text.analysis is None else text.analysis.words)
        for version in (segment.references, segment.hypotheses)
        for name, text in version.items()
    ]
    return segment.key, segment.source, texts, segment.ratings


def test_a_table_whose_translations_have_unknown_names_becomes_no_project(tmp_path: Path) -> None:
    table, target = tmp_path / "t.tsv", tmp_path / "t.meantree"
    table.write_text("reference\tmoses\none\twon\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"no column with translations, .* --columns hypothesis:moses=moses"):
        convert_file(table, target)
    meantree("convert", table, target, "--columns", "reference=reference", code=2)
    assert not target.exists()
    meantree("convert", table, target, "--columns", "=moses")  # it is said to be none
    with Project(target) as project:
        assert project.corpus().references == ("reference",)


def test_texts_become_nothing_but_a_project(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"out: .*expected .*\.meantree"):
        convert_texts(Corpus("x", (), (), ()), tmp_path / "out")


@pytest.mark.parametrize("name", ["tables", "out.brat"])
def test_an_interrupted_conversion_leaves_nothing(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def interrupted(path: Path, *_: object, **__: object) -> NoReturn:
        path.touch()
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pathlib.Path.write_text", interrupted)
        with pytest.raises(KeyboardInterrupt):
            convert_file(project, tmp_path / name)
    assert list(tmp_path.iterdir()) == [project]
    convert_file(project, tmp_path / name)
    assert sorted(tmp_path.iterdir()) == sorted([project, tmp_path / name])


def test_that_marked_errors_in_texts_are_told(tmp_path: Path) -> None:
    table = tmp_path / "mqm.tsv"
    rows = (
        "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity",
        "A\td\t1\t1\tr1\tEin Hund\tA <v>cat</v>\tAccuracy/Mistranslation\tMajor",
        "A\td\t1\t1\tr2\tEin Hund\tA cat\tNo-error\tNo-error",
    )
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    summary, _ = convert_file(table, tmp_path / "mqm.meantree")
    assert "1 marked error can be compared with metrics" in summary
    assert "--spans" in summary


def full(*_: object) -> NoReturn:
    raise sqlite3.OperationalError("database or disk is full")


def damaged(*_: object) -> NoReturn:
    raise sqlite3.DatabaseError("disk I/O error")


@pytest.mark.parametrize(
    ("place", "fault", "message"),
    [
        ("meantree.project.file.put_corpus", full, "the disk is full; nothing was written"),
        ("meantree.project.file.put_corpus", damaged, r"cannot be written to \(disk I/O error\); nothing was written"),
        ("meantree.project.schema.create_tables", full, "the disk is full; nothing was written"),
    ],
)
def test_nothing_is_left_of_half_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, fault: object, message: str
) -> None:
    monkeypatch.setattr(place, fault)
    with pytest.raises(UsageError, match=rf"x\.meantree: {message}$"):
        make_project(tmp_path / "x.meantree", CORPUS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["", "-wal", "-journal"])
def test_nothing_that_is_there_becomes_part_of_a_new_project(tmp_path: Path, ending: str) -> None:
    """A log that a killed program left would be taken for one of the new project."""
    left = tmp_path / f"x.meantree{ending}"
    left.write_bytes(b"left")
    with pytest.raises(UsageError, match="the file already exists"):
        make_project(tmp_path / "x.meantree", CORPUS)
    assert [one.name for one in tmp_path.iterdir()] == [left.name]


def test_a_project_that_was_made_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.meantree"
    fill = Project.fill

    def fill_late(project: Project, *more: Any) -> None:
        fill(project, *more)
        path.write_bytes(b"another's")

    monkeypatch.setattr(Project, "fill", fill_late)
    with pytest.raises(UsageError, match="already exists"):
        make_project(path, CORPUS)
    assert path.read_bytes() == b"another's"


def test_segments_that_have_one_name_are_refused(tmp_path: Path) -> None:
    twice = replace(CORPUS, segments=(Segment("b/c", "a"), Segment("c", "a/b")))
    with pytest.raises(UsageError, match="two segments are called a/b/c"):
        make_project(tmp_path / "x.meantree", twice)
