"""The project file: what is put in comes out, edits are undone, and nothing is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.frames import annotation_of, frame
from helpers.leftovers import leave_journal, leave_log
from helpers.messages import tell
from helpers.project_rows import change_rows
from helpers.projects import project_of
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating, Segment, Text
from meantree.corpus.formats.raw_file import load
from meantree.errors import InputError, UsageError
from meantree.project.database import place_of
from meantree.project.file import Project
from meantree.project.schema import VERSION

CORPUS = Corpus(
    "news",
    (
        Segment(
            "1",
            "d",
            "Quelle",
            {"A": Text("It rains .", tokens=("It", "rains", "."))},
            {"b": Text("It is rain .", tokens=("It", "is", "rain", ".")), "a": Text("Rain")},
            (Rating("b", "da", 71.5, "r1"),),
            (
                ErrorSpan("b", "hypothesis", 3, 5, "Fluency/Grammar", "minor", "r1"),
                ErrorSpan("b", "source", 0, 6, "Accuracy/Omission", "Major"),
            ),
        ),
        Segment("2", "d", None, {"A": Text("Snow\nfalls")}, {"a": Text("")}),
    ),
    ("b", "a"),
    ("A",),
    "de",
    "en",
)
KEY = AnnotationKey("d/1", "b", "A", "maria")
DONE = replace(annotation_of("1 agent=0 patient=2 / 1 agent=0 / 0=0 0.0~0.0", State.DONE), comment="“odd”")
MORE = Annotation((frame("1 agent=0"),), DONE.reference)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project with the corpus and one annotation."""
    return project_of(tmp_path / "x.meantree", CORPUS, {KEY: DONE})


def test_what_is_put_in_comes_out(path: Path) -> None:
    with Project(path) as project:
        assert project.corpus() == CORPUS
        assert project.annotators == ("maria",)
        assert project.annotations("maria") == {KEY: DONE}


def test_a_corpus_carries_what_an_annotator_finished(path: Path) -> None:
    with Project(path) as project:
        other = AnnotationKey("d/1", "a", "A", "maria")
        project.save(other, MORE, "new frame")
        hypotheses = project.corpus("maria").segments[0].hypotheses
        assert hypotheses["b"].annotation is not None
        assert hypotheses["b"].annotation.hypothesis == DONE.hypothesis
        assert hypotheses["a"].annotation is None, "not done yet"
        with pytest.raises(UsageError, match="no annotator 'bob'; there are maria"):
            project.corpus("bob")


def test_what_goes_on_is_one_step(path: Path) -> None:
    with Project(path) as project:
        begun, step = project.annotation(KEY), ""
        for number, what in enumerate(("frame", "remark", "remark", "remark", "role")):
            goes_on = number in (2, 3)
            step = project.save(KEY, Annotation(comment=str(number)), what, step=step if goes_on else "")
        told = [project.take_step("maria", "undo") for _ in range(4)]
        assert told == [(KEY, "role"), (KEY, "remark"), (KEY, "frame"), None]
        assert project.annotation(KEY) == begun
        redone = []
        while found := project.take_step("maria", "redo"):
            redone.append((found[1], project.annotation(KEY)))
        assert redone == [
            (what, Annotation(comment=number)) for what, number in zip(("frame", "remark", "role"), "034", strict=True)
        ]


def test_two_programs_see_each_others_edits(path: Path) -> None:
    with Project(path) as one, Project(path) as two:
        assert one.others == two.others == 1
        stamps = [(one.stamp, one.edition)]
        assert one.stamp == stamps[0][0]
        for editor, other, annotation in ((two, one, MORE), (one, two, DONE)):
            editor.save(KEY, annotation, "edit")
            assert other.annotations("maria")[KEY] == annotation
            stamps.append((one.stamp, one.edition))
        assert len({stamp for stamp, _ in stamps}) == 3
        assert [edition == stamps[1][1] for _, edition in stamps] == [False, True, True], "own edits make no edition"
    with Project(path) as alone:
        assert alone.others == 0


