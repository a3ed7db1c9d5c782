"""The comparison of one pair by one metric: plain values without colours, coordinates or widgets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, TypeVar

from meantree.alignment.linked_frames import Block, LinkedFrames, blocks, frames_of
from meantree.analysis.constituents import ConstituencyTree, NBestConstituents
from meantree.analysis.frames import Part
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree, NBestDependencies
from meantree.comparison.marks import Mark, Marks
from meantree.comparison.word_links import WordLink
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import is_right_to_left
from meantree.metrics.evidence import AnyStatus, Evidence, Status, Unit
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair

if TYPE_CHECKING:
    from meantree.analysis.nonprojective.all_trees import AllTrees
    from meantree.phenomena.search import Finding


Element = TypeVar("Element")
COUNTED: Final[tuple[AnyStatus | None, ...]] = (*Status, None)
"""The statuses of what metrics count, and of what they do not."""
DOUBTFUL: Final = 0.7
"""Less probable elements get a sign. These are 9 % of the arcs of EWT dev, of which 40 % are correct."""


def doubtful(probabilities: Mapping[Element, float]) -> frozenset[Element]:
    """Return the elements that get a sign."""
    return frozenset(element for element, probability in probabilities.items() if probability < DOUBTFUL)


def arc_probabilities(text: Analysis, tree: DependencyTree) -> dict[tuple[int, int, str], float]:
    """Return the probability of each arc over all trees of its sentence, including the arcs of ``tree``.

    Empty if the parser has no such probabilities. Corrected arcs have none.
    """
    probabilities: dict[tuple[int, int, str], float] = {}
    for sentence, offset in zip(text.sentences, text.offsets, strict=True):
        if sentence.all_trees is not None:
            drawn = dict.fromkeys((arc for arc in tree.arcs() if offset <= arc[0] < offset + len(sentence.tokens)), 0.0)
            expected = _expected_arcs(sentence.all_trees).items()
            probabilities |= drawn | {
                (dependent + offset, head + offset, label): value for (dependent, head, label), value in expected
            }
    return {arc: value for arc, value in probabilities.items() if arc[0] not in text.corrected}


@lru_cache(maxsize=256)
def _expected_arcs(trees: AllTrees) -> Mapping[tuple[int, int, str], float]:
    """Return the probability of each arc; a text is drawn again for other metrics, systems and answers."""
    return trees.expected_arcs()


def node_probabilities(text: Analysis, ranks: Sequence[int]) -> dict[int, float]:
    """Return the probability of constituents over all trees, by their index in the trees of ``ranks`` together.

    Parts of speech have none, nor have trees by a parser without such probabilities.
    """
    lists = [sentence.constituents for sentence in text.sentences]
    trees = [
        (parses, parses.tree(max(rank, 0))) for parses, rank in zip(lists, ranks, strict=True) if parses is not None
    ]
    offsets = accumulate((len(tree) for _, tree in trees), initial=0)
    return {
        node: parses.spans[*span, label]
        for (parses, tree), offset in zip(trees, offsets, strict=False)
        for node, (span, label) in enumerate(zip(tree.spans(), tree.labels, strict=True), start=offset)
        if (*span, label) in parses.spans
    }


def part_probabilities(frames: LinkedFrames) -> dict[tuple[Side, Part], float]:
    """Return the labeller's probabilities of predicates and fillers, if it has any."""
    return {
        (side, (place, number)): probability
        for side in SIDES
        for place, frame in enumerate(frames_of(frames, side))
        for number, probability in [
            (None, frame.probability),
            *((number, filler.probability) for number, filler in enumerate(frame.fillers)),
        ]
        if probability is not None
    }


