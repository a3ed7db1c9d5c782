"""The columns of the segments with the scores of both systems and their difference."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import escaped
from meantree_gui.widgets.cells import bounds, gain_cell, score_cell
from meantree_gui.widgets.tables import Column, Line

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment

DIFFERENCE = 3
Floats = NDArray[np.float64]


def columns_of(
    segments: Sequence[Segment],
    systems: tuple[str, str],
    scores: tuple[Floats, Floats],
    places: NDArray[np.intp],
    *,
    higher_is_better: bool,
    first_only: Collection[int] = (),
    whose: str = "",
) -> tuple[Column[int], ...]:
    """What is said of the segments at some places.

    Args:
        segments: of the corpus.
        systems: whose scores.
        scores: of both, shape (segments of the corpus,), NaN where undefined.
        places: 0-based, of those that are listed.
        higher_is_better: by the metric.
        first_only: where the first system gets what the second misses; elsewhere it is the other way round.
        whose: what that column is called; there is none without it.
    """
    names = escaped(systems[0]), escaped(systems[1])
    gaps, ahead = scores[0] - scores[1], set(first_only)
    listed = np.concatenate([one[places] for one in scores])
    known, sizes = listed[~np.isnan(listed)], np.abs(gaps[places])
    ends = (float(known.min()), float(known.max())) if len(known) else ()
    most = float(np.nanmax(sizes)) if np.isfinite(sizes).any() else 0.0
    scored = partial(score_cell, is_bad=not higher_is_better, within=bounds(ends, is_bad=not higher_is_better))
    return (
        Column(
            "segment", lambda place: escaped(segments[place].key), by=np.arange(len(segments), dtype=float), width=70
        ),
        Column(names[0], lambda place: scored(scores[0][place]), tip=f"Scores of {names[0]}", by=scores[0], width=74),
        Column(names[1], lambda place: scored(scores[1][place]), tip=f"Scores of {names[1]}", by=scores[1], width=74),
        Column("Δ", lambda place: gain_cell(gaps[place], most, is_good=higher_is_better), by=gaps, width=74),
        Column(
            whose,
            lambda place: names[0] if place in ahead else names[1],
            by=lambda place: place in ahead,
            width=90,
            is_seen=bool(whose),
        ),
        Column("reference", lambda place: _reference(segments[place]), by=lambda place: _reference(segments[place])),
    )


def texts_of(segment: Segment, systems: Sequence[str]) -> Iterator[Line]:
    """Its references, and its translations by these systems, each with its name."""
    for name, reference in segment.references.items():
        yield escaped(name), reference.text
    for system in systems:
        if system in segment.hypotheses:
            yield escaped(system), segment.hypotheses[system].text


def _reference(segment: Segment) -> str | None:
    return next((text.text for text in segment.references.values()), None)
