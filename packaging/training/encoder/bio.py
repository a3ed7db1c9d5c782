"""Spans that do not overlap, as tags of words: for each label one that begins a span and one that goes on with it.

Scores have shape (sequences, words, 1 + 2 × labels): outside, then beginnings, then insides, by label. A word inside
a span follows one of the same label; scores of two tags in a row are not learned, so that the sum over all taggings is
taken in linear time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import torch
from torch import Tensor
from torch.nn import functional

Span = tuple[int, int, int]
"""Start, end (exclusive) and code of a label."""


def log_partition(scores: Tensor, lengths: Tensor) -> Tensor:
    """Return the log of the summed exponentiated scores of all taggings of each sequence."""
    labels = scores.shape[2] // 2
    outside, begin, inside = scores[..., 0], scores[..., 1 : labels + 1], scores[..., labels + 1 :]
    within = begin[:, 0]
    every = torch.logsumexp(torch.cat([outside[:, :1], within], dim=1), dim=1)
    totals = [every]
    for place in range(1, scores.shape[1]):
        within = torch.logaddexp(within + inside[:, place], every.unsqueeze(1) + begin[:, place])
        every = torch.logsumexp(torch.cat([(every + outside[:, place]).unsqueeze(1), within], dim=1), dim=1)
        totals.append(every)
    return torch.stack(totals, dim=1).gather(1, (lengths - 1).unsqueeze(1)).squeeze(1)


def loss(scores: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
    """Return the negative log probability of the gold tags, summed; tags after the end are -1."""
    chosen = scores.gather(2, tags.clamp(min=0).unsqueeze(2)).squeeze(2)
    return (log_partition(scores, lengths) - (chosen * (tags >= 0)).sum(dim=1)).sum()


def tags_of(spans: Iterable[Span], size: int, labels: int) -> list[int]:
    """Return the codes of the tags of some words with these spans; empty ones and those on words taken are left out."""
    tags = [0] * size
    for start, end, label in spans:
        if start < end and not any(tags[start:end]):
            tags[start:end] = [1 + label] + [1 + labels + label] * (end - start - 1)
    return tags


def padded(rows: Sequence[Sequence[int]], fill: int = -1) -> Tensor:
    """Return rows of different lengths as one tensor."""
    longest = max(len(row) for row in rows)
    return torch.stack([functional.pad(torch.tensor(row), (0, longest - len(row)), value=fill) for row in rows])
