"""Ratios against a rival in the same run; ``pytest tests/benchmarks --benchmark-enable -s`` prints them.

Machines are noisy: quote the ratios, not the seconds. Nothing here fails for being slow.
"""

from __future__ import annotations

import itertools
import random
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import networkx as nx
import pytest
import sacrebleu
from networkx.algorithms.isomorphism import DiGraphMatcher

from helpers.kernels import textbook_kernel
from meantree.analysis.analyser import load_analyser
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import analyse
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.dependency_files import dependency_graph
from meantree.metrics.metric import Metric, required_layers
from meantree.metrics.pair import Pair
from meantree.metrics.registry import METRICS, metric
from meantree.metrics.tree_kernels import Tk, kernel
from meantree.queries.corpus_search import Search
from meantree.queries.request_parsing import parse_request
from meantree.scoring.pairing import pair_of
from meantree.scoring.run import metrics_for, score_corpus
from meantree.work import Work
from meantree_resources import resource

pytestmark = pytest.mark.pipeline
COUNT = 300
ALL = [name for name in METRICS if name not in ("dpm", "hmeant", "meant")]
"""edpm stands for dpm; hmeant needs people; meant has a benchmark of its own."""


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
    nlp = load_analyser().pipeline.nlp
    return _seconds(lambda: list(nlp.pipe(texts)))


@pytest.mark.parametrize(
    ("specs", "jobs"),
    [(["hwcm"], 1), (["hwcm", "edpm", "bleu", "chrf"], 1), (["hwcm", "edpm", "bleu", "chrf"], 2)],
    ids=["hwcm", "all with n-best 50", "all with n-best 50, two processes"],
)
def test_scoring_against_parsing_once(tmp_path: Path, specs: list[str], jobs: int) -> None:
    corpus = _corpus(tmp_path, COUNT)
    rival = _parse_seconds(_sentences(COUNT, 1) + _sentences(COUNT, 2))
    store = AnalysisStore()
    _warm(store, jobs)
    seconds = _seconds(lambda: score_corpus(corpus, specs, store, work=Work(jobs=jobs)))
    _say(f"scoring {'+'.join(specs)}, {jobs} processes / parsing once", seconds / rival, seconds, rival)


def _corpus(folder: Path, count: int) -> Corpus:
    for name, seed in (("hyp.a.txt", 1), ("ref.a.txt", 2)):
        (folder / name).write_text("\n".join(_sentences(count, seed)) + "\n", encoding="utf-8")
    return read_corpus(
        [InputFile(folder / "hyp.a.txt", FileRole.HYPOTHESIS), InputFile(folder / "ref.a.txt", FileRole.REFERENCE)]
    )


def _warm(store: AnalysisStore, jobs: int) -> None:
    """Load all models, and start the processes, before the clock."""
    store.analyse(dict.fromkeys(_sentences(400 if jobs > 1 else 2, 3), Layers(2, 2)), work=Work(jobs=jobs))


def test_all_metrics_against_parsing(tmp_path: Path) -> None:
    """What the metrics themselves take, on texts that are analysed already."""
    corpus, store = _corpus(tmp_path, 1000), AnalysisStore()
    metrics = metrics_for(ALL, corpus, store)
    texts = [
        text.text
        for segment in corpus.segments
        for text in (*segment.references.values(), *segment.hypotheses.values())
    ]
    store.analyse(dict.fromkeys(texts, required_layers(metrics)), work=Work(jobs=2))
    pairs = [pair_of(segment, "a", store, required_layers(metrics)) for segment in corpus.segments]
    rival = _parse_seconds(texts)
    total = 0.0
    rows = [pair for pair in pairs if isinstance(pair, Pair)]
    for name, chosen in metrics.items():
        chosen.statistics(rows[0])  # opens lexicon and tokenizers
        seconds = _seconds(partial(_count, chosen, rows))
        _say(f"  {name} on 1,000 segments / parsing the 2,000 texts", seconds / rival, seconds, rival)
        total += seconds
    _say("all metrics on 1,000 segments / parsing the 2,000 texts", total / rival, total, rival)


def test_meant_against_parsing(tmp_path: Path) -> None:
    """From bare texts to scores: dependencies, constituents, roles, alignment."""
    corpus, store = _corpus(tmp_path, 1000), AnalysisStore()
    store.analyse(dict.fromkeys(_sentences(2, 3), Layers(1, 1, roles=True)))
    rival = _parse_seconds(_sentences(1000, 1) + _sentences(1000, 2))
    seconds = _seconds(partial(score_corpus, corpus, ["meant"], store))
    _say("meant on 1,000 segments / parsing the 2,000 texts", seconds / rival, seconds, rival)
    _say("  without that parsing", seconds / rival - 1, seconds - rival, rival)


def _count(chosen: Metric, rows: list[Pair]) -> None:
    for pair in rows:
        chosen.statistics(pair)


