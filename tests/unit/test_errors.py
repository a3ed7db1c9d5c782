"""What users are told."""

from __future__ import annotations

from pathlib import Path

from meantree.errors import InputError, Problem, UsageError


def test_messages_quote_no_more_than_people_read() -> None:
    field = "\t" * 50_000 + "x" * 50_000
    for told in (
        InputError(Path("a.tsv"), f"found {field}, expected 1", line=3),
        UsageError(f"found {field}, expected 1"),
    ):
        assert len(str(told)) < 800, "unseen characters are escaped before they are counted"
        assert "\t" not in str(told)
        assert str(told).endswith("x, expected 1")
    assert str(InputError(Path("a.tsv"), "found 2", line=3)) == "a.tsv:3: found 2"
    assert str(Problem(None, None, "found 2")) == "found 2"
