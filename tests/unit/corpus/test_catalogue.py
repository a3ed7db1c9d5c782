"""Which files of a folder are opened together."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.corpus.formats.catalogue import files_in
from meantree.errors import InputError


def _folder(path: Path, *names: str) -> Path:
    for name in names:
        text = "system score seg_id\nA 1 1\n" if "seg-scores" in name else "75 0.04 1688 A.21 A\n"
        (path / name).write_text(text, encoding="utf-8")
    return path


def test_versions_and_what_people_said_of_them(tmp_path: Path) -> None:
    names = ("hyp.A.en", "mqm-avg-seg-scores.tsv", "ref.A.en", "src.zh")
    folder = _folder(tmp_path, *names, ".hidden", "notes.md", "old.meantree")
    assert [path.name for path in files_in(folder)] == list(names)


def test_a_table_without_a_known_header_is_no_version(tmp_path: Path) -> None:
    """Its name says that it is of systems, which is no role of it."""
    folder = _folder(tmp_path, "hyp.A.en", "da-sys-ranking.csv")
    assert [path.name for path in files_in(folder)] == ["hyp.A.en"]
    (folder / "hyp.B.tsv").write_text("id\thypothesis\n1\tx\n", encoding="utf-8")
    assert [path.name for path in files_in(folder)] == ["hyp.A.en", "hyp.B.tsv"]


def test_a_file_is_itself_and_an_empty_folder_is_told(tmp_path: Path) -> None:
    assert files_in(tmp_path / "x.txt") == [tmp_path / "x.txt"]
    with pytest.raises(InputError, match="the folder has no files"):
        files_in(tmp_path)
