"""A corpus scored: what each segment counts, what is told on the way, and what stands in its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from helpers.frames import frame
from helpers.stores import BracketStore, HandMadeStore
from helpers.trees import bracketed, parsed
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import FrameAlignment, PairFrames
from meantree.analysis.inputs import AnalysisInput
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.parsers import Parsers
from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled, Problem, UsageError
from meantree.metrics.bags import Bag
from meantree.metrics.dpm import Dpm
from meantree.metrics.metric import required_layers
from meantree.metrics.registry import metric
from meantree.scoring import run
from meantree.scoring.pairing import pair_of
from meantree.scoring.run import WAITING, configured_metrics, context_of, score_corpus
from meantree.scoring.table import ScoreTable
from meantree.work import _PROCESSES, Work

SPECS = ("hwcm", "dpm:nbest=2", "bleu", "nist")


def corpus(*segments: Segment) -> Corpus:
    return Corpus("c", segments, ("s", "t"), ("A", "B"))


CORPUS = corpus(
    Segment("1", "d", references={"A": Text("a b c")}, hypotheses={"s": Text("a c b"), "t": Text("a b")}),
    Segment("2", "d", references={"A": Text("b c"), "B": Text("c b a")}, hypotheses={"s": Text("b c a")}),
    Segment("1", "e", references={"B": Text("a b c")}, hypotheses={"s": Text("c"), "t": Text("a b c")}),
)


class CountingStore(HandMadeStore):
    """Counts how often each text is analysed."""

    def __init__(self, _parsers: Parsers | None = None) -> None:
        super().__init__()
        self.made: Counter[str] = Counter()

    def _analysed(self, text: str, depth: Layers) -> Analysis:
        self.made[text] += 1
        return super()._analysed(text, depth)


class Reports:
    """What long work reports; it is cancelled when ``stop_at`` segments are done."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.done: list[tuple[int, int]] = []
        self.work = Work(self._report, lambda: bool(self.done) and self.done[-1][0] == stop_at)

    def _report(self, stage: str, done: int, total: int) -> None:
        assert stage == "Scoring segments"
        self.done.append((done, total))


def same(one: ScoreTable, two: ScoreTable) -> bool:
    return one.columns.keys() == two.columns.keys() and all(
        np.array_equal(column.statistics, two.columns[key].statistics)
        and np.array_equal(column.scored, two.columns[key].scored)
        for key, column in one.columns.items()
    )


def test_every_segment_counts_what_its_metric_says() -> None:
    store = HandMadeStore()
    table = score_corpus(CORPUS, SPECS, store)
    assert list(table.columns) == [(system, spec) for system in ("s", "t") for spec in SPECS]
    for (system, spec), column in table.columns.items():
        for place, segment in enumerate(CORPUS.segments):
            pair, row = pair_of(segment, system, store, required_layers(table.metrics)), column.row(place)
            if isinstance(pair, Problem):
                assert row is None
            else:
                assert row is not None
                assert row.tolist() == table.metrics[spec].statistics(pair).tolist()


def test_equal_metrics_are_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts, bag = list[str](), Dpm._bag

    def counted(self: Dpm, text: Analysis, *, places: bool) -> Bag:
        texts.append(text.text)
        return bag(self, text, places=places)

    monkeypatch.setattr(Dpm, "_bag", counted)
    alone = score_corpus(CORPUS, ["edpm"], HandMadeStore())
    once = len(texts)
    both = score_corpus(CORPUS, ["dpm", "edpm"], HandMadeStore())
    assert len(texts) == 2 * once
    for (system, spec), column in both.columns.items():
        assert np.array_equal(column.statistics, alone.columns[system, "edpm"].statistics), spec


def test_what_is_missing_is_a_problem() -> None:
    table = score_corpus(CORPUS, SPECS, HandMadeStore())
    (problem,) = table.problems
    assert (problem.segment, problem.system) == ("d/2", "t")
    assert "has no hypothesis of t" in problem.message
    assert table.segment_scores("t", "hwcm")[1] is None


def test_a_lack_is_told_once_with_all_that_it_hinders() -> None:
    table = score_corpus(CORPUS, ["stm", "hwcm", "tk"], BracketStore(without="c"), systems=["t"])
    lacking, missing, third = table.problems
    assert lacking.message.startswith("segment d/1: its reference A has no constituency tree, needed by stm, tk;")
    assert "has no hypothesis" in missing.message
    assert third.segment == "e/1"
    assert [score is None for score in table.segment_scores("t", "stm")] == [True, True, True]
    assert [score is None for score in table.segment_scores("t", "hwcm")] == [False, True, False]


