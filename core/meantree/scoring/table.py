"""The table of scores: statistics of every segment, scores at every level, and what could not be scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.escaping import shortened
from meantree.metrics.metric import Level, Metric, OverDocuments, Statistics, required_layers
from meantree.scoring.provenance import Provenance, provenance_of, signature
from meantree.scoring.verdicts import FULL, Verdict
from meantree.scratch import NoRoomError, release, zeros


class Rows(NamedTuple):
    """The statistics of some segments.

    Attributes:
        scored: shape (segments,), whether a segment could be scored.
        statistics: shape (segments, k), 0 where it could not.
    """

    scored: NDArray[np.bool_]
    statistics: NDArray[np.float64]

    @classmethod
    def of(cls, rows: Sequence[Statistics | None]) -> Rows:
        """Return the statistics of segments, None for one that could not be scored."""
        scored = np.array([row is not None for row in rows], dtype=bool)
        return cls.spread(scored, np.array([row for row in rows if row is not None], dtype=np.float64))

    @classmethod
    def spread(cls, scored: NDArray[np.bool_], statistics: NDArray[np.float64]) -> Rows:
        """Return the statistics of segments, given those of the scored ones."""
        all_rows = np.zeros((len(scored), statistics.shape[1] if statistics.ndim > 1 else 0))
        if statistics.size:
            all_rows[scored] = statistics
        return cls(scored, all_rows)

    def __bool__(self) -> bool:
        return bool(len(self.scored))


LEVELS: tuple[Level, ...] = ("system", "document", "segment")
"""From the whole to its parts; a row of one names those above it."""


class Column:
    """Statistics and scores of the segments of a corpus, in order; a score is computed when it is asked for.

    Attributes:
        statistics: shape (segments, k); rows that were not scored have no meaning.
        scored: shape (segments,), whether a row was scored.
        done: shape (segments,), whether scoring was attempted.
        remaining: number of rows that are not done.
        note: why the statistics of many segments are not kept on disk; empty if they are.
    """

    def __init__(self, metric: Metric, rows: Rows | Sequence[Statistics | None]) -> None:
        """Store the statistics of every segment, None for those that could not be scored."""
        found = rows if isinstance(rows, Rows) else Rows.of(rows)
        self._make(metric, len(found.scored))
        self._set(slice(None), found)

    @classmethod
    def empty(cls, metric: Metric, segments: int) -> Self:
        """Return a column of segments that are not done."""
        column = cls.__new__(cls)
        column._make(metric, segments)
        return column

    def _make(self, metric: Metric, segments: int) -> None:
        self._metric = metric
        self.statistics: NDArray[np.float64] = np.zeros((segments, 0))
        self.scored, self.done, self._defined, self._known = (np.zeros(segments, dtype=bool) for _ in range(4))
        self._scores: NDArray[np.float64] = np.zeros(segments)
        self.remaining, self.note = segments, ""

    def _set(self, places: Sequence[int] | slice, rows: Rows) -> None:
        if rows.scored.any():
            self._make_room(rows.statistics.shape[1])
        self.statistics[places] = rows.statistics if rows.scored.any() else 0.0
        self.scored[places], self._scores[places], self._defined[places] = rows.scored, 0.0, False
        self._known[places] = ~rows.scored
        self.remaining -= len(rows.scored) - int(self.done[places].sum())
        self.done[places] = True

    def put(self, place: int, row: Statistics | None) -> None:
        """Set the statistics of the segment at 0-based ``place``.

        Raises:
            ValueError: if other rows have another length.
        """
        self._set([place], Rows.of([row]))

    def fill(self, places: Sequence[int], part: Column) -> None:
        """Copy the rows of another column of the same metric to the segments at these 0-based places.

        Raises:
            ValueError: if other rows have another length.
        """
        self._set(places, Rows(part.scored, part.statistics))
        release(self.statistics)
        self._scores[places], self._defined[places], self._known[places] = part._scores, part._defined, part._known

    def part(self, places: Sequence[int]) -> Column:
        """Return the column of the segments at these 0-based places."""
        rows, part = list(places), Column.empty(self._metric, len(places))
        part.statistics, part.scored, part.done = self.statistics[rows], self.scored[rows], self.done[rows]
        part._scores, part._defined, part._known = self._scores[rows], self._defined[rows], self._known[rows]
        part.remaining = int((~part.done).sum())
        return part

    def _make_room(self, size: int) -> None:
        if size != self.statistics.shape[1]:
            if self.scored.any():
                raise ValueError(f"statistics of {size} numbers among those of {self.statistics.shape[1]}")
            try:
                self.statistics = zeros(len(self.scored), size)  # this is the first scored row
            except NoRoomError as error:
                self.statistics, self.note = np.zeros((len(self.scored), size)), str(error)

    def row(self, place: int) -> Statistics | None:
        """Return the statistics of one segment; None if it could not be scored."""
        return self.statistics[place] if self.scored[place] else None

    @property
    def scores(self) -> NDArray[np.float64]:
        """The segment scores; shape (segments,), 0 where undefined."""
        self.score_segments()
        return self._scores

    @property
    def defined(self) -> NDArray[np.bool_]:
        """Whether a segment has a score; shape (segments,)."""
        if not self._metric.counts_together:
            self.score_segments()
        return self.scored if self._metric.counts_together else self._defined

    def score_segments(self) -> None:
        """Compute the scores that were not asked for yet."""
        self._compute(np.flatnonzero(self.scored & ~self._known))

    def _compute(self, places: NDArray[np.int64]) -> None:
        for place in places.tolist():
            score = self._metric.score(self.statistics[place], level="segment")
            self._scores[place], self._defined[place] = 0.0 if score is None else score, score is not None
        self._known[places] = True

    def score(self, place: int) -> float | None:
        """Return the score of one segment; None if undefined or not scored."""
        if not self._known[place] and self.scored[place]:
            self._compute(np.array([place]))
        return float(self._scores[place]) if self._defined[place] else None

    def segment_scores(self) -> list[float | None]:
        """Return the score of each segment, in order; None if undefined or not scored."""
        pairs = zip(self.scores.tolist(), self._defined.tolist(), strict=True)
        return [score if is_defined else None for score, is_defined in pairs]

    def total(self, places: Sequence[int] | None = None) -> tuple[int, Statistics]:
        """Return how many of these segments (by default all) were scored, and the sum of their statistics."""
        rows = slice(None) if places is None else list(places)
        scored, statistics = self.scored[rows], self.statistics[rows]
        count = int(scored.sum())
        total = (statistics if count == len(scored) else statistics[scored]).sum(axis=0)
        release(self.statistics)
        return count, total

    def __len__(self) -> int:
        return len(self.scored)


@dataclass(slots=True)
class ScoreTable:
    """Statistics and scores of every system, segment and metric of a corpus.

    Attributes:
        metrics: by spec string as given, adapted to the corpus.
        columns: by (system, spec), of all segments.
        begun: columns with segments that are not done; their segment scores are shown, but there is no total.
        problems: why segments could not be scored, one per segment and system, or per metric that misses a layer.
        makers: by layer, the fingerprint of the component that made it, if known.
        verdicts: by spec, of the metrics that are not fully available in the language of the texts.
    """

    corpus: Corpus
    metrics: Mapping[str, Metric]
    columns: dict[tuple[str, str], Column] = field(default_factory=dict)
    begun: dict[tuple[str, str], Column] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    makers: dict[str, str] = field(default_factory=dict)
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    _provenance: tuple[Corpus, Provenance] | None = field(default=None, repr=False)

    @property
    def available(self) -> Mapping[str, Metric]:
        """The metrics that can be computed in the language of the texts."""
        return {spec: metric for spec, metric in self.metrics.items() if not self.reason_without(spec)}

    def reason_without(self, spec: str) -> str:
        """Return why a metric is not available in the language of the texts; empty if it is."""
        return "" if (verdict := self.verdicts.get(spec, FULL)).is_available else verdict.reason

    def leave_out(self, system: str) -> None:
        """Add the undefined columns of the metrics that are not available."""
        for spec in self.metrics.keys() - self.available.keys():
            self.columns[system, spec] = Column(self.metrics[spec], [None] * len(self.corpus.segments))

    def provenance(self, store: AnalysisStore) -> Provenance:
        """Return the provenance of the scores; computed once for each state of the corpus."""
        if self._provenance is None or self._provenance[0] is not self.corpus:
            layers = required_layers(self.available)
            self._provenance = self.corpus, provenance_of(self.corpus, store, layers, makers=self.makers)
        return self._provenance[1]

    def signature(self, spec: str, store: AnalysisStore) -> str:
        """Return the signature of the scores by a metric; if it is not available in the language, why."""
        reason = self.reason_without(spec)
        return f"{spec}: not available: {reason}" if reason else signature(self.metrics[spec], self.provenance(store))

    def part(self, places: Sequence[int], store: AnalysisStore) -> ScoreTable:
        """Return the table of the segments at these 0-based places; it has the provenance of the whole."""
        corpus = self.corpus.part(places)
        parts = {key: column.part(places) for key, column in (*self.columns.items(), *self.begun.items())}
        columns = {key: column for key, column in parts.items() if not column.remaining}
        begun = {key: column for key, column in parts.items() if column.remaining}
        problems = [problem for problem in self.problems if problem.segment is None or problem.segment in corpus.places]
        provenance = corpus, self.provenance(store)
        return ScoreTable(corpus, self.metrics, columns, begun, problems, dict(self.makers), self.verdicts, provenance)

    def accept_missing(self) -> None:
        """Drop the problems of translations that the corpus lacks: where this is called, a missing one is none."""
        missing = {
            (segment.key, system)
            for segment in self.corpus.segments
            for system in self.corpus.systems
            if system not in segment.hypotheses
        }
        self.problems = [problem for problem in self.problems if (problem.segment, problem.system) not in missing]

    def begin(self, system: str, spec: str) -> Column:
        """Add an empty column for a system and metric."""
        columns = self.begun if self.corpus.segments else self.columns
        column = columns[system, spec] = Column.empty(self.metrics[spec], len(self.corpus.segments))
        return column

    def fill(self, system: str, spec: str, places: Sequence[int], part: Column) -> None:
        """Store the results of the segments at these 0-based places; the column is complete when all are done."""
        column = self.column(system, spec)
        if column is None:
            column = self.begin(system, spec)
        column.fill(places, part)
        if column.note:
            message = f"the statistics of {shortened(spec)} are kept in memory: {column.note}"
            self.problems.append(Problem(None, None, message, is_note=True))
            column.note = ""
        if not column.remaining and not self.is_scored(system, spec):
            self.columns[system, spec] = self.begun.pop((system, spec))

    def column(self, system: str, spec: str) -> Column | None:
        """Return the column of a system and metric, complete or not; None if there is none."""
        key = system, spec
        return self.columns[key] if key in self.columns else self.begun.get(key)

    def is_scored(self, system: str, spec: str) -> bool:
        """Whether all segments of a system were scored by a metric, or none can be."""
        return (system, spec) in self.columns or bool(self.reason_without(spec))

    def is_done(self, system: str, spec: str, place: int) -> bool:
        """Whether a metric has attempted the segment at 0-based ``place`` of a system."""
        column = self.column(system, spec)
        return column is not None and bool(column.done[place])

    @property
    def scored_systems(self) -> tuple[str, ...]:
        """The systems with a complete column, in the order of the corpus."""
        return tuple(system for system in self.corpus.systems if any(name == system for name, _ in self.columns))

    def segment_score(self, system: str, spec: str, place: int) -> float | None:
        """Return the score of the segment at 0-based ``place``; None if undefined or not scored."""
        column = self.column(system, spec)
        return column.score(place) if column is not None and 0 <= place < len(column) else None

    def segment_scores(self, system: str, spec: str) -> list[float | None]:
        """Return the score of each segment of the corpus, in order; None if undefined or not scored."""
        column = self.column(system, spec)
        return [None] * len(self.corpus.segments) if column is None else column.segment_scores()

    def document_scores(self, system: str, spec: str) -> dict[str, float | None]:
        """Return the scores of the documents, from the summed statistics of their scored segments."""
        column = self.columns.get((system, spec))
        return {
            document: None if column is None else self._score(column.total(places), spec, "document")
            for document, places in self.corpus.documents.items()
        }

    def domain_scores(self, system: str, spec: str) -> dict[str, float | None]:
        """Return the scores of the domains, each computed as a system score of its documents."""
        by_domain: dict[str, list[tuple[int, ...]]] = {}
        for document, places in self.corpus.documents.items():
            if domain := self.corpus.domains.get(document):
                by_domain.setdefault(domain, []).append(places)
        return {domain: self.system_score(system, spec, documents) for domain, documents in by_domain.items()}

    def system_score(self, system: str, spec: str, documents: Sequence[Sequence[int]] | None = None) -> float | None:
        """Return the score of a system, from the summed statistics of its scored segments unless the metric differs.

        Args:
            documents: the 0-based places of their segments, by default of all documents.
        """
        column, metric = self.columns.get((system, spec)), self.metrics[spec]
        if column is None:
            return None
        if not isinstance(metric, OverDocuments):
            places = None if documents is None else sorted(chain(*documents))
            return self._score(column.total(places), spec, "system")
        totals = map(column.total, self.corpus.documents.values() if documents is None else documents)
        return metric.system_score([(scored, total) for scored, total in totals if scored])

    def segments_behind(self, system: str, spec: str, places: Sequence[int] | None = None) -> int:
        """Return the number of segments with a score, of all or of these 0-based places."""
        column = self.columns.get((system, spec))
        return 0 if column is None else int(column.defined[slice(None) if places is None else list(places)].sum())

    def _score(self, total: tuple[int, Statistics], spec: str, level: Level) -> float | None:
        scored, statistics = total
        return self.metrics[spec].score(statistics, level=level) if scored else None


class Row(NamedTuple):
    """A system, document or segment: names, one score a metric, and the number of segments behind each score."""

    names: list[str]
    scores: list[float | None]
    segments: list[int]


def header(level: Level) -> list[str]:
    """Return the columns that identify a row of ``level``."""
    return list(LEVELS[: LEVELS.index(level) + 1])


def segments_column(spec: str) -> str:
    """Return the name of the column with the number of segments behind a metric's scores."""
    return f"n:{spec}"


def rows(
    table: ScoreTable, level: Level, systems: Sequence[str], metrics: Sequence[str] | None = None
) -> Iterator[Row]:
    """Yield a row for each system, document or segment; by these ``metrics`` alone, or by all."""
    specs = tuple(table.metrics) if metrics is None else metrics
    for system in systems:
        if level == "system":
            scores = [table.system_score(system, spec) for spec in specs]
            yield Row([system], scores, [table.segments_behind(system, spec) for spec in specs])
        elif level == "document":
            columns = {spec: table.document_scores(system, spec) for spec in specs}
            for document, places in table.corpus.documents.items():
                counts = [table.segments_behind(system, spec, places) for spec in specs]
                yield Row([system, document], [column[document] for column in columns.values()], counts)
        else:
            score_columns = [table.segment_scores(system, spec) for spec in specs]
            for place, segment in enumerate(table.corpus.segments):
                scores = [column[place] for column in score_columns]
                yield Row([system, segment.document, segment.id], scores, [int(score is not None) for score in scores])
