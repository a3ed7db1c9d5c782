"""Weights are learned without the part on which they are measured."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.errors import Cancelled, UsageError
from meantree.evaluation import held_out_weights
from meantree.evaluation.compared_frames import NAMES, Compared, Side
from meantree.evaluation.held_out_weights import cross_validated
from meantree.evaluation.supervised_weights import Judged, Trained, train
from meantree.work import Work

AGENT, PATIENT = NAMES.index("agent"), NAMES.index("patient")


def _side(*credited: int) -> Side:
    held, found = np.zeros((1, len(NAMES))), np.zeros((1, len(NAMES)))
    held[0, [0, AGENT, PATIENT]] = 1
    found[0, [0, *credited]] = 1
    return Side(np.ones(1), held, found)


def _judged(place: int, system: str, credited: int, rating: float) -> Judged:
    return Judged(Compared(place, system, _side(credited), _side(credited)), rating)


def _data(segments: int = 10) -> list[Judged]:
    """People care for agents: s has them, t the patients."""
    return [
        _judged(place, *one) for place in range(segments) for one in (("s", AGENT, 3.0 + place), ("t", PATIENT, 1.0))
    ]


def test_what_holds_everywhere_holds_where_it_was_not_learned() -> None:
    found = cross_validated(_data())
    assert found.correlation == pytest.approx(1.0)
    assert [part.segments for part in found.parts] == [8] * 5
    assert all(part.weights["agent"] > part.weights["patient"] for part in found.parts)
    assert cross_validated(_data()) == found


def test_no_part_is_learned_from(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[set[int]] = []

    def noted(data: list[Judged], *args: object, **options: object) -> Trained:
        seen.append({one.compared.place for one in data})
        return train(data, *args, **options)  # type: ignore[arg-type]  # passed on

    monkeypatch.setattr(held_out_weights, "train", noted)
    cross_validated(_data(), folds=5)
    left_out = [set(range(10)) - one for one in seen]
    assert sorted(place for part in left_out for place in part) == list(range(10))


def test_all_translations_are_ranked_where_each_segment_has_one() -> None:
    """Agents are rated higher, whatever the segment."""
    data = [_judged(place, "s", (AGENT, PATIENT)[place % 2], 2.0 - place % 2) for place in range(20)]
    assert cross_validated(data, grouping="none").correlation == pytest.approx(1.0)
    with pytest.raises(UsageError, match="nothing to learn"):
        cross_validated(data)


def test_too_few_segments_are_told() -> None:
    with pytest.raises(UsageError, match="4 segments to learn from, expected 5 at least"):
        cross_validated(_data(4))


def test_learning_can_be_stopped() -> None:
    """Between the generations of one search."""
    with pytest.raises(Cancelled, match="Learning weights"):
        train(_data(), work=Work(cancelled=lambda: True))
