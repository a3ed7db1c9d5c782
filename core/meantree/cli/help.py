"""Help pages: options in groups, full summaries of commands, and the options that every command has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from meantree.cli import console

SETTINGS: Final[Mapping[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""Settings of all commands; help is at most as wide as the terminal."""
OTHERS: Final = "Options"
SECTIONS: Final[Mapping[str, Sequence[str]]] = {
    "Input": (
        *("--hyp", "--ref", "--src", "--project", "--annotator", "--reference", "--encoding", "--analyse-again"),
        *("--rating", "--preferences", "--lower-is-better"),
    ),
    OTHERS: (),
    "Statistics": ("--test", "--resamples", "--seed", "--correction"),
    "Analysis": ("--pipeline", "--constituency", "--jobs", "--cluster", "--resume"),
    "Output": ("--level", "--format", "--to", "--output", "--plots", "--wide", "--verbose", "--quiet", "--help"),
}
"""Options by section of the help, in order; an option that is named nowhere is one of the others."""


class Command(TyperCommand):
    """A command with options in sections; each has ``--quiet``, and those that write tables have ``--wide``."""

    def __init__(self, name: str | None, *, params: list[Any] | None = None, **settings: Any) -> None:
        own = list(params or ())
        has_tables = any(param.name == "format" for param in own)
        common = [param for param in _common_options() if has_tables or param.name != "wide"]
        super().__init__(name, params=[*own, *common], **settings)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Override TyperCommand.format_options: write arguments, then options by section."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], **{title: [] for title in SECTIONS}}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                is_argument = param.param_type_name == "argument"
                sections["Arguments" if is_argument else section_of(param.opts)].append(record)
        for title, records in sections.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class CommandGroup(TyperGroup):
    """A command with subcommands, whose summaries are written in full."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Override TyperGroup.format_commands."""
        write_commands(self, ctx, formatter, "Commands", self.list_commands(ctx))


def write_commands(group: TyperGroup, ctx: Any, formatter: Any, title: str, names: Sequence[str]) -> None:
    """Write a section of a help page: commands with the first paragraph of their help."""
    commands = ((name, group.get_command(ctx, name)) for name in names)
    summaries = [(name, _summary(command.help or "")) for name, command in commands if command is not None]
    with formatter.section(title):
        formatter.write_dl(summaries)


def command_of(name: str, function: Any) -> Any:
    """Return the command of a function, or of a group of commands, with help by this module."""
    group = function
    if not isinstance(group, typer.Typer):
        group = typer.Typer(add_completion=False, rich_markup_mode=None)
        group.command(name)(function)
    group.info.cls = CommandGroup
    for registered in group.registered_commands:
        registered.cls = Command
    command = typer.main.get_command(group)
    command.name = name
    return command


def _summary(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split()).rstrip(".")


def section_of(names: Sequence[str]) -> str:
    """Return the section of the help for an option with these names."""
    return next((title for title, known in SECTIONS.items() if set(names) & set(known)), OTHERS)


def _common_options() -> list[Any]:
    """Return the parameters that the options of this function are."""

    def options(
        wide: Annotated[
            bool,
            typer.Option(
                "--wide",
                help="Let tables be wider than the terminal.",
                callback=console.set_wide,
                expose_value=False,
                is_eager=True,
            ),
        ] = False,
        quiet: Annotated[
            bool,
            typer.Option(
                "--quiet",
                "-q",
                help="Print no progress and no messages except errors.",
                callback=console.set_quiet,
                expose_value=False,
                is_eager=True,
            ),
        ] = False,
    ) -> None:
        """Declare options."""

    holder = typer.Typer(add_completion=False, rich_markup_mode=None)
    holder.command()(options)
    return list(typer.main.get_command(holder).params)
