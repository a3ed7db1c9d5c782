"""Types of options, the formats of outputs, and decorators for options that several commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.cli import console
from meantree.cli.command_inputs import STDIN, GivenFile, Inputs, Task
from meantree.errors import Problem, UsageError
from meantree.escaping import listed, shortened, unknown_name
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.cli.output import Result

Function = Callable[..., None]
Option = Callable[[Function], Function]
"""What adds options to the function of a command."""
PATH: Final = click.Path(path_type=Path)
ENDINGS: Final[Mapping[str, str]] = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".csv": "csv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".tsv.gz": "tsv.gz",
    ".parquet": "parquet",
    ".xlsx": "xlsx",
    ".tex": "tex",
    ".html": "html",
    ".pdf": "pdf",
    ".svg": "svg",
    ".conllu": "conllu",
    ".graphml": "graphml",
    ".mrg": "brackets",
    ".ptb": "brackets",
    ".props": "props",
    ".conll09": "conll2009",
    ".conll12": "conll2012",
}
"""Formats by file extension."""
BINARY: Final = {"xlsx": "a workbook", "tsv.gz": "gzip", "parquet": "Parquet"}
"""Formats that need a file."""
TEXT: Final = (".txt", "")
"""Extensions of plain text."""
TABLES: Final = ("tsv", "csv", "xlsx", "json")
"""Formats of all commands that write tables."""
METRICS_EVAL: Final = "mt-metrics-eval"
"""The format of score files of all levels in a folder."""


def format_of(output: Path | None, name: str | None, offered: Sequence[str]) -> str:
    """Return the named format, else that of the file extension; for plain text the first of those offered.

    Raises:
        UsageError: if the command does not write what the file's name ends in, or a workbook has no file.
    """
    stem, dot, suffix = ("" if output is None else output.name.casefold()).rpartition(".")
    ending = dot and (".tsv.gz" if suffix == "gz" and stem.endswith(".tsv") else f".{suffix}")
    form = name or (offered[0] if ending in TEXT else ENDINGS.get(ending))
    if form is None or form not in offered:
        known = listed(ending for ending, name in ENDINGS.items() if name in offered)
        expected = ", or ".join(filter(None, (known, ".txt or none for text")))
        raise UsageError(f"--output: found the ending {shortened(ending)}, expected {expected}")
    if form in BINARY and output is None:
        raise UsageError(f"{BINARY[form]} is not written to stdout; name a file with --output")
    return form


@dataclass(frozen=True, slots=True)
class Output:
    """Where a command writes, and in which format.

    Attributes:
        path: the file; None for standard output.
    """

    path: Path | None
    form: str


STDOUT: Final = Output(None, "")


class InputFile(click.Path):
    """A file to read; a hyphen is standard input."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Override Path.convert."""
        return input_file(Path(os.fsdecode(super().convert(value, param, ctx))))


class OneOf(click.Choice[str]):
    """One of some names, with a suggestion for a misspelt one."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Override Choice.get_invalid_choice_message."""
        return f"found {unknown_name(str(value), self.choices)}."


def input_file(path: Path) -> Path:
    """Return the file to read: a hyphen is standard input.

    Raises:
        UsageError: for a hyphen on a system where standard input is no file.
    """
    if path != Path("-"):
        return path
    if os.name != "posix":
        raise UsageError("standard input cannot be read here; name a file")
    return STDIN


def _specs(_context: object, _option: object, arguments: Iterable[str]) -> list[str]:
    """Return the metrics of all arguments, each of which may name several, separated by commas."""
    from meantree.metrics.registry import specs_in

    return [spec for argument in arguments for spec in specs_in(argument)]


def _spec(context: object, option: object, argument: str | None) -> str | None:
    if argument is None:
        return None
    spec, *more = _specs(context, option, [argument])
    if more:
        raise UsageError(f"--metric: found {len(more) + 1} metrics, expected one")
    return spec


def metric_names(_context: object, _param: object, incomplete: str) -> list[str]:
    """Return the names of metrics that complete the last of those separated by commas."""
    from meantree.metrics.registry import METRICS

    before, comma, begun = incomplete.rpartition(",")
    return [before + comma + name for name in METRICS if name.startswith(begun.lower())]


_metric_option = partial(click.option, "--metric", metavar="SPEC", shell_complete=metric_names)
one_metric = partial(_metric_option, callback=_spec)
"""The option ``--metric``: the name of a metric in any case, which the shell completes."""
some_metrics = partial(_metric_option, callback=_specs, multiple=True)
"""The option ``--metric``: names of several metrics."""
metrics = some_metrics(
    required=True, help="Metrics, such as bleu,chrf, or one with options, NAME:key=value,key=value; may be repeated."
)
optional_metrics = some_metrics(help="Metrics, such as bleu,chrf; may be repeated (default: some of each family).")

