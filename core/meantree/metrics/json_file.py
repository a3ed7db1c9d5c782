"""Files of weights are objects of JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from meantree.errors import InputError

MAX_BYTES = 1_000_000
"""Of a file of weights; more is something else."""


def json_object(path: Path, expected: str) -> dict[str, Any]:
    """The JSON object in a file; ``expected`` says what of, for messages.

    Raises:
        InputError: if it is none, an empty one, or too large for weights.
    """
    from meantree.corpus.formats.decode import load  # brings lxml, which the window's start need not wait for

    raw = load(path)
    if len(raw.data) > MAX_BYTES:
        raise InputError(path, f"{len(raw.data):,} bytes, expected a file of weights, at most {MAX_BYTES:,}")
    try:
        read = json.loads(raw.text())
    except RecursionError as error:
        raise InputError(path, f"nested too deep, expected {expected}") from error
    except ValueError as error:
        raise InputError(path, f"no JSON ({error}), expected {expected}") from error
    if not isinstance(read, dict) or not read:
        raise InputError(path, f"expected {expected}")
    return read
