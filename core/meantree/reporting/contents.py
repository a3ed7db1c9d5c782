"""What a report is made of: plain values, each computed once, before anything is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from meantree import __version__
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, did_you_mean, escaped, listed, reference_title, with_and
from meantree.evaluation.compared_systems import best_two
from meantree.metrics.metric import Metric
from meantree.reporting.blocks import Line, Run, line
from meantree.reporting.differences import Difference, DifferenceGroup, Differences, difference_groups, search
from meantree.reporting.request import ReportRequest, ReportSource
from meantree.reporting.results import Result, results
from meantree.reporting.segment_choice import accepted_segments, apart, fitting, worst_first
from meantree.scoring.table import ScoreTable
from meantree.work import Work

if TYPE_CHECKING:
    from meantree.reporting.annotators import ProjectAnnotations
    from meantree.reporting.marked_errors import MarkedBy
    from meantree.reporting.people import People

HEADLINE: Final = ("chrf", "mt+rte-r")
"""Metrics by which page one names the better system, beside that in focus."""
FOREIGN_HEADLINE: Final = ("chrf", "ter")
"""These for texts in other languages than English."""
NAMED: Final = 3
"""Systems that a title names."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a report is made of.

    Attributes:
        request: the requested content.
        source: the scores, the analyses behind them, and the annotations of these systems' translations.
        title: of the report.
        about: its provenance, in a few phrases.
        specs: the metrics reported, that in focus first.
        headline: those by which page one names the better system, that in focus first.
        systems: names of the systems; of a comparison, two.
        accepted: 0-based places of the segments that the filter accepts.
        signatures: of the metrics, by spec (and annotator).
        shown: places of the segments that are shown.
        results: by metric; metrics that scored nothing have none.
        differences: found automatically, None if they were not searched for.
        groups: of these, those with most probable errors first.
        people: what annotators did, None in other reports than those on annotators.
    """

    request: ReportRequest
    source: ReportSource
    title: str
    about: tuple[str, ...]
    specs: tuple[str, ...]
    headline: tuple[str, ...]
    systems: tuple[str, ...]
    accepted: tuple[int, ...]
    signatures: tuple[tuple[str, str], ...]
    shown: tuple[int, ...] = ()
    results: tuple[Result, ...] = ()
    differences: Differences | None = None
    groups: tuple[DifferenceGroup, ...] = ()
    people: People | None = None

    @property
    def table(self) -> ScoreTable:
        """The scores."""
        return self.source.table

    @property
    def corpus(self) -> Corpus:
        """The corpus of the scores."""
        return self.table.corpus

    @property
    def focus(self) -> str:
        """The spec of the metric in focus; empty if only annotators' work is scored."""
        return self.specs[0] if self.specs else ""

    @property
    def metric(self) -> Metric | None:
        """The metric in focus."""
        return self.table.metrics.get(self.focus)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems of reading, and of scoring by the metrics of the report."""
        found = (*self.corpus.problems, *self.table.problems)
        return tuple(one for one in found if not one.metrics or set(one.metrics) & set(self.specs))

    @property
    def examples(self) -> tuple[int, ...]:
        """The places of accepted segments with the first examples of differences."""
        first = [place for group in self.groups for place, *_ in group.examples[:1]]
        return tuple(place for place in first if place in self.accepted)

    def found(self, place: int, system: str) -> tuple[Difference, ...]:
        """Return the differences shown of a translation."""
        return () if self.differences is None else self.differences.shown.get((place, system), ())

    def beside(self, place: int, system: str) -> str:
        """Return the reference that these differences are from, if there are several; else an empty text."""
        return "" if self.differences is None else self.differences.beside.get((place, system), "")

    def marked(self, segment: Segment, system: str) -> MarkedBy:
        """Return what annotators marked in a translation."""
        annotators = self.source.annotators
        return () if annotators is None else annotators.errors_in(segment, system)


def gather(source: ReportSource, request: ReportRequest, work: Work = Work()) -> Contents:
    """Return what a report is made of.

    Raises:
        Cancelled: if the user stopped it.
        InputError: if a project can no longer be read.
        UsageError: if a metric, system or segment does not exist, or the filter cannot be parsed.
    """
    table, store, corpus = source.table, source.store, source.table.corpus
    wanted = _specs(request, table)
    systems = _systems(request, table, wanted)
    if source.annotators is not None and set(systems) < set(corpus.systems):
        source = replace(source, annotators=source.annotators.of_systems(systems, store))
    leading = (*wanted[:1], *headline_metrics(corpus)) if wanted else ()
    headline = tuple(dict.fromkeys(spec for spec in leading if spec in table.metrics))
    specs = tuple(dict.fromkeys((*wanted, *headline)))
    accepted = _accepted(source, request, systems, work)
    compared = results(table, tuple(dict.fromkeys((*headline, *specs))), systems, work)
    differences, people = None, None
    if request.kind == "annotation":
        from meantree.reporting.people import people_of

        people = people_of(source.annotators, corpus, systems, work)
    else:
        differences = search(corpus, systems, store, work.by(source.jobs))
    contents = Contents(
        request=request,
        source=source,
        title=request.title.strip() or _title(request, corpus, systems),
        about=tuple(_about(request, corpus)),
        specs=specs,
        headline=headline,
        systems=systems,
        accepted=accepted,
        signatures=tuple(_signatures(table, store, specs, None if people is None else source.annotators)),
        results=tuple(result for result in compared if result.segments),
        differences=differences,
        groups=() if differences is None else tuple(difference_groups(differences, systems)),
        people=people,
    )
    return replace(contents, shown=_shown(contents))


def _title(request: ReportRequest, corpus: Corpus, systems: Sequence[str]) -> str:
    """Return what a report is."""
    if request.kind == "annotation":
        return f"{corpus.name}: annotations"
    of = with_and(systems) if 1 <= len(systems) <= NAMED else f"{len(systems)} systems"
    return f"{corpus.name}: {request.kind} of {of}"


def _specs(request: ReportRequest, table: ScoreTable) -> tuple[str, ...]:
    """Return the metrics, that in focus first: if none is named, one for the language of the texts."""
    specs = _known("metric", request.metrics, tuple(table.metrics))
    first = [spec for spec in specs if spec in table.available][:1] if not request.metrics else []
    return tuple(dict.fromkeys((*first, *specs)))


def _systems(request: ReportRequest, table: ScoreTable, specs: Sequence[str]) -> tuple[str, ...]:
    """Return the systems; of a comparison, two: of more, the best two by the metric in focus."""
    systems = _known("system", request.systems, table.scored_systems if specs else table.corpus.systems)
    if request.kind != "comparison":
        return systems
    if len(systems) < 2 or not specs:
        found = f"the system {systems[0]} alone" if len(systems) == 1 else "no system" if specs else "no metric"
        raise UsageError(f"the report: a comparison is of two systems by a metric; found {found}")
    return systems if len(systems) == 2 else best_two(table, specs[0], systems)


def _accepted(source: ReportSource, request: ReportRequest, systems: Sequence[str], work: Work) -> tuple[int, ...]:
    """Return the places of the segments that the filter accepts."""
    places = range(len(source.table.corpus.segments))
    if not request.filter.strip():
        return tuple(places)
    accepted = request.accepted
    passing = accepted_segments(source, request.filter, systems, work) if accepted is None else set(accepted)
    return tuple(sorted(passing.intersection(places)))


def _signatures(
    table: ScoreTable, store: AnalysisStore, specs: Sequence[str], annotators: ProjectAnnotations | None = None
) -> Iterator[tuple[str, str]]:
    """Yield the signatures of metrics, then of those by which each annotator's work was scored."""
    for spec in specs:
        yield spec, table.signature(spec, store)
    for name, scored in annotators.finished if annotators is not None else ():
        for spec in annotators.specs if annotators is not None else ():
            yield f"{spec}, {name}", scored.signature(spec, store)


