"""``meantree report``: scores, chosen segments and their pictures to take away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.console import UNREAD, say
from meantree.cli.inputs import corpus_of, picked
from meantree.corpus.formats import InputFile, read_corpus
from meantree.corpus.model import Corpus
from meantree.errors import Problem, UsageError
from meantree.metrics.base import Metric
from meantree.metrics.registry import OFFERED, OVERVIEW
from meantree.project.file import SUFFIX, Project
from meantree.report.annotators import AnnotatorsPart
from meantree.report.content import report_content
from meantree.report.estimate import estimate
from meantree.report.formats import write_report
from meantree.report.request import ReportOptions
from meantree.scoring.run import configured, score_corpus
from meantree.shown import listed
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a report is made of, as the user named it: a project, files by their names, or files in their roles."""

    files: Sequence[Path] = ()
    hypotheses: Sequence[Path] = ()
    references: Sequence[Path] = ()
    source: Path | None = None
    project: Path | None = None
    annotator: str | None = None
    reference: str | None = None
    encoding: str | None = None

    @property
    def paths(self) -> list[Path | None]:
        """All that is read."""
        return [*self.files, *self.hypotheses, *self.references, self.source, self.project]

    @property
    def project_file(self) -> Path | None:
        """The project, whichever way it is named."""
        if self.project is None and [path.suffix for path in self.files] == [SUFFIX]:
            return self.files[0]
        return self.project

    def corpus(self) -> Corpus:
        """What they hold.

        Raises:
            InputError: if a file cannot be used.
            UsageError: if they do not go together, or an annotator or a reference is not there.
        """
        if self.files and (self.hypotheses or self.references or self.source or self.project):
            raise UsageError("files without a role take the place of --hyp, --ref, --src and --project; found both")
        if not self.files or self.project_file is not None:
            named = list(self.hypotheses), list(self.references), self.source
            return corpus_of(*named, self.encoding, self.project_file, self.annotator, self.reference)
        if self.annotator is not None:
            raise UsageError("--annotator names somebody in a project; found files of texts")
        return picked(read_corpus([InputFile(path) for path in self.files], encoding=self.encoding), self.reference)

    def annotators(self, specs: Sequence[str] = (), work: Work | None = None) -> AnnotatorsPart:
        """What annotators of the project did, and how it scores by ``specs``; nothing without a project.

        Raises:
            UsageError: if nobody did anything that could be scored.
        """
        if self.project_file is None:
            return AnnotatorsPart()
        with Project(self.project_file, passing=True) as project:
            if specs and not project.annotators:
                raise UsageError(f"{listed(specs)}: scores the frames of annotators; there are none in {project.path}")
            return AnnotatorsPart.of(project, self.annotator, specs, work)

    def divided(self, specs: Sequence[str]) -> tuple[list[str], list[str]]:
        """Metrics that score texts, and those that score each annotator's frames, where none of them is named.

        Raises:
            UsageError: if a spec is wrong.
        """
        by_hand = [spec for spec, one in configured(specs).items() if one.needs.frames]
        if self.project_file is None or self.annotator is not None:
            by_hand = []
        return [spec for spec in specs if spec not in by_hand], by_hand


def default_specs(annotator: str | None) -> tuple[str, ...]:
    """Few metrics of each family; that over frames made by hand where there is an annotator."""
    return tuple(name for name in OFFERED if name in OVERVIEW and (name != "hmeant" or annotator is not None))


def make_report(
    corpus: Corpus,
    specs: Sequence[str],
    options: ReportOptions,
    annotators: AnnotatorsPart,
    output: Path,
    form: str,
    parsers: Parsers,
    work: Work,
) -> tuple[str, list[Problem]]:
    """Score a corpus, write the report of it, and tell which segments it shows; and what could not be scored."""
    store = AnalysisStore(parsers)
    # Of a large corpus little is shown, which is quicker analysed again than sent from one process to another.
    keep = len(corpus.segments) <= 2 * options.most
    scored = specs or dict[str, Metric]()  # none, where annotators' frames alone are scored
    table = score_corpus(corpus, scored, store, keep=keep, work=work)
    content = report_content(table, store, options, annotators=annotators, jobs=work.jobs)
    if form == "pdf":
        say(f"Writing {output}: {estimate(content).told}; --segments, --filter and --parts make it shorter.")
    try:
        write_report(content, output, form, work)
    except BrokenPipeError:  # typer would end with another code
        raise SystemExit(UNREAD) from None
    return f"{output}: {content.choice.told}", table.problems
