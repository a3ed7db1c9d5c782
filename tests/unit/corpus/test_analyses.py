"""From a text to its analysis: what the input brought, what annotators corrected, one entry into the store."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

import pytest

from helpers.frames import frame
from helpers.stores import HandMadeStore
from helpers.trees import parsed
from meantree.analysis.corrections import InvalidCorrection
from meantree.analysis.frames import FrameLayer
from meantree.analysis.inputs import AnalysisInput
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisBatch
from meantree.corpus.analyses import analyse, analyses_of, analysis_of, is_analysed, layers_by_input
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.scoring.run import score_corpus
from meantree.work import Work

FRAMES = FrameLayer(("a", "b"), (frame("0 agent=1"),))
SPECS = ("hwcm", "dstm", "meant", "bleu")


class Counting(HandMadeStore):
    """Counts how often it is entered, and for how many texts."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[int] = []

    def analyse(self, wanted: Mapping[AnalysisInput, Layers], *, work: Work = Work()) -> AnalysisBatch:
        self.entries.append(len(wanted))
        return super().analyse(wanted, work=work)

    def cached(self, wanted: Mapping[AnalysisInput, Layers]) -> AnalysisBatch:
        self.entries.append(len(wanted))
        return super().cached(wanted)

    def add(self, analyses: Mapping[AnalysisInput, Analysis]) -> None:
        self.entries.append(len(analyses))
        super().add(analyses)


def _segment(number: int) -> Segment:
    references = {name: Text(f"the {name} cat {number} sees") for name in ("A", "B")}
    hypotheses = {
        "x": Text(f"a cat {number} runs"),
        "y": Text(f"cats {number}", labelled=FrameLayer(("cats", str(number)))),
        "z": Text(f"no cats {number}", arcs={1: (2, "obj")}),
    }
    return Segment(str(number), "", references=references, hypotheses=hypotheses)


def _corpus(count: int) -> Corpus:
    return Corpus("cats", tuple(map(_segment, range(count))), ("x", "y", "z"), ("A", "B"))


def test_scoring_a_corpus_enters_the_store_once_for_each_chunk() -> None:
    store = Counting()
    table = score_corpus(_corpus(30), SPECS, store)
    assert all(table.system_score(system, spec) is not None for system in "xyz" for spec in SPECS)
    assert store.entries == [12 * 5, 12 * 5, 6 * 5]


def test_what_is_let_go_in_mid_corpus_changes_no_score() -> None:
    corpus, roomy = _corpus(40), HandMadeStore()
    expected = score_corpus(corpus, SPECS, roomy)

    def scores(budget: int) -> None:
        table = score_corpus(corpus, SPECS, tight)
        for system in corpus.systems:
            for spec in SPECS:
                assert table.segment_scores(system, spec) == expected.segment_scores(system, spec), budget

    tight = HandMadeStore(budget=7)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(scores, [7] * 3))


def test_nothing_is_asked_for_a_bare_text() -> None:
    store = Counting()
    analysis = analysis_of(Text("a b", tokens=("a", "b"), labelled=FRAMES), store, Layers(frames=True))
    assert (analysis.text, analysis.sentences, analysis.labelled) == ("a b", (), FRAMES)
    assert not store.entries


def test_frames_that_the_input_brought_are_not_made() -> None:
    depth = Layers(2, 1, roles=True)
    text = Text("a b", labelled=FRAMES)
    assert layers_by_input([text], depth) == {"a b": Layers(2, 1)}
    assert layers_by_input([text, Text("a b")], depth) == {"a b": depth}
    assert analysis_of(text, HandMadeStore(), depth).labelled == FRAMES


def test_heads_are_corrected_in_what_the_input_brought_too() -> None:
    brought = parsed("a:2:x b:0:root c:2:x")
    for text in (Text("a b c", brought, arcs={2: (0, "y")}), Text("a b c", arcs={2: (1, "y")})):
        analysis = analysis_of(text, HandMadeStore(), WORDS)
        assert (analysis.tree().labels[2], analysis.corrected) == ("y", frozenset({2}))
    with pytest.raises(InvalidCorrection):
        analysis_of(Text("a b", arcs={1: (7, "y")}), HandMadeStore(), WORDS)


def test_analyses_come_in_order_from_what_was_taken() -> None:
    store, brought = HandMadeStore(), parsed("c:0:root")
    texts = [Text("a b"), Text("c", brought), Text("a b", arcs={1: (0, "y")})]
    assert not is_analysed(texts[0], store, WORDS)
    result = analyse(texts, store, WORDS)
    assert all(is_analysed(text, store, WORDS) for text in texts)
    first, second, third = analyses_of(texts, result, WORDS)
    assert first is result["a b"]
    assert second is brought
    assert third.tree().labels == ("root", "y")
