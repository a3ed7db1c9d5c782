"""Files and folders are written wholly or not at all; which ones are open as databases."""

from __future__ import annotations

import errno
import os
import re
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from meantree.corpus.formats.raw_file import load
from meantree.errors import InputError, UsageError
from meantree.files import (
    LONGEST_NAME,
    atomic_path,
    count_connections,
    file_identity,
    is_open_database,
    new_folder,
    proposed_name,
    write_text,
)
from meantree.metrics.registry import metric

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def fail(_descriptor: int) -> None:
    raise FULL


def test_a_text_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text in ("one\r\nä\u2028", "two\n", ""):
        write_text(path, text)
        assert path.read_bytes() == text.encode()
    assert list(tmp_path.iterdir()) == [path]
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(_plain(tmp_path).stat().st_mode)


def _plain(folder: Path) -> Path:
    path = folder / "plain"
    path.touch()
    return path


KILLED = """
import os, signal, sys
from pathlib import Path
from meantree.files import write_parts

def parts():
    yield b"new " * 100_000
    os.kill(os.getpid(), signal.SIGKILL)

write_parts(Path(sys.argv[1]), parts())
"""


@pytest.mark.skipif(os.name == "nt", reason="no such signal there")
@pytest.mark.parametrize("old", [b"old", None])
def test_a_killed_program_leaves_the_old_file_and_a_folder_that_the_next_deletes(
    tmp_path: Path, old: bytes | None
) -> None:
    path = tmp_path / "a.pdf"
    if old is not None:
        path.write_bytes(old)
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert (path.read_bytes() if path.exists() else None) == old
    left = [one for one in tmp_path.iterdir() if one != path]
    assert [one.name.startswith(".meantree-unfinished-") for one in left] == [True]
    write_text(path, "whole")
    assert left[0].exists(), "another program may be about to lock it"
    os.utime(left[0], (0, 0))
    write_text(path, "whole")
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


def test_the_folder_of_a_file_that_is_being_written_stays(tmp_path: Path) -> None:
    path, other = tmp_path / "a.txt", tmp_path / ".meantree-unfinished"
    other.mkdir()
    with atomic_path(path) as temporary:
        for folder in (temporary.parent, other):
            os.utime(folder, (0, 0))
        write_text(tmp_path / "b.txt", "b")
        temporary.write_text("a")
    assert sorted(one.name for one in tmp_path.iterdir()) == [other.name, "a.txt", "b.txt"]


def test_permissions_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "b.txt"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to("a.txt")
    write_text(link, "new")
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_link_to_what_is_not_there_yet(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("made")
    write_text(tmp_path / "link", "new")
    assert (tmp_path / "made").read_text(encoding="utf-8") == "new"


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(UsageError, match=r"a\.txt: the disk is full; nothing was written$"):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_device() -> None:
    with pytest.raises(UsageError, match=r"^/dev/full: the disk is full"):
        write_text(Path("/dev/full"), "x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes")
def test_a_pipe_takes_what_comes(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_text(pipe, "through")
    reader.join()
    assert found == ["through"]
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none/a.txt", "the folder .*none does not exist"),
        ("file/a.txt", "the folder .*file does not exist"),
        ("", "is a folder, expected a file"),
        ("n" * 300, "cannot be written to"),
    ],
)
def test_what_cannot_be_written_is_told(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=message):
        write_text(tmp_path / name, "x")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write everything")
def test_a_folder_that_must_not_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(UsageError, match="cannot be written to"):
        write_text(tmp_path / "a.txt", "x")


def test_a_read_only_file_system_is_named_for_new_and_old_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    old = tmp_path / "old.txt"
    old.touch()
    for name in ("open", "mkdir"):
        monkeypatch.setattr(os, name, refuse)
    monkeypatch.setattr(os, "access", lambda *_arguments: False)
    for path in (old, tmp_path / "new.txt"):
        with pytest.raises(UsageError, match=r"Read-only file system"):
            write_text(path, "x")


