"""The order in which an annotator goes through the translations of a project."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from hashlib import blake2b

from meantree.annotation.frame_annotation import TO_DO, State
from meantree.corpus.corpus import CHECK, Corpus, Segment

Translation = tuple[str, int]
"""A system, and the 0-based place of a segment."""


def open_translations(
    corpus: Corpus,
    states: Mapping[tuple[str, str], State],
    own: Set[str] = frozenset(),
    *,
    by_segment: bool = True,
    shuffled: str = "",
    needs_reference: bool = True,
    start: Translation | None = None,
    step: int = 1,
) -> Iterator[Translation]:
    """Yield the translations that need an annotator's work, in the order in which they come up.

    Args:
        states: of the annotator's annotations, by segment and system.
        own: the keys of the segments assigned to the annotator; all segments count if it is empty.
        by_segment: whether all systems of a segment come before the next segment, or all segments of a system before
            the next system.
        shuffled: the annotator for whom systems are in random order (see :func:`translations_in_order`); empty for the
            corpus' order.
        needs_reference: whether translations without a reference are left out.
        start: the translation from which to search, itself excluded; all are searched by default and if
            there is no such system.
        step: 1 for those after ``start``, -1 for those before it, from the nearest on.
    """
    for system, place in _ordered(corpus, start, step, shuffled, by_segment=by_segment):
        segment = corpus.segments[place]
        if (
            (not own or segment.key in own)
            and states.get((segment.key, system), State.OPEN) in TO_DO
            and (segment.references or not needs_reference)
        ):
            yield system, place


def neighbours(corpus: Corpus, numbers: Mapping[str, int], place: int) -> tuple[Segment | None, Segment | None]:
    """Return the segments before and after a place in its document; None where it begins or ends, or one is missing.

    The numbers are those of the segments in the whole project, by key; a part of a project has gaps.
    """
    here = corpus.segments[place]
    near = corpus.segments[max(0, place - 1) : place + 2]
    by_number = {numbers.get(segment.key): segment for segment in near if segment.document == here.document}
    number = numbers.get(here.key, 0)
    return by_number.get(number - 1), by_number.get(number + 1)


def translations_in_order(
    segment: Segment, systems: Sequence[str], shuffled: str = "", *, by_segment: bool = True
) -> tuple[str, ...]:
    """Return the systems with a translation of a segment in the order in which an annotator meets them.

    The order is random, but always the same. An attention check stands where that system stands which it was made of.

    Args:
        systems: those of the corpus.
        shuffled: the annotator, whose order it is; empty to leave the systems as they are.
        by_segment: whether each segment has an order of its own.
    """
    order = _in_order(systems, shuffled, segment.key if by_segment else "")
    return tuple(name for system in order for name in _at(segment, system, systems))


def stood_for(segment: Segment, systems: Sequence[str]) -> str:
    """Return the system in whose place the attention check of a segment stands; empty without a check."""
    if CHECK not in segment.hypotheses:
        return ""
    texts = {name: text.text for name, text in segment.hypotheses.items()}
    missing = (name for name in systems if name not in texts)
    return next(missing, "") or (original_of(texts) if len(texts) > 1 else "")


def standing_for(segment: Segment, system: str, systems: Sequence[str]) -> str:
    """Return what stands in the place of a system's translation: itself, or the check that an annotator has instead."""
    is_replaced = system not in segment.hypotheses and stood_for(segment, systems) == system
    return CHECK if is_replaced else system


def original_of(texts: Mapping[str, str]) -> str:
    """Return the system whose translation, of those of a segment by system, is most like the attention check there."""
    check = texts[CHECK]
    systems = (name for name in texts if name != CHECK)
    return min(systems, key=lambda name: max(len(texts[name]), len(check)) - sum(common_ends(texts[name], check)))


def common_ends(text: str, other: str) -> tuple[int, int]:
    """Return how many characters at the start, and of the rest at the end, both have in common."""
    from rapidfuzz.distance import Postfix, Prefix

    start = Prefix.similarity(text, other)
    return start, Postfix.similarity(text[start:], other[start:])


def _in_order(systems: Sequence[str], shuffled: str, segment: str = "") -> tuple[str, ...]:
    def number(system: str) -> bytes:
        return blake2b("\0".join((shuffled, segment, system)).encode("utf-8", "surrogatepass")).digest()

    return tuple(sorted(systems, key=number)) if shuffled else tuple(systems)


def _at(segment: Segment, system: str, systems: Sequence[str]) -> list[str]:
    """Return what stands in the place of a system: its translation, and the check that was made of it."""
    names = (system, CHECK) if stood_for(segment, systems) == system else (system,)
    return [name for name in names if name in segment.hypotheses]


def _ordered(
    corpus: Corpus, start: Translation | None, step: int, shuffled: str, *, by_segment: bool
) -> Iterator[Translation]:
    size, count = len(corpus.segments), len(corpus.systems)
    same_for_all = None if by_segment else _in_order(corpus.systems, shuffled)

    def order(place: int) -> tuple[str, ...]:
        return same_for_all or _in_order(corpus.systems, shuffled, corpus.segments[place].key)

    first, name = None, ""
    if start is not None and 0 <= start[1] < size:
        name, place = start
        system = stood_for(corpus.segments[place], corpus.systems) if name == CHECK else name
        if system in corpus.systems:
            rank = order(place).index(system)
            first = place * count + rank if by_segment else rank * size + place
    last = count * size - 1 if first is None else first
    for number in range(first or 0, count * size) if step > 0 else range(last, -1, -1):
        place, rank = divmod(number, count) if by_segment else divmod(number, size)[::-1]
        names = _at(corpus.segments[place], order(place)[rank], corpus.systems)[::step]
        for system in names[names.index(name) + 1 if number == first and name in names else 0 :]:
            yield system, place
