"""Pairs of a corpus: analysed a few segments at a time, and left out with a reason."""

from __future__ import annotations

import pytest

from helpers.stores import HandMadeStore
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.store import AnalysisBatch
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled, Problem
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.work import Work

SEGMENTS = tuple(Segment(str(place), "", None, {"r": Text("a b")}, {"s": Text(f"a {place}")}) for place in range(70))
CORPUS = Corpus("c", SEGMENTS, ("s",), ("r",))


def test_segments_come_in_the_requested_order_and_each_is_reported() -> None:
    told: list[tuple[int, int]] = []
    work = Work(report=lambda _stage, done, total: told.append((done, total)))
    places = [*range(40, 70), 3]
    found = list(analysed_segments(CORPUS, ["s"], places, HandMadeStore(), WORDS, "Reading", work))
    assert [place for place, _, _ in found] == places
    assert [segment for _, segment, _ in found] == [SEGMENTS[place] for place in places]
    assert list(dict.fromkeys(told)) == [(done, 31) for done in range(32)]
    assert all(isinstance(analysed_pair(segment, "s", source, WORDS), Pair) for _, segment, source in found)


def test_few_segments_are_analysed_ahead() -> None:
    first = next(iter(analysed_segments(CORPUS, ["s"], range(70), HandMadeStore(), WORDS, "Reading", Work())))
    assert len(first[2]) == 33, "32 translations and their common reference"


def test_it_stops_between_segments() -> None:
    seen: list[int] = []
    work = Work(cancelled=lambda: len(seen) == 2)
    found = analysed_segments(CORPUS, ["s"], range(70), HandMadeStore(), WORDS, "Reading", work)
    seen.append(next(found)[0])
    seen.append(next(found)[0])
    with pytest.raises(Cancelled):
        next(found)


@pytest.mark.parametrize(
    ("system", "spec", "layers", "reason"),
    [
        ("s", None, WORDS, "its hypothesis and its reference r have no complete stored analysis"),
        ("t", None, Layers(), "has no hypothesis of t"),
        ("s", "hmeant", Layers(), "its annotation is not finished, or is marked as “cannot annotate”"),
    ],
)
def test_what_is_no_pair_has_a_reason(system: str, spec: str | None, layers: Layers, reason: str) -> None:
    chosen = None if spec is None else metric(spec)
    problem = analysed_pair(SEGMENTS[0], system, AnalysisBatch(), layers, chosen, specs=("x",), outcome="left out")
    assert isinstance(problem, Problem)
    assert problem.message == f"segment 0: {reason}; left out ({system})"
