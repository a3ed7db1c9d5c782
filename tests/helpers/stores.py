"""Analysis stores that need no trained pipeline."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.inputs import AnalysisInput, AnalysisNotStored, TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.nonprojective.all_trees import AllTrees
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.store import BUDGET, AnalysisStore, Task
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token
from meantree.errors import UsageError
from meantree.work import Work

INSTALLED = "hand-made-1"
"""The fingerprint of what analyses here."""


class HandMadeStore(AnalysisStore):
    """Cuts texts at blanks; every word depends on the first, or, in the second and third parse, on its neighbour."""

    def __init__(self, budget: int = BUDGET) -> None:
        super().__init__(Parsers("hand-made"), budget=budget)

    @property
    def has_constituents(self) -> bool:
        return False

    @property
    def runtime(self) -> str:
        return ""

    @property
    def has_vectors(self) -> bool:
        return False

    @property
    def fingerprint(self) -> str:
        return self.parsers.stored or INSTALLED

    def makers(self, layers: Collection[str]) -> dict[str, str]:
        return {layer: self.fingerprint if layer == "dependencies" else "" for layer in layers}

    def tokenizes_alike(self, tokenized: TokenizedText) -> bool:
        return tuple(tokenized.text.split()) == tokenized.tokens

    def _run(self, tasks: Sequence[Task], work: Work) -> Iterator[list[Analysis]]:
        del work
        if tasks and self.fingerprint != INSTALLED:
            raise AnalysisNotStored(f"not made by {self.fingerprint}")
        for _, layers, inputs in tasks:
            yield [self._analysed(" ".join(_words(analysis_input)), layers) for analysis_input in inputs]

    def _analysed(self, text: str, layers: Layers) -> Analysis:
        return _analysis(text, layers)


class BracketStore(HandMadeStore):
    """Makes constituency trees too: (S (NP first word) (VP all others)), or flat; of texts with ``without`` none."""

    def __init__(self, without: str = "\0") -> None:
        super().__init__()
        self.without = without

    @property
    def has_constituents(self) -> bool:
        return True

    def _analysed(self, text: str, layers: Layers) -> Analysis:
        bare = _analysis(text, layers)
        if self.without in text:
            return bare
        return replace(bare, sentences=tuple(map(_with_constituents, bare.sentences)))


SURE, UNSURE = 0.9, 0.6
"""How probable the arcs of the second and fourth word are in :class:`UnsureStore`, and those of the third and fifth."""


class UnsureStore(BracketStore):
    """Says how probable arcs, constituents and parts of frames are: to depend on the first word, not on a neighbour."""

    def _analysed(self, text: str, layers: Layers) -> Analysis:
        bare = super()._analysed(text, layers)
        if not bare.sentences or bare.labelled is None:
            return bare
        (sentence,) = bare.sentences
        size = len(sentence.tokens)
        spans = {(0, size, "S"): 1.0, (0, 1, "NP"): 0.97, (1, size, "VP"): 0.55}
        assert sentence.constituents is not None
        constituents = replace(sentence.constituents, spans=spans)
        frames = tuple(
            replace(
                frame, fillers=tuple(replace(filler, probability=0.58) for filler in frame.fillers), probability=0.998
            )
            for frame in bare.labelled.frames
        )
        found = replace(sentence, constituents=constituents, all_trees=_all_trees(sentence.tree))
        return replace(bare, sentences=(found,), labelled=replace(bare.labelled, frames=frames))


def _all_trees(tree: DependencyTree) -> AllTrees:
    """Heads stand before their dependents, so that each is as probable as it is by itself."""
    size, names = len(tree), ("root", "l0", "l1", "l2")
    arcs = np.full((size, 1 + size), -np.inf)
    relations = np.full((size, 1 + size, len(names)), -np.inf)
    for word, label in enumerate(tree.labels):
        relations[word, :, names.index(label)] = 0.0
        sure = SURE if word % 2 else UNSURE
        if word > 1:
            arcs[word, [1, word]] = np.log([sure, 1 - sure])
        else:
            arcs[word, word] = 0.0
    return AllTrees.of(arcs, relations, names)


def _words(analysis_input: AnalysisInput) -> tuple[str, ...]:
    if isinstance(analysis_input, Analysis):
        if analysis_input.labelled is not None:  # it was made here
            return analysis_input.words
        raise UsageError("a hand-made store adds nothing to analyses of the input")
    return analysis_input.tokens if isinstance(analysis_input, TokenizedText) else tuple(analysis_input.split())


def _with_constituents(sentence: Sentence) -> Sentence:
    size = len(sentence.tokens)
    tags = tuple(token.text[-1].upper() for token in sentence.tokens)
    flat = ConstituencyTree(("S", *tags), (TOP, *([0] * size)))
    phrases = ConstituencyTree(("S", "NP", tags[0], "VP", *tags[1:]), (TOP, 0, 1, 0, *([3] * (size - 1))))
    nbest = NBestConstituents.of([phrases, flat] if size > 1 else [flat], [0.7, 0.3] if size > 1 else [1.0])
    return replace(sentence, constituents=nbest)


def _analysis(text: str, layers: Layers) -> Analysis:
    words = text.split()
    if not words:
        return Analysis(text, (), layers, labelled=FrameLayer(()))
    size = len(words)
    labels = ("root", *(f"l{index % 3}" for index in range(1, size)))
    trees = [
        DependencyTree((ROOT, *([0] * (size - 1))), labels),
        DependencyTree((ROOT, *range(size - 1)), labels),
        DependencyTree((ROOT, *range(size - 1)), ("root", *(["x"] * (size - 1)))),
    ]
    tags = ("VB", *("X" for _ in words[1:]))  # the first word is a predicate, though nouns are none
    tokens = tuple(
        Token(word, lemma=word.casefold().strip(".,"), upos="X", xpos=tag)
        for word, tag in zip(words, tags, strict=True)
    )
    sentence = Sentence(tokens, trees[0], NBestDependencies.of(trees, [0.6, 0.3, 0.1]))
    fillers = (Filler((1, size), Role.PATIENT),) if size > 1 else ()
    return Analysis(text, (sentence,), layers, labelled=FrameLayer(tuple(words), (Frame((0, 1), fillers),)))


def with_second_parse(analysis: Analysis) -> Analysis:
    """Return the same text with its second parse as its tree, as another analyser might have it."""
    (sentence,) = analysis.sentences
    assert sentence.nbest is not None
    return replace(analysis, sentences=(replace(sentence, tree=sentence.nbest.tree(1)),))


def held_analyses(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Let nothing be analysed before the event that is returned."""
    gate, analysed = Event(), HandMadeStore._analysed

    def held(self: HandMadeStore, text: str, depth: Layers) -> Analysis:
        assert gate.wait(20)
        return analysed(self, text, depth)

    monkeypatch.setattr(HandMadeStore, "_analysed", held)
    return gate
