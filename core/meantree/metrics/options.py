"""The options of metrics: what a spec string may say, and a signature says."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

SPELLINGS = {"decay": "lambda"}
"""Options whose public name is no name in Python."""


def options_of(configured: Any) -> list[str]:
    """The names of a metric's options in Python, without what it learned of a corpus."""
    return [one.name for one in fields(configured) if not one.metadata.get("learned")]
