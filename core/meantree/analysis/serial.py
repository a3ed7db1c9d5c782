"""Analyses as compressed JSON, as projects store them; every number is restored exactly."""

from __future__ import annotations

import json
import zlib
from typing import Any

from meantree.analysis.layers import registry
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.untrusted_json import as_string

LARGEST = 16_000_000
"""Bytes of an analysis before compression, at most: 1,600 per word of the longest text."""
LARGEST_RATIO = 256
"""Compression ratio of an analysis, at most: 2 to 15 for sentences, 117 for the same sentence 200 times."""
USUAL_RATIO, OF_NO_TEXT, OF_A_CHARACTER = 32, 20_000, 4_000
"""Beyond this ratio, the bytes before compression are limited by the length of the text, too: at most these of an
empty text, and of each character. Fifty parses have 700 a character."""
LARGEST_TOTAL = 1_000_000_000
"""Bytes of all analyses of a project before compression, at most."""


def packed(analysis: Analysis) -> bytes:
    """Return an analysis with all its layers as bytes; an annotator's work is not included."""
    amounts = [analysis.layers[layer.name] for layer in registry.LAYERS]
    content: dict[str, Any] = {"text": analysis.text, "depth": amounts}
    for layer in registry.LAYERS:
        layer.write(analysis, content)
    plain = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    compressed = zlib.compress(plain)
    # An endless repetition is stored as it is, since it would be taken for a file that fills the memory.
    return compressed if len(plain) <= LARGEST_RATIO * len(compressed) else zlib.compress(plain, level=0)


def unpacked(data: bytes, text: str | None = None) -> Analysis:
    """Return the analysis that :func:`packed` made bytes of, now or by a version with fewer layers.

    Args:
        text: that was analysed, if it is known.

    Raises:
        ValueError: if the bytes are no analysis.
    """
    return Unpacker()(data, text)


class Unpacker:
    """Reads the bytes of :func:`packed`, equal ones once, within a limit on the size of all analyses together.

    Attributes:
        remaining: bytes that further analyses may have before compression.
    """

    def __init__(self, remaining: int = LARGEST_TOTAL) -> None:
        self.remaining = remaining
        self._known: dict[bytes, Analysis | None] = {}

    def __call__(self, data: bytes, text: str | None = None) -> Analysis:
        """Return the analysis of a text, in which layers may be missing; raise ValueError if it is none."""
        if data not in self._known:
            self._known[data] = None
            self._known[data] = _read(self._inflated(data, text))
        analysis = self._known[data]
        if analysis is None:
            raise ValueError("not an analysis")
        return analysis

    def _inflated(self, data: bytes, text: str | None) -> bytes:
        most = LARGEST if text is None else max(USUAL_RATIO * len(data), OF_NO_TEXT + OF_A_CHARACTER * len(text))
        limit = min(LARGEST, LARGEST_RATIO * len(data), self.remaining, most)
        stream = zlib.decompressobj()
        try:
            plain = stream.decompress(data, max(1, limit))
        except zlib.error as error:
            raise ValueError(f"not an analysis: {error}") from error
        self.remaining -= len(plain)
        if not stream.eof:
            raise ValueError("cut off, or too large to be an analysis")
        return plain


def _no_number(name: str) -> None:
    raise ValueError(f"no analysis: {name}, expected a number")


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _read(plain: bytes) -> Analysis:
    try:
        text = plain.decode("utf-8")
        content = _DECODER.decode(text)
        if "\\u" in text:  # an escape may be half a character, which cannot be written anywhere
            json.dumps(content, ensure_ascii=False).encode("utf-8")
        # A version with fewer layers wrote fewer amounts.
        amounts = zip(registry.LAYERS, content["depth"], strict=False)
        layers = Layers(**{layer.name: int(amount) for layer, amount in amounts})
        analysis = Analysis(as_string(content["text"]), (), layers)
        for layer in registry.LAYERS:
            analysis = layer.read(analysis, content)
    except (KeyError, TypeError, IndexError, OverflowError, AttributeError, RecursionError) as error:
        raise ValueError(f"not an analysis: {error}") from error
    return analysis
