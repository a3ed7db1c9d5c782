"""HMEANT-WMT13 tables, in and out; the tables here are our own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers import input_files
from helpers.frames import annotation_of, frame
from helpers.messages import tell
from meantree.analysis.frames import LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, Place, State
from meantree.annotation.wmt13 import COLUMNS, SEVERAL, read, written
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import InputError, Problem, UsageError
from meantree.project.file import Project
from meantree.project.new_projects import make_project

ROWS = {
    "sentences": ["0\ten\t01\t07\t00\t4", "1\ten\t01\t07\t01\t6"],
    "sentences_text": ["0\ten\t01\t07\t00\tHe sold it .", "1\ten\t01\t07\t01\tHe has sold it now ."],
    "annotations": ["0\t0\tann\tNULL", "1\t1\tann\tNULL", "2\t1\tann\t1", "3\t1\tbob\tNULL", "4\t1\tbob\t3"],
    "actions": ["0\t0\t1", "1\t1\t1", "2\t2\t2"],
    "slots": [
        "0\t0\tAGENT\t0",
        "1\t1\tAGENT\t0",
        "2\t1\tEXPERIENCER-PATIENT\t2",
        "3\t2\tAGENT\t0",
        "4\t2\tTEMPORAL\t5,3",
    ],
    "action_aligns": ["0\t1\t2\tfull"],
    "slot_aligns": ["0\t1\t3\tpartial", "1\t2\t4\tundefined"],
}
KEY = AnnotationKey("01/07", "01", "00", "ann")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "tables"
    made.mkdir()
    for name, columns in COLUMNS.items():
        put(made, name, ["\t".join(columns), *ROWS[name]])
    return made


def write(
    corpus: Corpus, work: dict[AnnotationKey, Annotation], folder: Path, reference: str | None = None
) -> list[Problem]:
    """Write all tables to a new folder, and return what they cannot hold."""
    files, lost = written(corpus, work, reference)
    input_files.written(folder, dict(files))
    return lost


def put(folder: Path, name: str, lines: list[str]) -> None:
    (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_tables(folder: Path) -> None:
    found = read(folder)
    (segment,) = found.corpus.segments
    assert (segment.key, found.corpus.systems, found.corpus.references) == ("01/07", ("01",), ("00",))
    assert segment.hypotheses["01"].tokens == ("He", "has", "sold", "it", "now", ".")
    assert found.annotations[KEY] == annotation_of(
        "2 agent=0 temporal=3,5 / 1 agent=0 patient=2 / 0=0 0.0~0.0 0.1?0.1", State.DONE
    )
    alone = found.annotations[AnnotationKey("01/07", "", "00", "ann")]
    assert alone.reference == (frame("1 agent=0"),)
    assert found.annotations[AnnotationKey("01/07", "01", "00", "bob")].state is State.CANNOT
    assert not found.corpus.problems


def test_token_numbers_of_a_copied_reference_are_those_of_the_reference(folder: Path) -> None:
    """The copy's sentence is the hypothesis, which has six tokens; the reference has four."""
    put(folder, "actions", ["\t".join(COLUMNS["actions"]), "0\t0\t1", "1\t1\t5", "2\t2\t5"])
    found = read(folder)
    first, *_ = found.corpus.problems
    assert (first.path, first.line) == (folder / "actions", 3)
    assert "tokens 5, expected 0 to 3" in first.message
    assert [one.predicate for one in found.annotations[KEY].hypothesis] == [(5, 6)]


@pytest.mark.parametrize(
    ("table", "row", "words"),
    [
        ("slots", "9\t2\tFOO\t1", "role 'FOO', expected one of AGENT"),
        ("slots", "9\t2\tAGENT\tx", "tokens 'x', expected numbers"),
        ("slots", f"9\t2\tAGENT\t{'9' * 5_000}", "tokens '9999"),
        ("slots", f"9\t2\tAGENT\t{'9' * 4_000}", "expected 0 to 5"),
        ("slots", "9\t2\tAGENT\t-1", "tokens -1, expected 0 to 5"),
        ("action_aligns", "9\t1\t2\tfull", "a second link of the same"),
        ("slot_aligns", "9\t77\t3\tfull", "a second link of the same"),
        ("annotations", "9\t77\tann\tNULL", "sentence 77 or its reference is missing"),
        ("annotations", "9\t1\tcara\t88", "reference annotation 88 is missing"),
        ("annotations", "9\t1\tcara\t2", "reference annotation 2 itself refers to a reference annotation"),
        ("annotations", "9\t1\tcara\t9", "reference annotation 9 itself refers to a reference annotation"),
        ("annotations", "9\t1\t \t1", "an annotator without a name"),
        ("annotations", "9\t1\tbob\t3", "another annotation of 01/07, 01 by bob; this one is used"),
        ("actions", "1\t2\t3", "a second row with the id 1"),
        ("actions", "9\t66\t3", "annotation_id 66, which is not in the table annotations; skipped"),
        ("slots", "9\t66\tAGENT\t3", "action_id 66, which is not in the table actions; skipped"),
        ("action_aligns", "9\t1\t66\tfull", "hypo_action_id 66, which is not in the table actions; skipped"),
        ("sentences_text", "9\ten\t01\t07\t01\tHe has sold it now .", "a second text of 01/07 01"),
    ],
)
def test_bad_rows_are_named_and_skipped(folder: Path, table: str, row: str, words: str) -> None:
    put(folder, table, ["\t".join(COLUMNS[table]), *ROWS[table], row])
    found = read(folder)
    (problem,) = found.corpus.problems
    assert (problem.path, problem.line) == (folder / table, len(ROWS[table]) + 2)
    assert words in problem.message
    assert len(problem.message) < 400
    assert KEY in found.annotations


