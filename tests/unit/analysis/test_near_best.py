"""Constituents of trees that are nearly as good as the best, against lists of all trees."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.analysis.constituency.bundled import load_bundled_parser
from meantree.analysis.constituency.chart import NBest
from meantree.analysis.constituency.near_best import near_best_spans
from meantree.analysis.tree import Token

EVERY = 100_000


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_as_all_trees_say(size: int) -> None:
    chance = np.random.default_rng(size)
    for _ in range(5):
        scores = chance.normal(size=(size, size, 3)).astype(np.float32)
        trees = NBest(scores).trees(EVERY)
        losses: dict[tuple[int, int], float] = {}
        for score, nodes in trees:
            for start, end, _ in nodes:
                losses.setdefault((start, end), trees[0][0] - score)  # trees come best first
        expected = {span: loss for span, loss in losses.items() if loss <= 1.5}
        found = near_best_spans(scores, 1.5)
        assert found.keys() == expected.keys()
        assert all(found[span] == pytest.approx(loss, abs=1e-4) for span, loss in expected.items())


@pytest.mark.pipeline
def test_the_shipped_parser_says_where_it_is_in_doubt() -> None:
    tags = "PRP VBD DT NN IN DT NN"
    words = "I saw the man with the telescope"
    tokens = [Token(word, xpos=tag) for word, tag in zip(words.split(), tags.split(), strict=True)]
    parser = load_bundled_parser()
    [tree] = parser.parse([tokens])
    [found] = parser.near_best([tokens], slack=5.0)
    assert {span for span in tree.tree(0).spans() if span[1] - span[0] > 1} <= {
        span for span, loss in found.items() if loss < 1e-3
    }
    assert {(2, 4), (2, 7)} <= found.keys()  # the man | the man with the telescope
    assert list(parser.near_best([tokens[:4], tokens], slack=5.0))[1] == pytest.approx(found, abs=1e-4)
