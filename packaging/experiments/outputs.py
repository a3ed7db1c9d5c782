"""What the runs printed, as tables whose cells are looked up by what stands in their rows."""

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
    """One table of an output; None in a row is what is undefined."""

    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]

    def cell(self, where: Mapping[str, Value], column: str) -> Value:
        """Of the one row that has these values.

        Raises:
            LookupError: if there is no such column, or not exactly one such row.
        """
        found = self._kept(where)
        if len(found) != 1:
            raise LookupError(f"{len(found)} rows have {dict(where)}, expected 1")
        return found[0][self._place(column)]

    def column(self, name: str, where: Mapping[str, Value]) -> list[Value]:
        """The values of all rows that have these."""
        return [row[self._place(name)] for row in self._kept(where)]

    def _kept(self, where: Mapping[str, Value]) -> list[tuple[Value, ...]]:
        """Numbers are found by their figures, too."""
        places = {self._place(name): str(value) for name, value in where.items()}
        return [row for row in self.rows if all(str(row[place]) == value for place, value in places.items())]

    def _place(self, column: str) -> int:
        if column not in self.head:
            raise LookupError(f"no column {column!r} in {', '.join(self.head)}")
        return self.head.index(column)


@dataclass(slots=True)
class Outputs:
    """All outputs in a working folder; a run that is not done has none."""

    work: Path
    runs: Sequence[Run] = RUNS
    _read: dict[str, Mapping[str, Table]] = field(default_factory=dict)

    def run(self, name: str) -> Run:
        """By its name.

        Raises:
            LookupError: if there is no such run.
        """
        for run in self.runs:
            if run.name == name:
                return run
        raise LookupError(f"no run {name!r}")

    def is_done(self, name: str) -> bool:
        """Whether its output is there."""
        return is_done(self.run(name), self.work)

    def state(self, name: str) -> State:
        """How long it took, and what else must be known of it."""
        run = self.run(name)
        return state_of(run, self.work) or State(run.shown)

    def table(self, run: str, name: str) -> Table | None:
        """None if the run is not done.

        Raises:
            LookupError: if the run has no such table.
        """
        if not self.is_done(run):
            return None
        tables = self._tables(run)
        if name not in tables:
            raise LookupError(f"{run}: no table {name!r} beside {', '.join(tables)}")
        return tables[name]

    def provenance(self, what: str) -> list[str]:
        """What all runs say of where their numbers come from, each once, in their order."""
        done = (run.name for run in self.runs if self.is_done(run.name))
        return list(dict.fromkeys(_values(filter(None, (self.table(one, "provenance") for one in done)), what)))

    def _tables(self, run: str) -> Mapping[str, Table]:
        if run not in self._read:
            text = (self.work / self.run(run).output).read_text(encoding="utf-8")
            self._read[run] = {
                load["name"]: Table(tuple(load["head"]), tuple(tuple(row) for row in load["rows"]))
                for load in json.loads(text)
            }
        return self._read[run]


def _values(tables: Iterable[Table], what: str) -> Iterable[str]:
    """With the name of the corpus, if ``what`` begins its row's name."""
    for table in tables:
        for name, value, *_ in table.rows:
            if name == what:
                yield str(value)
            elif str(name).startswith(f"{what} "):
                yield f"{str(name).removeprefix(f'{what} ')}: {value}"
