"""The first segments of a report as simple HTML, for viewers that know little of styles and nothing of inline SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final
from xml.etree.ElementTree import fromstring

from meantree.report.content import ReportContent
from meantree.report.estimate import Estimate, estimate
from meantree.report.html import best_of, legend_of, part_of, template
from meantree.work import Work

MOST_SEGMENTS: Final = 10
MOST_TRANSLATIONS: Final = 20
"""Of all these segments; one segment is shown whole."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A page and its pictures.

    Attributes:
        page: HTML that names its pictures as ``picture:0``, ``picture:1``, … and nothing else.
        pictures: by these names, as SVG.
        shown: how many segments are on the page.
        total: how many the report will show.
        told: which these are, in words.
        size: of the whole report.
    """

    page: str
    pictures: Mapping[str, str]
    shown: int
    total: int
    told: str
    size: Estimate


@dataclass(slots=True)
class _Pictures:
    """Gives pictures names; a picture that is wider than the room is drawn smaller."""

    width: float
    known: dict[str, str] = field(default_factory=dict)

    def element(self, svg: str) -> dict[str, Any]:
        """What an element says that stands for a picture."""
        name = f"picture:{len(self.known)}"
        self.known[name] = svg
        root = fromstring(svg)
        width, height = (float(root.get(side) or 0) for side in ("width", "height"))
        scale = min(1.0, self.width / max(1.0, width))
        return {"name": name, "width": round(width * scale), "height": round(height * scale)}


def preview_of(content: ReportContent, width: float, work: Work | None = None) -> Preview:
    """What stands at the beginning of a report.

    Args:
        content: what it says.
        width: pixels that pictures may be wide; sentences go on in further rows.
        work: progress and cancel.

    Raises:
        Cancelled: if the user stopped it.
    """
    most = min(MOST_SEGMENTS, max(1, MOST_TRANSLATIONS // max(1, len(content.systems))))
    some = replace(content, choice=replace(content.choice, shown=content.choice.shown[:most]))
    pictures, segments = _Pictures(width), []
    legend = legend_of(content, width)
    drawn_legend = pictures.element(legend) if legend else None
    for segment in some.segments(work):
        parts = [part_of(some, segment, said, width) for said in segment.translations]
        for part in parts:
            part["pictures"] = [pictures.element(svg) for svg in part["pictures"]]
        segments.append({"segment": segment, "parts": parts})
    page = template("preview.html").render(
        content=content,
        progress=content.annotator_progress(),
        segments=segments,
        legend=drawn_legend,
        best=best_of(content),
    )
    total = len(content.choice.shown) if content.has("segments") else 0
    return Preview(page, pictures.known, len(segments), total, content.choice.told, estimate(content))
