"""The order in which an annotator goes through the translations of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from meantree.corpus.corpus import Corpus, Segment
from meantree.project.annotation import TO_DO, State

Translation = tuple[str, int]
"""A system, and the 0-based place of a segment."""


def open_translations(
    corpus: Corpus,
    states: Mapping[tuple[str, str], State],
    own: Set[str] = frozenset(),
    *,
    by_segment: bool = True,
    needs_reference: bool = True,
    start: Translation | None = None,
    step: int = 1,
) -> Iterator[Translation]:
    """Yield the translations that need an annotator's work, in the order in which they come up.

    Args:
        corpus: the texts.
        states: of the annotator's annotations, by segment and system.
        own: the keys of the segments assigned to the annotator; all segments count if it is empty.
        by_segment: whether all systems of a segment come before the next segment, or all segments of a system before
            the next system.
        needs_reference: whether translations without a reference are left out.
        start: the translation from which to search, itself excluded; all are searched by default and if
            there is no such system.
        step: 1 for those after ``start``, -1 for those before it, from the nearest on.
    """
    for system, place in _ordered(corpus, start, step, by_segment=by_segment):
        segment = corpus.segments[place]
        if (
            (not own or segment.key in own)
            and states.get((segment.key, system), State.OPEN) in TO_DO
            and (segment.references or not needs_reference)
            and system in segment.hypotheses
        ):
            yield system, place


def neighbours(corpus: Corpus, numbers: Mapping[str, int], place: int) -> tuple[Segment | None, Segment | None]:
    """Return the segments before and after one in its document; None where it begins or ends, or one is missing.

    Args:
        corpus: the texts.
        numbers: of the segments in the whole project, by key; a part of a project has gaps.
        place: of the segment, from 0.
    """
    here = corpus.segments[place]

    def at(other: int, step: int) -> Segment | None:
        if not 0 <= other < len(corpus.segments):
            return None
        segment = corpus.segments[other]
        follows = numbers.get(segment.key) == numbers.get(here.key, 0) + step
        return segment if follows and segment.document == here.document else None

    return at(place - 1, -1), at(place + 1, 1)


def _ordered(corpus: Corpus, start: Translation | None, step: int, *, by_segment: bool) -> Iterator[Translation]:
    systems, size = corpus.systems, len(corpus.segments)
    numbers = _numbers(len(systems) * size, _number(systems, size, start, by_segment=by_segment), step)
    for number in numbers:
        place, system = divmod(number, len(systems)) if by_segment else divmod(number, size)[::-1]
        yield systems[system], place


def _numbers(count: int, start: int | None, step: int) -> range:
    """Return the numbers after or before ``start``, all of them without one."""
    if step > 0:
        return range(0 if start is None else start + 1, count)
    return range((count if start is None else start) - 1, -1, -1)


def _number(systems: Sequence[str], size: int, start: Translation | None, *, by_segment: bool) -> int | None:
    """Return the 0-based number of a translation in the order; ``None`` for an unknown system."""
    if start is None or start[0] not in systems:
        return None
    system, place = systems.index(start[0]), start[1]
    return place * len(systems) + system if by_segment else system * size + place
