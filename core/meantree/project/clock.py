"""The times that a project keeps."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """This moment in UTC, to the millisecond; as texts such times are in their order."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def later(time: str) -> str:
    """This moment; where the clock is not after ``time``, the millisecond after that.

    What happened to one annotation is so in the order of its times, even on computers whose clocks differ.
    """
    present = now()
    if present > time:
        return present
    try:
        return (datetime.fromisoformat(time) + timedelta(milliseconds=1)).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        return present
