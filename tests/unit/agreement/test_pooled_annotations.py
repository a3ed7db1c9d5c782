"""The work of several files put together: who is the same, which texts are, and what counts of two versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.frames import frame
from helpers.messages import tell
from meantree.agreement.pooled_annotations import read_pooled
from meantree.agreement.project_agreement import project_agreement
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.new_projects import make_project

DONE = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), state=State.DONE)
OTHER = replace(DONE, hypothesis=(frame("1 patient=0"),))


def _segment(name: str, words: str = "a b c") -> Segment:
    text = Text(words, tokens=tuple(words.split()))
    return Segment(name, "", references={"r": text}, hypotheses={"s": text})


def _project(
    path: Path, work: Mapping[tuple[str, str], Annotation], segments: tuple[Segment, ...] = (_segment("1"),)
) -> Path:
    result = {AnnotationKey(segment, "s", "r", who): one for (segment, who), one in work.items()}
    make_project(path, Corpus("c", segments, ("s",), ("r",)), result)
    return path


def test_annotators_of_two_files_are_compared(tmp_path: Path) -> None:
    first = _project(tmp_path / "a.meantree", {("1", "ana"): DONE, ("1", "automatic"): DONE})
    second = _project(
        tmp_path / "b.meantree", {("1", "ben"): OTHER, ("1", "gold"): DONE}, (_segment("1"), _segment("2"))
    )
    agreement = project_agreement(read_pooled([first, second]))
    assert [pair.names for pair in agreement.pairs] == [
        ("ana", "ben"),
        *(("ana", "gold"), ("ben", "gold")),
        *(("ana", "automatic"), ("ben", "automatic"), ("gold", "automatic")),
    ]
    assert agreement.pairs_of_people == [agreement.pairs[0]]
    assert [segment.key for segment in agreement.pool.corpus.segments] == ["1", "2"]
    assert agreement.pool.problems == []
    assert agreement.rankings["ana"].systems[0].score == 0.0  # nothing is linked
    pairs = {pair.names: {layer.name: layer.f for layer in pair.whole.layers} for pair in agreement.pairs}
    assert pairs["ana", "ben"]["filler spans and roles"] == 0.5
    assert pairs["ana", "gold"]["filler spans and roles"] == 1


def test_systems_are_ranked_on_the_segments_with_a_score(tmp_path: Path) -> None:
    """Without frames the score is undefined, and its segment is none of the mean."""
    work = {("1", "ana"): DONE, ("2", "ana"): Annotation(state=State.NOTHING)}
    agreement = project_agreement(
        read_pooled([_project(tmp_path / "a.meantree", work, (_segment("1"), _segment("2")))])
    )
    assert (agreement.rankings["ana"].segments, agreement.means["ana"]["s"].translations) == (1, 1)


def test_a_segment_with_other_texts_is_left_out(tmp_path: Path) -> None:
    first = _project(tmp_path / "a.meantree", {("1", "ana"): DONE}, (_segment("1"), _segment("2")))
    second = _project(tmp_path / "b.meantree", {("1", "ben"): DONE}, (_segment("1", "a b d"), _segment("2")))
    pool = read_pooled([first, second])
    assert tell(pool.problems, f"{second}: segment 1: … texts … left out")
    assert not project_agreement(pool).pairs
    other = _project(tmp_path / "c.meantree", {}, (_segment("1", "x"),))
    with pytest.raises(UsageError, match=r"c\.meantree: segment 1"):
        read_pooled([first, other])


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_versions_by_one_person_the_finished_and_the_later_counts(
    tmp_path: Path, order: tuple[int, int]
) -> None:
    key = AnnotationKey("1", "s", "r", "ana")
    open_ = replace(OTHER, state=State.OPEN)
    paths = [
        _project(tmp_path / "a.meantree", {("1", "ana"): DONE}),
        _project(tmp_path / "b.meantree", {("1", "ana"): open_}),
    ]
    pool = read_pooled([paths[place] for place in order])
    assert (pool.work["ana"][key], pool.problems) == (DONE, [])
    with Project(paths[1]) as project:
        project.save(key, OTHER, "done")
    pool = read_pooled([paths[place] for place in order])
    assert pool.work["ana"][key] == OTHER
    assert "the later version is used" in str(pool.problems[0])
    merge(paths, merged := tmp_path / "m.meantree")
    (note,) = read_pooled([merged]).problems
    assert (tell([note], "1 annotation with several versions; … compared"), note.is_note) == (True, True)


def test_words_that_one_file_has_settled_count_in_all(tmp_path: Path) -> None:
    bare = Segment("1", "", references={"r": Text("a b c")}, hypotheses={"s": Text("a b c")})
    first = _project(tmp_path / "a.meantree", {("1", "ana"): DONE}, (bare,))
    second = _project(tmp_path / "b.meantree", {("1", "ben"): OTHER})
    assert read_pooled([first]).lengths("1", "s", "r") == {}
    pool = read_pooled([first, second])
    assert pool.lengths("1", "s", "r") == {"hypothesis": 3, "reference": 3}
    (pair,) = project_agreement(pool).pairs
    assert pair.whole.kappas["labels of words"].items == 4
