"""Train the probabilities of findings: ``train.py DATA WEIGHTS``.

For each kind a logistic model over the cues of its candidates, by Newton's method, with weights drawn towards those of
a model for all kinds together. Candidates of texts without an error are wrong; candidates about a planted error are
right if they name it. Training uses WMT 2021 zh-en alone (translations without errors); see ``measure.py`` for figures.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from texts import faultless

from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import PlantedCorpus, planted_corpus
from meantree.findings.compared import Candidate
from meantree.findings.kinds import KINDS
from meantree.findings.search import candidates

Floats = NDArray[np.float64]
Example = tuple[Candidate, bool, float]
"""A candidate, whether it is right, and what it counts."""
SEED, MOST = 7, 200
"""Errors of each kind that are planted."""
INTACT, BESIDE_ORIGINAL, RIGHT_THERE, BESIDE_OTHER = 2.0, 0.5, 0.4, 0.5
"""What a wrong candidate counts beside an intact text, beside the original, and a right one there; a wrong one beside
another reference. Right ones beside another reference count 1. Chosen on one half of the texts for the other, so that
findings on intact texts are few (.23 a text) and most planted errors are found."""
POOLED, OWN, FREE = 1.0, 0.2, 0.3
"""How strongly weights are drawn: of all kinds to 0, of a kind to those of all kinds, intercepts."""


def examples(corpus: PlantedCorpus) -> Iterator[Example]:
    """Yield the candidates of intact pairs and of pairs with errors."""
    for own, other, alignment in corpus.pairs:
        if other is not None and alignment is not None and own.sentences and other.sentences:
            yield from ((each, False, INTACT) for each in candidates(own, other, alignment))
    for planted in corpus.planted:
        for pair, wrong, right in (
            (planted.beside_original, BESIDE_ORIGINAL, RIGHT_THERE),
            (planted.beside_other, BESIDE_OTHER, 1.0),
        ):
            if pair is None or not pair.hypothesis.sentences:
                continue
            for each in candidates(pair.hypothesis, pair.reference, pair.alignment):
                if pair.is_named_by(each):
                    yield each, True, right
                elif not pair.is_touched_by(each):
                    yield each, False, wrong


def fitted(inputs: Floats, right: Floats, counts: Floats, prior: Floats, strength: Floats) -> Floats:
    """Return the weights of a logistic model with a normal prior, by Newton's method."""
    weights = prior.copy()
    for _ in range(50):
        sure = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (counts * (sure - right)) + strength * (weights - prior)
        curve = (inputs * (counts * sure * (1 - sure))[:, None]).T @ inputs + np.diag(strength)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-7:
            break
    return weights


def trained(rows: list[Example]) -> dict[str, dict[str, float]]:
    """Return the weights of each kind by cue."""
    by_kind: dict[str, list[Example]] = defaultdict(list)
    for example in rows:
        by_kind[example[0].kind].append(example)
    kinds = [kind for kind in KINDS if kind in by_kind]
    shared = [cue for cue in rows[0][0].cues if all(cue in row[0].cues for row in rows)]
    labels = {kind: place for place, kind in enumerate(kinds)}
    inputs = np.zeros((len(rows), len(shared) + len(kinds)))
    for place, (candidate, _, _) in enumerate(rows):
        inputs[place, : len(shared)] = [candidate.cues[cue] for cue in shared]
        inputs[place, len(shared) + labels[candidate.kind]] = 1
    right, counts = np.array([row[1] for row in rows], float), np.array([row[2] for row in rows])
    strength = np.r_[np.full(len(shared), POOLED), np.full(len(kinds), FREE)]
    pooled = fitted(inputs, right, counts, np.zeros(inputs.shape[1]), strength)
    return {kind: _of_kind(by_kind[kind], shared, pooled, pooled[len(shared) + labels[kind]]) for kind in kinds}


def _of_kind(rows: list[Example], shared: list[str], pooled: Floats, intercept: float) -> dict[str, float]:
    special = sorted({cue for row in rows for cue in row[0].cues} - set(shared))
    names = [*shared, *special]
    inputs = np.array([[1.0, *(row[0].cues.get(cue, 0.0) for cue in names)] for row in rows])
    right, counts = np.array([row[1] for row in rows], float), np.array([row[2] for row in rows])
    prior = np.r_[intercept, pooled[: len(shared)], np.zeros(len(special))]
    weights = fitted(inputs, right, counts, prior, np.r_[FREE, np.full(len(names), OWN)])
    return {"intercept": round(float(weights[0]), 4)} | {
        name: round(float(weight), 4) for name, weight in zip(names, weights[1:], strict=True)
    }


def main() -> None:
    """Train on the data of the first argument and write the file of the second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("weights", type=Path)
    given = parser.parse_args()
    texts, references = zip(*faultless(given.data), strict=True)
    corpus = planted_corpus(texts, references, AnalysisStore(), most=MOST, seed=SEED)
    rows = list(examples(corpus))
    stored = {
        "about": "weights of the cues of findings, by kind; made by packaging/training/findings",
        "source": "WMT 2021 zh-en (newstest2021): translations without errors by expert MQM, and errors planted",
        "licence": "Apache-2.0 as Meantree; the texts (research use) do not ship",
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "texts": len(texts),
        "planted": len(corpus.planted),
        "candidates": len(rows),
        "kinds": trained(rows),
    }
    given.weights.write_text(json.dumps(stored, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{len(texts)} texts, {len(corpus.planted)} errors, {len(rows)} candidates")


if __name__ == "__main__":
    main()
