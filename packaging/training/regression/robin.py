"""Round robin over the languages: train on three, predict the fourth (Padó et al. 2009, section 5).

``robin.py DATA CACHE`` prints Spearman's rho on the dev split of each language, and how sure the differences are.
"""

from __future__ import annotations

import numpy as np
from measured import BASELINES, LANGUAGES, Measured, all_of, arguments
from scipy.stats import rankdata

from meantree.evaluation.regression_training import Fit, Rated, fit, untrained

MODELS = ("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r")
COMPARED = (("mt+rte-r", "mt-r"), ("rte-r", "mt-r"), ("mt+rte-r", "rte-r"), ("mt+rte-r", "chrf"), ("rte-r", "chrf"))
RESAMPLES = 2_000
SEED = 1


def predicted(fitted: Fit, data: Rated) -> np.ndarray:
    """What a model says of some translations."""
    model = fitted.model
    weights, means = (np.array([getattr(one, name) for one in model.weights]) for name in ("weight", "mean"))
    return model.intercept + (data.features - means) @ weights


def rho(one: np.ndarray, other: np.ndarray) -> float:
    """Spearman's rank correlation."""
    return float(np.corrcoef(rankdata(one), rankdata(other))[0, 1])


def robin(name: str, train: dict[str, Measured], dev: dict[str, Measured]) -> dict[str, np.ndarray]:
    """The predictions for each language of a model that was trained on all others."""
    metric = untrained(name)
    return {
        language: predicted(
            fit([found.of(metric) for other, found in train.items() if other != language], metric),
            dev[language].of(metric),
        )
        for language in LANGUAGES
    }


def difference(one: dict[str, np.ndarray], other: dict[str, np.ndarray], dev: dict[str, Measured]) -> str:
    """The mean difference of rho over the languages, with 95 % of a paired bootstrap over segments, and one-sided p."""
    chance = np.random.default_rng(SEED)
    found = np.empty((RESAMPLES, len(LANGUAGES)))
    for column, language in enumerate(LANGUAGES):
        ratings = dev[language].ratings
        for row in range(RESAMPLES):
            some = chance.integers(0, len(ratings), len(ratings))
            found[row, column] = rho(one[language][some], ratings[some]) - rho(other[language][some], ratings[some])
    means = found.mean(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    single = " ".join(f"{column.mean():+.3f} (p {chance_of(column):.4f})" for column in found.T)
    return f"{means.mean():+.4f} [{low:+.4f}, {high:+.4f}], p {chance_of(means):.4f}; each: {single}"


def chance_of(differences: np.ndarray) -> float:
    """One-sided p, never 0: the share of resamples without a gain."""
    return float((1 + (differences <= 0).sum()) / (1 + len(differences)))


def main() -> None:
    """Print the table, then the differences."""
    options = arguments()
    train, dev = all_of(options, "train"), all_of(options, "dev")
    scores = {
        name: {language: dev[language].baselines[name] * (-1 if name == "ter" else 1) for language in LANGUAGES}
        for name in BASELINES
    }
    scores |= {name: robin(name, train, dev) for name in MODELS}
    print(f"| trained on the others | {' | '.join(LANGUAGES)} | mean |\n|---|{'---|' * 5}")
    for name, found in scores.items():
        values = [rho(found[language], dev[language].ratings) for language in LANGUAGES]
        print(f"| {name} | {' | '.join(f'{value:.3f}' for value in values)} | {np.mean(values):.3f} |", flush=True)
    for one, other in COMPARED:
        print(f"{one} − {other}: {difference(scores[one], scores[other], dev)}", flush=True)


if __name__ == "__main__":
    main()
