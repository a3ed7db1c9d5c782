"""Which segments a report shows: those that a filter accepts, and the most telling of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, zip_longest
from typing import Final

from meantree.analysis.inputs import word_count
from meantree.comparison.pair_findings import shown_findings
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.phenomena.search import Finding
from meantree.reporting.request import ReportSource
from meantree.scoring.table import ScoreTable
from meantree.work import Work

MOST: Final = 5
"""Segments that are shown if the writer chooses none."""
WORDS: Final = 280
"""Words of all texts of these together, so that they have room on three pages."""


def accepted_segments(source: ReportSource, line: str, systems: Sequence[str], work: Work = Work()) -> set[int]:
    """Return the places of the segments in which a filter accepts the translation of any of ``systems``.

    Raises:
        Cancelled: if the user stopped it.
        FilterError: if the line cannot be parsed.
        UsageError: if it asks for segments that were added to the report, and these are not known.
    """
    from meantree.queries.filter_columns import Columns, Segments
    from meantree.queries.filters import parse_filter

    if source.marked is None and "in:report" in line:
        raise UsageError("the filter “in:report” accepts segments in the window, and in reports of a project")
    table, annotators, columns, accepted = source.table, source.annotators, Columns(), set[int]()
    corpus = table.corpus
    chosen = parse_filter(line, list(table.metrics), corpus.rating_kinds, errors=corpus.has_errors, findings=True)
    found: dict[str, dict[str, tuple[Finding, ...]]] = {}

    def findings_of(system: str, work: Work) -> Mapping[str, Sequence[Finding]]:
        if not found:
            found.update(shown_findings(corpus, systems, source.store, work))
        return found[system]

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
            annotators={} if annotators is None else annotators.people,
            findings=partial(findings_of, system),
            marked=source.marked or frozenset(),
        )
        accepted.update(chosen.places(segments).tolist())
    return accepted


def worst_first(table: ScoreTable, spec: str, systems: Sequence[str], places: Iterable[int]) -> list[int]:
    """Sort 0-based places by the mean of the systems' scores, the worst first, those without a score last."""
    better = 1 if table.metrics[spec].higher_is_better else -1

    def rank(place: int) -> tuple[bool, float]:
        known = [score for one in systems if (score := table.segment_score(one, spec, place)) is not None]
        return not known, better * sum(known) / len(known) if known else 0.0

    return sorted(places, key=rank)


def apart(table: ScoreTable, spec: str, pair: Sequence[str], places: Iterable[int]) -> Iterator[int]:
    """Yield 0-based places where two systems' scores differ most: in favour of the first, of the second, and so on."""
    better = 1 if table.metrics[spec].higher_is_better else -1
    known = []
    for place in places:
        first, second = (table.segment_score(system, spec, place) for system in pair)
        if first is not None and second is not None and first != second:
            known.append((better * (first - second), place))
    known.sort()
    for_first = [place for difference, place in reversed(known) if difference > 0]
    for_second = [place for difference, place in known if difference < 0]
    return (place for place in chain.from_iterable(zip_longest(for_first, for_second)) if place is not None)


def fitting(corpus: Corpus, systems: Sequence[str], ranked: Iterable[int]) -> tuple[int, ...]:
    """Return the first of ranked places, as many as have room, in the order of the corpus; the shortest if none has.

    A place that would take more than the room left is passed over, as a shorter one may follow.
    """
    words = dict[int, int]()
    chosen: list[int] = []
    room = WORDS
    for place in dict.fromkeys(ranked):
        words[place] = _words(corpus, systems, place)
        if words[place] <= room:
            chosen.append(place)
            room -= words[place]
        if len(chosen) == MOST:
            break
    return tuple(sorted(chosen or sorted(words, key=words.__getitem__)[:1]))


def _words(corpus: Corpus, systems: Sequence[str], place: int) -> int:
    """Return the words of the translations of a segment and of its references."""
    segment = corpus.segments[place]
    texts = [segment.hypotheses[system].text for system in systems if system in segment.hypotheses]
    texts += [text.text for text in segment.references.values()]
    return sum(map(word_count, texts))
