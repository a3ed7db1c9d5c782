"""Expected dependency pair match and its family (Kahn, Ostendorf & Roark 2009)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import NBEST_SIZE, ROOT
from meantree.errors import UsageError
from meantree.language.languages import ENGLISH
from meantree.metrics.bags import Bag, BagF, Key
from meantree.metrics.compared_words import Case, folded
from meantree.metrics.evidence import Place
from meantree.metrics.metric import NO_ALL_TREES, CompareOn, CorpusContext, Metric

PARTS = ("1g", "2g", "dlh", "dl", "lh", "dh")
WHOLE = "whole text"
"""The one fragment of a text that has none of the chosen parts, so that equal texts score 1 and others 0."""
SHAPES = {"1g": "{}", "2g": "{} {}", "dl": "{} ←{}", "lh": "{}→ {}", "dlh": "{} ←{} {}", "dh": "{} ← {}"}
Labels = Literal["auto", "ab", "dep"]
LISTED_GAMMA, ALL_GAMMA = 0.25, 1.0
"""The values of ``gamma=auto``: the paper's for n-best lists, and that over all trees, nearly equal at .25."""


@dataclass(frozen=True, slots=True)
class Dpm(BagF):
    """Words, word pairs and dependencies that hypothesis and reference share; in [0, 1], higher is better.

    The F-measure between the expected bags of these parts: ``1g`` words, ``2g`` adjacent words (within a sentence),
    ``dlh`` ⟨dependent, label, head⟩, ``dl`` ⟨dependent, label⟩, ``lh`` ⟨label, head⟩, ``dh`` ⟨dependent, head⟩. All
    parts share one bag. A count is the expectation over the ``nbest`` parses under p̃(i) ∝ p(i)^gamma (section 1.2);
    ``gamma=auto`` is .25. With ``nbest=all`` (ours) it is over all trees of the dependency parser that ships, without
    arcs that are improbable; ``gamma=auto`` is then 1. A tree that the input brings without a list is certain,
    whatever ``nbest`` is.

    Arcs are those of the head rules over constituency trees, labelled A/B (``labels=ab``, section 1.3), or those of the
    dependency parser (``dep``; ``nbest=1`` takes its own tree); ``auto`` is ``ab`` where every text has constituency
    trees, else ``dep``. The root has no arc. Of several references the one with the largest F is used. An empty
    hypothesis scores 0. Texts of up to 10,000 words; of a sentence of more than 1,200 tokens one parse is all there is
    (200 for ``ab``).

    Statistics: shape (3,): matched, hypothesis' and reference's total. Documents and systems sum them.
    """

    name: ClassVar[str] = "dpm"
    paper: ClassVar[str] = "Kahn, Ostendorf & Roark 2009"
    max_tokens: ClassVar[int | None] = LONGEST_TEXT
    larger: ClassVar[tuple[str, ...]] = ("2g",)

    parts: tuple[str, ...] = ("1g", "2g", "dl", "lh")
    nbest: int | Literal["all"] = NBEST_SIZE
    gamma: float | Literal["auto"] = "auto"
    labels: Labels = "auto"
    case: Case = "fold"

    def __post_init__(self) -> None:
        unknown = [part for part in self.parts if part not in PARTS]
        if unknown or not self.parts or len(set(self.parts)) < len(self.parts):
            parts = ",".join(self.parts)
            raise UsageError(f"dpm: parts={parts}, expected different ones of {', '.join(PARTS)}")
        if self.nbest != "all" and not 1 <= self.nbest <= NBEST_SIZE:
            raise UsageError(f"dpm: nbest={self.nbest}, expected 1 to {NBEST_SIZE}, or all")
        if not 0 <= self.power <= 10:
            raise UsageError(f"dpm: gamma={self.gamma}, expected 0 to 10, or auto")
        if self.nbest == "all" and self.labels == "ab":
            raise UsageError("dpm: nbest=all takes labels=dep alone; the arcs of labels=ab come from n-best lists")

    @property
    def power(self) -> float:
        """The numerical value of ``gamma``."""
        if self.gamma != "auto":
            return self.gamma
        return ALL_GAMMA if self.by_all_trees else LISTED_GAMMA

    @property
    def contents(self) -> dict[str, str]:
        """The numerical gamma, for signatures."""
        return {"gamma": str(self.power)}

    @property
    def by_all_trees(self) -> bool:
        """Whether counts are expectations over all trees."""
        return self.nbest == "all"

    @property
    def needs(self) -> Layers:
        listed = 1 if self.nbest == 1 else NBEST_SIZE
        return Layers(1, listed) if self.labels == "ab" else Layers(listed)

    @property
    def structure(self) -> CompareOn:
        return "head dependencies" if self.labels == "ab" else "dependencies"

    @property
    def languages(self) -> tuple[str, ...]:
        """English, of which the head rules are, if arcs follow from constituents by them."""
        return (ENGLISH,) if self.labels == "ab" else ()

    def adapted(self, context: CorpusContext) -> Metric:
        """Resolve ``labels=auto``: ``ab`` if all texts have or can have constituency trees, else ``dep``."""
        if self.labels != "auto":
            return self
        return replace(self, labels="ab" if context.constituents and not self.by_all_trees else "dep")

    @property
    def _kinds(self) -> tuple[str, ...]:
        return (*self.parts, WHOLE)

    def _label(self, key: Key) -> str:
        kind, words = key
        return " ".join(words) if kind == WHOLE else SHAPES[kind].format(*words)

    def _word(self, key: Key) -> str:
        kind, words = key
        return "" if kind == WHOLE else words[kind == "lh"]

    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        bag = Bag()
        for sentence, offset in zip(text.sentences, text.offsets, strict=True):
            words = [folded(token.text, self.case) for token in sentence.tokens]
            self._add_words(bag, words, offset, places)
            self._add_arcs(bag, words, self._arcs(sentence), offset, places)
        if not bag.counts and text.sentences:
            words = [folded(token.text, self.case) for token in text.tokens]
            bag.add((WHOLE, tuple(words)), Place(tuple(range(len(words)))) if places else None)
        return bag

    def _arcs(self, sentence: Sentence) -> dict[tuple[int, int, str], float]:
        if self.nbest == "all":
            return self._arcs_of_all(sentence)
        if self.labels == "ab":
            if sentence.constituents is None:
                raise ValueError("dpm with labels=ab was given a sentence without constituency trees")
            trees = sentence.constituents
            # Several constituency trees can have the same dependencies, so the list of fewer trees is made anew.
            first = trees if self.nbest >= len(trees) else trees.first(self.nbest)
            return first.head_dependencies.expected_arcs(gamma=self.power)
        if self.nbest > 1 and sentence.nbest is not None:
            return sentence.nbest.expected_arcs(gamma=self.power, nbest=self.nbest)
        return dict.fromkeys(sentence.tree.arcs(), 1.0)

    def _arcs_of_all(self, sentence: Sentence) -> dict[tuple[int, int, str], float]:
        if sentence.is_certain:
            return dict.fromkeys(sentence.tree.arcs(), 1.0)
        if sentence.all_trees is None:
            raise UsageError(f"dpm: nbest=all, but a sentence has {NO_ALL_TREES}")
        return sentence.all_trees.expected_arcs(gamma=self.power)

    def _add_words(self, bag: Bag, words: list[str], offset: int, places: bool) -> None:
        for size, part in ((1, "1g"), (2, "2g")):
            if part in self.parts:
                for start in range(len(words) - size + 1):
                    place = Place(tuple(range(offset + start, offset + start + size))) if places else None
                    bag.add((part, tuple(words[start : start + size])), place)

    def _add_arcs(
        self, bag: Bag, words: list[str], arcs: dict[tuple[int, int, str], float], offset: int, places: bool
    ) -> None:
        parts = [part for part in self.parts if part not in ("1g", "2g")]
        for (dependent, head, label), expected in arcs.items():
            if head == ROOT:
                continue
            fragment = {"d": words[dependent], "l": label, "h": words[head]}
            arc = (dependent + offset, head + offset)
            ends = dict(zip("dh", arc, strict=True))
            for part in parts:
                key = part, tuple([fragment[letter] for letter in part])
                place = Place(tuple(ends[letter] for letter in part if letter in ends), (arc,)) if places else None
                bag.add(key, place, expected)
