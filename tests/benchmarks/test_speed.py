"""Ratios against a rival in the same run; ``pytest tests/benchmarks --benchmark-enable -s`` prints them.

Machines are noisy: quote the ratios, not the seconds. Nothing here fails for being slow.
"""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.depth import Depth
from meantree.analysis.store import AnalysisStore
from meantree.corpus.formats import InputFile, Role, read_corpus
from meantree.metrics.scoring import score_corpus
from meantree_resources import resource

pytestmark = pytest.mark.pipeline
COUNT = 300


@pytest.fixture(autouse=True)
def _only_when_asked(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("benchmark_enable"):
        pytest.skip("benchmarks run with --benchmark-enable")


def _sentences(count: int, seed: int) -> list[str]:
    """Sentences of some twenty words, put together from clauses of the sample project, no two alike."""
    rows = resource("sample/sample.tsv").read_text(encoding="utf-8").splitlines()[1:]
    clauses = [clause for row in rows for clause in row.split("\t")[3:] if clause]
    chance = random.Random(seed)
    return [f"{' '.join(chance.sample(clauses, 2))} Number {place} of {count}." for place in range(count)]


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _say(what: str, ratio: float, seconds: float, rival: float) -> None:
    print(f"\n{what}: {ratio:.2f} ({seconds:.2f} s against {rival:.2f} s)")


def _parse_seconds(texts: list[str]) -> float:
    nlp = load_analyser()._nlp
    return _seconds(lambda: list(nlp.pipe(texts)))


@pytest.mark.parametrize(
    ("specs", "jobs"),
    [(["hwcm"], 1), (["hwcm", "edpm", "bleu", "chrf"], 1), (["hwcm", "edpm", "bleu", "chrf"], 2)],
    ids=["hwcm", "all with n-best 50", "all with n-best 50, two processes"],
)
def test_scoring_against_parsing_once(tmp_path: Path, specs: list[str], jobs: int) -> None:
    texts = {"hyp.a.txt": _sentences(COUNT, 1), "ref.a.txt": _sentences(COUNT, 2)}
    for name, lines in texts.items():
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    files = [InputFile(tmp_path / "hyp.a.txt", Role.HYPOTHESIS), InputFile(tmp_path / "ref.a.txt", Role.REFERENCE)]
    corpus = read_corpus(files)
    rival = _parse_seconds([line for lines in texts.values() for line in lines])
    store = AnalysisStore()
    if jobs > 1:  # start the processes before the clock
        store.analyse(_sentences(400, 3), jobs=jobs)
    seconds = _seconds(lambda: score_corpus(corpus, specs, store, jobs=jobs))
    _say(f"scoring {'+'.join(specs)}, {jobs} processes / parsing once", seconds / rival, seconds, rival)


def test_nbest_against_one_best() -> None:
    texts = _sentences(COUNT, 4)
    analyser = load_analyser()
    rival = _seconds(lambda: list(analyser.analyse(texts)))
    seconds = _seconds(lambda: list(analyser.analyse(texts, Depth(50))))
    _say("n-best 50 / 1-best", seconds / rival, seconds, rival)


def test_opening_ten_thousand_segments(tmp_path: Path) -> None:
    lines = "\n".join(_sentences(10_000, 5)) + "\n"
    paths = [tmp_path / "hyp.a.txt", tmp_path / "ref.a.txt"]
    for path in paths:
        path.write_text(lines, encoding="utf-8")
    rival = _seconds(lambda: [path.read_text(encoding="utf-8").splitlines() for path in paths])
    seconds = _seconds(lambda: read_corpus([InputFile(path) for path in paths]))
    _say("opening 10,000 segments / reading the lines", seconds / rival, seconds, rival)


def test_memory_of_analyses() -> None:
    texts = _sentences(100, 6)
    analyser = load_analyser()
    list(analyser.analyse(texts[:2], Depth(50)))
    tracemalloc.start()
    kept = list(analyser.analyse(texts, Depth(50)))
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    words = sum(len(analysis.tokens) for analysis in kept)
    print(f"\nmemory of analyses with n-best 50: {size / words:.0f} bytes a word ({words} words)")
