"""An exported trunk in place of the network's own, so that what ships can be measured with the same heads."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from torch import Tensor, nn
from torch.nn import functional
from trunk import Pieces

Feed = dict[str, np.ndarray]


def feeds(pieces: Pieces, lengths: Sequence[int]) -> list[Feed]:
    """Return the inputs of each sentence of a batch alone, without its padding."""
    found = []
    for row, words in enumerate(lengths):
        size = int(pieces.mask[row].sum())
        inputs = {"codes": pieces.codes[:, :size], "shapes": pieces.shapes[:, :size]}
        places = {"first": pieces.first[:, :words], "last": pieces.last[:, :words]}
        found.append({name: value[row : row + 1].numpy() for name, value in {**inputs, **places}.items()})
    return found


class SessionTrunk(nn.Module):
    """Runs a file with ONNX Runtime in one thread, a sentence at a time."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(path, options)

    def forward(self, pieces: Pieces) -> Tensor:
        """Return what the trunk returns; what stands beside padding is 0."""
        longest = pieces.first.shape[1]
        lengths = (pieces.last > 0).sum(dim=1).tolist()
        rows = [torch.from_numpy(self._session.run(None, feed)[0][0]) for feed in feeds(pieces, lengths)]
        return torch.stack([functional.pad(row, (0, 0, 0, 1 + longest - len(row))) for row in rows])
