"""A few figures that tell contents apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def digest(texts: Iterable[str]) -> str:
    """Eight hexadecimal figures that tell texts from other texts; empty if there are none."""
    found, some = hashlib.sha256(), False
    for text in texts:
        some = True
        found.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return found.hexdigest()[:8] if some else ""
