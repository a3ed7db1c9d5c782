"""All dependency trees of few words, and scores to draw them by."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def all_trees(words: int) -> Iterator[tuple[int, ...]]:
    """The heads, counted from 1, of all trees in which 0 is the head of one word."""
    return filter(_is_tree, itertools.product(range(words + 1), repeat=words))


def _is_tree(heads: tuple[int, ...]) -> bool:
    def reaches_root(word: int) -> bool:
        for _ in heads:
            word = heads[word - 1] if word else 0
        return word == 0

    return heads.count(0) == 1 and all(reaches_root(word) for word in range(1, len(heads) + 1))


def all_labelled(arcs: Floats, relations: Floats) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
    """The score of each tree, by its heads and its labels; only those above -inf."""
    words, _, labels = relations.shape
    places = range(words)
    found = {
        (heads, codes): float(arcs[places, heads].sum() + relations[places, heads, codes].sum())
        for heads in all_trees(words)
        for codes in itertools.product(range(labels), repeat=words)
    }
    return {tree: score for tree, score in found.items() if score > -np.inf}


@st.composite
def arc_scores(draw: st.DrawFn, most: int = 4, labels: int = 3) -> tuple[Floats, Floats]:
    """Arcs and relations: narrow and wide, with equal ones, and with arcs and labels that there are not."""
    words, kinds = draw(st.integers(1, most)), draw(st.integers(1, labels))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    spread = draw(st.sampled_from([0.3, 3.0, 50.0]))
    arcs = rng.normal(size=(words, words + 1)) * spread
    relations = rng.normal(size=(words, words + 1, kinds)) * spread
    if draw(st.booleans()):  # equal scores
        arcs, relations = arcs.round(), relations.round()
    if draw(st.booleans()):
        arcs[rng.random(arcs.shape) < 0.2] = -np.inf
    if draw(st.booleans()):  # one label for the root, and for no other arc
        relations[:, 0, 1:] = -np.inf
        relations[:, 1:, 0] = -np.inf
    top = relations.max(axis=-1, keepdims=True)
    top[np.isneginf(top)] = 0.0
    sums = np.exp(relations - top).sum(axis=-1, keepdims=True)
    return arcs, relations - top - np.log(np.maximum(sums, 1e-300))
