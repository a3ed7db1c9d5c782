"""Weights learned from preferences: known ones are found again, and what teaches nothing is told."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from helpers.command import invoke
from helpers.messages import tell
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement
from meantree.errors import UsageError
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import MeteorR
from meantree.scoring.run import score_corpus
from meantree.training.pairwise_training import (
    ALPHAS,
    JudgedDifferences,
    fit_judgements,
    join_judgements,
    measure_judgements,
)
from meantree.training.regression_training import predict, untrained

METEOR = untrained("meteor-r")


def made(size: int, *, seed: int = 0, noise: float = 0.3, turned: float = 1.0) -> JudgedDifferences:
    """Preferences by −2·first − second."""
    chance = np.random.default_rng(seed)
    differences = chance.normal(size=(size, 2))
    better = -turned * (2 * differences[:, 0] + differences[:, 1]) + noise * chance.normal(size=size) > 0
    return JudgedDifferences(np.where(better[:, None], differences, -differences), np.arange(size) % 40, np.zeros(2))


def weights(data: Sequence[JudgedDifferences]) -> list[float]:
    return [weight.weight for weight in fit_judgements(data, METEOR).model.weights]


def test_known_weights_are_recovered() -> None:
    judgements = fit_judgements([made(2_000, seed=1), made(1_500, seed=2)], METEOR)
    first, second = (weight.weight for weight in judgements.model.weights)
    assert first / second == pytest.approx(2, rel=0.05)
    assert judgements.alpha == ALPHAS[-1]
    assert min(judgements.consistencies) > 0.9


def test_the_weights_are_the_best_there_are() -> None:
    data = made(300, noise=2.0)
    judgements = fit_judgements([data], METEOR)
    unit = np.sqrt(np.square(data.differences).mean(axis=0) / 2)

    def loss(chosen: Sequence[float]) -> float:
        margins = data.differences @ np.array(chosen)
        return float(np.log1p(np.exp(-margins)).sum() + judgements.alpha / 2 * np.square(np.array(chosen) * unit).sum())

    at = [weight.weight for weight in judgements.model.weights]
    for step in (0.02, -0.02):
        assert loss(at) <= loss([at[0] + step, at[1]])
        assert loss(at) <= loss([at[0], at[1] + step])


def test_no_weight_is_above_0() -> None:
    chance = np.random.default_rng(7)
    loss = chance.normal(size=600)
    twin = loss + 0.1 * chance.normal(size=600)
    rows = np.column_stack([loss, twin]) * np.sign(-3 * loss + 2 * twin + 0.1 * chance.normal(size=600))[:, None]
    first, second = weights([JudgedDifferences(rows, np.arange(600), np.zeros(2))])
    assert rows[:, 1].mean() < 0
    assert first < 0
    assert second <= 0
    turned = np.column_stack([rows[:, 0], -rows[:, 1]])
    assert weights([JudgedDifferences(turned, np.arange(600), np.zeros(2))])[1] == 0, "whatever preferences say of it"


def test_what_never_differs_weighs_nothing() -> None:
    one = made(200)
    flat = JudgedDifferences(one.differences * [1, 0], one.segments, one.mean)
    assert weights([flat])[1] == 0
    with pytest.raises(UsageError, match="nothing is learned"):
        fit_judgements([JudgedDifferences(0 * one.differences, one.segments, one.mean)], METEOR)


def test_too_few() -> None:
    with pytest.raises(UsageError, match="2 pairwise judgements for 2 features"):
        fit_judgements([made(2)], METEOR)
    few = made(30)
    with pytest.raises(UsageError, match="4 rated segments, expected at least 5"):
        fit_judgements([JudgedDifferences(few.differences, few.segments % 4, few.mean)], METEOR)


def corpus() -> Corpus:
    texts = {"a": "the old cat sat", "b": "a dog", "c": "the old cat sat on a mat"}
    first = Segment("1", "", None, {"A": Text(texts["c"])}, {name: Text(text) for name, text in texts.items()})
    second = Segment("2", "", None, {"A": Text("one dog saw")}, {"a": Text("one dog"), "b": Text("one dog saw")})
    return Corpus("c", (first, second), ("a", "b", "c"), ("A",))


def test_what_is_learned_from_is_what_is_scored() -> None:
    judged = [PairwiseJudgement("1", "a", "b"), PairwiseJudgement("2", "b", "a")]
    judgements = measure_judgements(join_judgements(corpus(), judged), METEOR, AnalysisStore())
    table = score_corpus(corpus(), ["meteor-r"], AnalysisStore())
    rows = {
        (system, place): table.columns[system, "meteor-r"].statistics[place][1:] for system in "ab" for place in (0, 1)
    }
    np.testing.assert_allclose(judgements.differences, [rows["a", 0] - rows["b", 0], rows["b", 1] - rows["a", 1]])
    np.testing.assert_allclose(judgements.mean, np.mean(list(rows.values()), axis=0))
    assert judgements.segments.tolist() == [0, 1]


def test_the_model_orders_as_the_differences_say() -> None:
    data = made(100)
    model = fit_judgements([data], METEOR).model
    chance = np.random.default_rng(0).normal(size=(100, 2))
    scores = predict(model, chance + data.differences) - predict(model, chance)
    np.testing.assert_allclose(scores, data.differences @ [weight.weight for weight in model.weights])


def table(folder: Path, size: int) -> Path:
    """Translations by a good and a bad system."""
    rows = ["id\treference:A\thypothesis:good\thypothesis:bad"]
    for place in range(size):
        words = [f"word{place * 7 + step}" for step in range(4 + place % 3)]
        rows.append("\t".join([str(place), " ".join(words), " ".join(words[1:]), " ".join([*words[:1], "x", "y"])]))
    folder.mkdir()
    (folder / "c.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    judged = [f"{place}\tgood\tbad" if place % 5 else f"{place}\tbad\tgood" for place in range(size)]
    (folder / "p.tsv").write_text("\n".join(["id\tbetter\tworse", *judged]) + "\n", encoding="utf-8")
    return folder


def trained(*told: str | Path) -> tuple[int, str]:
    result = invoke("train", "regression", *map(str, told), "--model", "meteor-r", "--jobs", "1")
    return result.exit_code, str(result.exception or "") + result.output


def test_the_command_writes_a_model_that_scores(tmp_path: Path) -> None:
    folders = [table(tmp_path / name, size) for name, size in (("cs-en", 12), ("de-en", 10))]
    request = [one for folder in folders for one in ("--preferences", folder / "p.tsv")]
    code, told = trained(*(folder / "c.tsv" for folder in folders), *request, "-o", tmp_path / "m.json")
    assert code == 0, told
    chosen = metric(f"meteor-r:weights={tmp_path / 'm.json'}")
    assert isinstance(chosen, MeteorR)
    model = chosen.model
    assert model.about["preferences"] == [12, 10]
    assert model.about["consistency with what is left out"] == [0.75, 0.8]
    assert sum(weight.weight for weight in model.weights) < 0


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ([], "found neither of --rating and --preferences, expected one of them"),
        (["--rating", "da", "--preferences", "p.tsv"], "found both"),
        (["--preferences", "p.tsv", "--preferences", "p.tsv"], "found 2 files for 1 corpus, expected one for each"),
        (["--preferences", "p.tsv", "--lower-is-better"], "--lower-is-better is an option of ratings"),
        (["--preferences", "other.tsv"], "found none of its translations in 1 pairwise judgement"),
    ],
)
def test_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extra: list[str], message: str
) -> None:
    monkeypatch.chdir(table(tmp_path / "cs-en", 6))
    Path("other.tsv").write_text("99\tgood\tbad\n", encoding="utf-8")
    code, told = trained("c.tsv", *extra)
    assert code != 0
    assert message in " ".join(told.split())


CORPUS = Corpus(
    "cs-en",
    tuple(
        Segment(name, "", None, {"A": Text("ref")}, {system: Text(system) for system in systems})
        for name, systems in (("1", "abc"), ("2", "ab"), ("3", "abc"))
    ),
    ("a", "b", "c"),
    ("A",),
)


def of(*judged: str) -> list[PairwiseJudgement]:
    """As in ``1ab``: of segment 1, a is better than b."""
    return [PairwiseJudgement(*one) for one in judged]


def test_only_what_was_compared_is_kept() -> None:
    judgements = join_judgements(CORPUS, of("3ab", "1bc", "3ab"))
    assert [segment.id for segment in judgements.corpus.segments] == ["1", "3"]
    assert [sorted(segment.hypotheses) for segment in judgements.corpus.segments] == [["b", "c"], ["a", "b"]]
    assert judgements.segments.tolist() == [1, 0, 1]
    assert [judgements.corpus.systems[place] for place in judgements.better] == ["a", "b", "a"]
    assert not judgements.notes


def test_margins_and_shares_of_wins() -> None:
    judgements = join_judgements(CORPUS, of("1ab", "1ac", "1bc", "1cb", "3ba"))
    scores = np.array([[0.9, 0.2], [0.4, 0.3], [0.6, np.nan]])
    assert judgements.margins(scores).tolist() == pytest.approx([0.5, 0.3, -0.2, 0.2, 0.1])
    np.testing.assert_array_equal(judgements.shares(), [[1, 0], [1 / 3, 1], [1 / 3, np.nan]])


def test_what_is_left_out_is_told() -> None:
    judgements = join_judgements(CORPUS, of("1ab", "9ab", "9ba", "1az", "2ac"))
    assert len(judgements) == 1
    unknown, nobody = "2 pairwise judgements … 1 id … '9' … 1, 2, 3", "1 pairwise judgement … by z … a, b, c"
    assert tell(judgements.notes, unknown, nobody, "1 pairwise judgement … one of the two translations")


def test_nothing_in_common() -> None:
    with pytest.raises(UsageError, match=r"cs-en: .*2 pairwise judgements.*ids not in the corpus"):
        join_judgements(CORPUS, of("8ab", "9ba"))
    with pytest.raises(UsageError, match=r"by x, y, found .*a, b, c"):
        join_judgements(CORPUS, of("1xy", "2yx"))
