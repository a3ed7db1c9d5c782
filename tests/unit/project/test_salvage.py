"""Damaged projects: what can be read is read, what cannot is named, and the file is not touched."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from helpers.flipping import ANNOTATORS, SEGMENTS, make_project, use
from meantree.errors import UsageError
from meantree.project.annotation import Annotation, AnnotationKey
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


@contextmanager
def _spoiling(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that lets everything through, so that rows can be spoilt as no program of ours would."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON;")
        yield connection


def _problems(path: Path) -> list[str]:
    with Project(path) as project:
        project.corpus()
        return [str(problem).partition(": ")[2] for problem in project.problems]


def test_the_sound_project_scores(path: Path) -> None:
    assert use(path) == "scored"


def test_bits_flipped_anywhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "helpers.flipping", str(tmp_path), "40", "11"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


@pytest.mark.parametrize("bit", range(3))
def test_bits_flipped_in_the_head(path: Path, whole: bytes, bit: int) -> None:
    """The first page holds the definitions of the tables."""
    for place in range(100 + bit, 4096, 331):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << (place + bit) % 8
        path.write_bytes(flipped)
        use(path)


def test_one_bad_row_is_lost_alone_and_named(path: Path) -> None:
    with _spoiling(path) as connection:
        connection.execute("UPDATE texts SET side = 'refe2ence' WHERE segment = 5 AND side = 'reference'")
    told = _problems(path)
    assert told[0].startswith("open for reading only, with what could be saved: it is damaged: ")
    assert told[1:] == ["a row of texts is not what it should be (segment 5, side 'refe2ence', name 'A')"]
    with Project(path) as project:
        segments = project.corpus().segments
        assert [segment.id for segment in segments if not segment.references] == ["5"]
        with pytest.raises(UsageError, match="reading only"):
            project.save(AnnotationKey(segments[0].key, "north", "A", "ann"), Annotation(), "edit")


def test_a_segment_without_its_row_keeps_its_texts(path: Path) -> None:
    with _spoiling(path) as connection:
        connection.execute("DELETE FROM segments WHERE id = 5")
        connection.execute("DELETE FROM annotators WHERE id = 2")
        connection.execute("UPDATE texts SET side = 'x' WHERE segment = 6 AND name = 'south'")
    told = _problems(path)
    assert "the id of segment number 5 (from 0) is lost; it is called lost-5" in told
    assert "the name of annotator number 2 is lost; it is called lost-2" in told
    with Project(path) as project:
        assert project.corpus().segments[5].key == "lost-5"
        assert len(project.annotations("lost-2")) == SEGMENTS
        assert project.annotators == (ANNOTATORS[0], "lost-2")


def test_lists_of_names_and_cells_that_cannot_be_read_are_named(path: Path) -> None:
    with _spoiling(path) as connection:
        connection.execute("UPDATE settings SET value = '[\"north\",\"soXth\"]' WHERE name = 'systems'")
        connection.execute("UPDATE texts SET tokens = '[1]', analysis = x'00', labelled = '{}' WHERE segment = 1")
    told = _problems(path)
    assert "the list of systems lacks south; what it lacks stands at its end" in told
    assert "segment number 1, A: the tokens that annotations count in cannot be read" in told
    assert "segment number 1, A: the analysis that the input brought cannot be read" in told
    assert "segment number 1, A: the frames that the input brought cannot be read" in told
    with Project(path) as project:
        assert not project.damage
        assert project.corpus().systems == ("north", "soXth", "south")


def test_the_log_of_a_killed_program_is_read_too(path: Path) -> None:
    """The last edits are in the log beside the file; damage elsewhere does not lose them."""
    script = (
        "import os, sys; from pathlib import Path; from meantree.project.file import Project;"
        "from meantree.project.annotation import *;"
        "p = Project(Path(sys.argv[1]));"
        "p.save(AnnotationKey('d0/0', 'south', 'A', 'eva'), Annotation(comment='kept'), 'edit');"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    log = path.with_name(f"{path.name}-wal")
    assert log.stat().st_size
    data = bytearray(path.read_bytes())
    place = data.rindex(b"Quelle")
    data[place - 40 : place] = os.urandom(40)
    path.write_bytes(data)
    before = path.read_bytes(), log.read_bytes()
    with Project(path) as project:
        assert project.damage
        (found,) = project.annotations("eva").values()
        assert found.comment == "kept"
    assert (path.read_bytes(), log.read_bytes()) == before