hypotheses = click.option(
    "--hyp",
    "hypotheses",
    type=InputFile(),
    multiple=True,
    metavar="FILE",
    help="Translations: one file per system, or one file with all systems; - is standard input.",
)
references = click.option(
    "--ref", "references", type=InputFile(), multiple=True, metavar="FILE", help="Reference translations."
)
source = click.option("--src", "source", type=InputFile(), metavar="FILE", help="The source text.")
project = click.option("--project", type=PATH, metavar="FILE", help="A project instead of files.")
annotator = click.option("--annotator", metavar="NAME", help="The annotator in the project whose work is used.")
analyse_again = click.option(
    "--analyse-again", is_flag=True, help="Ignore the analyses stored in the project; the project is not changed."
)
reference = click.option(
    "--reference", metavar="NAME", help="Compare with this reference only (default: all references)."
)
encoding = click.option("--encoding", metavar="NAME", help="Encoding of the input files that are not UTF-8.")


def _columns(_context: object, _option: object, arguments: Iterable[str]) -> dict[str, str]:
    """Return what columns mean, by their names in the file."""
    pairs = [pair.partition("=") for argument in arguments for pair in argument.split(",")]
    for meaning, equals, name in pairs:
        if not (equals and name):
            found = shortened(meaning + equals + name)
            raise UsageError(f"--columns: found {found}, expected pairs such as hypothesis=MT,reference=Ref")
    return {name: meaning for meaning, _, name in pairs}


columns = click.option(
    "--columns",
    metavar="MEANING=NAME,...",
    multiple=True,
    callback=_columns,
    help="Columns of tables, as in hypothesis=MT,reference=Ref, or languages of a TMX, as in source=de,hypothesis=en.",
)
_GIVEN = re.compile(r"(?:(?P<name>[^=,/]+(?:,better=(?:higher|lower))?)=)?(?P<path>.+)")


def _given(_context: object, _option: object, arguments: Iterable[str]) -> tuple[GivenFile, ...]:
    matches = filter(None, map(_GIVEN.fullmatch, arguments))
    return tuple((Path(match["path"]), match["name"] or "") for match in matches)


given = click.option(
    "--given",
    metavar="NAME=FILE",
    multiple=True,
    callback=_given,
    help="Scores that another tool gave, such as COMET=comet.json; NAME,better=lower=FILE where lower is better.",
)
systems = click.option(
    "--system",
    "systems",
    multiple=True,
    metavar="NAME",
    help="A system to include; may be repeated (default: all systems).",
)
text = partial(click.option, default="", show_default=False)
"""An option for a text, by default empty."""
language = text(
    "--language",
    metavar="NAME",
    help="Language of the translations, as in de or German (default: as in files and their names, or as texts look).",
)
filter_line = text(
    "--filter", "filter_line", metavar="LINE", help="Only segments that match this filter, such as 'edpm < .4'."
)
rating = click.option("--rating", metavar="KIND", help="The kind of ratings, such as da, hter or mqm.")
preferences = click.option(
    "--preferences",
    type=PATH,
    multiple=True,
    metavar="FILE",
    help="Pairwise judgements instead of ratings: one file per corpus, in the same order.",
)
lower_is_better = click.option("--lower-is-better", is_flag=True, help="Lower ratings are better.")
seed = click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), default=1, help="Random seed; the same seed gives the same numbers."
)
resamples = click.option(
    "--resamples",
    type=click.IntRange(1, 1_000_000),
    default=1000,
    help="Number of bootstrap samples, and of permutations.",
)
plots = click.option("--plots", type=PATH, metavar="FOLDER", help="Save figures in this folder as SVG, PDF and PNG.")
resume = click.option(
    "--resume", is_flag=True, help="Continue an interrupted run of the same command with the same --output."
)
_pipeline = click.option(
    "--pipeline", default=DEFAULT.pipeline, metavar="NAME|PATH", help="Any installed spaCy pipeline."
)
_constituency = click.option(
    "--constituency",
    default=DEFAULT.constituency,
    metavar="PARSER",
    help="Constituency parser: bundled (English), none, bllip:FOLDER or benepar:MODEL.",
)
_parser = click.option(
    "--parser",
    "command",
    default="",
    metavar="COMMAND",
    help="A program that parses: texts on its standard input, one a line; CoNLL-U on its standard output.",
)
jobs = click.option("--jobs", type=click.IntRange(1, 1024), help="Number of processes (default: one per core).")
cluster = click.option("--cluster", metavar="ADDRESS", help="A Dask scheduler on which to run the analysis.")
verbose = click.option(
    "--verbose", is_flag=True, help="List every segment that could not be scored, instead of a summary."
)
_wide = click.option(
    "--wide",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda _context, _option, wide: console.set_wide(wide),
    help="Let tables be wider than the terminal.",
)


