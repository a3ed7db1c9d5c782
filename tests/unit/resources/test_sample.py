"""The sample project holds what its notes promise."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from meantree_resources import resource

HEADER = ["id", "document", "source", "reference:A", "reference:B", "hypothesis:north", "hypothesis:south"]


@pytest.fixture(scope="module")
def rows() -> list[dict[str, str]]:
    lines = resource("sample/sample.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == HEADER
    return [dict(zip(HEADER, line.split("\t"), strict=True)) for line in lines[1:]]


def test_three_documents_of_ten_segments(rows: list[dict[str, str]]) -> None:
    assert Counter(row["document"] for row in rows) == {"news": 10, "life": 10, "science": 10}
    assert len({(row["document"], row["id"]) for row in rows}) == 30


def test_only_the_second_reference_may_lack(rows: list[dict[str, str]]) -> None:
    assert all(row[column] for row in rows for column in HEADER if column != "reference:B")
    assert sum(bool(row["reference:B"]) for row in rows) == 15


def test_cells_are_plain_text(rows: list[dict[str, str]]) -> None:
    assert all(cell == cell.strip() and '"' not in cell for row in rows for cell in row.values())


def test_lengths_reach_from_three_to_sixty_words(rows: list[dict[str, str]]) -> None:
    lengths = [len(row["reference:A"].split()) for row in rows]
    assert (min(lengths), max(lengths)) == (3, 60)


def test_both_systems_have_a_perfect_match(rows: list[dict[str, str]]) -> None:
    assert all(any(row[system] == row["reference:A"] for row in rows) for system in HEADER[-2:])


def test_every_segment_has_a_note(rows: list[dict[str, str]]) -> None:
    notes = resource("sample/notes.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", notes, flags=re.MULTILINE | re.DOTALL))
    noted = {(document, id_) for document, text in sections.items() for id_ in re.findall(r"^\| (\d+) \|", text, re.M)}
    assert noted == {(row["document"], row["id"]) for row in rows}
