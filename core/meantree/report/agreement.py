"""Agreement between annotators as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence

from meantree.evaluation.agreement import Agreement
from meantree.evaluation.project_agreement import EndScores


def agreement_rows(found: Sequence[tuple[Agreement, EndScores]], spec: str) -> list[tuple[str, ...]]:
    """The rows of a table with a column for every two annotators, as texts."""
    layers = [
        (layer.name, *(_number(one.layers[place].f) for one, _ in found))
        for place, layer in enumerate(found[0][0].layers)
    ]
    return [
        ("translations in common", *(str(len(one.pairs)) for one, _ in found)),
        *layers,
        (f"{spec}: Pearson's r", *(_number(scores.pearson) for _, scores in found)),
        (f"{spec}: mean difference", *(_number(scores.mean_difference) for _, scores in found)),
    ]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
