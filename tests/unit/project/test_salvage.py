"""Damaged projects: what can be read is read, what cannot is named, and the file is not touched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.flipping import ANNOTATORS, SEGMENTS, make_project, use
from helpers.frames import frame
from helpers.leftovers import leave_journal
from helpers.messages import tell
from helpers.project_rows import change_rows, rows_of
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.errors import UsageError
from meantree.project.conversion import convert_file
from meantree.project.file import Project

TESTS = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound project."""
    path = tmp_path_factory.mktemp("whole") / "x.meantree"
    make_project(path)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, whole: bytes) -> Path:
    made = tmp_path / "x.meantree"
    made.write_bytes(whole)
    return made


def _problems(path: Path) -> list[str]:
    with Project(path) as project:
        project.corpus()
        return [str(problem).partition(": ")[2] for problem in project.problems]


def test_the_sound_project_scores(path: Path) -> None:
    assert use(path) == "scored"


def test_statistics_of_another_client_are_no_damage(path: Path) -> None:
    change_rows(path, "ANALYZE")
    assert "sqlite_stat1" in rows_of(path)
    with Project(path) as project:
        assert not project.damage
        assert not project.problems


def test_bits_flipped_anywhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "helpers.flipping", str(tmp_path), "6", "11"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def test_bits_flipped_in_the_head(path: Path, whole: bytes) -> None:
    """The first page holds the definitions of the tables."""
    for number, place in enumerate(range(100, 4096, 797)):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << (place + number) % 8
        path.write_bytes(flipped)
        use(path)


def test_the_damage_of_any_page_is_found_and_the_rest_can_be_read(path: Path, whole: bytes) -> None:
    for page in range(4096, len(whole), 3 * 4096):
        flipped = bytearray(whole)
        flipped[page] ^= 0x40
        path.write_bytes(flipped)
        with Project(path) as project:
            assert project.damage, f"page {page // 4096 + 1}"
            project.corpus(None)


def test_one_bad_row_is_lost_alone_and_named(path: Path) -> None:
    change_rows(path, "UPDATE texts SET side = 'refe2ence' WHERE segment = 5 AND side = 'reference'")
    told = _problems(path)
    assert told[0].startswith("open for reading only, with the data that could be recovered: it is damaged: ")
    assert tell(told[1:], "row of texts … segment 5, side 'refe2ence', name 'A'")
    with Project(path) as project:
        segments = project.corpus().segments
        assert [segment.id for segment in segments if not segment.references] == ["5"]
        with pytest.raises(UsageError, match="reading only"):
            project.save(AnnotationKey(segments[0].key, "north", "A", "ann"), Annotation(), "edit")


def test_automatic_frames_without_their_name_are_those_of_no_person(path: Path) -> None:
    with Project(path) as project:
        place = AnnotationKey(project.corpus().segments[0].key, "north", "A", AUTOMATIC)
        project.begin(place.segment, {}, {place: Annotation((frame("1 agent=0"),))})
        people = project.people
    change_rows(path, "DELETE FROM annotators WHERE id > 1")
    _problems(path)
    with Project(path) as project:
        assert len(project.annotations(AUTOMATIC)) == 1
        assert sorted(project.people) == sorted((people[0], "lost-2"))


def test_a_segment_without_its_row_keeps_its_texts(path: Path) -> None:
    change_rows(path, "DELETE FROM segments WHERE id = 5")
    change_rows(path, "DELETE FROM annotators WHERE id = 2")
    change_rows(path, "UPDATE texts SET side = 'x' WHERE segment = 6 AND name = 'south'")
    told = _problems(path)
    assert "the id of segment number 5 (from 0) is lost; it is called lost-5" in told
    assert "the name of annotator number 2 is lost; it is called lost-2" in told
    with Project(path) as project:
        assert project.corpus().segments[5].key == "lost-5"
        assert len(project.annotations("lost-2")) == SEGMENTS
        assert project.annotators == (ANNOTATORS[0], "lost-2")


def test_lists_of_names_and_cells_that_cannot_be_read_are_named(path: Path) -> None:
    change_rows(path, "UPDATE settings SET value = '[\"north\",\"soXth\"]' WHERE name = 'systems'")
    change_rows(path, "UPDATE texts SET tokens = '[1]', analysis = x'00', labelled = '{}' WHERE segment = 1")
    told = _problems(path)
    assert "the list of systems has no south; added at its end" in told
    assert "segment number 1, A: the tokens that annotations refer to cannot be read" in told
    assert "segment number 1, A: the analysis that came with the input cannot be read" in told
    assert "segment number 1, A: the frames that came with the input cannot be read" in told
    with Project(path) as project:
        assert not project.damage
        assert project.corpus().systems == ("north", "soXth", "south")


def test_that_a_text_longer_than_any_file_brings_is_left_out_and_named(path: Path) -> None:
    change_rows(path, "UPDATE texts SET text = ? WHERE segment = 1 AND name = 'south'", "w " * 60_000)
    assert tell(_problems(path), "segment number 1, south: … 120,000 … at most 100,000; left out")
    with Project(path) as project:
        first = project.corpus().segments[1]
        assert set(first.hypotheses) == {"north"}, "the others are there"


