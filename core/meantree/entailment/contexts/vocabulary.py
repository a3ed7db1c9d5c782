"""Closed lists of words, written as one reads them."""

from __future__ import annotations


def words(listed: str) -> frozenset[str]:
    """Lemmas between blanks."""
    return frozenset(listed.split())
