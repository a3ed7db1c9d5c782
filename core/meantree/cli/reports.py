"""``meantree report``: scores, chosen segments and their pictures to take away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meantree.analysis.layers.required import WORDS
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import Inputs, say_to_review, store_over
from meantree.cli.console import UNREAD, say
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.escaping import listed
from meantree.metrics.meant import Meant
from meantree.metrics.metric import required_layers
from meantree.metrics.registry import OFFERED, OVERVIEW
from meantree.project.file import Project
from meantree.project.stored_analyses import StoredAnalyses
from meantree.report.annotators import ProjectAnnotations
from meantree.report.content import report_content
from meantree.report.estimate import estimate_size
from meantree.report.report_files import write_report
from meantree.report.report_options import ReportOptions
from meantree.scoring.run import configured_metrics, metrics_for, score_corpus
from meantree.work import Work


def annotators_of(inputs: Inputs, specs: Sequence[str] = (), work: Work | None = None) -> ProjectAnnotations:
    """What annotators of the project did, and how it scores by ``specs``; nothing without a project.

    Raises:
        UsageError: if nobody did anything that could be scored.
    """
    if inputs.project_file is None:
        return ProjectAnnotations()
    with Project(inputs.project_file, passing=True) as project:
        if specs and not project.annotators:
            raise UsageError(f"{listed(specs)}: scores the frames of annotators; there are none in {project.path}")
        for name in project.annotators if inputs.annotator is None else ():
            say_to_review(project, name)
        return ProjectAnnotations.of(project, inputs.annotator, specs, work)


def divided(inputs: Inputs, specs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Metrics that score texts, and those that score each annotator's frames, where none of them is named.

    Raises:
        UsageError: if a spec is wrong.
    """
    by_hand = [spec for spec, one in configured_metrics(specs).items() if one.needs.frames]
    if inputs.project_file is None or inputs.annotator is not None:
        by_hand = []
    return [spec for spec in specs if spec not in by_hand], by_hand


def default_specs(annotator: str | None) -> tuple[str, ...]:
    """Few metrics of each family; that over frames made by hand where there is an annotator."""
    return tuple(name for name in OFFERED if name in OVERVIEW and (name != "hmeant" or annotator is not None))


def make_report(
    corpus: Corpus,
    specs: Sequence[str],
    options: ReportOptions,
    annotators: ProjectAnnotations,
    output: Path,
    form: str,
    parsers: Parsers,
    work: Work,
    analyses: StoredAnalyses | None = None,
) -> tuple[str, list[Problem]]:
    """Score a corpus, write the report of it, and tell which segments it shows; and what could not be scored."""
    store = AnalysisStore(parsers)
    scored = metrics_for(specs, corpus, store) if specs else {}  # none, where annotators' frames alone are scored
    drawn = metrics_for([Meant.name], corpus, store) if scored and options.has_frames else {}
    depth = WORDS | required_layers({**scored, **drawn})
    store = store_over(analyses, store, corpus, options.systems or corpus.systems, depth, work)
    # Of a large corpus little is shown, which is quicker analysed again than sent from one process to another.
    keep = len(corpus.segments) <= 2 * options.most
    table = score_corpus(corpus, scored, store, keep=keep, work=work)
    content = report_content(table, store, options, annotators=annotators, jobs=work.jobs)
    if form == "pdf":
        say(f"Writing {output}: {estimate_size(content).description}; shorten it with --segments, --filter or --parts.")
    try:
        write_report(content, output, form, work)
    except BrokenPipeError:  # typer would end with another code
        raise SystemExit(UNREAD) from None
    return f"{output}: {content.selection.description}", table.problems
