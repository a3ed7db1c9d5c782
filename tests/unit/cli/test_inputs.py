"""What commands say of the corpus that they are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from meantree.cli.inputs import Inputs
from meantree.corpus.model import Corpus, Segment, Text
from meantree.project.corrected_trees import TreeKey
from meantree.project.file import Project

SEGMENT = Segment("1", "", None, {"A": Text("x y")}, {"s": Text("x y")})


def test_corrections_that_are_not_used_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.meantree"
    with Project(path, new=True) as project:
        project.fill(Corpus("x", (SEGMENT,), ("s",), ("A",)))
    Inputs(project=path).corpus()
    assert capsys.readouterr().err == ""
    with Project(path) as project:
        project.save_tree(TreeKey("1", "hypothesis", "s", "ana"), {0: (1, "x")}, "head")
    assert Inputs(project=path).corpus().segments[0].hypotheses["s"].arcs == {}
    told = " ".join(capsys.readouterr().err.split())
    assert "heads, labels and links corrected by ana are not used; name one with --annotator" in told
    Inputs(project=path, annotator="ana").corpus()
    assert capsys.readouterr().err == ""
