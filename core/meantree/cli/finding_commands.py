"""``meantree findings``: differences of meaning between translations and references, named and located."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.command_inputs import Inputs
from meantree.cli.options import Jobs, Output, Systems, with_groups


@with_groups
def findings(
    *,
    inputs: Inputs,
    system: Systems = None,
    everything: Annotated[bool, typer.Option("--all", help="List findings with a probability below .5, too.")] = False,
    kinds: Annotated[bool, typer.Option("--kinds", help="List the kinds of findings and exit.")] = False,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["text", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="Output format (default: by the extension of --output, else a list)."),
    ] = None,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
) -> None:
    """List differences of meaning between translations and references, segment by segment.

    Each finding has a kind (negation.lost, role.swapped, number.changed …), a sentence, an MQM category and a
    probability. Probabilities hold for errors planted in texts; of natural translations, where paraphrases are more
    frequent, fewer are right. Of texts in other languages than English only the language-free kinds are found.
    """
    console.require_other(output, inputs.paths)
    from meantree.cli.finding_output import findings_result, kinds_result
    from meantree.cli.output import TABLES, format_of

    form = format_of(output, format, ("text", *TABLES))
    if kinds:
        console.write(kinds_result().written(form), output)
        return
    with console.progress(jobs) as work:
        corpus = inputs.corpus()
        result, problems = findings_result(
            corpus, system, parsers, work, inputs.stored_analyses(), with_unsure=everything
        )
        content = result.written(form)
    console.write(content, output)
    console.end([*corpus.problems, *problems])
