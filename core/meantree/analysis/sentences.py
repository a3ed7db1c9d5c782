"""The analysis of a text: its sentences with their trees, entities and frames."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.analysis.constituents import ConstituencyTree, NBestConstituents, joined
from meantree.analysis.frames import FrameLayer
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.nonprojective.all_trees import AllTrees
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token
from meantree.escaping import listed

MAX_PIECES = 510
"""Word pieces that the encoder reads together, without the two that mark the ends of a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """One sentence of a text.

    Attributes:
        tokens: its words in order.
        tree: the analyser's own best dependency tree.
        nbest: the n-best list of dependency trees, None where it was not asked for or the sentence is too long.
        constituents: constituency trees, best first, None where there are none.
        head_dependencies: the dependencies of ``constituents`` by head rules, labelled A/B
            (:func:`meantree.analysis.constituents.nbest_head_dependencies`); None exactly where they are.
        all_trees: how probable all dependency trees are to the parser, whatever an annotator corrected; None where
            neither that nor an n-best list was asked for, or the parser is not a head of the encoder.
        is_certain: whether the tree is the only one: the input brought it without a list, or an annotator corrected it.
    """

    tokens: tuple[Token, ...]
    tree: DependencyTree
    nbest: NBestDependencies | None = None
    constituents: NBestConstituents | None = None
    head_dependencies: NBestDependencies | None = None
    all_trees: AllTrees | None = None
    is_certain: bool = False

    def __post_init__(self) -> None:
        if len(self.tokens) != len(self.tree):
            raise ValueError(f"{len(self.tokens)} tokens but a tree over {len(self.tree)}")
        if (self.constituents is None) != (self.head_dependencies is None):
            raise ValueError("a sentence has constituents and their head dependencies, or neither")


@dataclass(frozen=True, slots=True)
class SplitSentence:
    """A sentence that was too long for the encoder, which read it in parts.

    Attributes:
        pieces: how many its words have.
        starts: the words with which the second part and any further one begin, counted from 0 over the text.
    """

    pieces: int
    starts: tuple[int, ...]

    def __str__(self) -> str:
        words = f"word{'s' if len(self.starts) > 1 else ''} {listed(f'{start:,}' for start in self.starts)}"
        return f"a sentence of {self.pieces:,} word pieces, expected at most {MAX_PIECES}, was split after {words}"


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Analysis:
    """What an analyser found in one text: its sentences, in order.

    Token indices of evidence and views count from 0 over the whole text: sentence ``i`` starts at ``offsets[i]``.

    Attributes:
        text: the text as given.
        sentences: empty for an empty text, and for a text that was not analysed because nothing asked for it.
        layers: how much of each layer was asked for.
        labelled: semantic frames by the labeller, None where they were not asked for.
        frames: semantic frames by an annotator, None where nobody has looked for them.
        corrected: tokens whose arc an annotator set.
        others: what further layers found, by their names.
        encoded: whether the tokens are those of the encoder's pipeline, so that its vectors speak of them.
        split: the sentences that were too long for the encoder.
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    layers: Layers = WORDS
    labelled: FrameLayer | None = None
    frames: FrameLayer | None = None
    corrected: frozenset[int] = frozenset()
    others: Mapping[str, object] = field(default_factory=dict)
    encoded: bool = False
    split: tuple[SplitSentence, ...] = ()

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens of the text in order."""
        return tuple(itertools.chain.from_iterable(sentence.tokens for sentence in self.sentences))

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens as they stand in the text."""
        return tuple(token.text for token in self.tokens)

    @property
    def has_constituents(self) -> bool:
        """Whether every sentence has constituency trees."""
        return all(sentence.constituents is not None for sentence in self.sentences)

    @property
    def has_all_trees(self) -> bool:
        """Whether of every sentence is known how probable all dependency trees are."""
        return all(sentence.is_certain or sentence.all_trees is not None for sentence in self.sentences)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The index of each sentence's first token."""
        lengths = [len(sentence.tokens) for sentence in self.sentences]
        return tuple(itertools.accumulate(lengths[:-1], initial=0)) if lengths else ()

    def tree(self, ranks: Sequence[int] = (), *, head_dependencies: bool = False) -> DependencyTree:
        """The whole text as one structure, a root a sentence: the analyser's own trees, or those of ``ranks``.

        Args:
            ranks: for each sentence a 0-based rank in its n-best list, -1 for the analyser's own tree; missing ones
                are -1.
            head_dependencies: take the dependencies of the constituency trees, -1 standing for the best of them.
        """
        heads: list[int] = []
        labels: list[str] = []
        own = [-1] * (len(self.sentences) - len(ranks))
        for offset, sentence, rank in zip(self.offsets, self.sentences, [*ranks, *own], strict=True):
            if head_dependencies and sentence.head_dependencies is not None:
                chosen = sentence.head_dependencies.tree(max(rank, 0))
            else:
                chosen = sentence.nbest.tree(rank) if sentence.nbest is not None and rank >= 0 else sentence.tree
            heads += [head + offset if head != ROOT else ROOT for head in chosen.heads]
            labels += chosen.labels
        return DependencyTree(tuple(heads), tuple(labels))

    def constituency(self, ranks: Sequence[int] = ()) -> ConstituencyTree | None:
        """The best constituency trees of all sentences, or those of ``ranks``, as one structure.

        None where a sentence has none; a text without sentences has an empty one.
        """
        ranked = [*ranks, *([0] * (len(self.sentences) - len(ranks)))]
        lists = [sentence.constituents for sentence in self.sentences]
        trees = [nbest.tree(max(rank, 0)) for nbest, rank in zip(lists, ranked, strict=True) if nbest is not None]
        return joined(trees) if len(trees) == len(lists) else None


def certainty(analysis: Analysis) -> float | None:
    """Return the mean probability of the arcs of a text's own trees: the share that is expected to be right.

    Arcs that a person set are certain. The mean finds bad parses better than the least probable arc: on EWT dev, the
    tenth of the sentences that has the lowest mean has LAS .73, that with the lowest minimum .81, all have .91.

    Returns:
        In [0, 1]; None without arcs, and where the parser has no such probabilities.
    """
    found: list[float] = []
    for sentence, offset in zip(analysis.sentences, analysis.offsets, strict=True):
        if sentence.all_trees is None:
            return None
        known = sentence.all_trees.expected_arcs()
        found += (1.0 if arc[0] + offset in analysis.corrected else known.get(arc, 0.0) for arc in sentence.tree.arcs())
    return sum(found) / len(found) if found else None


def is_auxiliary(predicate: Sequence[Token]) -> bool:
    """Whether a predicate is an auxiliary, a modal verb or a bare form of "be"; "be able" is none of these."""
    return bool(predicate) and all(word.upos == "AUX" or word.lemma == "be" for word in predicate)


def labelled_frames(text: Analysis, *, auxiliaries: bool) -> FrameLayer | None:
    """Return the labelled frames of a text, with those of auxiliaries or without; None if nothing labelled them."""
    layer = text.labelled
    if layer is None or auxiliaries:
        return layer
    tokens = text.tokens
    kept = tuple(frame for frame in layer.frames if not is_auxiliary(tokens[slice(*frame.predicate)]))
    return layer if len(kept) == len(layer.frames) else replace(layer, frames=kept)
