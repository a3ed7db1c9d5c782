"""What a killed program left beside a project is applied to the file that it belongs to, and to no other."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from helpers.leftovers import leave_journal, leave_log
from helpers.sharing import content, make_project
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.project.file import Project

KEY = AnnotationKey("d/1", "b", "A", "ann")


def _edit(path: Path, *comments: str) -> None:
    with Project(path) as project:
        for comment in comments:
            project.save(KEY, Annotation(comment=comment), "edit")


def _raise_count(path: Path, count: int) -> None:
    """Edit a project until SQLite's counter is this one."""
    with Project(path) as project:
        for number in range(count):
            if int.from_bytes(path.read_bytes()[24:28], "big") >= count:
                return
            project.save(KEY, Annotation(comment=f"other {number}"), "edit")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.meantree"
    make_project(path)
    _edit(path, "first")
    shutil.copyfile(path, tmp_path / "older.meantree")
    _edit(path, "second")
    return path


@pytest.fixture
def left(path: Path, tmp_path: Path) -> Path:
    """A project whose program was killed amid an edit."""
    left = tmp_path / "left.meantree"
    leave_journal(path, left)
    with closing(sqlite3.connect(f"{left.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() != ("ok",), "it is written in part"
    return left


def _asides(path: Path) -> list[str]:
    return sorted(one.name.removeprefix(path.name) for one in path.parent.glob(f"{path.name}-*"))


@pytest.mark.parametrize("is_header_written", [False, True])
def test_an_edit_that_was_cut_off_is_undone(path: Path, tmp_path: Path, *, is_header_written: bool) -> None:
    left = tmp_path / "left.meantree"
    leave_journal(path, left, is_header_written=is_header_written)
    with Project(left) as project:
        assert (project.damage, project.problems) == ("", ())
    assert content(left) == content(path)
    assert _asides(left) == []


def _older(path: Path, _other: Path) -> None:
    shutil.copyfile(path.with_name("older.meantree"), path)


def _newer(path: Path, _other: Path) -> None:
    _edit(path, "third")


def _same_count(path: Path, left: Path) -> None:
    _raise_count(path, int.from_bytes(left.read_bytes()[24:28], "big") + 1)


def _of_another(path: Path, left: Path) -> None:
    path.unlink()
    make_project(path)
    _same_count(path, left)


def _with_a_log(path: Path, _left: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")


@pytest.mark.parametrize("backup", [_older, _newer, _same_count, _of_another, _with_a_log])
@pytest.mark.parametrize("put", [shutil.copyfile, lambda source, target: Path(source).replace(target)])
@pytest.mark.parametrize("reads", [Path("before"), None])
def test_a_backup_put_over_a_killed_project_is_whole(
    tmp_path: Path,
    path: Path,
    left: Path,
    backup: Callable[[Path, Path], None],
    put: Callable[[Path, Path], object],
    reads: Path | None,
) -> None:
    saved = tmp_path / "saved.meantree"
    shutil.copyfile(path, saved)
    backup(saved, left)
    expected = content(saved)
    put(saved, left)
    with Project(left, passing=reads is None) as project:
        assert not project.damage
        if reads is not None:
            project.save(AnnotationKey("d/0", "b", "A", "eva"), Annotation(), "edit")
        (note,) = project.problems
        assert note.is_note
        assert "left.meantree-journal-not-applied-1" in note.message
    assert _asides(left) == ["-journal-not-applied-1"]
    if reads is None:
        assert content(left) == expected
    else:
        assert len(set(expected) - set(content(left))) <= 2


def test_the_state_before_the_edit_stays_what_it_is(path: Path, left: Path) -> None:
    """The journal belongs to it, and changes nothing."""
    shutil.copyfile(path, left)
    with Project(left, passing=True) as project:
        assert (project.damage, project.problems) == ("", ())
    assert content(left) == content(path)


def test_another_backup_sets_another_journal_aside(path: Path, left: Path) -> None:
    journal = Path(f"{left}-journal").read_bytes()
    for number in (1, 2):
        Path(f"{left}-journal").write_bytes(journal)
        shutil.copyfile(path.with_name("older.meantree"), left)
        with Project(left, passing=True) as project:
            assert not project.damage
        assert len(_asides(left)) == number


@pytest.mark.parametrize("size", [0, 20, 600, 5000])
def test_a_journal_without_its_beginning_changes_nothing(path: Path, left: Path, size: int) -> None:
    """Of an edit that was cut off before anything was written to the file."""
    journal = Path(f"{left}-journal")
    data = bytearray(journal.read_bytes()[:size])
    data[8:12] = bytes(min(4, max(0, size - 8)))
    journal.write_bytes(data)
    _edit(path, "third")
    shutil.copyfile(path, left)
    expected = content(left)
    with Project(left, passing=True) as project:
        assert (project.damage, project.problems) == ("", ())
    assert content(left) == expected


def test_a_journal_that_has_no_first_page_is_not_applied(path: Path, left: Path) -> None:
    journal = Path(f"{left}-journal")
    data = bytearray(journal.read_bytes())
    sector = int.from_bytes(data[20:24], "big")
    data[sector : sector + 4] = (2).to_bytes(4, "big")
    journal.write_bytes(data)
    shutil.copyfile(path, left)
    with Project(left, passing=True) as project:
        assert "this cannot be decided" in project.problems[0].message
    assert content(left) == content(path)


def test_a_journal_of_another_program_stays(tmp_path: Path, left: Path) -> None:
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE x (y)")
    shutil.copyfile(other, left)
    journal = Path(f"{left}-journal").read_bytes()
    with pytest.raises(Exception, match="of another program"):
        Project(left)
    assert (left.read_bytes(), Path(f"{left}-journal").read_bytes()) == (other.read_bytes(), journal)


def test_a_log_of_another_file_is_not_applied(path: Path, tmp_path: Path) -> None:
    old, backup = tmp_path / "old.meantree", tmp_path / "backup.meantree"
    shutil.copyfile(path, backup)
    leave_log(path, old)
    expected = content(backup)
    shutil.copyfile(backup, old)
    kept = tmp_path / "old.meantree-wal-not-applied-1"
    kept.write_bytes(b"of an earlier time")
    with Project(old, passing=True) as project:
        assert "old.meantree-wal-not-applied-2" in str(project.problems)
    assert content(old) == expected
    assert kept.read_bytes() == b"of an earlier time"


def _stranger(tmp_path: Path, ending: str) -> tuple[Path, Path]:
    """A backup that lies beside what another file's program left, and that backup."""
    old, backup = tmp_path / "old.meantree", tmp_path / "backup.meantree"
    shutil.copyfile(tmp_path / "x.meantree", backup)
    if ending == "-wal":
        leave_log(tmp_path / "x.meantree", old)
    else:
        leave_journal(tmp_path / "x.meantree", old)
        _same_count(backup, old)
    shutil.copyfile(backup, old)
    return old, backup


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
@pytest.mark.parametrize("why", ["cannot be written to", "several names"])
def test_a_backup_that_cannot_be_written_is_whole_beside_a_strangers_journal(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str, why: str
) -> None:
    old, backup = _stranger(path.parent, ending)
    if why == "several names":
        (tmp_path / "second").hardlink_to(old)
    else:  # root may write everywhere
        monkeypatch.setattr(os, "access", lambda *_args: False)
    left = Path(f"{old}{ending}").read_bytes()
    rows = [line for line in content(backup) if line.startswith("INSERT") and "sqlite_sequence" not in line]
    with Project(old) as project:
        assert project.is_whole
        assert set(rows) <= set(project._connection.iterdump())
        assert why in project.damage
        (note,) = project.problems
        assert note.is_note
        assert f"old.meantree{ending} does not belong" in note.message
    assert Path(f"{old}{ending}").read_bytes() == left
    assert content(old) == content(backup)


def test_a_log_of_the_same_file_is_read_where_nothing_can_be_written(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.meantree"
    leave_log(path, old)
    monkeypatch.setattr(os, "access", lambda *_args: False)
    with Project(old) as project:
        assert (project.is_whole, project.problems) == (True, ())
        assert project.corpus().name == "logged"
