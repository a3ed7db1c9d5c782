"""Conditions of ``global`` on segments: names, texts, lengths, ratings, scores, fired features, shapes of trees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Side
from meantree.escaping import did_you_mean, listed, quoted
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.metrics.registry import is_metric
from meantree.queries.request_model import LIMITS, Condition, Fact, FeatureValue, Request, RequestError
from meantree.queries.search_units import SearchedText, Unit, is_projective
from meantree.scoring.pairing import reason_not_scored
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable

SYSTEM_INDEPENDENT = ("document", "id", "sent_id", "source", "text")
UNANALYSED_FACTS = ("system", *SYSTEM_INDEPENDENT)
"""Facts that need no analysis."""
FLAGS = ("projective", "tree", "forest", "cyclic")
"""Shapes of the trees of all texts, as in ``is_tree`` or ``is_not_tree``."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a request, by what is needed to check them.

    Attributes:
        metrics: by spec, those whose scores are in no table.
    """

    unanalysed: Sequence[Fact] = ()
    analysed: Sequence[Fact] = ()
    scores: Sequence[Fact] = ()
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    table: ScoreTable | None = None

    @property
    def of_systems(self) -> bool:
        """Whether a fact depends on the system."""
        return any(fact.name not in SYSTEM_INDEPENDENT for fact in (*self.unanalysed, *self.scores))

    @classmethod
    def of(cls, request: Request, corpus: Corpus, store: AnalysisStore, table: ScoreTable | None) -> Facts:
        """Return the facts of a request in a corpus.

        Raises:
            RequestError: if a fact is unknown.
            UsageError: if a metric's options are wrong, or a parser cannot be loaded.
        """
        ratings = {rating.kind for segment in corpus.segments for rating in segment.ratings} if request.facts else set()
        unanalysed, analysed, scores = [], [], []
        for fact in request.facts:
            _require_known(fact, ratings)
            if fact.name in UNANALYSED_FACTS or fact.name in ratings:
                unanalysed.append(fact)
            elif is_metric(fact.name):
                scores.append(fact)
            else:
                analysed.append(fact)
        specs = list(dict.fromkeys(fact.name for fact in scores))
        is_in_table = table is not None and all(spec in table.metrics for spec in specs)
        metrics = metrics_for(specs, corpus, store) if specs and not is_in_table else {}
        return cls(unanalysed, analysed, scores, metrics, table if is_in_table else None)

    def scored_metrics(self) -> list[Metric]:
        """Return the metrics of the facts about scores."""
        metrics = self.metrics if self.table is None else self.table.metrics
        return [metrics[fact.name] for fact in self.scores]

    def hold_for_segment(self, segment: Segment, system: str, texts: Mapping[Side, str]) -> bool:
        """Whether the facts that need no analysis hold."""
        return all(_holds(fact, _segment_value(fact.name, segment, system, texts)) for fact in self.unanalysed)

    def hold_for_unit(self, unit: Unit) -> bool:
        """Whether the facts about analysed texts hold."""
        return all(_holds(fact, _unit_value(fact, unit)) for fact in self.analysed)

    def needs_scores(self, system: str) -> bool:
        """Whether a score of the system must be computed, since it is in no table."""
        return any(self.table is None or not self.table.is_scored(system, fact.name) for fact in self.scores)

    def scores_may_hold(self, place: int, system: str) -> bool:
        """Whether the known scores are within their limits, or must be computed first."""
        return self.needs_scores(system) or self.scores_hold(place, system, None)

    def scores_hold(self, place: int, system: str, pair: Pair | None) -> bool:
        """Whether all scores are within their limits; undefined scores are not."""
        return all(_holds(fact, self._score(fact.name, place, system, pair)) for fact in self.scores)

    def _score(self, spec: str, place: int, system: str, pair: Pair | None) -> float | None:
        if self.table is not None and self.table.is_scored(system, spec):
            return self.table.segment_score(system, spec, place)
        metric = self.table.metrics[spec] if self.table is not None else self.metrics[spec]
        if pair is None or reason_not_scored(pair, metric):
            return None
        return metric.score(metric.statistics(pair), level="segment")


def _require_known(fact: Fact, ratings: Iterable[str]) -> None:
    is_number = fact.name in ratings or fact.name == "length" or is_metric(fact.name)
    flag = fact.name.removeprefix("is_").removeprefix("not_")
    problem = ""
    if fact.sign == "is":
        if not fact.name.startswith("is_") or flag not in FLAGS:
            expected = listed(f"is_{name}" for name in FLAGS)
            problem = f"found {quoted(fact.name)} alone, expected {expected} or a comparison"
    elif not is_number and fact.name not in (*UNANALYSED_FACTS, "reference", "feature", "finding"):
        known = (*UNANALYSED_FACTS, "reference", "feature", "finding", "length", *sorted(ratings))
        problem = f"{did_you_mean(fact.name, known)} is not a fact, rating or metric; there are {listed(known)}"
        problem += ", and metrics as in score"
    elif is_number and fact.sign not in LIMITS:
        problem = f"found {fact.name} {fact.sign}, expected {' or '.join(LIMITS)} and a number"
    elif not is_number and fact.sign in LIMITS:
        problem = f"{fact.name} is not a number, expected = or <>"
    if problem:
        raise RequestError(problem, fact.line, fact.column)


def _holds(fact: Fact, value: FeatureValue | float | bool) -> bool:
    if isinstance(value, bool):
        return value
    if fact.sign in LIMITS:
        return isinstance(value, (int, float)) and LIMITS[fact.sign](value, fact.number)
    test = Condition(fact.name, "=" if fact.sign == "=" else "<>", fact.values)
    return not isinstance(value, (int, float)) and test.holds(value)


def _segment_value(name: str, segment: Segment, system: str, texts: Mapping[Side, str]) -> FeatureValue | float:
    values: Mapping[str, FeatureValue] = {
        "system": system or None,
        "document": segment.document or None,
        **dict.fromkeys(("id", "sent_id"), (segment.id, segment.key)),
        "source": segment.source,
        "text": tuple(texts.values()),
    }
    return values[name] if name in values else segment.mean_rating(name, system)


def _unit_value(fact: Fact, unit: Unit) -> FeatureValue | float | bool:
    values: Mapping[str, FeatureValue | float] = {
        "reference": unit.reference or None,
        "feature": unit.fired,
        "finding": unit.found,
        "length": len(next(iter(unit.texts.values())).tokens),
    }
    if fact.name in values:
        return values[fact.name]
    shape = fact.name.removeprefix("is_").removeprefix("not_")
    return all(_has_shape(shape, text) for text in unit.texts.values()) == (not fact.name.startswith("is_not_"))


def _has_shape(shape: str, text: SearchedText) -> bool:
    if shape == "projective":
        return is_projective(text.tree)
    if shape == "tree":
        return sum(head < 0 for head in text.tree.heads) == 1
    return shape == "forest"  # never cyclic: readers reject cycles
