"""Notes below the tables of several corpora."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from meantree.escaping import listed
from meantree.evaluation.measured import Measured


class HasNotes(Protocol):
    """A corpus with notes for the reader."""

    @property
    def name(self) -> str:
        """Name of the corpus."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes, a sentence each."""
        ...


def table_note(explanation: str, corpora: Sequence[HasNotes], *others: str) -> str:
    """Join what a table shows, further notes such as reasons of empty cells, and the notes of its corpora."""
    return " ".join(part for part in (explanation, *others, *_by_note(corpora)) if part)


def _by_note(corpora: Sequence[HasNotes]) -> Iterable[str]:
    """Yield each note once, with the names of its corpora unless it holds for all."""
    names: dict[str, list[str]] = {}
    for corpus in corpora:
        for note in dict.fromkeys(corpus.notes):
            names.setdefault(note, []).append(corpus.name)
    for note, corpora_of in names.items():
        yield note if len(corpora_of) == len(corpora) else f"{listed(corpora_of)}: {note}"


@dataclass(slots=True)
class Reasons:
    """Collects the reasons of undefined values, by corpus and column, with their rows."""

    _rows: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)
    _all: dict[tuple[str, str], int] = field(default_factory=dict)

    def value(self, corpus: str, row: str, column: str, measured: Measured) -> float | None:
        """Return the value of a cell; if it is undefined, its reason is recorded."""
        self._all[corpus, column] = self._all.get((corpus, column), 0) + 1
        if measured.value is None:
            self._rows.setdefault((corpus, column, measured.why), []).append(row)
        return measured.value

    def sentences(self, columns: Collection[str]) -> str:
        """Return sentences on the undefined values of these columns and their reasons; empty if all are defined."""
        columns_of: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for (corpora_of, column, why), rows in self._rows.items():
            if column in columns:
                affected = () if len(rows) == self._all[corpora_of, column] else tuple(rows)
                columns_of.setdefault((corpora_of, why, affected), []).append(column)
        corpora: dict[tuple[str, str], list[str]] = {}
        for (corpora_of, why, affected), names in columns_of.items():
            of_rows = f" of {listed(affected)}" if affected else ""
            cells = f"{listed(names)}{of_rows} {'is' if len(names) == 1 else 'are'}"
            corpora.setdefault((cells, why), []).append(corpora_of)
        return " ".join(
            f"{listed(affected_corpora)}: {cells} undefined: {why}."
            for (cells, why), affected_corpora in corpora.items()
        )
