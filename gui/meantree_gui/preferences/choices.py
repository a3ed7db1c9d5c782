"""What a user chose for the whole program, as it is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from meantree_gui.settings import APPEARANCE, CONSTITUENCY, METRICS, PIPELINE, START, Settings

if TYPE_CHECKING:
    from meantree.analysis.parsers import Parsers

LAST, SAMPLE, NOTHING = "last", "sample", "nothing"
"""What is open at the start."""


@dataclass(frozen=True, slots=True)
class Choices:
    """One set of choices.

    Attributes:
        appearance: ``light``, ``dark`` or ``system``.
        start: what is opened when no file is named.
        pipeline, constituency: of the analyser; empty for those that ship.
        specs: of the metrics that the window offers; empty for all.
    """

    appearance: str = "system"
    start: str = LAST
    pipeline: str = ""
    constituency: str = ""
    specs: tuple[str, ...] = field(default=())

    @property
    def parsers(self) -> Parsers:
        """What analyses texts."""
        from meantree.analysis.parsers import DEFAULT, Parsers

        return Parsers(self.pipeline or DEFAULT.pipeline, self.constituency or DEFAULT.constituency)


def read_choices(settings: Settings) -> Choices:
    """What is kept; what cannot be understood is as at first."""
    try:
        specs = json.loads(METRICS.read(settings) or "[]")
    except (ValueError, RecursionError):
        specs = []
    if not isinstance(specs, list) or not all(isinstance(spec, str) for spec in specs):
        specs = []
    start = START.read(settings)
    return Choices(
        APPEARANCE.read(settings),
        start if start in (LAST, SAMPLE, NOTHING) else LAST,
        PIPELINE.read(settings),
        CONSTITUENCY.read(settings),
        tuple(specs),
    )


def keep_choices(settings: Settings, choices: Choices) -> None:
    """Keep them."""
    APPEARANCE.write(settings, choices.appearance)
    START.write(settings, choices.start)
    PIPELINE.write(settings, choices.pipeline)
    CONSTITUENCY.write(settings, choices.constituency)
    METRICS.write(settings, json.dumps(choices.specs))
