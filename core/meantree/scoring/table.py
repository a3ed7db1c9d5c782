"""Scoring a corpus: statistics of every segment, scores at every level, and what could not be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from meantree.corpus.model import Corpus
from meantree.errors import Problem
from meantree.metrics.base import Level, Metric, OverDocuments, Statistics

if TYPE_CHECKING:
    import pandas as pd


@dataclass(slots=True)
class ScoreTable:
    """Statistics and scores of every system, segment and metric of a corpus.

    Attributes:
        corpus: what was scored.
        metrics: by spec string as given, adapted to the corpus.
        statistics: by (system, spec), for each segment of the corpus in order; None where it could not be scored.
        problems: why not, one for each segment and system, or for each metric that lacks an analysis there.
        analyser: fingerprint of the analyser, empty if no metric needed one.
    """

    corpus: Corpus
    metrics: Mapping[str, Metric]
    statistics: dict[tuple[str, str], list[Statistics | None]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    analyser: str = ""

    def segment_scores(self, system: str, spec: str) -> list[float | None]:
        """One score for each segment of the corpus, in order; None where undefined or not scored."""
        chosen = self.metrics[spec]
        rows = self.statistics.get((system, spec), [None] * len(self.corpus.segments))
        return [None if row is None else chosen.score(row, level="segment") for row in rows]

    def document_scores(self, system: str, spec: str) -> dict[str, float | None]:
        """Scores of the documents, from the summed statistics of their scored segments."""
        rows = self.statistics.get((system, spec), [])
        return {
            document: self._score([rows[place] for place in places if place < len(rows)], spec, "document")
            for document, places in self.corpus.documents.items()
        }

    def system_score(self, system: str, spec: str) -> float | None:
        """The score of the whole system, from the summed statistics of its scored segments, or as the metric says."""
        rows = self.statistics.get((system, spec), [])
        chosen = self.metrics[spec]
        if not isinstance(chosen, OverDocuments):
            return self._score(rows, spec, "system")
        documents = []
        for places in self.corpus.documents.values():
            present = [row for place in places if place < len(rows) and (row := rows[place]) is not None]
            if present:
                documents.append((len(present), np.sum(present, axis=0)))
        return chosen.system_score(documents)

    def _score(self, rows: Sequence[Statistics | None], spec: str, level: Level) -> float | None:
        present = [row for row in rows if row is not None]
        return self.metrics[spec].score(np.sum(present, axis=0), level=level) if present else None

    def segment_frame(self, system: str) -> pd.DataFrame:
        """One row a segment (id, document, one column a metric), missing scores as NaN."""
        import pandas as pd

        columns = {spec: pd.array(self.segment_scores(system, spec), dtype="Float64") for spec in self.metrics}
        return pd.DataFrame(
            {
                "segment": [segment.id for segment in self.corpus.segments],
                "document": [segment.document for segment in self.corpus.segments],
                **{spec: column.to_numpy(dtype="float64", na_value=np.nan) for spec, column in columns.items()},
            }
        )

    def system_frame(self) -> pd.DataFrame:
        """One row a system, one column a metric."""
        import pandas as pd

        rows = {
            system: {spec: self.system_score(system, spec) for spec in self.metrics} for system in self.corpus.systems
        }
        return pd.DataFrame.from_dict(rows, orient="index", dtype="float64")
