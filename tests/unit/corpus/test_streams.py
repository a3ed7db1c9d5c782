"""Pipes, sockets, devices."""

from __future__ import annotations

import os
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from meantree.corpus.formats import FileRole, InputFile, read_corpus, sniff, streams
from meantree.corpus.formats.decode import load
from meantree.errors import InputError

Write = Callable[[str, str | bytes], Path]
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
    monkeypatch.setattr(streams, "WRITER_SECONDS", 0.3)
    with writing(pipe, b"one\n", b"two\n", pause=0.5, late=0.1):
        assert load(pipe).data == b"one\ntwo\n"


def test_a_pipe_without_writer_is_no_endless_wait(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "WRITER_SECONDS", 0.2)
    with pytest.raises(InputError, match="is a pipe into which nobody writes"):
        load(pipe)


def test_no_more_is_read_than_asked_for(pipe: Path) -> None:
    with writing(pipe, b"x" * 1_000):
        assert streams.read_bytes(pipe, 100) == b"x" * 100


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


@pytest.mark.parametrize("name", ["/dev/zero", "/dev/null"])
def test_a_device(name: str) -> None:
    with pytest.raises(InputError, match="is a device, expected a file"):
        load(Path(name))


def test_a_file_of_the_system_without_an_end() -> None:
    """Such as /proc/kmsg, which has more to say later; here the end of a pipe that does not wait."""
    out, into = os.pipe()
    os.set_blocking(out, False)
    os.write(into, b"abc")
    with os.fdopen(out, "rb", buffering=0) as stream, os.fdopen(into, "wb"):
        assert streams._read(stream, 2) == b"ab"
        with pytest.raises(OSError, match="never ends"):
            streams._read(stream, 10)


def test_memory_is_taken_for_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    tracemalloc.start()
    try:
        assert streams.read_bytes(tmp_path / "x", 1 << 30) == b"abc"
        assert tracemalloc.get_traced_memory()[1] < 1 << 23
    finally:
        tracemalloc.stop()
