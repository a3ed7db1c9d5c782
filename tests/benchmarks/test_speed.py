"""Ratios against a rival in the same run; ``pytest tests/benchmarks --benchmark-enable -s`` prints them.

Machines are noisy: quote the ratios, not the seconds. Nothing here fails for being slow. What scoring costs beside
parsing and sacrebleu, ``scale.py`` says.
"""

from __future__ import annotations

import itertools
import random
import time
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import networkx as nx
import pytest
from networkx.algorithms.isomorphism import DiGraphMatcher

from meantree.analysis.analyser import load_analyser
from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import analyse
from meantree.corpus.corpus import Corpus
from meantree.corpus.formats import FileRole, InputFile, read_corpus
from meantree.corpus.formats.dependency_files import dependency_graph
from meantree.metrics.tree_kernels import Grammar, Tk, kernel
from meantree.queries.corpus_search import Search
from meantree.queries.request_parsing import parse_request
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
    nlp = load_analyser().pipeline.nlp
    return _seconds(lambda: list(nlp.pipe(texts)))


def _corpus(folder: Path, count: int) -> Corpus:
    for name, seed in (("hyp.a.txt", 1), ("ref.a.txt", 2)):
        (folder / name).write_text("\n".join(_sentences(count, seed)) + "\n", encoding="utf-8")
    return read_corpus(
        [InputFile(folder / "hyp.a.txt", FileRole.HYPOTHESIS), InputFile(folder / "ref.a.txt", FileRole.REFERENCE)]
    )


def textbook_kernel(one: Grammar, two: Grammar, decay: float) -> float:
    """Collins & Duffy (2001): the sum of C(n1, n2) over all pairs of nodes."""
    known: dict[tuple[int, int], float] = {}

    def common(n1: int, n2: int) -> float:
        if (n1, n2) not in known:
            known[n1, n2] = 0.0
            if one.productions[n1] == two.productions[n2]:
                value = decay
                for child1, child2 in zip(one.children[n1], two.children[n2], strict=True):
                    inner = child1 in one.productions and child2 in two.productions
                    value *= 1 + (common(child1, child2) if inner else 0.0)
                known[n1, n2] = value
        return known[n1, n2]

    return sum(common(n1, n2) for n1 in one.productions for n2 in two.productions)


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
