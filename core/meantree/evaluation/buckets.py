"""Buckets: scores of systems on segments that have something in common, such as their length."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

import numpy as np

from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import analyse, analysis_of
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.escaping import did_you_mean, escaped, listed
from meantree.evaluation.compared_systems import scored_systems
from meantree.evaluation.significance import common_rows, summed_statistics
from meantree.evaluation.unit_counts import UnitCounts
from meantree.metrics.compared_words import LengthSide, folded, length_of, unit_of_side, words_of
from meantree.scoring.table import ScoreTable
from meantree.search.filters import Places
from meantree.work import Work, chunks

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
        summed = summed_statistics(table, spec, chosen, np.array(members, dtype=np.intp))
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
        return [number_title(_length_or_none(one.source), LENGTHS, "no source") for one in segments]
    references = (next(iter(one.references.values())).text for one in segments)  # scored, so there is one
    return [number_title(_length_or_none(one), LENGTHS) for one in references]


def _length_or_none(text: str | None) -> int | None:
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


WordKey = Literal["frequency", "pos", "word-length"]
WORD_KEYS: Final[tuple[WordKey, ...]] = get_args(WordKey)
WORD_TITLES: Final[Mapping[WordKey, str]] = {
    "frequency": "Occurrences in the references",
    "pos": "Part of speech",
    "word-length": "Letters",
}
FREQUENCIES: Final = (1, 2, 3, 4, 5, 10, 100, 1000)
"""Occurrences from which on a word is in the next bucket, as in compare-mt (Neubig et al. 2019)."""
LETTERS: Final = (1, 2, 3, 4, 5, 7, 10, 13)
"""The same for the letters of a word."""
TOGETHER: Final = 32
"""Segments that are analysed together."""
Words = Counter[tuple[Titled, str]]
"""How often a text has each word, with its bucket."""


@dataclass(frozen=True, slots=True)
class WordBucket:
    """Words that have something in common.

    Attributes:
        title: what, as ``5–9``; :data:`WORD_TITLES` says of what.
        counts: of the words of each system; recall, precision and F are theirs.
    """

    title: str
    counts: Mapping[str, UnitCounts]


@dataclass(frozen=True, slots=True)
class WordBuckets:
    """Words by bucket; every word of a reference or translation is in one.

    Attributes:
        by: what words are put together by.
        buckets: in the order of their titles; none is empty.
        segments: how many were counted, those that every system translated.
        left_out: how many others were asked for.
    """

    by: WordKey
    buckets: tuple[WordBucket, ...]
    segments: int
    left_out: int


def word_buckets(
    corpus: Corpus,
    store: AnalysisStore,
    by: WordKey,
    systems: Sequence[str],
    *,
    places: Places | None = None,
    work: Work | None = None,
) -> WordBuckets:
    """Count which words of the first reference each system gets.

    A word is got where the same one, case-folded, stands in the translation, in the same bucket, as often as it does.
    Words are cut by sacrebleu's tokenizer (``13a``), for parts of speech by the analyser.

    Args:
        corpus: texts.
        store: analyses are taken from it, and made, for parts of speech alone.
        by: how often the word stands in the first references of the whole corpus (``frequency``), its part of speech
            (``pos``), or how many letters it has (``word-length``).
        systems: of the corpus.
        places: these segments alone, 0-based; all by default.
        work: progress and cancel.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it.
    """
    for system in systems:
        if system not in corpus.systems:
            known = listed(corpus.systems) or "none"
            raise UsageError(f"there is no system {did_you_mean(system, corpus.systems)}; there are {known}")
    work = work or Work()
    asked = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    kept = [corpus.segments[place] for place in asked if _is_whole(corpus.segments[place], systems)]
    depth, read = WORDS if by == "pos" else Layers(), _reader(corpus, by)
    found: dict[Titled, dict[str, UnitCounts]] = {}
    done = 0
    for part in chunks(kept, TOGETHER * work.jobs):
        work.step("Counting words", done, len(kept))
        rows = [_texts(segment, systems) for segment in part]
        every = [text for row in rows for text in row]
        taken = analyse(every, store, depth, work=work.silent())
        for row in rows:
            ref, *hyps = (read(analysis_of(text, taken, depth)) for text in row)
            for system, hyp in zip(systems, hyps, strict=True):
                _count(found, system, hyp, ref)
        done += len(part)
    work.report("Counting words", done, len(kept))
    buckets = tuple(WordBucket(title, _whole(counts, systems)) for (_, title), counts in sorted(found.items()))
    return WordBuckets(by, buckets, len(kept), len(asked) - len(kept))


def _is_whole(segment: Segment, systems: Iterable[str]) -> bool:
    """Whether there is a reference, and a translation by every system."""
    return bool(segment.references) and all(system in segment.hypotheses for system in systems)


def _texts(segment: Segment, systems: Iterable[str]) -> list[Text]:
    """The first reference, and the translations."""
    return [next(iter(segment.references.values())), *(segment.hypotheses[system] for system in systems)]


def _reader(corpus: Corpus, by: WordKey) -> Callable[[Analysis], Words]:
    """What cuts a text into words and puts each in its bucket."""
    if by == "pos":
        return lambda text: Counter(((0.0, one.upos or "none"), folded(one.text, "fold")) for one in text.tokens)
    if by == "word-length":
        return lambda text: Counter((number_title(len(word), LETTERS), word) for word in _cut(text.text))
    references = (next(iter(one.references.values())) for one in corpus.segments if one.references)
    times = Counter(word for text in references for word in _cut(text.text))
    return lambda text: Counter((number_title(times[word], FREQUENCIES), word) for word in _cut(text.text))


def _cut(text: str) -> tuple[str, ...]:
    return words_of(text, "13a", "fold")


def _count(found: dict[Titled, dict[str, UnitCounts]], system: str, hyp: Words, ref: Words) -> None:
    for key in hyp.keys() | ref.keys():
        matched = min(hyp[key], ref[key])
        counts = UnitCounts(ref[key], matched, hyp[key], hyp[key] - matched)
        of_systems = found.setdefault(key[0], {})
        of_systems[system] = of_systems.get(system, UnitCounts()) + counts


def _whole(counts: Mapping[str, UnitCounts], systems: Iterable[str]) -> dict[str, UnitCounts]:
    return {system: counts.get(system, UnitCounts()) for system in systems}
