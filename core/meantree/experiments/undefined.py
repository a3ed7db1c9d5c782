"""Why cells of a table have no number: collected cell by cell, told once a reason."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from meantree.escaping import listed
from meantree.evaluation.measures.measured import Measured


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

    def told(self, columns: Collection[str]) -> str:
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
