"""Analyses as compressed JSON, so that a project keeps them: every number comes back as it was."""

from __future__ import annotations

import json
import zlib
from typing import Any

from meantree.analysis.layers import registry
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis

LARGEST = 16_000_000
"""Bytes of one analysis before it is compressed: 1,600 for each word of the longest text."""
LARGEST_RATIO = 64
"""Times that an analysis is larger than compressed: up to 29 for one word 300 times, 2 to 15 for sentences."""
LARGEST_TOTAL = 1_000_000_000
"""Bytes of all analyses of a project before they are compressed."""


def packed(analysis: Analysis) -> bytes:
    """The analysis with all that layers found; what an annotator did is not part of it."""
    depth = [analysis.layers[layer.name] for layer in registry.LAYERS]
    content: dict[str, Any] = {"text": analysis.text, "depth": depth}
    for layer in registry.LAYERS:
        layer.write(analysis, content)
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


def unpacked(data: bytes) -> Analysis:
    """Read back what :func:`packed` wrote, now or with fewer layers.

    Raises:
        ValueError: if it is none.
    """
    return Unpacker()(data)


class Unpacker:
    """Reads what :func:`packed` wrote; a cell is read once, and all of them are small enough together.

    Attributes:
        left: bytes of further analyses before they were compressed.
    """

    def __init__(self, left: int = LARGEST_TOTAL) -> None:
        self.left = left
        self._known: dict[bytes, Analysis | None] = {}

    def __call__(self, data: bytes) -> Analysis:
        """Return the analysis, of which some layers may be missing.

        Raises:
            ValueError: if it is none.
        """
        if data not in self._known:
            self._known[data] = None
            self._known[data] = _read(self._inflated(data))
        found = self._known[data]
        if found is None:
            raise ValueError("no analysis")
        return found

    def _inflated(self, data: bytes) -> bytes:
        most = min(LARGEST, LARGEST_RATIO * len(data), self.left)
        stream = zlib.decompressobj()
        try:
            plain = stream.decompress(data, max(1, most))
        except zlib.error as error:
            raise ValueError(f"no analysis: {error}") from error
        self.left -= len(plain)
        if not stream.eof:
            raise ValueError("cut off, or too large to be an analysis")
        return plain


def _read(plain: bytes) -> Analysis:
    try:
        read = json.loads(plain)
        amounts = zip(registry.LAYERS, read["depth"], strict=False)  # those of the layers that there were
        analysis = Analysis(str(read["text"]), (), Layers(**{layer.name: int(amount) for layer, amount in amounts}))
        for layer in registry.LAYERS:
            analysis = layer.read(analysis, read)
    except (KeyError, TypeError, IndexError, OverflowError, AttributeError, RecursionError) as error:
        raise ValueError(f"no analysis: {error}") from error
    return analysis
