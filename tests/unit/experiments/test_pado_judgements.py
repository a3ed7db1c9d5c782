"""Leave-one-corpus-out with pairwise judgements: numbers as by brute force, the same twice, and clear messages."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helpers.corpora import corpus_of
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement
from meantree.errors import InputError, UsageError
from meantree.evaluation.value_table import ValueTable
from meantree.experiments import pado_judgements
from meantree.experiments.pado_judgements import PREFERENCES, JudgedCorpus
from meantree.experiments.pado_training import WIDEST, feature_columns, pairs_to_test
from meantree.experiments.study import Options, Study
from meantree.training.pairwise_training import JudgedDifferences, join_judgements
from meantree.training.regression_training import untrained
from meantree.work import Work

NAMES = ("cs", "de", "es")
SYSTEMS = "abcd"
METEOR = feature_columns(untrained("meteor-r"))


def texts(name: str, segments: int) -> Corpus:
    rows = [(*(f"{system} {place}" for system in SYSTEMS), "ref") for place in range(segments)]
    return corpus_of(rows, SYSTEMS, source=name, name=name)


def corpus(name: str, segments: int = 25) -> JudgedCorpus:
    """People prefer what is better, mostly; METEOR knows it, and a metric a little."""
    chance = np.random.default_rng(sum(map(ord, name)))
    quality = chance.normal(size=(len(SYSTEMS), segments)) + np.linspace(0, 1, len(SYSTEMS))[:, None]
    judged = []
    for line in range(6 * segments):
        first, second = chance.permutation(len(SYSTEMS))[:2]
        place = line % segments
        if quality[first, place] + chance.normal() < quality[second, place]:
            first, second = second, first
        judged.append(PairwiseJudgement(str(place), SYSTEMS[first], SYSTEMS[second]))
    judgements = join_judgements(texts(name, segments), judged)
    known = ~np.isnan(judgements.shares())
    features = chance.normal(size=(int(known.sum()), len(untrained(WIDEST).model.weights)))
    features[:, METEOR] = -quality[known][:, None]  # what a translation lacks
    cells = np.full((*known.shape, features.shape[1]), np.nan)
    cells[known] = features
    differences = cells[judgements.better, judgements.segments] - cells[judgements.worse, judgements.segments]
    preferred = JudgedDifferences(differences, judgements.segments, features.mean(axis=0))
    chrf = np.where(known, np.round(quality + 2 * chance.normal(size=quality.shape)), np.nan)
    return JudgedCorpus(judgements, preferred, features, known, {"chrf": chrf}, ())


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Models that are quickly trained, METEOR's among those that are compared."""
    monkeypatch.setattr("meantree.experiments.pado_training.MODELS", ("bleu-r", "meteor-r"))
    monkeypatch.setattr(
        "meantree.experiments.pado_judgements.pairs_to_test",
        lambda _: (("meteor-r", "chrf"), ("bleu-r", "chrf"), ("chrf", "chrf")),
    )


def study(*corpora: JudgedCorpus) -> Study:
    parts = tuple(judged.judgements.corpus for judged in corpora)
    return Study(parts, Options("", ("chrf",)), AnalysisStore(), cache={PREFERENCES: corpora})


def made(*corpora: JudgedCorpus) -> dict[str, ValueTable]:
    request = study(*corpora)
    return {table.name: table for table in pado_judgements.judgement_tables(request, request.options, Work())}


def cells(table: ValueTable, row: str) -> dict[str, float]:
    result = next(cells for cells in table.rows if cells[0] == row)
    return {head: value for head, value in zip(table.head, result, strict=True) if isinstance(value, int | float)}


def brute(judged_corpus: JudgedCorpus, part: str) -> float:
    """Judgement by judgement."""
    judgements = judged_corpus.judgements
    judged = list(zip(judgements.better, judgements.worse, judgements.segments, strict=True))
    won: dict[tuple[int, int], list[bool]] = {}
    for better, worse, place in judged:
        won.setdefault((better, place), []).append(True)
        won.setdefault((worse, place), []).append(False)
    shares = {cell: float(np.mean(shares_of)) for cell, shares_of in won.items()}
    right = []
    for better, worse, place in judged:
        of_source = [share for (_, where), share in shares.items() if where == place]
        extreme = max(of_source) if part == "best" else min(of_source)
        if part == "all" or extreme in (shares[better, place], shares[worse, place]):
            chrf = judged_corpus.scores["chrf"]
            right.append(chrf[better, place] > chrf[worse, place])
    return float(np.mean(right))


