"""The regression metrics of Padó et al. (2009), and where their features stand among those of the widest one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, escaped
from meantree.evaluation.regression_training import untrained
from meantree.experiments.corpus_digest import texts_digest
from meantree.metrics.regression.metrics import Regression

MODELS: Final = ("bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r")
WIDEST: Final = "mt+rte-r"
"""Has the features of all others."""
FEATURES: Final = "features"
"""In place of a spec, what names the columns of statistics that are features."""
LANGUAGES: Final = "expected 2 at least, one for each source language, to train on the others and test on each"


def require_languages(corpora: Sequence[Corpus]) -> None:
    """See to it that a round robin trains and tests on different texts.

    Raises:
        UsageError: if there is one corpus alone, or two are the same.
    """
    if len(corpora) < 2:
        raise UsageError(f"round robin over languages: {counted(len(corpora), 'corpus', 'corpora')}, {LANGUAGES}")
    digests = [(one.name, texts_digest(one)) for one in corpora]
    for (one, first), (other, second) in combinations(digests, 2):
        if first == second:
            told = f"{escaped(one)} and {escaped(other)} hold the same segments"
            raise UsageError(f"round robin over languages: {told}, so models would be tested on what they learned from")


def columns_of(metric: Regression) -> NDArray[np.intp]:
    """0-based places of a metric's features among those of :data:`WIDEST`."""
    places = {key: place for place, key in enumerate(untrained(WIDEST).known())}
    return np.array([places[one.name, one.space] for one in metric.model.weights], dtype=np.intp)


def trained_name(name: str, singles: Sequence[str]) -> str:
    """What a trained model is called beside metrics alone: one of these may be the same with the weights that ship."""
    return f"{name} (trained here)" if name in singles else name


def pairs_of(singles: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Which two metrics are tested against each other: what entailment adds, to any metric alone, too."""
    trained = (("mt+rte-r", "mt-r"), ("rte-r", "mt-r"), ("mt+rte-r", "rte-r"))
    models = {name: trained_name(name, singles) for name in MODELS}
    beside = ((models[name], single) for single in singles for name in ("mt+rte-r", "rte-r"))
    return (*((models[one], models[other]) for one, other in trained), *beside)
