"""The ``meantree`` command: score, explain, errors, parse and others; without a command it opens the window.

Exit codes: 0 success, 1 finished with segments that could not be scored (listed), 2 unusable input or arguments, 130
stopped by Ctrl+C, 141 the reader of the output has closed it, 143 stopped by SIGTERM.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any, Final

import click

from meantree import __version__
from meantree.cli import console
from meantree.cli.arguments import COMMANDS, COMPLETION, PROGRAM, SUBJECTS, require_files, require_working_directory
from meantree.cli.help import CommandGroup
from meantree.errors import EncodingError, MeantreeError, UsageError
from meantree.work import use_one_thread

USES: Final = (
    ("meantree [FILE...]", "Open the window, with files, a folder or a project."),
    ("meantree COMMAND [OPTIONS]", "Run a command; meantree COMMAND -h explains it."),
)
UNUSABLE, STOPPED, TERMINATED = 2, 130, 143
COLLECT_AFTER = 200_000
"""So many new objects are looked through for garbage at once: models and analyses are none, and are many."""


def main() -> None:
    """Run a command, or open the window for a project, files or no arguments."""
    arguments = sys.argv[1:]
    use_one_thread()
    console.prepare_streams()
    console.say_plugin_warnings()
    try:
        require_working_directory()
        if opens_window(arguments):
            require_files(arguments)
            raise SystemExit(_open_window(arguments))
        gc.set_threshold(COLLECT_AFTER)
        atexit.register(gc.freeze)  # what is left ends with the process, and is not looked through
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _stop)
        code = app(standalone_mode=False, prog_name=PROGRAM) or 0
    except (KeyboardInterrupt, click.Abort):
        code = STOPPED
    except Exception as error:
        code = STOPPED if _signals else UNUSABLE  # an import that is stopped fails with any exception
        if not _signals:
            console.fail(_message(error))
    if code == STOPPED:
        code, how = (TERMINATED, "stopped by SIGTERM") if signal.SIGTERM in _signals else (STOPPED, "stopped")
        console.fail(how)
        exec("")  # after code run by exec was stopped, as dataclasses make it, Python would end by SIGINT instead
    raise SystemExit(code)


_signals: list[int] = []
"""SIGINT and SIGTERM, once they came."""


def _stop(number: int, _frame: object) -> None:
    """Stop, and keep what is finished."""
    _signals.append(number)
    raise KeyboardInterrupt


def _message(error: Exception) -> str:
    """Return in one line why a command failed; raise the error if it is a bug."""
    if isinstance(error, click.ClickException):
        return _argument_error(error)
    if isinstance(error, MemoryError):
        return "there is not enough memory; close other programs, or use fewer texts or --jobs 1"
    if isinstance(error, OSError):  # not a bug, but a file that cannot be read or written
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    if isinstance(error, MeantreeError):
        return f"{error} (--encoding latin-1)" if isinstance(error, EncodingError) else str(error)
    raise error


def opens_window(arguments: Sequence[str]) -> bool:
    """Return whether the arguments are files to open in the window, or there are none."""
    names_command = bool(arguments) and (arguments[0] in COMMANDS or arguments[0].startswith("-"))
    return COMPLETION not in os.environ and not names_command


def _argument_error(error: click.ClickException) -> str:
    """Return click's message about invalid arguments on one line, with the command whose help explains them."""
    context = getattr(error, "ctx", None)
    hint = f" (see {context.command_path} --help)" if context else ""
    takes_translations = context and any("--hyp" in option.opts for option in context.command.params)
    if takes_translations and "extra argument" in error.message:
        hint = f"; name files with --hyp{hint}"
    return f"{UsageError(error.format_message().rstrip('.'))}{hint}"


def _open_window(files: list[str]) -> int:
    from importlib import import_module

    return int(import_module("meantree_gui.__main__").main(files))


class _Commands(CommandGroup):
    """The commands; only the module of the called command is imported."""

    def invoke(self, ctx: click.Context) -> Any:
        """Override Group.invoke: Ctrl+C ends with its exit code, without the empty line that click prints."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise click.exceptions.Exit(STOPPED) from None

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Override Command.format_usage: files open the window."""
        with formatter.section("Usage"):
            formatter.write_dl(USES)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Override CommandGroup.format_commands: the commands by subject."""
        for subject, names in SUBJECTS.items():
            self.write_commands(formatter, subject, names)


def _print_version(context: click.Context, _option: object, requested: bool) -> None:
    if requested:
        from meantree.analysis.encoder.networks import runtime

        click.echo(f"meantree {__version__} ({runtime()})")
        context.exit()


def _completion(context: click.Context, option: click.Parameter, requested: bool) -> None:
    if requested:
        from meantree.cli import completion

        complete = completion.install if option.name == "install_completion" else completion.script
        click.echo(complete(app))
        context.exit()


_eager: Final[Any] = {"is_flag": True, "is_eager": True, "expose_value": False}


@click.group(
    cls=_Commands,
    commands=COMMANDS,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
)
@click.option("--version", **_eager, callback=_print_version, help="Print the version and exit.")
@click.option("--install-completion", **_eager, callback=_completion, help="Install completion for bash, zsh or fish.")
@click.option(
    "--show-completion", **_eager, callback=_completion, help="Print the completion script for bash, zsh or fish."
)
def app() -> None:
    """Translation error analysis that can be taken apart, corrected and repeated."""