def test_two_processes_against_one(tmp_path: Path) -> None:
    specs = ALL
    seconds = {}
    for jobs in (1, 2):
        corpus, store = _corpus(tmp_path, 1000), AnalysisStore()
        _warm(store, jobs)
        seconds[jobs] = _seconds(partial(score_corpus, corpus, specs, store, work=Work(jobs=jobs), keep=False))
    _say("one process / two processes, analysis and all metrics", seconds[1] / seconds[2], seconds[2], seconds[1])


@pytest.mark.parametrize("name", ["ter", "cder"])
def test_edit_rates_against_sacrebleu(name: str) -> None:
    hyps, refs = _sentences(1000, 1), _sentences(1000, 2)
    chosen, official = metric(name), sacrebleu.TER()
    seconds = _seconds(
        lambda: [chosen.statistics(Pair(Analysis(h), [Analysis(r)])) for h, r in zip(hyps, refs, strict=True)]
    )
    rival = _seconds(lambda: official.corpus_score(hyps, [refs]))
    _say(f"sacrebleu's TER / {name}", rival / seconds, seconds, rival)


def test_tree_kernel_against_the_textbook() -> None:
    """Pairs of 40 words, as they are parsed."""
    texts = _sentences(800, 7)
    analyses = sorted(load_analyser().analyse(texts, Layers(1, 1)), key=lambda one: abs(len(one.tokens) - 40))[:60]
    grammars = [Tk()._grammar(one) for one in analyses]
    pairs = list(itertools.pairwise(grammars))
    seconds = _seconds(lambda: [kernel(one, two, 1.0) for one, two in pairs])
    rival = _seconds(lambda: [textbook_kernel(one, two, 1.0) for one, two in pairs])
    _say(f"textbook kernel / tk's on {len(pairs)} pairs of some 40 words", rival / seconds, seconds, rival)


def test_nbest_against_one_best() -> None:
    texts = _sentences(COUNT, 4)
    analyser = load_analyser()
    rival = _seconds(lambda: list(analyser.analyse(texts)))
    seconds = _seconds(lambda: list(analyser.analyse(texts, Layers(50))))
    _say("n-best 50 / 1-best", seconds / rival, seconds, rival)


def test_opening_ten_thousand_segments(tmp_path: Path) -> None:
    lines = "\n".join(_sentences(10_000, 5)) + "\n"
    paths = [tmp_path / "hyp.a.txt", tmp_path / "ref.a.txt"]
    for path in paths:
        path.write_text(lines, encoding="utf-8")
    rival = _seconds(lambda: [path.read_text(encoding="utf-8").splitlines() for path in paths])
    seconds = _seconds(lambda: read_corpus([InputFile(path) for path in paths]))
    _say("opening 10,000 segments / reading the lines", seconds / rival, seconds, rival)


@pytest.mark.parametrize(
    "request_",
    ["pattern { V -[nsubj]-> S }", "pattern { V[upos=VERB]; V -[nsubj]-> S; V -[obj|obl]-> O } without { O -> P }"],
)
def test_requests_against_networkx_and_parsing(tmp_path: Path, request_: str) -> None:
    """Both look in 1,000 sentences that are analysed already; filters are left to us alone."""
    corpus, store = _corpus(tmp_path, 1000), AnalysisStore()
    texts = [text for segment in corpus.segments for text in segment.references.values()]
    rival = _parse_seconds([text.text for text in texts])
    analyses = analyse(texts, store, Layers(1)).values()
    request = parse_request(request_)
    wanted: nx.DiGraph[str] = nx.DiGraph()
    for name, groups in request.pattern.nodes.items():
        wanted.add_node(name, upos="VERB" if groups else "")
    for edge in request.pattern.edges:
        wanted.add_edge(*edge.ends, labels=edge.labels)
    graphs = [dependency_graph(one) for one in analyses]
    search = Search(request, replace(corpus, systems=()), store)
    count = search.count()
    seconds = _seconds(search.count)
    listed = _seconds(lambda: list(search.matches()))

    def monomorphisms() -> int:
        matchers = (DiGraphMatcher(graph, wanted, _same_tag, _same_label) for graph in graphs)
        return sum(1 for matcher in matchers for _ in matcher.subgraph_monomorphisms_iter())

    slow = _seconds(monomorphisms)
    _say(f"networkx / counting {count} matches in 1,000 sentences", slow / seconds, seconds, slow)
    _say("networkx / listing them", slow / listed, listed, slow)
    _say("counting / parsing the sentences", seconds / rival, seconds, rival)


def _same_tag(one: Mapping[str, str], two: Mapping[str, str]) -> bool:
    return two["upos"] in ("", one["upos"])


def _same_label(one: Mapping[str, str], two: Mapping[str, Sequence[str]]) -> bool:
    return one["label"] in two["labels"]


def test_memory_of_analyses() -> None:
    texts = _sentences(100, 6)
    analyser = load_analyser()
    list(analyser.analyse(texts[:2], Layers(50)))
    tracemalloc.start()
    kept = list(analyser.analyse(texts, Layers(50)))
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    words = sum(len(analysis.tokens) for analysis in kept)
    print(f"\nmemory of analyses with n-best 50: {size / words:.0f} bytes a word ({words} words)")
