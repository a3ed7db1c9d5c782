"""Products of matrices in eight bits, computed in floating point while a network is trained for them.

Slopes pass through the rounding (Bengio et al. 2013, straight-through estimator). Weights have seven bits a channel,
from -64 to 64, as ONNX Runtime's ``quantize_static`` gives them with ``per_channel`` and ``reduce_range``: with eight,
sums of two products overflow on processors without VNNI. What the products read has eight bits, with a range that is
the same for all sentences; before, columns that have great numbers are made smaller, and their weights greater (Xiao et
al. 2023, SmoothQuant).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

WEIGHT_MOST, ROW_MOST, MOST = 64, 127, 255
EVENING = 0.5
"""The power of a column's greatest number that the column is divided by."""
SHARE = 0.01
"""Of a new batch in the averages of ranges, once they are over so many batches."""
_TINY = torch.finfo(torch.float32).tiny


class Range(nn.Module):
    """Makes whole numbers from 0 to 255 of what a product reads, and the weights that read these.

    Attributes:
        factors: of the columns, which make their greatest numbers more alike.
        low: the least number of a batch, once multiplied, on average; at most 0.
        high: the greatest one, at least 0.
        batches: how many are in the averages.
        observes: whether the averages go on.
        greatest: while columns are measured, their greatest numbers without sign.
    """

    factors: Tensor
    low: Tensor
    high: Tensor
    batches: Tensor

    def __init__(self, width: int) -> None:
        super().__init__()
        self.register_buffer("factors", torch.ones(width))
        self.register_buffer("low", torch.zeros(()))
        self.register_buffer("high", torch.zeros(()))
        self.register_buffer("batches", torch.zeros((), dtype=torch.long))
        self.observes = False
        self.greatest: Tensor | None = None

    def forward(self, states: Tensor) -> Tensor:
        """Return multiplied and rounded states of the same shape, less what stands for 0."""
        if self.greatest is not None:
            self.greatest = torch.maximum(self.greatest, states.detach().flatten(0, -2).abs().amax(dim=0))
            return states
        if self.observes:
            self._observe(states.detach() * self.factors)
        columns, zero = self.steps()
        # A scale of 1, as in the exported file: with others, torch and ONNX Runtime round some halves differently.
        return torch.fake_quantize_per_tensor_affine(states * columns, torch.ones(()), zero, 0, MOST)

    def rounded_weight(self, weight: Tensor) -> Tensor:
        """Return what weights (outputs, inputs) become for a product that reads this: multiples of a number a row."""
        if self.greatest is not None:
            return weight
        weight = weight / self.steps()[0]
        scales = row_scales(weight, WEIGHT_MOST)
        zeros = torch.zeros(len(scales), dtype=torch.int32)
        return torch.fake_quantize_per_channel_affine(weight, scales, zeros, 0, -WEIGHT_MOST, WEIGHT_MOST)

    def weight_codes(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        """Return the same as whole numbers (outputs, inputs), and by what each row is multiplied."""
        scales = row_scales(weight / self.steps()[0], WEIGHT_MOST)
        return (self.rounded_weight(weight).detach() / scales.unsqueeze(1)).round().to(torch.int8), scales

    def steps(self) -> tuple[Tensor, Tensor]:
        """Return what the columns are multiplied by before they are rounded, and which whole number stands for 0."""
        step = ((self.high - self.low) / MOST).clamp(min=_TINY)
        return self.factors / step, (-self.low / step).round().clamp(0, MOST).to(torch.int32)

    def even(self) -> None:
        """Set the factors by what was measured."""
        assert self.greatest is not None
        powers = self.greatest.clamp(min=self.greatest.mean() / 100) ** EVENING
        self.factors.copy_(powers.mean() / powers)
        self.greatest = None

    def _observe(self, states: Tensor) -> None:
        least, greatest = torch.aminmax(states)
        self.batches += 1
        share = max(SHARE, 1 / int(self.batches))
        self.low.lerp_(least.clamp(max=0), share)
        self.high.lerp_(greatest.clamp(min=0), share)


def ranges(network: nn.Module) -> list[Range]:
    """Return the ranges of a network; it computes as in eight bits if there are any."""
    return [part for part in network.modules() if isinstance(part, Range)]


def observe(network: nn.Module, observes: bool) -> None:
    """Let the ranges of a network follow what is read, or not."""
    for part in ranges(network):
        part.observes = observes


@torch.no_grad()
def calibrate(network: nn.Module, run: Callable[[], object]) -> None:
    """Set factors, then ranges of a network by sentences, over which ``run`` runs it: first unrounded, then rounded."""
    for part in ranges(network):
        part.greatest = torch.zeros_like(part.factors)
    run()
    for part in ranges(network):
        part.even()
    observe(network, True)
    run()
    observe(network, False)


def row_scales(table: Tensor, most: int) -> Tensor:
    """Return by what each row is divided for its numbers to be from ``-most`` to ``most``."""
    return (table.detach().abs().amax(dim=1) / most).clamp(min=_TINY)


def row_codes(table: Tensor) -> tuple[Tensor, Tensor]:
    """Return the rows of a table in eight bits, -127 to 127, and their scales.

    A table that was made of such codes and scales has the same codes again.
    """
    scales = row_scales(table, ROW_MOST)
    return (table.detach() / scales.unsqueeze(1)).round().to(torch.int8), scales
