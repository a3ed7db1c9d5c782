"""Learn the weights of the aligner: ``train.py FOLDER OUTPUT``.

Regularised pseudo-likelihood: each word's choice given those of all others, which are the model's own of all rounds
before, so that edges are trusted as far as they deserve; the first round is without edges. All pairs of a set weigh the
same, and so do the sets, but the one for training, in which people's sure and possible links are not told apart.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
from gold import SETS, TRAINING, f1, odd, read
from rows import EDGES, SHARED, Example, Rows, edges_of, example, rows_of, unpacked
from scipy.optimize import minimize

from meantree.alignment.alignment_model import Weights, local_scores
from meantree.alignment.alignment_search import best_alignment, confirm
from meantree.alignment.cell_features import FEATURES, KINDS, NO_PARTNER
from meantree.alignment.energy import Energy
from meantree.alignment.relations.all_relations import NAMES, VECTORS

SHARES = {TRAINING: 0.5, "msr-rte2-dev": 1.0, "mtref-dev": 1.0, "wiki-dev": 1.0}
TRAINING_PAIRS = 250
PENALTY = 3e-4
ROUNDS = 3
SHIFTS = (0.0, 0.15, 0.3)
LIKE_VECTORS = "ppdb"
"""The pipeline that ships has no vectors to learn from; their weight is that of this relation."""
SOME = 4
"""One pair of so many is enough to begin with."""


def learned(rows: Rows, edges: list[np.ndarray], start: np.ndarray | None) -> np.ndarray:
    """The weights with the highest likelihood: mean over the given states of the edges."""
    order = [np.flatnonzero(rows.kinds == kind) for kind in range(len(KINDS) + 1)]
    widths = [len(FEATURES)] * len(KINDS) + [len(NO_PARTNER)]
    bounds = np.cumsum([0, *widths])
    size = bounds[-1] + SHARED
    shared = [np.concatenate([rows.known, table], axis=1) for table in edges]
    parts = [
        [
            np.concatenate([rows.own[order[kind], : widths[kind]], table[order[kind]]], axis=1)
            for kind in range(len(order))
        ]
        for table in shared
    ]
    word = np.repeat(np.arange(len(rows.starts)), np.diff([*rows.starts, len(rows.kinds)]))
    closed = np.where(rows.open, 0.0, -np.inf)
    wrong = np.where(rows.right, 0.0, -np.inf)
    counted = rows.weight > 0

    def log_sums(scores: np.ndarray) -> np.ndarray:
        top = np.maximum.reduceat(scores, rows.starts)
        top = np.where(np.isfinite(top), top, 0.0)
        with np.errstate(divide="ignore"):
            return top + np.log(np.add.reduceat(np.exp(scores - top[word]), rows.starts))

    def loss(vector: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = PENALTY * float(vector @ vector), 2 * PENALTY * vector
        common = vector[bounds[-1] :]
        for blocks in parts:
            scores = np.empty(len(rows.kinds))
            for kind, block in enumerate(blocks):
                own = vector[bounds[kind] : bounds[kind + 1]]
                scores[order[kind]] = block @ np.concatenate([own, common]).astype(np.float32)
            everything, truth = log_sums(scores + closed), log_sums(scores + wrong)
            lost = np.where(counted, everything - truth, 0.0)
            value += float(rows.weight @ lost) / len(parts)
            share = np.where(counted, rows.weight, 0.0)[word] / len(parts)
            with np.errstate(invalid="ignore"):
                right = np.where(rows.right, np.exp(scores - truth[word]), 0.0)
            pull = (share * (np.exp(scores + closed - everything[word]) - np.where(share > 0, right, 0.0))).astype(
                np.float32
            )
            for kind, block in enumerate(blocks):
                sums = pull[order[kind]] @ block
                slope[bounds[kind] : bounds[kind + 1]] += sums[: widths[kind]]
                slope[bounds[-1] :] += sums[widths[kind] :]
        return value, slope

    found = minimize(
        loss,
        np.zeros(size) if start is None else start,
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 100 if start is None else 40},
    )
    print(f"loss {found.fun:.4f} after {found.nit} steps", flush=True)
    return np.asarray(found.x)


def decoded(one: Example, weights: Weights) -> tuple[list[int], list[int]]:
    """The model's own choices."""
    scores, (alone, other) = local_scores(one.cells, weights)
    local = np.concatenate([scores, alone[:, None]], axis=1), np.concatenate([scores.T, other[:, None]], axis=1)
    return best_alignment(Energy.of(*one.texts, local, weights))


