"""Encodings, line ends and sizes."""

from __future__ import annotations

import codecs
import os
import socket
import threading
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from helpers.input_files import Write
from meantree.corpus.formats import FileRole, InputFile, raw_file, read_corpus, sniff
from meantree.corpus.formats.raw_file import MAX_FILE_BYTES, LineIndex, load
from meantree.errors import InputError


@pytest.mark.parametrize(
    ("data", "encoding", "expected"),
    [
        pytest.param(b"a\nb\n", None, ["a", "b"], id="LF, the last line end makes no segment"),
        pytest.param(b"a\r\nb\r\n", None, ["a", "b"], id="CRLF"),
        pytest.param(b"a\rb\r", None, ["a", "b"], id="CR of old Macs"),
        pytest.param(b"a\n\nb", None, ["a", "", "b"], id="empty lines are segments"),
        pytest.param(b"\n", None, [""], id="one empty segment"),
        pytest.param(
            "a\u2028b\x0bc\x85d\x1ee\n".encode(), None, ["a\u2028b\x0bc\x85d\x1ee"], id="other separators stay"
        ),
        pytest.param(codecs.BOM_UTF8 + "é\n".encode(), None, ["é"], id="UTF-8 with mark"),
        pytest.param(codecs.BOM_UTF8 + "é\n".encode(), "utf-8", ["é"], id="UTF-8 with mark, encoding named"),
        pytest.param("é\nb".encode("utf-16"), None, ["é", "b"], id="UTF-16 by its mark"),
        pytest.param("é\nb".encode("utf-32"), None, ["é", "b"], id="UTF-32, whose mark begins like UTF-16's"),
        pytest.param(b"caf\xe9\n", "latin-1", ["café"], id="encoding named"),
    ],
)
def test_lines(write: Write, data: bytes, encoding: str | None, expected: list[str]) -> None:
    assert load(write("x.txt", data), encoding).lines() == expected


@pytest.mark.parametrize(
    ("data", "encoding", "line", "parts"),
    [
        pytest.param(
            b"a\r\nb\ncaf\xe9 x\n", None, 3, ("byte 8", "E9", "UTF-8", "encoding, for example latin-1"), id="not UTF-8"
        ),
        pytest.param(b"a\nb\0c\n", None, 2, ("zero byte", "binary"), id="zero byte in text"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0\xff", None, 1, ("binary",), id="a picture"),
        pytest.param(codecs.BOM_UTF16_LE + b"a\0b", None, 1, ("UTF-16",), id="half a character of UTF-16"),
        pytest.param(b"", None, None, ("empty",), id="no bytes"),
        pytest.param(codecs.BOM_UTF8, None, None, ("empty",), id="a mark alone"),
        pytest.param(b"abc", "klingon", None, ("klingon",), id="unknown encoding"),
        pytest.param(b"abc", "rot13", None, ("rot13",), id="a codec that is no text encoding"),
        pytest.param(b"abc\xff", "ascii", 1, ("byte 3", "ASCII"), id="named encoding does not fit"),
    ],
)
def test_unreadable(write: Write, data: bytes, encoding: str | None, line: int | None, parts: tuple[str, ...]) -> None:
    path = write("x.txt", data)
    with pytest.raises(InputError) as raised:
        load(path, encoding).lines()
    problem = raised.value.problem
    assert (problem.path, problem.line) == (path, line)
    assert all(part in problem.message for part in parts), problem.message


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("absent.txt", "no such file"),
        (".", "is a folder"),
        ("a\0b", "null"),
        ("/dev/zero", "is a device, expected a file"),
        ("/dev/null", "is a device, expected a file"),
    ],
)
def test_what_is_no_file(tmp_path: Path, name: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        load(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may read everything")
def test_forbidden_file(write: Write) -> None:
    path = write("x.txt", "text")
    path.chmod(0)
    with pytest.raises(InputError, match="permission denied"):
        load(path)


def test_huge_file(write: Write) -> None:
    path = write("x.txt", "text")
    os.truncate(path, MAX_FILE_BYTES + 1)  # sparse: takes no room
    with pytest.raises(InputError, match="larger than 1 GiB"):
        load(path)


def test_line_index() -> None:
    index = LineIndex("ab\n\nc")
    assert [index.line(offset) for offset in range(5)] == [1, 1, 1, 2, 3]


pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "hyp.one.en"
    os.mkfifo(path)
    return path


@contextmanager
def writing(pipe: Path, *pieces: bytes, pause: float = 0.0, late: float = 0.0) -> Iterator[None]:
    def write() -> None:
        time.sleep(late)
        with pipe.open("wb", buffering=0) as stream:
            for piece in pieces:
                time.sleep(pause)
                stream.write(piece)

    writer = threading.Thread(target=write)
    writer.start()
    yield
    writer.join()


def test_a_pipe_is_read_to_its_end(pipe: Path) -> None:
    data = b"one\n" * 100_000
    with writing(pipe, data, b"two\n"):
        assert load(pipe).data == data + b"two\n"


def test_a_slow_writer_is_waited_for(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_file, "WRITER_SECONDS", 0.3)
    with writing(pipe, b"one\n", b"two\n", pause=0.5, late=0.1):
        assert load(pipe).data == b"one\ntwo\n"


def test_a_pipe_without_writer_is_no_endless_wait(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_file, "WRITER_SECONDS", 0.2)
    with pytest.raises(InputError, match="is a pipe"):
        load(pipe)


def test_no_more_is_read_than_asked_for(pipe: Path) -> None:
    with writing(pipe, b"x" * 1_000):
        assert raw_file.read_bytes(pipe, 100) == b"x" * 100


def test_a_pipe_is_read_once_whatever_looks_at_it(pipe: Path, write: Write) -> None:
    ref = write("ref.en", "one\ntwo\n")
    with writing(pipe, b"one\ntwo\n"):
        assert sniff(pipe) == "text"
        files = [InputFile(pipe), InputFile(pipe, FileRole.REFERENCE, "again"), InputFile(ref)]
        first, second = read_corpus(files).segments
    assert first.hypotheses["one"].text == first.references["again"].text == "one"
    assert second.hypotheses["one"].text == second.references["again"].text == "two"


def test_a_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        with pytest.raises(InputError, match="is a socket, expected a file"):
            load(Path("s"))


def test_a_file_of_the_system_without_an_end() -> None:
    """Such as /proc/kmsg, which has more to say later; here the end of a pipe that does not wait."""
    out, into = os.pipe()
    os.set_blocking(out, False)
    os.write(into, b"abc")
    with os.fdopen(out, "rb", buffering=0) as stream, os.fdopen(into, "wb"):
        assert raw_file._read(stream, 2) == b"ab"
        with pytest.raises(OSError, match="never ends"):
            raw_file._read(stream, 10)


def test_memory_is_taken_for_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    tracemalloc.start()
    try:
        assert raw_file.read_bytes(tmp_path / "x", 1 << 30) == b"abc"
        assert tracemalloc.get_traced_memory()[1] < 1 << 23
    finally:
        tracemalloc.stop()
