"""Bounds of what a feature group adds: tables that are drawn beside that of the ablation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.significance import interval
from meantree.evaluation.table_figures import Marks
from meantree.evaluation.value_table import Value, ValueTable
from meantree.experiments.pado.differences import rho_samples
from meantree.experiments.pado.features import Featured
from meantree.experiments.study import Options
from meantree.work import Work

Floats = NDArray[np.float64]
ALL: Final = "all groups"
PARTS: Final = {"without": "left out", "alone": "alone"}
"""In names of tables, and in words."""


def bounded_tables(
    corpora: Sequence[Featured],
    scores: Mapping[str, Sequence[Floats] | str],
    groups: Sequence[str],
    options: Options,
    work: Work,
) -> tuple[ValueTable, ...]:
    """Differences of ρ from that of all features with 95 % of bootstrap samples: of each group left out, and alone.

    Args:
        corpora: their ratings.
        scores: predictions in each corpus by what models were trained on, or why there are none; of :data:`ALL`,
            ``without …`` and ``… alone`` for each group.
        groups: of features.
        options: how many samples, and their seed.
        work: progress and cancel.

    Raises:
        Cancelled: if the user stopped it.
    """
    known = {name: found for name, found in scores.items() if not isinstance(found, str)}
    if ALL not in known:
        return ()
    samples = [
        rho_samples(one, {name: found[place] for name, found in known.items()}, list(known), options, work)
        for place, one in enumerate(corpora)
    ]
    return tuple(_table(part, told, corpora, samples, groups) for part, told in PARTS.items())


def _table(
    part: str, told: str, corpora: Sequence[Featured], samples: Sequence[Mapping[str, Floats]], groups: Sequence[str]
) -> ValueTable:
    names = [*(one.name for one in corpora), "mean"]
    head = ("group", *(f"{name}{bound}" for name in names for bound in ("", " low", " high")))
    rows = []
    for group in groups:
        name = f"without {group}" if part == "without" else f"{group} alone"
        rows.append((group, *_cells([one[name] - one[ALL] for one in samples if name in one])))
    width = len(head)
    figure = Marks(tuple(range(1, width, 3)), "Δ ρ from all groups")
    filled = tuple((*row, *[None] * (width - len(row))) for row in rows)
    return ValueTable(f"pado-ablation-{part}", f"Feature groups {told}: Δ ρ", "", head, filled, (figure,))


def _cells(differences: Sequence[Floats]) -> Iterator[Value]:
    """Value and bounds of each corpus and of their mean, as far as they are defined."""
    for one in (*differences, np.mean(differences, axis=0)) if differences else ():
        yield None if np.isnan(one[0]) else float(one[0])
        yield from interval(one[1:])
