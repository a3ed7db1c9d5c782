"""What a report is to hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Final

from meantree.errors import UsageError
from meantree.escaping import quoted

MOST: Final = 100
"""So many segments at most where nobody names any."""
PARTS: Final[Mapping[str, str]] = {
    "systems": "the scores of the systems",
    "annotators": "progress and agreement of the annotators of a project, and how they rank the systems",
    "segments": "the chosen segments with their texts and scores",
    "trees": "trees, or words with their links, as pictures",
    "frames": "semantic frames as pictures",
    "evidence": "matched, missed and extra units",
    "derivation": "how the score comes about, step by step",
    "features": "the features of a learned metric",
    "differences": "where annotators differ",
    "remarks": "what annotators said",
}
"""What can be left out, each with what it is; title, provenance and signatures always stand."""


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What somebody asked for.

    Attributes:
        title: of the report; empty for the name of the corpus.
        specs: the metrics that are listed, of those that were scored; empty for all.
        focus: the metric that marks the pictures and has its units listed; empty for the first.
        kind: of that metric's units that decide the marks; empty for all.
        systems: whose translations, empty for all that were scored.
        segments: which ones, as typed: ids, ``document/id`` and ranges of them, with commas; empty for all.
        places: which ones by their 0-based places, where nothing is typed; empty for all.
        filter: a filter line (:mod:`meantree.search.filters`), empty for none.
        accepted: the 0-based places that it accepts, where these are known; else they are found.
        filtered_by: the system whose translations these are, empty for any of ``systems``.
        parts: names of ``PARTS``.
        most: where no segments are named, no more than so many: the worst ones.
        date: of the report, None for none; nothing else in a report depends on when it was made.
    """

    title: str = ""
    specs: tuple[str, ...] = ()
    focus: str = ""
    kind: str = ""
    systems: tuple[str, ...] = ()
    segments: str = ""
    places: tuple[int, ...] = ()
    filter: str = ""
    accepted: tuple[int, ...] | None = None
    filtered_by: str = ""
    parts: frozenset[str] = field(default=frozenset(PARTS))
    most: int = MOST
    date: date | None = None

    @property
    def names_segments(self) -> bool:
        """Whether segments are named; then the report speaks of these alone."""
        return bool(self.segments.strip() or self.places)

    @property
    def has_frames(self) -> bool:
        """Whether frames are drawn."""
        return {"segments", "frames"} <= self.parts

    @property
    def has_pictures(self) -> bool:
        """Whether anything is drawn."""
        return "segments" in self.parts and bool(self.parts & {"trees", "frames", "features"})


def parts_of(line: str) -> frozenset[str]:
    """The parts that a line such as ``systems,segments,trees`` names; what stands in segments brings these along.

    Raises:
        UsageError: for a name that is none.
    """
    names = [name.strip() for name in line.split(",")]
    for name in names:
        if name not in PARTS:
            raise UsageError(f"--parts: found {quoted(name)}, expected some of {', '.join(PARTS)}")
    return frozenset(names) | ({"segments"} if set(names) - {"systems", "annotators"} else set())


def today(environment: Mapping[str, str]) -> date:
    """The day that a report bears: that of ``SOURCE_DATE_EPOCH``, where a build is to be repeated, else today.

    Raises:
        UsageError: if that is no number of seconds.
    """
    epoch = environment.get("SOURCE_DATE_EPOCH")
    if epoch is None:
        return datetime.now(tz=UTC).astimezone().date()
    try:
        return datetime.fromtimestamp(int(epoch), tz=UTC).date()
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"SOURCE_DATE_EPOCH: found {quoted(epoch)}, expected a number of seconds") from None
