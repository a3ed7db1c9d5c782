"""The corpora of experiments: samples, the smaller in the larger, and whose ratings they have."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.experiments.experiment_corpora import naming_raters, read_one, sampled
from meantree.experiments.rated import rated_part
from meantree.project.file import Project


def corpus(size: int) -> Corpus:
    return corpus_of([("a", None if place else "b", "r") for place in range(size)], ("often", "once"))


def ids(part: Corpus) -> list[int]:
    return [int(segment.id) for segment in part.segments]


def test_samples_are_nested_and_ordered() -> None:
    whole = corpus(40)
    few, more = ids(sampled(whole, 5, 1)), ids(sampled(whole, 20, 1))
    assert len(few) == 5
    assert set(few) < set(more)
    assert more == sorted(more)
    assert ids(sampled(whole, 5, 1)) == few
    assert ids(sampled(whole, 5, 2)) != few


def test_all_of_it_is_itself() -> None:
    whole = corpus(3)
    assert sampled(whole, None, 1) is whole
    assert sampled(whole, 3, 1) is whole


def test_a_system_without_translations_is_none() -> None:
    for seed in range(20):
        result = sampled(corpus(40), 4, seed)
        assert ("once" in result.systems) == (0 in ids(result))


def test_whose_ratings_are_too_few_is_said_with_who_has_some(tmp_path: Path) -> None:
    path = tmp_path / "p.meantree"
    with Project(path, new=True) as project:
        project.fill(corpus_of([["he saw it"] * 2] * 3, "A", "r"))
        for name, judged in {"ana": 3, "gold": 1}.items():
            for place in range(judged):
                clean = ErrorAnnotation((), 50.0 + place, State.NOTHING)
                project.save_errors(ErrorKey(str(place), "A", name), clean, "score")
    others = "the ratings of gold alone are taken, but ana has more"
    with pytest.raises(UsageError, match=f"1 segment with ratings 'esa', expected at least 2; {others}"):
        rated_part(read_one(path, None, "gold"), "esa")
    with Project(path) as project:
        new = naming_raters(project.corpus_of("new"), project, "new")
    with pytest.raises(UsageError, match=r"ratings of new alone .*ana, gold have more"):
        rated_part(new, "esa")
    assert not read_one(path, None, "ana").problems
    assert read_one(path.rename(path.with_name("q.meantree")), None).name == "q"
    path = path.with_name("q.meantree")
    assert not read_one(path, None).problems
