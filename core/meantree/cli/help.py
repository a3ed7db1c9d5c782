"""Help pages: options in groups, and full summaries of commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import click

from meantree.cli import console

OTHERS: Final = "Options"
SECTIONS: Final[Mapping[str, Sequence[str]]] = {
    "Input": (
        *(
            "--hyp",
            "--ref",
            "--src",
            "--project",
            "--annotator",
            "--reference",
            "--encoding",
            "--columns",
            "--analyse-again",
        ),
        *("--rating", "--preferences", "--lower-is-better"),
    ),
    OTHERS: (),
    "Statistics": ("--test", "--resamples", "--seed", "--correction"),
    "Analysis": ("--pipeline", "--constituency", "--jobs", "--cluster", "--resume"),
    "Output": ("--level", "--format", "--to", "--output", "--plots", "--wide", "--verbose", "--quiet", "--help"),
}
"""Options by section of the help, in order; an option that is named nowhere is one of the others."""
QUIET: Final = click.Option(
    ("--quiet", "-q"),
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda _context, _option, quiet: console.set_quiet(quiet),
    help="Print no progress and no messages except errors.",
)


class Command(click.Command):
    """A command with options in sections, one of them ``--quiet``."""

    def __init__(self, name: str | None, *, params: Iterable[click.Parameter] = (), **settings: Any) -> None:
        super().__init__(name, params=[*params, QUIET], **settings)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Override Command.format_options: write options by section."""
        for title, records in records_by_section(self, ctx).items():
            with formatter.section(title):
                formatter.write_dl(records)


class CommandGroup(click.Group):
    """Commands in the order of their declaration, with full summaries."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's interface
        """Override Group.list_commands: in the order of declaration."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Override Group.format_commands: write full summaries."""
        self.write_commands(formatter, "Commands", self.list_commands(ctx))

    def write_commands(self, formatter: click.HelpFormatter, title: str, names: Iterable[str]) -> None:
        """Write a section of a help page: commands with the first paragraph of their help."""
        with formatter.section(title):
            formatter.write_dl([(name, _summary(self.commands[name].help or "")) for name in names])


def records_by_section(command: click.Command, context: click.Context) -> dict[str, list[tuple[str, str]]]:
    """Return the names and explanations of options, by section of the help; sections without options are left out."""
    sections: dict[str, list[tuple[str, str]]] = {title: [] for title in SECTIONS}
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is not None and isinstance(param, click.Option):
            title = next((title for title, names in SECTIONS.items() if {*param.opts} & {*names}), OTHERS)
            sections[title].append(record)
    return {title: records for title, records in sections.items() if records}


def _summary(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split()).rstrip(".")
