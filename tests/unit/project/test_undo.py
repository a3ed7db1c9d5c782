"""What is undone is as before: corrections, undo, redo and reopening in any order, with the shipped pipeline."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from meantree.analysis.analyser import load_analyser
from meantree.analysis.corrections import InvalidCorrection, new_head
from meantree.analysis.frames import FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed
from meantree.analysis.store import AnalysisStore
from meantree.annotation.corrections import LinksKey, TreeKey, toggle_link
from meantree.annotation.edits import EditRefused
from meantree.corpus.analyses import analyse, analysis_of
from meantree.corpus.corpus import SIDES, Corpus, Segment, Side, Text
from meantree.metrics.metric import required_layers
from meantree.metrics.pair import Pair
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.scoring.pairing import pair_of
from meantree.scoring.provenance import signature
from meantree.scoring.run import configured_metrics, score_corpus

ANA = "ana"
SPECS = ["hwcm", "stm", "dtk", "meant", "hmeant", "rte-r", "chrf"]
DEPTH = required_layers(configured_metrics(SPECS))
TEXTS = (
    "I haven't seen it, and we're gonna leave.",
    "I ain't seen that; let's go, won't you?",
    "Let's say she'd rather not. It's Ann's.",
    "She says she wouldn't. That's Ann's one.",
)
NUMBERS = st.integers(0, 30)


def _corpora() -> dict[str, Corpus]:
    """The same texts bare, and with analyses and with frames that came with them."""
    analyses = dict(zip(TEXTS, load_analyser().analyse(TEXTS), strict=True))

    def corpus(text: Callable[[str], Text]) -> Corpus:
        one, two, three, four = map(text, TEXTS)
        segments = (Segment("1", "d", None, {"A": one}, {"s": two}), Segment("2", "d", None, {"A": three}, {"s": four}))
        return Corpus("texts", segments, ("s",), ("A",))

    def with_frames(text: str) -> Text:
        words = analyses[text].words
        return Text(text, tokens=words, labelled=FrameLayer(words))

    return {
        "bare": corpus(Text),
        "analysed": corpus(lambda text: Text(text, analyses[text])),
        "labelled": corpus(with_frames),
        "tokenized": corpus(lambda text: Text(text, tokens=tuple(text.split()))),
    }


class Correcting(RuleBasedStateMachine):
    """What a project says is all that its scores, analyses and signatures depend on, however it came to say it."""

    @initialize(kind=st.sampled_from(["bare", "analysed", "labelled", "tokenized"]))
    def make(self, kind: str) -> None:
        self.folder = TemporaryDirectory()
        self.names = count()
        self.store = AnalysisStore()
        corpus = _corpora()[kind]
        self.known = {"[[],[]]": self._measured(corpus)}
        path = Path(self.folder.name, "x.meantree")
        make_project(path, corpus)
        self.project = Project(path)

    @rule(segment=st.sampled_from(["d/1", "d/2"]), side=st.sampled_from(SIDES), token=NUMBERS, head=NUMBERS)
    def correct_head(self, segment: str, side: Side, token: int, head: int) -> None:
        found = self._analysis(segment, side)
        size = len(found.tokens)
        with suppress(InvalidCorrection):
            changes = new_head(found, token % size, head % (size + 1) - 1, "dep")
            self._correct(segment, side, found, changes)

    @rule(segment=st.sampled_from(["d/1", "d/2"]), side=st.sampled_from(SIDES), token=NUMBERS)
    def correct_label(self, segment: str, side: Side, token: int) -> None:
        found = self._analysis(segment, side)
        token %= len(found.tokens)
        self._correct(segment, side, found, {token: (found.tree().heads[token], "obl")})

    @rule(segment=st.sampled_from(["d/1", "d/2"]), mine=NUMBERS, theirs=NUMBERS)
    def toggle_link(self, segment: str, mine: int, theirs: int) -> None:
        pair = self._pair(segment)
        words = mine % len(pair.hypothesis.tokens), theirs % len(pair.references[0].tokens)
        with suppress(EditRefused):
            fixed = toggle_link(pair, 0, words)
            self._begin(segment, pair)
            self.project.save_links(LinksKey(segment, "s", "A", ANA), fixed, "link")

    @rule()
    def undo(self) -> None:
        self.project.take_step(ANA, "undo")

    @rule()
    def undo_all(self) -> None:
        while self.project.take_step(ANA, "undo"):
            pass
        assert self._said() == "[[],[]]"

    @rule()
    def redo(self) -> None:
        self.project.take_step(ANA, "redo")

    @rule(keeps_analyses=st.booleans())
    def reopen(self, keeps_analyses: bool) -> None:
        if keeps_analyses:
            self._keep_analyses()
        self.project.close()
        self.project = Project(self.project.path)
        self._analyse_anew()

    @rule()
    def copy(self) -> None:
        path = Path(self.folder.name, f"{next(self.names)}.meantree")
        self.project.copy(path)
        self.project.close()
        self.project = Project(path)
        self._analyse_anew()

    @invariant()
    @precondition(lambda self: hasattr(self, "project"))
    def what_is_said_measures_the_same(self) -> None:
        found = self._measured(self.project.corpus_of(ANA))
        assert self.known.setdefault(self._said(), found) == found

    def teardown(self) -> None:
        if hasattr(self, "project"):
            self.undo_all()
            self.reopen(keeps_analyses=False)
            self.what_is_said_measures_the_same()
            self.project.close()
            self.folder.cleanup()

    # Inside

    def _said(self) -> str:
        if ANA not in self.project.annotators:
            return "[[],[]]"
        trees = [[*map(str, (key, *sorted(arcs.items())))] for key, arcs in sorted(self.project.trees(ANA).items())]
        links = [
            [str(key), sorted(fixed.linked), sorted(fixed.unlinked)]
            for key, fixed in sorted(self.project.links(ANA).items())
        ]
        return json.dumps([trees, links], separators=(",", ":"))

    def _measured(self, corpus: Corpus) -> tuple[object, ...]:
        table = score_corpus(corpus, SPECS, self.store)
        provenance = table.provenance(self.store)
        scores = {spec: (table.segment_scores("s", spec), table.system_score("s", spec)) for spec in SPECS}
        signatures = [signature(metric, provenance) for metric in table.metrics.values()]
        texts = [text for one in corpus.segments for text in (*one.references.values(), *one.hypotheses.values())]
        analyses = [analysis_of(text, self.store, DEPTH) for text in texts]
        return repr(scores), signatures, [(packed(one), one.tree(), sorted(one.corrected)) for one in analyses]

    def _pair(self, segment: str) -> Pair:
        corpus = self.project.corpus_of(ANA)
        found = pair_of(corpus.segments[corpus.places[segment]], "s", self.store, DEPTH)
        assert isinstance(found, Pair)
        return found

    def _analysis(self, segment: str, side: Side) -> Analysis:
        return self._pair(segment).sides(0)[side == "reference"]

    def _begin(self, segment: str, pair: Pair) -> None:
        mine, theirs = pair.sides(0)
        self.project.begin(segment, {("hypothesis", "s"): mine.words, ("reference", "A"): theirs.words})

    def _correct(self, segment: str, side: Side, found: Analysis, changes: dict[int, tuple[int, str]]) -> None:
        name = "A" if side == "reference" else "s"
        self.project.begin(segment, {(side, name): found.words})
        key = TreeKey(segment, side, name, ANA)
        self.project.save_tree(key, {**self.project.all_trees().get(key, {}), **changes}, "head")

    def _keep_analyses(self) -> None:
        corpus = self.project.corpus_of(ANA)
        texts = [text for one in corpus.segments for text in (*one.references.values(), *one.hypotheses.values())]
        made = analyse(texts, self.store, DEPTH)
        given = {start: found for start, found in made.items() if not isinstance(start, Analysis)}
        self.project.store_analyses(self.store.fingerprint, given)

    def _analyse_anew(self) -> None:
        self.store = AnalysisStore().with_stored(self.project.stored_analyses())


@pytest.mark.pipeline
def test_what_is_undone_is_as_before() -> None:
    run_state_machine_as_test(Correcting, settings=settings(max_examples=4, stateful_step_count=8, deadline=None))
