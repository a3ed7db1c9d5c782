"""``meantree report``: scores, chosen segments and their pictures to take away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from meantree.analysis.layers.required import WORDS
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import Inputs, say_to_review, store_over
from meantree.cli.console import UNREAD, say
from meantree.errors import Problem
from meantree.metrics.metric import required_layers
from meantree.metrics.registry import DISTINCT
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.chosen_content import report_content
from meantree.reporting.estimate import estimate_size
from meantree.reporting.report_files import write_report
from meantree.reporting.report_options import ReportOptions
from meantree.reporting.styles import default_metrics
from meantree.scoring.run import configured_metrics, metrics_for, score_corpus
from meantree.work import Work

OPEN_WORDS: Final = 12_000
"""Words of analyses in memory as they are, 1.5 KB each: the texts that are reported next."""
MOST_PACKED: Final = 20_000
"""Analyses in memory as 3 KB each."""


def annotators_of(inputs: Inputs, specs: Sequence[str] = (), work: Work = Work()) -> ProjectAnnotations:
    """Return the work of a project's annotators and its scores by ``specs``; empty without a project.

    Raises:
        UsageError: if there is no annotator of the requested name.
    """
    if inputs.project_file is None:
        return ProjectAnnotations()
    from meantree.project.file import Project

    with Project(inputs.project_file, passing=True) as project:
        for name in project.annotators if inputs.annotator is None else ():
            say_to_review(project, name)
        return ProjectAnnotations.of(project, inputs.annotator, specs, work)


def split_specs(inputs: Inputs, specs: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the metrics that score texts, and those that score the frames of every annotator if none is named.

    Raises:
        UsageError: if a spec is wrong.
    """
    configured = configured_metrics(specs) if specs else {}
    manual = [spec for spec, metric in configured.items() if metric.needs.frames]
    if inputs.project_file is None or inputs.annotator is not None:
        manual = []
    return [spec for spec in specs if spec not in manual], manual


def default_specs(inputs: Inputs, parts: frozenset[str]) -> tuple[str, ...]:
    """Return the metrics of a report with these parts for which none are named."""
    rules = None
    if inputs.project_file is not None:
        from meantree.project.file import Project

        with Project(inputs.project_file, passing=True) as project:
            rules = project.rules if project.annotators else None
    return default_metrics(parts, DISTINCT, ("hmeant",), rules, is_of_one=inputs.annotator is not None)


def make_report(
    inputs: Inputs,
    specs: Sequence[str],
    by_hand: Sequence[str],
    options: ReportOptions,
    output: Path,
    form: str,
    parsers: Parsers,
    work: Work,
) -> tuple[str, list[Problem]]:
    """Score a corpus and write its report; return a message with the segments, and the problems with these.

    ``specs`` score the texts, ``by_hand`` the frames of each annotator, as :func:`split_specs` says.

    Raises:
        InputError: if a file cannot be used.
        UsageError: if the inputs or the options are wrong.
    """
    corpus, annotators = inputs.corpus(), annotators_of(inputs, by_hand, work)
    store = AnalysisStore(parsers, budget=OPEN_WORDS, packed=MOST_PACKED)
    scored = metrics_for(specs, corpus, store) if specs else {}  # none if only annotators' frames are scored
    drawn = metrics_for(["meant"], corpus, store) if scored and options.has_frames else {}
    layers = WORDS | required_layers({**scored, **drawn})
    store = store_over(inputs.stored_analyses(), store, corpus, options.systems or corpus.systems, layers, work)
    # A report shows little of a large corpus: analysing that again is faster than sending all between processes.
    keep = len(corpus.segments) <= 2 * options.most
    table = score_corpus(corpus, scored, store, keep=keep, work=work)
    content = report_content(table, store, options, annotators=annotators, jobs=work.jobs, work=work)
    size = estimate_size(content)
    if form == "pdf" and size.segments:
        say(f"Writing {output}: {size.description}; shorten it with --segments, --filter or --parts.")
    try:
        write_report(content, output, form, work)
    except BrokenPipeError:  # click would exit with another code
        raise SystemExit(UNREAD) from None
    reported = content.corpus.places
    problems = [one for one in (*corpus.problems, *table.problems) if one.segment is None or one.segment in reported]
    return f"{output}: {content.selection.description if size.segments else 'no segment is shown'}", problems
