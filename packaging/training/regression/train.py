"""Train the weights that ship, on the train splits alone, and say in each file what they reach on the dev splits.

``train.py DATA CACHE OUTPUT`` writes a file for each regression metric.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from measured import BASELINES, LANGUAGES, RATING, Measured, all_of, arguments

from meantree import __version__
from meantree.evaluation.correlations import correlation
from meantree.experiments.pado_training import MODELS, leave_one_out
from meantree.metrics.regression_metrics import Regression
from meantree.training.regression_training import Fit, fit, predict, untrained


def rho(fitted: Fit, metric: Regression, test: Measured) -> float | None:
    """Spearman's, of what a model predicts."""
    told = correlation(predict(fitted.model, test.of(metric).features), test.ratings, "spearman")
    return None if told is None else round(told, 3)


def main() -> None:
    """Every model, one after the other."""
    options = arguments("output")
    train, dev = all_of(options, "train"), all_of(options, "dev")
    options.output.mkdir(parents=True, exist_ok=True)
    for name in BASELINES:
        print(name, {one: correlation(found.baselines[name], found.ratings, "spearman") for one, found in dev.items()})
    for name in MODELS:
        metric = untrained(name)
        data = [train[language].of(metric) for language in LANGUAGES]
        fitted, rounds = fit(data, metric), leave_one_out(data, metric)
        others = {one: rho(model, metric, dev[one]) for one, model in zip(LANGUAGES, rounds, strict=True)}
        about = {
            "data": "MLQE-PE (sheffieldnlp/mlqe-pe), train, translations into English beside their post-edits",
            "licence of the data": "CC0 1.0",
            "licence": "CC0 1.0",
            "ratings": f"{RATING}: mean of the raters' standardised direct assessments",
            "translations": {language: len(train[language].ratings) for language in LANGUAGES},
            "alpha": fitted.alpha,
            "Spearman's rho on dev": {one: rho(fitted, metric, dev[one]) for one in LANGUAGES},
            "trained on the other three": others,
            "date": datetime.now(UTC).date().isoformat(),
            "version": __version__,
        }
        (options.output / f"{name}.json").write_text(replace(fitted.model, about=about).as_json(), encoding="utf-8")
        print(name, fitted.alpha, about["Spearman's rho on dev"], about["trained on the other three"], flush=True)


if __name__ == "__main__":
    main()
