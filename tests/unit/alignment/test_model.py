"""The weights that ship, and how they are told from others."""

from __future__ import annotations

from meantree.alignment.model import fingerprint
from meantree.digest import digest
from meantree_resources import resource


def test_the_fingerprint_is_of_the_file_as_it_is_written() -> None:
    assert fingerprint() == digest([(resource("alignment") / "weights.json").read_text(encoding="utf-8")])
