"""What every metric gives: additive statistics, a score of their sums, the evidence, and how the score follows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, ClassVar, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.layers.required import Layers
from meantree.analysis.parsers import Parsers
from meantree.language.languages import Language
from meantree.metrics.derivation import Derivation
from meantree.metrics.evidence import Evidence
from meantree.metrics.pair import Pair

if TYPE_CHECKING:
    from meantree.analysis.frames import FrameAlignment, FrameLayer

Level = Literal["segment", "document", "system"]
Statistics = NDArray[np.float64]
"""Shape (k,): numbers that add up over segments."""


NO_LAYERS = Layers()
LONGEST_PAIR = 1_500
"""The longest text in words for metrics that compare each word of one text with each of the other, repeatedly."""
NO_ALL_TREES = "no scores of all trees (neither n-best lists in the input nor other pipelines provide them)"
NO_CONTEXT = "no vectors of words in context (neither trees in the input nor other pipelines provide them)"


CompareOn = Literal["words", "dependencies", "spans", "head dependencies", "constituents", "frames"]
"""What a metric compares and views draw: texts, the parser's dependencies, these by the words they span,
dependencies by head rules, constituents, or semantic frames."""


@dataclass(frozen=True, slots=True)
class CorpusContext:
    """The facts about a whole corpus that an adaptive metric uses.

    Attributes:
        constituents: whether every text has constituency trees, or can get them, and head rules are in its language.
        roles: counts of each role, and of ``predicate``, in annotated references.
        given: by spec of a given metric, the files that its scores come from.
        vectors: the parsers whose pipeline has word vectors, None if it has none.
    """

    references: tuple[tuple[str, ...], ...]
    constituents: bool
    roles: Mapping[str, int] = field(default_factory=dict)
    vectors: Parsers | None = None
    given: Mapping[str, str] = field(default_factory=dict)


class Metric(ABC):
    """One configured metric, a frozen dataclass whose fields are its options.

    A pair has one reference at least, unless the metric needs none, and none is empty. Evidence and statistics agree:
    ``statistics_of(evidence(pair))`` equals ``statistics(pair)``, and ``derivation(evidence(pair))`` ends with their
    score. A subclass has a ``name``, and defines ``score``, ``evidence``, ``statistics_of`` and ``derivation``; it
    overrides the rest where it differs.

    Attributes:
        name: the registered name, without options.
        paper: the source, as ``Papineni et al. 2002``; empty if there is none.
        max_tokens: words of the longest text that is compared, None without a limit; longer texts are reported, not
            scored.
        higher_is_better: False for error rates.
        counts_together: whether many segments are counted faster together, by ``statistics_of_pairs``; each of them
            has a score.
        needs_references: False where scores of texts without references are known.
        from_lexicons: what it takes from lexicons, and does without in languages that have none; empty if nothing.
        languages: ISO codes of the only languages that it is for; empty for all whose texts have what it needs.
    """

    __slots__ = ()
    name: ClassVar[str]
    paper: ClassVar[str] = ""
    max_tokens: ClassVar[int | None] = None
    higher_is_better: ClassVar[bool] = True
    counts_together: ClassVar[bool] = False
    needs_references: ClassVar[bool] = True
    from_lexicons: ClassVar[str] = ""

    def in_script(self, language: Language) -> Metric:  # noqa: ARG002  # for metrics whose words depend on it
        """Return the metric for texts in a language, or its script, as far as its options leave that open."""
        return self

    def without_lexicons(self) -> Metric:
        """Return the metric for languages that have no lexicons (``from_lexicons``)."""
        return self

    @property
    def languages(self) -> tuple[str, ...]:  # see Attributes
        return ()

    @property
    def structure(self) -> CompareOn:
        """What is compared."""
        return "words"

    @property
    def needs(self) -> Layers:
        """The layers of analysis that texts must have; none by default."""
        return NO_LAYERS

    @property
    def by_alignment(self) -> bool:
        """Whether the metric counts by :meth:`Pair.alignment`, whose links are drawn and can be corrected."""
        return False

    @property
    def by_all_trees(self) -> bool:
        """Whether the metric counts over all dependency trees of a sentence, which not every parser provides."""
        return False

    @property
    def by_context(self) -> bool:
        """Whether the metric compares words by their vectors in context, which only the encoder provides."""
        return False

    @property
    def follows_heads(self) -> bool:
        """Whether corrected heads change the counts, directly or through the alignment of words."""
        return bool(self.needs) and (self.by_alignment or self.structure in ("dependencies", "spans"))

    @property
    def is_trained(self) -> bool:
        """Whether it predicts ratings from features, the terms of its evidence."""
        return False

    @property
    def features_in_words(self) -> Mapping[str, str]:
        """The title of each of the evidence's terms by its name, for trained metrics; empty without a title."""
        return {}

    @property
    def resources(self) -> tuple[str, ...]:
        """``name:version`` of each resource of its own, for signatures."""
        return ()

    @property
    def contents(self) -> Mapping[str, str]:
        """Replacements of options' values in signatures, by option, such as the digest of a file's content."""
        return {}

    def lacks(self, pair: Pair) -> str:  # noqa: ARG002  # for metrics of what texts do not have
        """Return what a pair lacks that is neither a text nor a layer, as the end of “it has …”; empty if nothing."""
        return ""

    def narrowed(self, references: Iterable[str]) -> Metric:  # noqa: ARG002  # for metrics that learn from a corpus
        """Return the metric with what it learned about these reference texts alone; it counts the same there."""
        return self

    def statistics(self, pair: Pair) -> Statistics:
        """Return the additive numbers of one segment."""
        if self.counts_together:
            row: Statistics = self.statistics_of_pairs([pair])[0]
            return row
        return self.statistics_of(self.evidence(pair))

    def statistics_of_pairs(self, pairs: Sequence[Pair]) -> Statistics:
        """Return the additive numbers of each of some segments, one at least; shape (pairs, k)."""
        return np.array([self.statistics(pair) for pair in pairs])

    @abstractmethod
    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        """Return the score of one segment's statistics, or of a document's or system's sum; None if undefined."""

    @abstractmethod
    def evidence(self, pair: Pair) -> Evidence:
        """Return the units behind one segment's statistics."""

    @abstractmethod
    def statistics_of(self, evidence: Evidence) -> Statistics:
        """Compute the statistics again, from evidence alone."""

    @abstractmethod
    def derivation(self, evidence: Evidence) -> Derivation | None:
        """Return how one segment's score follows from its evidence; None if it is undefined."""


@runtime_checkable
class Adaptive(Protocol):
    """A metric that must know the corpus: NIST its n-grams, dpm which arc labels are available."""

    def adapted(self, context: CorpusContext) -> Metric:
        """Return the metric for one corpus."""
        ...


@runtime_checkable
class OverDocuments(Protocol):
    """A metric whose system score is made of document scores, not of summed statistics (SEPIA)."""

    def system_score(self, documents: Sequence[tuple[int, Statistics]]) -> float | None:
        """Return the score from ``(scored segments, summed statistics)`` of each document."""
        ...


class OverFrames(Metric):
    """A metric over semantic frames, which can be drawn."""

    __slots__ = ()

    @abstractmethod
    def frames(self, pair: Pair, reference: int) -> tuple[FrameLayer, FrameLayer, FrameAlignment] | None:
        """Return the frames of the hypothesis and of one reference, and their alignment; None without frames."""


def required_layers(metrics: Mapping[str, Metric]) -> Layers:
    """Return the layers of analysis that the metrics need together."""
    return reduce(or_, (chosen.needs for chosen in metrics.values()), NO_LAYERS)
