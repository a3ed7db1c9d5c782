"""Commands that say what there is: metrics, languages and formats."""

from __future__ import annotations

import click

from meantree.analysis.parsers import Parsers
from meantree.cli import console, options
from meantree.cli.help import Command
from meantree.cli.options import Output


@click.command(cls=Command)
@click.argument(
    "name",
    required=False,
    metavar="[NAME]",
    shell_complete=options.metric_names,
    help="A metric to explain, alone or with options, such as dpm:nbest=1 (default: list all).",
)
@options.table
def metrics(name: str | None, output: Output) -> None:
    """List the metrics, or explain one: what it compares, how it is scored, its options and what it cannot see."""
    from meantree.cli.catalogue_output import metric_result, metrics_result

    result = metrics_result() if name is None else metric_result(name)
    console.write(result.written(output.form), output.path)


@click.command(cls=Command)
@click.argument(
    "name",
    required=False,
    default="",
    metavar="[LANGUAGE]",
    help="A language by code or name, of which every metric is listed (default: list all languages).",
)
@options.parsers
@options.table
def languages(name: str, parsers: Parsers, output: Output) -> None:
    """List what there is for each language, or for one of them which metrics are available and what the others need."""
    from meantree.cli.catalogue_output import language_result, languages_result

    result = language_result(name, parsers) if name else languages_result(parsers)
    console.write(result.written(output.form), output.path)


@click.command(cls=Command)
@options.table
def formats(output: Output) -> None:
    """List the file formats that Meantree reads, with their endings and what they hold."""
    from meantree.cli.catalogue_output import formats_result

    console.write(formats_result().written(output.form), output.path)