def test_a_folder_is_there_when_it_is_whole(tmp_path: Path) -> None:
    with atomic_path(tmp_path / "made") as made:
        made.mkdir()
        (made / "a").touch()
        assert not (tmp_path / "made").exists()
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), ValueError(), FULL])
def test_nothing_is_left_of_half_a_folder(tmp_path: Path, fault: BaseException) -> None:
    def make() -> None:
        with atomic_path(tmp_path / "made") as made:
            made.mkdir()
            (made / "a").touch()
            raise fault

    with pytest.raises((type(fault), UsageError)):
        make()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write everything")
def test_a_protected_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o400)
    with pytest.raises(UsageError, match="protected"):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("name", ["link", "y.txt", "a.MEANTREE", "p.bak"])
def test_a_project_of_any_name_is_never_written_over(tmp_path: Path, name: str) -> None:
    """Its head says so, or what a link leads to."""
    path = tmp_path / name
    content = b"SQLite format 3\0 and more" if name == "p.bak" else b"work"
    (tmp_path / "real.meantree").write_bytes(content)
    if name in ("link", "y.txt"):
        path.symlink_to("real.meantree")
    else:
        path.write_bytes(content)
    with pytest.raises(UsageError, match="is a project"):
        write_text(path, "scores")
    assert path.read_bytes() == content


def test_proposed_names() -> None:
    assert proposed_name("news/3", "hwcm", "north") == "news-3-hwcm-north"
    assert proposed_name("", "../..", "") == "meantree"
    assert proposed_name("con") == "_con"
    assert proposed_name("Über 中文", "ter:norm") == "Über-中文-ter-norm"


@given(st.lists(st.text(), max_size=4))
@example(["../../etc/passwd"])
@example(["C:\\nul", "a\x00b\u202e"])
@example(["中" * 300])
@example([".hidden."])
def test_proposed_names_lead_nowhere_and_fit(parts: list[str]) -> None:
    name = proposed_name(*parts)
    assert re.fullmatch(r"\w[\w.-]*", name)
    assert len(name.encode("utf-8", "ignore")) <= LONGEST_NAME
    assert not name.endswith(".")
    assert proposed_name(name) == name or name.startswith("_")


def test_a_database_is_open_until_its_last_connection_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "x.meantree"
    file.touch()
    identity = file_identity(file)
    assert identity is not None
    assert not is_open_database(file)
    assert count_connections(identity, 1) == 1
    assert is_open_database(file)
    assert count_connections(identity, -1) == 0
    assert not is_open_database(file)


@pytest.mark.parametrize("name", [".", "/", "", "..", "-wal"])
def test_a_path_without_a_name_is_none(name: str) -> None:
    assert not is_open_database(Path(name))


@pytest.mark.parametrize("name", [".", "/", ""])
def test_a_folder_is_told(name: str) -> None:
    with pytest.raises(InputError, match="is a folder, expected a file"):
        load(Path(name))


@pytest.mark.parametrize("spec", ["bleu-r:weights=", "bleu-r:weights=/", "hmeant:weights=.", "hmeant:weights="])
def test_a_folder_is_no_file_of_weights(spec: str) -> None:
    with pytest.raises((InputError, UsageError), match=r"is a folder, expected a file|weights="):
        metric(spec)


def _fail_in(folder: Path, content: str) -> None:
    with new_folder(folder):
        if content:
            (folder / "x").write_text(content)
        raise UsageError("the disk is full")


def test_new_folders_that_stay_empty_are_removed(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for name, content in (("old/a/b", ""), ("old", ""), ("c/d", "x")):
        with pytest.raises(UsageError, match="full"):
            _fail_in(tmp_path / name, content)
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")) == ["c", "c/d", "c/d/x", "old"]
    with new_folder(tmp_path / "old/a/b"):
        pass
    assert (tmp_path / "old/a/b").is_dir()
    with pytest.raises(UsageError, match=r"cannot create the folder .*: Not a directory"):
        _fail_in(tmp_path / "c/d/x/e", "")
