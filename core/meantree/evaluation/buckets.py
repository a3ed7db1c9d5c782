"""Buckets: scores on segments of one length, document or rating; words by frequency, length or part of speech."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
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
from meantree.evaluation.measured import Places
from meantree.evaluation.significance import common_rows, summed_statistics
from meantree.evaluation.unit_counts import UnitCounts
from meantree.metrics.compared_words import LengthSide, folded, length_of, unit_of_side, words_of
from meantree.scoring.table import ScoreTable
from meantree.work import Work, chunks

SegmentKey = Literal["length", "source", "document", "rating"]
SEGMENT_KEYS: Final[tuple[SegmentKey, ...]] = get_args(SegmentKey)
WordKey = Literal["frequency", "pos", "word-length"]
WORD_KEYS: Final[tuple[WordKey, ...]] = get_args(WordKey)
LENGTHS: Final = (10, 20, 30, 40, 50, 60)
"""Lower bounds of buckets of texts, in words or characters, as in compare-mt (Neubig et al. 2019)."""
PARTS: Final = 4
"""Number of buckets of ratings, of equal size as far as ties allow."""
TITLES: Final[Mapping[SegmentKey, str]] = {
    "length": "Words of the reference",
    "source": "Words of the source",
    "document": "Document",
    "rating": "Rating",
}
_SIDES: Final[Mapping[SegmentKey, LengthSide]] = {"length": "reference", "source": "source"}
Titled = tuple[float, str]
"""The sorting key of a bucket, and its title."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """Segments or words that have something in common.

    Attributes:
        title: what they have in common, as ``10–19``; :attr:`Buckets.title` says of what.
        size: number of segments, or of words in the references.
        scores: by system, from the summed statistics of these segments, or F1 of the words; None if undefined.
        places: 0-based places of the segments, ascending; none for words.
        counts: of words by system, with recall and precision; none for segments.
    """

    title: str
    size: int
    scores: Mapping[str, float | None]
    places: tuple[int, ...] = ()
    counts: Mapping[str, UnitCounts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Buckets:
    """Scores by bucket; every segment, or every word of a reference or translation, is in one bucket.

    Attributes:
        spec: the metric; None for words.
        by, title: what segments or words are grouped by, also in words.
        buckets: in order; none is empty.
        segments: number of segments in all buckets: those on which every system was scored, or that every system
            translated.
        left_out: number of other requested segments.
    """

    spec: str | None
    by: SegmentKey | WordKey
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
    work: Work = Work(),
) -> Buckets:
    """Score systems on buckets of segments.

    Args:
        by: the words of the first reference (``length``) or of the source (``source``), the ``document``, or the
            ``rating``: the mean of what people gave these systems' translations of the segment.
        systems: by default all that the metric scored.
        places: 0-based places of the segments; all by default.
        rating: the kind of rating; may be omitted if there is only one kind.

    Raises:
        UsageError: if a system or metric was not scored, or there is no such rating.
    """
    chosen = scored_systems(table, spec, systems)
    rows, left_out = common_rows(table, spec, chosen, places)
    titled = _titles(table.corpus, by, rows, chosen, rating)
    members: dict[Titled, list[int]] = {}
    for place, title in zip(rows.tolist(), titled, strict=True):
        members.setdefault(title, []).append(place)
    result = []
    for number, (title, segment_places) in enumerate(sorted(members.items())):
        work.step("Scoring buckets", number, len(members))
        summed = summed_statistics(table, spec, chosen, np.array(segment_places, dtype=np.intp))
        scores = {system: sums.score for system, sums in zip(chosen, summed, strict=True)}
        result.append(Bucket(title[1], len(segment_places), scores, tuple(segment_places)))
    return Buckets(spec, by, bucket_title(by, table.corpus), tuple(result), len(rows), left_out)


def bucket_title(by: SegmentKey, corpus: Corpus) -> str:
    """Return what segments are grouped by, in words; scripts without spaces have lengths in characters."""
    title = TITLES[by]
    return title.replace("Words", unit_of_side(corpus, _SIDES[by]).capitalize()) if by in _SIDES else title


def _titles(corpus: Corpus, by: SegmentKey, rows: Places, systems: Sequence[str], rating: str | None) -> list[Titled]:
    """Return the bucket of each of these segments."""
    segments = [corpus.segments[place] for place in rows.tolist()]
    if by == "document":
        order = {document: float(number) for number, document in enumerate(corpus.documents)}
        return [(order[segment.document], escaped(segment.document) or "no document") for segment in segments]
    if by == "rating":
        kind = rating_kind(corpus, rating)
        return _quantiles([segment.mean_rating(kind, *systems) for segment in segments], "no rating")
    if by == "source":
        return [number_title(_length_or_none(segment.source), LENGTHS, "no source") for segment in segments]
    ref_texts = (next(iter(segment.references.values())).text for segment in segments)  # scored segments have one
    return [number_title(_length_or_none(text), LENGTHS) for text in ref_texts]


def _length_or_none(text: str | None) -> int | None:
    return None if text is None else length_of(text)


def number_title(number: int | None, bounds: Sequence[int], without: str = "") -> Titled:
    """Return the bucket of a number, given the lower bounds of buckets; of None the bucket ``without``."""
    if number is None:
        return np.inf, without
    place = bisect_right(bounds, number)
    low = bounds[place - 1] if place else 0
    if place == len(bounds):
        return low, f"{low:,} and more"
    high = bounds[place] - 1
    return low, f"{low:,}" if low == high else f"{low:,}–{high:,}"


def rating_kind(corpus: Corpus, requested: str | None) -> str:
    """Return the requested kind of rating, or the only one in the corpus.

    Raises:
        UsageError: if there is no such kind, or several and none is requested.
    """
    kinds = list(dict.fromkeys(rating.kind for segment in corpus.segments for rating in segment.ratings))
    if requested is not None and requested in kinds:
        return requested
    if requested is None and len(kinds) == 1:
        return kinds[0]
    if not kinds:
        raise UsageError("buckets by rating: the corpus has no ratings")
    requested_words = "none" if requested is None else did_you_mean(requested, kinds)
    raise UsageError(f"buckets by rating: found the kind {requested_words}, expected one of {listed(kinds)}")


def _quantiles(values: Sequence[float | None], without: str) -> list[Titled]:
    """Divide values into buckets of equal size, as far as ties allow."""
    known = np.array([value for value in values if value is not None], dtype=np.float64)
    cuts = np.unique(np.quantile(known, np.arange(1, PARTS) / PARTS)).tolist() if len(known) else []
    members: dict[int, list[float]] = {}
    for value in known.tolist():
        members.setdefault(bisect_right(cuts, value), []).append(value)
    titles = {place: (float(place), _range(bucket_values)) for place, bucket_values in members.items()}
    return [(np.inf, without) if value is None else titles[bisect_right(cuts, value)] for value in values]


def _range(values: Sequence[float]) -> str:
    low, high = (f"{bound:.4g}" for bound in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


WORD_TITLES: Final[Mapping[WordKey, str]] = {
    "frequency": "Occurrences in the references",
    "pos": "Part of speech",
    "word-length": "Letters",
}
FREQUENCIES: Final = (1, 2, 3, 4, 5, 10, 100, 1000)
"""Lower bounds of buckets by occurrences, as in compare-mt (Neubig et al. 2019)."""
LETTERS: Final = (1, 2, 3, 4, 5, 7, 10, 13)
"""Lower bounds of buckets by letters."""
TOGETHER: Final = 32
"""Number of segments that are analysed together."""
Words = Counter[tuple[Titled, str]]
"""Counts of the words of a text, with their buckets."""


def word_buckets(
    corpus: Corpus,
    store: AnalysisStore,
    by: WordKey,
    systems: Sequence[str],
    *,
    places: Places | None = None,
    work: Work = Work(),
) -> Buckets:
    """Count which words of the first reference each system has.

    A word is matched if the translation has it in the same bucket, case-folded, at most as often as the translation has
    it. Words are those that string metrics find in the language, for parts of speech the analyser's.

    Args:
        store: analyses texts, for parts of speech only.
        by: the number of occurrences in the first references of the whole corpus (``frequency``), the part of speech
            (``pos``), or the number of letters (``word-length``).
        places: 0-based places of the segments; all by default.

    Raises:
        UsageError: if there is no such system, or the pipeline cannot be loaded.
    """
    corpus.require_systems(systems)
    requested = range(len(corpus.segments)) if places is None else np.asarray(places).tolist()
    segments = [corpus.segments[place] for place in requested if _is_whole(corpus.segments[place], systems)]
    layers, words_by_bucket = WORDS if by == "pos" else Layers(), _word_counter(corpus, by)
    counts_by_bucket: dict[Titled, dict[str, UnitCounts]] = {}
    done = 0
    for part in chunks(segments, TOGETHER * work.jobs):
        work.step("Counting words", done, len(segments))
        rows = [_texts(segment, systems) for segment in part]
        texts = [text for row in rows for text in row]
        analyses = analyse(texts, store, layers, work=work.silent())
        for row in rows:
            ref, *hyps = (words_by_bucket(analysis_of(text, analyses, layers)) for text in row)
            for system, hyp in zip(systems, hyps, strict=True):
                _count(counts_by_bucket, system, hyp, ref)
        done += len(part)
    work.report("Counting words", done, len(segments))
    buckets = tuple(_words_of(title, counts, systems) for (_, title), counts in sorted(counts_by_bucket.items()))
    return Buckets(None, by, WORD_TITLES[by], buckets, len(segments), len(requested) - len(segments))


def _is_whole(segment: Segment, systems: Iterable[str]) -> bool:
    """Whether a segment has a reference, and a translation by every system."""
    return bool(segment.references) and all(system in segment.hypotheses for system in systems)


def _texts(segment: Segment, systems: Iterable[str]) -> list[Text]:
    """Return the first reference, then the translations."""
    return [next(iter(segment.references.values())), *(segment.hypotheses[system] for system in systems)]


def _word_counter(corpus: Corpus, by: WordKey) -> Callable[[Analysis], Words]:
    """Return the function that counts the words of a text by bucket."""
    if by == "pos":
        return lambda text: Counter(((0.0, token.upos or "none"), folded(token.text, "fold")) for token in text.tokens)
    words = partial(words_of, tokenize=corpus.language.tokenizer, case="fold")
    if by == "word-length":
        return lambda text: Counter((number_title(len(word), LETTERS), word) for word in words(text.text))
    references = (next(iter(segment.references.values())) for segment in corpus.segments if segment.references)
    times = Counter(word for text in references for word in words(text.text))
    return lambda text: Counter((number_title(times[word], FREQUENCIES), word) for word in words(text.text))


def _count(counts_by_bucket: dict[Titled, dict[str, UnitCounts]], system: str, hyp: Words, ref: Words) -> None:
    for key in hyp.keys() | ref.keys():
        matched = min(hyp[key], ref[key])
        counts = UnitCounts(ref[key], matched, hyp[key], hyp[key] - matched)
        of_systems = counts_by_bucket.setdefault(key[0], {})
        of_systems[system] = of_systems.get(system, UnitCounts()) + counts


def _words_of(title: str, counts: Mapping[str, UnitCounts], systems: Iterable[str]) -> Bucket:
    whole = {system: counts.get(system, UnitCounts()) for system in systems}
    size = round(max(one.reference for one in whole.values()))  # the same for all systems
    return Bucket(title, size, {system: one.f for system, one in whole.items()}, counts=whole)
