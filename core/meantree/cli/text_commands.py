"""Commands on texts: parse, align and search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.cli import console
from meantree.cli.command_inputs import Inputs
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
    with_groups,
)
from meantree.errors import UsageError


@with_groups
def parse(
    *,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file with one text per line.")],
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
    hyp: Annotated[Path, typer.Argument(metavar="HYP", help="A file with one translation per line.")],
    ref: Annotated[Path, typer.Argument(metavar="REF", help="A file with their references, one per line.")],
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Split words at blanks only.")] = False,
    output: Output = None,
    pipeline: Pipeline = DEFAULT.pipeline,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Align the words of translations and references: one line of links i-j per pair, hypothesis first, from 0."""
    console.require_other(output, [hyp, ref])
    from meantree.cli.output import format_of
    from meantree.cli.text_analysis import aligned_text

    format_of(output, None, ("pharaoh",))
    with console.progress(jobs) as work:
        text, problems = aligned_text(hyp, ref, Parsers(pipeline), encoding, work, tokenised=tokenized)
    console.write(text, output)
    console.end(problems, all_are_losses=True)


@with_groups
def search(
    *,
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="[FILES]... REQUEST",
            help="Files of texts, and a request, such as 'pattern { V -[nsubj]-> S }'.",
            show_default=False,
        ),
    ],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Systems = None,
    metric: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="The metric that determines statuses, links and fired features."),
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print only the number of matches.")] = False,
    group_by: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Group matches by V.lemma, e.label, system, …; may be repeated."),
    ] = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["text", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="Output format (default: by the extension of --output, else a list of texts)."),
    ] = None,
    output: Output = None,
    parsers: Parsers,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Find structures with a request in Grew's language: words, dependencies, links, roles, and their statuses."""
    from meantree.cli.output import TABLES, format_of
    from meantree.cli.searches import (
        SearchOptions,
        projects_of,
        read_files,
        read_references,
        require_request,
        search_result,
    )
    from meantree.scoring.run import configured_metrics

    *names, pattern = arguments
    files = [Path(name) for name in names]
    inputs = Inputs(hyp, ref, src, project, annotator, encoding=encoding)
    console.require_other(output, [*files, *inputs.paths])
    form = format_of(output, format, ("text", *TABLES))
    require_request(pattern)  # reports a wrong request before anything is read
    if bool(files) == bool(hyp or ref or project):
        found = "both" if files else "nothing to search"
        raise UsageError(f"name files before the request, or with --hyp, --ref and --project; found {found}")
    with console.progress(jobs) as work:
        if files:
            corpora = read_files(files, encoding, annotator)
        elif hyp or project:
            corpora = [inputs.corpus()]
        else:
            corpora = [read_references(ref or [], encoding)]
        if metric is not None:
            for path in projects_of([*files, project]):
                Inputs(project=path, annotator=annotator).require_annotator(configured_metrics([metric]))
        options = SearchOptions(pattern, metric, system, reference, group_by or (), count)
        result, problems = search_result(corpora, options, parsers, work)
        content = result.written(form)
    console.write(content, output)
    console.end([*(problem for corpus in corpora for problem in corpus.problems), *problems])
