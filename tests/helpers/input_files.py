"""Small input files that a test writes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

Write = Callable[[str, str | bytes], Path]
"""Writes a file of this name and content below the test's own folder and returns its path: the fixture ``write``."""
