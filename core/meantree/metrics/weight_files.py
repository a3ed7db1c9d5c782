"""Files of weights are objects of JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from meantree.errors import InputError
from meantree.escaping import quoted

MAX_BYTES = 1_000_000
"""Of a file of weights; more is something else."""


def json_object(path: Path, expected: str) -> dict[str, Any]:
    """The JSON object in a file; ``expected`` says what of, for messages.

    Raises:
        InputError: if it is none, an empty one, or too large for weights, or says something twice.
    """
    from meantree.corpus.formats.raw_file import load  # brings lxml, which the window's start need not wait for

    raw = load(path)
    if len(raw.data) > MAX_BYTES:
        raise InputError(path, f"{len(raw.data):,} bytes, expected a file of weights, at most {MAX_BYTES:,}")
    try:
        read = json.loads(raw.text(), object_pairs_hook=lambda pairs: _object(path, pairs))
    except RecursionError as error:
        raise InputError(path, f"nested too deep, expected {expected}") from error
    except ValueError as error:
        raise InputError(path, f"no JSON ({error}), expected {expected}") from error
    if not isinstance(read, dict) or not read:
        raise InputError(path, f"expected {expected}")
    return read


def _object(path: Path, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise InputError(path, f"{quoted(twice)} is given twice, expected it once")
    return found
