"""The project file: what is put in comes out, edits are undone, and nothing is lost."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.corpus.model import Corpus, Rating, Segment, Text
from meantree.errors import InputError, UsageError
from meantree.project.annotation import Annotation, AnnotationKey, State
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
        ),
        Segment("2", "d", None, {"A": Text("Snow\nfalls")}, {"a": Text("")}),
    ),
    ("b", "a"),
    ("A",),
    "de",
    "en",
)
KEY = AnnotationKey("d/1", "b", "A", "maria")
DONE = Annotation(
    (frame("1 agent=0 patient=2"),),
    (frame("1 agent=0"),),
    FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.PARTIAL}),
    State.DONE,
    "“odd”",
)
MORE = Annotation((frame("1 agent=0"),), DONE.reference)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project with the corpus and one annotation."""
    found = tmp_path / "x.meantree"
    with Project(found, new=True) as project:
        project.fill(CORPUS, {KEY: DONE})
    return found


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


def test_edits_are_undone_and_done_again_across_segments(path: Path) -> None:
    second = AnnotationKey("d/2", "a", "A", "maria")
    with Project(path) as project:
        project.save(KEY, MORE, "delete filler")
        project.save(second, DONE, "new frame")
        assert project.undo("maria") == (second, "new frame")
        assert project.annotations("maria")[second] == Annotation()
        assert project.undo("maria") == (KEY, "delete filler")
        assert project.annotations("maria")[KEY] == DONE
        assert project.undo("maria") is None, "what was imported stays"
        assert project.redo("maria") == (KEY, "delete filler")
        assert project.redo("maria") == (second, "new frame")
        assert project.redo("maria") is None
        assert project.annotations("maria") == {KEY: MORE, second: DONE}


def test_a_new_edit_drops_what_was_undone(path: Path) -> None:
    with Project(path) as project:
        project.save(KEY, MORE, "one")
        project.undo("maria")
        project.save(KEY, Annotation(comment="x"), "two")
        assert project.redo("maria") is None
        assert project.undo("maria") == (KEY, "two")
        assert project.annotations("maria")[KEY] == DONE


def test_annotators_undo_their_own_edits(path: Path) -> None:
    with Project(path) as project:
        project.save(KEY, MORE, "hers")
        project.save(AnnotationKey("d/1", "b", "A", "barry"), DONE, "his")
        assert project.undo("maria") == (KEY, "hers")
        assert project.annotations("barry") == {AnnotationKey("d/1", "b", "A", "barry"): DONE}


def test_two_programs_see_each_others_edits(path: Path) -> None:
    with Project(path) as one, Project(path) as two:
        assert one.others == two.others == 1
        before = one.edition
        two.save(KEY, MORE, "edit")
        assert one.edition != before
        assert one.annotations("maria")[KEY] == MORE
        one.save(KEY, DONE, "back")
        assert two.annotations("maria")[KEY] == DONE
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


def test_a_segment_that_is_not_there(path: Path) -> None:
    with Project(path) as project, pytest.raises(UsageError, match="no segment d/9"):
        project.save(AnnotationKey("d/9", "b", "A", "maria"), DONE, "edit")


@pytest.mark.parametrize(("document", "name"), [("", "01/07"), ("a/b", "c"), ("a", "b/c"), ("", "x")])
def test_slashes_in_documents_and_names(tmp_path: Path, document: str, name: str) -> None:
    segment = Segment(name, document, None, {"A": Text("a")}, {"b": Text("a b c d e f")})
    key = AnnotationKey(segment.key, "b", "A", "maria")
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(Corpus("x", (segment,), ("b",), ("A",)))
        project.save(key, DONE, "edit")
        assert project.annotations("maria") == {key: DONE}


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "no project of Meantree"), (b"hello", "no project of Meantree"), (None, "there is no such project")],
)
def test_what_is_no_project(tmp_path: Path, content: bytes | None, words: str) -> None:
    path = tmp_path / "x.meantree"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises((InputError, UsageError), match=words):
        Project(path)


def test_other_databases_and_later_versions_are_refused(tmp_path: Path, path: Path) -> None:
    other = tmp_path / "other.meantree"
    sqlite3.connect(other).execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(InputError, match="of another program"):
        Project(other)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    with pytest.raises(InputError, match="a later version"):
        Project(path)


def test_a_project_is_not_written_over_a_file(path: Path) -> None:
    with pytest.raises(UsageError, match="there is a file already"):
        Project(path, new=True)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_damaged_file_opens_for_reading_with_what_can_be_saved(tmp_path: Path, share: float) -> None:
    path = tmp_path / "big.meantree"
    segments = tuple(
        Segment(str(place), "", None, {"A": Text(f"Reference {place} {'x' * 300}")}, {"b": Text(f"Text {place}")})
        for place in range(200)
    )
    annotations = {AnnotationKey(str(place), "b", "A", "maria"): DONE for place in range(200)}
    with Project(path, new=True) as project:
        project.fill(Corpus("big", segments, ("b",), ("A",)), annotations)
    data = bytearray(path.read_bytes())
    start = int(len(data) * share)
    data[start : start + 4096] = os.urandom(4096)
    path.write_bytes(data)
    before = path.read_bytes()
    with Project(path) as project:
        assert project.damage
        saved = project.corpus()
        assert len(saved.segments) + len(project.annotations("maria") if project.annotators else ()) > 50
        with pytest.raises(UsageError, match="damaged and open for reading only"):
            project.save(AnnotationKey("1", "b", "A", "maria"), DONE, "edit")
    assert path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_kills_lose_at_most_the_edit_in_flight(path: Path) -> None:
    script = Path(__file__).parent / "kill_edits.py"
    done = subprocess.run([sys.executable, str(script), str(path), "200"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    kept, acknowledged = map(int, done.stdout.split())
    assert acknowledged > 200, "edits were made"
    assert acknowledged <= kept <= acknowledged + 200
