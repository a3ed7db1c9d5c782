"""Correlations by length and depth: the cells are those of the metrics themselves, BLEU's against a plain loop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from helpers.studies import cells, rated_corpus, small_study
from meantree.corpus.corpus import Corpus
from meantree.experiments.liu_gildea import MAX_DEPTH, SPECS, bleu_scores, liu_gildea_tables, ngram_counts
from meantree.experiments.rated import RatedCorpus
from meantree.work import Work

REFERENCES = ["a b c d e", "f g h i", "k l m n o p"]
TEXTS = {
    "s": ["a b c d e", "f g x i", "k l m n o q"],
    "t": ["a b x d e", "f", "k x m x o p"],
    "u": ["e d c b a", "x y z f", "k l m y z q"],
}
RATINGS = {"s": [9.0, 7.0, 8.0], "t": [5.0, 2.0, 4.0], "u": [1.0, 3.0, 6.0]}


def _corpus(*systems: str) -> Corpus:
    return rated_corpus(
        [
            (reference, {system: (TEXTS[system][place], RATINGS[system][place]) for system in systems})
            for place, reference in enumerate(REFERENCES)
        ]
    )


def _rated(*systems: str) -> RatedCorpus:
    (rated,) = small_study(_corpus(*systems)).rated(Work(), SPECS)
    return rated


def _plain_bleu(pairs: list[tuple[str, str]], longest: int, floor: float) -> float:
    """Of summed counts of texts whose words are all different."""
    logs = []
    sizes = [(len(hyp.split()), len(ref.split())) for hyp, ref in pairs]
    for size in range(1, longest + 1):
        grams = [
            [tuple(words[start : start + size]) for start in range(len(words) - size + 1)]
            for words in (text.split() for pair in pairs for text in pair)
        ]
        total = sum(map(len, grams[::2]))
        matched = sum(len(set(hyp) & set(ref)) for hyp, ref in zip(grams[::2], grams[1::2], strict=True))
        if total:
            precision = max(matched / total, floor)
            if precision == 0:
                return 0.0
            logs.append(math.log(precision))
    hyp, ref = (sum(size[side] for size in sizes) for side in (0, 1))
    return math.exp(sum(logs) / len(logs)) * math.exp(min(0.0, 1 - ref / hyp))


@pytest.mark.parametrize("longest", [1, 2, 3, 4, 5, 6])
def test_bleu_of_each_length(longest: int) -> None:
    rated = _rated(*TEXTS)
    expected = [
        [_plain_bleu([(text, reference)], longest, 0.001) for text, reference in zip(texts, REFERENCES, strict=True)]
        for texts in TEXTS.values()
    ]
    counts = ngram_counts(rated, 6)
    np.testing.assert_allclose(bleu_scores(counts, longest, 0.001), expected)
    whole = [_plain_bleu(list(zip(texts, REFERENCES, strict=True)), longest, 0.0) for texts in TEXTS.values()]
    np.testing.assert_allclose(bleu_scores(counts.sum(axis=1), longest, 0.0), whole)


def test_cells_are_correlations_with_each_metric() -> None:
    study = small_study(_corpus(*TEXTS))
    segments, systems = liu_gildea_tables(study, study.options, Work())
    (rated,) = study.rated(Work(), SPECS)
    human = rated.human
    for column, row, spec in (("HWCM", 2, "hwcm:n=2"), ("STM", 3, "stm:d=3"), ("DSTM", 2, "dstm:d=2")):
        expected = np.corrcoef(human.ravel(), rated.scores[spec].ravel())[0, 1]
        assert cells(segments, "c", "all", row)[column] == pytest.approx(expected)
        whole = np.corrcoef([8, 11 / 3, 10 / 3], rated.system_scores[spec])[0, 1]
        assert cells(systems, "c", 3, row)[column] == pytest.approx(whole)
    kernels = cells(segments, "c", "all", "tree kernel")
    assert kernels["DSTM"] == pytest.approx(np.corrcoef(human.ravel(), rated.scores["dtk"].ravel())[0, 1])
    assert (kernels["BLEU"], kernels["HWCM"]) == (None, None)
    expected = np.corrcoef(human.ravel(), bleu_scores(ngram_counts(rated, 5), 5, 0.001).ravel())[0, 1]
    assert cells(segments, "c", "all", 5)["BLEU"] == pytest.approx(expected)


def test_the_best_and_the_worst_system_are_correlated_alone() -> None:
    study = small_study(_corpus(*TEXTS))
    segments, _ = liu_gildea_tables(study, study.options, Work())
    names = list(dict.fromkeys(row[1] for row in segments.rows))
    assert names == ["all", "best system, s", "worst system, u", "mean over systems"]
    assert len(segments.rows) == 4 * (MAX_DEPTH + 1)
    (rated,) = study.rated(Work(), SPECS)
    alone = [np.corrcoef(rated.human[row], rated.scores["hwcm:n=1"][row])[0, 1] for row in range(3)]
    assert cells(segments, "c", "best system, s", 1)["HWCM"] == pytest.approx(alone[0])
    assert cells(segments, "c", "worst system, u", 1)["HWCM"] == pytest.approx(alone[2])
    assert cells(segments, "c", "mean over systems", 1)["HWCM"] == pytest.approx(np.mean(alone))


def test_one_system_has_no_rows_by_system_and_it_is_said() -> None:
    study = small_study(_corpus("s"))
    segments, systems = liu_gildea_tables(study, study.options, Work())
    assert {row[1] for row in segments.rows} == {"all"}
    assert systems.rows == ()
    assert "1 system, expected at least 3" in systems.note
