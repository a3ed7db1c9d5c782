"""Buckets: scores of systems on segments that have something in common, such as their length."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, escaped, listed
from meantree.evaluation.rankings import scored_systems
from meantree.evaluation.resampling import common_rows, sums_of
from meantree.metrics.lexical.lengths import LengthSide, length_of, unit_of_side
from meantree.scoring.table import ScoreTable
from meantree.search.filters import Places
from meantree.work import Work

SegmentKey = Literal["length", "source", "document", "rating"]
SEGMENT_KEYS: Final[tuple[SegmentKey, ...]] = get_args(SegmentKey)
LENGTHS: Final = (10, 20, 30, 40, 50, 60)
"""Words or characters of a text from which on it is in the next bucket, as in compare-mt (Neubig et al. 2019)."""
PARTS: Final = 4
"""Buckets of ratings, of as many segments each as equal ratings let them have."""
TITLES: Final[Mapping[SegmentKey, str]] = {
    "length": "Words of the reference",
    "source": "Words of the source",
    "document": "Document",
    "rating": "Rating",
}
_SIDES: Final[Mapping[SegmentKey, LengthSide]] = {"length": "reference", "source": "source"}
Titled = tuple[float, str]
"""A place in the order of buckets, and a title."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Segments that have something in common.

    Attributes:
        title: what, as ``10–19``; :data:`TITLES` says of what.
        places: 0-based places of the segments, ascending.
        scores: of each system on these segments, from their summed statistics; None if undefined.
    """

    title: str
    places: tuple[int, ...]
    scores: Mapping[str, float | None]

    @property
    def segments(self) -> int:
        """How many there are."""
        return len(self.places)


@dataclass(frozen=True, slots=True)
class Buckets:
    """Scores by bucket; every segment is in one.

    Attributes:
        spec, by: the metric, and what segments are put together by.
        title: that in words, with what lengths are counted in.
        buckets: in the order of their titles; none is empty.
        segments: how many there are in all, those that every system was scored on.
        left_out: how many others were asked for.
    """

    spec: str
    by: SegmentKey
    title: str
    buckets: tuple[Bucket, ...]
    segments: int
    left_out: int


def buckets(
    table: ScoreTable,
    spec: str,
    by: SegmentKey,
    *,
    systems: Sequence[str] | None = None,
    places: Places | None = None,
    rating: str | None = None,
    work: Work | None = None,
) -> Buckets:
    """Score systems on buckets of segments.

    Args:
        table: scores.
        spec: one of its metrics.
        by: the words of the first reference (``length``) or of the source (``source``), the ``document``, or the
            ``rating``: the mean of what people gave these systems' translations of the segment.
        systems: by default all that the metric scored.
        places: these segments alone, 0-based; all by default.
        rating: the kind of rating; may be left out where there is one kind.
        work: progress and cancel.

    Raises:
        UsageError: if a system or metric was not scored, or there is no such rating.
        Cancelled: if the user stopped it.
    """
    work = work or Work()
    chosen = scored_systems(table, spec, systems)
    rows, left_out = common_rows(table, spec, chosen, places)
    titled = _titles(table.corpus, by, rows, chosen, rating)
    found: dict[Titled, list[int]] = {}
    for place, title in zip(rows.tolist(), titled, strict=True):
        found.setdefault(title, []).append(place)
    done = []
    for number, (title, members) in enumerate(sorted(found.items())):
        work.step("Scoring buckets", number, len(found))
        summed = sums_of(table, spec, chosen, np.array(members, dtype=np.intp))
        scores = {system: sums.score for system, sums in zip(chosen, summed, strict=True)}
        done.append(Bucket(title[1], tuple(members), scores))
    return Buckets(spec, by, bucket_title(by, table.corpus), tuple(done), len(rows), left_out)


def bucket_title(by: SegmentKey, corpus: Corpus) -> str:
    """What segments are put together by; of scripts without blanks between words, characters are counted."""
    title = TITLES[by]
    return title.replace("Words", unit_of_side(corpus, _SIDES[by]).capitalize()) if by in _SIDES else title


def _titles(corpus: Corpus, by: SegmentKey, rows: Places, systems: Sequence[str], rating: str | None) -> list[Titled]:
    """The bucket of each of these segments."""
    segments = [corpus.segments[place] for place in rows.tolist()]
    if by == "document":
        order = {document: float(number) for number, document in enumerate(corpus.documents)}
        return [(order[one.document], escaped(one.document) or "no document") for one in segments]
    if by == "rating":
        kind = rating_kind(corpus, rating)
        return _quantiles([_mean_rating(one, kind, systems) for one in segments], "no rating")
    if by == "source":
        return [number_title(_length(one.source), LENGTHS, "no source") for one in segments]
    references = (next(iter(one.references.values())).text for one in segments)  # scored, so there is one
    return [number_title(_length(one), LENGTHS) for one in references]


def _length(text: str | None) -> int | None:
    return None if text is None else length_of(text)


def number_title(number: int | None, bounds: Sequence[int], without: str = "") -> Titled:
    """The bucket of a number, of which each bound begins one; of none ``without``."""
    if number is None:
        return np.inf, without
    place = bisect_right(bounds, number)
    low = bounds[place - 1] if place else 0
    if place == len(bounds):
        return low, f"{low:,} and more"
    high = bounds[place] - 1
    return low, f"{low:,}" if low == high else f"{low:,}–{high:,}"


def rating_kind(corpus: Corpus, asked: str | None) -> str:
    """The kind of rating that is asked for, or the only one that there is.

    Raises:
        UsageError: if there is no such kind, or there are several and none is named.
    """
    kinds = list(dict.fromkeys(rating.kind for segment in corpus.segments for rating in segment.ratings))
    if asked is not None and asked in kinds:
        return asked
    if asked is None and len(kinds) == 1:
        return kinds[0]
    if not kinds:
        raise UsageError("buckets by rating: the corpus has no ratings")
    found = "none" if asked is None else did_you_mean(asked, kinds)
    raise UsageError(f"buckets by rating: found the kind {found}, expected one of {listed(kinds)}")


def _mean_rating(segment: Segment, kind: str, systems: Sequence[str]) -> float | None:
    values = [one.value for one in segment.ratings if one.kind == kind and one.system in systems]
    return sum(values) / len(values) if values else None


def _quantiles(values: Sequence[float | None], without: str) -> list[Titled]:
    """Buckets of as many values each as equal ones let them have."""
    known = np.array([one for one in values if one is not None], dtype=np.float64)
    cuts = np.unique(np.quantile(known, np.arange(1, PARTS) / PARTS)).tolist() if len(known) else []
    members: dict[int, list[float]] = {}
    for one in known.tolist():
        members.setdefault(bisect_right(cuts, one), []).append(one)
    titles = {place: (float(place), _range(found)) for place, found in members.items()}
    return [(np.inf, without) if one is None else titles[bisect_right(cuts, one)] for one in values]


def _range(found: Sequence[float]) -> str:
    low, high = (f"{bound:.4g}" for bound in (min(found), max(found)))
    return low if low == high else f"{low} to {high}"
