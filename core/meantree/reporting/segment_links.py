"""Links from sentences of a report to the segments that it shows."""

from __future__ import annotations

from meantree.escaping import escaped
from meantree.reporting.blocks import Line, Run, line
from meantree.reporting.contents import Contents


def segment_anchor(place: int) -> str:
    """Return the anchor of the segment at a 0-based place."""
    return f"segment-{place + 1}"


def segment_link(contents: Contents, place: int) -> Line:
    """Return the name of a segment; a link to it if it is shown."""
    key = contents.corpus.segments[place].key
    return line(Run(f"segment {escaped(key)}", target=segment_anchor(place) if place in contents.shown else ""))
