"""``meantree agreement``: how far annotators agree, layer by layer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.cli.console import table_text
from meantree.errors import UsageError
from meantree.evaluation.agreement import Agreement, agreements
from meantree.metrics.scoring import score_corpus
from meantree.project.file import Project


def agreement_text(paths: Sequence[Path], spec: str, form: str) -> str:
    """Every two annotators of the projects, with the end score by ``spec``.

    Raises:
        InputError: if a file is no project.
        UsageError: if no two annotators have anything in common.
    """
    found = [one for path in paths for one in _of_project(path, spec)]
    if not found:
        raise UsageError(f"{', '.join(map(str, paths))}: no two annotators have annotated the same translation")
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n" if form == "json" else _table(found, spec)


def _of_project(path: Path, spec: str) -> list[dict[str, Any]]:
    with Project(path) as project:
        work = {name: project.annotations(name) for name in project.annotators}
        scores = {name: _scores(project, name, spec) for name in work}
    return [_row(path, one, scores) for one in agreements(work)]


def _scores(project: Project, annotator: str, spec: str) -> dict[tuple[str, str], float]:
    """The score of each translation that an annotator finished, where it is defined."""
    corpus = project.corpus(annotator)
    table = score_corpus(corpus, [spec], AnalysisStore())
    return {
        (segment.key, system): score
        for system in corpus.systems
        for segment, score in zip(corpus.segments, table.segment_scores(system, spec), strict=True)
        if score is not None
    }


def _row(path: Path, one: Agreement, scores: dict[str, dict[tuple[str, str], float]]) -> dict[str, Any]:
    first, second = (scores[name] for name in one.names)
    both = np.array([(first[key], second[key]) for key in first if key in second])
    varied = len(both) > 1 and bool((both.std(axis=0) > 0).all())
    return {
        "project": str(path),
        "annotators": list(one.names),
        "translations": len(one.pairs),
        "layers": [
            {"name": layer.name, "f": layer.f, "common": layer.common, "first": layer.first, "second": layer.second}
            for layer in one.layers
        ],
        "score": {
            "translations": len(both),
            "pearson": float(np.corrcoef(both.T)[0, 1]) if varied else None,
            "mean_difference": float(np.abs(both[:, 0] - both[:, 1]).mean()) if len(both) else None,
        },
    }


def _table(found: Sequence[dict[str, Any]], spec: str) -> str:
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD)
    drawn.add_column("F between annotators")
    for row in found:
        drawn.add_column(" – ".join(row["annotators"]), justify="right")
    drawn.add_row("translations in common", *(str(row["translations"]) for row in found))
    for place, layer in enumerate(found[0]["layers"]):
        drawn.add_row(layer["name"], *(_number(row["layers"][place]["f"]) for row in found))
    drawn.add_row(f"{spec}: Pearson's r", *(_number(row["score"]["pearson"]) for row in found))
    drawn.add_row(f"{spec}: mean difference", *(_number(row["score"]["mean_difference"]) for row in found))
    return table_text(drawn, 60 + 24 * len(found))


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
