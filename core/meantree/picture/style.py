"""Colours and line styles; meaning is carried by both, so that it survives print and colour blindness."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from meantree.alignment.word_status import WORD_STATUSES, WordStatus
from meantree.analysis.frames import LinkKind, Role
from meantree.metrics.evidence import AnyStatus, Status

if TYPE_CHECKING:
    from meantree.comparison.marks import Severity  # the window starts with these colours, and without analyses


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one appearance, as ``#rrggbb``.

    ``roles`` are backgrounds of text (None: of a predicate); the name of the role is always shown, so that nobody must
    distinguish twelve colours. ``errors`` are backgrounds of words that annotators marked as errors.
    """

    surface: str
    panel: str
    text: str
    muted: str
    line: str
    accent: str
    selection: str
    status: dict[AnyStatus | None, str]
    roles: dict[Role | None, str]
    errors: dict[Severity, str]


def _by_status(*values: T) -> dict[AnyStatus | None, T]:
    """Return values by the statuses of words, in their order, and by those of units, which look like four of them."""
    found: dict[AnyStatus | None, T] = dict(zip(WORD_STATUSES, values, strict=True))
    alike: tuple[WordStatus, ...] = ("same", "missing", "added", "different")
    return {**found, **{status: found[word] for status, word in zip(Status, alike, strict=True)}}


LIGHT = Palette(
    surface="#ffffff",
    panel="#f5f6f8",
    text="#1a1d21",
    muted="#5c6570",
    line="#8a939d",
    accent="#2b6cb0",
    selection="#dcebfa",
    status=_by_status("#00805f", "#2b6cb0", "#7a5c00", "#c2500a", "#a4508b", "#8a939d"),
    roles={
        None: "#d5d9de",
        Role.AGENT: "#bfe3f2",
        Role.PATIENT: "#fbd9b5",
        Role.BENEFACTIVE: "#d9d2f0",
        Role.TEMPORAL: "#f7eba6",
        Role.LOCATIVE: "#cdeac0",
        Role.PURPOSE: "#f6cfdc",
        Role.MANNER: "#cfe0c9",
        Role.DEGREE: "#e6d3c1",
        Role.MODAL: "#cbd8f5",
        Role.NEGATION: "#f5c4bd",
        Role.OTHER: "#e4e6ea",
    },
    errors={"minor": "#ffedb0", "major": "#ffc9c2"},
)
DARK = Palette(
    surface="#16191d",
    panel="#1f2328",
    text="#e8eaed",
    muted="#a3adb8",
    line="#79838e",
    accent="#6cb6ff",
    selection="#22405f",
    status=_by_status("#2fbf94", "#6cb6ff", "#e3c65b", "#f0883e", "#d58ac0", "#79838e"),
    roles={
        None: "#48515c",
        Role.AGENT: "#1f4d61",
        Role.PATIENT: "#6b4419",
        Role.BENEFACTIVE: "#463a75",
        Role.TEMPORAL: "#5c5214",
        Role.LOCATIVE: "#2b5620",
        Role.PURPOSE: "#6a2f46",
        Role.MANNER: "#37502f",
        Role.DEGREE: "#5a4632",
        Role.MODAL: "#2c4379",
        Role.NEGATION: "#702e25",
        Role.OTHER: "#3a4048",
    },
    errors={"minor": "#5f4b12", "major": "#7a2f2a"},
)

_DASHES: tuple[tuple[float, ...], ...] = (), (6, 2.5, 1.2, 2.5), (7, 2), (5, 3), (1.2, 2.6), ()
DASHES = {None: (), **_by_status(*_DASHES)}
"""Lengths of dashes and gaps in units of the line's width; empty is solid. None: elements that were not counted."""
WIDTHS = {None: 1.0, **_by_status(1.7, 1.7, 2.5, 1.7, 1.7, 1.0)}
"""Elements that were not counted are thin and grey, so that they do not look like matches, as are unaligned words."""
BY_HAND = "✎"
"""The sign of a head, a label or a link corrected by hand."""
IMPROBABLE = "?"
"""The sign after the label of an improbable element."""
FAINT = 0.7
"""The width of lines that must not hide what they cross, and of removed links."""
UNDERLINE = 2.0 / 1.7
"""The width of the line under a word, in widths of an arc with its status."""
APART = 3.6
"""Pixels between the two lines of an element on which two translations differ."""
LINK_STATUS = {LinkKind.CORRECT: Status.MATCHED, LinkKind.PARTIAL: Status.PARTIAL}
"""Statuses of links that count."""


Font = Literal["word", "note", "label", "entry"]
Measure = Callable[[str, Font], float]
"""The width of a text in the font it is drawn in."""
WIDE: Final = "\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7a3\uff10-\uffdf"
"""Letters of scripts without blanks, after which lines can end, as ranges of a regular expression."""
CLOSING: Final = "\u3001-\u3003\u3009\u300b\u300d\u300f\u3011\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d"
"""Marks of these scripts with which no line begins."""


FONT = "DejaVu Sans, Verdana, sans-serif"
SIZES: dict[Font, float] = {"word": 14.0, "note": 9.5, "label": 10.0, "entry": 12.0}


KEPT_WIDTHS: Final = 1 << 12
"""Texts whose widths are kept: most words and labels are measured several times."""


@lru_cache(KEPT_WIDTHS)
def approximate_width(text: str, font: Font) -> float:
    """Return a generous estimate of a text's width in a sans-serif font of this size."""
    wide = sum(1.75 if unicodedata.east_asian_width(char) in "WF" else 1.35 if char in "mwMW@%" else 1 for char in text)
    return 0.62 * SIZES[font] * wide
