"""``meantree report``: scores, chosen segments and their pictures to take away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from meantree.analysis.layers.required import WORDS
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import Inputs, say_to_review
from meantree.cli.console import UNREAD
from meantree.cli.options import Run
from meantree.errors import Problem
from meantree.escaping import counted
from meantree.metrics.metric import required_layers
from meantree.metrics.registry import DISTINCT
from meantree.reporting.contents import headline_metrics
from meantree.reporting.differences import can_analyse
from meantree.reporting.report_files import write_report
from meantree.reporting.request import (
    Kind,
    ReportRequest,
    ReportSource,
    default_kind,
    default_metrics,
    kind_named,
    named_segments,
)
from meantree.scoring.run import configured_metrics, metrics_for, score_corpus
from meantree.scoring.verdicts import FULL, store_for, verdicts
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.project.file import Project
    from meantree.reporting.annotators import ProjectAnnotations

OPEN_WORDS: Final = 12_000
"""Words of analyses in memory as they are, 1.5 KB each: the texts that are reported next."""
ALONE: Final = 200
"""Translations up to which one process scores: as fast as two, with less work."""
KEPT: Final = 200
"""Segments up to which analyses are kept from scoring."""
MOST_PACKED: Final = 20_000
"""Analyses in memory as 3 KB each."""


def annotators_of(inputs: Inputs, specs: Sequence[str] = (), work: Work = Work()) -> ProjectAnnotations | None:
    """Return the work of a project's annotators and its scores by ``specs``; None without a project.

    Raises:
        UsageError: if there is no annotator of the requested name.
    """

    def read(project: Project) -> ProjectAnnotations:
        from meantree.reporting.annotators import ProjectAnnotations

        for name in project.annotators if inputs.annotator is None else ():
            say_to_review(project, name)
        return ProjectAnnotations.of(project, inputs.annotator, specs, work)

    return inputs.of_project(read)


def choices(inputs: Inputs, name: str, specs: Sequence[str]) -> tuple[Kind, list[str], list[str]]:
    """Return the kind of a report, the metrics that score texts, and those that score the frames of every annotator.

    Args:
        name: of the kind; empty for the one that fits the inputs and the named metrics.
        specs: the named metrics; without any, the kind decides.

    Raises:
        UsageError: if there is no such kind, or a spec is wrong.
    """
    read = inputs.of_project(lambda project: (project.rules if project.is_annotated else None, project.why_no_scores()))
    rules, why_no_scores = read or (None, "")
    by_frames = () if why_no_scores else ("hmeant",)
    of_texts, by_hand = _divided(inputs, specs)
    kind = kind_named(name) if name else default_kind(rules, names_metric=bool(of_texts))
    if not name and by_hand and not of_texts:
        kind = "annotation"
    if not specs:
        specs = default_metrics(kind, DISTINCT, by_frames, rules, is_of_one=inputs.annotator is not None)
        of_texts, by_hand = _divided(inputs, specs)
    return kind, of_texts, by_hand


def _divided(inputs: Inputs, specs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the metrics of texts, and those over frames, if these are of every annotator."""
    of_all = inputs.project_file is not None and inputs.annotator is None
    configured = configured_metrics(specs) if specs else {}
    by_hand = [spec for spec, metric in configured.items() if metric.needs.frames and of_all]
    return [spec for spec in specs if spec not in by_hand], by_hand


def make_report(
    run: Run, specs: Sequence[str], by_hand: Sequence[str], request: ReportRequest, segments: str, work: Work
) -> tuple[str, list[Problem]]:
    """Score a corpus and write its report; return a message, and the problems of reading and scoring.

    ``specs`` score the texts, ``by_hand`` the frames of each annotator, as :func:`choices` says; if nobody named them,
    those that are not available in the language of the texts are left out. ``segments`` names those shown; by default
    those that were added to the report, unless they are filtered.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if the inputs or the options are wrong.
    """
    task, output, form = run.task(work), run.output.path or Path(), run.output.form
    corpus, annotators = task.corpus, annotators_of(run.inputs, by_hand, work)
    named, marked = named_segments(corpus, segments), run.inputs.of_project(lambda project: project.marked())
    if named is None and marked and not request.filter.strip():
        named = tuple(key for key in corpus.places if key in marked)
    request = replace(request, segments=named)
    store = store_for(corpus, task.parsers, partial(AnalysisStore, budget=OPEN_WORDS, packed=MOST_PACKED))
    scored = task.adapted(specs, store)[0] if specs else {}  # none for annotators' frames alone
    if request.differences:
        found = verdicts(corpus, scored, store.parsers)
        scored = {spec: metric for spec, metric in scored.items() if found.get(spec, FULL).is_available}
    systems = request.systems or corpus.systems
    store = task.with_stored(store, systems, WORDS | required_layers(scored))
    if request.kind != "annotation" and scored:
        extra = metrics_for(headline_metrics(corpus), corpus, store)
        scored = scored | {
            spec: metric
            for spec, metric in extra.items()
            if spec not in scored and can_analyse(corpus, systems, store, WORDS | required_layers({spec: metric}))
        }
    # A report shows little of a large corpus: analysing that again is faster than sending all between processes. Of a
    # small one, the alignments that scoring makes are used again, which are no part of what processes send.
    translations = sum(len(segment.hypotheses) for segment in corpus.segments)
    scoring = work.by(1) if translations <= ALONE and work.cluster is None else work
    table = score_corpus(corpus, scored, store, keep=len(corpus.segments) <= KEPT, work=scoring)
    missing = table.problems
    table.problems = [*run.inputs.not_noted(missing), *run.inputs.notes_of_alone()]
    source = ReportSource(table, store, annotators, work.jobs, marked)
    try:
        write_report(source, request, output, form, work)
    except BrokenPipeError:  # click would exit with another code
        raise SystemExit(UNREAD) from None
    return f"{output}: {request.kind} of {counted(len(corpus.segments), 'segment')}", [*corpus.problems, *missing]
