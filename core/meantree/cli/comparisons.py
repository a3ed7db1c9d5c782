"""``meantree compare``: options, and the rankings, outcomes, units and buckets of systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from meantree import __version__
from meantree.alignment.alignment_model import fingerprint
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.cli.command_inputs import store_over
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.escaping import listed, quoted, unknown_name
from meantree.evaluation.buckets import (
    SEGMENT_KEYS,
    WORD_KEYS,
    Buckets,
    SegmentKey,
    WordBuckets,
    WordKey,
    buckets,
    rating_kind,
    word_buckets,
)
from meantree.evaluation.compared_systems import Outcomes, Ranking, outcomes, ranking
from meantree.evaluation.feature_values import features_of
from meantree.evaluation.significance import Resampling
from meantree.evaluation.unit_counts import DifferenceKind, kinds_of_difference
from meantree.evaluation.unit_differences import UnitDifferences, feature_differences, unit_differences
from meantree.metrics.metric import required_layers
from meantree.project.stored_analyses import StoredAnalyses
from meantree.report.report_options import accepted_segments
from meantree.scoring.provenance import analysers, provenance_of, signature
from meantree.scoring.run import configured_metrics, metrics_for, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.search.filters import Places
from meantree.work import Work


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be compared, and how.

    Attributes:
        specs: the metrics.
        system, against: two systems, or nothing of either for all of them.
        how: test, resamples and seed.
        units: the name of a kind of unit, None for none.
        bucket: what segments or words are put together by, None for nothing; ``rating:KIND`` for one kind of rating.
        filter: a filter line, empty for all segments.
    """

    specs: Sequence[str]
    system: str | None = None
    against: str | None = None
    how: Resampling = field(default_factory=Resampling)
    units: str | None = None
    bucket: str | None = None
    filter: str = ""

    def pair(self, corpus: Corpus) -> tuple[str, str] | None:
        """The two systems, if there are two.

        Raises:
            UsageError: if there is no such system, or only one is named of more than two.
        """
        named = {"--system": self.system, "--against": self.against}
        for option, name in named.items():
            if name is not None and name not in corpus.systems:
                raise UsageError(f"{option}: found {unknown_name(name, corpus.systems)}")
        first, second = self.system, self.against
        if first is None and second is None:
            return None
        if first is None or second is None:
            others = [one for one in corpus.systems if one not in (first, second)]
            lacking = "--system" if first is None else "--against"
            if len(others) != 1:
                raise UsageError(f"{lacking}: found nothing, expected one of {listed(others) or 'several systems'}")
            first, second = first or others[0], second or others[0]
        if first == second:
            raise UsageError(f"--against: found {quoted(second)}, which is --system, too; expected another one")
        return first, second


@dataclass(frozen=True, slots=True)
class Compared:
    """What was found.

    Attributes:
        wanted, pair: what was asked for.
        segments: how many the filter accepts.
        keys: of the segments of the corpus, in order.
        signatures: of the metrics, by spec.
        rankings: one for each metric, none for a pair.
        outcomes: one for each metric, none without a pair.
        units: what one of a pair gets and the other misses; with the signature of what was counted.
        buckets: one for each metric.
        words: if words are put together.
    """

    wanted: Wanted
    pair: tuple[str, str] | None
    segments: int
    keys: tuple[str, ...]
    signatures: dict[str, str]
    rankings: tuple[Ranking, ...] = ()
    outcomes: tuple[Outcomes, ...] = ()
    units: tuple[UnitDifferences, str] | None = None
    buckets: tuple[Buckets, ...] = ()
    words: WordBuckets | None = None


def require_wanted(wanted: Wanted, form: str) -> None:
    """See to it that what is asked for makes sense, before anything is read.

    Raises:
        UsageError: for a wrong spec, kind of unit or bucket, units of no pair, and two tables in one TSV.
    """
    metrics = configured_metrics(wanted.specs)
    if wanted.units is not None:
        if wanted.system is None and wanted.against is None:
            raise UsageError("--units: found no two systems to compare; name them with --system and --against")
        _kind(wanted.units, kinds_of_difference(metrics))
    _key(wanted.bucket)
    if form in ("tsv", "csv", "xlsx") and wanted.units is not None and wanted.bucket is not None:
        raise UsageError(f"--format {form} writes one table: found --units and --bucket, expected one of them")


