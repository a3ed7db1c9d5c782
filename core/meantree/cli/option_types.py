"""Types of the values of options and arguments."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import click

from meantree.cli.command_inputs import STDIN
from meantree.errors import UsageError
from meantree.escaping import unknown_name

PATH: Final = click.Path(path_type=Path)


class InputFile(click.Path):
    """A file to read; a hyphen is standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Override Path.convert."""
        return input_file(Path(os.fsdecode(super().convert(value, param, ctx))))


class OneOf(click.Choice[str]):
    """One of some names, with a suggestion for a misspelt one."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Override Choice.get_invalid_choice_message."""
        return f"found {unknown_name(str(value), self.choices)}."


def input_file(path: Path) -> Path:
    """Return the file to read: a hyphen is standard input.

    Raises:
        UsageError: for a hyphen on a system where standard input is no file.
    """
    if path != Path("-"):
        return path
    if os.name != "posix":
        raise UsageError("standard input cannot be read here; name a file")
    return STDIN
