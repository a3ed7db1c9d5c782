"""Metrics that predict people's ratings (Padó, Galley, Jurafsky & Manning 2009)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import or_
from typing import ClassVar, Final

import numpy as np

from meantree.alignment.alignment_model import fingerprint as aligner_fingerprint
from meantree.alignment.pair_cache import cached_between
from meantree.analysis.layers.required import Layers
from meantree.language.languages import ENGLISH
from meantree.metrics.derivation import SCORE, Derivation, Deriver, sum_by_group, sum_formula
from meantree.metrics.evidence import INTERCEPT, Evidence, Place, Term
from meantree.metrics.matching_features import BLEU_R, METEOR_R, NIST_R, TER_R, FeatureSet, MeasuredFeature, Sides
from meantree.metrics.metric import LONGEST_PAIR, CompareOn, Level, Metric, Statistics
from meantree.metrics.pair import Pair
from meantree.metrics.trained_model import SHIPPED, UNREAD, Known, Model, load_model
from meantree.phenomena.catalogue import DIRECTED, DirectedFeature, feature_firings
from meantree.phenomena.feature import Arcs, Firing
from meantree.phenomena.reading import Direction
from meantree.shipped import digest, fingerprint

_TEXTS: Final[Mapping[Direction, tuple[str, str]]] = {
    "ref>hyp": ("translation", "reference"),
    "hyp>ref": ("reference", "translation"),
}
"""The words for conclusion and premise in claims."""


def entailment_values(pair: Pair) -> list[float]:
    """Return the value of every feature in the direction from the reference to the hypothesis, then in the other.

    Values are cached, as several metrics use them; the words on which features fired need much more memory and are
    computed for one pair at a time.
    """
    hypothesis, reference = pair.sides(0)
    key = ("entailment", pair.fixed_links(0))
    values = cached_between(hypothesis, reference, key, lambda: np.array([firing.value for firing in _firings(pair)]))
    listed: list[float] = values.tolist()
    return listed


def entailment_places(pair: Pair) -> list[Sides]:
    """Return the places on which every feature fired, in the same order."""
    return [_sides(directed.direction, firing) for directed, firing in zip(DIRECTED, _firings(pair), strict=True)]


def _firings(pair: Pair) -> tuple[Firing, ...]:
    return feature_firings(*pair.sides(0), pair.alignment(0))


def _sides(direction: Direction, firing: Firing) -> Sides:
    conclusion = _places(firing.conclusion, firing.conclusion_arcs)
    premise = _places(firing.premise, firing.premise_arcs)
    return (conclusion, premise) if direction == "ref>hyp" else (premise, conclusion)


def _places(tokens: tuple[int, ...], arcs: Arcs) -> tuple[Place, ...]:
    words = (Place((token,)) for token in tokens)
    return (*words, *(Place((min(arc), max(arc)), (arc,)) for arc in arcs))


def _feature(directed: DirectedFeature) -> MeasuredFeature:
    conclusion, premise = _TEXTS[directed.direction]
    claim = directed.feature.claim.replace("conclusion", conclusion).replace("premise", premise)
    return MeasuredFeature(directed.name, directed.feature.group, claim, directed.title)


def _resources() -> tuple[str, ...]:
    """Return the lexicons, the word lists, and the fingerprint of the aligner's weights."""
    names = ("lexicon/wordnet", "lexicon/ppdb", "lexicon/frequencies", "lexicon/signatures", "lists/phenomena")
    return (*(f"lexicon:{fingerprint(name)}" for name in names), f"aligner:{aligner_fingerprint()}")


RTE_R = FeatureSet(
    tuple(map(_feature, DIRECTED)), entailment_values, ("linear",), Layers(1, entities=1), entailment_places, _resources
)


NOWHERE: Sides = ((), ())
MATCHING: tuple[FeatureSet, ...] = (BLEU_R, NIST_R, TER_R, METEOR_R)
"""The 85 features that need no analysis."""


