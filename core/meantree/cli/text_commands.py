"""Commands on texts: parse, align and search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.cli import console
from meantree.cli.command_inputs import Inputs, require_one_stdin
from meantree.cli.options import (
    Annotator,
    Encoding,
    Hypotheses,
    Jobs,
    Output,
    Pipeline,
    ProjectFile,
    Reference,
    References,
    Source,
    Systems,
    input_file,
    input_files,
    metric_option,
    with_groups,
)


@with_groups
def parse(
    *,
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A file with one text per line; - is standard input.", callback=input_file),
    ],
    nbest: Annotated[int, typer.Option(min=1, max=1000, help="Number of parses per sentence.")] = 1,
    to: Annotated[
        Literal["conllu", "graphml", "brackets", "props", "conll2009", "conll2012", "universal"] | None,
        typer.Option(
            help="Output format: dependency trees (conllu, graphml), constituency trees (brackets) or semantic frames"
            " (default: by the extension of --output, else conllu)."
        ),
    ] = None,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Analyse texts and write their analyses."""
    console.require_other(output, [file])
    from meantree.cli.output import format_of
    from meantree.cli.text_analysis import TARGETS, parsed_text

    target = format_of(output, to, TARGETS)
    with console.progress(jobs) as work:
        text, problems = parsed_text(file, nbest, target, parsers, encoding, work)
    console.write(text, output)
    console.end(problems)


def align(
    hyp: Annotated[
        Path, typer.Argument(metavar="HYP", help="A file with one translation per line.", callback=input_file)
    ],
    ref: Annotated[
        Path, typer.Argument(metavar="REF", help="A file with their references, one per line.", callback=input_file)
    ],
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Split words at blanks only.")] = False,
    output: Output = None,
    pipeline: Pipeline = DEFAULT.pipeline,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Align the words of translations and references: one line of links i-j per pair, hypothesis first, from 0."""
    console.require_other(output, [hyp, ref])
    require_one_stdin([hyp, ref])
    from meantree.cli.output import format_of
    from meantree.cli.text_analysis import aligned_text

    format_of(output, None, ("pharaoh",))
    with console.progress(jobs) as work:
        text, problems = aligned_text(hyp, ref, Parsers(pipeline), encoding, work, tokenised=tokenized)
    console.write(text, output)
    console.end(problems, all_are_losses=True)


FilesAndRequest = Annotated[
    list[str],
    typer.Argument(
        metavar="[FILES]... REQUEST",
        help="Files of texts, and a request, such as 'pattern { V -[nsubj]-> S }'.",
        show_default=False,
    ),
]
GroupKeys = Annotated[
    list[str] | None, typer.Option(metavar="KEY", help="Group matches by V.lemma, e.label, system, …; may be repeated.")
]
SearchFormat = Annotated[
    Literal["text", "tsv", "csv", "xlsx", "json"] | None,
    typer.Option(help="Output format (default: by the extension of --output, else a list of texts)."),
]


@with_groups
def search(
    *,
    arguments: FilesAndRequest,
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Systems = None,
    metric: Annotated[
        str | None, metric_option("The metric that determines statuses, links and fired features.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print only the number of matches.")] = False,
    group_by: GroupKeys = None,
    format: SearchFormat = None,  # noqa: A002  # the option's name
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Find structures with a request in Grew's language: words, dependencies, links, roles, and their statuses."""
    from meantree.cli.output import TABLES, format_of
    from meantree.cli.searches import (
        SearchOptions,
        read_corpora,
        require_annotators,
        require_valid_search,
        search_result,
    )

    *files, pattern = arguments
    inputs = Inputs(hyp, ref, src, project, annotator, encoding=encoding, files=input_files(map(Path, files)))
    console.require_other(output, inputs.paths)
    form = format_of(output, format, ("text", *TABLES))
    require_valid_search(pattern, inputs)  # reports errors before anything is read
    options = SearchOptions(pattern, metric, system, reference, group_by or (), count)
    with console.progress(jobs) as work:
        corpora = read_corpora(inputs)
        if metric is not None:
            require_annotators(inputs, metric)
        result, problems = search_result(corpora, options, parsers, work)
        content = result.written(form)
    console.write(content, output)
    console.end([*(problem for corpus in corpora for problem in corpus.problems), *problems])
