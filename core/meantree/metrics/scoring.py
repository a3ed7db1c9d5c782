"""Scoring a corpus: statistics of every segment, scores at every level, and what could not be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from meantree.analysis.depth import Depth
from meantree.analysis.store import AnalysisStore
from meantree.corpus.model import Corpus, Text
from meantree.errors import Problem, UsageError
from meantree.metrics.base import Adaptive, Level, Metric, OverDocuments, Setting, Statistics
from meantree.metrics.registry import metric
from meantree.metrics.role_weights import role_counts
from meantree.metrics.tasks import scored_chunks, versions
from meantree.shown import shortened
from meantree.work import Work

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


def configured(specs: Sequence[str]) -> dict[str, Metric]:
    """The metrics of ``specs`` by spec string.

    Raises:
        UsageError: if a spec is wrong or none is given.
    """
    if not specs:
        raise UsageError("no metric was asked for")
    return {spec: metric(spec) for spec in specs}


def setting_of(corpus: Corpus, store: AnalysisStore) -> Setting:
    """What metrics may know of the corpus before they count.

    Raises:
        UsageError: if the pipeline cannot be loaded.
    """
    references = tuple(tuple(text.text for text in segment.references.values()) for segment in corpus.segments)
    texts = _texts(corpus, corpus.systems)
    brought = [text.analysis.has_constituents for text in texts if text.analysis is not None]
    constituents = all(brought) and (len(brought) == len(texts) or store.has_constituents)
    annotated = (text.annotation.reference for text in texts if text.annotation is not None)
    vectors = store.parsers if store.has_vectors else None
    return Setting(references, constituents, role_counts(annotated), vectors)


def adapted(metrics: Mapping[str, Metric], setting: Setting) -> dict[str, Metric]:
    """The metrics as they are in this setting."""
    return {
        spec: chosen.adapted(setting) if isinstance(chosen, Adaptive) else chosen for spec, chosen in metrics.items()
    }


def metrics_for(specs: Sequence[str], corpus: Corpus, store: AnalysisStore) -> dict[str, Metric]:
    """The metrics of ``specs`` by spec string, adapted to the corpus and analyser.

    Raises:
        UsageError: if a spec is wrong or none is given, or the pipeline cannot be loaded.
    """
    metrics = configured(specs)
    if not any(isinstance(chosen, Adaptive) for chosen in metrics.values()):
        return metrics
    return adapted(metrics, setting_of(corpus, store))


def needed_depth(metrics: Mapping[str, Metric]) -> Depth:
    """How deep the metrics together need texts to be analysed."""
    depth = Depth()
    for chosen in metrics.values():
        depth |= chosen.needs
    return depth


def score_corpus(
    corpus: Corpus,
    specs: Sequence[str] | Mapping[str, Metric],
    store: AnalysisStore,
    *,
    systems: Sequence[str] | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    keep: bool = True,
    work: Work | None = None,
) -> ScoreTable:
    """Score all (or the named) systems of ``corpus``; every text is analysed once.

    Args:
        corpus: what to score.
        specs: spec strings, or metrics that are adapted already.
        store: analyses are taken from it.
        systems: whose translations; all by default.
        jobs, cluster: see :func:`meantree.work.in_batches`.
        keep: whether analyses that other processes make are to be put into ``store``.
        work: progress and cancel.

    Raises:
        UsageError: if a spec is wrong, the corpus has no system or no reference, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    work = work or Work()
    chosen = list(corpus.systems if systems is None else systems)
    if not chosen or not corpus.references:
        lacks = "hypothesis" if not chosen else "reference"
        raise UsageError(f"nothing to score: {shortened(corpus.name)} has no {lacks}")
    table = ScoreTable(corpus, specs if isinstance(specs, Mapping) else metrics_for(specs, corpus, store))
    depth = needed_depth(table.metrics)
    rows: dict[tuple[str, str], list[Statistics | None]] = {(s, spec): [] for s in chosen for spec in table.metrics}
    done, total = 0, len(corpus.segments)
    work.step("Scoring segments", 0, total)
    parts = scored_chunks(
        corpus, table.metrics, chosen, depth, store, jobs, cluster, keep=keep, cancelled=work.cancelled
    )
    for scored in parts:
        table.problems += scored.problems
        table.analyser = table.analyser or scored.analyser
        store.keep(scored.analyses)
        for key, column in scored.statistics.items():
            rows[key] += column
        done += scored.segments
        work.report("Scoring segments", done, total)
    if done < total:  # no more began
        work.step("Scoring segments", done, total)
    table.statistics.update(rows)
    if depth and not table.analyser:
        table.analyser = analysers_of(_texts(corpus, chosen), depth, store)
    return table


def analysers_of(texts: Sequence[Text], depth: Depth, store: AnalysisStore) -> str:
    """What analyses these texts as deep as that, for signatures; ``input`` stands for analyses that came with them.

    Raises:
        UsageError: if a parser cannot be loaded.
    """
    brought = [text.analysis for text in texts if text.analysis is not None]
    if len(brought) < len(texts):
        return store.fingerprint
    return "+".join(["input", *store.completed_by(brought, depth)])


def _texts(corpus: Corpus, systems: Sequence[str]) -> list[Text]:
    return [text for segment in corpus.segments for text in versions(segment, systems)]
