"""The table of scores: statistics of every segment, scores at every level, and what could not be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.metrics.metric import Level, Metric, OverDocuments, Statistics, required_layers
from meantree.scoring.provenance import Provenance, provenance_of


class Column:
    """Statistics and scores of the segments of a corpus, in order.

    Attributes:
        statistics: shape (segments, k); what stands in rows that were not scored means nothing.
        scored: shape (segments,), which rows were.
        scores: shape (segments,), the segment scores.
        defined: shape (segments,), where there is one.
        done: shape (segments,), which rows somebody tried to score.
        left: how many rows nobody tried to score yet.
    """

    def __init__(self, metric: Metric, rows: Sequence[Statistics | None]) -> None:
        """Take the statistics of every segment, None for those that could not be scored."""
        self._make(metric, len(rows), max((len(row) for row in rows if row is not None), default=0))
        for place, row in enumerate(rows):
            self.put(place, row)

    @classmethod
    def empty(cls, metric: Metric, segments: int) -> Self:
        """A column of so many segments, to be filled part by part."""
        made = cls.__new__(cls)
        made._make(metric, segments, 0)
        return made

    def _make(self, metric: Metric, segments: int, size: int) -> None:
        self._metric = metric
        self.statistics: NDArray[np.float64] = np.zeros((segments, size))
        self.scored, self.defined, self.done = (np.zeros(segments, dtype=bool) for _ in range(3))
        self.scores: NDArray[np.float64] = np.zeros(segments)
        self.left = segments

    def put(self, place: int, row: Statistics | None) -> None:
        """Set the statistics of the segment at 0-based ``place``; its score follows.

        Raises:
            ValueError: if there are others of another length.
        """
        if row is not None:
            self._make_room(len(row))
        score = None if row is None else self._metric.score(row, level="segment")
        self.scored[place], self.defined[place] = row is not None, score is not None
        self.statistics[place] = 0.0 if row is None else row
        self.scores[place] = 0.0 if score is None else score
        self.left -= not self.done[place]
        self.done[place] = True

    def fill(self, places: Sequence[int], part: Column) -> None:
        """Take in the rows of another column of the same metric, for the segments at these 0-based places.

        Raises:
            ValueError: if there are statistics of another length.
        """
        if part.scored.any():
            self._make_room(part.statistics.shape[1])
            self.statistics[places] = part.statistics
        self.scored[places], self.defined[places] = part.scored, part.defined
        self.scores[places] = part.scores
        self.left -= len(places) - int(self.done[places].sum())
        self.done[places] = True

    def part(self, places: Sequence[int]) -> Column:
        """The column of the segments at these 0-based places alone."""
        chosen, part = list(places), Column.empty(self._metric, len(places))
        part.statistics = self.statistics[chosen]
        part.scored, part.defined, part.done = self.scored[chosen], self.defined[chosen], self.done[chosen]
        part.scores, part.left = self.scores[chosen], int((~self.done[chosen]).sum())
        return part

    def _make_room(self, size: int) -> None:
        if size != self.statistics.shape[1]:
            if self.scored.any():
                raise ValueError(f"statistics of {size} numbers among those of {self.statistics.shape[1]}")
            self.statistics = np.zeros((len(self.scored), size))  # the first that could be scored

    def row(self, place: int) -> Statistics | None:
        """The statistics of one segment; None if it could not be scored."""
        return self.statistics[place] if self.scored[place] else None

    def score(self, place: int) -> float | None:
        """The score of one segment; None where undefined or not scored."""
        return float(self.scores[place]) if self.defined[place] else None

    def segment_scores(self) -> list[float | None]:
        """One score for each segment, in order; None where undefined or not scored."""
        pairs = zip(self.scores.tolist(), self.defined.tolist(), strict=True)
        return [score if is_defined else None for score, is_defined in pairs]

    def total(self, places: Sequence[int] | None = None) -> tuple[int, Statistics]:
        """How many of these segments (by default of all) were scored, and the sum of their statistics."""
        chosen = slice(None) if places is None else list(places)
        scored, statistics = self.scored[chosen], self.statistics[chosen]
        count = int(scored.sum())
        return count, (statistics if count == len(scored) else statistics[scored]).sum(axis=0)

    def __len__(self) -> int:
        return len(self.scored)


@dataclass(slots=True)
class ScoreTable:
    """Statistics and scores of every system, segment and metric of a corpus.

    Attributes:
        corpus: what was scored.
        metrics: by spec string as given, adapted to the corpus.
        columns: by (system, spec), of all segments.
        begun: columns that still lack segments; what is there of them is shown, but summed only when all is.
        problems: why segments could not be scored, one for each segment and system, or for each metric that lacks an
            analysis there.
        makers: by layer, the fingerprint of what made it, as far as that is known.
    """

    corpus: Corpus
    metrics: Mapping[str, Metric]
    columns: dict[tuple[str, str], Column] = field(default_factory=dict)
    begun: dict[tuple[str, str], Column] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    makers: dict[str, str] = field(default_factory=dict)
    _provenance: tuple[Corpus, Provenance] | None = field(default=None, repr=False)

    def provenance(self, store: AnalysisStore) -> Provenance:
        """Where the scores come from; found once for each state of the corpus.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        if self._provenance is None or self._provenance[0] is not self.corpus:
            depth = required_layers(self.metrics)
            self._provenance = self.corpus, provenance_of(self.corpus, store, depth, makers=self.makers)
        return self._provenance[1]

    def part(self, places: Sequence[int], store: AnalysisStore) -> ScoreTable:
        """The table of the segments at these 0-based places alone; its scores have the provenance of the whole.

        Raises:
            UsageError: if a parser cannot be loaded.
        """
        corpus = self.corpus.part(places)
        parts = {key: column.part(places) for key, column in (*self.columns.items(), *self.begun.items())}
        columns = {key: column for key, column in parts.items() if not column.left}
        begun = {key: column for key, column in parts.items() if column.left}
        problems = [one for one in self.problems if one.segment is None or one.segment in corpus.places]
        provenance = corpus, self.provenance(store)
        return ScoreTable(corpus, self.metrics, columns, begun, problems, dict(self.makers), provenance)

    def put(self, system: str, spec: str, rows: Sequence[Statistics | None]) -> None:
        """Take in the statistics of every segment, in order; None for those that could not be scored."""
        self.columns[system, spec] = Column(self.metrics[spec], rows)

    def begin(self, system: str, spec: str) -> Column:
        """Make room for what a metric says of a system."""
        columns = self.begun if self.corpus.segments else self.columns
        made = columns[system, spec] = Column.empty(self.metrics[spec], len(self.corpus.segments))
        return made

    def fill(self, system: str, spec: str, places: Sequence[int], part: Column) -> None:
        """Take in what a metric says of the segments at these 0-based places; a column that lacks none is whole."""
        column = self.column(system, spec)
        if column is None:
            column = self.begin(system, spec)
        column.fill(places, part)
        if not column.left and not self.is_scored(system, spec):
            self.columns[system, spec] = self.begun.pop((system, spec))

    def column(self, system: str, spec: str) -> Column | None:
        """The column of a system and metric, be it whole or begun."""
        key = system, spec
        return self.columns[key] if key in self.columns else self.begun.get(key)

    def is_scored(self, system: str, spec: str) -> bool:
        """Whether a system was scored by a metric, all of it."""
        return (system, spec) in self.columns

    def is_begun(self, system: str, spec: str) -> bool:
        """Whether some segments of a system were scored by a metric."""
        return self.is_scored(system, spec) or (system, spec) in self.begun

    def is_done(self, system: str, spec: str, place: int) -> bool:
        """Whether a metric scored the segment at 0-based ``place`` of a system, or could not."""
        column = self.column(system, spec)
        return column is not None and bool(column.done[place])

    @property
    def scored_systems(self) -> tuple[str, ...]:
        """The systems that some metric scored, in the order of the corpus."""
        return tuple(system for system in self.corpus.systems if any(known == system for known, _ in self.columns))

    def segment_score(self, system: str, spec: str, place: int) -> float | None:
        """The score of the segment at 0-based ``place``; None where undefined or not scored."""
        column = self.column(system, spec)
        return column.score(place) if column is not None and 0 <= place < len(column) else None

    def segment_scores(self, system: str, spec: str) -> list[float | None]:
        """One score for each segment of the corpus, in order; None where undefined or not scored."""
        column = self.column(system, spec)
        return [None] * len(self.corpus.segments) if column is None else column.segment_scores()

    def document_scores(self, system: str, spec: str) -> dict[str, float | None]:
        """Scores of the documents, from the summed statistics of their scored segments."""
        column = self.columns.get((system, spec))
        return {
            document: None if column is None else self._score(column.total(places), spec, "document")
            for document, places in self.corpus.documents.items()
        }

    def domain_scores(self, system: str, spec: str) -> dict[str, float | None]:
        """Scores of the domains that documents are of, each as if it were all that the system translated."""
        found: dict[str, list[tuple[int, ...]]] = {}
        for document, places in self.corpus.documents.items():
            if domain := self.corpus.domains.get(document):
                found.setdefault(domain, []).append(places)
        return {domain: self._domain_score(system, spec, documents) for domain, documents in found.items()}

    def _domain_score(self, system: str, spec: str, documents: Sequence[Sequence[int]]) -> float | None:
        column, chosen = self.columns.get((system, spec)), self.metrics[spec]
        if column is None:
            return None
        if not isinstance(chosen, OverDocuments):
            return self._score(column.total(sorted(chain(*documents))), spec, "system")
        totals = map(column.total, documents)
        return chosen.system_score([(scored, total) for scored, total in totals if scored])

    def system_score(self, system: str, spec: str) -> float | None:
        """The score of the whole system, from the summed statistics of its scored segments, or as the metric says."""
        column, chosen = self.columns.get((system, spec)), self.metrics[spec]
        if column is None:
            return None
        if not isinstance(chosen, OverDocuments):
            return self._score(column.total(), spec, "system")
        documents = map(column.total, self.corpus.documents.values())
        return chosen.system_score([(scored, total) for scored, total in documents if scored])

    def segments_behind(self, system: str, spec: str, places: Sequence[int] | None = None) -> int:
        """Return how many segments are behind a score: those that have one, of all or of these 0-based places."""
        column = self.columns.get((system, spec))
        return 0 if column is None else int(column.defined[slice(None) if places is None else list(places)].sum())

    def _score(self, total: tuple[int, Statistics], spec: str, level: Level) -> float | None:
        scored, statistics = total
        return self.metrics[spec].score(statistics, level=level) if scored else None
