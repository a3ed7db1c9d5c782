"""Expected arcs over all dependency trees of a sentence, not those of an n-best list alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.nonprojective.best import Scores, best_heads
from meantree.analysis.nonprojective.marginals import arc_marginals, label_probabilities

FLOOR = 1e-5
"""Labelled arcs that are less probable are left out of the model."""
MOST = 24
"""Labelled arcs of a word that are kept at most, so that no text is too large to be stored; few words have as many."""
DECIMALS = 4
"""Of a score, so that what is stored is what is counted with."""
RAREST = 1e-6
"""Arcs that are expected less often are not counted."""

NO_MODEL = "no scores of all trees (neither n-best lists in the input nor other pipelines have them)"


@dataclass(frozen=True, slots=True, eq=False)
class AllTrees:
    """An arc-factored model of all non-projective trees with a single root: a tree scores the sum of its arcs.

    It is exact over the labelled arcs that it has. Left out are those that the parser holds less probable than 1e-5
    in a random tree, and those of a word beyond its 24 most probable ones; the trees with such an arc are together at
    most as probable as these arcs. So gamma well below 1, which is to raise what is improbable, raises only what is
    kept.

    Attributes:
        size: words of the sentence.
        dependents, heads, labels: int16, shape (arcs,), of each labelled arc: its dependent, 0-based, its head, 1-based
            and 0 for the root, and an index into ``label_names``.
        scores: shape (arcs,), natural logarithms, finite.
        label_names: the labels that occur.
    """

    size: int
    dependents: NDArray[np.int16]
    heads: NDArray[np.int16]
    labels: NDArray[np.int16]
    scores: NDArray[np.float64]
    label_names: tuple[str, ...]

    def __post_init__(self) -> None:
        columns = (self.dependents, self.size), (self.heads, self.size + 1), (self.labels, len(self.label_names))
        if self.scores.ndim != 1 or any(
            codes.shape != self.scores.shape or ((codes < 0) | (codes >= end)).any() for codes, end in columns
        ):
            raise ValueError("an arc of the model is none of the sentence")
        if not np.isfinite(self.scores).all():
            raise ValueError("an arc of the model has no finite score")

    @classmethod
    def of(cls, arcs: Scores, relations: Scores, names: Sequence[str]) -> Self:
        """Keep what is probable of the scores of all arcs, and one best tree whatever it is.

        Args:
            arcs, relations: as of :func:`meantree.analysis.nonprojective.marginals.labelled_marginals`.
            names: of the labels.

        Raises:
            ValueError: if no tree has a score above -inf.
        """
        kinds = relations.shape[2]
        rows, best = [], best_heads(arcs + relations.max(axis=2))
        for word, shares in enumerate(arc_marginals(arcs, relations)):
            found = (shares[:, None] * label_probabilities(relations[word])).ravel()
            probable = np.flatnonzero(found >= FLOOR)
            probable = probable[np.argsort(-found[probable], kind="stable")][:MOST]
            sure = best[word] * kinds + relations[word, best[word]].argmax()
            rows.append(np.union1d(probable, [sure]))
        dependents = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        heads, codes = np.divmod(np.concatenate(rows).astype(np.intp), kinds)
        scores = (arcs[dependents, heads] + relations[dependents, heads, codes]).astype(np.float64)
        used, labels = np.unique(codes, return_inverse=True)
        return cls(
            len(rows),
            dependents.astype(np.int16),
            heads.astype(np.int16),
            labels.ravel().astype(np.int16),
            scores.round(DECIMALS),
            tuple(names[code] for code in used.tolist()),
        )

    def expected_arcs(self, *, gamma: float = 1.0) -> dict[tuple[int, int, str], float]:
        """The probability of each arc ``(dependent, head, label)``, 0-based, in a tree drawn by exp(gamma * score).

        The root has no arc; those expected less often than 1e-6 are left out.
        """
        flattened = gamma * self.scores
        arcs = np.full((self.size, self.size + 1), -np.inf)
        np.logaddexp.at(arcs, (self.dependents, self.heads), flattened)
        places = self.dependents, self.heads
        expected = arc_marginals(arcs)[places] * np.exp(flattened - arcs[places])
        counted = (self.heads > 0) & (expected >= RAREST)
        columns = (column[counted].tolist() for column in (*places, self.labels, expected))
        return {
            (dependent, head - 1, self.label_names[label]): value
            for dependent, head, label, value in zip(*columns, strict=True)
        }

    def written(self) -> list[Any]:
        """The model as JSON has it, for :meth:`read`."""
        columns = self.dependents, self.heads, self.labels, self.scores
        return [*(column.tolist() for column in columns), list(self.label_names)]

    @classmethod
    def read(cls, content: Sequence[Any], size: int) -> Self:
        """The same model of a sentence of ``size`` words.

        Raises:
            ValueError, TypeError, OverflowError: if it is none.
        """
        *codes, scores, names = content
        dependents, heads, labels = (np.array(column, dtype=np.int16) for column in codes)
        return cls(size, dependents, heads, labels, np.array(scores, dtype=np.float64), tuple(map(str, names)))
