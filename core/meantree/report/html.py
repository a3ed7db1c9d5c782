"""An HTML report: scores of systems and segments, and the trees with marked arcs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from meantree import __version__
from meantree.analysis.depth import WORDS
from meantree.analysis.store import AnalysisStore
from meantree.comparison.compare import Wishes, compare
from meantree.comparison.legend import joined, rule, standing
from meantree.corpus.model import Segment
from meantree.errors import Problem
from meantree.picture.drawings import drawings
from meantree.picture.fonts import approximate_width
from meantree.picture.style import LIGHT
from meantree.picture.svg import picture_svg
from meantree.scoring.needs import needed_depth
from meantree.scoring.pairing import lack_of, pair_of
from meantree.scoring.provenance import signature
from meantree.scoring.table import ScoreTable
from meantree.shown import shown


def report_html(table: ScoreTable, store: AnalysisStore, *, focus: str, kind: str = "") -> str:
    """One self-contained page.

    Args:
        table: the scores to show.
        store: the analyses behind them.
        focus: the spec of the metric that marks the arcs.
        kind: mark by this kind of its units only; empty for all.
    """
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["shown"] = shown
    segments = [_segment(table, store, place, focus, kind) for place in range(len(table.corpus.segments))]
    template = files("meantree.report").joinpath("templates/report.html").read_text("utf-8")
    provenance = table.provenance(store)
    return environment.from_string(template).render(
        corpus=table.corpus,
        metrics=table.metrics,
        signatures=[signature(chosen, provenance) for chosen in table.metrics.values()],
        systems=[
            (system, [table.system_score(system, spec) for spec in table.metrics]) for system in table.scored_systems
        ],
        segments=segments,
        rule=rule(joined(found["standing"] for segment in segments for found in segment["translations"]), kind),
        problems=[*table.corpus.problems, *table.problems],
        focus=f"{focus} · {kind}" if kind else focus,
        palette=LIGHT,
        version=__version__,
    )


def _segment(table: ScoreTable, store: AnalysisStore, place: int, focus: str, kind: str) -> dict[str, Any]:
    segment = table.corpus.segments[place]
    return {
        "key": segment.key,
        "source": segment.source or "",
        "translations": list(_translations(table, store, segment, place, focus, kind)),
    }


def _translations(
    table: ScoreTable, store: AnalysisStore, segment: Segment, place: int, focus: str, kind: str
) -> Iterator[dict[str, Any]]:
    metric = table.metrics[focus]
    for system in table.scored_systems:
        pair = pair_of(segment, system, store, WORDS | needed_depth(table.metrics))
        if isinstance(pair, Problem) or lack_of(pair, metric):
            continue  # listed among the problems
        comparison = compare(pair, metric, Wishes(kind))
        yield {
            "system": system,
            "text": pair.hypothesis.text,
            "reference": comparison.reference_text.analysis.text,
            "reference_name": pair.reference_names[comparison.reference],
            "scores": [table.segment_score(system, spec, place) for spec in table.metrics],
            "standing": standing(comparison.units),
            "trees": Markup(picture_svg(drawings(comparison, approximate_width))),  # escaped by the SVG writer
        }
