"""The weights that ship, and how they are told from others."""

from __future__ import annotations

from meantree.alignment.alignment_model import fingerprint
from meantree.digest import digest
from meantree_resources import resource


def test_the_fingerprint_is_of_the_files_as_they_are_written() -> None:
    files = [resource("alignment") / name for name in ("weights.json", "weights-in-context.json")]
    assert fingerprint() == digest([path.read_text(encoding="utf-8") for path in files])
