"""Pictures as lines and captions with a meaning each; the window and the reports draw the same ones.

Coordinates are in pixels at scale 1, x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from meantree.comparison.marks import Mark
from meantree.corpus.model import Side
from meantree.metrics.evidence import Status

Font = Literal["word", "note", "label", "entry"]
Measure = Callable[[str, Font], float]
"""The width of a text in the font it is drawn in."""
Thing = tuple[Literal["token", "node"], Side, int]
"""What a shape stands for: a token or constituent of one text, 0-based."""


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands on a line at (x, y): a sign of its own if it has one, and what it says where the line is lit."""

    x: float
    y: float
    plain: str
    lit: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through ``points``; ``ends`` are what it connects, ``status`` None for a line that means no count.

    One that is ``faint`` is drawn thin; one that does not ``join`` says that its ends do not belong together.
    """

    points: tuple[tuple[float, float], ...]
    ends: tuple[Thing, ...]
    status: Status | None = None
    tip: str = ""
    sign: Sign | None = None
    faint: bool = False
    joins: bool = True


@dataclass(frozen=True, slots=True)
class Caption:
    """A text centred at (x, y): a word, a note, or a label in a frame; ``mark`` is how it fared.

    What ``starts`` there has its left end at ``x``, however wide it is drawn. ``both`` is how it fared in two
    translations, where these differ; then ``mark`` is that of the first.
    """

    x: float
    y: float
    width: float
    text: str
    font: Font
    key: Thing | None = None
    mark: Mark | None = None
    framed: bool = False
    note: str = ""
    starts: bool = False
    both: tuple[Status | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A whole picture."""

    strokes: tuple[Stroke, ...]
    captions: tuple[Caption, ...]
    width: float
    height: float
