"""What a report contains of what was scored: chosen metrics, systems, segments and frames, and the lines about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from meantree import __version__
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, listed
from meantree.metrics.metric import Metric, OverFrames
from meantree.metrics.registry import metric
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.content import ReportContent
from meantree.reporting.report_options import (
    ReportOptions,
    SegmentSelection,
    least_agreement_first,
    select_segments,
)
from meantree.reporting.score_rows import reference_title
from meantree.scoring.languages import meaningful_metrics
from meantree.scoring.provenance import signature
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable
from meantree.work import Work


def report_content(
    table: ScoreTable,
    store: AnalysisStore,
    options: ReportOptions | None = None,
    *,
    annotators: ProjectAnnotations | None = None,
    jobs: int = 1,
    known: dict[str, object] | None = None,
    work: Work = Work(),
) -> ReportContent:
    """Return the content of a report.

    Args:
        table: the scores.
        store: the analyses behind them; missing ones are made again.
        options: the requested content; by default everything.
        annotators: annotations of a project.
        jobs: processes for analyses that must be made again.
        known: what earlier contents of the same scores, metrics, systems and segments computed; it is added to.
        work: progress and cancel of a filter's search for findings.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if a metric, system or segment does not exist, or the filter cannot be parsed.
    """
    options, annotators = options or ReportOptions(), annotators or ProjectAnnotations()
    specs = _known("metric", options.specs, tuple(table.metrics))
    if not specs and not annotators.specs and not annotators.errors:
        raise UsageError("the report: no metric was requested")
    meaningful = meaningful_metrics(table.corpus, {spec: table.metrics[spec] for spec in specs}, store.parsers)
    focus = options.focus or next(iter(meaningful or specs), "")
    _known("metric", (focus,) if focus else (), specs)
    systems = _known("system", options.systems, table.scored_systems if specs else table.corpus.systems)
    if set(systems) < set(table.corpus.systems):
        annotators = annotators.of_systems(systems, store)
    selection = select_segments(table, options, systems, focus, annotators, store, work)
    if options.names_segments:
        table, annotators = table.part(selection.selected, store), annotators.part(selection.selected, store)
        places = tuple(range(len(selection.selected)))
        selection = replace(selection, selected=places, shown=places)
    content = ReportContent(
        table,
        options,
        options.title.strip() or table.corpus.name,
        (),
        specs,
        (*_signatures(table, specs, store), *_signed_work(annotators, store)),
        focus,
        meaningful,
        systems,
        selection,
        store,
        annotators,
        tuple(_framing([table.metrics[spec] for spec in specs], table.corpus, store)) if options.has_frames else (),
        jobs,
        {} if known is None else known,
    )
    is_of_differences = content.has("differences") and (content.is_of_annotators or not specs)
    agreement = content.agreement(work) if is_of_differences and not options.names_segments else None
    if agreement is not None and (least := agreement.least_by_segment):
        selection = least_agreement_first(selection, table.corpus, least, options, systems, content.has_more)
    return replace(content, selection=selection, about=tuple(_about(content, selection)))


def _signatures(table: ScoreTable, specs: Sequence[str], store: AnalysisStore) -> Iterator[str]:
    for spec in specs:
        yield signature(table.metrics[spec], table.provenance(store))


def _signed_work(annotators: ProjectAnnotations, store: AnalysisStore) -> Iterator[str]:
    """Yield the signatures of each annotator's scores."""
    for _, table in annotators.finished:
        yield from _signatures(table, annotators.specs, store)


def _framing(metrics: Sequence[Metric], corpus: Corpus, store: AnalysisStore) -> Iterator[Metric]:
    """Yield the metrics whose frames are drawn: the report's, and one each over manual and automatic frames.

    Without metrics there are none: annotators' frames are drawn anyway, and need no parser.
    """
    if not metrics:
        return
    yield from metrics
    if corpus.annotator:
        yield metric("hmeant")
    if not any(isinstance(chosen, OverFrames) and not chosen.needs.frames for chosen in metrics):
        yield from metrics_for(["meant"], corpus, store).values()


def _known(kind: str, wanted: Sequence[str], available: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted names, after a check, or all available ones."""
    for name in wanted:
        if name not in available:
            known = listed(available) or "none"
            raise UsageError(f"the report: no {kind} {did_you_mean(name, available)} was scored; there are {known}")
    return tuple(wanted or available)


def _about(content: ReportContent, selection: SegmentSelection) -> Iterator[str]:
    corpus, options = content.corpus, content.options
    if not content.has("summary"):  # which begins with all that
        yield from _compared(content)
    if content.has("segments") and (content.is_part or (options.filter.strip() and not content.has("summary"))):
        yield _shown(content, selection)
    if corpus.annotator:
        yield f"scores by annotator {corpus.annotator}"
    if options.date is not None:
        yield options.date.isoformat()
    yield f"Meantree {__version__}"


def _compared(content: ReportContent) -> Iterator[str]:
    corpus = content.corpus
    yield corpus.name
    if corpus.source_language and corpus.target_language:
        yield f"{corpus.source_language} → {corpus.target_language}"
    references = corpus.references if content.is_compared else ()
    names = f" against references {listed(references)}" if references else ""
    if len(references) == 1:
        names = f" against {reference_title(listed(references))}"
    yield f"{listed(content.systems)}{names}"


def _shown(content: ReportContent, selection: SegmentSelection) -> str:
    """Return the selection; scores are of named segments alone, but of all segments where a filter chooses."""
    if not content.specs:
        return f"showing {selection.description}"
    if content.is_part:
        is_all = selection.description.startswith("all")
        return f"scoring and showing {'' if is_all else 'only '}{selection.description}"
    return f"showing {selection.description}{', scores of all' if content.options.filter.strip() else ''}"
