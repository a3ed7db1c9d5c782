"""What metrics see of marked errors: how much of them their evidence marks, and how their scores fall with them.

Characters are those of the words of translations. A translation that several raters annotated counts once for each.
Intervals are those of a bootstrap over segments: all translations of a segment are drawn together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Final

import numpy as np

from meantree.analysis.layers.required import WORDS
from meantree.analysis.sentences import character_spans
from meantree.analysis.store import AnalysisBatch, AnalysisStore
from meantree.comparison.marked_errors import marked_tokens
from meantree.corpus.corpus import Corpus, ErrorSpan, Segment
from meantree.corpus.error_weights import BY_SEVERITY, NO_ERROR
from meantree.errors import Problem, UsageError
from meantree.evaluation.measured import Flags, Floats
from meantree.evaluation.value_table import SHARES, DotPlot, Heatmap, Value, ValueTable, with_bounds
from meantree.metrics.metric import Metric, required_layers
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
        errors: number of errors in translations that the metric scores.
        characters: of these errors in words.
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


SUMS: Final = 9
"""Of one metric and category, by segment: marked and all characters of errors, and of other words; then errors,
scores, squares of the numbers of errors, their products with scores, and translations."""


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
    if not any(segment.raters_errors(*chosen) for segment in corpus.segments):
        raise UsageError(
            "no errors are marked in these translations; expected error spans, such as those of MQM or ESA"
        )
    counts = _categories(corpus, chosen)
    sums = {(spec, name): np.zeros((SUMS, len(corpus.segments))) for spec in metrics for name in counts}
    problems: list[Problem] = []
    for place, item, pairs in _scored(corpus, metrics, store, chosen, work, problems):
        for spec, (pair, marked, score) in pairs.items():
            for name, added in _added(counts, item, pair, marked, score):
                sums[spec, name][:, place] += added
    weights = (bootstrap or Bootstrap()).weights(len(corpus.segments))
    marking = {spec for spec in metrics if sums[spec, ALL][[0, 2]].any()}
    found = [
        _estimated(spec, name, sums[spec, name], weights, _places(corpus, name, chosen), marks=spec in marking)
        for name in sorted(counts, key=lambda name: (name != ALL, -counts[name]))
        for spec in metrics
    ]
    return found, problems


def translations_of(segment: Segment, systems: Sequence[str]) -> list[MarkedTranslation]:
    """Return the errors of each rater of each translation, also of raters who found none."""
    items = {(name, rater): MarkedTranslation(name, rater) for name in systems for rater in segment.raters(name)}
    for error in segment.raters_errors(*systems):
        key = error.system, error.rater
        items.setdefault(key, MarkedTranslation(*key)).errors.append(error)
    return list(items.values())


def category_of(error: ErrorSpan) -> str:
    """Return the category of an error, with upper and lower case alike; empty if the span is no error."""
    if error.category.casefold() == NO_ERROR or not BY_SEVERITY.get(error.severity.casefold(), 1.0):
        return ""
    return error.category.casefold() or UNNAMED


def _categories(corpus: Corpus, systems: Sequence[str]) -> Counter[str]:
    """Return how often each category occurs, as first spelled; the first is that of all errors."""
    spelled: dict[str, str] = {}
    counts = Counter({ALL: 0})
    for segment in corpus.segments:
        for error in segment.raters_errors(*systems):
            if (key := category_of(error)) and not error.is_further:
                counts.update((ALL, spelled.setdefault(key, error.category or UNNAMED)))
    return counts


def _places(corpus: Corpus, name: str, systems: Sequence[str]) -> tuple[int, ...]:
    return tuple(
        place
        for place, segment in enumerate(corpus.segments)
        if any(_is_of(category_of(error), name) for error in segment.raters_errors(*systems))
    )


def _is_of(category: str, name: str) -> bool:
    return category != "" and (name == ALL or category == name.casefold())


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
    layers = required_layers(metrics) | WORDS
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


def _added(
    names: Iterable[str], item: MarkedTranslation, pair: Pair, marked: frozenset[int], score: float
) -> Iterator[tuple[str, Floats]]:
    """Yield what one translation adds to the :data:`SUMS` of each category of a metric."""
    text = pair.hypothesis
    is_word, is_marked = np.zeros((2, len(text.text)), dtype=bool)
    for token, (start, end) in enumerate(character_spans(text)):
        is_word[start:end] = True
        is_marked[start:end] = token in marked
    categories = [(error, category_of(error)) for error in item.errors]

    def errors_of(name: str) -> tuple[int, Flags]:
        """Return the number of errors of a category, and their characters."""
        errors = [error for error, category in categories if _is_of(category, name)]
        inside = np.zeros_like(is_word)
        for error in errors:
            if error.side == "hypothesis":
                inside[error.start : error.end] = True
        return sum(not error.is_further for error in errors), inside & is_word

    outside = is_word & ~errors_of(ALL)[1]
    others = np.count_nonzero(outside & is_marked), np.count_nonzero(outside)
    for name in names:
        count, inside = errors_of(name)
        own = np.count_nonzero(inside & is_marked), np.count_nonzero(inside)
        yield name, np.array((*own, *others, count, score, count**2, count * score, 1), dtype=np.float64)


def _estimated(
    spec: str, name: str, sums: Floats, weights: Floats, places: tuple[int, ...], *, marks: bool
) -> Coverage:
    drawn = [weights @ row for row in sums]
    with np.errstate(divide="ignore", invalid="ignore"):
        marked, elsewhere = drawn[0] / drawn[1], drawn[2] / drawn[3]
        count, score, squares, products, number = drawn[4:]
        spread = number * squares - count**2
        slope = (number * products - count * score) / spread
    if not marks:
        marked, elsewhere = np.full((2, len(weights)), np.nan)
    slope[(spread <= 0) | (number < MIN_TRANSLATIONS)] = np.nan
    segments = int(np.count_nonzero(sums[4]))
    shown, other, difference, change = (
        _estimate(values, segments) for values in (marked, elsewhere, marked - elsewhere, slope)
    )
    errors, characters = int(sums[4].sum()), int(sums[1].sum())
    return Coverage(spec, name, errors, characters, shown, other, difference, change, places)


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
    heads = with_bounds(("marked", "elsewhere", "difference", "change of score"))
    rows = tuple(
        (
            item.metric,
            item.category,
            item.errors,
            item.characters,
            *(value for one in estimates for value in astuple(one)),
        )
        for item in sorted(found, key=lambda item: [one.metric for one in found].index(item.metric))
        for estimates in [(item.marked, item.elsewhere, item.difference, item.per_error)]
    )
    note = " ".join(filter(None, (SLOPE, INTERVALS, *signatures)))
    figures = (
        DotPlot((10,), "share marked in errors, less that elsewhere", "difference", by=1),
        DotPlot((13,), "change of the segment score per error", "score", by=1),
    )
    head = ("metric", "category", "errors", "characters", *heads)
    return ValueTable("coverage-intervals", "Errors that metrics mark, and their scores", note, head, rows, figures)
