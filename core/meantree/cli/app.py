"""The ``meantree`` command: score, explain, errors, parse and others; without a command it opens the window.

Exit codes: 0 success, 1 finished with segments that could not be scored (listed), 2 unusable input or arguments, 130
stopped by Ctrl+C, 141 the reader of the output has closed it.
"""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from meantree import __version__
from meantree.cli import console
from meantree.cli.arguments import COMMANDS, SUBJECTS, require_files, require_working_directory
from meantree.cli.help import SETTINGS, command_of, write_commands
from meantree.errors import MeantreeError
from meantree.escaping import closest_name, quoted, shortened, unknown_name
from meantree.work import use_one_thread


class _Commands(TyperGroup):
    """The commands; only the module of the called command is imported."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # click's interface
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # click's interface
        if cmd_name not in COMMANDS:
            return None
        return command_of(cmd_name, COMMANDS[cmd_name])

    def format_usage(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002  # click's interface
        """Override Command.format_usage: files open the window."""
        with formatter.section("Usage"):
            formatter.write_dl(USES)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Override TyperGroup.format_commands: the commands by subject."""
        for subject, names in SUBJECTS.items():
            write_commands(self, ctx, formatter, subject, names)


USES: Final = (
    ("meantree [FILE...]", "Open the window, with files, a folder or a project."),
    ("meantree COMMAND [OPTIONS]", "Run a command; meantree COMMAND -h explains it."),
)

app = typer.Typer(
    help="Translation error analysis that can be taken apart, corrected and repeated.",
    cls=_Commands,
    context_settings=dict(SETTINGS),
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
UNUSABLE, STOPPED = 2, 130
PROGRAM = "meantree"
COLLECT_AFTER = 50_000
"""So many new objects are looked through for garbage at once: models and analyses are none, and are many."""
COMPLETION = "_MEANTREE_COMPLETE"
"""The environment variable that the shell sets to ask for completions."""


def main() -> None:
    """Run a command, or open the window for a project, files or no arguments."""
    arguments = sys.argv[1:]
    use_one_thread()
    console.prepare_streams()
    console.say_plugin_warnings()
    try:
        require_working_directory()
        if COMPLETION not in os.environ and (
            not arguments or (arguments[0] not in COMMANDS and not arguments[0].startswith("-"))
        ):
            require_files(arguments)
            raise SystemExit(_open_window(arguments))
        gc.set_threshold(COLLECT_AFTER)
        # On Ctrl+C newer versions of typer return the exit code, older ones raise Abort.
        code = app(standalone_mode=False, prog_name=PROGRAM) or 0
    except (KeyboardInterrupt, typer.Abort):
        code = STOPPED
    except MeantreeError as error:
        console.fail(str(error))
        code = UNUSABLE
    except OSError as error:  # not a bug, but a file that cannot be read or written
        console.fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        code = UNUSABLE
    except MemoryError:
        console.fail("there is not enough memory; close other programs, or use fewer texts or --jobs 1")
        code = UNUSABLE
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        console.fail(_argument_error(error, arguments))
        code = UNUSABLE
    if code == STOPPED:
        console.fail("stopped")
    raise SystemExit(code)


def _argument_error(error: Any, arguments: Sequence[str]) -> str:
    """Return typer's message about invalid arguments on one line, with quoted arguments shortened.

    The message about an invalid value says what was found and what is expected, as all messages do.
    """
    text = _value_error(error, arguments)
    if not text:
        message: str = re.sub(r"\. Did you mean '([\w-]+)'.*", r" (did you mean \1?)", error.format_message())
        if possible := getattr(error, "possibilities", None):
            near = closest_name(error.option_name, possible) or possible[0]
            message = f"{error.message.rstrip('.')} (did you mean {near}?)"
        for argument in arguments:
            for part in (argument, argument.partition("=")[2]):
                message = message.replace(part, shortened(part)) if part else message
        text = " ".join(message.split()).rstrip(".")
        options = {name for param in error.ctx.command.params for name in param.opts} if error.ctx else ()
        if "unexpected extra argument" in text and {"--hyp", "--ref"} <= {*options}:
            text += "; options name the files: --hyp HYP --ref REF"
    return f"{text}; see {error.ctx.command_path} --help" if error.ctx else text


def _value_error(error: Any, arguments: Sequence[str]) -> str:
    """Return what is wrong with the value of an option; empty for other errors.

    The limits are read from the message, whose wording depends on the version of typer and click.
    """
    names: Sequence[str] = getattr(getattr(error, "param", None), "opts", ())
    values = [value for name, value in _option_values(arguments) if name in names]
    if not values:
        return ""
    if choices := re.search(" is not one of (.*)", error.message):
        known = re.findall("'([^']*)'", choices[1])
        return f"{next(iter(names))}: found {unknown_name(values[-1], known)}"
    for words, expected in _LIMITS.items():
        if limit := re.search(words, error.message):
            return f"{next(iter(names))}: found {quoted(values[-1])}, expected {limit.expand(expected)}"
    return ""


def _option_values(arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield options with their values, whether written as one argument or as two."""
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


def _version(requested: bool) -> None:
    if requested:
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
