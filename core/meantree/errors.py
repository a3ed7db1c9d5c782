"""Errors that a user can cause; any other exception is a bug."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meantree.escaping import cut_to_one_line, unknown_name


class MeantreeError(Exception):
    """Root of all errors that are shown to the user: one clear message on one line, special characters escaped."""

    def __str__(self) -> str:
        return cut_to_one_line(super().__str__())


class Cancelled(MeantreeError):
    """The user cancelled long-running work; finished parts stay usable."""


class UsageError(MeantreeError):
    """An argument or option is wrong; the message says what was found and what is expected."""


def require_known(argument: str, names: Iterable[str | None] | None, known: Iterable[str]) -> None:
    """Check that the names that an argument or option gives, if any, are known; raise UsageError if one is not."""
    expected = dict.fromkeys(known)
    if unknown := [name for name in names or () if name is not None and name not in expected]:
        raise UsageError(f"{argument}: found {unknown_name(unknown[0], expected)}")


class PluginWarning(UserWarning):
    """A plug-in cannot be used and is left out."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault in an input that can be skipped while the rest is used.

    Attributes:
        path: the file, if the fault is in one.
        line: in the file, counted from 1; None for the whole file.
        message: what was found and what is expected.
        segment: the id of the affected segment, if it is one; empty if it is unknown which.
        system: the system whose translation is affected, if it is one.
        metrics: the specs of the affected metrics; empty for all.
        is_note: whether it only says how something was done, and nothing is lost.
        reason: the part of the message that says why, if it is known.
    """

    path: Path | None
    line: int | None
    message: str
    segment: str | None = None
    system: str | None = None
    metrics: tuple[str, ...] = ()
    is_note: bool = False
    reason: str = field(default="", compare=False)

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return cut_to_one_line(self.message if self.path is None else f"{self.path}{line}: {self.message}")


class InputError(MeantreeError):
    """A file cannot be used; the message names the file, the line (from 1), what was found and what is expected."""

    def __init__(self, path: Path | None, message: str, *, line: int | None = None) -> None:
        self.problem = Problem(path, line, message)
        super().__init__(str(self.problem))


class ColumnsError(InputError):
    """It is unknown what columns of a table, or languages of a TMX, mean.

    Attributes:
        columns: what each means as far as it is known, empty where not, by name and in the order of the file.
        meanings: what they may mean.
    """

    def __init__(
        self, path: Path, message: str, columns: Mapping[str, str], meanings: Sequence[str], line: int | None = None
    ) -> None:
        super().__init__(path, message, line=line)
        self.columns, self.meanings = columns, meanings


class EncodingError(InputError):
    """The bytes of a file are not valid text in its encoding."""