def test_systems_may_be_chosen() -> None:
    table = score_corpus(CORPUS, ["bleu"], HandMadeStore(), systems=["t"])
    assert table.scored_systems == ("t",)


@pytest.mark.parametrize(
    ("systems", "references", "lack"), [((), ("A",), "hypothesis"), (("s",), (), "reference"), ((), (), "hypothesis")]
)
def test_nothing_to_score(systems: tuple[str, ...], references: tuple[str, ...], lack: str) -> None:
    option = {"hypothesis": "--hyp", "reference": "--ref"}[lack]
    with pytest.raises(UsageError, match=f"nothing to score: c has no {lack}; name its file with {option}"):
        score_corpus(replace(CORPUS, systems=systems, references=references), ["bleu"], HandMadeStore())


def test_no_metric() -> None:
    with pytest.raises(UsageError, match="no metric"):
        configured_metrics([])


def test_a_text_is_analysed_once_whatever_asks() -> None:
    store = CountingStore()
    score_corpus(CORPUS, ["hwcm", "dpm:nbest=2", "dtk"], store)
    assert store.made == dict.fromkeys(("a b c", "a c b", "a b", "b c", "c b a", "b c a", "c"), 1)


@pytest.mark.parametrize(("texts", "done"), [(4, [0, 1, 2, 3]), (8, [0, 2, 3]), (12, [0, 3]), (1, [0, 1, 2, 3])])
def test_segments_are_scored_in_chunks_of_so_many_texts(
    monkeypatch: pytest.MonkeyPatch, texts: int, done: list[int]
) -> None:
    """Two systems and two references are four texts a segment."""
    monkeypatch.setattr(run, "CHUNK_TEXTS", texts)
    reports = Reports()
    table = score_corpus(CORPUS, SPECS, HandMadeStore(), work=reports.work)
    assert reports.done == [(count, 3) for count in done]
    assert same(table, score_corpus(CORPUS, SPECS, HandMadeStore()))


def test_work_that_is_cancelled_keeps_its_analyses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHUNK_TEXTS", 4)
    store, reports = CountingStore(), Reports(stop_at=1)
    with pytest.raises(Cancelled, match="stopped after 1 of 3"):
        score_corpus(CORPUS, ["hwcm"], store, work=reports.work)
    assert set(store.made) == {"a b c", "a c b", "a b"}
    score_corpus(CORPUS, ["hwcm"], store)
    assert set(store.made.values()) == {1}


def test_whoever_waits_for_other_scoring_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "IN_PROCESS_TEXTS", 0)
    told: list[str] = []

    def report(stage: str, _done: int, _total: int) -> None:
        told.append(stage)

    with _PROCESSES, pytest.raises(Cancelled):
        score_corpus(CORPUS, ["hwcm"], CountingStore(), work=Work(report, lambda: bool(told), jobs=2))
    assert told == [WAITING]


@pytest.fixture
def in_tasks(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[AnalysisInput]]:
    """Chunks of one segment go through tasks, as they do to other processes; what is sent with each is noted."""
    sent: list[Sequence[AnalysisInput]] = []

    def noted(task: run._Task) -> run.ScoredPortion:
        sent.append(list(task.known))
        return run.score_task(task)

    monkeypatch.setattr(run, "CHUNK_TEXTS", 4)
    monkeypatch.setattr(run, "IN_PROCESS_TEXTS", 0)
    monkeypatch.setattr(run, "AnalysisStore", CountingStore)
    here = run.score_task
    monkeypatch.setattr(
        run, "in_batches", lambda function, tasks, _work: map(noted if function is here else function, tasks)
    )
    return sent


def test_tasks_score_the_same(in_tasks: list[Sequence[AnalysisInput]]) -> None:
    store = CountingStore()
    table = score_corpus(CORPUS, SPECS, store, work=Work(jobs=2))
    assert in_tasks == [[], [], ["a b c"]], "what the first task analysed"
    assert same(table, score_corpus(CORPUS, SPECS, HandMadeStore()))
    assert table.makers == {"dependencies": "hand-made-1"}
    assert not store.made


@pytest.mark.parametrize("keep", [True, False])
def test_what_tasks_analysed_is_kept_if_it_is_wanted(in_tasks: list[Sequence[AnalysisInput]], keep: bool) -> None:
    store = CountingStore()
    score_corpus(CORPUS, ["hwcm"], store, work=Work(jobs=2), keep=keep)
    assert bool(store.cached({"a c b": WORDS})) is keep
    assert len(in_tasks) == 3


