"""Tables of measured values with a row for each metric, and the notes below tables of several corpora."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import numpy as np

from meantree.escaping import listed
from meantree.evaluation.measured import Measured
from meantree.evaluation.value_table import Value, ValueTable


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

    def sentences(self) -> str:
        """Return sentences on the undefined values and their reasons; empty if all are defined."""
        columns_of: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for (corpora_of, column, why), rows in self._rows.items():
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


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table with a row for each metric.

    Attributes:
        head: its title.
        measure: returns the value of a metric, by its name.
        corpus, letter: what a note calls the corpus and the measure where a value is undefined; without a letter, no
            note says anything of it.
    """

    head: str
    measure: Callable[[str], Measured]
    corpus: str
    letter: str


MEAN: Final = "mean"
"""The usual title of a mean."""


def measured_table(
    table: ValueTable,
    rows: Mapping[str, tuple[Value, ...]],
    columns: Sequence[Column | str],
    corpora: Sequence[HasNotes],
    *others: str,
    skips_empty: bool = False,
) -> ValueTable:
    """Return a table with a row for each metric, and a note on what is undefined and on the corpora.

    Args:
        table: name, title, explanation, the heads of the first cells, and figures.
        rows: the first cells of each row, by the metric's name.
        columns: or the title of a mean, which is over the columns since the last mean.
        others: sentences after the reasons for undefined values.
        skips_empty: whether rows without a value are left out; the note explains why there is none.
    """
    reasons, made = Reasons(), []
    for name, labels in rows.items():
        cells: list[Value] = []
        begin = 0
        for column in columns:
            if isinstance(column, Column):
                measured = column.measure(name)
                noted = reasons.value(column.corpus, name, column.letter, measured) if column.letter else measured.value
                cells.append(noted)
            else:
                cells.append(mean_of(cells[begin:]))
                begin = len(cells)
        if not skips_empty or any(cell is not None for cell in cells):
            made.append((*labels, *cells))
    head = (*table.head, *(column.head if isinstance(column, Column) else column for column in columns))
    return replace(
        table, head=head, rows=tuple(made), note=table_note(table.note, corpora, reasons.sentences(), *others)
    )


def mean_of(values: Sequence[Value]) -> float | None:
    """Return the mean of values; None if one is undefined."""
    numbers = [value for value in values if isinstance(value, float)]
    return float(np.mean(numbers)) if len(numbers) == len(values) else None
