"""The core stands without a window, and the window's start without heavy libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest

CORE = "import meantree.cli.app, meantree.cli.score_output, meantree.reporting.report_files, meantree.analysis.beam"
GRAPHS = "import meantree.cli.text_analysis, meantree.corpus.formats.dependency_files"
START = "import meantree_gui.window, meantree_gui.theme, meantree_gui.runtime, meantree_gui.__main__"
MODULES = "meantree.cli.app, meantree.cli.command_inputs, meantree.cli.score_output"
LEXICAL = f"import {MODULES}, meantree.metrics.registry as registry"
ELSEWHERE = ("meantree.metrics.tree_precisions", "meantree.alignment.aligner", "meantree.analysis.role_labeller")
PARTS = f"{START}; from importlib import import_module; [import_module(name) for name in meantree_gui.runtime.PARTS]"


@pytest.mark.parametrize(
    ("statement", "unwanted"),
    [
        (CORE, ("PySide6", "shiboken6", "matplotlib", "networkx", "typst", "fontTools")),
        (GRAPHS, ("networkx",)),
        (f"{LEXICAL}; registry.metric('bleu')", ("spacy", "pandas", "joblib", "meantree.project.file", *ELSEWHERE)),
        (START, ("numpy", "sqlite3", "meantree.analysis.sentences", "meantree_gui.inspect_page")),
        (PARTS, ("spacy", "pandas", "sacrebleu", "lxml", "matplotlib", "networkx", "typst", "fontTools")),
    ],
    ids=[
        "core without Qt",
        "graphs without networkx",
        "a lexical metric alone",
        "window without its parts",
        "parts without spaCy",
    ],
)
def test_loads_nothing_unwanted(statement: str, unwanted: tuple[str, ...]) -> None:
    code = f"import sys; {statement}; print(*(name for name in {unwanted!r} if name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.split() == []
