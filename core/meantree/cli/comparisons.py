"""``meantree compare``: options, and the rankings, outcomes, units and buckets of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from meantree import __version__
from meantree.alignment.alignment_model import fingerprint
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import Task
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError, require_known
from meantree.escaping import listed, quoted, unknown_name
from meantree.evaluation.buckets import (
    SEGMENT_KEYS,
    WORD_KEYS,
    Buckets,
    SegmentKey,
    WordKey,
    buckets,
    rating_kind,
    word_buckets,
)
from meantree.evaluation.compared_systems import Outcomes, Ranking, outcomes, ranking
from meantree.evaluation.significance import Resampling
from meantree.evaluation.unit_counts import FINDINGS, DifferenceKind, kinds_of_difference
from meantree.evaluation.unit_differences import UnitDifferences, unit_differences
from meantree.language.languages import IN_ENGLISH, Language
from meantree.metrics.metric import Metric, required_layers
from meantree.queries.filters import Places
from meantree.reporting.request import ReportSource
from meantree.reporting.segment_choice import accepted_segments
from meantree.scoring.provenance import analysers, provenance_of, signature
from meantree.scoring.run import configured_metrics, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.scoring.verdicts import available_layers, without_parser
from meantree.shipped import files_digest
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """Options of a comparison.

    Attributes:
        system, against: two systems; None for all systems.
        resampling: test, resamples and seed.
        units: the kind of units to compare; None for no units.
        bucket: the key that groups segments or words, ``rating:KIND`` for one kind of rating; None for no groups.
        filter: a filter line, empty for all segments.
    """

    specs: Sequence[str]
    system: str | None = None
    against: str | None = None
    resampling: Resampling = field(default_factory=Resampling)
    units: str | None = None
    bucket: str | None = None
    filter: str = ""

    def pair(self, corpus: Corpus) -> tuple[str, str] | None:
        """Return the two systems; None to rank all systems.

        Raises:
            UsageError: if a system is unknown, or only one is named of more than two.
        """
        require_known("--system", [self.system], corpus.systems)
        require_known("--against", [self.against], corpus.systems)
        first, second = self.system, self.against
        if first is None and second is None:
            return None
        if first is None or second is None:
            others = [name for name in corpus.systems if name not in (first, second)]
            missing = "--system" if first is None else "--against"
            if len(others) != 1:
                raise UsageError(f"{missing}: found nothing, expected one of {listed(others) or 'several systems'}")
            first, second = first or others[0], second or others[0]
        if first == second:
            raise UsageError(f"--against: found {quoted(second)}, which is also --system; expected another one")
        return first, second


@dataclass(frozen=True, slots=True)
class ComparedSystems:
    """Results of a comparison.

    Attributes:
        pair: the two systems; None if all were ranked.
        segments: number of segments that the filter accepts.
        keys: of the segments of the corpus, in order.
        signatures: of the metrics, by spec.
        rankings: one per metric, without a pair.
        outcomes: one per metric, with a pair.
        units: differences of the units of a pair, with the signature of the counts.
        buckets: one per metric if segments are grouped, one if words are.
    """

    options: ComparisonOptions
    pair: tuple[str, str] | None
    segments: int
    keys: tuple[str, ...]
    signatures: dict[str, str]
    rankings: tuple[Ranking, ...] = ()
    outcomes: tuple[Outcomes, ...] = ()
    units: tuple[UnitDifferences, str] | None = None
    buckets: tuple[Buckets, ...] = ()


def require_valid(options: ComparisonOptions, form: str) -> None:
    """Check the options before anything is read.

    Raises:
        UsageError: for a wrong spec, kind of units or bucket, units without a pair, and two tables in one TSV.
    """
    metrics = configured_metrics(options.specs)
    if options.units is not None:
        if options.system is None and options.against is None:
            raise UsageError("--units: found no two systems to compare; name them with --system and --against")
        _kind(options.units, metrics)
    _bucket_key(options.bucket)
    if form in ("tsv", "csv", "xlsx") and options.units is not None and options.bucket is not None:
        raise UsageError(f"--format {form} writes one table: found --units and --bucket, expected one of them")


def compared_systems(task: Task, options: ComparisonOptions) -> tuple[ComparedSystems, list[Problem]]:
    """Score and compare systems; return the results, and what could not be scored.

    Raises:
        UsageError: if a system is unknown, or the filter line is invalid.
    """
    corpus, pair, by = task.corpus, options.pair(task.corpus), _bucket_key(options.bucket)
    if by.of_segments == "rating":
        rating_kind(corpus, by.rating)  # reports an unknown kind before anything is scored
    metrics, store = task.adapted(options.specs)
    counted = WORDS if by.of_words == "pos" else Layers()
    if options.units is not None:
        counted |= _kind(options.units, metrics, corpus.language).needs
    if counted.dependencies and "dependencies" not in available_layers(corpus, store.parsers):
        what = "bucket pos" if by.of_words == "pos" else f"units {options.units}"
        raise UsageError(f"--{what}: {without_parser(corpus.language, store.parsers)}")
    store = task.with_stored(store, pair or corpus.systems, required_layers(metrics) | counted)
    keep_analyses = options.units is not None or options.bucket == "pos"
    table = score_corpus(corpus, metrics, store, systems=pair, keep=keep_analyses, work=task.work)
    return compared(table, store, options, pair, task.work), table.problems


def compared(
    table: ScoreTable, store: AnalysisStore, options: ComparisonOptions, pair: tuple[str, str] | None, work: Work
) -> ComparedSystems:
    """Return the comparison of scored systems."""
    corpus, specs = table.corpus, list(table.metrics)
    systems = pair or corpus.systems
    places: Places | None = None
    if options.filter.strip():
        accepted = accepted_segments(ReportSource(table, store), options.filter, systems, work)
        places = np.array(sorted(accepted), dtype=np.intp)
    how, by = options.resampling, _bucket_key(options.bucket)
    return ComparedSystems(
        options,
        pair,
        len(corpus.segments) if places is None else len(places),
        tuple(segment.key for segment in corpus.segments),
        {spec: table.signature(spec, store) for spec in table.metrics},
        () if pair else tuple(ranking(table, spec, places=places, how=how, work=work) for spec in specs),
        tuple(outcomes(table, spec, *pair, places=places, how=how, work=work) for spec in specs) if pair else (),
        _units(table, store, options.units, pair, places, work) if pair and options.units else None,
        _buckets(table, store, by, systems, places, work),
    )


def _buckets(
    table: ScoreTable, store: AnalysisStore, by: _BucketKey, systems: Sequence[str], places: Places | None, work: Work
) -> tuple[Buckets, ...]:
    if by.of_words:
        return (word_buckets(table.corpus, store, by.of_words, systems, places=places, work=work),)
    return tuple(
        buckets(table, spec, by.of_segments, systems=systems, places=places, rating=by.rating, work=work)
        for spec in table.metrics
        if by.of_segments
    )


def _units(
    table: ScoreTable, store: AnalysisStore, name: str, pair: tuple[str, str], places: Places | None, work: Work
) -> tuple[UnitDifferences, str]:
    kind = _kind(name, table.metrics, table.corpus.language)
    differences = unit_differences(table.corpus, store, kind, *pair, places=places, table=table, work=work)
    return differences, _signature(kind, table.corpus, store)


def _signature(kind: DifferenceKind, corpus: Corpus, store: AnalysisStore) -> str:
    """Return what must be equal to count the same units again."""
    provenance = provenance_of(corpus, store, kind.needs)
    if kind.metric is not None:
        return signature(kind.metric, provenance)
    parts, references = [*analysers(kind.needs, provenance), f"aligner:{fingerprint()}"], "1"
    if kind.name == FINDINGS:
        parts += [f"findings:{files_digest(*MADE_WITH)}", f"translations:{_most_translations(corpus)}"]
        references = "closest"
    return "|".join([kind.name, f"refs:{references}", *parts, f"version:meantree-{__version__}"])


def _most_translations(corpus: Corpus) -> int:
    """Return how many translations a segment has, at most; findings ask the others."""
    return max((len(segment.hypotheses) for segment in corpus.segments), default=0)


MADE_WITH = ("findings", "lexicon/frequencies", "lexicon/signatures", "lists/phenomena")
"""Resources on which findings depend, beside those of the analysis and the alignment."""


def _kind(name: str, metrics: Mapping[str, Metric], language: Language = IN_ENGLISH) -> DifferenceKind:
    kinds = {kind.name: kind for kind in kinds_of_difference(metrics, language)}
    if name not in kinds:
        raise UsageError(f"--units: found {unknown_name(name, kinds)} for {language.name}")
    return kinds[name]


@dataclass(frozen=True, slots=True)
class _BucketKey:
    """The key that groups segments or words, if any; and the kind of rating, if one is named."""

    of_segments: SegmentKey | None = None
    of_words: WordKey | None = None
    rating: str | None = None


def _bucket_key(by: str | None) -> _BucketKey:
    if by is None:
        return _BucketKey()
    name, _, rating = by.partition(":")
    for segments in SEGMENT_KEYS:
        if name == segments and (not rating or segments == "rating"):
            return _BucketKey(of_segments=segments, rating=rating or None)
    for words in WORD_KEYS:
        if by == words:
            return _BucketKey(of_words=words)
    raise UsageError(
        f"--bucket: found {quoted(by)}, expected one of {listed((*SEGMENT_KEYS, *WORD_KEYS, 'rating:KIND'))}"
    )
