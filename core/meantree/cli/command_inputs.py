"""What a command reads: a corpus from files or from a project, and the stored analyses of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.cli import console
from meantree.errors import Problem, UsageError, require_known
from meantree.escaping import counted, listed
from meantree.files import PROJECT
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.analysis.layers.required import Layers
    from meantree.analysis.store import AnalysisStore
    from meantree.annotation.record_kinds import Key
    from meantree.corpus.corpus import Corpus
    from meantree.metrics.metric import Metric
    from meantree.project.file import Project
    from meantree.project.stored_analyses import StoredAnalyses


T = TypeVar("T")
STDIN: Final = Path("/dev/stdin")
"""The file that a hyphen names."""


GivenFile = tuple[Path, str]
"""A file with scores of another tool, and the metric's name with its direction, empty where the file says them."""


def given_to(
    corpus: Corpus, files: Iterable[GivenFile], encoding: str | None = None, columns: Mapping[str, str] | None = None
) -> Corpus:
    """Return a corpus with the scores of these files; raise InputError if one has none of the corpus."""
    for path, name in files:
        from meantree.corpus.formats.given_scores import with_given

        corpus = with_given(corpus, path, name, encoding=encoding, columns=columns)
    return corpus


@dataclass(frozen=True, slots=True)
class Inputs:
    """The input of a command: files by role, files whose names tell their roles, or a project.

    Attributes:
        hypotheses, references, source: files by role.
        annotator: of the project, whose annotations are used.
        reference: the only reference to compare with; None for all.
        encoding: of the files; None for UTF-8.
        files: whose names tell their roles, or a project.
        analyse_again: whether to ignore the analyses that the project stores.
        columns: what columns of tables mean, by their names there.
        language: of the translations; empty if files tell it, or the texts themselves.
        given: files with scores of other tools.
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
    columns: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    given: Sequence[GivenFile] = ()

    @property
    def paths(self) -> list[Path | None]:
        """All files that are read."""
        lists = (self.files, self.hypotheses, self.references)
        given = (path for path, _ in self.given)
        return [*(path for paths in lists for path in paths or ()), self.source, self.project, *given]

    @property
    def project_file(self) -> Path | None:
        """The project, whether it is an option or an argument."""
        if self.project is None and self.files:
            return self.files[0] if [path.suffix for path in self.files] == [PROJECT] else None
        return self.project

    def corpus(self, *, require_translations: bool = False) -> Corpus:
        """Return the corpus; if a reference is selected, with that one alone.

        Raises:
            InputError: if a file cannot be used, or as :func:`read_corpus` does.
            UsageError: if the inputs are missing or contradict each other, or an annotator or reference is unknown.
        """
        from meantree.corpus.formats.catalogue import require_columns

        if self.files and (self.hypotheses or self.references or self.source or self.project):
            raise UsageError("files without a role replace --hyp, --ref, --src and --project; found both")
        corpus = (self.of_project(self._corpus_of) or self._of_files(require_translations)).stated_as(self.language)
        corpus = given_to(corpus, self.given, self.encoding, self.columns)
        require_columns(filter(None, self.paths), self.columns)
        require_known("--reference", [self.reference], corpus.references)
        return corpus if self.reference is None else corpus.against(self.reference)

    def stored_analyses(self) -> StoredAnalyses | None:
        """Return the stored analyses of the project; None without a project, or if they are to be ignored.

        Raises:
            InputError: if the file is no project.
        """
        return None if self.analyse_again else self.of_project(lambda project: project.stored_analyses())

    def of_project(self, read: Callable[[Project], T]) -> T | None:
        """Return what is read from the project; None without one. Raises InputError if the file is no project."""
        if self.project_file is None:
            return None
        from meantree.project.file import Project

        with Project(self.project_file, passing=True) as opened:
            return read(opened)

    def require_annotator(self, metrics: Mapping[str, Metric]) -> None:
        """Check that an annotator is named if a metric scores manual frames of a project.

        Raises:
            UsageError: if no annotator is named.
        """
        needs_frames = any(metric.needs.frames for metric in metrics.values())
        if self.project is None or self.annotator is not None or not needs_frames:
            return
        known = listed(self.of_project(lambda project: project.annotators) or ()) or "none"
        raise UsageError(f"hmeant scores the frames of one annotator; name one with --annotator, there are {known}")

    def not_noted(self, problems: Sequence[Problem]) -> Sequence[Problem]:
        """Return the problems but those of translations that :func:`say_to_review` has reported as one person's."""
        if (name := self.annotator) is None:
            return problems
        from meantree.project.workload import finished_alone

        alone = self.of_project(lambda project: finished_alone(project, name)) or ()
        return [problem for problem in problems if (problem.segment, problem.system) not in alone]

    def notes_of_alone(self) -> list[Problem]:
        """Return a note of the translations that one person alone finished, if there are any."""
        if (name := self.annotator) is None:
            return []
        from meantree.project.workload import alone_note

        note = self.of_project(lambda project: alone_note(project, name))
        return [Problem(None, None, note, is_note=True)] if note else []

    def _corpus_of(self, project: Project) -> Corpus:
        if self.hypotheses or self.references or self.source:
            raise UsageError("--project replaces --hyp, --ref and --src; found both")
        corpus = replace(project.corpus(self.annotator), name=project.path.stem)
        if self.annotator is None:
            _say_unused(project)
        else:
            say_to_review(project, self.annotator)
        return corpus

    def _of_files(self, needs_translations: bool) -> Corpus:
        from meantree.corpus.formats import FileRole, InputFile, read_corpus
        from meantree.corpus.formats.catalogue import files_as, files_in

        if self.annotator is not None:
            raise UsageError("--annotator names an annotator of a project; found no --project")
        if self.analyse_again:
            raise UsageError("--analyse-again ignores the analyses stored in a project; found no --project")
        if not self.hypotheses and not self.files:
            raise UsageError("nothing to score: name translations with --hyp, or a --project")
        require_one_stdin(self.paths)
        files = [InputFile(file) for path in self.files or () for file in files_in(path)]
        by_role = {
            FileRole.HYPOTHESIS: self.hypotheses,
            FileRole.REFERENCE: self.references,
            FileRole.SOURCE: None if self.source is None else [self.source],
        }
        files += [file for role, paths in by_role.items() for path in paths or () for file in files_as(path, role)]
        return read_corpus(files, encoding=self.encoding, columns=self.columns, require_translations=needs_translations)


