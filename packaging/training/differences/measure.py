"""Measure the network of differences on other people's errors: ``measure.py DATA WHEELS WEIGHTS [--fold N]``.

``WEIGHTS`` are those of training, with ``--teacher`` of the teacher's, or the file that ships.

A line for each threshold: phrases shown, and what they touch, in the tuning fifth (1), or in the held-out one (0).
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean

import numpy as np
import torch
from network import Batch, DifferenceNetwork, read_pair
from pairs import MEANING, TUNING, Mark, Pair, demetr_pairs, judged_pairs, words_at
from teacher import learned_network, pretrained_network
from trunk import HAS_BFLOAT16

from meantree.analysis.encoder.networks import Network
from meantree.analysis.encoder.words import PieceReader

THRESHOLDS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
TOGETHER, MOST_PIECES = 24, 512
ERRORS = frozenset({"minor", "major", "critical"})
LEAST = 0.05
"""The probability of words from which on phrases are calibrated."""
Point = tuple[float, bool, float]
"""The greatest probability in a phrase, whether it is right, and what it counts."""
Probabilities = tuple[np.ndarray, np.ndarray]
"""Of the words of a translation, and of its reference."""


def probabilities(
    network: DifferenceNetwork, pairs: Sequence[Pair], pieces: PieceReader, *, by_group: bool = False
) -> dict[int, Probabilities]:
    """Return the probabilities of each pair that is short enough, by its place.

    They are those of judged translations, or, with ``by_group``, of the group of the pair.
    """
    reads = {place: read_pair(pair, pieces) for place, pair in enumerate(pairs)}
    order = sorted(
        (place for place in reads if len(reads[place]["codes"]) <= MOST_PIECES),
        key=lambda place: len(reads[place]["codes"]),
    )
    found: dict[int, Probabilities] = {}
    for start in range(0, len(order), TOGETHER):
        part = order[start : start + TOGETHER]
        groups = [pairs[place].group if by_group else "judged" for place in part]
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16, enabled=HAS_BFLOAT16):
            odds = network(Batch([reads[place] for place in part], groups)).float().sigmoid().numpy()
        for place, row in zip(part, odds, strict=True):
            own, both = len(pairs[place].labels), len(reads[place]["first"])
            found[place] = row[:own], row[own:both]
    return found


def session_probabilities(path: Path, pairs: Sequence[Pair], pieces: PieceReader) -> dict[int, Probabilities]:
    """Return the probabilities of each pair that is short enough, by its place, from a file that ships."""
    network, found = Network(path, {"odds": 1}), dict[int, Probabilities]()
    for place, pair in enumerate(pairs):
        read = {
            name: values[None].astype(np.float32 if name == "flags" else np.int64)
            for name, values in read_pair(pair, pieces).items()
        }
        if read["codes"].shape[1] <= MOST_PIECES:
            values = 1 / (1 + np.exp(-network(read)[0][0, :, 0].astype(np.float64)))
            found[place] = values[: len(pair.labels)], values[len(pair.labels) :]
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


def calibration(
    judged: Sequence[Pair],
    found: Mapping[int, Probabilities],
    spoiled: Sequence[Pair],
    others: Mapping[int, Probabilities],
) -> str:
    """Return the scales and shifts of log-odds that make the greatest one of a phrase say how often it is right.

    A phrase of a translation is right if it touches any mark of an expert, one of a reference if it touches a word
    whose counterpart was taken out of a translation, where half of the translations are intact.
    """
    errors: list[Point] = []
    for place, (own, _) in found.items():
        words = words_at(judged[place].text)
        marks = [mark for mark in judged[place].marks if mark.severity in ERRORS]
        for start, end in phrases(own >= LEAST):
            span = words[start][1], words[end - 1][1] + len(words[end - 1][0])
            errors.append((own[start:end].max(), any(_touches(span, mark) for mark in marks), 1.0))
    missing: list[Point] = []
    kinds = Counter(pair.group for pair in spoiled)
    for place, (_, other) in others.items():
        pair = spoiled[place]
        if None not in pair.reference_labels:
            for start, end in phrases(other >= LEAST):
                is_hit = any(pair.reference_labels[start:end])
                missing.append((other[start:end].max(), is_hit, 1000.0 / kinds[pair.group]))
    (scale, shift), (other_scale, other_shift) = map(_logistic, (errors, missing))
    return f"--scales {scale:.3f} {other_scale:.3f} --shifts {shift:.3f} {other_shift:.3f}"


def _logistic(points: Sequence[Point]) -> tuple[float, float]:
    """Return scale and shift of log-odds in a logistic regression, by Newton's method."""
    probabilities, hits, counts = np.array(points, np.float64).T
    probabilities = probabilities.clip(1e-6, 1 - 1e-6)
    rows = np.stack([np.log(probabilities / (1 - probabilities)), np.ones(len(points))], axis=1)
    weights = np.zeros(2)
    for _ in range(30):
        said = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (hits - said))
        weights += np.linalg.solve((rows * (counts * said * (1 - said))[:, None]).T @ rows, slope)
    return float(weights[0]), float(weights[1])


def main() -> None:
    """Print the table, and the calibration of weights that are not calibrated."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "wheels", "weights"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--fold", type=int, default=TUNING)
    parser.add_argument("--teacher", action="store_true", help="the weights are the teacher's")
    given = parser.parse_args()
    judged, spoiled = (
        [p for p in pairs if p.fold == given.fold] for pairs in (judged_pairs(given.data), demetr_pairs(given.data))
    )
    if given.weights.suffix == ".onnx":
        _, pieces = pretrained_network(given.wheels, is_teacher=False)
        found, others = (session_probabilities(given.weights, pairs, pieces) for pairs in (judged, spoiled))
    else:
        network, pieces = learned_network(given.wheels, given.weights, given.teacher)
        found, others = (probabilities(network, pairs, pieces) for pairs in (judged, spoiled))
    for threshold in THRESHOLDS:
        figures, by_kind = spoiled_figures(spoiled, others, threshold)
        print(f"{threshold:.2f}: {judged_figures(judged, found, threshold)} · {figures}\n      {by_kind}", flush=True)
    if given.weights.suffix != ".onnx":
        print(calibration(judged, found, spoiled, others))


if __name__ == "__main__":
    main()