def test_what_is_known_is_sent_with_its_task(in_tasks: list[Sequence[AnalysisInput]]) -> None:
    store = CountingStore()
    store.analyse({"a b c": WORDS, "b c a": WORDS})
    score_corpus(CORPUS, ["hwcm"], store, work=Work(jobs=2))
    assert in_tasks == [["a b c"], ["b c a"], ["a b c"]]


@pytest.mark.parametrize(("spec", "makers"), [("bleu", {}), ("hwcm", {"dependencies": "hand-made-1"})])
def test_who_analysed_is_told_where_somebody_did(spec: str, makers: dict[str, str]) -> None:
    store = HandMadeStore()
    assert score_corpus(CORPUS, [spec], store).provenance(store).makers == makers
    assert score_corpus(CORPUS, [spec], store).provenance(store).makers == makers, "nothing was new"


def test_metrics_together_need_the_deepest() -> None:
    assert required_layers(configured_metrics(["bleu"])) == Layers()
    assert required_layers(configured_metrics(["hwcm", "dpm:nbest=7", "meant"])) == (
        configured_metrics(["hwcm"])["hwcm"].needs
        | configured_metrics(["dpm:nbest=7"])["dpm:nbest=7"].needs
        | metric("meant").needs
    )
    assert required_layers(configured_metrics(["dpm:nbest=7", "hwcm"])).dependencies == 50, (
        "a list of 7 is the first of 50"
    )


def test_metrics_are_told_the_references_and_the_roles_of_the_corpus() -> None:
    annotation = PairFrames("A", (frame("0 modal=1"),), (frame("0 agent=1"), frame("1 agent=0")), FrameAlignment())
    one = Segment(
        "1",
        "",
        references={"A": Text("a b"), "B": Text("b")},
        hypotheses={"s": Text("a b", annotation=annotation), "t": Text("b")},
    )
    context = context_of(corpus(one, Segment("2", "", references={"A": Text("c")})), HandMadeStore())
    assert context.references == (("a b", "b"), ("c",))
    assert context.roles == {"predicate": 2, "agent": 2}, "those of the reference"
    assert context.vectors is None


BRACKETS, BARE = bracketed("(NN a)"), parsed("a:0:root")


@pytest.mark.parametrize(
    ("hypothesis", "parser", "constituents", "why"),
    [
        (BRACKETS, False, True, "all texts bring some"),
        (BARE, True, False, "one brings other trees alone"),
        (None, False, False, "nobody makes those of the other"),
        (None, True, True, "they can be made"),
    ],
)
def test_constituents_can_be_had(hypothesis: Analysis | None, parser: bool, constituents: bool, why: str) -> None:
    texts = Text("a", analysis=BRACKETS), Text("a", analysis=hypothesis)
    brought = corpus(Segment("1", "", references={"A": texts[0]}, hypotheses={"s": texts[1]}))
    store = BracketStore() if parser else HandMadeStore()
    assert context_of(brought, store).constituents is constituents, why


@pytest.mark.parametrize(
    ("hyp", "told", "unscored"),
    [
        (Text("a c b", links={"A": FixedLinks(frozenset({(7, 0)}))}), "the corrected links do not fit", {"rte-r"}),
        (Text("a c b", arcs={0: (7, "x")}), "the corrected heads do not fit", {"hwcm", "rte-r"}),
        (Text("a c b", arcs={0: (7, "x")}, analysis=parsed("a:0:root")), "the corrected heads", {"hwcm"}),
    ],
)
def test_a_correction_that_does_not_fit_hides_what_follows_it_alone(hyp: Text, told: str, unscored: set[str]) -> None:
    segment = Segment("1", "d", references={"A": Text("a b c")}, hypotheses={"s": hyp})
    specs = ["bleu", "hwcm", *(["rte-r"] if hyp.analysis is None else [])]
    table = score_corpus(Corpus("c", (segment,), ("s",), ("A",)), specs, HandMadeStore())
    assert {spec for spec in table.metrics if not table.columns["s", spec].scored[0]} == unscored
    assert [told in problem.message for problem in table.problems] == [True]


def test_that_a_damaged_project_is_said_to_be_why_nothing_is_left_to_score() -> None:
    damage = Problem(Path("cut.meantree"), None, "it is damaged", "")
    with pytest.raises(UsageError, match=r"has no hypothesis.*; cut\.meantree: it is damaged"):
        score_corpus(Corpus("cut", (), (), (), problems=(damage,)), ["bleu"], HandMadeStore())
