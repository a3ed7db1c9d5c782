"""brat standoff: all annotations go out and come back; what is wrong in a file is told, and the rest is read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import input_files
from helpers.frames import SIZE, annotated_pairs, annotation_of, frame
from helpers.messages import tell
from meantree.annotation.brat import read, written
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import InputError, Problem, UsageError
from meantree.metrics.pair import Pair

WORDS = tuple(f"w{place}" for place in range(SIZE))
TEXT = Text(" ".join(WORDS), tokens=WORDS)
CORPUS = Corpus("x", (Segment("d/1", "", references={"A B": TEXT}, hypotheses={"s+1": TEXT}),), ("s+1",), ("A B",))
KEY = AnnotationKey("d/1", "s+1", "A B", "Ann Ö.")
DONE = replace(
    annotation_of("1 agent=0 patient=3-5,7 patient=8; 6 / 2 agent=0-1 patient=4 / 0=0 0.0~0.0", State.DONE),
    comment="a\ttab\nand a line",
)
NAME = "d%2F1+s%2B1+A%20B"


def write(corpus: Corpus, work: dict[AnnotationKey, Annotation], folder: Path) -> list[Problem]:
    """Write all files to a new folder, and return what they cannot hold."""
    files, lost = written(corpus, work)
    input_files.written(folder, dict(files))
    return lost


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One annotation in brat's files."""
    assert write(CORPUS, {KEY: DONE}, tmp_path / "out") == []
    return tmp_path / "out"


def test_what_brat_sees(folder: Path) -> None:
    place = folder / "Ann %C3%96."
    text = (place / f"{NAME}.txt").read_text(encoding="utf-8")
    for line in (place / f"{NAME}.ann").read_text(encoding="utf-8").splitlines():
        if line.startswith("T"):
            _, where, words = line.split("\t")
            pieces = [piece.split() for piece in where.partition(" ")[2].split(";")]
            assert " ".join(text[int(start) : int(end)] for start, end in pieces) == words
    assert "E1\tPredicate:T1 agent:T2 patient:T3 patient2:T4\n" in (place / f"{NAME}.ann").read_text(encoding="utf-8")
    assert "[relations]" in (folder / "annotation.conf").read_text(encoding="utf-8")


