"""Colours and line styles; meaning is carried by both, so that it survives print and colour blindness."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.metrics.evidence import Status


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one appearance, as ``#rrggbb``."""

    surface: str
    panel: str
    text: str
    muted: str
    line: str
    accent: str
    selection: str
    status: dict[Status, str]


LIGHT = Palette(
    surface="#ffffff",
    panel="#f5f6f8",
    text="#1a1d21",
    muted="#5c6570",
    line="#8a939d",
    accent="#2b6cb0",
    selection="#dcebfa",
    status={
        Status.MATCHED: "#00805f",
        Status.MISSED: "#c2500a",
        Status.EXTRA: "#a4508b",
        Status.PARTIAL: "#2b6cb0",
    },
)
DARK = Palette(
    surface="#16191d",
    panel="#1f2328",
    text="#e8eaed",
    muted="#a3adb8",
    line="#79838e",
    accent="#6cb6ff",
    selection="#22405f",
    status={
        Status.MATCHED: "#2fbf94",
        Status.MISSED: "#f0883e",
        Status.EXTRA: "#d58ac0",
        Status.PARTIAL: "#6cb6ff",
    },
)

DASHES: dict[Status | None, tuple[float, ...]] = {
    Status.MATCHED: (),
    Status.MISSED: (5, 3),
    Status.EXTRA: (1.2, 2.6),
    Status.PARTIAL: (6, 2.5, 1.2, 2.5),
    None: (),
}
"""Lengths of dashes and gaps in units of the line's width; empty is solid. None: arcs that nothing was counted on."""
