"""A head for constituents: scores of labelled spans, a conditional random field over trees (Zhang et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from biaffine import Biaffine, projection
from constituency.gold import GoldTree, binarised
from labels import Labels, codes
from torch import Tensor, nn

SPAN, LABEL = 192, 64
NOTHING = -1


class SpanCodes:
    """Turns trees into codes of the labels of spans."""

    def __init__(self, labels: Labels) -> None:
        self._codes = codes(labels.constituents)

    def __call__(self, trees: Sequence[GoldTree], size: int) -> Tensor:
        """Return (trees, first word, last word); -1 where no node of the binary tree is."""
        spans = torch.full((len(trees), size, size), NOTHING)
        for row, tree in enumerate(trees):
            for start, end, label in binarised(len(tree.words), tree.spans):
                spans[row, start, end - 1] = self._codes.get(label, self._codes.get(label.split("+")[-1], 0))
        return spans


class SpanScorer(nn.Module):
    """Scores ``[b, i, j, l]``: the span from word i to word j, both included; label 0 is no constituent."""

    def __init__(self, width: int, labels: Labels) -> None:
        super().__init__()
        self.left, self.right = projection(2 * width, SPAN + LABEL), projection(2 * width, SPAN + LABEL)
        self.bracket, self.label = Biaffine(SPAN, 1), Biaffine(LABEL, len(labels.constituents))

    def forward(self, states: Tensor) -> Tensor:
        """Map the vectors of the sentence and its words to scores.

        A span is between two boundaries; a boundary has the vectors of the words on both sides. At both ends of the
        sentence that of the sentence stands there, as it does where padding is.
        """
        after = torch.cat([states[:, 1:], states[:, :1]], dim=1)
        boundaries = torch.cat([states, after], dim=2)
        left, right = self.left(boundaries[:, :-1]), self.right(boundaries[:, 1:])
        bracket = self.bracket(left[..., :SPAN], right[..., :SPAN])
        return (self.label(left[..., SPAN:], right[..., SPAN:]) + bracket).float()

    def loss(self, states: Tensor, lengths: Tensor, spans: Tensor) -> Tensor:
        """Return the negative log probability of the gold trees, summed."""
        scores = self(states)
        chosen = scores.gather(3, spans.clamp(min=0).unsqueeze(3)).squeeze(3)
        return log_partition(scores, lengths).sum() - (chosen * (spans >= 0)).sum()


def log_partition(scores: Tensor, lengths: Tensor) -> Tensor:
    """Return the log of the summed exponentiated scores of all trees of each sentence.

    Trees are binary and left-branching within a constituent: a right child is a word or has a label, so that each
    tree with any number of children is counted once.
    """
    size = scores.shape[1]
    named, nameless = torch.logsumexp(scores[..., 1:], dim=3), scores[..., 0]
    words = torch.diagonal(torch.logaddexp(named, nameless), dim1=1, dim2=2)
    # By start, and by end, padded so that spans of one width lie on a slanted plane: (sentences, place, width - 1).
    by_start, by_end = [words], [words]
    totals = [words[:, 0]]
    for width in range(1, size):
        count = size - width
        left = torch.stack([part[:, :count] for part in by_start], dim=2)
        right = torch.stack([part[:, part.shape[1] - count :] for part in reversed(by_end)], dim=2)
        split = torch.logsumexp(left + right, dim=2)
        by_end.append(split + torch.diagonal(named, offset=width, dim1=1, dim2=2))
        by_start.append(torch.logaddexp(by_end[-1], split + torch.diagonal(nameless, offset=width, dim1=1, dim2=2)))
        totals.append(by_start[-1][:, 0])
    return torch.stack(totals, dim=1).gather(1, (lengths - 1).unsqueeze(1)).squeeze(1)
