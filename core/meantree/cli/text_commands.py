"""Commands on texts: parse, align and search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from meantree.cli import console, options
from meantree.cli.command_inputs import Inputs, require_one_stdin
from meantree.cli.help import Command
from meantree.cli.options import TABLES, InputFile, Run, input_file
from meantree.errors import Problem
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.cli.output import Result


@click.command(cls=Command)
@click.argument("file", type=InputFile(), metavar="FILE", help="A file with one text per line; - is standard input.")
@click.option("--nbest", type=click.IntRange(1, 1000), default=1, help="Number of parses per sentence.")
@options.output(
    *("conllu", "graphml", "brackets", "props", "conll2009", "conll2012", "universal"),
    option="--to",
    default="conllu",
    notes="conllu and graphml are dependency trees, brackets constituency trees, the others semantic frames.",
)
@options.run(options.parsers, options.jobs, options.encoding, options.language)
def parse(run: Run, file: Path, nbest: int, encoding: str | None, language: str) -> None:
    """Analyse texts and write their analyses."""
    from meantree.cli.text_analysis import parsed_text

    run.write(lambda work: parsed_text(file, nbest, run.output.form, run.parsers, encoding, work, language))


@click.command(cls=Command)
@click.argument("hyp", type=InputFile(), metavar="HYP", help="A file with one translation per line.")
@click.argument("ref", type=InputFile(), metavar="REF", help="A file with their references, one per line.")
@click.option("--tokenized", is_flag=True, help="Split words at blanks only.")
@options.output("pharaoh")
@options.run(options.pipeline, options.jobs, options.encoding)
def align(run: Run, hyp: Path, ref: Path, tokenized: bool, encoding: str | None) -> None:
    """Align the words of translations and references: one line of links i-j per pair, hypothesis first, from 0."""
    require_one_stdin([hyp, ref])
    from meantree.cli.text_analysis import aligned_text

    run.write(
        lambda work: aligned_text(hyp, ref, run.parsers, encoding, work, tokenised=tokenized), all_are_losses=True
    )


@click.command(cls=Command)
@click.argument(
    "arguments",
    nargs=-1,
    required=True,
    metavar="[FILES]... REQUEST",
    help="Files of texts, and a request, such as 'pattern { V -[nsubj]-> S }'.",
)
@options.filling(
    "inputs",
    Inputs,
    ("hypotheses", "references", "source", "project", "annotator", "encoding"),
    *(options.hypotheses, options.references, options.source, options.project, options.annotator),
    *(options.reference, options.encoding),
)
@options.systems
@options.one_metric(help="The metric that determines statuses, links and fired features.")
@click.option("--count", is_flag=True, help="Print only the number of matches.")
@click.option(
    "--group-by", multiple=True, metavar="KEY", help="Group matches by V.lemma, e.label, system, …; may be repeated."
)
@options.output("text", *TABLES, default="a list of texts")
@options.run(options.parsers, options.jobs)
def search(
    run: Run,
    arguments: Sequence[str],
    reference: str | None,
    systems: Sequence[str],
    metric: str | None,
    count: bool,
    group_by: Sequence[str],
) -> None:
    """Find structures with a request in Grew's language: words, dependencies, links, roles, and their statuses."""
    from meantree.api.requests import SearchOptions
    from meantree.cli.searches import read_corpora, require_annotators, require_valid_search, search_result

    *files, pattern = arguments
    inputs = replace(run.inputs, files=[input_file(Path(file)) for file in files])
    console.require_other(run.output.path, inputs.paths)
    require_valid_search(pattern, inputs)  # reports errors before anything is read
    chosen = SearchOptions(pattern, metric, systems or None, reference, group_by, count)

    def found(work: Work) -> tuple[Result, list[Problem]]:
        corpora = read_corpora(inputs)
        if metric is not None:
            require_annotators(inputs, metric)
        result, problems = search_result(corpora, chosen, run.parsers, work)
        problems[:0] = chain(*(corpus.problems for corpus in corpora))  # more are added while matches are written
        return result, problems

    run.write(found)
