"""Layers that several heads share."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional


class SharedDropout(nn.Module):
    """Dropout with one mask for all places of a sentence."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, states: Tensor) -> Tensor:
        """Map (sentences, places, width) to the same shape."""
        if not self.training:
            return states
        kept = torch.full((states.shape[0], 1, states.shape[2]), 1 - self.rate)
        return states * (torch.bernoulli(kept) / (1 - self.rate)).to(states.dtype)


def projection(inputs: int, outputs: int, rate: float = 0.33) -> nn.Sequential:
    """Return a layer with a nonlinearity and dropout."""
    return nn.Sequential(nn.Linear(inputs, outputs), nn.GELU(), SharedDropout(rate))


class Biaffine(nn.Module):
    """Scores of labelled pairs: (B, n, width) and (B, m, width) to (B, n, m, outputs)."""

    def __init__(self, width: int, outputs: int) -> None:
        super().__init__()
        # A plain product, which ONNX Runtime computes twice as fast as an einsum.
        self.mixed = nn.Linear(width, outputs * (width + 1))
        nn.init.zeros_(self.mixed.weight)
        nn.init.zeros_(self.mixed.bias)

    def forward(self, left: Tensor, right: Tensor) -> Tensor:
        """Score each pair with each output."""
        right = functional.pad(right, (0, 1), value=1.0)
        mixed = self.mixed(left).unflatten(2, (-1, right.shape[2]))
        scores = mixed.flatten(1, 2) @ right.transpose(1, 2)
        return scores.unflatten(1, (left.shape[1], -1)).transpose(2, 3)
