"""Paired tests against sacrebleu's in the same run; ``pytest tests/benchmarks --benchmark-enable -s`` prints ratios."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.significance import PairedTest

from helpers.tables import Rows, score_table
from meantree.analysis.sentences import Analysis
from meantree.evaluation.compared_systems import ranking
from meantree.evaluation.significance import Resampling, Test
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

SEGMENTS, SYSTEMS = 1000, 8


@pytest.fixture(autouse=True)
def _only_when_asked(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("benchmark_enable"):
        pytest.skip("benchmarks run with --benchmark-enable")


def _texts(seed: int) -> list[str]:
    """Of twenty words, each system the same but for some of them."""
    sure, chance = random.Random(0), random.Random(seed)
    words = [[f"w{sure.randrange(500)}" for _ in range(20)] for _ in range(SEGMENTS)]
    return [" ".join("x" if chance.random() < 0.02 * seed else word for word in line) for line in words]


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


@pytest.mark.parametrize(("test", "code"), [("bootstrap", "bs"), ("randomisation", "ar")])
def test_paired_tests_against_sacrebleu(test: Test, code: str) -> None:
    """1,000 samples of BLEU; sacrebleu tests 7 of the 28 pairs, and the time it takes to count is left out."""
    refs = _texts(0)
    hyps = {f"system {seed}": _texts(seed) for seed in range(1, SYSTEMS + 1)}
    chosen = metric("bleu")
    rows: dict[str, Rows] = {
        name: [chosen.statistics(Pair(Analysis(h), [Analysis(r)])).tolist() for h, r in zip(texts, refs, strict=True)]
        for name, texts in hyps.items()
    }
    table = score_table("bleu", rows)
    seconds = _seconds(lambda: ranking(table, "bleu", how=Resampling(test=test)))
    rival_test = PairedTest(list(hyps.items()), {"BLEU": BLEU()}, [refs], code, n_samples=1000)
    counting = _seconds(lambda: [BLEU()._extract_corpus_statistics(texts, [refs]) for texts in list(hyps.values())[1:]])
    rival = _seconds(rival_test) - counting
    print(
        f"\nsacrebleu's {test} of 7 pairs / ranking of 28: {rival / seconds:.2f} ({seconds:.2f} against {rival:.2f} s)"
    )
