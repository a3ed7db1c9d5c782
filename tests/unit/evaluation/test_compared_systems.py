"""Rankings and their tests, beside naive loops over the same draws and sacrebleu."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.tables import Rows, score_table
from meantree.errors import Cancelled, UsageError
from meantree.evaluation.compared_systems import _clusters, outcomes, ranking
from meantree.evaluation.significance import (
    Resampling,
    Test,
    bootstrap_draws,
    bootstrap_p,
    is_significant,
    random_swaps,
)
from meantree.work import Work

SAMPLES = 200
FEW = Resampling(resamples=SAMPLES)


TESTS: tuple[Test, ...] = "bootstrap", "randomisation"


def _noisy(quality: float, seed: int, size: int = 40) -> Rows:
    """Statistics of edpm: matched, hypothesis' and reference's total."""
    chance, totals = np.random.default_rng(seed), np.random.default_rng(3).integers(5, 30, size).tolist()
    return [(min(total, total * quality * chance.uniform(0.4, 1.2)), total, total) for total in totals]


TABLE = score_table("edpm", {"north": _noisy(0.8, 1), "south": _noisy(0.5, 2), "east": _noisy(0.79, 3)})


def test_best_first_in_clusters_that_the_test_tells_apart() -> None:
    result = ranking(TABLE, "edpm", how=FEW)
    assert set(result.names[:2]) == {"north", "east"}
    assert result.names[2] == "south"
    assert [one.cluster for one in result.systems] == [1, 1, 2]
    assert (result.segments, result.left_out) == (40, 0)
    for system in result.systems:
        assert system.score == TABLE.system_score(system.system, "edpm")
        assert system.low is not None
        assert system.high is not None
        assert system.score is not None
        assert system.low < system.score < system.high
    assert sum(one.mean_rank or 0 for one in result.systems) == pytest.approx(6)
    assert result.systems[2].mean_rank == pytest.approx(3, abs=0.1)
    assert result.p("north", "south") == result.p("south", "north") == pytest.approx(1 / (SAMPLES + 1))
    assert result.p("north", "north") is None


@pytest.mark.parametrize("test", TESTS)
def test_p_and_interval_as_a_loop_over_the_same_draws_has_them(test: Test) -> None:
    table = score_table("bleu", {"north": _bleu_rows(3), "south": _bleu_rows(4)})
    result = ranking(table, "bleu", how=Resampling(test=test, resamples=SAMPLES, seed=5))
    chosen = table.metrics["bleu"]
    left, right = (table.columns[system, "bleu"].statistics for system in ("north", "south"))

    def score(rows: list[np.ndarray]) -> float:
        value = chosen.score(np.sum(rows, axis=0), level="system")
        assert value is not None
        return value

    samples = np.concatenate(list(bootstrap_draws(len(left), SAMPLES, 5))).astype(int).tolist()
    drawn = [[place for place, count in enumerate(sample) for _ in range(count)] for sample in samples]
    scores = [(score([left[p] for p in sample]), score([right[p] for p in sample])) for sample in drawn]
    north = next(system for system in result.systems if system.system == "north")
    ordered = sorted(score for score, _ in scores)
    assert (north.low, north.high) == pytest.approx((ordered[SAMPLES // 40], ordered[-1 - SAMPLES // 40]))
    difference = abs(score(list(left)) - score(list(right)))
    if test == "bootstrap":
        found = [first - second for first, second in scores]
        hits = sum(abs(one - sum(found) / SAMPLES) >= difference for one in found)
    else:
        hits = 0
        for swap in np.concatenate(list(random_swaps(len(left), SAMPLES, 5))).tolist():
            mixed = [(a, b) if kept else (b, a) for a, b, kept in zip(left, right, swap, strict=True)]
            hits += abs(score([a for a, _ in mixed]) - score([b for _, b in mixed])) >= difference - 1e-12
    assert result.p("north", "south") == pytest.approx((hits + 1) / (SAMPLES + 1))


def _bleu_rows(seed: int, size: int = 30) -> Rows:
    chance = np.random.default_rng(seed)
    rows = []
    for total in chance.integers(6, 20, size).tolist():
        matched = sorted(chance.integers(1, total - 3, 4).tolist(), reverse=True)
        rows.append((total, total + 1, *matched, *(total - order for order in range(4))))
    return rows


def test_error_rates_rank_the_lower_first() -> None:
    few, many = [(1.0, 10.0)] * 20, [(4.0, 10.0)] * 20
    result = ranking(score_table("ter", {"many": many, "few": few}), "ter", how=FEW)
    assert result.names == ("few", "many")
    assert [system.cluster for system in result.systems] == [1, 2]
    assert [system.mean_rank for system in result.systems] == [1, 2]


def test_only_segments_that_all_were_scored_on_count() -> None:
    north: Rows = [(1, 2, 2), (2, 2, 2), None, (0, 2, 2)]
    south: Rows = [(1, 2, 2), None, (2, 2, 2), (2, 2, 2)]
    table = score_table("edpm", {"north": north, "south": south})
    result = ranking(table, "edpm", how=FEW)
    assert (result.segments, result.left_out) == (2, 2)
    assert {system.system: system.score for system in result.systems} == {"north": 0.25, "south": 0.75}
    alone = ranking(table, "edpm", systems=["north"], places=np.array([0, 1, 2]), how=FEW)
    assert (alone.segments, alone.left_out, alone.systems[0].score) == (2, 1, 0.75)


def test_a_cluster_ends_where_all_before_differ_from_all_after() -> None:
    differs = np.zeros((3, 3), dtype=bool)
    differs[1, 2] = differs[2, 1] = True
    assert _clusters(differs, np.array([0.9, 0.8, 0.7])) == [1, 1, 1]  # the first is not told from the last
    differs[0, 2] = differs[2, 0] = True
    assert _clusters(differs, np.array([0.9, 0.8, 0.7])) == [1, 1, 2]
    assert _clusters(differs, np.array([0.9, 0.8, np.nan])) == [1, 1, None]


def test_a_difference_is_clear_by_its_two_sided_p_and_its_interval() -> None:
    assert is_significant(0.04, 0.01, 0.2)
    assert not is_significant(0.051, 0.01, 0.2)
    assert not is_significant(0.04, -0.01, 0.2)
    assert not is_significant(None, None, None)
    chance = np.random.default_rng(4).normal(1.8, 1.0, 100_000)  # two-sided .07, one-sided .04
    assert 0.06 < bootstrap_p(chance, 1.8) < 0.08


def test_equal_systems_share_their_ranks() -> None:
    low: Rows = [(0, 2, 2), (1, 2, 2)]
    result = ranking(score_table("edpm", {"a": low, "b": [(2, 2, 2)] * 2, "c": low}), "edpm", how=FEW)
    assert {system.system: system.mean_rank for system in result.systems} == {"b": 1.0, "a": 2.5, "c": 2.5}


def test_sums_in_another_order_are_the_same() -> None:
    """Systems that exchange all segments, or none, differ as much as was found."""
    more: Rows = [(0.7, 1, 1), (0.6, 1, 1), (0.7, 1, 1)]
    less: Rows = [(0.4, 1, 1), (0.5, 1, 1), (0.2, 1, 1)]
    result = ranking(
        score_table("edpm", {"a": more, "b": less}), "edpm", how=Resampling(test="randomisation", resamples=SAMPLES)
    )
    trials = np.concatenate(list(random_swaps(3, SAMPLES, 1)))
    assert result.p("a", "b") == (sum(len(set(trial)) == 1 for trial in trials.tolist()) + 1) / (SAMPLES + 1)


def test_nothing_in_common_is_undefined() -> None:
    table = score_table("edpm", {"north": [(1, 2, 2), None], "south": [None, (1, 2, 2)]})
    for test in TESTS:
        result = ranking(table, "edpm", how=Resampling(test=test, resamples=SAMPLES))
        assert (result.segments, result.left_out) == (0, 2)
        for system in result.systems:
            assert (system.score, system.low, system.high, system.mean_rank, system.cluster) == (None,) * 5
        assert result.p("north", "south") is None


def test_a_metric_over_documents_is_resampled_within_them() -> None:
    """The score of documents weighted by their segments, as the table has it, not that of one sum."""
    rows: Rows = [(1, 2), (8, 10), (0, 4), (3, 3)]
    second: Rows = [(0, 2), (9, 10), (1, 4), (2, 3)]
    table = score_table("sepia", {"north": rows, "south": second}, ["a", "b", "b", "c"])
    result = ranking(table, "sepia", how=FEW)
    assert result.p("north", "south") is not None
    for system in result.systems:
        assert system.score == pytest.approx(table.system_score(system.system, "sepia"))
    north = next(ranked for ranked in result.systems if ranked.system == "north")
    assert north.score == pytest.approx((1 / 2 + 2 * 8 / 14 + 1) / 4)
    counts = np.concatenate(list(bootstrap_draws(4, SAMPLES, 1)))
    scores = []
    for sample in counts.tolist():
        documents = [[0], [1, 2], [3]]
        sums = [[sum(sample[p] * rows[p][k] for p in places) for k in (0, 1)] for places in documents]  # type: ignore[index]
        number = [sum(sample[p] for p in places) for places in documents]
        scores.append(sum(n * a / b for n, (a, b) in zip(number, sums, strict=True) if n) / sum(number))
    ordered = sorted(scores)
    assert (north.low, north.high) == pytest.approx((ordered[SAMPLES // 40], ordered[-1 - SAMPLES // 40]))


COUNTS = st.integers(0, 9).flatmap(lambda matched: st.tuples(st.just(matched), st.just(9), st.integers(9, 12)))
SYSTEMS = st.integers(1, 6).flatmap(
    lambda size: st.lists(
        st.lists(st.none() | COUNTS, min_size=size, max_size=size), min_size=2, max_size=4, unique_by=str
    )
)


@given(SYSTEMS, st.sampled_from(TESTS), st.randoms())
def test_the_order_of_systems_does_not_matter(columns: list[Rows], test: Test, random: object) -> None:
    names = [f"s{place}" for place in range(len(columns))]
    systems = dict(zip(names, columns, strict=True))
    random.shuffle(names)  # type: ignore[attr-defined]
    shuffled = {name: systems[name] for name in names}
    first, second = (
        ranking(score_table("edpm", each), "edpm", how=Resampling(test=test, resamples=50))
        for each in (systems, shuffled)
    )
    assert first.systems == second.systems
    assert np.array_equal(first.p_values, second.p_values, equal_nan=True)


def test_the_same_seed_gives_the_same_and_another_other_numbers() -> None:
    first, again, second = (ranking(TABLE, "edpm", how=Resampling(resamples=SAMPLES, seed=seed)) for seed in (1, 1, 2))
    assert first.systems == again.systems != second.systems


def test_mistakes_are_told() -> None:
    with pytest.raises(UsageError, match="expected one of edpm"):
        ranking(TABLE, "bleu")
    with pytest.raises(UsageError, match=r"'west' .*edpm; there are north, south, east"):
        ranking(TABLE, "edpm", systems=["west"])
    with pytest.raises(UsageError, match="expected at least 1"):
        ranking(TABLE, "edpm", how=Resampling(resamples=0))
    with pytest.raises(Cancelled):
        ranking(TABLE, "edpm", work=Work(cancelled=lambda: True))


NORTH: Rows = [(2, 2, 2), (1, 2, 2), (0, 2, 2), (2, 2, 2), None]
SOUTH: Rows = [(1, 2, 2), (1, 2, 2), (2, 2, 2), None, (1, 2, 2)]
OUTCOME_COUNTS = st.integers(0, 4).map(lambda matched: (matched, 4, 4))
COLUMNS = st.integers(1, 6).flatmap(
    lambda size: st.tuples(*[st.lists(st.none() | OUTCOME_COUNTS, min_size=size, max_size=size)] * 2)
)


def test_segments_are_counted_where_both_were_scored() -> None:
    table = score_table("edpm", {"north": NORTH, "south": SOUTH})
    result = outcomes(table, "edpm", "north", "south", how=Resampling(resamples=100))
    assert (result.wins, result.ties, result.losses, result.undefined, result.left_out) == (1, 1, 1, 0, 2)
    assert result.segments == 3
    assert result.first_score == 0.5
    assert result.second_score == pytest.approx(4 / 6)
    assert result.difference == pytest.approx(0.5 - 4 / 6)
    some = outcomes(table, "edpm", "north", "south", places=np.array([0, 3]), how=Resampling(resamples=100))
    assert (some.wins, some.ties, some.losses, some.left_out) == (1, 0, 0, 1)


def test_fewer_errors_win() -> None:
    table = score_table("ter", {"north": [(1, 10), (2, 10)], "south": [(3, 10), (2.5, 10)]})
    result = outcomes(table, "ter", "north", "south", how=Resampling(resamples=100))
    assert (result.wins, result.losses) == (2, 0)
    assert result.difference == pytest.approx(-0.125)


def test_a_segment_without_a_score_is_undefined() -> None:
    table = score_table("sepia", {"north": [(1, 2), (0, 0)], "south": [(1, 2), (1, 2)]})
    result = outcomes(table, "sepia", "north", "south", how=Resampling(resamples=100))
    assert (result.ties, result.undefined, result.left_out) == (1, 1, 0)
    mirrored = outcomes(table, "sepia", "south", "north", how=Resampling(resamples=100))
    assert (mirrored.ties, mirrored.undefined, mirrored.left_out) == (1, 1, 0)


@given(COLUMNS, st.sampled_from(["bootstrap", "randomisation"]))
def test_a_system_beside_itself_ties_and_sides_are_mirrored(columns: tuple[Rows, Rows], test: Test) -> None:
    table = score_table("edpm", dict(zip(("north", "south"), columns, strict=True)))
    itself = outcomes(table, "edpm", "north", "north", how=Resampling(test=test, resamples=30))
    assert (itself.wins, itself.losses) == (0, 0)
    assert itself.p == (1.0 if itself.segments else None)
    first = outcomes(table, "edpm", "north", "south", how=Resampling(test=test, resamples=30))
    second = outcomes(table, "edpm", "south", "north", how=Resampling(test=test, resamples=30))
    assert (first.wins, first.ties, first.losses) == (second.losses, second.ties, second.wins)
    assert first.p == second.p
    if (
        first.difference is not None
        and second.difference is not None
        and first.low is not None
        and second.high is not None
    ):
        assert first.difference == -second.difference
        assert first.low == pytest.approx(-second.high)
    assert first.segments + first.left_out == len(table.corpus.segments)


@given(COLUMNS, st.sampled_from(TESTS))
def test_the_test_of_a_ranking_is_that_of_its_two_systems(columns: tuple[Rows, Rows], test: Test) -> None:
    table, how = score_table("edpm", dict(zip(("north", "south"), columns, strict=True))), Resampling(test, 30)
    ranked = ranking(table, "edpm", how=how)
    for pair in (("north", "south"), ("south", "north")):
        own, taken = outcomes(table, "edpm", *pair, how=how), outcomes(table, "edpm", *pair, ranked=ranked, how=how)
        assert (own.low, own.high, own.p) == (taken.low, taken.high, taken.p)
