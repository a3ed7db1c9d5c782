"""``meantree agreement``: how far annotators agree, layer by layer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from meantree.cli.console import table_text
from meantree.errors import Problem, UsageError
from meantree.evaluation.agreement import Agreement
from meantree.evaluation.project_agreement import EndScores, project_agreements
from meantree.project.file import Project
from meantree.report.agreement import agreement_rows
from meantree.shown import as_json, shown


def agreement_text(paths: Sequence[Path], spec: str, form: str) -> tuple[str, list[Problem]]:
    """Every two annotators of the projects, with the end score by ``spec``; and what could not be read.

    Raises:
        InputError: if a file is no project.
        UsageError: if no two annotators have anything in common.
    """
    found = {path: project_agreements(path, spec) for path in paths}
    problems = [problem for path in paths for problem in _unreadable(path)]
    if not any(found.values()):
        listed = "".join(f"; {problem}" for problem in problems)
        raise UsageError(f"{', '.join(map(str, paths))}: no two annotators have annotated the same translation{listed}")
    if form == "json":
        rows = [_row(path, one, scores) for path, pairs in found.items() for one, scores in pairs]
        return as_json(rows), problems
    return _table([pair for pairs in found.values() for pair in pairs], spec), problems


def _unreadable(path: Path) -> tuple[Problem, ...]:
    with Project(path, passing=True) as project:
        project.all_annotations()
        return project.problems


def _row(path: Path, one: Agreement, scores: EndScores) -> dict[str, Any]:
    return {
        "project": str(path),
        "annotators": list(one.names),
        "translations": len(one.pairs),
        "layers": [
            {"name": layer.name, "f": layer.f, "common": layer.common, "first": layer.first, "second": layer.second}
            for layer in one.layers
        ],
        "score": asdict(scores),
    }


def _table(found: Sequence[tuple[Agreement, EndScores]], spec: str) -> str:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=box.SIMPLE_HEAD)
    drawn.add_column("F between annotators")
    for one, _ in found:
        drawn.add_column(Text(" – ".join(map(shown, one.names))), justify="right")
    for cells in agreement_rows(found, spec):
        drawn.add_row(*(Text(shown(cell)) for cell in cells))
    return table_text(drawn, 60 + 24 * len(found))
