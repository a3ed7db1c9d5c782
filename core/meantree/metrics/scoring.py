"""Scoring a corpus: statistics of every segment, scores at every level, and what could not be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from meantree.analysis.forest import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.model import Corpus, Segment, Text
from meantree.errors import Problem, UsageError
from meantree.metrics.base import Level, Metric, Statistics
from meantree.metrics.registry import metric
from meantree.work import Work

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class Pair:
    """The texts that one score compares, analysed as far as the metrics need."""

    hypothesis: Analysis
    references: tuple[Analysis, ...]
    reference_names: tuple[str, ...]


@dataclass(slots=True)
class ScoreTable:
    """Statistics and scores of every system, segment and metric of a corpus.

    Attributes:
        corpus: what was scored.
        metrics: by spec string as given.
        statistics: by (system, spec), for each segment of the corpus in order; None where it could not be scored.
        problems: why not, one for each segment and system.
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
        """The score of the whole system, from the summed statistics of its scored segments."""
        return self._score(self.statistics.get((system, spec), []), spec, "system")

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


def needed_nbest(metrics: Mapping[str, Metric]) -> int:
    """How many parses of each sentence the metrics need; 0 if they need no analysis."""
    return max((chosen.needs.nbest for chosen in metrics.values() if chosen.needs.trees), default=0)


def score_corpus(
    corpus: Corpus,
    specs: Sequence[str],
    store: AnalysisStore,
    *,
    systems: Sequence[str] | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    work: Work | None = None,
) -> ScoreTable:
    """Score all (or the named) systems of ``corpus``; every text is analysed once.

    Raises:
        UsageError: if a spec is wrong, the corpus has no system or no reference, or the pipeline cannot be loaded.
        Cancelled: if the user stopped it; analyses made so far stay in ``store``.
    """
    work = work or Work()
    table = ScoreTable(corpus, configured(specs))
    chosen = list(corpus.systems if systems is None else systems)
    if not chosen or not corpus.references:
        lacks = "hypothesis" if not chosen else "reference"
        raise UsageError(f"nothing to score: {corpus.name} has no {lacks}")
    nbest = needed_nbest(table.metrics)
    if nbest:
        texts = [text.text for text in _texts(corpus, chosen) if text.analysis is None]
        store.analyse(texts, nbest=nbest, jobs=jobs, cluster=cluster, work=work)
        table.analyser = store.fingerprint if texts else "input"
    total = len(chosen) * len(corpus.segments)
    for rank, system in enumerate(chosen):
        rows: dict[str, list[Statistics | None]] = {spec: [] for spec in table.metrics}
        for place, segment in enumerate(corpus.segments):
            if place % 50 == 0:
                work.step("Scoring segments", rank * len(corpus.segments) + place, total)
            _score_segment(table, segment, system, store, nbest, rows)
        table.statistics.update({(system, spec): column for spec, column in rows.items()})
    work.step("Scoring segments", total, total)
    return table


def _texts(corpus: Corpus, systems: Sequence[str]) -> list[Text]:
    texts: list[Text] = []
    for segment in corpus.segments:
        texts += segment.references.values()
        texts += [segment.hypotheses[system] for system in systems if system in segment.hypotheses]
    return texts


def _score_segment(
    table: ScoreTable,
    segment: Segment,
    system: str,
    store: AnalysisStore,
    nbest: int,
    rows: dict[str, list[Statistics | None]],
) -> None:
    pair = pair_of(segment, system, store, nbest=nbest)
    if isinstance(pair, Problem):
        table.problems.append(pair)
    for spec, chosen in table.metrics.items():
        rows[spec].append(None if isinstance(pair, Problem) else chosen.statistics(pair.hypothesis, pair.references))


def pair_of(
    segment: Segment, system: str, store: AnalysisStore, *, nbest: int, reference: str | None = None
) -> Pair | Problem:
    """What to compare in one segment, or why nothing can be compared.

    Args:
        segment: the segment.
        system: whose hypothesis.
        store: holds the analyses already, unless ``nbest`` is 0.
        nbest: parses of each sentence; 0 gives bare texts.
        reference: only this one, instead of all that the segment has.
    """
    references = {
        name: text
        for name, text in segment.references.items()
        if text.text.strip() and (reference is None or name == reference)
    }
    if system not in segment.hypotheses:
        return _problem(segment, system, f"has no hypothesis of {system}")
    if not references:
        return _problem(segment, system, "has no reference text")
    return Pair(
        _analysis(segment.hypotheses[system], store, nbest),
        tuple(_analysis(text, store, nbest) for text in references.values()),
        tuple(references),
    )


def _problem(segment: Segment, system: str, message: str) -> Problem:
    return Problem(None, None, f"segment {segment.key}: {message}; not scored ({system})", segment.key)


def _analysis(text: Text, store: AnalysisStore, nbest: int) -> Analysis:
    if text.analysis is not None:
        return text.analysis
    if not nbest:
        return Analysis(text.text)
    return store.get(text.text, nbest=nbest) or store.analyse([text.text], nbest=nbest)[text.text]
