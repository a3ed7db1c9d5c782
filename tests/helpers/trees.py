"""Analyses built by hand and at random, so that no test of a metric needs a trained model."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from meantree.analysis.brackets import read_sentence
from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents
from meantree.analysis.encoder.decoding import log_softmax
from meantree.analysis.layers.required import Layers
from meantree.analysis.nonprojective.all_trees import AllTrees
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token

WORDS = ("the", "The", "cat", "dog", "sees", "old", "a", "of", "runs", "not")
TAGS = ("DT", "NN", "VBZ", "IN", ".")
PHRASES = ("S", "NP", "VP", "PP")
LABELS = ("nsubj", "obj", "det", "amod", "nmod")


def sentence(arcs: str, *, probability: Sequence[tuple[str, float]] = ()) -> Sentence:
    """A sentence from ``word:head:label`` items, heads from 1 and 0 for the root, as in CoNLL-U.

    ``probability`` lists the n-best parses, each as ``head:label`` items with a weight.
    """
    rows = [item.split(":", 2) for item in arcs.split()]
    tokens = tuple(Token(row[0], lemma=row[0].lower()) for row in rows)
    tree = _tree([(row[1], row[2]) for row in rows])
    if not probability:
        return Sentence(tokens, tree)
    trees = [_tree([tuple(item.split(":")) for item in parse.split()]) for parse, _ in probability]
    return Sentence(tokens, tree, NBestDependencies.of(trees, [weight for _, weight in probability]))


def _tree(rows: Sequence[Sequence[str]]) -> DependencyTree:
    heads = tuple(int(row[0]) - 1 for row in rows)
    return DependencyTree(heads, tuple(row[1] for row in rows))


def analysis(*sentences: Sentence) -> Analysis:
    """A text of these sentences."""
    text = " ".join(token.text for part in sentences for token in part.tokens)
    nbest = max((len(part.nbest) for part in sentences if part.nbest), default=1)
    return Analysis(text, sentences, Layers(nbest))


def parsed(*arcs: str) -> Analysis:
    """A text of one sentence for each string of ``word:head:label`` items."""
    return analysis(*(sentence(part) for part in arcs))


def flat(words: str) -> Analysis:
    """A text whose words hang on the first."""
    return parsed(" ".join(f"{word}:{'1:x' if place else '0:root'}" for place, word in enumerate(words.split())))


def bracketed(*brackets: str) -> Analysis:
    """A text of one sentence for each tree in brackets, dependencies by head rules."""
    read = (read_sentence([bracket], [1.0]) for bracket in brackets)
    return analysis(*read)


@st.composite
def trees(draw: st.DrawFn, size: int) -> DependencyTree:
    """Any tree over ``size`` tokens, projective or not, with one root."""
    order = draw(st.permutations(range(size)))
    heads = [ROOT] * size
    for rank, node in enumerate(order[1:], start=1):
        heads[node] = order[draw(st.integers(0, rank - 1))]
    labels = ["root" if head == ROOT else draw(st.sampled_from(LABELS)) for head in heads]
    return DependencyTree(tuple(heads), tuple(labels))


@st.composite
def constituency_trees(draw: st.DrawFn, size: int) -> ConstituencyTree:
    """Any constituency tree over ``size`` tokens, unary chains and several outermost constituents among them."""
    labels: list[str] = []
    parents: list[int] = []

    def add(start: int, end: int, parent: int) -> None:
        for _ in range(draw(st.integers(0, 2))):
            parents.append(parent)
            labels.append(draw(st.sampled_from(PHRASES)))
            parent = len(labels) - 1
        if end - start == 1:
            parents.append(parent)
            labels.append(draw(st.sampled_from(TAGS)))
            return
        cuts = draw(st.sets(st.integers(start + 1, end - 1), min_size=1, max_size=2))
        for left, right in itertools.pairwise((start, *sorted(cuts), end)):
            add(left, right, parent)

    add(0, size, TOP)
    return ConstituencyTree(tuple(labels), tuple(parents))


@st.composite
def models(draw: st.DrawFn, size: int) -> AllTrees:
    """A model of all trees over ``size`` tokens, in which any of them is more or less probable."""
    chance, spread = np.random.default_rng(draw(st.integers(0, 2**32 - 1))), draw(st.sampled_from([0.3, 5.0]))
    arcs, relations = (chance.normal(size=(size, 1 + size, kinds)) * spread for kinds in (1, len(LABELS)))
    return AllTrees.of(arcs[..., 0], log_softmax(relations, axis=2), LABELS)


@st.composite
def sentences(draw: st.DrawFn, *, max_size: int = 8) -> Sentence:
    """Any sentence of one word at least, with an n-best list of one to four parses and a model of all trees."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=max_size))
    parses = draw(st.lists(trees(len(words)), min_size=1, max_size=4))
    weights = draw(st.lists(st.floats(0.01, 1), min_size=len(parses), max_size=len(parses)))
    nbest = NBestDependencies.of(parses, weights)
    brackets = draw(st.lists(constituency_trees(len(words)), min_size=1, max_size=3))
    constituents = NBestConstituents.of(brackets, [1 / rank for rank in range(1, len(brackets) + 1)])
    tokens = tuple(Token(word, lemma=word.lower(), xpos=word[:2].upper()) for word in words)
    return Sentence(tokens, nbest.tree(0), nbest, constituents, draw(models(len(words))))


@st.composite
def plain_texts(draw: st.DrawFn, words: Sequence[str]) -> Analysis:
    """A text of up to two sentences of these words with any trees, or an empty one."""
    sizes = draw(st.lists(st.integers(1, 5), max_size=2))
    parts = (
        Sentence(tuple(Token(draw(st.sampled_from(words))) for _ in range(size)), draw(trees(size))) for size in sizes
    )
    return analysis(*parts)


@st.composite
def analyses(draw: st.DrawFn) -> Analysis:
    """Any text of one to three sentences."""
    return analysis(*draw(st.lists(sentences(), min_size=1, max_size=3)))


EMPTY = Analysis("")
