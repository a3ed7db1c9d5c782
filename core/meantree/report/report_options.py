"""What a report is to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, listed, quoted, shortened
from meantree.report.annotators import ProjectAnnotations
from meantree.scoring.table import ScoreTable
from meantree.search.filter_columns import Columns, Segments
from meantree.search.filters import parse_filter

MAX_SEGMENTS: Final = 100
"""So many segments at most where nobody names any."""
PARTS: Final[Mapping[str, str]] = {
    "systems": "the scores of the systems",
    "annotators": "progress and agreement of the annotators of a project, and how they rank the systems",
    "segments": "the chosen segments with their texts and scores",
    "trees": "trees, or words with their links, as pictures",
    "frames": "semantic frames as pictures",
    "evidence": "matched, missed and extra units",
    "derivation": "how the score comes about, step by step",
    "features": "the features of a learned metric",
    "differences": "where annotators differ",
    "remarks": "what annotators said",
}
"""What can be left out, each with what it is; title, provenance and signatures always stand."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What somebody asked for.

    Attributes:
        title: of the report; empty for the name of the corpus.
        specs: the metrics that are listed, of those that were scored; empty for all.
        focus: the metric that marks the pictures and has its units listed; empty for the first.
        kind: of that metric's units that decide the marks; empty for all.
        systems: whose translations, empty for all that were scored.
        segments: which ones, as typed: ids, ``document/id`` and ranges of them, with commas; empty for all.
        places: which ones by their 0-based places, where nothing is typed; empty for all.
        filter: a filter line (:mod:`meantree.search.filters`), empty for none.
        accepted: the 0-based places that it accepts, where these are known; else they are found.
        filtered_by: the system whose translations these are, empty for any of ``systems``.
        parts: names of ``PARTS``.
        most: where no segments are named, no more than so many: the worst ones.
        date: of the report, None for none; nothing else in a report depends on when it was made.
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
    most: int = MAX_SEGMENTS
    date: date | None = None

    @property
    def names_segments(self) -> bool:
        """Whether segments are named; then the report speaks of these alone."""
        return bool(self.segments.strip() or self.places)

    @property
    def has_frames(self) -> bool:
        """Whether frames are drawn."""
        return {"segments", "frames"} <= self.parts

    @property
    def has_pictures(self) -> bool:
        """Whether anything is drawn."""
        return "segments" in self.parts and bool(self.parts & {"trees", "frames", "features"})


def parts_of(line: str) -> frozenset[str]:
    """The parts that a line such as ``systems,segments,trees`` names; what stands in segments brings these along.

    Raises:
        UsageError: for a name that is none.
    """
    names = [name.strip() for name in line.split(",")]
    for name in names:
        if name not in PARTS:
            raise UsageError(f"--parts: found {quoted(name)}, expected some of {', '.join(PARTS)}")
    return frozenset(names) | ({"segments"} if set(names) - {"systems", "annotators"} else set())


