"""Which files are open as databases here."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.corpus.formats.raw_file import load
from meantree.errors import InputError, UsageError
from meantree.metrics.registry import metric
from meantree.open_databases import file_identity, is_open_database, register, unregister


@pytest.mark.parametrize("name", ["", "-wal", "-shm"])
def test_a_database_is_held_with_what_lies_beside_it(tmp_path: Path, name: str) -> None:
    file = tmp_path / "x.meantree"
    file.touch()
    beside = tmp_path / f"x.meantree{name}"
    assert not is_open_database(beside)
    register(file_identity(file))
    assert is_open_database(beside)
    unregister(file_identity(file))
    assert not is_open_database(beside)


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
