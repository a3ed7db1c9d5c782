"""Arguments that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.parsers import DEFAULT
from meantree.cli.console import require_stdout


def _somewhere(output: Path | None) -> Path | None:
    """Nothing is read and scored for a closed stdout, which a hyphen names, too."""
    found = None if output == Path("-") else output
    if found is None:
        require_stdout()
    return found


Hypotheses = Annotated[
    list[Path] | None,
    typer.Option("--hyp", metavar="FILE", help="Translations: one file a system, or one file with all systems."),
]
References = Annotated[list[Path] | None, typer.Option("--ref", metavar="FILE", help="Reference translations.")]
Source = Annotated[Path | None, typer.Option("--src", metavar="FILE", help="The source text.")]
Metrics = Annotated[
    list[str], typer.Option("--metric", metavar="SPEC", help="NAME or NAME:key=value,key=value; may be repeated.")
]
ProjectFile = Annotated[Path | None, typer.Option("--project", metavar="FILE", help="A project in place of files.")]
AnalyseAgain = Annotated[
    bool, typer.Option("--analyse-again", help="Use no analyses that the project keeps; it is not changed.")
]
Reference = Annotated[
    str | None,
    typer.Option("--reference", metavar="NAME", help="Compare with this reference alone, if there are several."),
]
Annotator = Annotated[str | None, typer.Option(metavar="NAME", help="Whose annotations in the project.")]
Pipeline = Annotated[str, typer.Option(metavar="NAME|PATH", help="Any installed spaCy pipeline.")]
Constituency = Annotated[
    str,
    typer.Option(
        metavar="PARSER", help="Constituency trees by: bundled (English), none, bllip:FOLDER or benepar:MODEL."
    ),
]
Jobs = Annotated[int | None, typer.Option(min=1, max=1024, help="Processes for the analysis; all cores by default.")]
Cluster = Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler to run the analysis on.")]
Encoding = Annotated[str | None, typer.Option(metavar="NAME", help="Encoding of the input where it is not UTF-8.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="List all that could not be scored, one by one.")]
Format = Annotated[
    Literal["table", "tsv", "csv", "xlsx", "json"] | None,
    typer.Option(help="By default as --output ends, else a table."),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Output file (default: standard output).", callback=_somewhere),
]

DEFAULT_PIPELINE = DEFAULT.pipeline
DEFAULT_CONSTITUENCY = DEFAULT.constituency
