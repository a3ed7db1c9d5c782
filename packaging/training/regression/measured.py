"""What the features measure in rated translations, found once and kept beside what made it.

``measured.py DATA CACHE`` fills the cache: ``DATA/mlqe-pe/{et,ne,ro,si}-en``, train and dev.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

import meantree
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import InputFile, read_corpus
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.run import score_corpus
from meantree.training.regression_training import RatedFeatures, untrained
from meantree.work import Work
from meantree_resources import resource

LANGUAGES = ("et", "ne", "ro", "si")
RATING = "da"
WIDEST = "mt+rte-r"
"""The metric that has the features of all others."""
BASELINES = ("chrf", "ter", "bleu")
MAKERS = ("alignment", "phenomena", "metrics", "lexicon", "analysis")
RESOURCES = ("alignment", "lexicon", "models")
"""The packages and resources that decide what the features measure."""


class Measured:
    """One split of one language: columns by name and space, baselines, ratings."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as stored:
            self._columns = {tuple(key.split("|")): place for place, key in enumerate(stored["keys"].tolist())}
            self._features = stored["features"]
            self.ratings = stored["ratings"]
            self.baselines = dict(zip(BASELINES, stored["baselines"].T, strict=True))

    def of(self, chosen: Regression) -> RatedFeatures:
        """What one metric needs of it."""
        places = [self._columns[key] for key in chosen.known()]
        return RatedFeatures(self._features[:, places].astype(np.float64), self.ratings)


def measured(data: Path, kept: Path, language: str, split: str, *, count: int, jobs: int) -> Measured:
    """From the cache, if the same code made it of the same translations."""
    corpus = chosen_of(read_corpus([InputFile(data / "mlqe-pe" / f"{language}-en" / f"{split}.mt")]), count)
    path = kept / f"{language}-{split}-{len(corpus.segments)}-{fingerprint()}.npz"
    if not path.exists():
        start = time.perf_counter()
        kept.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".part.npz")
        np.savez(beside, **arrays(corpus, jobs))
        beside.rename(path)
        print(f"{path.name}: {time.perf_counter() - start:.0f} s", flush=True)
    return Measured(path)


def chosen_of(corpus: Corpus, count: int) -> Corpus:
    """At most so many rated segments, evenly spread."""
    rated = [segment for segment in corpus.segments if any(one.kind == RATING for one in segment.ratings)]
    places = np.unique(np.linspace(0, len(rated) - 1, min(count, len(rated))).round().astype(int))
    return replace(corpus, segments=tuple(rated[place] for place in places))


def arrays(corpus: Corpus, jobs: int) -> dict[str, np.ndarray]:
    """Features of all metrics in both spaces, scores of the baselines, mean ratings."""
    widest = untrained(WIDEST)
    metrics = {WIDEST: widest, **{name: metric(name) for name in BASELINES}}
    table = score_corpus(corpus, metrics, AnalysisStore(), work=Work(jobs=jobs), keep=False)
    (system,) = corpus.systems
    features = table.columns[system, WIDEST]
    for problem in table.problems:
        print(f"left out: {problem}", flush=True)
    values = [[one.value for one in segment.ratings if one.kind == RATING] for segment in corpus.segments]
    return {
        "keys": np.array(["|".join(key) for key in widest.known()]),
        "features": features.statistics[features.scored, 1:].astype(np.float32),
        "baselines": np.stack([table.columns[system, name].scores[features.scored] for name in BASELINES], axis=1),
        "ratings": np.array([np.mean(found) for found in values])[features.scored],
    }


@cache
def fingerprint() -> str:
    """Changes with the code and the resources that the features come from, as they were when this began."""
    code, found = Path(meantree.__file__).parent, hashlib.sha256()
    made = [path for name in MAKERS for path in (code / name).rglob("*.py")]
    shipped = [path for name in RESOURCES for path in resource(name).rglob("*") if path.is_file()]
    for path in sorted([*made, *shipped]):
        found.update(path.read_bytes())
    return found.hexdigest()[:8]


def arguments(*names: str, told: Sequence[str] | None = None) -> argparse.Namespace:
    """DATA, CACHE and others, with how much of it and how many processes."""
    parser = argparse.ArgumentParser()
    for name in ("data", "cache", *names):
        parser.add_argument(name, type=Path)
    parser.add_argument("--count", type=int, default=7_000, help="segments of each language to train on")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args(told)


def all_of(options: argparse.Namespace, split: str) -> dict[str, Measured]:
    """A split of every language."""
    return {
        language: measured(options.data, options.cache, language, split, count=options.count, jobs=options.jobs)
        for language in LANGUAGES
    }


fingerprint()

if __name__ == "__main__":
    chosen = arguments()
    for part in ("dev", "train"):
        all_of(chosen, part)
