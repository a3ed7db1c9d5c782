"""What is scored next, and how long it takes."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.layers.required import Layers
from meantree.corpus.corpus import Corpus, Segment
from meantree.metrics.registry import metric
from meantree.scoring.agenda import Agenda, Pace, Pass
from meantree.scoring.table import Column, ScoreTable

BLEU = {"bleu": metric("bleu")}


def _table(segments: int) -> ScoreTable:
    corpus = Corpus("c", tuple(Segment(str(place), "") for place in range(segments)), ("s", "t", "u"), ("r",))
    return ScoreTable(corpus, BLEU)


def _finish(one: Pass, places: list[int]) -> None:
    one.table.fill(one.system, "bleu", places, Column(BLEU["bleu"], [None] * len(places)))


@given(sizes=st.tuples(st.integers(1, 30), st.integers(1, 7)), chance=st.randoms(use_true_random=False))
def test_everything_is_begun_once_whatever_is_wanted_meanwhile(sizes: tuple[int, int], chance: random.Random) -> None:
    table, agenda = _table(sizes[0]), Agenda()
    passes = [Pass(table, system, "texts", BLEU, size=sizes[1]) for system in table.corpus.systems]
    agenda.want(passes[:1])
    begun: list[tuple[str, int]] = []
    asked = False
    while agenda.has_more or not asked:
        if chance.random() < 0.3:
            agenda.look_at(chance.sample(range(-3, sizes[0] + 3), 3))
        if chance.random() < 0.2 or not agenda.has_more:
            asked = True
            agenda.want(passes if chance.random() < 0.5 else passes[1:])
            agenda.want(passes[:1])
        for one, portion in agenda.begun():
            begun += [(one.system, place) for place in portion.places]
            assert [segment.id for segment in portion.segments] == [str(place) for place in portion.places]
            assert len(portion.places) <= sizes[1]
            if chance.random() < 0.5:
                break
    expected = {one.system for one in agenda.passes}
    assert sorted(begun) == sorted((system, place) for system in expected for place in range(sizes[0]))


def test_what_is_looked_at_comes_first_then_the_others_in_order() -> None:
    agenda = Agenda()
    agenda.want([Pass(_table(10), "s", "texts", BLEU, size=4)])
    agenda.look_at([7, 9, 99])
    assert [list(portion.places) for _, portion in agenda.begun()] == [[7, 9, 0, 1], [2, 3, 4, 5], [6, 8]]


def test_texts_are_analysed_as_deep_as_a_pass_wants_whatever_its_metrics_need() -> None:
    agenda = Agenda()
    agenda.want([Pass(_table(1), "s", "texts", BLEU, layers=Layers(1, all_trees=1))])
    assert [portion.layers for _, portion in agenda.begun()] == [Layers(1, all_trees=1)]


def test_what_is_wanted_last_is_done_next() -> None:
    agenda, table = Agenda(), _table(4)
    one, two = (Pass(table, system, "texts", BLEU, size=2) for system in ("s", "t"))
    agenda.want([one])
    begun = agenda.begun()
    assert next(begun)[0] is one
    agenda.want([two])
    assert [found.system for found, _ in begun] == ["t", "t", "s"]


def test_what_was_begun_and_not_done_is_begun_again() -> None:
    agenda, table = Agenda(), _table(9)
    one = Pass(table, "s", "texts", BLEU, size=3)
    agenda.want([one])
    begun = agenda.begun()
    _finish(one, list(next(begun)[1].places))
    next(begun)
    agenda.stop()
    assert next(begun, None) is None
    assert not agenda.has_more
    assert one.remaining == 6
    agenda.reset()
    agenda.want([one])
    assert [place for _, portion in agenda.begun() for place in portion.places] == [3, 4, 5, 6, 7, 8]


def test_what_is_done_is_no_more_on_the_agenda() -> None:
    agenda, table = Agenda(), _table(3)
    passes = [Pass(table, system, "texts", BLEU) for system in ("s", "t")]
    agenda.want(passes)
    _finish(passes[0], [0, 1, 2])
    assert agenda.drop_done() == (passes[0],)
    assert agenda.passes == (passes[1],)


def test_a_pass_knows_what_the_table_has_already() -> None:
    table = _table(4)
    _finish(Pass(table, "s", "texts", BLEU), [1, 2])
    assert np.flatnonzero(Pass(table, "s", "texts", BLEU).waiting).tolist() == [0, 3]


def _passes(*costs: float, segments: int = 100) -> list[Pass]:
    table = _table(segments)
    return [Pass(table, "s", f"pass {place}", BLEU, cost) for place, cost in enumerate(costs)]


def test_time_left_follows_what_was_measured() -> None:
    one, two = _passes(1.0, 10.0)
    pace = Pace()
    assert pace.seconds([one, two]) is None
    pace.count(one, 10, 100.0)  # much was loaded for it
    assert pace.seconds([one, two]) is None
    pace.count(one, 10, 102.0)
    pace.count(one, 10, 104.0)
    assert pace.seconds([one, two]) == pytest.approx(100 * 0.2 + 100 * 2.0), "the other takes ten times as long"
    pace.pause()
    pace.count(two, 10, 1000.0)
    pace.count(two, 10, 1005.0)
    assert pace.seconds([two]) == pytest.approx(100 * 0.5)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 30), st.booleans()), max_size=20))
def test_the_bar_never_goes_back(steps: list[tuple[int, int, bool]]) -> None:
    passes, pace, shares = _passes(0.1, 1.0), Pace(), [0.0]
    wanted = passes[:1]
    for which, segments, more in steps:
        wanted = passes if more else wanted
        pace.count(passes[which], segments, 0.0)
        shares.append(pace.share(wanted))
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_the_bar_goes_on_at_once_where_more_is_wanted() -> None:
    passes, pace = _passes(0.1, 1.0), Pace()
    pace.count(passes[0], 60, 0.0)
    before = pace.share(passes[:1])
    assert before == pytest.approx(6 / 16)
    assert pace.share(passes) == before, "much more is wanted"
    pace.count(passes[1], 10, 1.0)
    assert pace.share(passes) == pytest.approx(before + (1 - before) * 10 / 120), "ten of what is ahead"


def test_time_goes_by_between_what_is_measured() -> None:
    (one,), pace = _passes(1.0), Pace()
    assert pace.since(5.0) == 0.0
    pace.count(one, 10, 100.0)
    assert pace.since(103.0) == 3.0
    pace.pause()
    assert pace.since(104.0) == 0.0
