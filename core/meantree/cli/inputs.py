"""What a command reads: a corpus from files, or from a project in place of files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from meantree.cli import console
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.model import Corpus
from meantree.errors import UsageError
from meantree.metrics.base import Metric
from meantree.shown import listed, misnamed

if TYPE_CHECKING:
    from meantree.project.file import Project
    from meantree.project.kinds import Key


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
    from meantree.project.file import Project

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
        from meantree.project.file import Project

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
