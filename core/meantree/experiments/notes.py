"""What is said below the tables of several corpora."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from meantree.escaping import listed


class Noted(Protocol):
    """A corpus of which something must be known."""

    @property
    def name(self) -> str:
        """As it is called."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences."""
        ...


def note_of(said: str, corpora: Sequence[Noted], *others: str) -> str:
    """What a table shows, then why cells are empty or what else must be known, then what holds of which corpora."""
    return " ".join(one for one in (said, *others, *_by_note(corpora)) if one)


def _by_note(corpora: Sequence[Noted]) -> Iterable[str]:
    """Each note once, with the corpora that it is of if it is not of all."""
    names: dict[str, list[str]] = {}
    for one in corpora:
        for note in dict.fromkeys(one.notes):
            names.setdefault(note, []).append(one.name)
    for note, found in names.items():
        yield note if len(found) == len(corpora) else f"{listed(found)}: {note}"
