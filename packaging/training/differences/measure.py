"""Measure the network of differences on other people's errors: ``measure.py DATA WHEELS WEIGHTS [--fold N]``.

A line for each threshold: phrases shown, and what they touch, in the tuning fifth (1), or in the held-out one (0).
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean

import numpy as np
import torch
from network import Batch, DifferenceNetwork, read_pair
from pairs import MEANING, TUNING, Mark, Pair, demetr_pairs, judged_pairs, words_at

from meantree.analysis.encoder.words import PieceReader

sys.path.insert(0, str(Path(__file__).parent.parent / "encoder"))
from pretrained import SOURCES, read_pretrained

THRESHOLDS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
TOGETHER, MOST_PIECES = 24, 512
ERRORS = frozenset({"minor", "major", "critical"})
Probabilities = tuple[np.ndarray, np.ndarray]
"""Of the words of a translation, and of its reference."""


def probabilities(network: DifferenceNetwork, pairs: Sequence[Pair], pieces: PieceReader) -> dict[int, Probabilities]:
    """Return the probabilities of each pair that is short enough, by its place."""
    reads = {place: read_pair(pair, pieces) for place, pair in enumerate(pairs)}
    order = sorted(
        (place for place in reads if len(reads[place].codes) <= MOST_PIECES), key=lambda place: len(reads[place].codes)
    )
    found: dict[int, Probabilities] = {}
    for start in range(0, len(order), TOGETHER):
        part = order[start : start + TOGETHER]
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            odds = network(Batch([reads[place] for place in part], ["judged"] * len(part))).float().sigmoid().numpy()
        for place, row in zip(part, odds, strict=True):
            own, both = len(pairs[place].labels), len(reads[place].first)
            found[place] = row[:own], row[own:both]
    return found


def phrases(flags: np.ndarray) -> Iterator[tuple[int, int]]:
    """Yield runs of words: the first, and the one after the last."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]]).astype(int))).reshape(-1, 2)
    yield from ((int(start), int(end)) for start, end in edges)


def judged_figures(pairs: Sequence[Pair], found: Mapping[int, Probabilities], threshold: float) -> str:
    """Return what phrases of judged translations touch, what share of errors they touch, and F1 over characters."""
    shown = touching = touching_any = 0
    errors: list[tuple[bool, bool]] = []
    counts = np.zeros(3)
    for place, (own, _) in found.items():
        pair = pairs[place]
        words = words_at(pair.text)
        spans = [(words[a][1], words[b - 1][1] + len(words[b - 1][0])) for a, b in phrases(own >= threshold)]
        marks = [mark for mark in pair.marks if mark.severity in ERRORS]
        grave = [mark for mark in marks if mark.category.startswith(MEANING)]
        shown += len(spans)
        touching += sum(any(_touches(span, mark) for mark in grave) for span in spans)
        touching_any += sum(any(_touches(span, mark) for mark in marks) for span in spans)
        errors += [(mark.severity != "minor", any(_touches(span, mark) for span in spans)) for mark in grave]
        chosen, marked = np.zeros(len(pair.text), bool), np.zeros(len(pair.text), bool)
        for start, end in spans:
            chosen[start:end] = True
        for mark in grave:
            marked[mark.start : mark.end] = True
        counts += (chosen & marked).sum(), chosen.sum(), marked.sum()
    f1 = 2 * counts[0] / (counts[1] + counts[2])
    return (
        f"shown {shown / len(found):.2f} · touch an error of meaning {touching / max(1, shown):.3f} "
        f"(any {touching_any / max(1, shown):.3f}) · such errors touched {mean(hit for _, hit in errors):.3f} "
        f"(major {mean(hit for is_major, hit in errors if is_major):.3f}) · F1 {f1:.3f}"
    )


def _touches(span: tuple[int, int], mark: Mark) -> bool:
    return span[0] < mark.end and mark.start < span[1]


def spoiled_figures(pairs: Sequence[Pair], found: Mapping[int, Probabilities], threshold: float) -> tuple[str, str]:
    """Return the share of planted errors that are touched, phrases in intact pairs, and the shares by kind."""
    kinds: dict[str, list[bool]] = defaultdict(list)
    intact: list[int] = []
    for place, (own, other) in found.items():
        pair, flags = pairs[place], (own >= threshold, other >= threshold)
        if pair.group == "intact":
            intact.append(sum(1 for side in flags for _ in phrases(side)))
        else:
            sides = zip(flags, (pair.labels, pair.reference_labels), strict=True)
            kinds[pair.kind].append(any(flag and label for side in sides for flag, label in zip(*side, strict=True)))
    macro = mean(mean(hits) for hits in kinds.values())
    by_kind = " ".join(f"{kind} {mean(hits):.2f}" for kind, hits in sorted(kinds.items()))
    return f"DEMETR {macro:.3f}, intact {mean(intact):.2f}", by_kind


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "wheels", "weights"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--fold", type=int, default=TUNING)
    given = parser.parse_args()
    pieces = PieceReader(read_pretrained(SOURCES["minilm"], given.wheels).pieces)
    network = DifferenceNetwork()
    network.load_state_dict(torch.load(given.weights, weights_only=True))
    network.eval()
    judged, spoiled = (
        [p for p in pairs if p.fold == given.fold] for pairs in (judged_pairs(given.data), demetr_pairs(given.data))
    )
    found, others = (probabilities(network, pairs, pieces) for pairs in (judged, spoiled))
    for threshold in THRESHOLDS:
        figures, by_kind = spoiled_figures(spoiled, others, threshold)
        print(f"{threshold:.2f}: {judged_figures(judged, found, threshold)} · {figures}\n      {by_kind}", flush=True)


if __name__ == "__main__":
    main()
