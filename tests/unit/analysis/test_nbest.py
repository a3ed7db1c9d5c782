"""Beam parses as a list: equal trees are one, the most probable comes first."""

from __future__ import annotations

import pytest

from meantree.analysis.beam import _by_length, _nbest
from meantree.analysis.tree import ROOT


def test_the_most_probable_tree_comes_first_and_equal_ones_are_one() -> None:
    flat, deep = [(0, 1, "a"), (0, 2, "b")], [(0, 1, "a"), (1, 2, "b")]
    found = _nbest([(0.4, deep), (0.25, flat), (0.35, flat)], 3)
    assert found.probabilities.tolist() == pytest.approx([0.6, 0.4])
    assert found.tree(0).heads == (ROOT, 0, 0)
    assert found.tree(1).heads == (ROOT, 0, 1)
    assert found.tree(0).labels == ("root", "a", "b")


def test_a_lifted_arc_goes_back_to_the_nearest_head_with_the_label() -> None:
    # Token 3 hangs on the root, decorated with the label of token 2, which is below token 1.
    found = _nbest([(1.0, [(0, 1, "obj"), (1, 2, "acl"), (0, 3, "obl||acl")])], 4)
    assert found.tree(0).heads == (ROOT, 0, 1, 2)
    assert found.tree(0).labels == ("root", "obj", "acl", "obl")


def test_a_word_alone_is_a_root() -> None:
    found = _nbest([], 1)
    assert (found.tree(0).heads, found.probabilities.tolist()) == ((ROOT,), [1.0])


def test_batches_hold_every_sentence_once_the_short_ones_first() -> None:
    docs = ["x" * size for size in (900, 10, 1100, 300, 5000, 20)]  # only their lengths count
    assert _by_length(docs) == [[1, 5, 3, 0], [2]]  # type: ignore[arg-type]
