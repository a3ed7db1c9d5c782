"""Damaged or incomplete models of users: one message that names the file. ``test_shipped`` has those that ship."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.encoder.encoder import Encoder
from meantree.analysis.parsers import Parsers
from meantree.errors import UsageError
from meantree_resources import resource


@pytest.mark.pipeline
@pytest.mark.parametrize(
    "content",
    [b"\xc4", b"\x93\x01\x02\x03", b"\x81\xa1\x61\xff", b"\x05", b""],
    ids=["truncated", "list", "mapping", "number", "empty"],
)
def test_a_damaged_pipeline_of_the_user_is_a_message(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "own"
    shutil.copytree(resource("models/en_meantree"), folder)
    (folder / "vocab").mkdir()
    (folder / "vocab/lookups.bin").write_bytes(content)
    with pytest.raises(UsageError, match=r"cannot load the spaCy pipeline '.*own': ") as raised:
        load_analyser(Parsers(str(folder)))
    assert "reinstall" not in str(raised.value)


@pytest.mark.parametrize(
    ("lines", "end", "message"),
    [
        (-1, b"\n", r"found 30,521 pieces, expected as many as trunk.onnx beside it has"),
        (-30_000, b"\n", r"found 522 pieces, expected as many as"),
        (None, b"\n##more\n", r"found 30,523 pieces"),
        (None, b"", r"found an incomplete last line"),
        (None, b"\n\xff\n", r"found no text"),
    ],
    ids=["one less", "many less", "one more", "cut", "no text"],
)
def test_pieces_of_another_encoder_are_refused(tmp_path: Path, lines: int | None, end: bytes, message: str) -> None:
    shipped = resource("models/en_meantree/encoder")
    (tmp_path / "trunk.onnx").symlink_to(shipped / "trunk.onnx")
    pieces = (shipped / "pieces.txt").read_bytes().splitlines()[:lines]
    (tmp_path / "pieces.txt").write_bytes(b"\n".join(pieces) + end)
    with pytest.raises(ValueError, match=rf"pieces.txt: {message}"):
        Encoder(tmp_path)