@dataclass(frozen=True, slots=True)
class ComparedText:
    """One text with the tree to draw.

    Attributes:
        tree: dependencies over all tokens of the text.
        marks: of arcs, constituents, tokens and parts of frames.
        probabilities: of each arc ``(dependent, head, label)`` over the n-best list.
        arc_probabilities: the same over all trees, except for corrected arcs; empty if the parser has none.
        node_probabilities: of the drawn constituents, by index, over all trees; empty if the parser has none.
        with_doubts: whether improbable elements have a sign.
        ranks: for each sentence the 0-based rank of the drawn parse, -1 for the analyser's best parse.
        constituency: the constituency tree, if it is drawn.
        lists: the n-best list of each sentence, of the kind that is drawn; None without a list.
        spans: whether the lengths of arcs are compared.
        corrected: tokens whose drawn arc was corrected by hand.
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
    def right_to_left(self) -> bool:
        """Whether its words run from right to left."""
        return is_right_to_left(self.analysis.text)

    @property
    def doubtful_arcs(self) -> frozenset[tuple[int, int, str]]:
        """The improbable arcs of ``tree``."""
        return doubtful(self.arc_probabilities).intersection(self.tree.arcs()) if self.with_doubts else frozenset()

    @property
    def doubtful_nodes(self) -> frozenset[int]:
        """The improbable constituents."""
        return doubtful(self.node_probabilities) if self.with_doubts else frozenset()


@dataclass(frozen=True, slots=True)
class ComparedFrames:
    """The frames of both texts.

    Attributes:
        words: the tokens of both texts to which spans refer.
        marks: of predicates and fillers; those without a mark are neutral.
        by_hand: whether an annotator linked them and chose the kind of each link.
        source: of frames and links, in a few words.
        score: of this pair by the metric that marks them, None if undefined.
        right_to_left: whether parts are drawn from right to left.
        probabilities: of automatic predicates and fillers.
        with_doubts: whether improbable parts have a sign.
        bare: frames by side that are bare nouns, which are not drawn beside other structures.
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
    bare: Mapping[Side, frozenset[int]] = field(default_factory=dict)

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The drawn frames, linked ones together."""
        bare = [{None, *self.bare.get(side, ())} for side in SIDES]
        return tuple(
            block for block in blocks(self.linked) if not (block.hypothesis in bare[0] and block.reference in bare[1])
        )

    @property
    def doubtful(self) -> frozenset[tuple[Side, Part]]:
        """The improbable predicates and fillers."""
        return doubtful(self.probabilities) if self.with_doubts else frozenset()


NOTHING_DIFFERS: Final = "nothing that was checked differs"
"""What is said of texts without findings."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A hypothesis compared with a reference, by a metric or word by word.

    Attributes:
        reference: 0-based index of the drawn reference.
        units: of the evidence, those of ``kind`` if one is selected.
        kind: of the units that mark the texts; empty if each element is marked by the units that cover exactly it.
        structure: that is drawn; if frames, only these.
        word_links: links between words drawn as words, and links of the alignment that were removed by hand.
        frames: of both texts, if there are any to draw.
        rule: the legend of the marks.
        legend: the statuses that are drawn, and None for elements that are not counted.
        aligned: whether the metric uses the word alignment.
        findings: differences of meaning, the most important first; None if they were not searched for.
        closest: 0-based index of the reference that the findings are beside, which may be another than the drawn one.
        without_findings: why there are none or fewer than could be.
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
    legend: tuple[AnyStatus | None, ...] = COUNTED
    aligned: bool = False
    findings: tuple[Finding, ...] | None = None
    closest: int = 0
    without_findings: str = ""

    @property
    def is_scored(self) -> bool:
        """Whether the units are those of a metric, which make a score; else they are facts about words."""
        return self.legend is COUNTED

    @property
    def counts(self) -> tuple[str, str]:
        """How many words of hypothesis and reference have each status: ``24 same · 3 different``; empty if scored."""
        sides: tuple[Counter[AnyStatus | None], ...] = Counter(), Counter()
        for unit in () if self.is_scored else self.evidence.units:
            sides[0][unit.status] += round(unit.hypothesis)
            sides[1][unit.status] += round(unit.reference)
        own, other = (" · ".join(f"{side[each]} {each}" for each in self.legend if side[each]) for side in sides)
        return own, other

    @property
    def shown_findings(self) -> tuple[Finding, ...]:
        """The findings that are sure enough, at most five."""
        return tuple(finding for finding in self.findings or () if finding.shown)

    @property
    def findings_beside(self) -> str:
        """The name of the reference that the findings are beside, if there are several; else empty."""
        return reference_of_findings(self.pair, self.closest)

    @property
    def texts(self) -> tuple[ComparedText, ComparedText]:
        """Hypothesis and reference."""
        return self.hypothesis, self.reference_text

    @property
    def links(self) -> tuple[tuple[int, int], ...]:
        """Pairs of linked tokens, by the word alignment if the metric uses it, else by similarity."""
        return self.pair.linked(self.reference, aligned=self.aligned)


def reference_of_findings(pair: Pair, closest: int) -> str:
    """Return the name of the reference that findings are beside if the pair has several; else an empty string."""
    return pair.reference_names[closest] if len(pair.references) > 1 and pair.reference_names else ""