@pytest.mark.usefixtures("few")
def test_consistency_is_that_of_each_judgement() -> None:
    corpora = [corpus(name) for name in NAMES]
    table = made(*corpora)["preferences-consistency"]
    result = cells(table, "chrf")
    for judged in corpora:
        name = judged.name
        for part, head in (("all", name), ("best", f"{name} best"), ("worst", f"{name} worst")):
            assert result[head] == pytest.approx(brute(judged, part))
    assert result["mean"] == pytest.approx(np.mean([result[name] for name in NAMES]))
    assert cells(table, "meteor-r")["mean"] > 0.65 > cells(table, "bleu-r")["mean"]
    assert "(cs 150, de 150, es 150)" in table.note


@pytest.mark.usefixtures("few")
def test_differences_are_those_of_the_table_and_are_tested() -> None:
    result = made(*(corpus(name) for name in NAMES))
    consistency, differences = result["preferences-consistency"], result["preferences-differences"]
    first, second, itself = (dict(zip(differences.head, row, strict=True)) for row in differences.rows)
    for name in (*NAMES, "mean"):
        expected = cells(consistency, "meteor-r")[name] - cells(consistency, "chrf")[name]
        assert first[f"Δ {name}"] == pytest.approx(expected)
    assert isinstance(first["p mean"], float)
    assert isinstance(second["p mean"], float)
    assert first["p mean"] < 0.05
    assert itself["Δ mean"] == 0
    assert itself["p mean"] == 1


@pytest.mark.usefixtures("few")
def test_what_is_scored_was_not_trained_on() -> None:
    first, *others = (corpus(name) for name in NAMES)
    turned = replace(first, preferred=replace(first.preferred, differences=first.preferred.differences / 4))
    (first_scores, other, _), _ = pado_judgements.scores_with_trained(study(first, *others), Work())
    (again, changed, _), _ = pado_judgements.scores_with_trained(study(turned, *others), Work())
    np.testing.assert_array_equal(first_scores["meteor-r"], again["meteor-r"])
    assert not np.array_equal(other["meteor-r"], changed["meteor-r"], equal_nan=True)


def test_metrics_that_ship_and_those_trained_here_are_told_apart() -> None:
    assert ("mt+rte-r", "chrf") in pairs_to_test(("chrf",))
    assert ("mt+rte-r (trained here)", "mt+rte-r") in pairs_to_test(("mt+rte-r",))


def written(folder: Path, *lines: str) -> str:
    (folder / "p.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(folder / "p.tsv")


def asked_of(*files: str, corpora: int = 2) -> Study:
    parts = tuple(texts(name, 3) for name in NAMES[:corpora])
    return Study(parts, Options("", ("chrf",), preferences=files), AnalysisStore())


def test_clear_messages(tmp_path: Path) -> None:
    good, other = written(tmp_path, "1\ta\tb"), tmp_path / "other"
    other.mkdir()
    strange, unknown = written(other, "77\ta\tb"), tmp_path / "unknown.tsv"
    unknown.write_text("1\tx\ty\n", encoding="utf-8")
    for judged_study, error, message in (
        (asked_of(), UsageError, "name a file for each corpus with --preferences"),
        (asked_of(good), UsageError, "2 corpora, 1 file of pairwise judgements, expected one for each corpus"),
        (asked_of(good, corpora=1), UsageError, "leave-one-language-out: 1 corpus, expected at least 2"),
        (
            asked_of(good, strange),
            UsageError,
            "de: found none of its translations in 1 pairwise judgement. 1 pairwise judgement excluded",
        ),
        (asked_of(good, str(unknown)), UsageError, "no translations by x, y, found those by a, b, c, d"),
        (asked_of(good, str(tmp_path / "none.tsv")), InputError, "none.tsv"),
    ):
        with pytest.raises(error, match=message):
            pado_judgements.judged_corpora(judged_study, Work())
        assert not judged_study.tables, "nothing is scored before all files are read"


def test_a_sample_has_preferences_of_its_segments_alone(tmp_path: Path) -> None:
    file = written(tmp_path, *(f"{place}\ta\tb" for place in range(3)), "0\tc\tb", "9\ta\tb")
    request = asked_of(file, file)
    limited = Study(request.corpora, replace(request.options, limit=2), request.store)
    result = pado_judgements._sample(limited, limited.corpora[0], file)
    assert len(result.corpus.segments) == 2
    assert {result.corpus.segments[place].id for place in result.segments} == {
        segment.id for segment in result.corpus.segments
    }
    assert result.notes[0].startswith("1 pairwise judgement excluded: 1 id not in the corpus")
