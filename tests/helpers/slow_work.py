"""Work that takes a little while; other processes import it from here however the tests are started."""

from __future__ import annotations

import math
import time


def slow_root(number: float) -> float:
    """The square root, after a pause."""
    time.sleep(0.02)
    return math.sqrt(number)
