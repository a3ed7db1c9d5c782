"""What is undone is as before: corrections, undo, redo and reopening in any order, with the shipped pipeline."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
KINDS = ["bare", "analysed", "labelled", "tokenized"]


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


def _texts(corpus: Corpus) -> list[Text]:
    return [text for one in corpus.segments for text in (*one.references.values(), *one.hypotheses.values())]


def _measured(corpus: Corpus, store: AnalysisStore) -> tuple[object, ...]:
    """All that depends on what a project says: scores, signatures and analyses."""
    table = score_corpus(corpus, SPECS, store)
    provenance = table.provenance(store)
    scores = {spec: (table.segment_scores("s", spec), table.system_score("s", spec)) for spec in SPECS}
    signatures = [signature(metric, provenance) for metric in table.metrics.values()]
    analyses = [analysis_of(text, store, DEPTH) for text in _texts(corpus)]
    return repr(scores), signatures, [(packed(one), one.tree(), sorted(one.corrected)) for one in analyses]


def _correct_head(project: Project, key: TreeKey, found: Analysis, token: int, head: int) -> None:
    size = len(found.tokens)
    if head < 0:  # the label alone
        changes = {token % size: (found.tree().heads[token % size], "obl")}
    else:
        changes = dict(new_head(found, token % size, head % (size + 1) - 1, "dep"))
    project.begin(key.segment, {(key.side, key.name): found.words})
    project.save_tree(key, {**project.trees().get(key, {}), **changes}, "head")


def _correct_link(project: Project, segment: str, pair: Pair, mine: int, theirs: int) -> None:
    sides = pair.sides(0)
    words = mine % len(sides[0].tokens), theirs % len(sides[1].tokens)
    fixed = toggle_link(pair, 0, words)
    project.begin(segment, {("hypothesis", "s"): sides[0].words, ("reference", "A"): sides[1].words})
    project.save_links(LinksKey(segment, "s", "A", ANA), fixed, "link")


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["head", "link", "undo", "redo", "reopen", "reopen with analyses"]),
        st.sampled_from(["d/1", "d/2"]),
        st.sampled_from(SIDES),
        st.integers(0, 30),
        st.integers(-5, 30),
    ),
    max_size=8,
)


@pytest.mark.pipeline
@settings(max_examples=5)
@given(kind=st.sampled_from(KINDS), steps=STEPS)
def test_what_is_undone_is_as_before(
    tmp_path_factory: pytest.TempPathFactory, kind: str, steps: list[tuple[str, str, Side, int, int]]
) -> None:
    path = tmp_path_factory.mktemp("undo") / "x.meantree"
    corpus, store = _corpora()[kind], AnalysisStore()
    make_project(path, corpus)
    project = Project(path)
    known = {repr(({}, [])): _measured(corpus, store)}

    def require_same() -> None:
        links = [(key, sorted(fixed.linked), sorted(fixed.unlinked)) for key, fixed in project.links().items()]
        said = repr((project.trees(), links))
        found = _measured(project.corpus_of(ANA), store)
        assert known.setdefault(said, found) == found

    for what, segment, side, token, other in steps:
        segments = {one.key: one for one in project.corpus_of(ANA).segments}
        pair = pair_of(segments[segment], "s", store, DEPTH)
        assert isinstance(pair, Pair)
        with suppress(InvalidCorrection, EditRefused):
            if what == "head":
                key = TreeKey(segment, side, "A" if side == "reference" else "s", ANA)
                _correct_head(project, key, pair.sides(0)[side == "reference"], token, other)
            elif what == "link":
                _correct_link(project, segment, pair, token, other)
            elif what in ("undo", "redo"):
                project.take_step(ANA, "undo" if what == "undo" else "redo")
        if what == "reopen with analyses":
            made = analyse(_texts(project.corpus_of(ANA)), store, DEPTH)
            without_own = {start: found for start, found in made.items() if not isinstance(start, Analysis)}
            project.store_analyses(store.fingerprint, without_own)
        if what.startswith("reopen"):
            project.close()
            project = Project(path)
            store = AnalysisStore().with_stored(project.stored_analyses())
        require_same()
    while project.take_step(ANA, "undo"):
        pass
    assert (project.trees(), project.links()) == ({}, {})
    require_same()
    project.close()