@dataclass(frozen=True, slots=True)
class Regression(Metric):
    """Base of regression metrics: parts that measure features, and a trained model.

    score = intercept + Σ weight · value. Features measure shortcomings, and weights are never above 0: identical texts
    score the intercept, and nothing scores more. A document or system scores the mean of its segments, which is the
    prediction for their mean features. Each reference is compared alone, and the best prediction is used. Predictions
    have the units of the training ratings, without a lower bound.

    Statistics: shape (k + 1,): 1, and the value of each feature as the model's input.
    """

    paper: ClassVar[str] = "Padó et al. 2009"
    is_trained: ClassVar[bool] = True
    parts: ClassVar[tuple[FeatureSet, ...]]
    max_tokens: ClassVar[int | None] = LONGEST_PAIR

    weights: str = SHIPPED
    model: Model = field(default=UNREAD, repr=False, metadata={"learned": True})

    def __post_init__(self) -> None:
        if self.model is UNREAD:
            object.__setattr__(self, "model", load_model(self.name, self.weights, self.known()))

    @classmethod
    @cache
    def features(cls) -> Mapping[str, MeasuredFeature]:
        """Return all features by name."""
        return {feature.name: feature for part in cls.parts for feature in part.features}

    @classmethod
    @cache
    def known(cls) -> Known:
        """Return all features, each in the spaces that models use."""
        return tuple((feature.name, space) for part in cls.parts for feature in part.features for space in part.spaces)

    @property
    def needs(self) -> Layers:
        return reduce(or_, (part.needs for part in self.parts))

    @property
    def languages(self) -> tuple[str, ...]:
        """English, of the ratings and lexicons; none for a model of one's own that compares strings alone."""
        return (ENGLISH,) if self.weights == SHIPPED or self.needs else ()

    @property
    def is_shipped(self) -> bool:
        """Whether its weights ship, which predict standardised direct assessments."""
        return self.weights == SHIPPED

    @property
    def features_in_words(self) -> Mapping[str, str]:
        """The title of each of the evidence's terms by its name; empty without a title."""
        return {weight.label: self.features()[weight.name].title for weight in self.model.weights}

    @property
    def resources(self) -> tuple[str, ...]:
        """The resources of its parts, each once."""
        return tuple(dict.fromkeys(resource for part in self.parts for resource in part.resources()))

    @property
    def contents(self) -> Mapping[str, str]:
        """The digest of the weights' file, without its ``about``."""
        where, model = SHIPPED if self.is_shipped else "file", self.model
        if not any(weight.weight for weight in model.weights):
            where = "none"  # an untrained model, which only measures features
        content = repr((model.name, model.weights, model.intercept, model.epsilon))
        return {"weights": f"{where}-{digest([content])}"}

    def statistics(self, pair: Pair) -> Statistics:
        return self._best(pair)[1]

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # means at all levels
        count, *sums = statistics.tolist()
        if not count:
            return None
        contributions, features = self.model.contributions([total / count for total in sums]), self.features()
        groups = (features[weight.name].group for weight in self.model.weights)
        return sum(sum_by_group(zip(groups, contributions, strict=True)).values(), start=self.model.intercept)

    def evidence(self, pair: Pair) -> Evidence:
        best, statistics = self._best(pair)
        alone, before = pair.against(best), ((),) * best
        sides = {name: found for part in self.parts for name, found in part.standing(alone)}
        values, terms = statistics.tolist()[1:], []
        for weight, value, contribution in zip(
            self.model.weights, values, self.model.contributions(values), strict=True
        ):
            feature = self.features()[weight.name]
            hyp_places, ref_places = sides.get(weight.name, NOWHERE)
            places = hyp_places, (*before, ref_places) if ref_places else ()
            numbers = value, weight.weight, contribution
            terms.append(
                Term(weight.label, feature.group, *numbers, *places, feature.claim, weight.mean, feature.title)
            )
        return Evidence((), reference=best, facts={INTERCEPT: self.model.intercept}, terms=tuple(terms))

    def statistics_of(self, evidence: Evidence) -> Statistics:
        return np.array([1.0, *(term.value for term in evidence.terms)])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units, evidence.terms)
        intercept = deriver.fact(INTERCEPT, evidence.facts[INTERCEPT])
        deriver.step(SCORE, sum_formula([intercept, *deriver.contributions()]))
        return deriver.done()

    def _best(self, pair: Pair) -> tuple[int, Statistics]:
        """Return the reference with the best prediction, the first of equals, and its statistics."""
        rows = [self._row(pair.against(place)) for place in range(len(pair.references))]
        if len(rows) == 1:
            return 0, rows[0]
        scores = [self.score(row, level="segment") or 0.0 for row in rows]
        best = scores.index(max(scores))
        return best, rows[best]

    def _row(self, pair: Pair) -> Statistics:
        values = {name: value for part in self.parts for name, value in part.measured(pair)}
        return np.array([1.0, *self.model.inputs(values)])


