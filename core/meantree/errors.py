"""What can go wrong by the user's hand; anything else is a bug."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from meantree.escaping import cut_to_one_line


class MeantreeError(Exception):
    """Root of all errors that are told to the user in one clear message, of one line, with nothing unseen in it."""

    def __str__(self) -> str:
        return cut_to_one_line(super().__str__())


class Cancelled(MeantreeError):
    """The user stopped long work; what was finished stays usable."""


class UsageError(MeantreeError):
    """An argument or option is wrong; the text says what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in an input that can be skipped while the rest is used.

    ``line`` counts from 1; None where the whole file is meant. ``segment`` is the id of the segment it spoils, if one
    (empty if unknown which), ``system`` whose translation, if one, ``metrics`` the specs of those that it concerns,
    none if it concerns all. A note (``is_note``) tells how something was done; nothing is lost.
    """

    path: Path | None
    line: int | None
    message: str
    segment: str | None = None
    system: str | None = None
    metrics: tuple[str, ...] = ()
    is_note: bool = False

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return cut_to_one_line(self.message if self.path is None else f"{self.path}{line}: {self.message}")


class InputError(MeantreeError):
    """A file cannot be used: names the file, the line (from 1), what was found and what is expected."""

    def __init__(self, path: Path | None, message: str, *, line: int | None = None) -> None:
        self.problem = Problem(path, line, message)
        super().__init__(str(self.problem))


class EncodingError(InputError):
    """The bytes of a file are no text in the encoding that it is read in."""
