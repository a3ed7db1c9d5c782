"""The requested content of a report, and its selection of segments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Final

from meantree.analysis.store import AnalysisStore
from meantree.comparison.pair_findings import shown_findings
from meantree.corpus.corpus import Corpus, Segment
from meantree.escaping import counted
from meantree.evaluation.compared_systems import best_two
from meantree.findings.search import Finding
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.request import Kind, Paper, ReportRequest
from meantree.scoring.table import ScoreTable
from meantree.work import Work

MAX_SEGMENTS: Final = 100
"""Largest number of segments shown if none are named."""
PARTS: Final[Mapping[str, str]] = {
    "summary": "the first page: what was compared, the result, and what stands out",
    "systems": "the scores of the systems by every metric",
    "annotators": "progress and agreement of the annotators of a project, and how they rank the systems",
    "segments": "the chosen segments with their texts and scores",
    "findings": "what is wrong with each translation, in sentences",
    "structure": "the structure that the metric counts, as a picture",
    "comparison": "two systems over one reference, as a picture",
    "trees": "dependency trees, or words with their links, as pictures",
    "frames": "semantic frames as pictures",
    "evidence": "matched, missed and extra units",
    "derivation": "the derivation of the score, step by step",
    "features": "the features of a learned metric",
    "differences": "where annotators differ",
    "comments": "annotators' comments",
}
"""The optional parts with their descriptions; title, provenance and signatures are always included."""


PICTURES: Final = frozenset({"structure", "comparison", "trees", "frames", "features"})
"""Parts of segments that are pictures."""
PARTS_OF: Final[Mapping[Kind, frozenset[str]]] = {
    "analysis": frozenset({"summary", "systems", "segments", "findings", "structure", "differences", "comments"}),
    "comparison": frozenset({"summary", "systems", "segments", "findings", "comparison", "comments"}),
    "annotation": frozenset({"summary", "annotators", "segments", "differences", "comments"}),
}
"""The parts of each kind of report."""
MOST: Final[Mapping[Kind, int]] = {"analysis": MAX_SEGMENTS, "comparison": 40, "annotation": 1000}
"""Segments shown at most if none are named."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The requested content of a report.

    Attributes:
        title: of the report; empty for the name of the corpus.
        specs: the metrics listed, of the scored ones; empty for all.
        focus: the metric that marks the pictures and whose units are listed; empty for the first.
        kind: of that metric's units that decide the marks; empty for all.
        systems: names of systems, empty for all scored ones.
        segments: keys of the segments shown, None for all.
        filter: a filter line (:mod:`meantree.search.filters`), empty for none.
        accepted: the 0-based places that the filter accepts, None if they are not yet known.
        filtered_by: the system whose translations must pass the filter, empty for any of ``systems``.
        parts: names of ``PARTS``.
        paper: the size of pages on paper.
        template: a Typst file for PDF, None for ours.
        most: the number of segments shown, the worst ones, if none are named.
        date: of the report, None for none; nothing else in a report depends on the time of writing.
    """

    title: str = ""
    specs: tuple[str, ...] = ()
    focus: str = ""
    kind: str = ""
    systems: tuple[str, ...] = ()
    segments: tuple[str, ...] | None = None
    filter: str = ""
    accepted: tuple[int, ...] | None = None
    filtered_by: str = ""
    parts: frozenset[str] = field(default=frozenset(PARTS))
    paper: Paper = "A4"
    template: Path | None = None
    most: int = MAX_SEGMENTS
    date: date | None = None

    @classmethod
    def of(cls, request: ReportRequest) -> ReportOptions:
        """Return the content of a requested report."""
        return cls(
            request.title,
            request.metrics,
            request.metrics[0] if request.metrics else "",
            systems=request.systems,
            segments=request.segments,
            filter=request.filter,
            accepted=request.accepted,
            parts=PARTS_OF[request.kind],
            paper=request.paper,
            template=request.template,
            most=MOST[request.kind],
            date=request.date,
        )

    @property
    def names_segments(self) -> bool:
        """Whether segments are named; the report then covers these alone."""
        return self.segments is not None

    @property
    def has_frames(self) -> bool:
        """Whether frames are drawn."""
        return {"segments", "frames"} <= self.parts

    @property
    def has_pictures(self) -> bool:
        """Whether there are pictures."""
        return "segments" in self.parts and bool(self.parts & PICTURES)


@dataclass(frozen=True, slots=True)
class SegmentSelection:
    """Segments by their 0-based places.

    Attributes:
        selected: the named segments that the filter accepts, in the order of the corpus.
        shown: the selected segments shown in detail; if two systems are compared and each translation is not shown by
            itself, those that differ most first, and of annotators alone those on which they agree least; if there are
            too many, the worst, the worst first.
        description: of the selection, in words.
    """

    selected: tuple[int, ...]
    shown: tuple[int, ...]
    description: str


def select_segments(
    table: ScoreTable,
    options: ReportOptions,
    systems: Sequence[str],
    focus: str,
    annotators: ProjectAnnotations | None = None,
    store: AnalysisStore | None = None,
    work: Work = Work(),
) -> SegmentSelection:
    """Return the requested segments.

    A segment passes the filter if the translation of any of ``systems`` does, or that of ``filtered_by`` if named. For
    a filter that names findings, these are searched for with ``store``.

    Raises:
        Cancelled: if the user stopped it.
        UsageError: if there is no such segment, or the filter cannot be parsed.
    """
    total = len(table.corpus.segments)
    places = (
        tuple(table.corpus.places[key] for key in options.segments)
        if options.segments is not None
        else tuple(range(total))
    )
    if options.filter.strip():
        accepted = _accepted(table, options, systems, annotators, store, work)
        places = tuple(place for place in places if place in accepted)
    text = _selection_text(len(places), total, options, systems)
    is_compared = "comparison" in options.parts and bool(focus) and not options.names_segments
    pair = best_two(table, focus, systems) if is_compared and len(systems) > 2 else tuple(systems)
    is_compared = is_compared and len(pair) == 2
    if is_compared and "structure" not in options.parts and 1 < len(places) <= options.most:
        farthest = _farthest_first(table, focus, pair, places)
        of = f" of {' and '.join(pair)}" if len(systems) > 2 else ""
        return SegmentSelection(places, tuple(farthest), f"{text}, largest difference{of} first")
    if options.names_segments or len(places) <= options.most:
        return SegmentSelection(places, places, text)
    scored = [(table, focus)] if focus or annotators is None else annotators.scored
    if is_compared:
        farthest = _farthest_first(table, focus, pair, places)[: options.most]
        names = " and ".join(pair)
        description = f"the {len(farthest):,} of {len(places):,} segments in which {names} differ most by {focus}"
        return SegmentSelection(places, tuple(farthest), description + _filtered(options, systems, total))
    if annotators is not None and not scored:
        marked = _most_errors_first(table, annotators, systems, places)[: options.most]
        description = f"the {len(marked):,} of {len(places):,} segments with the most marked errors"
        return SegmentSelection(places, tuple(marked), description + _filtered(options, systems, total))
    worst = worst_first(scored, systems, places)[: options.most]
    description = f"the {len(worst):,} worst of {len(places):,} segments by {scored[0][1]}, worst first"
    return SegmentSelection(places, tuple(worst), description + _filtered(options, systems, total))


def _most_errors_first(
    table: ScoreTable, annotators: ProjectAnnotations, systems: Sequence[str], places: Sequence[int]
) -> list[int]:
    """Return places by the number of errors marked in their translations, equal ones in the order of the corpus."""

    def errors(place: int) -> int:
        segment = table.corpus.segments[place]
        marked = (one for system in systems for _, one in annotators.errors_in(segment, system))
        return sum(len(one.errors) for one in marked)

    return sorted(places, key=lambda place: -errors(place))


def least_agreement_first(
    selection: SegmentSelection,
    corpus: Corpus,
    agreement: Mapping[str, float],
    options: ReportOptions,
    systems: Sequence[str],
    has_more: Callable[[Segment], bool],
) -> SegmentSelection:
    """Return a selection that shows first on what annotators agree least.

    Args:
        selection: of segments, in the order of the corpus.
        corpus: of the segments.
        agreement: F1 by segment, for those that two people annotated; of 1 there is nothing to show.
        options: with the number of segments shown.
        systems: names of the systems.
        has_more: whether another segment has something to show.
    """
    segments, places = corpus.segments, selection.selected
    differ = {key for key, share in agreement.items() if share < 1}
    known = [place for place in places if segments[place].key in differ or has_more(segments[place])]
    least = sorted(known, key=lambda place: agreement.get(segments[place].key, 2.0))[: options.most]
    description = f"{_selection_text(len(places), len(segments), options, systems)}, least agreement first"
    if len(least) < len(places):
        of = f"the {len(least):,} of {counted(len(places), 'segment')}"
        which = "on which annotators agree least" if len(least) < len(known) else "that have something to show"
        description = f"{of} {which}{_filtered(options, systems, len(segments))}"
        description += ", least agreement first" * (len(least) == len(known))
    return replace(selection, shown=tuple(least), description=description)


def _farthest_first(table: ScoreTable, spec: str, systems: Sequence[str], places: Sequence[int]) -> list[int]:
    """Sort places by how far the scores of two systems differ, those without a score last."""

    def rank(place: int) -> tuple[bool, float]:
        first, second = (table.segment_score(system, spec, place) for system in systems)
        return (True, 0.0) if first is None or second is None else (False, -abs(first - second))

    return sorted(places, key=rank)


def worst_first(scored: Sequence[tuple[ScoreTable, str]], systems: Sequence[str], places: Sequence[int]) -> list[int]:
    """Sort places by the mean of the systems' segment scores, the worst first, those without a score last.

    Args:
        scored: tables, each with a metric; for all metrics higher is better, or for all lower is.
        systems: names of the systems.
        places: 0-based.
    """
    better = 1 if all(table.metrics[spec].higher_is_better for table, spec in scored) else -1

    def rank(place: int) -> tuple[bool, float]:
        scores = [table.segment_score(system, spec, place) for table, spec in scored for system in systems]
        known = [score for score in scores if score is not None]
        return not known, better * sum(known) / len(known) if known else 0.0

    return sorted(places, key=rank)


def accepted_segments(
    table: ScoreTable,
    line: str,
    systems: Sequence[str],
    annotators: ProjectAnnotations | None = None,
    *,
    store: AnalysisStore | None = None,
    work: Work = Work(),
) -> set[int]:
    """Return the places of the segments in which a filter accepts the translation of any of ``systems``.

    With a ``store`` of analyses, a filter may name findings.

    Raises:
        Cancelled: if the user stopped it.
        FilterError: if the line cannot be parsed.
    """
    from meantree.search.filter_columns import Columns, Segments
    from meantree.search.filters import parse_filter

    corpus, columns, accepted = table.corpus, Columns(), set[int]()
    has_errors, has_findings = corpus.has_errors, store is not None
    chosen = parse_filter(line, list(table.metrics), corpus.rating_kinds, errors=has_errors, findings=has_findings)
    found: dict[str, dict[str, tuple[Finding, ...]]] = {}

    def findings_of(system: str, work: Work) -> Mapping[str, Sequence[Finding]]:
        if not found and store is not None:
            found.update(shown_findings(corpus, systems, store, work))
        return found[system]

    people = {} if annotators is None else annotators.people
    for system in systems:
        states, comments = ({}, {}) if annotators is None else annotators.states_and_comments(corpus, system)
        segments = Segments(
            corpus,
            system,
            table,
            states,
            comments,
            columns=columns,
            work=work,
            annotators=people,
            findings=partial(findings_of, system),
        )
        accepted.update(chosen.places(segments).tolist())
    return accepted


def _accepted(
    table: ScoreTable,
    options: ReportOptions,
    systems: Sequence[str],
    annotators: ProjectAnnotations | None,
    store: AnalysisStore | None,
    work: Work,
) -> set[int]:
    if options.accepted is not None:
        return set(options.accepted)
    names = [options.filtered_by] if options.filtered_by else systems
    return accepted_segments(table, options.filter, names, annotators, store=store, work=work)


def _selection_text(number: int, total: int, options: ReportOptions, systems: Sequence[str]) -> str:
    if not options.filter.strip() and number == total:
        return f"all {total:,} segments" if total > 1 else "1 segment" if total else "no segment"
    return f"{number:,} of {counted(total, 'segment')}" + _filtered(options, systems, None)


def _filtered(options: ReportOptions, systems: Sequence[str], total: int | None) -> str:
    """Return the filter in words, with the systems that it applies to."""
    if not options.filter.strip():
        return ""
    scope = "" if len(systems) == 1 else " in any of the systems"
    if options.filtered_by:
        scope = f" for {options.filtered_by}"
    of = "" if total is None else f", of {counted(total, 'segment')}"
    return f" (filter: {options.filter.strip()}{scope}{of})"
