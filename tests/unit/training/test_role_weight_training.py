"""Weights trained on ratings: HMEANT as the metric has it, better than uniform ones, the same every time."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotated_pairs, frame
from meantree.analysis.frames import FrameAlignment, LinkKind, PairFrames
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli.rated_corpora import weights_text
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import UsageError
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.pair import Pair
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.training.role_weight_training import (
    KINDS,
    WEIGHT_NAMES,
    ComparedFrames,
    FrameArrays,
    RatedFrames,
    StackedFrames,
    TrainedWeights,
    cross_validate,
    rated_frames,
    train,
)

WORDS = tuple("abcdef")
TEXT = Text(" ".join(WORDS), tokens=WORDS)
CORRECT = LinkKind.CORRECT
REFERENCE = (frame("1 agent=0 temporal=2"),)


def _work(*fillers: int) -> Annotation:
    """The frame with these of its fillers linked."""
    links = {((0, place), (0, place)): CORRECT for place in fillers}
    return Annotation(REFERENCE, REFERENCE, FrameAlignment({(0, 0): CORRECT}, links), State.DONE)


def _corpus() -> tuple[Corpus, dict[AnnotationKey, Annotation]]:
    """People care for agents and not for times: system s has the agents, t the times."""
    segments, work = [], {}
    for number in range(6):
        ratings = (Rating("s", "da", 80.0 + number), Rating("t", "da", 20.0), Rating("s", "hter", 0.1))
        segments.append(Segment(str(number), "", None, {"A": TEXT}, {"s": TEXT, "t": TEXT}, ratings))
        work[AnnotationKey(str(number), "s", "A", "ann")] = _work(0)
        work[AnnotationKey(str(number), "t", "A", "ann")] = _work(1)
    return Corpus("rated", tuple(segments), ("s", "t"), ("A",)), work


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Six segments, two annotated and rated translations each."""
    path = tmp_path / "rated.meantree"
    make_project(path, *_corpus())
    return path


@pytest.mark.parametrize("correlation", KINDS)
def test_what_people_care_for_weighs_more(project: Path, correlation: str) -> None:
    with Project(project) as opened:
        data = rated_frames(opened.corpus("ann"), "da")
    trained = train(data, correlation)
    assert trained.correlation == pytest.approx(1.0)
    assert trained.uniform == 0.0
    assert trained.weights["agent"] > trained.weights["temporal"]
    assert max(trained.weights.values()) == 1.0
    assert train(data, correlation) == trained


def test_ratings_that_are_better_when_lower(project: Path) -> None:
    with Project(project) as opened:
        data = rated_frames(opened.corpus("ann"), "da", lower_is_better=True)
    trained = train(data)
    assert trained.weights["temporal"] > trained.weights["agent"]


@given(pair=annotated_pairs(), weights=st.lists(st.floats(0, 1), min_size=12, max_size=12))
def test_scores_are_those_of_the_metric(
    tmp_path_factory: pytest.TempPathFactory, pair: Pair, weights: list[float]
) -> None:
    hyp, ref = (text.frames for text in pair.sides(0))
    assert hyp is not None
    assert ref is not None
    if not ref.frames or not any(weights):
        return
    file = tmp_path_factory.mktemp("weights") / "w.json"
    file.write_text(json.dumps(dict(zip(WEIGHT_NAMES, weights, strict=True))), encoding="utf-8")
    metric = Hmeant(weights=str(file))
    expected = metric.score(metric.statistics(pair), level="segment")
    text = Text(pair.hypothesis.text, tokens=hyp.words)
    done = Text(
        pair.hypothesis.text, tokens=hyp.words, annotation=PairFrames("A", hyp.frames, ref.frames, pair.frame_links(0))
    )
    segment = Segment("1", "", None, {"A": text}, {"s": done}, (Rating("s", "da", 1.0),))
    (one,) = rated_frames(Corpus("x", (segment,), ("s",), ("A",)), "da")
    assert StackedFrames([one.compared]).scores(np.array(weights)) == pytest.approx([expected])


def test_what_is_written_can_be_used(project: Path, tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text(weights_text(project, "ann", "da", "kendall", 1), encoding="utf-8")
    about = json.loads(file.read_text(encoding="utf-8"))["about"]
    assert (about["segments"], about["translations"], about["on the training data"]) == (6, 12, 1.0)
    metric = Hmeant(weights=str(file))
    with Project(project) as opened:
        corpus = opened.corpus("ann")
    assert corpus.segments[0].hypotheses["s"].annotation is not None
    assert metric.weights == str(file)


@pytest.mark.parametrize(
    ("kind", "message"), [("mqm", "available kinds: da, hter"), ("hter", "no weights can be trained")]
)
def test_nothing_to_learn_from(project: Path, kind: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        weights_text(project, "ann", kind, "kendall", 1)


def test_supervised_weights_want_training() -> None:
    with pytest.raises(UsageError, match="meantree train weights"):
        Hmeant(weights="supervised")


def test_an_unknown_correlation_is_told() -> None:
    with pytest.raises(UsageError, match="expected one of kendall, spearman, pearson"):
        train([], "tau")


AGENT, PATIENT = WEIGHT_NAMES.index("agent"), WEIGHT_NAMES.index("patient")


def _side(*credited: int) -> FrameArrays:
    held, found = np.zeros((1, len(WEIGHT_NAMES))), np.zeros((1, len(WEIGHT_NAMES)))
    held[0, [0, AGENT, PATIENT]] = 1
    found[0, [0, *credited]] = 1
    return FrameArrays(np.ones(1), held, found)


def _judged(place: int, system: str, credited: int, rating: float) -> RatedFrames:
    return RatedFrames(ComparedFrames(place, system, _side(credited), _side(credited)), rating)


def _data(segments: int = 10) -> list[RatedFrames]:
    """People care for agents: s has them, t the patients."""
    return [
        _judged(place, *one) for place in range(segments) for one in (("s", AGENT, 3.0 + place), ("t", PATIENT, 1.0))
    ]


def test_what_holds_everywhere_holds_where_it_was_not_learned() -> None:
    validate = cross_validate(_data())
    assert validate.correlation == pytest.approx(1.0)
    assert [part.segments for part in validate.parts] == [8] * 5
    assert all(part.weights["agent"] > part.weights["patient"] for part in validate.parts)
    assert cross_validate(_data()) == validate


def test_no_part_is_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []

    def noted(data: list[RatedFrames], *args: object, **options: object) -> TrainedWeights:
        seen.append({one.compared.place for one in data})
        return train(data, *args, **options)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr("meantree.training.role_weight_training.train", noted)
    cross_validate(_data())
    left_out = [set(range(10)) - one for one in seen]
    assert sorted(place for part in left_out for place in part) == list(range(10))


def test_all_translations_are_ranked_where_each_segment_has_one() -> None:
    """Agents are rated higher, whatever the segment."""
    data = [_judged(place, "s", (AGENT, PATIENT)[place % 2], 2.0 - place % 2) for place in range(20)]
    assert cross_validate(data, grouping="none").correlation == pytest.approx(1.0)
    with pytest.raises(UsageError, match="no weights can be trained"):
        cross_validate(data)
