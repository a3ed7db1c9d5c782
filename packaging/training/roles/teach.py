"""What all teachers together say, for students to learn: ``teach.py WORK TEACHER…`` writes ``SPLIT.soft.npy``.

How probable each label of each candidate is, the mean of the teachers', (candidates, labels) in half precision; where
there are gold frames, half of it is the gold label (Hinton, Vinyals & Dean 2015).
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from network import Split
from train import coded, load, probabilities

SPLITS = ("noisy", "examples", "silver", "dev")
GOLD = 0.5
"""The gold label's share where there is one."""


def main() -> None:
    """Write the targets of all splits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("teachers", nargs="+", help="names of networks")
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = [load(options.work / f"{name}.pt") for name in options.teachers]
    names = found[0][1]
    for name in SPLITS:
        split = Split(options.work, name)
        mean = sum(probabilities(model, split) for model, _ in found) / len(found)
        if name != "silver":
            mean *= 1 - GOLD
            mean[np.arange(len(mean)), coded(split, names)] += GOLD
        np.save(options.work / f"{name}.soft.npy", mean.astype(np.float16))
        print(f"{name}: {len(mean)} candidates", flush=True)


if __name__ == "__main__":
    main()
