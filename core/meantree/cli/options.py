"""Options that several commands share, and groups of options that fill one object."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_type_hints

import typer

from meantree.analysis.parsers import Parsers
from meantree.cli.command_inputs import STDIN, Inputs
from meantree.cli.console import require_stdout, set_wide
from meantree.errors import UsageError
from meantree.metrics.registry import METRICS, specs_in


def _output_file(output: Path | None) -> Path | None:
    """Return None for standard output, which a hyphen names too; check first that it is open."""
    path = None if output == Path("-") else output
    if path is None:
        require_stdout()
    else:
        set_wide(True)
    return path


def input_file(path: Path | None) -> Path | None:
    """Return the file to read: a hyphen is standard input.

    Raises:
        UsageError: for a hyphen on a system where standard input is no file.
    """
    if path != Path("-"):
        return path
    if os.name != "posix":
        raise UsageError("standard input cannot be read here; name a file")
    return STDIN


def input_files(paths: Iterable[Path] | None) -> list[Path] | None:
    """Return the files to read; a hyphen is standard input."""
    return None if paths is None else [file for path in paths if (file := input_file(path)) is not None]


def metric_specs(arguments: Sequence[str] | None) -> list[str] | None:
    """Return the metrics of all arguments, each of which may name several, separated by commas."""
    return None if arguments is None else [spec for argument in arguments for spec in specs_in(argument)]


def _spec(argument: str | None) -> str | None:
    if argument is None:
        return None
    spec, *more = specs_in(argument)
    if more:
        raise UsageError(f"--metric: found {len(more) + 1} metrics, expected one")
    return spec


def metric_option(explanation: str, callback: Callable[..., Any] = _spec) -> Any:
    """Return the option ``--metric``: names of metrics in any case, which the shell completes; by default one metric.

    Args:
        callback: returns the specs of the arguments.
    """
    return typer.Option("--metric", metavar="SPEC", help=explanation, callback=callback, autocompletion=metric_names)


def metric_names(incomplete: str) -> list[str]:
    """Return the names of metrics that complete the last of those separated by commas."""
    before, comma, begun = incomplete.rpartition(",")
    return [before + comma + name for name in METRICS if name.startswith(begun.lower())]


Hypotheses = Annotated[
    list[Path] | None,
    typer.Option(
        "--hyp",
        metavar="FILE",
        help="Translations: one file per system, or one file with all systems; - is standard input.",
        callback=input_files,
    ),
]
References = Annotated[
    list[Path] | None, typer.Option("--ref", metavar="FILE", help="Reference translations.", callback=input_files)
]
Source = Annotated[Path | None, typer.Option("--src", metavar="FILE", help="The source text.", callback=input_file)]
ProjectFile = Annotated[Path | None, typer.Option("--project", metavar="FILE", help="A project instead of files.")]
AnalyseAgain = Annotated[
    bool, typer.Option("--analyse-again", help="Ignore the analyses stored in the project; the project is not changed.")
]
Reference = Annotated[
    str | None,
    typer.Option("--reference", metavar="NAME", help="Compare with this reference only (default: all references)."),
]
Annotator = Annotated[
    str | None, typer.Option("--annotator", metavar="NAME", help="The annotator in the project whose work is used.")
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="Encoding of the input files (default: UTF-8).")
]
Metrics = Annotated[
    list[str],
    metric_option(
        "Metrics, such as bleu,chrf, or one with options, NAME:key=value,key=value; may be repeated.", metric_specs
    ),
]
OptionalMetrics = Annotated[
    list[str] | None,
    metric_option("Metrics, such as bleu,chrf; may be repeated (default: some of each family).", metric_specs),
]
Systems = Annotated[
    list[str] | None,
    typer.Option("--system", metavar="NAME", help="A system to include; may be repeated (default: all systems)."),
]
Filter = Annotated[
    str, typer.Option("--filter", metavar="LINE", help="Only segments that match this filter, such as 'edpm < .4'.")
]
Rating = Annotated[
    str | None, typer.Option("--rating", metavar="KIND", help="The kind of ratings, such as da, hter or mqm.")
]
Judgements = Annotated[
    list[Path] | None,
    typer.Option(
        "--preferences",
        metavar="FILE",
        help="Pairwise judgements instead of ratings: one file per corpus, in the same order.",
    ),
]
LowerIsBetter = Annotated[bool, typer.Option("--lower-is-better", help="Lower ratings are better.")]
Seed = Annotated[
    int, typer.Option("--seed", min=0, max=2**32 - 1, help="Random seed; the same seed gives the same numbers.")
]
Resamples = Annotated[
    int, typer.Option("--resamples", min=1, max=1_000_000, help="Number of bootstrap samples, and of permutations.")
]
Plots = Annotated[
    Path | None, typer.Option("--plots", metavar="FOLDER", help="Save figures in this folder as SVG, PDF and PNG.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue an interrupted run of the same command with the same --output.")
]
Pipeline = Annotated[str, typer.Option("--pipeline", metavar="NAME|PATH", help="Any installed spaCy pipeline.")]
Constituency = Annotated[
    str,
    typer.Option(
        "--constituency",
        metavar="PARSER",
        help="Constituency parser: bundled (English), none, bllip:FOLDER or benepar:MODEL.",
    ),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, max=1024, help="Number of processes (default: one per core).")
]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="A Dask scheduler on which to run the analysis.")
]
Verbose = Annotated[
    bool, typer.Option("--verbose", help="List every segment that could not be scored, instead of a summary.")
]
Format = Annotated[
    Literal["table", "tsv", "csv", "xlsx", "json"] | None,
    typer.Option("--format", help="Output format (default: by the extension of --output, else a table)."),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Output file (default: standard output).", callback=_output_file
    ),
]

GROUPS: Final[dict[type, Mapping[str, Any]]] = {
    Inputs: {
        "hypotheses": Hypotheses,
        "references": References,
        "source": Source,
        "project": ProjectFile,
        "annotator": Annotator,
        "analyse_again": AnalyseAgain,
        "reference": Reference,
        "encoding": Encoding,
    },
    Parsers: {"pipeline": Pipeline, "constituency": Constituency},
}
"""The options that fill the fields of a parameter of these types; modules of commands add their own."""


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Replace each parameter of a type in :data:`GROUPS` by the options of the group, which fill it.

    Typer has no parameters that several options fill, and reads the options from the signature.
    """
    annotations = get_type_hints(command, include_extras=True)
    groups = {name: kind for name, kind in annotations.items() if kind in GROUPS}
    parameters = list[inspect.Parameter]()
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _group_parameters(groups[name])
        else:
            parameters.append(parameter.replace(annotation=annotations[name], kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(command)
    def run(**options: Any) -> None:
        filled = {name: kind(**{field: options.pop(field) for field in GROUPS[kind]}) for name, kind in groups.items()}
        command(**options, **filled)

    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


def _group_parameters(kind: type) -> list[inspect.Parameter]:
    defaults: dict[str, Any] = dict.fromkeys(GROUPS[kind])
    if is_dataclass(kind):
        defaults = {field.name: field.default for field in fields(kind) if field.default is not MISSING}
    return [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults[name], annotation=annotation)
        for name, annotation in GROUPS[kind].items()
    ]
