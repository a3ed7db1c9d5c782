"""The contract that every metric keeps: statistics first, score second, evidence beside both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import FrameAlignment, FrameLayer
from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.metrics.derivation import Derivation
from meantree.metrics.evidence import Evidence
from meantree.metrics.pair import Pair

Level = Literal["segment", "document", "system"]
Statistics = NDArray[np.float64]
"""Shape (k,): numbers that add up over segments."""


LONGEST_PAIR = 1_500
"""Words of a text for metrics that look at every word of one beside every word of the other, again and again."""
NO_CONTEXT = "no vectors of words in context (neither trees in the input nor other pipelines have them)"


CompareOn = Literal["words", "dependencies", "spans", "head dependencies", "constituents", "frames"]
"""What a metric compares; views draw it: the texts, the analyser's dependencies, these by the words they span, those by
head rules, constituents, or semantic frames."""


@dataclass(frozen=True, slots=True)
class CorpusContext:
    """What a metric may know of the whole corpus before it counts.

    Attributes:
        references: the reference texts of each segment.
        constituents: whether every text has constituency trees, or can be given them.
        roles: how often annotators found each role, and ``predicate``, in references.
        vectors: the parsers whose pipeline has word vectors, None if it has none.
    """

    references: tuple[tuple[str, ...], ...]
    constituents: bool
    roles: Mapping[str, int] = field(default_factory=dict)
    vectors: Parsers | None = None


class Metric(Protocol):
    """One configured metric.

    A pair has one reference at least, and none is empty. Evidence and statistics say the same:
    ``statistics_of(evidence(pair))`` equals ``statistics(pair)``, and ``derivation(evidence(pair))`` ends with their
    score.
    """

    @property
    def name(self) -> str:
        """The registered name, without options."""
        ...

    @property
    def needs(self) -> Layers:
        """How deep texts must be analysed before this metric can count."""
        ...

    @property
    def structure(self) -> CompareOn:
        """What it compares."""
        ...

    @property
    def max_tokens(self) -> int | None:
        """Words of the longest text that it compares, None where any will do; longer ones are told, not scored."""
        ...

    @property
    def higher_is_better(self) -> bool:
        """False for error rates."""
        ...

    def statistics(self, pair: Pair) -> Statistics:
        """The additive numbers of one segment."""
        ...

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        """The score of one segment's statistics, or of a document's or system's sum; None if undefined."""
        ...

    def evidence(self, pair: Pair) -> Evidence:
        """The units behind one segment's statistics."""
        ...

    def statistics_of(self, evidence: Evidence) -> Statistics:
        """The statistics recomputed from evidence alone."""
        ...

    def derivation(self, evidence: Evidence) -> Derivation | None:
        """How one segment's score comes about from its evidence; None if it is undefined."""
        ...


@runtime_checkable
class Adaptive(Protocol):
    """A metric that must know the corpus: NIST its n-grams, dpm which arc labels can be had."""

    def adapted(self, context: CorpusContext) -> Metric:
        """The metric for one corpus."""
        ...


@runtime_checkable
class Learned(Protocol):
    """A metric that carries what it learned of a whole corpus."""

    def narrowed(self, references: Iterable[str]) -> Metric:
        """The metric with what concerns these reference texts alone; it counts the same there."""
        ...


@runtime_checkable
class OverDocuments(Protocol):
    """A metric whose system score is made of document scores, not of summed statistics (SEPIA)."""

    def system_score(self, documents: Sequence[tuple[int, Statistics]]) -> float | None:
        """The score from ``(scored segments, summed statistics)`` of each document."""
        ...


@runtime_checkable
class OverFrames(Metric, Protocol):
    """A metric over semantic frames, which can be drawn."""

    def frames(self, pair: Pair, reference: int) -> tuple[FrameLayer, FrameLayer, FrameAlignment] | None:
        """The frames of the hypothesis and of one reference, and how they are aligned; None where there are none."""
        ...


@runtime_checkable
class Aligned(Protocol):
    """A metric that counts by :meth:`Pair.alignment`: its links are drawn, and a person can correct them."""

    @property
    def by_alignment(self) -> bool:
        """Whether it does with the options that it has."""
        ...


@runtime_checkable
class OfFeatures(Protocol):
    """A metric whose evidence has terms: features that it learned to weigh."""

    @property
    def feature_names(self) -> tuple[str, ...]:
        """The names of its terms."""
        ...


@runtime_checkable
class OverTrees(Protocol):
    """A metric that can count over all dependency trees of a sentence, of which not every parser tells."""

    @property
    def by_all_trees(self) -> bool:
        """Whether it does with the options that it has."""
        ...


@runtime_checkable
class InContext(Protocol):
    """A metric that can compare words by vectors of them in their contexts, which only the encoder gives."""

    @property
    def by_context(self) -> bool:
        """Whether it does with the options that it has."""
        ...


def is_aligned(metric: Metric) -> bool:
    """Whether a metric counts by the alignment of words."""
    return isinstance(metric, Aligned) and metric.by_alignment


def is_over_all_trees(metric: Metric) -> bool:
    """Whether a metric counts over all dependency trees."""
    return isinstance(metric, OverTrees) and metric.by_all_trees


def is_in_context(metric: Metric) -> bool:
    """Whether a metric compares words in their contexts."""
    return isinstance(metric, InContext) and metric.by_context


def follows_heads(metric: Metric) -> bool:
    """Whether corrected heads change what a metric counts; they change the alignment of words, too."""
    return bool(metric.needs) and (is_aligned(metric) or metric.structure in ("dependencies", "spans"))


@runtime_checkable
class Signed(Protocol):
    """A metric with resources of its own."""

    @property
    def resources(self) -> tuple[str, ...]:
        """``name:version`` of each."""
        ...


@runtime_checkable
class SignedByContent(Protocol):
    """A metric with an option that names a file or leaves a choice open: it is signed by what that comes to."""

    @property
    def contents(self) -> Mapping[str, str]:
        """By option."""
        ...


def required_layers(metrics: Mapping[str, Metric]) -> Layers:
    """How deep the metrics together need texts to be analysed."""
    depth = Layers()
    for chosen in metrics.values():
        depth |= chosen.needs
    return depth
