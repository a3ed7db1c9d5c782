"""Arguments that several commands share."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import typer

from meantree.analysis.analyser import DEFAULT
from meantree.cli import console
from meantree.cli.console import require_stdout
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.model import Corpus
from meantree.errors import UsageError
from meantree.metrics.base import Metric
from meantree.project.file import Project
from meantree.project.kinds import Key
from meantree.shown import listed, misnamed


def _somewhere(output: Path | None) -> Path | None:
    """Nothing is read and scored for a closed stdout."""
    if output is None:
        require_stdout()
    return output


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
Format = Annotated[
    Literal["table", "tsv", "csv", "xlsx", "json"] | None,
    typer.Option(help="By default as --output ends, else a table."),
]
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="Write here, not to stdout.", callback=_somewhere),
]

DEFAULT_PIPELINE = DEFAULT.pipeline
DEFAULT_CONSTITUENCY = DEFAULT.constituency


def corpus_of(
    hypotheses: list[Path] | None,
    references: list[Path] | None,
    source: Path | None,
    encoding: str | None,
    project: Path | None = None,
    annotator: str | None = None,
    reference: str | None = None,
) -> Corpus:
    """Read what the user named, each file in the role in which it was named, or a project in place of files.

    With ``reference`` the others are left out.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if files and a project are named, or nothing, or an annotator or a reference that is not there.
    """
    return picked(_corpus_of(hypotheses, references, source, encoding, project, annotator), reference)


def picked(corpus: Corpus, reference: str | None) -> Corpus:
    """The corpus against one of its references alone, if one is named.

    Raises:
        UsageError: if it has no such reference.
    """
    if reference is None:
        return corpus
    if reference not in corpus.references:
        there = listed(corpus.references) or "none"
        raise UsageError(f"--reference: found {misnamed(reference, corpus.references)}, expected one of {there}")
    return corpus.against(reference)


def require_annotator(project: Path | None, annotator: str | None, metrics: Mapping[str, Metric]) -> None:
    """See to it that a metric over frames made by hand knows whose these are.

    Raises:
        UsageError: if there is a project, and nobody is named.
    """
    if project is None or annotator is not None or not any(one.needs.frames for one in metrics.values()):
        return
    with Project(project, passing=True) as opened:
        there = listed(opened.annotators) or "none"
    raise UsageError(f"hmeant scores the frames of one annotator; name one with --annotator, there are {there}")


def _say_unused(project: Project) -> None:
    """Say whose corrected trees and links are left aside, as no annotator is named."""
    keys: list[Key] = [*project.all_trees(), *project.all_links()]
    names = dict.fromkeys(key.annotator for key in keys)
    if names:
        told = f"heads, labels and links corrected by {listed(names)} are not used"
        console.say(f"{project.path}: {told}; name one with --annotator to score them")


def _corpus_of(
    hypotheses: list[Path] | None,
    references: list[Path] | None,
    source: Path | None,
    encoding: str | None,
    project: Path | None,
    annotator: str | None,
) -> Corpus:
    if project is not None:
        if hypotheses or references or source:
            raise UsageError("--project takes the place of --hyp, --ref and --src; found both")
        with Project(project, passing=True) as opened:
            if annotator is None:
                _say_unused(opened)
            return opened.corpus(annotator)
    if annotator is not None:
        raise UsageError("--annotator names somebody in a project; found no --project")
    if not hypotheses:
        raise UsageError("nothing to score: name translations with --hyp, or a --project")
    files = [InputFile(path, FileRole.HYPOTHESIS) for path in hypotheses]
    files += [InputFile(path, FileRole.REFERENCE) for path in references or []]
    if source is not None:
        files.append(InputFile(source, FileRole.SOURCE))
    return read_corpus(files, encoding=encoding)
