"""Analysis stores that need no trained pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from meantree.analysis.analyser import Parsers
from meantree.analysis.constituents import TOP, ConstituencyForest, ConstituencyTree
from meantree.analysis.depth import WORDS, Depth
from meantree.analysis.forest import Analysis, Forest, Sentence
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.given import Given, Tokenised
from meantree.analysis.heads import head_forest
from meantree.analysis.store import AnalysisStore
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.work import Work


class HandMadeStore(AnalysisStore):
    """Cuts texts at blanks; every word depends on the first, or, in the second and third parse, on its neighbour."""

    def __init__(self) -> None:
        super().__init__(Parsers("hand-made"))

    @property
    def has_constituents(self) -> bool:
        return False

    @property
    def has_vectors(self) -> bool:
        return False

    @property
    def fingerprint(self) -> str:
        return "hand-made-1"

    def analyse(
        self,
        texts: Iterable[Given],
        depth: Depth = WORDS,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        work: Work | None = None,
    ) -> Mapping[Given, Analysis]:
        del jobs, cluster
        found = {given: self._analysed(" ".join(_words(given)), depth) for given in texts}
        if work is not None:
            work.step("Analysing texts", len(found), len(found))
        self._kept.update(found)
        return found

    def _analysed(self, text: str, depth: Depth) -> Analysis:
        return _analysis(text, depth)


class BracketStore(HandMadeStore):
    """Makes constituency trees too: (S (NP first word) (VP all others)), or flat; of texts with ``without`` none."""

    def __init__(self, without: str = "\0") -> None:
        super().__init__()
        self.without = without

    @property
    def has_constituents(self) -> bool:
        return True

    def _analysed(self, text: str, depth: Depth) -> Analysis:
        bare = _analysis(text, depth)
        if self.without in text:
            return bare
        return replace(bare, sentences=tuple(map(_with_constituents, bare.sentences)))


def _words(given: Given) -> tuple[str, ...]:
    return given.tokens if isinstance(given, Tokenised) else tuple(given.split())


def _with_constituents(sentence: Sentence) -> Sentence:
    size = len(sentence.tokens)
    tags = tuple(token.text[-1].upper() for token in sentence.tokens)
    flat = ConstituencyTree(("S", *tags), (TOP, *([0] * size)))
    phrases = ConstituencyTree(("S", "NP", tags[0], "VP", *tags[1:]), (TOP, 0, 1, 0, *([3] * (size - 1))))
    forest = ConstituencyForest.of([phrases, flat] if size > 1 else [flat], [0.7, 0.3] if size > 1 else [1.0])
    return replace(sentence, constituents=forest, headed=head_forest(forest))


def _analysis(text: str, depth: Depth) -> Analysis:
    words = text.split()
    if not words:
        return Analysis(text, (), depth, labelled=FrameLayer(()))
    size = len(words)
    labels = ("root", *(f"l{index % 3}" for index in range(1, size)))
    trees = [
        DependencyTree((ROOT, *([0] * (size - 1))), labels),
        DependencyTree((ROOT, *range(size - 1)), labels),
        DependencyTree((ROOT, *range(size - 1)), ("root", *(["x"] * (size - 1)))),
    ]
    tokens = tuple(Token(word, lemma=word.casefold().strip(".,"), upos="X") for word in words)
    sentence = Sentence(tokens, trees[0], Forest.of(trees, [0.6, 0.3, 0.1]))
    fillers = (Filler((1, size), Role.PATIENT),) if size > 1 else ()
    return Analysis(text, (sentence,), depth, labelled=FrameLayer(tuple(words), (Frame((0, 1), fillers),)))
