"""The manual's notebook: its cells are here, their outputs are made by running them."""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import Any, Final

TITLE: Final = "# Meantree in a notebook\n\nEach result shows itself: scores as a table, pairs and texts as pictures."
CELLS: Final = (
    TITLE,
    "import meantree as mt\nfrom meantree_resources import resource\n\n"
    'corpus = mt.read(resource("sample/sample.tsv"))\n'
    'scores = mt.score(corpus, metrics=["bleu", "edpm", "ter"])\n'
    "scores",
    "Is the difference more than chance? A row for each metric, by the paired bootstrap:",
    'scores.compare("north", "south").round(3)',
    "The segments on which `edpm` prefers `south` most:",
    'by_segment = scores.frame().pivot(index=["document", "segment"], columns="system", values="edpm")\n'
    'worst = (by_segment["north"] - by_segment["south"]).nsmallest(3)\n'
    "worst.round(3)",
    "What happened in one of them: both translations over one reference.",
    "def texts(document, number):\n"
    "    segment = next(one for one in corpus.segments if (one.document, one.id) == (document, number))\n"
    '    return {name: text.text for name, text in segment.hypotheses.items()}, segment.references["A"].text\n\n\n'
    "document, number = worst.index[0]\n"
    "hypotheses, reference = texts(document, number)\n"
    'mt.compare(hypotheses, reference, metric="hwcm")',
    "One translation, and the units behind its score:",
    'pair = mt.compare(hypotheses["north"], reference, metric="dstm")\npair',
    "pair.frame().query(\"status != 'matched'\")",
    "The analysis of a text:",
    "text = mt.parse(reference)\ntext",
    "[(frame.predicate, [(one.role, one.text) for one in frame.arguments]) for frame in text.frames]",
)
"""Code, and between it text: a cell is code if it can be parsed as Python and is not one sentence."""
KERNEL: Final = {"display_name": "Python 3", "language": "python", "name": "python3"}


def notebook() -> dict[str, Any]:
    """Return the notebook with the outputs of its cells, which are run one after the other."""
    names: dict[str, Any] = {}
    return {
        "cells": [_cell(place, source, names) for place, source in enumerate(CELLS)],
        "metadata": {"kernelspec": KERNEL},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def text_of(made: dict[str, Any]) -> str:
    """Return a notebook as a file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _cell(place: int, source: str, names: dict[str, Any]) -> dict[str, Any]:
    cell: dict[str, Any] = {"id": f"cell-{place}", "metadata": {}, "source": source.splitlines(keepends=True)}
    if not _is_code(source):
        return {"cell_type": "markdown", **cell}
    return {"cell_type": "code", **cell, "execution_count": None, "outputs": list(_outputs(source, names))}


def _is_code(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return not source.startswith("#")


def _outputs(source: str, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run a cell; yield what it prints, and the value of its last expression."""
    *statements, last = ast.parse(source).body
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(ast.Module(statements, []), "<cell>", "exec"), names)  # our own cells
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        else:
            exec(compile(ast.Module([last], []), "<cell>", "exec"), names)
    if printed.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)}
    if value is not None:
        yield {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": _data(value)}


def _data(value: Any) -> dict[str, list[str]]:
    """Return a value as notebooks show it: as text, and as a picture or HTML where it can be."""
    data = {"text/plain": repr(value)}
    for kind, method in (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_")):
        if shown := getattr(value, method, lambda: None)():
            data[kind] = shown
    return {kind: text.splitlines(keepends=True) for kind, text in data.items()}
