"""Which files are open as databases here."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.corpus.formats.decode import load
from meantree.errors import InputError, UsageError
from meantree.held import hold, is_held, let_go, place_of
from meantree.metrics.registry import metric


@pytest.mark.parametrize("name", ["", "-wal", "-shm"])
def test_a_database_is_held_with_what_lies_beside_it(tmp_path: Path, name: str) -> None:
    file = tmp_path / "x.meantree"
    file.touch()
    beside = tmp_path / f"x.meantree{name}"
    assert not is_held(beside)
    hold(place_of(file))
    assert is_held(beside)
    let_go(place_of(file))
    assert not is_held(beside)


@pytest.mark.parametrize("name", [".", "/", "", "..", "-wal"])
def test_a_path_without_a_name_is_none(name: str) -> None:
    assert not is_held(Path(name))


@pytest.mark.parametrize("name", [".", "/", ""])
def test_a_folder_is_told(name: str) -> None:
    with pytest.raises(InputError, match="is a folder, expected a file"):
        load(Path(name))


@pytest.mark.parametrize("spec", ["bleu-r:weights=", "bleu-r:weights=/", "hmeant:weights=.", "hmeant:weights="])
def test_a_folder_is_no_file_of_weights(spec: str) -> None:
    with pytest.raises((InputError, UsageError), match=r"is a folder, expected a file|weights="):
        metric(spec)
