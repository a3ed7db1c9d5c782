"""Leave-one-corpus-out with ratings: numbers as by brute force, the same twice, and what cannot be said."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from scipy.stats import spearmanr

from helpers.featured import Floats, featured, study_of
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.evaluation.pairwise_accuracy import Part, consistency, first_places, tolerance
from meantree.evaluation.value_table import ValueTable
from meantree.experiments import pado_ablation, pado_ratings, pado_training
from meantree.experiments.pado_ablation import ALL, bounded_tables
from meantree.experiments.pado_ratings import differences_table
from meantree.experiments.pado_training import FeaturedCorpus, feature_columns, matrix_of
from meantree.experiments.study import Options, Study
from meantree.training.regression_training import untrained
from meantree.work import Work

NAMES = ("cs", "de", "es")


def corpus(name: str, systems: int = 3, segments: int = 24) -> FeaturedCorpus:
    """Whole numbers as ratings, which METEOR follows, and a metric that knows a little."""
    chance = np.random.default_rng(sum(map(ord, name)))
    human = chance.integers(1, 6, size=(systems, segments)).astype(np.float64)
    if systems > 1:
        human[0, 0] = np.nan
    single = np.where(np.isnan(human), np.nan, human + 3 * chance.normal(size=human.shape))
    return featured(name, human, {"chrf": single}, human + 1.5 * chance.normal(size=human.shape))


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models that are quickly trained."""
    monkeypatch.setattr("meantree.experiments.pado_training.MODELS", ("meteor-r", "bleu-r"))
    monkeypatch.setattr("meantree.experiments.pado_ablation.MODELS", ("meteor-r",))
    monkeypatch.setattr("meantree.experiments.pado_ablation.DRAWS", 3)
    monkeypatch.setattr("meantree.experiments.pado_ratings.MODEL", "meteor-r")
    monkeypatch.setattr("meantree.experiments.pado_ablation.MODEL", "mt-r")


def made(study: Study) -> dict[str, ValueTable]:
    return {table.name: table for table in pado_ratings.pado_tables(study, study.options, Work())}


def cells(table: ValueTable, row: str) -> dict[str, object]:
    result = next(cells for cells in table.rows if cells[0] == row)
    return dict(zip(table.head, result, strict=True))


def number(table: ValueTable, row: str, column: str) -> float:
    result = cells(table, row)[column]
    assert isinstance(result, float)
    return result


@pytest.mark.usefixtures("few")
def test_tables_are_those_of_their_measures() -> None:
    corpora = [corpus(name) for name in NAMES]
    result = made(study_of(corpora, resamples=50))
    for rated_corpus in corpora:
        human, chrf = rated_corpus.rated.human, rated_corpus.rated.scores["chrf"]
        known = ~np.isnan(human)
        sentences = cells(result["pado-sentences"], "chrf")
        assert sentences[rated_corpus.name] == pytest.approx(spearmanr(human[known], chrf[known]).statistic)
        of_pairs = cells(result["pado-consistency"], "chrf")
        for part in get_args(Part):
            head = rated_corpus.name if part == "all" else f"{rated_corpus.name} {part}"
            assert of_pairs[head] == pytest.approx(consistency(human, chrf, part).value)
    rows = [row[0] for row in result["pado-sentences"].rows]
    assert rows == ["chrf", "meteor-r", "bleu-r"]
    better, noise = (cells(result["pado-sentences"], name)["mean"] for name in ("meteor-r", "bleu-r"))
    assert isinstance(better, float)
    assert isinstance(noise, float)
    assert better > 0.5 > noise


@pytest.mark.usefixtures("few")
def test_systems_are_first_as_often_as_ties_elsewhere_say() -> None:
    corpora = [corpus(name, systems=5) for name in NAMES]
    result = cells(made(study_of(corpora, resamples=5))["pado-systems"], "chrf")
    left, *others = corpora
    ties = []
    for other in others:
        for column in other.rated.human.T:
            rated = np.sort(column[~np.isnan(column)])
            ties.append(rated[-1] == rated[-2])
    epsilon = tolerance(left.rated.scores["chrf"], float(np.mean(ties)))
    assert epsilon is not None
    assert result["cs ε"] == pytest.approx(epsilon)
    expected = spearmanr(first_places(left.rated.human), first_places(left.rated.scores["chrf"], epsilon))
    assert result["cs"] == pytest.approx(expected.statistic)


@pytest.mark.usefixtures("few")
def test_what_is_predicted_was_not_trained_on() -> None:
    corpora = [corpus(name) for name in NAMES]
    whole, _ = pado_training.scores_with_trained(study_of(corpora), Work())
    first = corpora[0]
    other = featured(
        "cs", first.rated.human**2, dict(first.rated.scores), matrix_of(first.features[:, 0], first.rated.known)
    )
    other = FeaturedCorpus(other.rated, first.features)
    again, _ = pado_training.scores_with_trained(study_of([other, *corpora[1:]]), Work())
    np.testing.assert_array_equal(whole[0]["meteor-r"], again[0]["meteor-r"])
    assert (whole[1]["meteor-r"] != again[1]["meteor-r"]).any()


@pytest.mark.usefixtures("few")
def test_one_system_for_each_source_leaves_pairs_and_systems_undefined() -> None:
    result = made(study_of([corpus(name, systems=1, segments=60) for name in NAMES], resamples=20))
    assert isinstance(cells(result["pado-sentences"], "chrf")["cs"], float)
    for name in ("pado-consistency", "pado-systems"):
        assert all(value is None for row in result[name].rows for value in row[1:])
        assert "only one system" in result[name].note


