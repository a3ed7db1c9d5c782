"""Analyses as compressed JSON, so that a project keeps them: every number comes back as it was."""

from __future__ import annotations

import json
import zlib
from typing import Any

from meantree.analysis.depth import Depth
from meantree.analysis.layers import registry
from meantree.analysis.sentences import Analysis

LARGEST = 64_000_000
"""Bytes of one analysis; more is no analysis of a text."""


def packed(analysis: Analysis) -> bytes:
    """The analysis with all that layers found; what an annotator did is not part of it."""
    depth = [analysis.depth[layer.name] for layer in registry.LAYERS]
    content: dict[str, Any] = {"text": analysis.text, "depth": depth}
    for layer in registry.LAYERS:
        layer.write(analysis, content)
    return zlib.compress(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8"))


def unpacked(data: bytes) -> Analysis:
    """Read back what :func:`packed` wrote, now or with fewer layers.

    Raises:
        ValueError: if it is none.
    """
    try:
        stream = zlib.decompressobj()
        plain = stream.decompress(data, LARGEST)
        if not stream.eof:
            raise ValueError("cut off, or too large to be an analysis")
        read = json.loads(plain)
        amounts = zip(registry.LAYERS, read["depth"], strict=False)  # those of the layers that there were
        analysis = Analysis(str(read["text"]), (), Depth(**{layer.name: int(amount) for layer, amount in amounts}))
        for layer in registry.LAYERS:
            analysis = layer.read(analysis, read)
    except (KeyError, TypeError, IndexError, OverflowError, AttributeError, RecursionError, zlib.error) as error:
        raise ValueError(f"no analysis: {error}") from error
    return analysis
