"""The ``meantree`` command: score, explain, errors, parse and others; without a command it opens the window.

Exit codes: 0 done, 1 finished with segments that could not be scored (listed), 2 unusable input or arguments, 130
stopped by Ctrl+C, 141 nobody reads the output any more.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from meantree import __version__
from meantree.cli import console
from meantree.cli.arguments import COMMANDS, require_files, require_working_directory
from meantree.cli.commands import experiments, projects, reports, scoring, teamwork, texts, training
from meantree.errors import MeantreeError
from meantree.shown import shortened

app = typer.Typer(
    help="Translation error analysis that can be taken apart, corrected and repeated.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
train_app = typer.Typer(help="Learn from annotated and rated corpora.", rich_markup_mode=None)
app.add_typer(train_app, name="train")
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
    """What typer says of arguments that it cannot use, on one line, with what it quotes of them shortened."""
    message: str = error.format_message()
    for argument in arguments:
        for quoted in (argument, argument.partition("=")[2]):
            message = message.replace(quoted, shortened(quoted)) if quoted else message
    told = " ".join(message.split()).rstrip(".")
    return f"{told}; see {error.ctx.command_path} --help" if error.ctx else told


def _open_window(files: list[str]) -> int:
    from importlib import import_module

    return int(import_module("meantree_gui.__main__").main(files))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"meantree {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show it.")] = False,
) -> None:
    """Translation error analysis that can be taken apart, corrected and repeated."""


for _command in (
    *(scoring.score, scoring.explain, scoring.errors, scoring.compare),
    *(texts.parse, texts.align, texts.search),
    *(projects.convert, teamwork.assign, teamwork.split, teamwork.merge, projects.agreement),
    *(experiments.experiment, reports.report, reports.sample_report),
):
    app.command()(_command)
train_app.command("weights")(training.train_weights)
train_app.command("regression")(training.train_regression)
