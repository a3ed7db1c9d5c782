"""From scores of arcs to dependency trees: the best, the best fifty, and how sure each arc is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from meantree.analysis.all_trees import AllTrees
from meantree.analysis.encoder.session import Floats, Integers
from meantree.analysis.log_space import Doubles, log_softmax
from meantree.analysis.nonprojective.best import Heads, Scores, best_heads
from meantree.analysis.nonprojective.nbest import best_trees
from meantree.analysis.tree import NBestDependencies

ROOT_LABEL = "root"


@dataclass(frozen=True, slots=True, eq=False)
class ArcScores:
    """An arc-factored model of one sentence: the score of a tree is the sum of those of its arcs.

    Attributes:
        arcs: natural logarithm of how probable each head is, by itself; (words, 1 + words), first that of the root.
        relations: of each label of each arc; (words, 1 + words, labels). The root's arc alone is ``root``.
        names: of the labels.
    """

    arcs: Doubles
    relations: Doubles
    names: tuple[str, ...]

    def nbest(self, size: int) -> NBestDependencies:
        """Return the ``size`` best trees."""
        return best_trees(self.arcs, self.relations, self.names, size)

    def all_trees(self) -> AllTrees:
        """Return the model of all trees, as far as it is kept."""
        return AllTrees.of(self.arcs, self.relations, self.names)


def best_arcs(arcs: Scores, relations: Scores, names: Sequence[str]) -> tuple[Heads, Integers]:
    """Return the heads of the best tree with a single root, counted from 1 and 0 for the root, and codes of labels.

    Args:
        arcs, relations: what the head gives: (words, 1 + words) and (words, 1 + words, labels).
        names: of the labels.
    """
    heads, root = np.array(best_heads(arcs)), list(names).index(ROOT_LABEL)
    labels = relations[np.arange(len(heads)), heads]
    labels[:, root] = np.where(heads > 0, -np.inf, np.inf)
    return heads, labels.argmax(axis=1)


def arc_scores(arcs: Floats, relations: Floats, names: Sequence[str]) -> ArcScores:
    """Normalise what the head gives."""
    allowed = arcs.astype(np.float64)
    np.fill_diagonal(allowed[:, 1:], -np.inf)
    if len(allowed) == 1:
        allowed[:] = [[0.0, -np.inf]]
    labels, root = relations.astype(np.float64), list(names).index(ROOT_LABEL)
    labels[:, 1:, root] = -np.inf
    labels[:, 0, :] = np.where(np.arange(len(names)) == root, 0.0, -np.inf)
    return ArcScores(log_softmax(allowed, axis=1), log_softmax(labels, axis=2), tuple(names))
