"""Commands on texts: parse, align and search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from meantree.analysis.parsers import Parsers
from meantree.cli import console, options
from meantree.cli.command_inputs import Inputs, require_one_stdin
from meantree.cli.help import Command
from meantree.cli.options import TABLES, InputFile, Output, input_file


@click.command(cls=Command)
@click.argument("file", type=InputFile(), metavar="FILE", help="A file with one text per line; - is standard input.")
@click.option("--nbest", type=click.IntRange(1, 1000), default=1, help="Number of parses per sentence.")
@options.output(
    *("conllu", "graphml", "brackets", "props", "conll2009", "conll2012", "universal"),
    option="--to",
    default="conllu",
    notes="conllu and graphml are dependency trees, brackets constituency trees, the others semantic frames.",
)
@options.parsers
@options.jobs
@options.encoding
@options.language
def parse(
    file: Path, nbest: int, output: Output, parsers: Parsers, jobs: int | None, encoding: str | None, language: str
) -> None:
    """Analyse texts and write their analyses."""
    console.require_other(output.path, [file])
    from meantree.cli.text_analysis import parsed_text

    with console.progress(jobs) as work:
        text, problems = parsed_text(file, nbest, output.form, parsers, encoding, work, language)
    console.write(text, output.path)
    console.end(problems)


@click.command(cls=Command)
@click.argument("hyp", type=InputFile(), metavar="HYP", help="A file with one translation per line.")
@click.argument("ref", type=InputFile(), metavar="REF", help="A file with their references, one per line.")
@click.option("--tokenized", is_flag=True, help="Split words at blanks only.")
@options.output("pharaoh")
@options.pipeline
@options.jobs
@options.encoding
def align(
    hyp: Path, ref: Path, tokenized: bool, output: Output, parsers: Parsers, jobs: int | None, encoding: str | None
) -> None:
    """Align the words of translations and references: one line of links i-j per pair, hypothesis first, from 0."""
    console.require_other(output.path, [hyp, ref])
    require_one_stdin([hyp, ref])
    from meantree.cli.text_analysis import aligned_text

    with console.progress(jobs) as work:
        text, problems = aligned_text(hyp, ref, parsers, encoding, work, tokenised=tokenized)
    console.write(text, output.path)
    console.end(problems, all_are_losses=True)


@click.command(cls=Command)
@click.argument(
    "arguments",
    nargs=-1,
    required=True,
    metavar="[FILES]... REQUEST",
    help="Files of texts, and a request, such as 'pattern { V -[nsubj]-> S }'.",
)
@options.hypotheses
@options.references
@options.source
@options.project
@options.annotator
@options.reference
@options.systems
@options.one_metric(help="The metric that determines statuses, links and fired features.")
@click.option("--count", is_flag=True, help="Print only the number of matches.")
@click.option(
    "--group-by", multiple=True, metavar="KEY", help="Group matches by V.lemma, e.label, system, …; may be repeated."
)
@options.output("text", *TABLES, default="a list of texts")
@options.parsers
@options.jobs
@options.encoding
def search(
    arguments: Sequence[str],
    hypotheses: Sequence[Path],
    references: Sequence[Path],
    source: Path | None,
    project: Path | None,
    annotator: str | None,
    reference: str | None,
    systems: Sequence[str],
    metric: str | None,
    count: bool,
    group_by: Sequence[str],
    output: Output,
    parsers: Parsers,
    jobs: int | None,
    encoding: str | None,
) -> None:
    """Find structures with a request in Grew's language: words, dependencies, links, roles, and their statuses."""
    from meantree.api.requests import SearchOptions
    from meantree.cli.searches import read_corpora, require_annotators, require_valid_search, search_result

    *files, pattern = arguments
    named = [input_file(Path(file)) for file in files]
    inputs = Inputs(hypotheses, references, source, project, annotator, encoding=encoding, files=named)
    console.require_other(output.path, inputs.paths)
    require_valid_search(pattern, inputs)  # reports errors before anything is read
    chosen = SearchOptions(pattern, metric, systems or None, reference, group_by, count)
    with console.progress(jobs) as work:
        corpora = read_corpora(inputs)
        if metric is not None:
            require_annotators(inputs, metric)
        result, problems = search_result(corpora, chosen, parsers, work)
        content = result.written(output.form)
    console.write(content, output.path)
    console.end([*(problem for corpus in corpora for problem in corpus.problems), *problems])