def headline_metrics(corpus: Corpus) -> tuple[str, ...]:
    """Return the metrics by which page one names the better system, beside that in focus."""
    return HEADLINE if "ratings" in corpus.language.parts else FOREIGN_HEADLINE


def scores_alone(table: ScoreTable, store: AnalysisStore) -> Contents:
    """Return the scores of all systems, and nothing else."""
    corpus, specs = table.corpus, tuple(table.metrics)
    languages = [corpus.source_language, corpus.target_language]
    references = f" against references {listed(corpus.references)}" if corpus.references else ""
    if len(corpus.references) == 1:
        references = f" against {reference_title(corpus.references[0])}"
    about = [corpus.name, *([" → ".join(map(str, languages))] if all(languages) else [])]
    about += [f"{listed(table.scored_systems)}{references}", *_about(ReportRequest(), corpus)]
    return Contents(
        request=ReportRequest(),
        source=ReportSource(table, store),
        title=corpus.name,
        about=tuple(about),
        specs=specs,
        headline=(),
        systems=table.scored_systems,
        accepted=tuple(range(len(corpus.segments))),
        signatures=tuple(_signatures(table, store, specs)),
    )


def _known(kind: str, wanted: Sequence[str], available: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted names, after a check, or all available ones."""
    for name in wanted:
        if name not in available:
            known = listed(available) or "none"
            raise UsageError(f"the report: no {kind} {did_you_mean(name, available)} was scored; there are {known}")
    return tuple(wanted or available)


def _shown(contents: Contents) -> tuple[int, ...]:
    """Return the chosen segments, else the most telling ones that the filter accepts."""
    request, corpus, accepted = contents.request, contents.corpus, contents.accepted
    if request.segments is not None:
        return tuple(corpus.places[key] for key in _known("segment", request.segments, tuple(corpus.places)))
    if contents.people is not None:
        return contents.people.telling(corpus, accepted)
    if not contents.specs:
        return accepted[:1]
    by = contents.table, contents.specs[0], contents.systems, accepted
    differing = apart(*by) if request.kind == "comparison" else ()
    return fitting(corpus, contents.systems, [*differing] or [*contents.examples, *worst_first(*by)])


def _about(request: ReportRequest, corpus: Corpus) -> Iterator[str]:
    if corpus.annotator and request.kind != "annotation":  # which says itself whose work it is on
        yield f"annotator: {corpus.annotator}"
    if request.date is not None:
        yield request.date.isoformat()
    yield f"Meantree {__version__}"


def compared_texts(contents: Contents) -> tuple[str, str]:
    """Return the segments with their languages in parentheses, and the references, as parts of a sentence."""
    corpus = contents.corpus
    languages = ""
    if corpus.source_language and corpus.target_language:
        languages = f" ({corpus.source_language} to {corpus.target_language})"
    names = with_and(corpus.references)
    segments = f"{counted(len(corpus.segments), 'segment')} of “{escaped(corpus.name)}”{escaped(languages)}"
    references = f"the {reference_title(names)}" if len(corpus.references) == 1 else f"the references {names}"
    return segments, escaped(references if corpus.references else "no reference")


def segment_anchor(place: int) -> str:
    """Return the anchor of the segment at a 0-based place."""
    return f"segment-{place + 1}"


def segment_link(contents: Contents, place: int) -> Line:
    """Return the name of a segment; a link to it if it is shown."""
    key = contents.corpus.segments[place].key
    return line(Run(f"segment {escaped(key)}", target=segment_anchor(place) if place in contents.shown else ""))
