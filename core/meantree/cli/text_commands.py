"""Commands on texts: parse, align and search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli import console
from meantree.cli.options import (
    DEFAULT_CONSTITUENCY,
    DEFAULT_PIPELINE,
    Annotator,
    Constituency,
    Encoding,
    Hypotheses,
    Jobs,
    Output,
    Pipeline,
    ProjectFile,
    Reference,
    References,
    Source,
)
from meantree.errors import UsageError


def parse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="One text a line.")],
    nbest: Annotated[int, typer.Option(min=1, max=1000, help="Parses of each sentence.")] = 1,
    to: Annotated[
        Literal["conllu", "graphml", "brackets", "props", "conll2009", "conll2012", "universal"] | None,
        typer.Option(
            help="Dependency trees in two formats, constituency trees, or semantic frames in four; by default as"
            " --output ends, else conllu."
        ),
    ] = None,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Write the analysis of a text alone."""
    console.require_other(output, [file])
    from meantree.cli.output import format_of
    from meantree.cli.text_analysis import TARGETS, parsed_text

    target = format_of(output, to, TARGETS)
    with console.progress(jobs) as work:
        text, lost = parsed_text(file, nbest, target, Parsers(pipeline, constituency), encoding, work)
    console.write(text, output)
    console.end(lost)


def align(
    hyp: Annotated[Path, typer.Argument(metavar="HYP", help="Translations, one a line.")],
    ref: Annotated[Path, typer.Argument(metavar="REF", help="Their references, one a line.")],
    tokenized: Annotated[bool, typer.Option("--tokenized", help="Words are what blanks separate.")] = False,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Link the words of translations and references: a line of i-j a pair, hypothesis first, from 0."""
    console.require_other(output, [hyp, ref])
    from meantree.cli.output import format_of
    from meantree.cli.text_analysis import aligned_text

    format_of(output, None, ("pharaoh",))
    parsers = Parsers(pipeline, DEFAULT_CONSTITUENCY)
    with console.progress(jobs) as work:
        text, left = aligned_text(hyp, ref, parsers, encoding, work, tokenised=tokenized)
    console.write(text, output)
    console.end(left, all_are_losses=True)


def search(
    arguments: Annotated[
        list[str],
        typer.Argument(
            metavar="[FILES]... REQUEST",
            help="Files of texts, and what to look for, as in 'pattern { V -[nsubj]-> S }'.",
            show_default=False,
        ),
    ],
    hyp: Hypotheses = None,
    ref: References = None,
    src: Source = None,
    project: ProjectFile = None,
    annotator: Annotator = None,
    reference: Reference = None,
    system: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Whose translations; all by default.")
    ] = None,
    metric: Annotated[
        str | None, typer.Option(metavar="SPEC", help="Tells status, links and features that fired.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Print the number of matches alone.")] = False,
    group_by: Annotated[
        list[str] | None, typer.Option(metavar="KEY", help="Count by V.lemma, e.label, system, …; may be repeated.")
    ] = None,
    format: Annotated[  # noqa: A002  # the option's name
        Literal["text", "tsv", "csv", "xlsx", "json"] | None,
        typer.Option(help="By default as --output ends, else a list of texts."),
    ] = None,
    output: Output = None,
    pipeline: Pipeline = DEFAULT_PIPELINE,
    constituency: Constituency = DEFAULT_CONSTITUENCY,
    jobs: Jobs = None,
    encoding: Encoding = None,
) -> None:
    """Find structures by a request in Grew's language: words, dependencies, links, roles, and how they fared."""
    from meantree.cli.command_inputs import Inputs
    from meantree.cli.output import TABLES, format_of
    from meantree.cli.searches import Asked, projects_of, read_files, read_references, require_request, search_result
    from meantree.scoring.run import configured_metrics

    *names, pattern = arguments
    files = [Path(name) for name in names]
    inputs = Inputs(hyp, ref, src, project, annotator, encoding=encoding)
    console.require_other(output, [*files, *inputs.paths])
    form = format_of(output, format, ("text", *TABLES))
    require_request(pattern)  # a wrong one is told before anything is read
    if bool(files) == bool(hyp or ref or project):
        found = "both" if files else "nothing to search"
        raise UsageError(f"files stand before the request, or after --hyp, --ref and --project; found {found}")
    with console.progress(jobs) as work:
        if files:
            corpora = read_files(files, encoding, annotator)
        elif hyp or project:
            corpora = [inputs.corpus()]
        else:
            corpora = [read_references(ref or [], encoding)]
        if metric is not None:
            for one in projects_of([*files, project]):
                Inputs(project=one, annotator=annotator).require_annotator(configured_metrics([metric]))
        asked = Asked(pattern, metric, system, reference, group_by or (), count)
        result, problems = search_result(corpora, asked, Parsers(pipeline, constituency), work)
        content = result.written(form)
    console.write(content, output)
    console.end([*(problem for corpus in corpora for problem in corpus.problems), *problems])
