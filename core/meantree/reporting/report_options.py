"""The requested content of a report, and its selection of segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Final, Literal

from meantree.analysis.store import AnalysisStore
from meantree.comparison.pair_findings import shown_findings
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import UsageError
from meantree.escaping import counted, listed, quoted, shortened
from meantree.evaluation.compared_systems import best_two
from meantree.findings.search import Finding
from meantree.reporting.annotators import ProjectAnnotations
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
Paper = Literal["A4", "Letter"]
PAPERS: Final[tuple[Paper, ...]] = ("A4", "Letter")
FORMER_PARTS: Final[Mapping[str, str]] = {"remarks": "comments"}
"""Parts by their former names."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """The requested content of a report.

    Attributes:
        title: of the report; empty for the name of the corpus.
        specs: the metrics listed, of the scored ones; empty for all.
        focus: the metric that marks the pictures and whose units are listed; empty for the first.
        kind: of that metric's units that decide the marks; empty for all.
        systems: names of systems, empty for all scored ones.
        segments: as typed: ids, ``document/id`` and ranges of them, separated by commas; empty for all.
        places: 0-based places of segments, used if ``segments`` is empty; empty for all.
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
    segments: str = ""
    places: tuple[int, ...] = ()
    filter: str = ""
    accepted: tuple[int, ...] | None = None
    filtered_by: str = ""
    parts: frozenset[str] = field(default=frozenset(PARTS))
    paper: Paper = "A4"
    template: Path | None = None
    most: int = MAX_SEGMENTS
    date: date | None = None

    @property
    def names_segments(self) -> bool:
        """Whether segments are named; the report then covers these alone."""
        return bool(self.segments.strip() or self.places)

    @property
    def has_frames(self) -> bool:
        """Whether frames are drawn."""
        return {"segments", "frames"} <= self.parts

    @property
    def has_pictures(self) -> bool:
        """Whether there are pictures."""
        return "segments" in self.parts and bool(self.parts & PICTURES)


OF_WHOLE: Final = frozenset({"summary", "systems", "annotators"})
"""Parts that need no segment."""


def parse_parts(text: str, style: frozenset[str] = frozenset()) -> frozenset[str]:
    """Parse a line such as ``systems,segments,trees``, or ``+features,-comments``, which changes a style's parts.

    Parts of segments imply ``segments``.

    Args:
        text: names separated by commas; with a sign before every name, parts are added to ``style`` or taken away.
        style: the parts to begin from.

    Raises:
        UsageError: for an unknown name, or if only some names have a sign.
    """
    items = [item.strip() for item in text.split(",")]
    signs = [item[:1] if item[:1] in ("+", "-") else "" for item in items]
    names = [item.removeprefix(sign).strip() for item, sign in zip(items, signs, strict=True)]
    names = [FORMER_PARTS.get(name, name) for name in names]
    for name in names:
        if name not in PARTS:
            raise UsageError(f"--parts: found {quoted(name)}, expected some of {', '.join(PARTS)}")
    if any(signs) and not all(signs):
        raise UsageError(f"--parts: found {quoted(text)}, expected + or - before every name, or before none")
    removed = {name for name, sign in zip(names, signs, strict=True) if sign == "-"}
    of_segments = [name for name in names if name not in removed | OF_WHOLE | {"segments"}]
    if "segments" in removed and of_segments:
        message = f"but {of_segments[0]} is a part of segments; take segments away, or add {of_segments[0]}"
        raise UsageError(f"--parts: found {quoted(text)}, {message}")
    kept = (style if any(signs) else frozenset()) | (set(names) - removed)
    kept -= removed
    return kept | ({"segments"} if kept - OF_WHOLE and "segments" not in removed else set())


def today(environment: Mapping[str, str]) -> date:
    """Return the date of a report: that of ``SOURCE_DATE_EPOCH`` for reproducible builds, else today.

    Raises:
        UsageError: if the variable is no number of seconds.
    """
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return datetime.now(tz=UTC).astimezone().date()
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC).date()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH: found {quoted(epoch)}, expected a number of seconds") from None


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
        named_segments(table.corpus, options.segments)
        if options.segments.strip()
        else options.places or tuple(range(total))
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


def named_segments(corpus: Corpus, line: str) -> tuple[int, ...]:
    """Return the places of the segments that a line names, in the order of the corpus.

    Raises:
        UsageError: if there is no such segment, an id is ambiguous, or a range runs backwards.
    """
    keys = {segment.key: place for place, segment in enumerate(corpus.segments)}
    ids: dict[str, list[int]] = {}
    for place, segment in enumerate(corpus.segments):
        ids.setdefault(segment.id, []).append(place)
    places: set[int] = set()
    for item in filter(None, map(str.strip, line.split(","))):
        places.update(_places(item, keys, ids, corpus))
    if not places:
        raise UsageError(f"segments: found {quoted(line)}, expected ids as in {_examples(corpus)}")
    return tuple(sorted(places))


def _places(item: str, keys: Mapping[str, int], ids: Mapping[str, Sequence[int]], corpus: Corpus) -> range:
    """Return the places of a name, which may contain hyphens itself, or of a range."""
    place = _place(item, keys, ids, corpus)
    if place is not None:
        return range(place, place + 1)
    for first, last in _ends(item):
        ends = _place(first, keys, ids, corpus), _place(last, keys, ids, corpus)
        if ends[0] is None or ends[1] is None:
            continue
        if ends[1] < ends[0]:
            raise UsageError(f"segments {shortened(item)}: runs backwards; {shortened(last)} comes first")
        return range(ends[0], ends[1] + 1)
    raise UsageError(f"segments {shortened(item)}: there is no such segment; ids are like {_examples(corpus)}")


def _place(name: str, keys: Mapping[str, int], ids: Mapping[str, Sequence[int]], corpus: Corpus) -> int | None:
    if name in keys:
        return keys[name]
    places = ids.get(name, ())
    if len(places) > 1:
        several = listed(corpus.segments[place].key for place in places[:5])
        raise UsageError(f"segments {shortened(name)}: {len(places)} documents have it; name one as {several}")
    return places[0] if places else None


def _ends(item: str) -> Iterator[tuple[str, str]]:
    """Yield every way to split a text into two names at a hyphen."""
    for place, letter in enumerate(item):
        if letter == "-":
            yield item[:place].strip(), item[place + 1 :].strip()


def _examples(corpus: Corpus) -> str:
    return listed(segment.key for segment in corpus.segments[:3]) or "none: there are no segments"


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
