"""What metrics see of marked errors: how much of them their evidence marks, and how their scores fall with them.

Characters are those of the words of translations. A translation that several raters annotated counts once for each.
Intervals are those of a bootstrap over segments: all translations of a segment are drawn together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.layers.required import WORDS
from meantree.analysis.sentences import character_spans
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.comparison.marked_errors import marked_tokens
from meantree.corpus.corpus import Corpus, ErrorSpan, Segment
from meantree.corpus.error_weights import BY_SEVERITY, ESA_KIND, KIND, NO_ERROR
from meantree.errors import Problem, UsageError
from meantree.evaluation.measured import Floats
from meantree.evaluation.value_table import SHARES, DotPlot, Heatmap, Value, ValueTable
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.work import Work

STAGE: Final = "Reading the evidence of metrics"
TOGETHER: Final = 32
"""Segments that are analysed together."""
ALL: Final = "all errors"
UNNAMED: Final = "no category"
INTERVAL: Final = (2.5, 97.5)
"""Percentiles of the bootstrap that bound an interval."""
MIN_SEGMENTS: Final = 3
"""Smallest number of segments with an interval."""
MIN_TRANSLATIONS: Final = 5
"""Smallest number of translations in which a slope is computed."""
NOTE = (
    "Share of the characters of errors that the metric's evidence marks as extra or partial, against the share of the "
    "other characters that it marks; words of translations alone, so omissions have no characters. A translation of "
    "several raters counts once for each."
)
SLOPE = "change of score: of the segment score for each error of the category (least squares)."
INTERVALS = "low, high: 95 % intervals of a bootstrap over segments."


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """A number of resamples, and the seed of their draws."""

    resamples: int = 1000
    seed: int = 1

    def weights(self, segments: int) -> Floats:
        """Return how often each segment is drawn, shape (1 + resamples, segments); the first row has each once."""
        shares = np.full(segments, 1 / segments)
        draws = np.random.default_rng(self.seed).multinomial(segments, shares, size=self.resamples)
        return np.concatenate([np.ones((1, segments)), draws.astype(np.float64)])


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval; None where it is undefined."""

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """What one metric sees of one category.

    Attributes:
        metric: its spec.
        category: as in the annotations, or :data:`ALL`.
        errors: number of spans in translations that the metric scores.
        characters: of these spans in words.
        marked: share of these characters that the evidence marks, in [0, 1]; undefined, as the next two, of a metric
            that marks no word of any translation.
        elsewhere: share of the characters without any error that it marks.
        difference: ``marked`` − ``elsewhere``.
        per_error: by how much the segment score changes for each error of the category (least squares).
        segments: 0-based places of the segments with such errors.
    """

    metric: str
    category: str
    errors: int
    characters: int
    marked: Estimate
    elsewhere: Estimate
    difference: Estimate
    per_error: Estimate
    segments: tuple[int, ...]


@dataclass(slots=True)
class _Sums:
    """Sums of one metric and category by segment, columns of the bootstrap; and the number of all errors."""

    spans: int
    marked: Floats
    characters: Floats
    outside_marked: Floats
    outside: Floats
    count: Floats
    score: Floats
    squares: Floats
    products: Floats
    translations: Floats

    @classmethod
    def empty(cls, segments: int) -> _Sums:
        return cls(0, *(np.zeros(segments) for _ in range(9)))


@dataclass(slots=True)
class MarkedTranslation:
    """The errors that one rater marked in one translation."""

    system: str
    rater: str
    errors: list[ErrorSpan] = field(default_factory=list)


def coverage(
    corpus: Corpus,
    metrics: Mapping[str, Metric],
    store: AnalysisStore,
    *,
    systems: Sequence[str] | None = None,
    bootstrap: Bootstrap | None = None,
    work: Work = Work(),
) -> tuple[list[Coverage], list[Problem]]:
    """Return what each metric sees of each category, the most frequent category first, and what was not scored.

    Args:
        systems: whose translations; all by default.

    Raises:
        UsageError: if no errors are marked.
    """
    chosen = [name for name in corpus.systems if systems is None or name in systems]
    if not any(error.system in chosen for segment in corpus.segments for error in segment.errors):
        raise UsageError("no errors are marked in these translations; expected error spans, as of MQM or ESA")
    names, counts = _categories(corpus, chosen)
    sums = {(spec, name): _Sums.empty(len(corpus.segments)) for spec in metrics for name in names}
    problems: list[Problem] = []
    for place, item, pairs in _scored(corpus, metrics, store, chosen, work, problems):
        for spec, (pair, marked, score) in pairs.items():
            of_metric = {name: sums[spec, name] for name in names}
            _add(of_metric, place, item, pair, marked, score)
    weights = (bootstrap or Bootstrap()).weights(len(corpus.segments))
    of_all = {spec: sums[spec, ALL] for spec in metrics}
    marking = {spec for spec, own in of_all.items() if own.marked.any() or own.outside_marked.any()}
    found = [
        _estimated(spec, name, sums[spec, name], weights, _places(corpus, name, chosen), marks=spec in marking)
        for name in sorted(names, key=lambda name: (name != ALL, -counts[name]))
        for spec in metrics
    ]
    return found, problems


