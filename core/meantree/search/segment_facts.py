"""What ``global`` asks of segments: names, texts, lengths, ratings, scores, features that fired, shapes of trees."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Side
from meantree.escaping import did_you_mean, listed, quoted
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.metrics.registry import METRICS
from meantree.scoring.pairing import reason_not_scored
from meantree.scoring.run import metrics_for
from meantree.scoring.table import ScoreTable
from meantree.search.request_model import Condition, Fact, Found, Request, RequestError
from meantree.search.search_units import SearchedText, Unit, is_projective

NAMES = ("system", "document", "id", "sent_id", "source", "text")
"""Facts that are there before anything is analysed."""
FLAGS = ("projective", "tree", "forest", "cyclic")
"""What all trees of the texts are, as ``is_tree`` or ``is_not_tree``."""
SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that a request asks for, in the order in which they cost least.

    Attributes:
        early: of names and ratings.
        late: of analysed texts.
        scores: of metrics.
        metrics: those whose scores no table has, by spec.
        table: of scores that are there already.
    """

    early: Sequence[Fact] = ()
    late: Sequence[Fact] = ()
    scores: Sequence[Fact] = ()
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    table: ScoreTable | None = None

    @property
    def of_systems(self) -> bool:
        """Whether something is asked of a system or its hypothesis."""
        names = (*self.early, *self.scores)
        return any(fact.name not in ("document", "id", "sent_id", "source", "text") for fact in names)

    @classmethod
    def of(cls, request: Request, corpus: Corpus, store: AnalysisStore, table: ScoreTable | None) -> Facts:
        """What the facts of a request are in a corpus.

        Raises:
            RequestError: if there is no such fact.
            UsageError: if a metric's options are wrong, or a parser cannot be loaded.
        """
        kinds = {rating.kind for segment in corpus.segments for rating in segment.ratings} if request.facts else set()
        early, late, scores = [], [], []
        for fact in request.facts:
            _require_known(fact, kinds)
            if fact.name in NAMES or fact.name in kinds:
                early.append(fact)
            elif is_metric(fact.name):
                scores.append(fact)
            else:
                late.append(fact)
        specs = list(dict.fromkeys(fact.name for fact in scores))
        there = table is not None and all(spec in table.metrics for spec in specs)
        metrics = metrics_for(specs, corpus, store) if specs and not there else {}
        return cls(early, late, scores, metrics, table if there else None)

    def asked(self) -> list[Metric]:
        """The metrics whose scores are asked for."""
        metrics = self.metrics if self.table is None else self.table.metrics
        return [metrics[fact.name] for fact in self.scores]

    def are_of(self, segment: Segment, system: str, texts: Mapping[Side, str]) -> bool:
        """Whether what can be told before the texts are analysed holds."""
        return all(_holds(fact, _told(fact.name, segment, system, texts)) for fact in self.early)

    def hold(self, unit: Unit) -> bool:
        """Whether what is asked of the analysed texts holds."""
        return all(_holds(fact, _found(fact, unit)) for fact in self.late)

    def computes(self, system: str) -> bool:
        """Whether a score that is asked for stands in no table."""
        return any(self.table is None or not self.table.is_scored(system, fact.name) for fact in self.scores)

    def may_hold(self, place: int, system: str) -> bool:
        """Whether no score that stands in the table already is beyond its limits; nothing is analysed for that."""
        return self.computes(system) or self.scored(place, system, None)

    def scored(self, place: int, system: str, pair: Pair | None) -> bool:
        """Whether all scores are within their limits; an undefined one is within none."""
        return all(_holds(fact, self._score(fact.name, place, system, pair)) for fact in self.scores)

    def _score(self, spec: str, place: int, system: str, pair: Pair | None) -> float | None:
        if self.table is not None and self.table.is_scored(system, spec):
            return self.table.segment_score(system, spec, place)
        metric = self.table.metrics[spec] if self.table is not None else self.metrics[spec]
        if pair is None or reason_not_scored(pair, metric):
            return None
        return metric.score(metric.statistics(pair), level="segment")


def is_metric(name: str) -> bool:
    """Whether a fact is the score of a metric, named by its spec."""
    return name.partition(":")[0] in METRICS


def _require_known(fact: Fact, kinds: Iterable[str]) -> None:
    numbers = fact.name in kinds or fact.name == "length" or is_metric(fact.name)
    flag = fact.name.removeprefix("is_").removeprefix("not_")
    wrong = ""
    if fact.sign == "is":
        if not fact.name.startswith("is_") or flag not in FLAGS:
            wrong = f"found {quoted(fact.name)} alone, expected {listed(f'is_{one}' for one in FLAGS)} or a comparison"
    elif not numbers and fact.name not in (*NAMES, "reference", "feature"):
        there = (*NAMES, "reference", "feature", "length", *sorted(kinds))
        wrong = f"{did_you_mean(fact.name, there)} is no fact, rating or metric; there are {listed(there)}"
        wrong += ", and metrics as in score"
    elif numbers and fact.sign not in SIGNS:
        wrong = f"found {fact.name} {fact.sign}, expected {' or '.join(SIGNS)} and a number"
    elif not numbers and fact.sign in SIGNS:
        wrong = f"{fact.name} is no number, expected = or <>"
    if wrong:
        raise RequestError(wrong, fact.line, fact.column)


def _holds(fact: Fact, found: Found | float | bool) -> bool:
    if isinstance(found, bool):
        return found
    if fact.sign in SIGNS:
        return isinstance(found, (int, float)) and SIGNS[fact.sign](found, fact.number)
    test = Condition(fact.name, "=" if fact.sign == "=" else "<>", fact.values)
    return not isinstance(found, (int, float)) and test.holds(found)


def _told(name: str, segment: Segment, system: str, texts: Mapping[Side, str]) -> Found | float:
    match name:
        case "system":
            return system or None
        case "document":
            return segment.document or None
        case "id" | "sent_id":
            return segment.id, segment.key
        case "source":
            return segment.source
        case "text":
            return tuple(texts.values())
    ratings = [rating.value for rating in segment.ratings if rating.kind == name and rating.system == system]
    return sum(ratings) / len(ratings) if ratings else None


def _found(fact: Fact, unit: Unit) -> Found | float | bool:
    match fact.name:
        case "reference":
            return unit.reference or None
        case "feature":
            return unit.fired
        case "length":
            return len(next(iter(unit.texts.values())).tokens)
    shape = fact.name.removeprefix("is_").removeprefix("not_")
    return all(_is(shape, text) for text in unit.texts.values()) == (not fact.name.startswith("is_not_"))


def _is(shape: str, text: SearchedText) -> bool:
    if shape == "projective":
        return is_projective(text.tree)
    if shape == "tree":
        return sum(head < 0 for head in text.tree.heads) == 1
    return shape == "forest"  # a reader takes no heads in a circle
