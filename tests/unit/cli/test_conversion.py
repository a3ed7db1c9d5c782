"""``meantree convert`` finds the way by the names, and says what it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.frames import frame
from meantree.cli.conversion import convert_annotations
from meantree.corpus.model import Corpus, Segment, Text
from meantree.errors import InputError, UsageError
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.corrected_trees import TreeKey
from meantree.project.file import Project

KEY = AnnotationKey("00/00", "01", "00", "ann")
WORK = {KEY: Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), state=State.DONE)}
PROPS = "# sent_id = s\n1\tIt\tPRP\t(TOP(S(NP*)\t-\t-\t(ARG1*)\n2\trains\tVBZ\t(VP*)))\train\train.01\t(V*)\n\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one annotation."""
    path = tmp_path / "x.meantree"
    text = Text("It rains", tokens=("It", "rains"))
    segment = Segment("00/00", "", references={"00": text}, hypotheses={"01": text})
    with Project(path, new=True) as made:
        made.fill(Corpus("x", (segment,), ("01",), ("00",)), WORK)
    return path


@pytest.mark.parametrize("name", ["tables", "out.brat"])
def test_a_project_goes_out_and_comes_back(project: Path, tmp_path: Path, name: str) -> None:
    told, lost = convert_annotations(project, tmp_path / name)
    assert "1 annotations by ann: 2 frames" in told
    assert lost == []
    convert_annotations(tmp_path / name, tmp_path / "again.meantree")
    with Project(tmp_path / "again.meantree") as again:
        assert again.annotations("ann") == WORK


@pytest.mark.parametrize("name", ["tables", "out.brat"])
def test_corrected_heads_are_told_as_left_out(project: Path, tmp_path: Path, name: str) -> None:
    with Project(project) as opened:
        opened.save_tree(TreeKey("00/00", "reference", "00", "ann"), {0: (1, "x")}, "head")
    _, lost = convert_annotations(project, tmp_path / name)
    assert [str(problem) for problem in lost] == ["segment 00/00, 00, ann: corrected heads are left out"]


@pytest.mark.parametrize("ending", ["props", "conll09", "conll12", "conllu"])
def test_propositions_go_from_format_to_format(tmp_path: Path, ending: str) -> None:
    source, target = tmp_path / "in.props", tmp_path / f"out.{ending}"
    source.write_text(PROPS, encoding="utf-8")
    told, lost = convert_annotations(source, target)
    assert told == f"{target}: 1 sentences, 1 propositions"
    assert lost == []
    back = tmp_path / "back.props"
    convert_annotations(target, back)
    assert "rain\train.01\t(V*)" in back.read_text(encoding="utf-8")
    assert "(ARG1*)" in back.read_text(encoding="utf-8")


def test_bad_sentences_are_listed_and_the_rest_is_written(tmp_path: Path) -> None:
    source = tmp_path / "in.props"
    source.write_text(PROPS + PROPS.replace("(V*)", "V"), encoding="utf-8")
    told, problems = convert_annotations(source, tmp_path / "out.conll12")
    assert "1 sentences" in told
    assert [str(problem) for problem in problems] == [
        f"{source}:7: 'V', expected a piece of a span such as (ARG0*, * or *); skipped"
    ]


def test_nothing_is_written_over(project: Path) -> None:
    with pytest.raises(UsageError, match="there is something already"):
        convert_annotations(project, project)


@pytest.mark.parametrize(("source", "target"), [("x.meantree", "y.pdf"), ("in.props", "y.meantree")])
def test_ways_that_there_are_not(project: Path, tmp_path: Path, source: str, target: str) -> None:
    (tmp_path / "in.props").write_text(PROPS, encoding="utf-8")
    with pytest.raises(UsageError, match=r"cannot turn .* into .*; expected"):
        convert_annotations(tmp_path / source, tmp_path / target)
    assert project.is_file()


def test_a_folder_of_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="sentences"):
        convert_annotations(tmp_path / "empty", tmp_path / "x.meantree")
