"""Damaged or incomplete model files: one message that names the file, and what to do."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import meantree_resources
from meantree.analysis import analyser, bundled_parser, pipeline, role_labeller, roles
from meantree.analysis.analyser import load_analyser
from meantree.analysis.bundled_parser import load_bundled_parser
from meantree.analysis.encoder import encoder
from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.parsers import Parsers
from meantree.analysis.pipeline import bundled_fingerprint
from meantree.analysis.role_labeller import load_role_labeller
from meantree.analysis.roles import rolesets
from meantree.errors import UsageError
from meantree_resources import resource

CACHED = (
    analyser._load,
    encoder._load,
    encoder._shipped,
    bundled_parser.load_bundled_parser,
    role_labeller.load_role_labeller,
    roles.rolesets,
    pipeline.bundled_fingerprint,
)


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the shipped models, which are loaded instead of them."""
    root = tmp_path / "resources"
    for source in sorted(resource("models").rglob("*")):
        copy = root / "models" / source.relative_to(resource("models"))
        if source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.symlink_to(source)
    monkeypatch.setattr(meantree_resources, "_ROOT", root)
    for cached in CACHED:
        cached.cache_clear()
    yield root / "models"
    monkeypatch.undo()
    for cached in CACHED:
        cached.cache_clear()


def _replace(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


def _cut(path: Path, share: float) -> None:
    content = path.read_bytes()
    _replace(path, content[: int(len(content) * share)])


def _without_last_lines(path: Path, number: int) -> None:
    _replace(path, b"".join(path.read_bytes().splitlines(keepends=True)[:-number]))


@pytest.mark.pipeline
@pytest.mark.parametrize(
    "content",
    [b"\xc4", b"\x93\x01\x02\x03", b"\x81\xa1\x61\xff", b"\x05", b""],
    ids=["truncated", "list", "mapping", "number", "empty"],
)
def test_a_damaged_vocabulary_of_the_pipeline_is_a_message(models: Path, content: bytes) -> None:
    path = models / "en_meantree/vocab/lookups.bin"
    _replace(path, content)
    with pytest.raises(UsageError) as raised:
        list(load_analyser().analyse(["A text."]))
    assert re.match(
        r"cannot load the spaCy pipeline 'en_meantree': .*en_meantree.*; reinstall Meantree$", str(raised.value)
    )


@pytest.mark.pipeline
def test_a_damaged_pipeline_of_the_user_is_a_message(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(resource("models/en_meantree"), folder)
    (folder / "vocab/lookups.bin").write_bytes(b"\x05")
    with pytest.raises(UsageError, match=r"cannot load the spaCy pipeline '.*own': ") as raised:
        load_analyser(Parsers(str(folder)))
    assert "reinstall" not in str(raised.value)


@pytest.mark.parametrize("content", ["", '{"name": "en', "[]", "[1]", "{}", '"en"'])
def test_a_damaged_meta_json_is_named(models: Path, content: str) -> None:
    for name, load in (
        ("en_constituency", load_bundled_parser),
        ("en_roles", rolesets),
        ("en_roles", load_role_labeller),
        ("en_meantree", bundled_fingerprint),
    ):
        path = models / name / "meta.json"
        intact = path.read_bytes()
        _replace(path, content.encode())
        with pytest.raises(UsageError, match=r"^cannot load .*meta.json: found no .*; reinstall Meantree$") as raised:
            load()
        assert str(path) in str(raised.value)
        _replace(path, intact)


@pytest.mark.parametrize("lines", [1, 100, 30_000])
def test_truncated_pieces_are_refused(models: Path, lines: int) -> None:
    _without_last_lines(models / "en_meantree/encoder/pieces.txt", lines)
    with pytest.raises(
        UsageError, match=r"pieces.txt: found [\d,]+ pieces, expected as many as .*; reinstall Meantree"
    ):
        load_bundled_parser()
    with pytest.raises(UsageError, match=r"^cannot load the encoder: .*pieces.txt: .*; reinstall Meantree"):
        load_encoder()


def test_pieces_cut_within_a_line_and_further_ones_are_refused(models: Path) -> None:
    path = models / "en_meantree/encoder/pieces.txt"
    intact = path.read_bytes()
    _replace(path, intact[:-1])
    with pytest.raises(UsageError, match=r"pieces.txt: found an incomplete last line"):
        load_bundled_parser()
    _replace(path, intact + b"##more\n")
    with pytest.raises(UsageError, match=r"pieces.txt: found 30,523 pieces"):
        load_bundled_parser()
    _replace(path, intact + b"\xff\n")
    with pytest.raises(UsageError, match=r"pieces.txt: found no text"):
        load_bundled_parser()


def test_truncated_rolesets_are_refused(models: Path) -> None:
    path = models / "en_roles/rolesets.tsv"
    intact = path.read_bytes()
    assert len(rolesets()) == json.loads((models / "en_roles/meta.json").read_text())["rolesets"]
    rolesets.cache_clear()
    _without_last_lines(path, 1)
    with pytest.raises(UsageError, match=r"rolesets.tsv: found 11,199 rolesets, expected 11,200; reinstall Meantree"):
        rolesets()
    with pytest.raises(UsageError, match=r"rolesets.tsv: found 11,199 rolesets"):
        load_role_labeller()
    _replace(path, intact[:-3])
    with pytest.raises(UsageError, match=r"rolesets.tsv: found an incomplete last line"):
        rolesets()
    _replace(path, intact.replace(b"\t", b" ", 5))
    with pytest.raises(UsageError, match=r"rolesets.tsv: found a line that is no roleset"):
        rolesets()


@pytest.mark.parametrize("share", [0.0, 0.5, 0.999])
def test_truncated_weights_of_rolesets_are_named(models: Path, share: float) -> None:
    _cut(models / "en_roles/senses.npz", share)
    with pytest.raises(UsageError, match=r"senses.npz: found no weights of rolesets .*; reinstall Meantree"):
        load_role_labeller()


def test_flipped_bits_in_weights_of_rolesets_are_named(models: Path) -> None:
    path = models / "en_roles/senses.npz"
    content = bytearray(path.read_bytes())
    for place in range(1000, len(content), len(content) // 20):
        content[place] ^= 0x55
    _replace(path, bytes(content))
    with pytest.raises(UsageError, match=r"senses.npz: found .*; reinstall Meantree"):
        load_role_labeller()
