"""Reading files of weights, which are JSON objects."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from meantree.errors import InputError
from meantree.escaping import quoted

MAX_BYTES = 1_000_000
"""Largest size of a file of weights."""


def json_object(path: Path, expected: str) -> dict[str, Any]:
    """Return the JSON object in a file; ``expected`` describes it in messages.

    Raises:
        InputError: if the file has no object, an empty one, one with a repeated key, or is too large for weights.
    """
    from meantree.corpus.formats.raw_file import load  # late: it imports lxml, which would delay the app's start

    raw = load(path)
    if len(raw.data) > MAX_BYTES:
        raise InputError(path, f"{len(raw.data):,} bytes, expected a file of weights, at most {MAX_BYTES:,}")
    try:
        read = json.loads(raw.text(), object_pairs_hook=lambda pairs: _object(path, pairs))
    except RecursionError as error:
        raise InputError(path, f"nested too deeply, expected {expected}") from error
    except ValueError as error:
        raise InputError(path, f"not valid JSON ({error}), expected {expected}") from error
    if not isinstance(read, dict) or not read:
        raise InputError(path, f"expected {expected}")
    return read


def _object(path: Path, pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        raise InputError(path, f"{quoted(twice)} is given twice, expected it once")
    return values
