"""Commands that say what there is: metrics and formats."""

from __future__ import annotations

from typing import Annotated

import typer

from meantree.cli import console
from meantree.cli.options import Format, Output, metric_names


def metrics(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A metric to explain, alone or with options, such as dpm:nbest=1 (default: list all).",
            autocompletion=metric_names,
        ),
    ] = None,
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
) -> None:
    """List the metrics, or explain one: what it compares, how it is scored, its options and what it cannot see."""
    from meantree.cli.catalogue_output import metric_result, metrics_result
    from meantree.cli.output import TABLES, format_of

    form = format_of(output, format, ("table", *TABLES))
    result = metrics_result() if name is None else metric_result(name)
    console.write(result.written(form), output)


def formats(
    format: Format = None,  # noqa: A002  # the option's name
    output: Output = None,
) -> None:
    """List the file formats that Meantree reads, with their endings and what they hold."""
    from meantree.cli.catalogue_output import formats_result
    from meantree.cli.output import TABLES, format_of

    form = format_of(output, format, ("table", *TABLES))
    console.write(formats_result().written(form), output)
