"""Train the choice of rolesets, and let it choose in its own training data: ``senses.py WORK OUTPUT``.

Writes ``senses.tsv`` (how often a lemma had a roleset) and ``senses.npz`` (weights in 8 bits) to OUTPUT, and for each
split ``SPLIT.senses.json`` to WORK, the rolesets chosen for its frames; those of the training data come from models
that did not see them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from analyses import read

from meantree.analysis.roles.rolesets import Roleset, read_rolesets
from meantree.analysis.roles.senses import BUCKETS, Choices, Senses

EPOCHS, RATE, DECAY, FOLDS = 4, 0.15, 2e-5, 4
STEPS = 127
WEIGHTS = {"train": 10, "examples": 1}
"""How much an occurrence in a split counts: examples show rare senses as often as frequent ones."""


@dataclass(slots=True)
class Case:
    """One gold predicate: its lemma, what it can mean, features (choices, features), and the gold place."""

    lemma: str
    choices: Choices
    features: np.ndarray
    gold: int
    name: str
    weight: int


def counted(work: Path, rolesets: dict[str, Roleset]) -> dict[str, Counter[str]]:
    """How often each lemma has each known roleset in the training data, weighted."""
    counts: dict[str, Counter[str]] = {}
    for split, weight in WEIGHTS.items():
        for sentence, syntax in read(work, split):
            for frame in sentence.frames:
                if frame.roleset in rolesets:
                    lemma = syntax.tokens[frame.predicate].lemma.lower()
                    counts.setdefault(lemma, Counter())[frame.roleset] += weight
    return counts


def cases(work: Path, split: str, senses: Senses) -> Iterator[Case]:
    """Every gold predicate of a split."""
    for sentence, syntax in read(work, split):
        for frame in sentence.frames:
            choices = senses.of(syntax, frame.predicate)
            gold = choices.names.index(frame.roleset) if frame.roleset in choices.names else -1
            features = senses.features(syntax, frame.predicate, choices) if len(choices.names) > 1 else np.zeros((0, 0))
            lemma = syntax.tokens[frame.predicate].lemma.lower()
            weight = WEIGHTS.get(split, 0)
            yield Case(lemma, choices, features.astype(np.int32), gold, frame.roleset, weight)


def fitted(data: Sequence[Case], seed: int = 1) -> np.ndarray:
    """Weights by stochastic gradients of the log-likelihood (AdaGrad)."""
    weights, squares = np.zeros(BUCKETS, np.float32), np.full(BUCKETS, 1e-2, np.float32)
    chance = np.random.default_rng(seed)
    useful = [case for case in data if len(case.choices.names) > 1 and case.gold >= 0]
    for _ in range(EPOCHS):
        for number in chance.permutation(len(useful)):
            case = useful[number]
            shares = probabilities(weights, case)
            shares[case.gold] -= 1
            if np.abs(shares).max() < 1e-3:
                continue
            places = case.features
            gradient = np.broadcast_to(shares[:, None], places.shape) + DECAY * weights[places]
            np.add.at(squares, places, gradient**2)
            np.subtract.at(weights, places, RATE * gradient / np.sqrt(squares[places]))
    return weights


def probabilities(weights: np.ndarray, case: Case) -> np.ndarray:
    """Of the choices."""
    scores = case.choices.prior + weights[case.features].sum(axis=1)
    shares = np.exp(scores - scores.max())
    return shares / shares.sum()


def chosen(weights: np.ndarray, case: Case) -> str | None:
    """The most probable roleset."""
    names = case.choices.names
    if len(names) < 2:
        return names[0] if names else None
    return names[int(probabilities(weights, case).argmax())]


def with_fold_priors(data: Sequence[Case], rolesets: dict[str, Roleset], kept: Sequence[int]) -> list[Case]:
    """The cases as they look where only some of them were counted."""
    counts: dict[str, Counter[str]] = {}
    for place in kept:
        if data[place].name in rolesets:
            counts.setdefault(data[place].lemma, Counter())[data[place].name] += data[place].weight
    senses = Senses(rolesets, counts, np.zeros(0))
    result = []
    for case in data:
        prior = dict(zip((fold := senses.choices(case.lemma)).names, fold.prior.tolist(), strict=True))
        values = np.array([prior.get(name, -8.0) for name in case.choices.names], dtype=np.float32)
        result.append(replace(case, choices=replace(case.choices, prior=values)))
    return result


def rounded(weights: np.ndarray) -> tuple[np.ndarray, float]:
    """Weights in 8 bits and what they are multiplied with."""
    scale = float(np.quantile(np.abs(weights[weights != 0]), 0.9995)) / STEPS
    return np.clip(np.round(weights / scale), -STEPS, STEPS).astype(np.int8), scale


def main() -> None:
    """Count, train, choose."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    with (options.output / "rolesets.tsv").open(encoding="utf-8") as file:
        rolesets = read_rolesets(file)
    counts = counted(options.work, rolesets)
    lines = [f"{lemma}\t{name}\t{count}" for lemma in sorted(counts) for name, count in sorted(counts[lemma].items())]
    (options.output / "senses.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    senses = Senses(rolesets, counts, np.zeros(BUCKETS, np.float32))
    data = {split: list(cases(options.work, split, senses)) for split in ("dev", "test", *WEIGHTS)}
    train = data["train"] + data["examples"]
    names: list[str | None] = [None] * len(train)
    folds = np.random.default_rng(2).integers(FOLDS, size=len(train))
    for fold in range(FOLDS):
        kept = np.flatnonzero(folds != fold).tolist()
        seen = with_fold_priors(train, rolesets, kept)
        weights = fitted([seen[place] for place in kept])
        for place in np.flatnonzero(folds == fold).tolist():
            names[place] = chosen(weights, seen[place])
        share = np.mean([names[place] == train[place].name for place in np.flatnonzero(folds == fold)])
        print(f"fold {fold}: {100 * share:.2f} % right", flush=True)
    small, scale = rounded(fitted(train))
    np.savez_compressed(options.output / "senses.npz", weights=small, scale=np.float32(scale))
    weights = small.astype(np.float32) * scale
    first = len(data["train"])
    answers = {"train": names[:first], "examples": names[first:]}
    for split in ("dev", "test"):
        answers[split] = [chosen(weights, case) for case in data[split]]
    share = np.mean([name == case.name for name, case in zip(answers["dev"], data["dev"], strict=True)])
    plain = np.mean([chosen(0 * weights, case) == case.name for case in data["dev"]])
    print(f"dev: {100 * share:.2f} % right, the most frequent one {100 * plain:.2f} %", flush=True)
    answers["noisy"] = answers["train"]
    for split, found in answers.items():
        (options.work / f"{split}.senses.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