def today(environment: Mapping[str, str]) -> date:
    """The day that a report bears: that of ``SOURCE_DATE_EPOCH``, where a build is to be repeated, else today.

    Raises:
        UsageError: if that is no number of seconds.
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
        selected: those that were named and that the filter accepts, in the order of the corpus.
        shown: those of them that are shown one by one; of too many the worst, the worst first.
        description: which these are, in words.
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
) -> SegmentSelection:
    """The segments that are asked for.

    A segment passes the filter if it does with the translation of any of ``systems``, or of the one that is named.

    Raises:
        UsageError: if there is no such segment, or the filter line cannot be understood.
    """
    total = len(table.corpus.segments)
    asked = (
        named_segments(table.corpus, options.segments)
        if options.segments.strip()
        else options.places or tuple(range(total))
    )
    if options.filter.strip():
        kept = _accepted(table, options, systems, annotators)
        asked = tuple(place for place in asked if place in kept)
    if options.names_segments or len(asked) <= options.most:
        return SegmentSelection(asked, asked, _told(len(asked), total, options, systems))
    scored = [(table, focus)] if focus or annotators is None else annotators.scored
    worst = worst_first(scored, systems, asked)[: options.most]
    some = f"the {len(worst):,} worst of {len(asked):,} segments by {scored[0][1]}, worst first"
    return SegmentSelection(asked, tuple(worst), some + _filtered(options, systems, total))


def worst_first(scored: Sequence[tuple[ScoreTable, str]], systems: Sequence[str], places: Sequence[int]) -> list[int]:
    """Places by the mean of the systems' segment scores, the worst first; those without any score come last.

    Args:
        scored: tables, each with the metric that is meant; all are of metrics for which the same is better.
        systems: whose translations.
        places: 0-based.
    """
    better = 1 if all(table.metrics[spec].higher_is_better for table, spec in scored) else -1

    def rank(place: int) -> tuple[bool, float]:
        scores = [table.segment_score(system, spec, place) for table, spec in scored for system in systems]
        known = [score for score in scores if score is not None]
        return not known, better * sum(known) / len(known) if known else 0.0

    return sorted(places, key=rank)


def named_segments(corpus: Corpus, line: str) -> tuple[int, ...]:
    """The places of the segments that a line names, in the order of the corpus.

    Raises:
        UsageError: if there is no such segment, an id is that of several, or a range runs backwards.
    """
    keys = {segment.key: place for place, segment in enumerate(corpus.segments)}
    ids: dict[str, list[int]] = {}
    for place, segment in enumerate(corpus.segments):
        ids.setdefault(segment.id, []).append(place)
    found: set[int] = set()
    for item in filter(None, map(str.strip, line.split(","))):
        found.update(_places(item, keys, ids, corpus))
    if not found:
        raise UsageError(f"segments: found {quoted(line)}, expected ids as in {_examples(corpus)}")
    return tuple(sorted(found))


def _places(item: str, keys: Mapping[str, int], ids: Mapping[str, Sequence[int]], corpus: Corpus) -> range:
    """Those of a name, which may hold hyphens itself, or of a range."""
    there = _place(item, keys, ids, corpus)
    if there is not None:
        return range(there, there + 1)
    for first, last in _ends(item):
        ends = _place(first, keys, ids, corpus), _place(last, keys, ids, corpus)
        if ends[0] is None or ends[1] is None:
            continue
        if ends[1] < ends[0]:
            raise UsageError(f"segments {shortened(item)}: runs backwards; {shortened(last)} stands first")
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
    """Every way to read a text as two names with a hyphen between."""
    for place, letter in enumerate(item):
        if letter == "-":
            yield item[:place].strip(), item[place + 1 :].strip()


def _examples(corpus: Corpus) -> str:
    return listed(segment.key for segment in corpus.segments[:3]) or "none: there are no segments"


def accepted_segments(
    table: ScoreTable, line: str, systems: Sequence[str], annotators: ProjectAnnotations | None = None
) -> set[int]:
    """The places of the segments that a filter line accepts with the translation of any of ``systems``.

    Raises:
        FilterError: if the line cannot be understood.
    """
    corpus, columns, found = table.corpus, Columns(), set[int]()
    has_errors = any(segment.errors for segment in corpus.segments)
    chosen = parse_filter(line, list(table.metrics), corpus.rating_kinds, errors=has_errors)
    people = {} if annotators is None else annotators.people
    for system in systems:
        states, remarks = ({}, {}) if annotators is None else annotators.told(corpus, system)
        segments = Segments(corpus, system, table, states, remarks, columns=columns, annotators=people)
        found.update(chosen.places(segments).tolist())
    return found


def _accepted(
    table: ScoreTable, options: ReportOptions, systems: Sequence[str], annotators: ProjectAnnotations | None
) -> set[int]:
    if options.accepted is not None:
        return set(options.accepted)
    return accepted_segments(
        table, options.filter, [options.filtered_by] if options.filtered_by else systems, annotators
    )


def _told(found: int, total: int, options: ReportOptions, systems: Sequence[str]) -> str:
    if not options.filter.strip() and found == total:
        return f"all {total:,} segments" if total != 1 else "1 segment"
    return f"{found:,} of {counted(total, 'segment')}" + _filtered(options, systems, None)


def _filtered(options: ReportOptions, systems: Sequence[str], total: int | None) -> str:
    """The filter, and whose translations it is about where there are several."""
    if not options.filter.strip():
        return ""
    whose = "" if len(systems) == 1 else " in any of the systems"
    if options.filtered_by:
        whose = f" for {options.filtered_by}"
    of = "" if total is None else f", of {counted(total, 'segment')}"
    return f" (filter: {options.filter.strip()}{whose}{of})"
