"""How much predicate and roles weigh in HMEANT and MEANT."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from meantree.analysis.frames import Role
from meantree.errors import InputError, UsageError

PREDICATE = "predicate"
UNIFORM = "uniform"


@lru_cache(maxsize=16)
def role_weights(choice: str) -> Mapping[str, float]:
    """The weight of ``predicate`` and of each role.

    Args:
        choice: ``uniform``, or the path of a JSON file with an object of names and numbers; roles that it does not
            name weigh nothing.

    Raises:
        UsageError: if there is no such file.
        InputError: if the file holds no weights.
    """
    if choice == UNIFORM:
        return dict.fromkeys((PREDICATE, *Role), 1.0)
    path = Path(choice)
    if not path.is_file():
        raise UsageError(f"weights={choice}: expected uniform, or a file of weights; there is no such file")
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputError(path, f"no JSON ({error}), expected an object of roles and their weights") from error
    known = (PREDICATE, *Role)
    if not isinstance(read, dict) or not read:
        raise InputError(path, "expected an object of roles and their weights")
    for name, value in read.items():
        if name not in known:
            raise InputError(path, f"a weight for {name!r}, expected one of {', '.join(known)}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value < 0:
            raise InputError(path, f"the weight {value!r} of {name}, expected a number that is not negative")
    return {name: float(read.get(name, 0.0)) for name in known}