@pytest.mark.parametrize("tokens", ["[]", '["a",""]', "a\n", r'["\ud800"]', ""])
def test_tokens_that_are_none(path: Path, tokens: str) -> None:
    change_rows(path, "UPDATE texts SET tokens = ? WHERE segment = 1 AND side = 'reference'", tokens)
    assert tell(_problems(path), "segment number 1, A: the tokens … cannot be read")


@pytest.mark.parametrize("change", ["start = -1", "stop = 9999", "start = 3, stop = 2", "system = 'x'"])
def test_a_marked_error_outside_of_its_text_is_told(path: Path, change: str) -> None:
    change_rows(path, f"UPDATE errors SET {change} WHERE segment = 5")
    assert tell(_problems(path), "segment d1/5: 1 marked error outside")


def test_a_lost_table_is_told(path: Path) -> None:
    change_rows(path, "UPDATE sqlite_schema SET sql = replace(sql, 'errors', 'errorz') WHERE name = 'errors'")
    assert "the table errors cannot be read" in _problems(path)


def test_an_unfinished_edit_of_a_damaged_project_is_undone(path: Path, tmp_path: Path) -> None:
    """What a killed program left belongs to the file still; damage elsewhere loses no other edit."""
    left = tmp_path / "left.meantree"
    leave_journal(path, left)
    data = bytearray(left.read_bytes())
    place = data.rindex(b"Quelle")
    data[place - 40 : place] = os.urandom(40)
    left.write_bytes(data)
    with Project(left) as project:
        assert project.damage
        assert len(project.annotations("ann")) == SEGMENTS
        assert len(project.unplaced_rows) == 300
    assert not Path(f"{left}-journal").exists()


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_number_of_the_version_changes_nothing(path: Path, whole: bytes, bit: int) -> None:
    """The tables say which version they are of; nothing is rebuilt because of a number."""
    flipped = bytearray(whole)
    flipped[63] ^= 1 << bit
    path.write_bytes(flipped)
    with Project(path) as project:
        assert "its header is not that of a project" in project.damage
        assert project.corpus().systems == ("north", "south")
        assert len(project.annotations("ann")) == SEGMENTS
    assert path.read_bytes() == flipped


def test_a_damaged_project_is_copied_with_all_that_is_left(path: Path, tmp_path: Path) -> None:
    change_rows(path, "UPDATE texts SET side = 'refe2ence' WHERE segment = 5 AND side = 'reference'")
    copy = tmp_path / "copy.meantree"
    told, problems = convert_file(path, copy)
    assert f"{2 * SEGMENTS - 2} annotations by ann, bob" in told, "without those of the lost reference"
    assert sum("the segment has no such translation or reference" in str(problem) for problem in problems) == 4
    assert "a row of texts is invalid" in str(problems[1])
    with Project(copy) as project, Project(path) as damaged:
        assert not project.damage
        assert project.corpus("ann").segments == damaged.corpus("ann").segments
        assert project.trees() == damaged.trees()
        assert project.take_step("ann", "undo") is not None, "the history is there, too"
        assert project.others == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('{"hypothesis":[{"predicate":[0,1000000000000],"fillers":[]}]}', "a span that no text has"),
        ('{"hypothesis":[{"predicate":[0,1],"fillers":[[0,1000000000000,"agent"]]}]}', "a filler that no text has"),
        ('{"hypothesis":[{"predicate":[0,1],"fillers":[]}],"frame_links":[[7,0,"correct"]]}', "a link to nothing"),
    ],
)
def test_annotations_that_cannot_be_are_left_out(path: Path, content: str, why: str) -> None:
    blank = {"hypothesis": [], "reference": [], "frame_links": [], "filler_links": [], "state": "done", "comment": ""}
    row = json.dumps({**blank, **json.loads(content)})
    change_rows(path, "UPDATE annotations SET content = ? WHERE id = 1", row)
    with Project(path) as project:
        assert len(project.annotations("ann")) == SEGMENTS - 1, why


def test_frames_beyond_the_text_are_left_out_of_exports(path: Path, tmp_path: Path) -> None:
    beyond = Annotation((frame("40 agent=0"),), (frame("0"),), state=State.DONE)
    with Project(path) as project:
        project.save(AnnotationKey("d0/0", "north", "A", "ann"), beyond, "edit")
        project.save(AnnotationKey("d0/0", "nobody", "A", "ann"), Annotation((frame("0"),)), "edit")
    for target in ("out.brat", "tables"):
        _, problems = convert_file(path, tmp_path / target)
        told = [str(problem) for problem in problems if "do not fit" in str(problem)]
        assert tell(told, "segment d0/0, north, ann: … left out")
    with Project(path) as project:
        project.annotations("ann")
        (problem,) = project.problems
    assert "d0/0, nobody, ann: the segment has no such translation or reference; left out" in str(problem)
