"""The clauses that the README lists can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from meantree.search.requests.parsing import parse_request

README = Path(__file__).parents[4] / "README.md"
SECTION = README.read_text(encoding="utf-8").partition("## Requests")[2].partition("\n## ")[0]
CLAUSES = [
    clause.replace("\\|", "|")
    for row in re.findall(r"^\| (`.*?`) \| ", SECTION, re.MULTILINE)
    for clause in re.findall(r"`(.*?)`", row)
]


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_of_the_readme_can_be_read(clause: str) -> None:
    request = parse_request(f"pattern {{ {clause} }}")
    assert request.pattern.nodes


def test_there_are_clauses() -> None:
    assert len(CLAUSES) > 20
