"""What is said below the tables of several corpora."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from meantree.escaping import listed
from meantree.evaluation.measured import Measured


class HasNotes(Protocol):
    """A corpus of which something must be known."""

    @property
    def name(self) -> str:
        """As it is called."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences."""
        ...


def table_note(said: str, corpora: Sequence[HasNotes], *others: str) -> str:
    """What a table shows, then why cells are empty or what else must be known, then what holds of which corpora."""
    return " ".join(one for one in (said, *others, *_by_note(corpora)) if one)


def _by_note(corpora: Sequence[HasNotes]) -> Iterable[str]:
    """Each note once, with the corpora that it is of if it is not of all."""
    names: dict[str, list[str]] = {}
    for one in corpora:
        for note in dict.fromkeys(one.notes):
            names.setdefault(note, []).append(one.name)
    for note, found in names.items():
        yield note if len(found) == len(corpora) else f"{listed(found)}: {note}"


@dataclass(slots=True)
class Reasons:
    """Reasons by corpus, column and reason, with the rows that have them."""

    _rows: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)
    _all: dict[tuple[str, str], int] = field(default_factory=dict)

    def value(self, corpus: str, row: str, column: str, found: Measured) -> float | None:
        """The value of a cell; where it has none, its reason is kept."""
        self._all[corpus, column] = self._all.get((corpus, column), 0) + 1
        if found.value is None:
            self._rows.setdefault((corpus, column, found.why), []).append(row)
        return found.value

    def sentences(self, columns: Collection[str]) -> str:
        """What is undefined in these columns and why, in sentences; empty if nothing is."""
        columns_of: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for (corpus, column, why), rows in self._rows.items():
            if column in columns:
                whom = () if len(rows) == self._all[corpus, column] else tuple(rows)
                columns_of.setdefault((corpus, why, whom), []).append(column)
        corpora: dict[tuple[str, str], list[str]] = {}
        for (corpus, why, whom), names in columns_of.items():
            what = f"{listed(names)}{f' of {listed(whom)}' if whom else ''}"
            corpora.setdefault((what, why), []).append(corpus)
        return " ".join(f"{listed(those)}: {what} undefined, {why}." for (what, why), those in corpora.items())
