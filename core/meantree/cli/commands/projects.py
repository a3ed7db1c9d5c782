"""Projects and annotations: convert them, and see how far annotators agree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.cli import console
from meantree.cli.options import (
    Encoding,
    Hypotheses,
    Output,
    References,
    Source,
)
from meantree.errors import UsageError


def convert(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="[IN] OUT",
            help="From HMEANT-WMT13 tables, brat, propositions, a project or any file of texts, to a project"
            " (.meantree), a folder of tables, one of brat (.brat), or a file of propositions"
            " (.props, .conll09, .conll12, .conllu).",
            show_default=False,
        ),
    ],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    encoding: Encoding = None,
) -> None:
    """Turn texts into a project, or annotations of one format into another; what the other cannot hold is listed."""
    from meantree.cli.inputs import Inputs
    from meantree.project.conversion import convert_file, convert_texts, require_free
    from meantree.project.file import SUFFIX

    *sources, target = paths
    if len(sources) != (0 if hyp else 1) or (not hyp and (ref or src)):
        found = f"{', '.join(map(str, paths))}{'' if hyp else ' and no --hyp'}"
        beside = "; ratings and marked errors (MQM) of these translations are given by another --hyp" if hyp else ""
        raise UsageError(f"expected IN and OUT, or OUT and --hyp (--ref, --src) in place of IN; found {found}{beside}")
    if hyp:
        require_free(target)
        told, problems = convert_texts(Inputs(hyp, ref, src, encoding=encoding).corpus(), target)
    else:
        told, problems = convert_file(sources[0], target, encoding)
    console.say(told)
    # What is noted of texts is no loss, as in score.
    texts = bool(hyp) or (target.suffix == SUFFIX and sources[0].is_file() and sources[0].suffix != SUFFIX)
    console.end(problems, all_are_losses=not texts)


def agreement(
    projects: Annotated[
        list[Path],
        typer.Argument(metavar="PROJECT...", help="A project with several annotators, or several of the same texts."),
    ],
    metric: Annotated[str, typer.Option(metavar="SPEC", help="The end score.")] = "hmeant:weights=uniform",
    annotators: Annotated[
        str | None, typer.Option(metavar="A,B,…", help="Whom to compare; by default everybody, automatic frames too.")
    ] = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["table", "text", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="By default as --output ends, else a table."),
    ] = None,
    plots: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Draw the confusion of roles into it: SVG, PDF and PNG.")
    ] = None,
    output: Output = None,
) -> None:
    """Show how far annotators agree: layer by layer, beyond chance, by role, document and time, and where least."""
    console.require_other(output, projects)
    from meantree.cli.agreement import agreement_result
    from meantree.cli.output import TABLES, format_of

    form = format_of(output, format, ("table", "text", *TABLES))

    with console.progress() as work:
        names = None if annotators is None else [name.strip() for name in annotators.split(",")]
        found, problems = agreement_result(projects, metric, plots, work, names)
        content = found.written(form)
    console.write(content, output)
    console.end(problems, all_are_losses=True)