def translations_of(segment: Segment, systems: Sequence[str]) -> list[MarkedTranslation]:
    """Return the errors of each rater of each translation, also of raters who found none."""
    items = {
        (rating.system, rating.rater): MarkedTranslation(rating.system, rating.rater)
        for rating in segment.ratings
        if rating.kind in (KIND, ESA_KIND) and rating.system in systems
    }
    for error in segment.errors:
        if error.system in systems:
            key = error.system, error.rater
            items.setdefault(key, MarkedTranslation(*key)).errors.append(error)
    return list(items.values())


def category_of(error: ErrorSpan) -> str:
    """Return the category of an error, with upper and lower case alike; empty if the span is no error."""
    if error.category.casefold() == NO_ERROR or not BY_SEVERITY.get(error.severity.casefold(), 1.0):
        return ""
    return error.category.casefold() or UNNAMED


def _categories(corpus: Corpus, systems: Sequence[str]) -> tuple[dict[str, str], dict[str, int]]:
    """Return the names of categories by name, and how often each occurs; the first is that of all errors."""
    spelled: dict[str, str] = {}
    counts: dict[str, int] = {ALL: 0}
    for segment in corpus.segments:
        for error in segment.errors:
            key = category_of(error)
            if error.system in systems and key:
                name = spelled.setdefault(key, error.category or UNNAMED)
                counts[name], counts[ALL] = counts.get(name, 0) + 1, counts[ALL] + 1
    return {ALL: "", **{name: key for key, name in spelled.items()}}, counts


def _places(corpus: Corpus, name: str, systems: Sequence[str]) -> tuple[int, ...]:
    key = name.casefold()
    return tuple(
        place
        for place, segment in enumerate(corpus.segments)
        if any(_is_of(error, name, key) for error in segment.errors if error.system in systems)
    )


def _is_of(error: ErrorSpan, name: str, key: str) -> bool:
    category = category_of(error)
    return category != "" and (name == ALL or category == key)


Scored = tuple[Pair, frozenset[int], float]
"""A pair, the tokens that a metric marks in its translation, and the metric's score."""


def _scored(
    corpus: Corpus,
    metrics: Mapping[str, Metric],
    store: AnalysisStore,
    systems: Sequence[str],
    work: Work,
    problems: list[Problem],
) -> Iterator[tuple[int, MarkedTranslation, dict[str, Scored]]]:
    """Yield each annotated translation, with the place of its segment, as the metrics score it."""
    layers = reduce(or_, (metric.needs for metric in metrics.values()), WORDS)
    annotated = [place for place, segment in enumerate(corpus.segments) if translations_of(segment, systems)]
    for place, segment, analyses in analysed_segments(corpus, systems, annotated, store, layers, STAGE, work):
        scored = dict[str, dict[str, Scored]]()
        for item in translations_of(segment, systems):
            if item.system not in scored:
                scored[item.system] = {
                    spec: result
                    for spec, metric in metrics.items()
                    if (result := _score(segment, item.system, spec, metric, analyses, problems)) is not None
                }
            yield place, item, scored[item.system]


def _score(
    segment: Segment, system: str, spec: str, metric: Metric, analyses: AnalysisBatch, problems: list[Problem]
) -> Scored | None:
    pair = analysed_pair(segment, system, analyses, metric.needs | WORDS, metric, specs=(spec,))
    if isinstance(pair, Problem):
        problems.append(pair)
        return None
    evidence = metric.evidence(pair)
    score = metric.score(metric.statistics_of(evidence), level="segment")
    return None if score is None else (pair, marked_tokens(pair, metric, evidence), score)


