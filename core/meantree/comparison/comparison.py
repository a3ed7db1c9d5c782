"""What is drawn of one pair by one metric: plain values, without colours, coordinates or widgets."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from meantree.alignment.linked_frames import LinkedFrames
from meantree.analysis.constituents import ConstituencyTree, NBestConstituents
from meantree.analysis.frames import Part
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree, NBestDependencies
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.probabilities import doubtful
from meantree.comparison.word_links import WordLink
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair


@dataclass(frozen=True, slots=True)
class ComparedText:
    """One text with the tree to draw.

    Attributes:
        analysis: tokens and n-best lists.
        tree: dependencies over all tokens of the text.
        marks: how arcs, constituents, tokens and parts of frames fared.
        probabilities: the expectation of each arc ``(dependent, head, label)`` over the n-best list.
        arc_probabilities: the same over all trees, but for arcs that a person set; empty where the parser does not say.
        node_probabilities: of the constituents that are drawn, by place, over all trees; likewise.
        with_doubts: whether what is improbable has a sign.
        ranks: for each sentence the 0-based rank of the parse that is drawn, -1 for the analyser's own.
        constituency: the constituency tree, where that is what is to be drawn.
        lists: the n-best list of each sentence, of the kind that is drawn; None where there is none.
        spans: whether the length of arcs is what matters.
        corrected: tokens whose arc, which is drawn, a person set.
    """

    analysis: Analysis
    tree: DependencyTree
    marks: Marks
    probabilities: Mapping[tuple[int, int, str], float] = field(default_factory=dict)
    ranks: tuple[int, ...] = ()
    constituency: ConstituencyTree | None = None
    lists: tuple[NBestDependencies | NBestConstituents | None, ...] = ()
    spans: bool = False
    corrected: frozenset[int] = frozenset()
    arc_probabilities: Mapping[tuple[int, int, str], float] = field(default_factory=dict)
    node_probabilities: Mapping[int, float] = field(default_factory=dict)
    with_doubts: bool = False

    @property
    def doubtful_arcs(self) -> frozenset[tuple[int, int, str]]:
        """The arcs of ``tree`` that have the sign."""
        return doubtful(self.arc_probabilities).intersection(self.tree.arcs()) if self.with_doubts else frozenset()

    @property
    def doubtful_nodes(self) -> frozenset[int]:
        """The constituents that have it."""
        return doubtful(self.node_probabilities) if self.with_doubts else frozenset()


@dataclass(frozen=True, slots=True)
class ComparedFrames:
    """The frames of both texts.

    Attributes:
        linked: the frames and their links.
        words: the tokens of both texts that spans count in.
        marks: how their predicates and fillers fared; what has none is neutral.
        by_hand: whether an annotator linked them, and says how of each link.
        source: whose frames and links these are, in a few words.
        score: of this pair by the metric that marks them, None if undefined.
        right_to_left: parts run from right to left.
        probabilities: of predicates and fillers to the labeller, none of those that a person made.
        with_doubts: whether what is improbable has a sign.
    """

    linked: LinkedFrames
    words: Mapping[Side, Sequence[str]]
    marks: Mapping[Side, Mapping[Part, Mark]]
    by_hand: bool = True
    source: str = ""
    score: float | None = None
    right_to_left: bool = False
    probabilities: Mapping[tuple[Side, Part], float] = field(default_factory=dict)
    with_doubts: bool = False

    @property
    def doubtful(self) -> frozenset[tuple[Side, Part]]:
        """The predicates and fillers that have the sign."""
        return doubtful(self.probabilities) if self.with_doubts else frozenset()


@dataclass(frozen=True, slots=True)
class Comparison:
    """A hypothesis beside a reference, as a metric counted them.

    Attributes:
        pair: what was compared.
        reference: which of its references is drawn, 0-based.
        evidence: all that the metric counted.
        units: the units of it, of ``kind`` where one was chosen.
        kind: of the units that decide the marks; empty if every thing is marked by the units that stand for it.
        structure: what is drawn; only frames, if it is these.
        hypothesis, reference_text: the texts.
        word_links: words that the metric put together, where texts are drawn beside each other, and those of the
            alignment that a person took apart.
        frames: frames of both texts, where there are any to draw.
        rule: what decides how things are drawn, for the legend.
        aligned: whether the metric counts by the alignment of words.
    """

    pair: Pair
    reference: int
    evidence: Evidence
    units: tuple[Unit, ...]
    kind: str
    structure: CompareOn
    hypothesis: ComparedText
    reference_text: ComparedText
    word_links: tuple[WordLink, ...] = ()
    frames: ComparedFrames | None = None
    rule: str = ""
    aligned: bool = False

    @property
    def texts(self) -> tuple[ComparedText, ComparedText]:
        """Hypothesis and reference."""
        return self.hypothesis, self.reference_text

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of token indices that belong together, as the metric has it or as they look."""
        return self.pair.linked(self.reference, aligned=self.aligned)


def is_right_to_left(text: str) -> bool:
    """Whether most letters belong to a script that runs from right to left."""
    strong = [kind for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")]
    return sum(kind != "L" for kind in strong) > len(strong) / 2
