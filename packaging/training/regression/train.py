"""Train the weights that ship, on the train splits alone, and say in each file what they reach on the dev splits.

``train.py DATA CACHE OUTPUT`` writes a file for each regression metric.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from measured import LANGUAGES, RATING, all_of, arguments
from robin import MODELS, predicted, rho, robin

from meantree import __version__
from meantree.evaluation.regression_training import fit, untrained


def main() -> None:
    """Every model, one after the other."""
    options = arguments("output")
    train, dev = all_of(options, "train"), all_of(options, "dev")
    options.output.mkdir(parents=True, exist_ok=True)
    for name in MODELS:
        metric = untrained(name)
        fitted = fit([train[language].of(metric) for language in LANGUAGES], metric)
        reached = {one: rho(predicted(fitted, dev[one].of(metric)), dev[one].ratings) for one in LANGUAGES}
        others = {one: rho(found, dev[one].ratings) for one, found in robin(name, train, dev).items()}
        about = {
            "data": "MLQE-PE (sheffieldnlp/mlqe-pe), train, translations into English beside their post-edits",
            "licence of the data": "CC0 1.0",
            "licence": "CC0 1.0",
            "ratings": f"{RATING}: mean of the raters' standardised direct assessments",
            "translations": {language: len(train[language].ratings) for language in LANGUAGES},
            "alpha": fitted.alpha,
            "Spearman's rho on dev": {one: round(value, 3) for one, value in reached.items()},
            "trained on the other three": {one: round(value, 3) for one, value in others.items()},
            "date": datetime.now(UTC).date().isoformat(),
            "version": __version__,
        }
        (options.output / f"{name}.json").write_text(replace(fitted.model, about=about).as_json(), encoding="utf-8")
        print(name, fitted.alpha, about["Spearman's rho on dev"], about["trained on the other three"], flush=True)


if __name__ == "__main__":
    main()