def compared_systems(
    corpus: Corpus, wanted: Wanted, parsers: Parsers, work: Work, analyses: StoredAnalyses | None = None
) -> tuple[Compared, list[Problem]]:
    """Score and compare systems, and return what was found, with what could not be scored.

    Args:
        corpus, wanted: what is compared, and how.
        parsers, work: as for ``meantree score``.
        analyses: what a project keeps, if that is to be used.

    Raises:
        UsageError: if there is no such system, or the filter line cannot be understood.
    """
    pair, by = wanted.pair(corpus), _key(wanted.bucket)
    if by.of_segments == "rating":
        rating_kind(corpus, by.rating)  # told before anything is scored
    store = AnalysisStore(parsers)
    metrics = metrics_for(wanted.specs, corpus, store)
    depth = required_layers(metrics) | (WORDS if by.of_words == "pos" else Layers())
    if wanted.units is not None:
        depth |= _kind(wanted.units, kinds_of_difference(metrics)).needs
    store = store_over(analyses, store, corpus, pair or corpus.systems, depth, work)
    keep = wanted.units is not None or wanted.bucket == "pos"
    table = score_corpus(corpus, metrics, store, systems=pair, keep=keep, work=work)
    return compared(table, store, wanted, pair, work), table.problems


def compared(
    table: ScoreTable, store: AnalysisStore, wanted: Wanted, pair: tuple[str, str] | None, work: Work
) -> Compared:
    """Compare systems that were scored."""
    corpus, specs = table.corpus, list(table.metrics)
    systems = pair or corpus.systems
    places: Places | None = None
    if wanted.filter.strip():
        places = np.array(sorted(accepted_segments(table, wanted.filter, systems)), dtype=np.intp)
    how, by = wanted.how, _key(wanted.bucket)
    provenance = table.provenance(store)
    return Compared(
        wanted,
        pair,
        len(corpus.segments) if places is None else len(places),
        tuple(segment.key for segment in corpus.segments),
        {spec: signature(metric, provenance) for spec, metric in table.metrics.items()},
        () if pair else tuple(_ranking(table, spec, places, how, work) for spec in specs),
        tuple(_outcomes(table, spec, pair, places, how, work) for spec in specs) if pair else (),
        _units(table, store, wanted.units, pair, places, work) if pair and wanted.units else None,
        tuple(
            buckets(table, spec, by.of_segments, systems=systems, places=places, rating=by.rating, work=work)
            for spec in specs
            if by.of_segments
        ),
        word_buckets(corpus, store, by.of_words, systems, places=places, work=work) if by.of_words else None,
    )


def _ranking(table: ScoreTable, spec: str, places: Places | None, how: Resampling, work: Work) -> Ranking:
    return ranking(table, spec, places=places, how=how, work=work)


def _outcomes(
    table: ScoreTable, spec: str, pair: tuple[str, str], places: Places | None, how: Resampling, work: Work
) -> Outcomes:
    return outcomes(table, spec, *pair, places=places, how=how, work=work)


def _units(
    table: ScoreTable,
    store: AnalysisStore,
    name: str,
    pair: tuple[str, str],
    places: Places | None,
    work: Work,
) -> tuple[UnitDifferences, str]:
    kind = _kind(name, kinds_of_difference(table.metrics))
    if name in table.metrics and features_of(table.metrics[name])[1]:
        found = feature_differences(table, name, *pair, places=places)
    else:
        found = unit_differences(table.corpus, store, kind, *pair, places=places, work=work)
    return found, _signature(kind, table.corpus, store)


def _signature(kind: DifferenceKind, corpus: Corpus, store: AnalysisStore) -> str:
    """What must be the same to count the same units again."""
    provenance = provenance_of(corpus, store, kind.needs)
    if kind.metric is not None:
        return signature(kind.metric, provenance)
    made = "|".join([*analysers(kind.needs, provenance), f"aligner:{fingerprint()}"])
    return f"{kind.name}|refs:1|{made}|version:meantree-{__version__}"


def _kind(name: str, kinds: Sequence[DifferenceKind]) -> DifferenceKind:
    found = next((one for one in kinds if one.name == name), None)
    if found is None:
        raise UsageError(f"--units: found {unknown_name(name, (one.name for one in kinds))}")
    return found


@dataclass(frozen=True, slots=True)
class _Key:
    """What is put together: segments, words, or nothing; and the kind of rating, if one is named."""

    of_segments: SegmentKey | None = None
    of_words: WordKey | None = None
    rating: str | None = None


def _key(by: str | None) -> _Key:
    if by is None:
        return _Key()
    name, _, rating = by.partition(":")
    for segments in SEGMENT_KEYS:
        if name == segments and (not rating or segments == "rating"):
            return _Key(of_segments=segments, rating=rating or None)
    for words in WORD_KEYS:
        if by == words:
            return _Key(of_words=words)
    raise UsageError(
        f"--bucket: found {quoted(by)}, expected one of {listed((*SEGMENT_KEYS, *WORD_KEYS, 'rating:KIND'))}"
    )