@given(pair=annotated_pairs(), state=st.sampled_from(list(State)))
def test_every_annotation_comes_back(tmp_path_factory: pytest.TempPathFactory, pair: Pair, state: State) -> None:
    hyp, ref = (text.frames for text in pair.sides(0))
    assert hyp is not None
    assert ref is not None
    annotation = Annotation(hyp.frames, ref.frames, pair.frame_links(0), state)
    target = tmp_path_factory.mktemp("brat") / "out"
    write(CORPUS, {KEY: annotation}, target)
    assert read(target).annotations == {KEY: annotation}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("T1\tPredicate 3 5", "T1\tPredicate 990 995", "found no words at offsets 990 to 995"),
        ("T2\tagent", "T2\tboss", "the kind 'boss'"),
        ("T1\tPredicate 3 5", f"T1\tPredicate 3 {'9' * 5_000}", "expected T1, a kind and two offsets"),
        ("T1\tPredicate 3 5", "T1\tPredicate 3 5;9 10", "in several pieces"),
        ("agent:T2", "agent:T77", "there is no T77"),
        ("T3\tpatient 9 17", "T3\tpatient 0 17", "overlap"),
        ("T3\tpatient 9 17", "T3\tpatient 21 23", "an entity whose pieces overlap"),
        ("agent:T2", "agent:T5", "expected a predicate and fillers of one text"),
        ("agent:T2", "agent:T6", "expected a predicate and fillers of one text"),
        ("E1\tPredicate:T1", "E1\tPredicate:T2", "expected a predicate and fillers of one text"),
        ("Arg2:T6", "Arg2:T1", "a link within one text"),
        ("correct Arg1", "maybe Arg1", "expected R1, one of correct"),
        ("R2\tpartial Arg1:T2", "R2\tpartial Arg1:T1", "predicate with a filler"),
        ("R2\tpartial Arg1:T2 Arg2:T7", "R2\tcorrect Arg1:T5 Arg2:T6", "is linked 2 times"),
        ("E1\tPredicate:T1", "E1\tBirth:T1", "expected E1, Predicate:T1"),
    ],
)
def test_what_is_wrong_is_told(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "Ann %C3%96." / f"{NAME}.ann"
    content = path.read_text(encoding="utf-8")
    assert old in content
    path.write_text(content.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError) as raised:
        read(folder)
    assert message in str(raised.value)
    assert f"{NAME}.ann" in str(raised.value)


def test_a_bad_file_leaves_the_others(folder: Path, tmp_path: Path) -> None:
    (folder / "odd.ann").write_text("", encoding="utf-8")
    (folder / "a+b+c.ann").write_text("", encoding="utf-8")
    found = read(folder)
    assert found.annotations == {KEY: DONE}
    assert [problem.path.name for problem in found.corpus.problems if problem.path] == ["a+b+c.txt", "odd.ann"]
    with pytest.raises(InputError, match="no valid annotation"):
        read(tmp_path / "nowhere")


def test_what_is_no_file_leaves_the_others(folder: Path) -> None:
    (folder / "a+b+folder.ann").mkdir()
    (folder / "a+b+circle.ann").symlink_to("a+b+circle.ann")
    (folder / "round").symlink_to(folder)
    (folder / "a+b+circle.txt").write_text("a\nb\n", encoding="utf-8")
    (folder / "a+b+folder.txt").write_text("a\nb\n", encoding="utf-8")
    found = read(folder)
    assert found.annotations == {KEY: DONE}
    assert tell(found.corpus.problems, "a+b+circle.ann: … symbolic links", "a+b+folder.ann: … folder … file")


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\x0b", "\x0c", "\x1c"])
def test_other_line_ends_of_unicode_are_text(folder: Path, odd: str) -> None:
    for path in folder.glob("*/*.ann"):
        content = path.read_text(encoding="utf-8")
        path.write_text(content + f"#1\tAnnotatorNotes T1\tsee{odd}T1 and{odd}R1 and{odd}E1\n", encoding="utf-8")
    states = folder / "Ann %C3%96." / "states.tsv"
    states.write_text(states.read_text(encoding="utf-8").replace("a%09tab", f"a{odd}tab"), encoding="utf-8")
    found = read(folder)
    assert found.annotations == {KEY: replace(DONE, comment=DONE.comment.replace("\t", odd))}
    assert not found.corpus.problems


def test_entities_without_event_are_frames(folder: Path) -> None:
    path = folder / "Ann %C3%96." / f"{NAME}.ann"
    path.write_text("T1\tPredicate 3 8\tw1 w2\n", encoding="utf-8")
    (folder / "Ann %C3%96." / "states.tsv").unlink()
    assert read(folder).annotations == {KEY: Annotation((frame("1-2"),), state=State.DONE)}


def test_what_brat_cannot_hold_is_told(tmp_path: Path) -> None:
    segment = Segment("1", "", "Quelle", {"A": Text("a  b")}, {"s": Text("a b"), "t": Text("b")})
    corpus = Corpus("x", (segment,), ("s", "t"), ("A",))
    work = {AnnotationKey("1", "s", "A", "ann"): Annotation(), AnnotationKey("1", "s", "", "ann"): Annotation()}
    lost = write(corpus, work, tmp_path / "out")
    assert tell(lost, "1 annotation of a single text", "1 translation without annotations … first: segment 1, t")


def test_an_order_that_brat_cannot_hold_is_told(tmp_path: Path) -> None:
    names = "2", "10", "9"
    segments = tuple(Segment(name, "", references={"A": TEXT}, hypotheses={"t": TEXT, "s": TEXT}) for name in names)
    corpus, done = Corpus("x", segments, ("t", "s"), ("A",)), replace(DONE, comment="")
    work = {AnnotationKey(one, system, "A", "ann"): done for one in names for system in ("t", "s")}
    told = "2 segments change places when read back, sorted by name; first: segment 2", "2 systems … first: system t"
    assert tell(write(corpus, work, tmp_path / "out"), *told)
    back = read(tmp_path / "out").corpus
    assert ([segment.key for segment in back.segments], back.systems) == (["10", "2", "9"], ("s", "t"))
    sorted_alike = {key: value for key, value in work.items() if key.segment != "10" and key.system == "t"}
    assert not any("places" in str(problem) for problem in write(corpus, sorted_alike, tmp_path / "few"))


def test_remarks_and_settlers_that_brat_cannot_hold_are_told(tmp_path: Path) -> None:
    settled = replace(
        DONE, part_comments={("hypothesis", (0, None)): "hm", ("reference", (0, 1)): "ha"}, finalized_by="Eva"
    )
    lost = write(CORPUS, {KEY: settled, replace(KEY, annotator="ben"): DONE}, tmp_path / "out")
    assert tell(lost, "2 comments on frames", "1 finalized annotation … without who")
    settled = replace(settled, part_comments={("hypothesis", (0, None)): "hm"})
    lost = write(
        CORPUS, {KEY: settled, replace(KEY, annotator="ben"): replace(DONE, finalized_by="Eva")}, tmp_path / "2"
    )
    assert tell(lost, "1 comment on frames", "2 finalized annotations … without who")
    alone = {replace(KEY, system=""): settled}
    assert not any("remark" in str(problem) for problem in write(CORPUS, alone, tmp_path / "3"))  # it is left out whole


@pytest.mark.parametrize("annotator", ["..", ".", " ", "a/b", "..ä"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, annotator: str) -> None:
    key = AnnotationKey("1", "s", "A", annotator)
    segment = Segment("1", "", references={"A": TEXT}, hypotheses={"s": TEXT})
    (tmp_path / "deep").mkdir()
    write(Corpus("x", (segment,), ("s",), ("A",)), {key: DONE}, tmp_path / "deep" / "out")
    assert [one.name for one in tmp_path.iterdir()] == ["deep"]
    assert [one.name for one in (tmp_path / "deep").iterdir()] == ["out"]
    assert read(tmp_path / "deep" / "out").annotations == {key: DONE}


def test_names_that_are_too_long_are_told_before_anything_is_written(tmp_path: Path) -> None:
    key = AnnotationKey("x" * 260, "s", "A", "ann")
    with pytest.raises(UsageError, match="too long"):
        write(CORPUS, {key: DONE}, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
