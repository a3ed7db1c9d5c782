"""What is said below the tables of several corpora."""

from __future__ import annotations

from collections.abc import Iterable

from meantree.experiments.rated import Rated
from meantree.shown import shown


def note_of(said: str, corpora: Iterable[Rated], *others: str) -> str:
    """What a table shows, then why cells are empty or what else must be known, then what was left out and turned."""
    left_out = (f"{shown(one.name)}: {note}" for one in corpora for note in one.notes)
    return " ".join(one for one in (said, *others, *left_out) if one)