def test_an_unknown_type_of_link_is_named(folder: Path) -> None:
    put(folder, "action_aligns", ["\t".join(COLUMNS["action_aligns"]), "0\t1\t2\thalf"])
    found = read(folder)
    assert "link type 'half', expected one of full, partial" in found.corpus.problems[0].message
    assert found.annotations[KEY].alignment.frames == {}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["id\tx"], "found the columns id, x"),
        ([], "found the columns nothing"),
        (["\t".join(COLUMNS["actions"]), "1\t2"], "2 columns"),
    ],
)
def test_wrong_columns_are_named(folder: Path, lines: list[str], words: str) -> None:
    (folder / "actions").write_text("\n".join(lines))
    with pytest.raises(InputError, match=words):
        read(folder)


def test_round_trip(folder: Path, tmp_path: Path) -> None:
    found = read(folder)
    assert write(found.corpus, found.annotations, tmp_path / "again") == []
    again = read(tmp_path / "again")
    assert again.annotations == found.annotations
    assert again.corpus.segments == found.corpus.segments


TWO_LANGUAGES = {
    "sentences": [*ROWS["sentences"], "2\tde\t01\t07\t00\t3", "3\tde\t01\t07\t03\t4", "4\tde\t02\t01\t00\t1"],
    "sentences_text": [
        *ROWS["sentences_text"],
        "2\tde\t01\t07\t00\tEr verkaufte es",
        "3\tde\t01\t07\t03\tEr es hat verkauft",
        "4\tde\t02\t01\t00\tJa",
    ],
    "annotations": [*ROWS["annotations"], "5\t2\tann\tNULL", "6\t3\tann\tNULL", "7\t3\tann\t6"],
    "actions": [*ROWS["actions"], "3\t5\t1", "4\t6\t1", "5\t7\t2,3"],
    "slots": [*ROWS["slots"], "5\t4\tAGENT\t0", "6\t5\tAGENT\t0", "7\t5\tEXPERIENCER-PATIENT\t1"],
    "action_aligns": [*ROWS["action_aligns"], "1\t4\t5\tpartial"],
    "slot_aligns": [*ROWS["slot_aligns"], "2\t5\t6\tfull"],
}


@pytest.fixture
def two(folder: Path) -> Path:
    """A folder with German beside English."""
    for name, rows in TWO_LANGUAGES.items():
        put(folder, name, ["\t".join(COLUMNS[name]), *rows])
    return folder


def test_two_languages_stay_apart(two: Path) -> None:
    found = read(two)
    german, other, english = found.corpus.segments
    assert [one.key for one in found.corpus.segments] == ["de/01/07", "de/02/01", "en/01/07"]
    assert (found.corpus.target_language, found.corpus.systems) == (SEVERAL, ("01", "03"))
    assert (german.references["00"].text, english.references["00"].text) == ("Er verkaufte es", "He sold it .")
    assert (list(german.hypotheses), list(other.hypotheses), list(english.hypotheses)) == (["03"], [], ["01"])
    assert found.annotations[AnnotationKey("de/01/07", "03", "00", "ann")] == annotation_of(
        "2-3 agent=0 patient=1 / 1 agent=0 / 0~0 0.0=0.0", State.DONE
    )
    assert found.annotations[AnnotationKey("en/01/07", "01", "00", "ann")].hypothesis == (
        frame("2 agent=0 temporal=3,5"),
    )
    assert not found.corpus.problems