@dataclass(frozen=True, slots=True)
class BleuR(Regression):
    """Trained to predict people's ratings from the parts of BLEU; higher is better.

    18 features, how far these fall short of 1: BLEU-n and n-gram precisions (n = 1 to 4), both also smoothed, brevity
    penalty, BLEU without it; as they are, and in log space. The scale is that of the ratings that ``weights``
    (``shipped``, or a file) were trained on; identical texts always have the same score, and no translation scores
    above it. Of several references the best prediction counts.
    """

    name: ClassVar[str] = "bleu-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = (BLEU_R,)


@dataclass(frozen=True, slots=True)
class NistR(Regression):
    """Trained to predict people's ratings from the parts of NIST; higher is better.

    16 features, how far these fall short of the reference's own: NIST-n (n = 1 to 10), information of n-grams
    (n = 1 to 4), brevity penalty, NIST without it; as they are, and in log space. Information is counted in the
    segment's reference alone, not in the corpus: a prediction never depends on other segments, but the information of
    most n-grams of more than one word is 0. The scale is that of the ratings that ``weights`` (``shipped``, or a file)
    were trained on; identical texts always have the same score, and no translation scores above it. Of several
    references the best prediction counts.
    """

    name: ClassVar[str] = "nist-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = (NIST_R,)


@dataclass(frozen=True, slots=True)
class TerR(Regression):
    """Trained to predict people's ratings from translation edit rates; higher is better.

    50 features: TER and the rates of its four edits under ten settings of costs, insertions close to free among them;
    as they are, and in log space. The scale is that of the ratings that ``weights`` (``shipped``, or a file) were
    trained on; identical texts always have the same score, and no translation scores above it. Of several references
    the best prediction counts. Texts of up to 1,500 tokens.
    """

    name: ClassVar[str] = "ter-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = (TER_R,)


@dataclass(frozen=True, slots=True)
class MeteorR(Regression):
    """Trained to predict people's ratings from METEOR; higher is better.

    How far METEOR falls short of 1, as it is, and in log space. The scale is that of the ratings that ``weights``
    (``shipped``, or a file) were trained on; identical texts always have the same score, and no translation scores
    above it. Of several references the best prediction counts.
    """

    name: ClassVar[str] = "meteor-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = (METEOR_R,)


@dataclass(frozen=True, slots=True)
class MtR(Regression):
    """Trained to predict people's ratings from BLEU, NIST, TER and METEOR together; higher is better.

    The 85 features of ``bleu-r``, ``nist-r``, ``ter-r`` and ``meteor-r``, as they are, and in log space. The scale is
    that of the ratings that ``weights`` (``shipped``, or a file) were trained on; identical texts always have the same
    score, and no translation scores above it. Of several references the best prediction counts. Texts of up to 1,500
    tokens.
    """

    name: ClassVar[str] = "mt-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = MATCHING


@dataclass(frozen=True, slots=True)
class RteR(Regression):
    """Trained to predict people's ratings from whether the two texts follow from each other; higher is better.

    Features of the aligned words and trees, in both directions: what has no partner, negation, modality, tense, names,
    dates, arguments. Each is shown with the words it fired on and its contribution. The scale is that of the ratings
    that ``weights`` (``shipped``, or a file) were trained on; identical texts always have the same score, and no
    translation scores above it. Of several references the best prediction counts. Texts of up to 1,500 tokens.
    """

    name: ClassVar[str] = "rte-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = (RTE_R,)
    structure: ClassVar[CompareOn] = "dependencies"
    by_alignment: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class MtRteR(Regression):
    """Trained to predict people's ratings from all features of ``mt-r`` and ``rte-r``; higher is better.

    Overlap of words and entailment in both directions; each feature is shown with its contribution. The scale is that
    of the ratings that ``weights`` (``shipped``, or a file) were trained on; identical texts always have the same
    score, and no translation scores above it. Of several references the best prediction counts. Texts of up to 1,500
    tokens.
    """

    name: ClassVar[str] = "mt+rte-r"
    parts: ClassVar[tuple[FeatureSet, ...]] = (*MATCHING, RTE_R)
    structure: ClassVar[CompareOn] = "dependencies"
    by_alignment: ClassVar[bool] = True