def links(one: Example, state: tuple[list[int], list[int]]) -> frozenset[tuple[int, int]]:
    """What both directions have in the end."""
    hyp, ref = map(len, one.texts)
    state = confirm(state, one.cells.kind)
    forward = {(place, other) for place, other in enumerate(state[0]) if other < ref}
    return frozenset(forward | {(other, place) for place, other in enumerate(state[1]) if other < hyp})


def report(examples: list[Example], states: list[tuple[list[int], list[int]]]) -> dict[str, float]:
    """Macro F1 of each set."""
    scores: dict[str, list[float]] = {}
    for one, state in zip(examples, states, strict=True):
        scores.setdefault(one.gold.corpus, []).append(f1(links(one, state), one.gold.sure))
    return {name: round(float(np.mean(values)), 4) for name, values in scores.items()}


def main() -> None:
    """Write the weights with where they come from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--words-alone", action="store_true", help="for texts that the encoder did not read")
    options = parser.parse_args()
    in_context = not options.words_alone
    gold = read(options.folder, TRAINING, TRAINING_PAIRS, in_context=in_context)
    for corpus in SETS:
        gold += odd(read(options.folder, corpus, in_context=in_context))
    weights = train([example(one) for one in gold])
    counts = Counter(one.corpus for one in gold)
    meta = {"date": date.today().isoformat(), "tuned on": {name: f"{count} pairs" for name, count in counts.items()}}
    options.output.write_text(json.dumps({"meta": meta, **weights.by_name()}, indent=1) + "\n", encoding="utf-8")


def train(examples: list[Example]) -> Weights:
    """First without edges, on some of the pairs; then on what the model itself makes of them."""
    counts = Counter(one.gold.corpus for one in examples)
    shares = [SHARES[one.gold.corpus] / counts[one.gold.corpus] for one in examples]
    rows = rows_of(examples[::SOME], [share * SOME for share in shares[::SOME]])
    vector = learned(rows, [np.zeros((len(rows.kinds), EDGES), np.float32)], None)
    rows = rows_of(examples, shares, unpacked(vector))
    seen: list[np.ndarray] = []
    for _ in range(ROUNDS):
        states = [decoded(one, unpacked(vector)) for one in examples]
        print(report(examples, states), flush=True)
        seen.append(edges_of(rows, examples, states))
        vector = learned(rows, seen, vector)
    return best_shift(examples, unpacked(vector))


def best_shift(examples: list[Example], weights: Weights) -> Weights:
    """Likelihood is not F1: words without partners gain what makes the mean F1 of the sets highest."""
    examples = [one for one in examples if one.gold.corpus != TRAINING]
    shifted, scores = [], []
    for shift in SHIFTS:
        alone, relations = weights.no_partner.copy(), weights.relations.copy()
        alone[NO_PARTNER.index("bias")] += shift
        relations[NAMES.index(VECTORS)] = relations[NAMES.index(LIKE_VECTORS)]
        shifted.append(replace(weights, no_partner=alone, relations=relations))
        found = report(examples, [decoded(one, shifted[-1]) for one in examples])
        scores.append(sum(found.values()))
        print(shift, found, flush=True)
    return shifted[int(np.argmax(scores))]


if __name__ == "__main__":
    main()
