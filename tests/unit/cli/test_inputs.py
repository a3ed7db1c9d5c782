"""What commands say of the corpus that they are given."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.frames import frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.cli.commands.projects import convert
from meantree.cli.inputs import Inputs
from meantree.cli.reports import annotators_of
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.corrected_trees import TreeKey
from meantree.project.file import Project
from meantree.project.progress import progress_of

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


def test_scored_translations_to_review_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, text = tmp_path / "x.meantree", Text("x y", tokens=("x", "y"))
    segments = tuple(Segment(name, "", None, {"A": text}, dict.fromkeys("st", text)) for name in "1234567")
    linked = Annotation((frame("0"),), (frame("0"),), FrameAlignment({(0, 0): LinkKind.CORRECT}), State.DONE)
    keys = [AnnotationKey(segment.key, system, "A", "ana") for segment in segments for system in "st"]
    with Project(path, new=True) as project:
        project.fill(Corpus("x", segments, ("s", "t"), ("A",)), dict.fromkeys(keys, linked))
    Inputs(project=path, annotator="ana").corpus()
    assert capsys.readouterr().err == ""
    without = replace(linked, reference=(), alignment=FrameAlignment())
    one, six = (
        "1 translation is to review (1 s); its links",
        "6 translations are to review (1 s, 2 s, 3 s, 4 s, 5 s and",
    )
    for count, told in ((1, one), (6, f"{six} 1 more); their links")):
        with Project(path) as project:
            for key in keys[1 : 2 * count : 2]:
                project.save(key, without, "deleted")
            assert progress_of(project, "ana", project.corpus()).review == count
        corpus = Inputs(project=path, annotator="ana").corpus()
        assert corpus.segments[0].hypotheses["s"].annotation is not None, "it is scored"
        assert f"ana: {told} to deleted frames or fillers do not count" in " ".join(capsys.readouterr().err.split())
        annotators_of(Inputs(project=path))
        assert f"ana: {told}" in " ".join(capsys.readouterr().err.split())
    Inputs(project=path).corpus()
    assert capsys.readouterr().err == "", "nobody's frames are scored"


def test_that_a_file_beside_hyp_is_refused_with_what_to_do(tmp_path: Path) -> None:
    texts, errors, target = tmp_path / "hyp.s.en", tmp_path / "errors.tsv", tmp_path / "m.meantree"
    texts.write_text("x y\n", encoding="utf-8")
    head, row = "system\ttarget\tcategory\tseverity", "s\tx <v>y</v>\tAccuracy\tMajor"
    errors.write_text(f"{head}\n{row}\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"in place of IN.*marked errors \(MQM\).*are given by another --hyp"):
        convert([errors, target], hyp=[texts])
    convert([target], hyp=[texts, errors])
    with Project(target) as project:
        assert len(project.corpus().segments[0].errors) == 1
