"""The weights of predicate and roles in HMEANT and MEANT."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from meantree.analysis.frames import PREDICATE, Role
from meantree.errors import InputError, UsageError
from meantree.escaping import did_you_mean, shortened
from meantree.metrics.trained_model import json_object

UNIFORM, UNSUPERVISED, SUPERVISED = "uniform", "unsupervised", "supervised"
LARGEST = 1_000_000
ABOUT = "about"
"""Key of a description in a file of weights."""
Method = Literal["i", "ii"]


def unsupervised_weights(counts: Mapping[str, int], method: Method) -> dict[str, float]:
    """Return the relative frequencies of roles in the references of a test set as weights (Lo & Wu 2012).

    w_j = c_j / Σ c. The predicate's weight is c_pred / (c_pred + Σ c) by method (i), a quarter of the agent's by method
    (ii). Without any role all weights are 0.
    """
    total = sum(counts.get(role, 0) for role in Role)
    weights = {role.value: counts.get(role, 0) / total if total else 0.0 for role in Role}
    predicates = counts.get(PREDICATE, 0)
    as_role = predicates / (predicates + total) if predicates else 0.0
    return {PREDICATE: as_role if method == "i" else 0.25 * weights[Role.AGENT], **weights}


@lru_cache(maxsize=16)
def role_weights(choice: str) -> Mapping[str, float]:
    """Return the weights of ``predicate`` and of each role.

    Args:
        choice: ``uniform``, ``unsupervised`` (empty here, as weights depend on the corpus), or the path of a JSON file
            with an object of names and numbers; missing roles have weight 0. It may have an ``about`` entry.

    Raises:
        UsageError: if there is no such file.
        InputError: if the file cannot be read or holds no weights.
    """
    if choice == UNIFORM:
        return dict.fromkeys((PREDICATE, *Role), 1.0)
    if choice == UNSUPERVISED:
        return {}
    if choice == SUPERVISED:
        raise UsageError(
            "weights=supervised: these weights must first be trained on ratings; "
            "'meantree train weights PROJECT' writes a file for weights=FILE"
        )
    path = Path(choice)
    if not os.path.exists(path):  # unlike Path.exists, it accepts names that are too long
        raise UsageError(
            f"weights={shortened(choice)}: expected uniform, unsupervised or a file of weights; there is no such file"
        )
    known = (PREDICATE, *Role)
    read = json_object(path, "an object of roles and their weights")
    read.pop(ABOUT, None)
    for name, value in read.items():
        if name not in known:
            raise InputError(path, f"a weight for {did_you_mean(name, known)}, expected one of {', '.join(known)}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= LARGEST:
            raise InputError(
                path, f"the weight {shortened(repr(value))} of {name}, expected a number from 0 to {LARGEST:,}"
            )
    return {name: float(read.get(name, 0.0)) for name in known}