def test_two_languages_come_back(two: Path, tmp_path: Path) -> None:
    found = read(two)
    make_project(tmp_path / "x.meantree", found.corpus, found.annotations)
    with Project(tmp_path / "x.meantree") as project:
        assert write(project.corpus(), project.annotations(), tmp_path / "again") == []
    again = read(tmp_path / "again")
    assert again.annotations == found.annotations
    assert (again.corpus.segments, again.corpus.systems) == (found.corpus.segments, found.corpus.systems)
    assert again.corpus.target_language == found.corpus.target_language


def test_a_sentence_of_a_language_without_texts_is_told(folder: Path) -> None:
    put(folder, "sentences", ["\t".join(COLUMNS["sentences"]), *TWO_LANGUAGES["sentences"]])
    put(folder, "annotations", ["\t".join(COLUMNS["annotations"]), *ROWS["annotations"], "5\t2\tann\tNULL"])
    found = read(folder)
    assert [one.key for one in found.corpus.segments] == ["01/07"]
    assert (found.corpus.target_language, set(found.annotations)) == (
        "en",
        {KEY, replace(KEY, system=""), replace(KEY, annotator="bob")},
    )
    assert ["sentence 2 or its reference is missing" in one.message for one in found.corpus.problems] == [True]


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\x0b", "\x0c", "\x1c", "\u00a0"])
def test_other_line_ends_of_unicode_are_text(folder: Path, tmp_path: Path, odd: str) -> None:
    texts = [row.replace("He ", f"H{odd}e ") for row in ROWS["sentences_text"]]
    put(folder, "sentences_text", ["\t".join(COLUMNS["sentences_text"]), *texts])
    found = read(folder)
    assert found.corpus.segments[0].hypotheses["01"].tokens == (f"H{odd}e", "has", "sold", "it", "now", ".")
    assert not found.corpus.problems
    assert write(found.corpus, found.annotations, tmp_path / "again") == []
    assert read(tmp_path / "again").corpus.segments == found.corpus.segments


def test_names_that_do_not_fit_into_a_field_are_told(tmp_path: Path) -> None:
    text = Text("a b", tokens=("a", "b"))
    segment = Segment("0\t1/0\n2", "", None, {"00": text}, {"01": text})
    corpus = Corpus("x", (segment,), ("01",), ("00",), target_language="e\tn")
    work = {AnnotationKey(segment.key, "01", "00", "An\nn"): Annotation((frame("0"),), (frame("0"),), state=State.DONE)}
    assert [str(one) for one in write(corpus, work, tmp_path / "out")] == [
        r"segment 0\t1/0\n2 is written as 00/00",
        r"annotator 'An\nn' is written as An n",
    ]
    found = read(tmp_path / "out")
    assert list(found.annotations) == [AnnotationKey("00/00", "01", "00", "An n")]
    assert found.corpus.target_language == "e n"


def test_an_id_without_language_in_a_corpus_of_several_is_told(tmp_path: Path) -> None:
    text = Text("a", tokens=("a",))
    segments = tuple(Segment(name, "", None, {"00": text}, {}) for name in ("de/01/02", "7", "en/01/02"))
    corpus = Corpus("x", segments, (), ("00",), target_language=SEVERAL)
    assert tell(write(corpus, {}, tmp_path / "out"), "segment 7 … mul/00/01")
    assert [one.key for one in read(tmp_path / "out").corpus.segments] == ["de/01/02", "en/01/02", "mul/00/01"]


@pytest.mark.parametrize(("systems", "names"), [(("03", "x", "01"), ["01", "02", "03"]), (("00",), ["01"])])
def test_systems_keep_the_two_digits_that_they_have(tmp_path: Path, systems: tuple[str, ...], names: list[str]) -> None:
    text = Text("a", tokens=("a",))
    segment = Segment("01/02", "", None, {"A": text}, {name: Text(name, tokens=(name,)) for name in systems})
    lost = write(Corpus("x", (segment,), systems, ("A",)), {}, tmp_path / "out")
    (found,) = read(tmp_path / "out").corpus.segments
    assert list(found.hypotheses) == names
    assert len(lost) == 1
    for name in set(systems) & set(names):
        assert found.hypotheses[name].text == name


@pytest.mark.parametrize("spoil", ["folder", "circle", "bytes"])
def test_a_table_that_cannot_be_read_is_told(folder: Path, spoil: str) -> None:
    path = folder / "slots"
    path.unlink()
    if spoil == "folder":
        path.mkdir()
    elif spoil == "circle":
        path.symlink_to("slots")
    else:
        path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"slots(:1)?: ") as raised:
        read(folder)
    assert "missing" not in str(raised.value)


