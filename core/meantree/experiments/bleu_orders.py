"""BLEU with n-grams of up to any length: longer ones than the metric counts, and shorter ones alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from sacrebleu.metrics.bleu import BLEU

from meantree.experiments.rated import Floats, Rated
from meantree.metrics.syntax.precisions import EPS

SPEC: Final = "bleu"
"""The metric whose words are counted: as sacrebleu cuts a text, in its case."""


@dataclass(frozen=True, slots=True, eq=False)
class NgramCounts:
    """What BLEU is made of, of each translation; 0 where it is not rated.

    Attributes:
        known: shape (systems, segments), which are rated.
        lengths: shape (systems, segments, 2), words of the translation and of the reference closest to it.
        matched, total: shape (systems, segments, longest), n-grams of each length, those of the translation that stand
            in a reference, clipped, and all.
    """

    known: NDArray[np.bool_]
    lengths: Floats
    matched: Floats
    total: Floats

    def of_segments(self, longest: int) -> Floats:
        """Shape (systems, segments), in [0, 1], NaN where not rated.

        The geometric mean of the precisions of 1- to ``longest``-grams times the brevity penalty; a precision of 0
        counts as .001, and lengths that a translation has no n-gram of are left out (Liu & Gildea 2005, section 3.1).
        """
        scores = _scores(self.lengths, self.matched[..., :longest], self.total[..., :longest], EPS)
        return np.where(self.known, scores, np.nan)

    def of_systems(self, longest: int) -> Floats:
        """Shape (systems,), of summed counts, without a floor: 0 where n-grams of one length have no match."""
        lengths, matched, total = (one.sum(axis=1) for one in (self.lengths, self.matched, self.total))
        return _scores(lengths, matched[:, :longest], total[:, :longest], 0.0)


def ngram_counts(rated: Rated, longest: int) -> NgramCounts:
    """Count n-grams of up to a length in what is rated, beside all references."""
    bleu, segments = BLEU(max_ngram_order=longest, force=True), rated.segments
    counts = np.zeros((*rated.known.shape, 2 + 2 * longest))
    for row, column in np.argwhere(rated.known):
        segment = segments[column]
        references = [[text.text] for text in segment.references.values() if text.text.strip()]
        hypothesis = segment.hypotheses[rated.systems[row]].text
        counts[row, column] = bleu._extract_corpus_statistics([hypothesis], references)[0]
    return NgramCounts(rated.known, counts[..., :2], counts[..., 2 : 2 + longest], counts[..., 2 + longest :])


def _scores(lengths: Floats, matched: Floats, total: Floats, floor: float) -> Floats:
    """Shape (…), of lengths of shape (…, 2) and counts of shape (…, longest)."""
    there = total > 0
    precisions = np.maximum(matched / np.where(there, total, 1.0), floor)
    positive = np.where(there & (precisions > 0), precisions, 1.0)
    means = np.exp(np.log(positive).sum(axis=-1) / np.maximum(there.sum(axis=-1), 1))
    nothing = (there & (precisions == 0)).any(axis=-1) | ~there.any(axis=-1)
    mine, theirs = lengths[..., 0], lengths[..., 1]
    brevity = np.exp(np.minimum(0.0, 1.0 - theirs / np.where(mine > 0, mine, 1.0)))
    scores: Floats = np.where(nothing, 0.0, means * brevity)
    return scores
