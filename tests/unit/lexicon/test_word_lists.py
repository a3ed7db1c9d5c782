"""Word lists that ship as text files."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.lexicon import word_lists
from meantree_resources import resource

LISTS = sorted(resource(word_lists.FOLDER).rglob("*.txt"))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_that_a_list_says_what_it_is_and_has_rows_of_one_length(path: Path) -> None:
    about, source, *_ = path.read_text(encoding="utf-8").splitlines()
    assert about.startswith("# ")
    assert source.startswith("# Source: ")
    assert "Licence: " in source
    rows = word_lists.rows(f"{path.parent.name}/{path.stem}")
    assert len({len(row) for row in rows}) == 1
    assert len(rows) == len(set(rows))
    assert all(cell.strip(" ") for row in rows for cell in row)


def test_that_rows_are_also_words_and_partners() -> None:
    assert word_lists.rows("planting/opposites")[0] == ("able", "unable")
    assert "able" in word_lists.words("planting/opposites")
    assert word_lists.partners("planting/opposites")["good"] == ("bad",)
