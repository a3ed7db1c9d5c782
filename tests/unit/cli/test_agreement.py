"""The table of ``meantree agreement``."""

from __future__ import annotations

from pathlib import Path

from helpers.frames import frame
from meantree.cli.agreement import agreement_text
from meantree.corpus.model import Corpus, Segment, Text
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.file import Project


def test_annotators_are_shown_as_they_are_called(tmp_path: Path) -> None:
    segment = Segment(
        "1", "", references={"r": Text("a b", tokens=("a", "b"))}, hypotheses={"s": Text("a b", tokens=("a", "b"))}
    )
    names = ("[/red]", "b\x1b[31m")
    work = Annotation((frame("0 agent=1"),), (frame("0"),), state=State.DONE)
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(
            Corpus("c", (segment,), ("s",), ("r",)), {AnnotationKey("1", "s", "r", name): work for name in names}
        )
    text, _ = agreement_text([tmp_path / "x.meantree"], "hmeant:weights=uniform", "table")
    assert r"[/red] – b\x1b[31m" in text
