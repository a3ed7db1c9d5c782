"""A part of a corpus: the same each time, the smaller in the larger, in order."""

from __future__ import annotations

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.experiments.experiment_corpora import sampled


def corpus(size: int) -> Corpus:
    hypotheses = [{"often": Text("a"), **({"once": Text("b")} if place == 0 else {})} for place in range(size)]
    segments = tuple(
        Segment(str(place), "", None, {"A": Text("r")}, versions) for place, versions in enumerate(hypotheses)
    )
    return Corpus("c", segments, ("often", "once"), ("A",))


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
