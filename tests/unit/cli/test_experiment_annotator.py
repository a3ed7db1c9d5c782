"""``meantree experiment --annotator``: frames that people found in a project."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helpers.frames import frame
from helpers.stores import BracketStore
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.analysis.parsers import DEFAULT
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli.rated_corpora import made_content
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import UsageError
from meantree.experiments.experiment_request import ExperimentRequest
from meantree.experiments.study import Options
from meantree.project.file import Project
from meantree.work import Work

FRAMES = (frame("1 agent=0 patient=2"),)


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.cli.rated_corpora.AnalysisStore", lambda _parsers: BracketStore())


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Six segments; agents are right in system s, patients in t."""
    text, segments, work = Text("a b c", tokens=("a", "b", "c")), [], {}
    for place in range(6):
        ratings = (Rating("s", "da", 5.0 + place), Rating("t", "da", 1.0))
        segments.append(Segment(str(place), "", None, {"A": text}, {"s": text, "t": text}, ratings))
        for filler, system in enumerate(("s", "t")):
            links = {((0, filler), (0, filler)): LinkKind.CORRECT}
            done = Annotation(FRAMES, FRAMES, FrameAlignment({(0, 0): LinkKind.CORRECT}, links), State.DONE)
            work[AnnotationKey(str(place), system, "A", "ann")] = done
    path = tmp_path / "rated.meantree"
    with Project(path, new=True) as made:
        made.fill(Corpus("rated", tuple(segments), ("s", "t"), ("A",)), work)
    return path


def _tables(path: Path, rating: str = "", annotator: str | None = "ann") -> dict[str, Any]:
    asked = ExperimentRequest((path,), ("lo-wu",), Options(rating, ("bleu",)), None, DEFAULT, annotator=annotator)
    return {one["name"]: one for one in json.loads(str(made_content(asked, "json", Work())[0]))}


def test_frames_are_those_of_the_annotator(project: Path) -> None:
    tables = _tables(project, "da")
    rows = {row[1]: row for row in tables["lo-wu-weights"]["rows"]}
    assert rows["agent"][2] == rows["patient"][2] == 0.5
    assert rows["agent"][3] > rows["patient"][3]
    assert "HMEANT, frames by ann, of 12 translations." in tables["lo-wu-weights"]["note"]
    provenance = {row[0]: row[1] for row in tables["provenance"]["rows"]}
    assert provenance["annotator of rated"].startswith("ann, frames ")


def test_what_needs_no_ratings_is_made_without(project: Path) -> None:
    tables = _tables(project)
    assert "no weights trained" in tables["lo-wu-weights"]["note"]
    assert tables["lo-wu-sensitivity"]["rows"]


def test_frames_of_nobody(project: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="somebody"):
        _tables(project, annotator="somebody")
    texts = tmp_path / "t.tsv"
    texts.write_text("id\treference\thypothesis\n1\ta\ta\n", encoding="utf-8")
    with pytest.raises(UsageError, match="there is no project"):
        _tables(texts)