def require_one_stdin(paths: Iterable[Path | None]) -> None:
    """Check that standard input, which can be read once, is named once at most.

    Raises:
        UsageError: if it is named again.
    """
    if [*paths].count(STDIN) > 1:
        raise UsageError("standard input (-) is named twice; it can be read once, so name a file")


def say_to_review(project: Project, annotator: str) -> None:
    """Report the translations of an annotator that are scored without some links, and those that gold lacks."""
    from meantree.project.workload import alone_note, review_note

    for note in filter(None, (review_note(project, annotator), alone_note(project, annotator))):
        console.say(note)


def _say_unused(project: Project) -> None:
    """Report the annotators whose corrected trees and links are ignored, since no annotator is named."""
    keys: list[Key] = [*project.trees(), *project.links()]
    names = dict.fromkeys(key.annotator for key in keys)
    if names:
        unused = f"heads, labels and links corrected by {listed(names)} are not used"
        console.say(f"{project.path}: {unused}; name one with --annotator to score them")


@dataclass(frozen=True, slots=True)
class Task:
    """The texts of a command, and what analyses them.

    Attributes:
        parsers: as the user chose them, for any language.
        stored: the analyses of a project, if they are to be used.
    """

    corpus: Corpus
    parsers: Parsers = DEFAULT
    work: Work = Work()
    stored: StoredAnalyses | None = None

    def chosen(self, systems: Sequence[str] | None) -> list[str]:
        """Return the systems that are named, in the order of the corpus; all by default.

        Raises:
            UsageError: if one is unknown.
        """
        require_known("--system", systems, self.corpus.systems)
        return [name for name in self.corpus.systems if not systems or name in systems]

    def adapted(
        self, specs: Sequence[str], store: AnalysisStore | None = None, *, with_given: bool = True
    ) -> tuple[dict[str, Metric], AnalysisStore]:
        """Return metrics adapted to the corpus, and the store of its analyses by the installed analyser.

        Args:
            store: by default of analyses by the parsers for the language of the corpus.
            with_given: whether to add the metrics whose scores the corpus was given.

        Raises:
            UsageError: if a spec is wrong, or the pipeline cannot be loaded.
        """
        from meantree.scoring.run import metrics_for, with_given_metrics
        from meantree.scoring.verdicts import store_for

        store = store or store_for(self.corpus, self.parsers)
        return metrics_for(with_given_metrics(specs, self.corpus) if with_given else specs, self.corpus, store), store

    def with_stored(self, store: AnalysisStore, systems: Sequence[str], layers: Layers) -> AnalysisStore:
        """Return a store that prefers the stored analyses, and report if these are by another analyser.

        Args:
            store: analyses texts with the installed analyser; returned if the analyses are by another one, and some are
                missing or the user names the parsers.
            systems: whose translations are analysed, with all references.
        """
        if self.stored is None or not self.stored.maker or not layers:
            return store
        from meantree.project.stored_analyses import find_analyser_mismatch
        from meantree.scoring.run import texts_to_score

        over = store.with_stored(self.stored)
        other = find_analyser_mismatch(over, texts_to_score(self.corpus.segments, systems), layers, self.work)
        if other is None:
            return over
        if store.parsers != DEFAULT.for_language(self.corpus.language.code):
            options = "--pipeline, --parser or --constituency"
            console.say(f"{other.sentence}. They are not used, because {options} names other parsers.")
            return store
        if other.missing:
            console.say(f"{other.sentence}: everything is analysed again.")
            return store
        console.say(f"{other.sentence}. They are used; --analyse-again uses the installed one.")
        return over


def require_same_lines(path: Path, lines: Sized, other: Path, others: Sized) -> None:
    """Check that two files have as many lines; raise UsageError if they have not."""
    if len(lines) != len(others):
        raise UsageError(
            f"{path} has {counted(len(lines), 'line')}, {other} has {len(others):,}; expected the same number"
        )
