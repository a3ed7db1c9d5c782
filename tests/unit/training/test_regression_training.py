"""Weights learned from ratings: known ones are found again, corpus by corpus, and what teaches nothing is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from helpers.command import invoke
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import Cancelled, UsageError
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.scoring.run import score_corpus
from meantree.training.regression_training import ALPHAS, RatedFeatures, fit, folds, rated_features, untrained
from meantree.work import Work

METEOR = untrained("meteor-r")
"""Two features, what METEOR lacks as it is and in log space, and no analysis."""
WORDS = ["the", "old", "cat", "sat", "on", "a", "mat", "and", "saw", "one", "dog"]


def made(size: int, *, offset: float = 0.0, unit: float = 1.0, noise: float = 0.0, seed: int = 0) -> RatedFeatures:
    """Ratings of −2·first − second, in a corpus with a mean and a scale of its own."""
    chance = np.random.default_rng(seed)
    features = chance.normal(size=(size, 2)) + offset
    ratings = -unit * (2 * features[:, 0] + features[:, 1]) + offset + noise * chance.normal(size=size)
    return RatedFeatures(features, ratings)


def weights(data: Sequence[RatedFeatures]) -> list[float]:
    return [weight.weight for weight in fit(data, METEOR).model.weights]


def test_known_weights_are_recovered() -> None:
    result = fit([made(400, seed=1), made(300, seed=2)], METEOR)
    assert result.alpha == ALPHAS[0], "nothing is to be held back where nothing is noise"
    assert weights([made(400, seed=1), made(300, seed=2)]) == pytest.approx([-2, -1], rel=0.02)
    assert result.correlations == pytest.approx([1, 1], abs=1e-3)


def test_corpora_with_means_and_scales_of_their_own() -> None:
    alike = [made(500, seed=1), made(500, seed=2)]
    apart = [made(500, seed=1), made(500, offset=50, seed=2)]
    assert weights(apart) == pytest.approx(weights(alike), rel=0.05)
    first, second = weights([made(500, seed=1), made(500, unit=3, seed=2)])
    assert first / second == pytest.approx(2, rel=0.05)
    assert first < -2, "the scale of ratings is between those of both"


def test_a_prediction_stands_in_the_units_of_the_ratings() -> None:
    data = [made(500, offset=4, seed=1)]
    model = fit(data, METEOR).model
    predict = [model.intercept + sum(model.contributions(row)) for row in data[0].features.tolist()]
    assert predict == pytest.approx(data[0].ratings.tolist(), abs=0.1)
    assert data[0].ratings.mean() == pytest.approx(-8, abs=0.3)
    assert model.intercept == pytest.approx(4, abs=0.1), "of identical texts: three times 4 is not lost"


def test_noise_holds_weights_back() -> None:
    chance = np.random.default_rng(5)
    noisy = [RatedFeatures(chance.normal(size=(200, 2)), chance.normal(size=200)) for _ in range(3)]
    assert max(map(abs, weights(noisy))) < 0.2


def test_no_weight_is_above_0() -> None:
    chance = np.random.default_rng(7)
    loss = chance.normal(size=600)
    twin = loss + 0.1 * chance.normal(size=600)
    ratings = -3 * loss + 2 * twin + 0.1 * chance.normal(size=600)  # as if the twin spoke for a translation
    first, second = weights([RatedFeatures(np.column_stack([loss, twin]), ratings)])
    assert np.corrcoef(twin, ratings)[0, 1] < 0
    assert first < 0
    assert second == 0
    alone = chance.normal(size=600)
    assert weights([RatedFeatures(np.column_stack([loss, alone]), alone - loss)])[1] == 0, "whatever ratings say of it"


def test_a_feature_that_never_changes_weighs_nothing() -> None:
    one = made(100, seed=3)
    flat = RatedFeatures(np.column_stack([one.features[:, 0], np.full(100, 0.3)]), one.ratings)
    assert weights([flat])[1] == 0
    assert weights([flat])[0] != 0


def test_fewer_translations_than_features() -> None:
    with pytest.raises(UsageError, match="2 rated translations for 2 features"):
        fit([made(2)], METEOR)


@pytest.mark.parametrize("size", [3, 4])
def test_too_few_segments_to_be_cut(size: int) -> None:
    with pytest.raises(UsageError, match=f"{size} rated segments, expected at least 5, or several corpora"):
        fit([made(size)], METEOR)
    assert fit([made(size), made(size, seed=1)], METEOR).model.weights


def test_features_that_never_change_teach_nothing() -> None:
    flat = RatedFeatures(np.ones((30, 2)), np.arange(30.0))
    for data in ([flat], [flat, RatedFeatures(flat.features + 1, flat.ratings)]):
        with pytest.raises(UsageError, match="nothing is learned"):
            fit(data, METEOR)


def test_translations_of_one_segment_stand_on_one_side() -> None:
    one = made(90)
    data = RatedFeatures(one.features, one.ratings, np.arange(90) % 30)
    seen = []
    for (rest,), left in folds([data], 1):
        assert rest.segments is not None
        assert left.segments is not None
        assert not set(rest.segments) & set(left.segments)
        assert len(rest) + len(left) == 90
        assert len(set(left.segments)) == 6
        seen += left.segments.tolist()
    assert sorted(seen) == sorted(np.arange(90) % 30)


def test_it_can_be_stopped() -> None:
    with pytest.raises(Cancelled):
        fit([made(50), made(50)], METEOR, work=Work(cancelled=lambda: True))


def corpus(ratings: Sequence[float | None], kind: str = "da") -> Corpus:
    """Translations by two systems, of which one is rated."""
    segments = []
    for place, value in enumerate(ratings):
        ref = " ".join(WORDS[: 3 + place % 8])
        hyp = " ".join([*WORDS[: 1 + place % 5], "and", "then"])
        given = () if value is None else (Rating("s", kind, value - 1), Rating("s", kind, value + 1))
        segments.append(Segment(str(place), "", None, {"A": Text(ref)}, {"s": Text(hyp), "t": Text(ref)}, given))
    return Corpus("mine", tuple(segments), ("s", "t"), ("A",))


def test_what_is_learned_from_is_what_is_scored() -> None:
    values = [1.0, None, 3.0, 2.0]
    features = rated_features(corpus(values), "da", METEOR, AnalysisStore())
    assert features.ratings.tolist() == [1, 3, 2], "the mean of several raters"
    assert features.segments is not None
    assert features.segments.tolist() == [0, 1, 2]
    whole = corpus(values)
    table = score_corpus(whole, ["meteor-r"], AnalysisStore())
    rows = [table.columns["s", "meteor-r"].statistics[place] for place in (0, 2, 3)]
    np.testing.assert_allclose(features.features, np.array(rows)[:, 1:])
    turned = rated_features(corpus(values), "da", METEOR, AnalysisStore(), lower_is_better=True)
    assert turned.ratings.tolist() == [-1, -3, -2]


@pytest.mark.parametrize(
    ("ratings", "kind", "message"),
    [
        ([1.0, 2.0], "mqm", "mine has no ratings of the kind 'mqm'; available kinds: da"),
        ([None, None], "da", "available kinds: none"),
        ([float("nan"), float("nan")], "da", "none of the ratings 'da' of mine is a number"),
        ([2.0, 2.0], "da", "the ratings 'da' of mine cannot be used for training: all are 2"),
        ([2.0, 1e300], "da", "cannot be used for training: expected values from −1,000,000,000 to"),
    ],
)
def test_ratings_that_teach_nothing(ratings: Sequence[float | None], kind: str, message: str) -> None:
    with pytest.raises(UsageError) as raised:
        rated_features(corpus(ratings), kind, METEOR, AnalysisStore())
    assert message in str(raised.value)


@pytest.mark.parametrize("name", ["bleu", "nothing"])
def test_what_is_no_regression_metric(name: str) -> None:
    with pytest.raises(UsageError, match=f"found {name}, expected one of bleu-r, nist-r"):
        untrained(name)


def split(folder: Path, size: int) -> Path:
    """A split as MLQE-PE has it, with ratings that follow the number of right words."""
    folder.mkdir()
    texts = [(" ".join(WORDS[: 2 + place % 6]), " ".join(WORDS[:8])) for place in range(size)]
    rows = [f"{n}\teins\t{hyp}\t{len(hyp) / 10 + n % 3}" for n, (hyp, _) in enumerate(texts)]
    rows.insert(0, "index\toriginal\ttranslation\tz_mean")
    for ending, lines in ((".mt", [hyp for hyp, _ in texts]), (".pe", [ref for _, ref in texts]), (".da.tsv", rows)):
        (folder / "train").with_suffix(ending).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "train.mt"


def test_the_command_writes_what_the_metric_reads(tmp_path: Path) -> None:
    written = tmp_path / "own.json"
    corpora = [str(split(tmp_path / name, size)) for name, size in (("et-en", 30), ("ro-en", 20))]
    options = ["--rating", "da", "--model", "meteor-r", "--jobs", "1", "-o"]
    done = invoke("train", "regression", *corpora, *options, written)
    assert done.exit_code == 0, done.exception
    chosen = metric(f"meteor-r:weights={written}")
    about = chosen.model.about  # type: ignore[attr-defined]
    assert about["data"] == ["et-en/train.mt", "ro-en/train.mt"]
    assert about["translations"] == [30, 20]
    assert chosen.score(chosen.statistics(Pair(Analysis("a cat"), [Analysis("the cat")])), level="segment") is not None


def test_a_known_alpha_is_taken_and_nothing_is_left_out() -> None:
    data = [made(60, noise=1, seed=1), made(60, noise=1, seed=2)]
    chosen = fit(data, METEOR)
    again = fit(data, METEOR, alpha=chosen.alpha)
    assert again.model == chosen.model
    assert again.correlations == ()
    assert fit(data, METEOR, alpha=1e6).model != chosen.model
