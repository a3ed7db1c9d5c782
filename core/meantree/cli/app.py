"""The ``meantree`` command: score, explain, errors, parse and others; without a command it opens the window.

Exit codes: 0 done, 1 finished with segments that could not be scored (listed), 2 unusable input or arguments, 130
stopped by Ctrl+C, 141 nobody reads the output any more.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from meantree import __version__
from meantree.cli import console
from meantree.cli.arguments import COMMANDS, require_files, require_working_directory
from meantree.errors import MeantreeError
from meantree.escaping import quoted, shortened, unknown_name


class _Commands(TyperGroup):
    """The commands; only the module of the one that is called is loaded."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # click's interface
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # click's interface
        if cmd_name not in COMMANDS:
            return None
        group = function = COMMANDS[cmd_name]
        if not isinstance(function, typer.Typer):
            group = typer.Typer(add_completion=False, rich_markup_mode=None)
            group.command(cmd_name)(function)
        command = typer.main.get_command(group)
        command.name = cmd_name
        return command


app = typer.Typer(
    help="Translation error analysis that can be taken apart, corrected and repeated.",
    cls=_Commands,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
UNUSABLE, STOPPED = 2, 130


def main() -> None:
    """Run a command; anything else (a project, files, nothing) opens the window."""
    arguments = sys.argv[1:]
    console.hold_closed_streams()
    try:
        require_working_directory()
        if not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith("-")):
            require_files(arguments)
            raise SystemExit(_open_window(arguments))
        # Newer versions of typer answer Ctrl+C with the exit code, older ones with Abort.
        code = app(standalone_mode=False) or 0
    except (KeyboardInterrupt, typer.Abort):
        code = STOPPED
    except MeantreeError as error:
        console.fail(str(error))
        code = UNUSABLE
    except OSError as error:  # what a reader of files did not foresee is no bug, but a file that fails
        console.fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        code = UNUSABLE
    except MemoryError:
        console.fail("there is not enough memory for that; close other programs, or use fewer texts or --jobs 1")
        code = UNUSABLE
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        console.fail(_unparsed(error, arguments))
        code = UNUSABLE
    if code == STOPPED:
        console.fail("stopped")
    raise SystemExit(code)


def _unparsed(error: Any, arguments: Sequence[str]) -> str:
    """What typer says of arguments that it cannot use, on one line, with what it quotes of them shortened.

    A value that an option does not take is reported as everywhere: what was found, what is expected.
    """
    told = _unfit(error, arguments)
    if not told:
        message: str = error.format_message()
        for argument in arguments:
            for part in (argument, argument.partition("=")[2]):
                message = message.replace(part, shortened(part)) if part else message
        told = " ".join(message.split()).rstrip(".")
    return f"{told}; see {error.ctx.command_path} --help" if error.ctx else told


def _unfit(error: Any, arguments: Sequence[str]) -> str:
    """What is wrong with the value of an option; empty where something else is.

    Its limits are read from the message, which versions of typer and click have in different words.
    """
    names: Sequence[str] = getattr(getattr(error, "param", None), "opts", ())
    given = [value for name, value in _given(arguments) if name in names]
    if not given:
        return ""
    if choices := re.search(" is not one of (.*)", error.message):
        known = re.findall("'([^']*)'", choices[1])
        return f"{next(iter(names))}: found {unknown_name(given[-1], known)}"
    for words, expected in _LIMITS.items():
        if limit := re.search(words, error.message):
            return f"{next(iter(names))}: found {quoted(given[-1])}, expected {limit.expand(expected)}"
    return ""


def _given(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Options with their values, written as one argument or as two."""
    for argument, following in zip_longest(arguments, arguments[1:], fillvalue=""):
        name, equals, value = argument.partition("=")
        yield name, value if equals else following


_LIMITS: Final = {
    r"greater than or equal to (\d+)": r"at least \1",
    r"less than or equal to (\d+)": r"at most \1",
    r"not in the range (.*)": r"\1",
    r"valid integer": "a whole number",
}


def _open_window(files: list[str]) -> int:
    from importlib import import_module

    return int(import_module("meantree_gui.__main__").main(files))


def _version(wanted: bool) -> None:
    if wanted:
        from meantree.analysis.encoder.networks import runtime

        typer.echo(f"meantree {__version__} ({runtime()})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Translation error analysis that can be taken apart, corrected and repeated."""
