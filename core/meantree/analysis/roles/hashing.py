"""Hashed features: texts as numbers, and a template with the numbers of a few texts mixed into one."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint32]
PRIME, SHIFT = np.uint32(16777619), np.uint32(15)


@lru_cache(maxsize=1 << 16)
def code(text: str) -> int:
    """The number of a text; different texts nearly always have different ones."""
    return zlib.crc32(text.encode())


def codes(texts: Sequence[str]) -> Codes:
    """The numbers of texts."""
    return np.array([code(text) for text in texts], dtype=np.uint32)


def mixed(template: int, *parts: Codes) -> Codes:
    """One number from a template's and those of its parts (FNV-1a over whole words), broadcast together."""
    first, *others = parts
    result: Codes = first ^ np.uint32((2166136261 ^ template * 2654435761) & 0xFFFFFFFF)
    result *= PRIME
    result ^= result >> SHIFT
    for part in others:
        result = result ^ part
        result *= PRIME
        result ^= result >> SHIFT
    return result
