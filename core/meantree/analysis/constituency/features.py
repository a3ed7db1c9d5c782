"""What the constituency parser sees of a word beside the word itself."""

from __future__ import annotations

import re

AFFIXES = 4
_SAME = re.compile(r"(.)\1{2,}")


def affixes(word: str) -> tuple[str, str, str, str]:
    """Beginning, two endings and shape of a word, told apart by their form: ``<tre``, ``es>``, ``ees>``, ``=Xxxx``."""
    lower = word.lower()
    shape = "".join(
        "X" if letter.isupper() else "x" if letter.islower() else "0" if letter.isdigit() else letter for letter in word
    )
    return f"<{lower[:3]}", f"{lower[-2:]}>", f"{lower[-3:]}>>", f"={_SAME.sub(_thrice, shape)[:8]}"


def _thrice(match: re.Match[str]) -> str:
    return match[1] * 3
