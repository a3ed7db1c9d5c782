"""The weights of predicate and roles in HMEANT and MEANT."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from meantree.analysis.frames import Frame, Role
from meantree.errors import InputError, UsageError
from meantree.escaping import did_you_mean, shortened
from meantree.metrics.weight_files import json_object

PREDICATE = "predicate"
UNIFORM, UNSUPERVISED, SUPERVISED = "uniform", "unsupervised", "supervised"
LARGEST = 1_000_000
ABOUT = "about"
"""What a file of weights may say of itself, beside the weights."""
Method = Literal["i", "ii"]


def role_counts(texts: Iterable[Iterable[Frame]]) -> dict[str, int]:
    """How often each role, and ``predicate``, occurs in the frames of some texts."""
    counts: Counter[str] = Counter()
    for frames in texts:
        for frame in frames:
            counts[PREDICATE] += 1
            counts.update(filler.role.value for filler in frame.fillers)
    return dict(counts)


def unsupervised_weights(counts: Mapping[str, int], method: Method) -> dict[str, float]:
    """Relative frequencies of roles in the references of a test set (Lo & Wu 2012).

    w_j = c_j / Σ c. The predicate weighs c_pred / (c_pred + Σ c) by method (i), a quarter of the agent by method (ii).
    Where there is no role at all, everything weighs nothing.
    """
    total = sum(counts.get(role, 0) for role in Role)
    weights = {role.value: counts.get(role, 0) / total if total else 0.0 for role in Role}
    found = counts.get(PREDICATE, 0)
    as_role = found / (found + total) if found else 0.0
    return {PREDICATE: as_role if method == "i" else 0.25 * weights[Role.AGENT], **weights}


@lru_cache(maxsize=16)
def role_weights(choice: str) -> Mapping[str, float]:
    """The weight of ``predicate`` and of each role.

    Args:
        choice: ``uniform``, ``unsupervised`` (nothing here: only a corpus tells), or the path of a JSON file with an
            object of names and numbers; roles that it does not name weigh nothing. It may tell ``about`` itself.

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
            "weights=supervised: there are none until they are trained on people's ratings; "
            "'meantree train weights PROJECT' writes a file for weights=FILE"
        )
    path = Path(choice)
    if not os.path.exists(path):  # a name too long for one is none either
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