def _output_file(_context: object, _option: object, path: Path | None) -> Path | None:
    """Return None for standard output, which a hyphen names too; check first that it is open."""
    if path is None or path == Path("-"):
        console.require_stdout()
        return None
    console.set_wide(True)
    return path


output_file = click.option(
    "--output", "-o", type=PATH, metavar="FILE", callback=_output_file, help="Output file (default: standard output)."
)


def output(*forms: str, option: str = "--format", default: str = "a table", notes: str = "") -> Option:
    """Return a decorator that adds ``--output`` and an option for its format, which the command takes as ``output``.

    The output is none of the files that options above it name.

    Args:
        forms: that the command writes, the default first; there is no option for a single one.
        default: what the first format is called.
        notes: on formats, for the help.
    """

    def decorate(command: Function) -> Function:
        @wraps(command)
        def run(*, output: Path | None, named: str | None = None, **values: Any) -> None:
            console.require_other(output, _files_in(values.values()))
            command(output=Output(output, format_of(output, named, forms)), **values)

        return _decorated(run, added)

    explanation = f"Output format (default: by the extension of --output, else {default}). {notes}".rstrip()
    choice = click.option(option, "named", type=OneOf(forms), help=explanation)
    tables = [_wide] if option == "--format" else []
    added = [choice, output_file, *tables] if len(forms) > 1 else [output_file]
    return decorate


def _files_in(values: Iterable[object]) -> Iterator[Path]:
    for value in values:
        if isinstance(value, Path):
            yield value
        elif isinstance(value, Inputs | tuple | list):
            yield from _files_in(value.paths if isinstance(value, Inputs) else value)


table = output("table", *TABLES)


def filling(parameter: str, kind: Callable[..., object], names: Collection[str], *options: Option) -> Option:
    """Return a decorator that adds options; the command takes the values with these names as one ``kind``."""

    def decorate(command: Function) -> Function:
        @wraps(command)
        def run(**values: Any) -> None:
            filled = kind(**{name: values.pop(name) for name in names if name in values})
            command(**{parameter: filled}, **values)

        return _decorated(run, options)

    return decorate


def _decorated(command: Function, options: Sequence[Option]) -> Function:
    for option in reversed(options):
        command = option(command)
    return command


inputs = filling(
    "inputs",
    Inputs,
    [field.name for field in fields(Inputs)],
    *(hypotheses, references, source, project, annotator, analyse_again, reference, encoding, columns),
    *(language, given),
)
_parsers = partial(filling, "parsers", Parsers, [field.name for field in fields(Parsers)])
parsers, pipeline = _parsers(_pipeline, _constituency, _parser), _parsers(_pipeline, _parser)


NO_INPUTS: Final = Inputs()


@dataclass(frozen=True, slots=True)
class Run:
    """What a command reads and writes, and what analyses the texts.

    Attributes:
        jobs: number of processes; one per core if None.
        cluster: address of a Dask scheduler that replaces them.
    """

    output: Output = STDOUT
    inputs: Inputs = NO_INPUTS
    parsers: Parsers = DEFAULT
    jobs: int | None = None
    cluster: str | None = None

    def task(self, work: Work, *, by_segment: bool = False) -> Task:
        """Return the corpus with what analyses it; raise InputError or UsageError as :meth:`Inputs.corpus`.

        A part with letters for systems is refused, unless all is by segment.
        """
        corpus = self.inputs.corpus()
        if not by_segment:
            corpus.require_named()
        return Task(corpus, self.parsers, work, self.inputs.stored_analyses())

    def write(self, make: Callable[[Work], tuple[str | Result, Sequence[Problem]]], **ending: Any) -> None:
        """Write what is made while progress is shown, and end with its problems, as :func:`console.end` does."""
        with console.progress(self.jobs, self.cluster) as work:
            made, problems = make(work)
            content = made if isinstance(made, str) else made.written(self.output.form)
        console.write(content, self.output.path)
        console.end(problems, **ending)

    def answer(self, make: Callable[[Task], tuple[Result, Sequence[Problem]]], **ending: Any) -> None:
        """Write a result about the corpus in the format of the output, likewise, with the problems of reading."""

        def made(work: Work) -> tuple[Result, Sequence[Problem]]:
            task = self.task(work)
            result, problems = make(task)
            return result, [*task.corpus.problems, *problems]

        self.write(made, **ending)


run = partial(filling, "run", Run, [field.name for field in fields(Run)])
"""Options that are added; the command takes those of them, and of the decorators above, that it shares as ``run``."""
