"""What a command reads: a corpus from files or from a project, and the cached analyses of the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.cli import console
from meantree.cli.console import say
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, listed
from meantree.project.stored_analyses import StoredAnalyses, find_analyser_mismatch
from meantree.scoring.chunks import texts_to_score
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.metrics.metric import Metric
    from meantree.project.file import Project
    from meantree.project.kinds import Key


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the user named: files in their roles, files whose names tell their roles, or a project in place of files.

    Attributes:
        hypotheses, references, source: files in their roles.
        project: a project in place of them.
        annotator: whose annotations in the project.
        reference: the one that translations are compared with; all if None.
        encoding: of the files; UTF-8 if None.
        files: whose names tell their roles, or a project.
        analyse_again: whether the analyses that the project keeps are left aside.
    """

    hypotheses: Sequence[Path] | None = None
    references: Sequence[Path] | None = None
    source: Path | None = None
    project: Path | None = None
    annotator: str | None = None
    reference: str | None = None
    encoding: str | None = None
    files: Sequence[Path] | None = None
    analyse_again: bool = False

    @property
    def paths(self) -> list[Path | None]:
        """All that is read."""
        named = (self.files, self.hypotheses, self.references)
        return [*(path for paths in named for path in paths or ()), self.source, self.project]

    @property
    def project_file(self) -> Path | None:
        """The project, whichever way it is named."""
        if self.project is None and self.files:
            from meantree.project.file import SUFFIX

            return self.files[0] if [path.suffix for path in self.files] == [SUFFIX] else None
        return self.project

    def corpus(self) -> Corpus:
        """Return the corpus, with the named reference alone if one is named.

        Raises:
            InputError: if a file cannot be used.
            UsageError: if they do not go together or are none, or an annotator or a reference is not there.
        """
        if self.files and (self.hypotheses or self.references or self.source or self.project):
            raise UsageError("files without a role take the place of --hyp, --ref, --src and --project; found both")
        corpus = self._of_project() if self.project_file is not None else self._of_files()
        if self.reference is None:
            return corpus
        if self.reference not in corpus.references:
            found, there = did_you_mean(self.reference, corpus.references), listed(corpus.references) or "none"
            raise UsageError(f"--reference: found {found}, expected one of {there}")
        return corpus.against(self.reference)

    def stored_analyses(self) -> StoredAnalyses | None:
        """The analyses of the project that are to be used; None without a project.

        Raises:
            InputError: if the file is no project.
        """
        if self.project_file is None or self.analyse_again:
            return None
        from meantree.project.file import Project

        with Project(self.project_file, passing=True) as opened:
            return opened.stored_analyses()

    def require_annotator(self, metrics: Mapping[str, Metric]) -> None:
        """Check that a metric over frames made by hand is told whose.

        Raises:
            UsageError: if there is a project, and nobody is named.
        """
        if self.project is None or self.annotator is not None or not any(one.needs.frames for one in metrics.values()):
            return
        from meantree.project.file import Project

        with Project(self.project, passing=True) as opened:
            there = listed(opened.annotators) or "none"
        raise UsageError(f"hmeant scores the frames of one annotator; name one with --annotator, there are {there}")

    def _of_project(self) -> Corpus:
        from meantree.project.file import Project

        if self.project_file is None or self.hypotheses or self.references or self.source:
            raise UsageError("--project takes the place of --hyp, --ref and --src; found both")
        with Project(self.project_file, passing=True) as opened:
            if self.annotator is None:
                _say_unused(opened)
                return opened.corpus()
            corpus = opened.corpus(self.annotator)
            say_to_review(opened, self.annotator)
            return corpus

    def _of_files(self) -> Corpus:
        from meantree.corpus.formats import FileRole, InputFile, read_corpus

        if self.annotator is not None:
            raise UsageError("--annotator names somebody in a project; found no --project")
        if self.analyse_again:
            raise UsageError("--analyse-again leaves analyses of a project aside; found no --project")
        if not self.hypotheses and not self.files:
            raise UsageError("nothing to score: name translations with --hyp, or a --project")
        files = [InputFile(path) for path in self.files or ()]
        files += [InputFile(path, FileRole.HYPOTHESIS) for path in self.hypotheses or ()]
        files += [InputFile(path, FileRole.REFERENCE) for path in self.references or ()]
        files += [InputFile(path, FileRole.SOURCE) for path in [self.source] if path is not None]
        return read_corpus(files, encoding=self.encoding)


def say_to_review(project: Project, annotator: str) -> None:
    """Say which translations of an annotator are scored without some of their links."""
    from meantree.project.workload import review_note

    if told := review_note(project, annotator):
        console.say(told)


def _say_unused(project: Project) -> None:
    """Say whose corrected trees and links are left aside, as no annotator is named."""
    keys: list[Key] = [*project.all_trees(), *project.all_links()]
    names = dict.fromkeys(key.annotator for key in keys)
    if names:
        told = f"heads, labels and links corrected by {listed(names)} are not used"
        console.say(f"{project.path}: {told}; name one with --annotator to score them")


def store_over(
    kept: StoredAnalyses | None, store: AnalysisStore, corpus: Corpus, systems: Sequence[str], depth: Layers, work: Work
) -> AnalysisStore:
    """Return what analyses the texts of a command; where analyses are by another analyser, say so.

    Args:
        kept: what a project keeps; None without a project, and where everything is to be analysed again.
        store: analyses texts by the installed analyser.
        corpus: of the project.
        systems: whose translations are asked for, with all references.
        depth: how deep.
        work: progress and cancel.

    Returns:
        a store over the kept analyses; ``store`` where another analyser made these and they do not cover all of it.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if a parser cannot be loaded.
    """
    if kept is None or not kept.maker or not depth:
        return store
    over = store.with_stored(kept)
    texts = texts_to_score(corpus.segments, systems)
    other = find_analyser_mismatch(over, texts, depth, work)
    if other is None:
        return over
    if other.lacking:
        say(f"{other.sentence}: everything is analysed again.")
        return store
    say(f"{other.sentence}. They are used; --analyse-again uses the installed one.")
    return over