def test_sessions_of_dead_programs_do_not_count(path: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from meantree.project.file import Project\n"
        f"opened = Project(Path({str(path)!r})); os._exit(1)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    with Project(path) as project:
        assert project.others == 0


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell when a process began")
def test_a_session_of_another_process_with_the_same_number_does_not_count(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        row = (place_of(connection), os.getppid(), "2001-01-01T00:00:00.000+00:00")
    change_rows(path, "INSERT INTO sessions (host, process, since) VALUES (?, ?, ?)", *row)
    with Project(path, passing=True) as project:
        assert project.others == 0
        with Project(path):
            assert project.others == 1, "this one began before its session"


def test_a_copy_of_an_open_file_is_not_open(path: Path, tmp_path: Path) -> None:
    copied = tmp_path / "copied.meantree"
    with Project(path):
        shutil.copyfile(path, copied)
        with Project(copied) as copy, Project(path, passing=True) as again:
            assert (copy.others, again.others) == (0, 1)


def test_a_segment_that_is_not_there(path: Path) -> None:
    with Project(path) as project, pytest.raises(UsageError, match="no segment d/9"):
        project.save(AnnotationKey("d/9", "b", "A", "maria"), DONE, "edit")


@pytest.mark.parametrize(("document", "name"), [("", "01/07"), ("a/b", "c"), ("a", "b/c"), ("", "x"), ("d\r", "1\n2")])
def test_slashes_and_line_breaks_in_documents_and_names(tmp_path: Path, document: str, name: str) -> None:
    segment = Segment(name, document, None, {"A": Text("a")}, {"b\nc": Text("a\nb", tokens=("a", "\n", "b"))})
    key = AnnotationKey(segment.key, "b\nc", "A", "maria")
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(Corpus("x", (segment,), ("b\nc",), ("A",)))
        assert project.corpus().segments == (segment,)
        project.save(key, DONE, "edit")
        assert project.annotations("maria") == {key: DONE}


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "not a Meantree project"), (b"hello", "not a Meantree project"), (None, "there is no such project")],
)
def test_what_is_no_project(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "x.meantree"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises((InputError, UsageError), match=words):
        Project(path)


def test_other_databases_and_later_versions_are_refused(tmp_path: Path, path: Path) -> None:
    other = tmp_path / "other.meantree"
    change_rows(other, "CREATE TABLE x (y)")
    with pytest.raises(InputError, match="of another program"):
        Project(other)
    change_rows(path, f"PRAGMA user_version = {VERSION + 1}")
    change_rows(path, "CREATE TABLE of_a_later_version (x)")
    with pytest.raises(InputError, match="a later version"):
        Project(path)


def test_a_project_with_a_log_opens_with_its_last_edit(tmp_path: Path, path: Path) -> None:
    old = tmp_path / "old.meantree"
    leave_log(path, old)
    assert old.read_bytes()[18:20] == b"\2\2", "it has a log"
    with Project(path) as project, Project(old) as opened:
        assert (opened.damage, opened.problems, opened.corpus().name) == ("", (), "logged")
        assert opened.annotations("maria") == project.annotations("maria")
        opened.save(KEY, MORE, "edit")
        assert [opened.take_step("maria", "undo"), opened.annotation(KEY)] == [(KEY, "edit"), project.annotation(KEY)]
    assert [one.name for one in tmp_path.glob("old.meantree-*")] == []


@pytest.mark.parametrize("links", [1, 2])
@pytest.mark.parametrize("version", [1, 8, 12])
def test_formats_of_development_versions_are_refused(tmp_path: Path, path: Path, version: int, links: int) -> None:
    """Whether the file would be edited, or what can be read of it would be recovered."""
    change_rows(path, f"PRAGMA user_version = {version}")
    if links > 1:
        os.link(path, tmp_path / "other.meantree")
    before = path.read_bytes()
    with pytest.raises(InputError, match=rf"{path.name}: .*development version .format {version}.*convert"):
        Project(path)
    assert path.read_bytes() == before


def test_an_annotation_that_cannot_be_read_is_told_and_the_others_stay(path: Path) -> None:
    other = AnnotationKey("d/1", "a", "A", "maria")
    with Project(path) as project:
        project.save(other, MORE, "edit")
    change_rows(path, "UPDATE annotations SET content = '{\"hyp' || x'ff' WHERE system = 'b'")
    change_rows(path, "UPDATE texts SET text = CAST(x'41ff42' AS TEXT) WHERE name = 'a' AND segment = 0")
    with Project(path) as project:
        assert project.annotations("maria") == {other: MORE}
        assert project.annotation(KEY) is None
        assert tell(project.problems, "annotation cannot be read; left out")
        assert project.corpus().segments[0].hypotheses["a"].text == "A\ufffdB"


def _unwritable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda _path, mode: mode != os.W_OK)


def test_that_a_sound_file_that_cannot_be_written_is_no_problem(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project(path) as writer:  # whose edit is in the log still
        writer.save(replace(KEY, annotator="eva"), DONE, "edit")
        _unwritable(monkeypatch)
        with Project(path, passing=True) as reader:
            assert (reader.damage, reader.is_whole, reader.problems) == ("it cannot be written to", True, ())
            assert reader.annotations("eva") == {replace(KEY, annotator="eva"): DONE}


@pytest.mark.parametrize(
    ("ending", "lost"),
    [("-wal", "the last edits, in copied.meantree-wal, cannot be read"), ("-journal", "an edit, in copied")],
)
def test_that_what_a_killed_program_left_and_cannot_be_applied_is_named(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, lost: str
) -> None:
    """A project that was copied, with what lay beside it, to a medium that cannot be written to."""
    copied = tmp_path / "copied.meantree"
    (leave_log if ending == "-wal" else leave_journal)(path, copied)
    Path(f"{copied}-shm").symlink_to(tmp_path / "missing" / "x")  # so that SQLite cannot make it
    _unwritable(monkeypatch)
    with Project(copied) as reader:
        assert lost in reader.damage
        assert not reader.is_whole


def test_that_a_disk_without_room_is_said_to_be_full(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite calls it a failing disk where it has no room to begin."""
    usage = shutil.disk_usage(path.parent)
    Path(f"{path}-journal").symlink_to(path / "x")  # so that SQLite cannot make it
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=100))
    with Project(path) as project:
        assert project.annotations("maria") == {KEY: DONE}
        with pytest.raises(UsageError, match="the disk is full"):
            project.save(KEY, MORE, "edit")


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does the folder exist"):
        Project(tmp_path / "none" / "x.meantree", new=True)


def test_a_file_that_somebody_keeps_locked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.project.journals.BUSY_SECONDS", 0.05)
    with Project(path) as project:
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(UsageError, match="another program is writing"):
            project.save(KEY, MORE, "edit")
        with pytest.raises(UsageError, match="another program is writing"):
            Project(path)
        holder.execute("ROLLBACK")
        holder.close()


def test_an_open_project_is_not_read_as_a_text(path: Path, tmp_path: Path) -> None:
    """To open and close it would drop SQLite's locks on it, whatever it is called."""
    link = tmp_path / "hard.txt"
    with Project(path):
        os.link(path, link)  # a file of several names would be open for reading only
        for name in (path, link):
            with pytest.raises(InputError, match="an open project"):
                load(name)
        link.unlink()
        with Project(path, passing=True):
            pass
        with pytest.raises(InputError, match="an open project"):
            load(path)
    with pytest.raises(InputError, match="is a database"):
        load(path)
