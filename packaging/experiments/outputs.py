"""The outputs of the runs, as tables whose cells are looked up by the values of their rows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from commands import State, is_done, state_of
from runs import RUNS, Run

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Table:
    """One table of an output; None in a row is an undefined value."""

    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def cell(self, where: Mapping[str, Value], column: str) -> Value:
        """Return the cell of the only row that has these values.

        Raises:
            LookupError: if there is no such column, or not exactly one such row.
        """
        rows = self._rows_with(where)
        if len(rows) != 1:
            raise LookupError(f"{len(rows)} rows have {dict(where)}, expected 1")
        return rows[0][self._place(column)]

    def column(self, name: str, where: Mapping[str, Value]) -> list[Value]:
        """Return the values of a column in all rows that have these values."""
        return [row[self._place(name)] for row in self._rows_with(where)]

    def _rows_with(self, where: Mapping[str, Value]) -> list[tuple[Value, ...]]:
        """Return the rows that have these values; numbers also match their decimal text."""
        places = {self._place(name): str(value) for name, value in where.items()}
        return [row for row in self.rows if all(str(row[place]) == value for place, value in places.items())]

    def _place(self, column: str) -> int:
        if column not in self.head:
            raise LookupError(f"no column {column!r} in {', '.join(self.head)}")
        return self.head.index(column)


@dataclass(slots=True)
class Outputs:
    """All outputs in a working folder; a run that is not done has none.

    Attributes:
        work: the folder.
        runs: of the document.
        missed: the names of the runs that were asked for and are not done.
    """

    work: Path
    runs: Sequence[Run] = RUNS
    missed: set[str] = field(default_factory=set)
    _read: dict[str, Mapping[str, Table]] = field(default_factory=dict)

    def run(self, name: str) -> Run:
        """Return the run of this name.

        Raises:
            LookupError: if there is no such run.
        """
        for run in self.runs:
            if run.name == name:
                return run
        raise LookupError(f"no run {name!r}")

    def is_done(self, name: str) -> bool:
        """Whether a run has an output."""
        if is_done(self.run(name), self.work):
            return True
        self.missed.add(name)
        return False

    def state(self, name: str) -> State:
        """Return the state of a run."""
        run = self.run(name)
        return state_of(run, self.work) or State(run.shown)

    def table(self, run: str, name: str) -> Table | None:
        """Return a table; None if the run is not done.

        Raises:
            LookupError: if the run has no such table.
        """
        if not self.is_done(run):
            return None
        tables = self._tables(run)
        if name not in tables:
            raise LookupError(f"{run}: no table {name!r} among {', '.join(tables)}")
        return tables[name]

    def provenance(self, kind: str) -> list[str]:
        """Return the values of a kind of provenance in all runs, each once, in their order."""
        done = (run.name for run in self.runs if self.is_done(run.name))
        return list(dict.fromkeys(_values(filter(None, (self.table(run, "provenance") for run in done)), kind)))

    def _tables(self, run: str) -> Mapping[str, Table]:
        if run not in self._read:
            text = (self.work / self.run(run).output).read_text(encoding="utf-8")
            self._read[run] = {
                load["name"]: Table(tuple(load["head"]), tuple(tuple(row) for row in load["rows"]))
                for load in json.loads(text)
            }
        return self._read[run]


def _values(tables: Iterable[Table], kind: str) -> Iterable[str]:
    """Yield the values of a kind, after the name of the corpus if the row's name has one."""
    for table in tables:
        for name, value, *_ in table.rows:
            if name == kind:
                yield str(value)
            elif str(name).startswith(f"{kind} "):
                yield f"{str(name).removeprefix(f'{kind} ')}: {value}"
