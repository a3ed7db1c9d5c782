"""An HTML report: scores of systems and segments, and the trees with marked arcs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from meantree import __version__
from meantree.analysis.depth import WORDS
from meantree.analysis.store import AnalysisStore
from meantree.comparison.compare import Wishes, compare
from meantree.comparison.content import Comparison
from meantree.comparison.legend import joined, rule, standing
from meantree.comparison.prediction import Prediction
from meantree.corpus.model import Segment
from meantree.errors import Problem
from meantree.picture.drawings import WATERFALL_WIDTH, drawings
from meantree.picture.fonts import approximate_width
from meantree.picture.numbers import fixed
from meantree.picture.style import LIGHT
from meantree.picture.svg import picture_svg
from meantree.picture.waterfall import waterfall
from meantree.scoring.needs import needed_depth
from meantree.scoring.pairing import lack_of, pair_of
from meantree.scoring.provenance import signature
from meantree.scoring.table import ScoreTable
from meantree.shown import shown

MOST_FEATURES = 10
"""So many features of a prediction are drawn one by one."""


def report_html(table: ScoreTable, store: AnalysisStore, *, focus: str, kind: str = "") -> str:
    """One self-contained page.

    Args:
        table: the scores to show.
        store: the analyses behind them.
        focus: the spec of the metric that marks the arcs.
        kind: mark by this kind of its units only; empty for all.
    """
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.filters["shown"], environment.filters["fixed"] = shown, fixed
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
        rule=_rule([found for segment in segments for found in segment["translations"]], kind),
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
            "rule": comparison.rule if comparison.evidence.terms else "",
            "trees": Markup(_pictures(comparison)),  # escaped by the SVG writer
        }


def _rule(translations: Sequence[dict[str, Any]], kind: str) -> str:
    """What decides how things are drawn in all pictures; of a learned metric it is the same in each."""
    learned = next((found["rule"] for found in translations if found["rule"]), "")
    return learned or rule(joined(found["standing"] for found in translations), kind)


def _pictures(comparison: Comparison) -> str:
    """What a window shows of it, and of a prediction the features that add most."""
    found = drawings(comparison, approximate_width)
    prediction = Prediction.of(comparison.evidence)
    if prediction is not None:
        found.append(waterfall(prediction, WATERFALL_WIDTH, approximate_width, by="feature", most=MOST_FEATURES))
    return picture_svg(found)
