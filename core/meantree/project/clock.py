"""The times that a project keeps."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This moment in UTC, to the millisecond; as texts such times are in their order."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
