"""What the constituency parser sees of a word beside the word itself."""

from __future__ import annotations

import re

FEATURES = 5
_SAME = re.compile(r"(.)\1{2,}")


def features(word: str, tag: str) -> tuple[str, str, str, str, str]:
    """Beginning, two endings, shape and part of speech of a word, told apart by their form.

    They look like ``<tre``, ``es>``, ``ees>>``, ``=Xxxx`` and ``@NNS``.
    """
    lower = word.lower()
    shape = "".join(
        "X" if letter.isupper() else "x" if letter.islower() else "0" if letter.isdigit() else letter for letter in word
    )
    return f"<{lower[:3]}", f"{lower[-2:]}>", f"{lower[-3:]}>>", f"={_SAME.sub(_thrice, shape)[:8]}", f"@{tag}"


def _thrice(match: re.Match[str]) -> str:
    return match[1] * 3