def _add(
    sums: Mapping[str, _Sums], place: int, item: MarkedTranslation, pair: Pair, marked: frozenset[int], score: float
) -> None:
    """Add one translation to the sums of each category of a metric."""
    text = pair.hypothesis
    length = len(text.text)
    is_word, is_marked, is_error = (np.zeros(length, dtype=bool) for _ in range(3))
    for token, (start, end) in enumerate(character_spans(text)):
        is_word[start:end] = True
        is_marked[start:end] = token in marked
    spans = [(error, category_of(error)) for error in item.errors]
    for error, category in spans:
        if category and error.side == "hypothesis":
            is_error[error.start : error.end] = True
    outside = is_word & ~is_error
    for name, own in sums.items():
        key = name.casefold()
        errors = [error for error, category in spans if category and (name == ALL or category == key)]
        inside: NDArray[np.bool_] = np.zeros(length, dtype=bool)
        for error in errors:
            if error.side == "hypothesis":
                inside[error.start : error.end] = True
        inside &= is_word
        own.marked[place] += np.count_nonzero(inside & is_marked)
        own.characters[place] += np.count_nonzero(inside)
        own.outside_marked[place] += np.count_nonzero(outside & is_marked)
        own.outside[place] += np.count_nonzero(outside)
        own.count[place] += len(errors)
        own.score[place] += score
        own.squares[place] += len(errors) ** 2
        own.products[place] += len(errors) * score
        own.translations[place] += 1
        own.spans += len(errors)


def _estimated(spec: str, name: str, sums: _Sums, weights: Floats, places: tuple[int, ...], *, marks: bool) -> Coverage:
    with np.errstate(divide="ignore", invalid="ignore"):
        marked = (weights @ sums.marked) / (weights @ sums.characters)
        elsewhere = (weights @ sums.outside_marked) / (weights @ sums.outside)
        if not marks:
            marked, elsewhere = np.full_like(marked, np.nan), np.full_like(elsewhere, np.nan)
        number, count = weights @ sums.translations, weights @ sums.count
        spread = number * (weights @ sums.squares) - count**2
        slope = (number * (weights @ sums.products) - count * (weights @ sums.score)) / spread
    slope[(spread <= 0) | (number < MIN_TRANSLATIONS)] = np.nan
    segments = int(np.count_nonzero(sums.count))
    return Coverage(
        spec,
        name,
        sums.spans,
        int(sums.characters.sum()),
        _estimate(marked, segments),
        _estimate(elsewhere, segments),
        _estimate(marked - elsewhere, segments),
        _estimate(slope, segments),
        places,
    )


def _estimate(values: Floats, segments: int) -> Estimate:
    """Return the first value with the interval of the others, without those that are undefined."""
    first = float(values[0])
    if not np.isfinite(first):
        return Estimate(None)
    others = values[1:][np.isfinite(values[1:])]
    if segments < MIN_SEGMENTS or not len(others):
        return Estimate(first)
    low, high = np.percentile(others, INTERVAL)
    return Estimate(first, float(low), float(high))


def coverage_tables(found: Sequence[Coverage], signatures: Sequence[str] = ()) -> list[ValueTable]:
    """Return the shares by category and metric, then all values with their intervals."""
    return [_matrix(found), _details(found, signatures)]


def _matrix(found: Sequence[Coverage]) -> ValueTable:
    specs = list(dict.fromkeys(item.metric for item in found))
    categories = list(dict.fromkeys(item.category for item in found))
    by_key = {(item.category, item.metric): item for item in found}
    rows: list[tuple[Value, ...]] = []
    for category in categories:
        of_category = [by_key[category, spec] for spec in specs]
        errors = max(item.errors for item in of_category)
        rows.append((category, errors, *(item.marked.value for item in of_category)))
    rows.append(("elsewhere", None, *(by_key[ALL, spec].elsewhere.value for spec in specs)))
    figures = (Heatmap(tuple(range(2, 2 + len(specs))), "share that is marked", scale=SHARES),)
    head = ("category", "errors", *specs)
    return ValueTable("coverage", "Errors that metrics mark", NOTE, head, tuple(rows), figures)


def _details(found: Sequence[Coverage], signatures: Sequence[str]) -> ValueTable:
    head = (
        *("metric", "category", "errors", "characters"),
        *("marked", "marked low", "marked high"),
        *("elsewhere", "elsewhere low", "elsewhere high"),
        *("difference", "difference low", "difference high"),
        *("change of score", "change of score low", "change of score high"),
    )
    rows = tuple(
        (
            item.metric,
            item.category,
            item.errors,
            item.characters,
            *_cells(item.marked),
            *_cells(item.elsewhere),
            *_cells(item.difference),
            *_cells(item.per_error),
        )
        for item in sorted(found, key=lambda item: [one.metric for one in found].index(item.metric))
    )
    note = " ".join(filter(None, (SLOPE, INTERVALS, *signatures)))
    figures = (
        DotPlot((10,), "share marked in errors, less that elsewhere", "difference", by=1),
        DotPlot((13,), "change of the segment score per error", "score", by=1),
    )
    return ValueTable("coverage-intervals", "Errors that metrics mark, and their scores", note, head, rows, figures)


def _cells(estimate: Estimate) -> tuple[Value, Value, Value]:
    return estimate.value, estimate.low, estimate.high