def test_a_model_with_too_little_to_learn_from_is_left_out() -> None:
    result = made(study_of([corpus(name) for name in NAMES], resamples=5))
    assert [row[0] for row in result["pado-sentences"].rows] == ["chrf", "bleu-r", "nist-r", "ter-r", "meteor-r"]
    assert "mt-r: left out, 142 rated translations for 170 features, expected more translations than features." in (
        result["pado-sentences"].note
    )


@pytest.mark.usefixtures("few")
def test_a_difference_from_itself_is_none() -> None:
    scores = [
        {"mt+rte-r": rated_corpus.rated.human, "chrf": rated_corpus.rated.human} for rated_corpus in map(corpus, NAMES)
    ]
    corpora = [corpus(name) for name in NAMES]
    (row,) = differences_table(corpora, scores, Options("da", ("chrf",), resamples=30), Work()).rows
    assert row == ("mt+rte-r − chrf", 0, 0, 0, 0, 0, 0, 1.0)


@pytest.mark.usefixtures("few")
def test_the_learning_curve_ends_at_all_data() -> None:
    study = study_of([corpus(name) for name in NAMES])
    (curve,) = pado_ablation.learning_curve_tables(study, study.options, Work())
    assert [row[1] for row in curve.rows] == list(range(10, 101, 10))
    assert [row[2] for row in curve.rows][-1] == 72
    last = dict(zip(curve.head, curve.rows[-1], strict=True))
    whole = cells(made(study)["pado-sentences"], "meteor-r")
    assert last["spread"] == 0
    assert [last[name] for name in NAMES] == pytest.approx([whole[name] for name in NAMES])


def test_draws_are_of_whole_segments() -> None:
    data = corpus("cs").training(np.arange(2))
    part = pado_ablation.drawn(data, 50, np.random.default_rng(1))
    assert part.segments is not None
    assert data.segments is not None
    chosen = set(part.segments.tolist())
    assert len(chosen) == 12
    assert len(part) == np.isin(data.segments, list(chosen)).sum()


@pytest.mark.usefixtures("few")
def test_ablation_names_each_group_and_finds_the_one_that_matters() -> None:
    study = study_of([corpus(name, segments=36) for name in NAMES])
    (table,) = pado_ablation.ablation_tables(study, study.options, Work())
    assert [row[0] for row in table.rows] == [ALL, "BLEU", "NIST", "TER", "METEOR"]
    assert [row[1] for row in table.rows] == [170, 36, 32, 100, 2]
    meteor, bleu = cells(table, "METEOR"), cells(table, "BLEU")
    assert isinstance(meteor["Δ mean"], float)
    assert meteor["Δ mean"] < -0.2
    assert isinstance(meteor["ρ mean"], float)
    assert isinstance(bleu["ρ mean"], float)
    assert meteor["ρ mean"] > 0.5 > bleu["ρ mean"]
    without, alone = table.drawn
    for group in ("BLEU", "METEOR"):
        for column in (*NAMES, "mean"):
            whole = number(table, ALL, f"ρ {column}")
            low, value, high = (number(without, group, f"{column}{bound}") for bound in (" low", "", " high"))
            assert low <= value <= high
            assert value == pytest.approx(number(table, group, f"Δ {column}"))
            assert number(alone, group, column) == pytest.approx(number(table, group, f"ρ {column}") - whole)
    assert number(without, "METEOR", "mean high") < 0


def test_a_group_without_a_model_has_no_bounds() -> None:
    corpora = [corpus(name, segments=12) for name in NAMES]
    scores = [rated_corpus.rated.scores["chrf"] for rated_corpus in corpora]
    result: dict[str, list[Floats] | str] = {ALL: scores, "without BLEU": "no features", "BLEU alone": scores}
    options = Options("da", resamples=20)
    without, alone = bounded_tables(corpora, result, ["BLEU"], options, Work())
    assert without.rows == (("BLEU", *[None] * 12),)
    assert alone.rows == (("BLEU", *[0.0] * 12),)
    assert bounded_tables(corpora, {ALL: "no features"}, ["BLEU"], options, Work()) == ()


def test_groups_divide_the_features() -> None:
    metric = untrained("rte-r")
    groups = pado_ablation.groups_of(metric)
    assert sorted(place for places in groups.values() for place in places) == list(range(len(metric.model.weights)))
    first = next(iter(groups.values()))
    part = pado_ablation.part_of(metric, first)
    assert feature_columns(part).tolist() == feature_columns(metric)[first].tolist()


@pytest.mark.usefixtures("few")
def test_weights_say_what_a_usual_difference_adds() -> None:
    corpora = [corpus(name) for name in NAMES]
    study = study_of(corpora)
    (table,) = pado_ratings.weight_tables(study, study.options, Work())
    assert table.head == ("feature", "group", "all", "without cs", "without de", "without es")
    assert {row[0] for row in table.rows} == {"METEOR shortfall", "log METEOR shortfall"}
    model = pado_training.left_out_fits(study, "meteor-r", Work())[0].model
    heaviest = table.rows[0]
    weight = next(one for one in model.weights if one.label == heaviest[0])
    assert heaviest[3] == pytest.approx(weight.weight * weight.scale)


def test_one_language_cannot_go_round() -> None:
    alone = Study((Corpus("cs-en", (), (), ()),), Options("da"), AnalysisStore())
    with pytest.raises(UsageError, match="1 corpus, expected at least 2"):
        pado_training.featured_corpora(alone, Work())
