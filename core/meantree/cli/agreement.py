"""``meantree agreement``: how far annotators agree, layer by layer."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from meantree.errors import UsageError
from meantree.evaluation.agreement import Agreement, agreements
from meantree.metrics.pairs import lack_of, pair_of
from meantree.metrics.registry import metric
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
    from meantree.analysis.store import AnalysisStore
    from meantree.errors import Problem

    corpus, chosen, store = project.corpus(annotator), metric(spec), AnalysisStore()
    scores: dict[tuple[str, str], float] = {}
    for segment in corpus.segments:
        for system in segment.hypotheses:
            pair = pair_of(segment, system, store, chosen.needs)
            if not isinstance(pair, Problem) and not lack_of(pair, chosen.needs):
                score = chosen.score(chosen.statistics(pair.hypothesis, pair.references), level="segment")
                if score is not None:
                    scores[segment.key, system] = score
    return scores


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
    from rich.console import Console
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
    console = Console(file=io.StringIO(), width=60 + 24 * len(found), color_system=None)
    console.print(drawn)
    written = str(console.file.getvalue())  # type: ignore[attr-defined]  # it is the StringIO above
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
