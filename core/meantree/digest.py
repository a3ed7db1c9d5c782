"""Short digests of texts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def digest(texts: Iterable[str]) -> str:
    """Return eight hexadecimal digits of a SHA-256 over the texts; empty if there are none."""
    sha, is_empty = hashlib.sha256(), True
    for text in texts:
        is_empty = False
        sha.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return "" if is_empty else sha.hexdigest()[:8]