def test_what_the_format_cannot_hold_is_told(tmp_path: Path) -> None:
    corpus = Corpus("x", (Segment("7", "", None, {"A": Text("a b")}, {"north": Text("a c")}),), ("north",), ("A",))
    key = AnnotationKey("7", "north", "A", "ann")
    lost = write(corpus, {key: Annotation((frame("0"),), (frame("0"),), comment="hm")}, tmp_path / "out")
    here = "first: segment 7, north, ann"
    counts = f"1 comment left out; {here}", f"1 translation read back as 'done', not 'open'; {here}"
    assert tell(lost, "system north … 01", "segment 7 … 00/00", *counts)
    assert list(read(tmp_path / "out").annotations) == [AnnotationKey("00/00", "01", "00", "ann")]


def test_remarks_settlers_and_inactive_links_that_the_format_cannot_hold_are_told(tmp_path: Path) -> None:
    segment = Segment("00/07", "", None, {"00": Text("a b")}, {"01": Text("a c")})
    corpus = Corpus("x", (segment,), ("01",), ("00",))
    remarks: dict[Place, str] = {("hypothesis", (0, None)): "hm", ("reference", (0, None)): "ha"}
    made = Annotation((frame("0"),), (frame("0"),), state=State.DONE, part_comments=remarks, finalized_by="eva")
    made = replace(made, inactive={((0, None), ((1, 2), None)): LinkKind.CORRECT})
    cannot = replace(made, state=State.CANNOT)
    work = {AnnotationKey("00/07", "01", "00", who): one for who, one in (("ann", made), ("ben", cannot))}
    left_out = ("4 comments on frames", "2 inactive links", "2 finalized annotations … without who finalized")
    of_both = [f"{one} … first: segment 00/07, 01, ann" for one in left_out]
    cannot_be = "1 impossible annotation written without frames; first: segment 00/07, 01, ben"
    assert tell(write(corpus, work, tmp_path / "out"), *of_both, cannot_be)


def _two_references(annotated: str) -> tuple[Corpus, dict[AnnotationKey, Annotation]]:
    """A corpus with references A and B, and translations annotated over some of them, each with one frame."""
    texts = {name: Text(f"{name} b", tokens=(name, "b")) for name in "AB"}
    segments = tuple(Segment(f"00/0{number}", "", None, texts, {"01": Text("a c")}) for number in (1, 2))
    made = Annotation((frame("0"),), (frame("1"),), state=State.DONE)
    work = {AnnotationKey(f"00/0{at}", "01", name, "ann"): made for at, name in enumerate(annotated, start=1)}
    return Corpus("x", segments, ("01",), ("A", "B")), work


def test_of_two_references_the_annotated_one_is_written(tmp_path: Path) -> None:
    lost = write(*_two_references("BB"), tmp_path / "out")
    assert [str(problem) for problem in lost] == ["2 references left out; first: segment 00/01, A"]
    found = read(tmp_path / "out")
    assert [one.references["00"].tokens for one in found.corpus.segments] == [("B", "b")] * 2
    assert [one.reference for one in found.annotations.values()] == [(frame("1"),)] * 2


def test_of_two_annotated_references_one_is_chosen(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"choose one with --reference: A with 1 annotation, B with 1 annotation"):
        write(*_two_references("AB"), tmp_path / "out")
    with pytest.raises(UsageError, match="there is no reference"):
        write(*_two_references("AB"), tmp_path / "out", reference="C")
    assert not (tmp_path / "out").exists()
    lost = write(*_two_references("AB"), tmp_path / "out", reference="A")
    of_other = "1 annotation of another reference left out; first: segment 00/02, 01, ann"
    assert [str(problem) for problem in lost] == ["2 references left out; first: segment 00/01, B", of_other]


def test_ids_and_tokens_that_the_format_cannot_hold(tmp_path: Path) -> None:
    spaced = Text("1 000 men", tokens=("1 000", "men"))
    segments = tuple(Segment(name, "", None, {"00": spaced}, {"01": spaced}) for name in ("7", "00/00"))
    corpus = Corpus("x", segments, ("01",), ("00",))
    work = {
        AnnotationKey(one.key, "01", "00", "ann"): Annotation((frame("1"),), (frame("1"),), state=State.DONE)
        for one in segments
    }
    lost = [str(problem) for problem in write(corpus, work, tmp_path / "out")]
    assert "segment 7 is written as 00/01" in lost
    assert "4 texts written with underscores in tokens; first: segment 7, 00" in lost
    found = read(tmp_path / "out")
    assert [one.key for one in found.corpus.segments] == ["00/00", "00/01"]
    assert found.corpus.segments[0].hypotheses["01"].tokens == ("1_000", "men")
    assert all(one.hypothesis == (frame("1"),) for one in found.annotations.values())
