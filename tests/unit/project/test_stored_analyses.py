"""Whose analyses of a project are used, and what happens where its analyser is not installed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from helpers.messages import tell
from helpers.pipelines import hand_made_pipeline
from helpers.project_rows import change_rows
from helpers.projects import project_of
from helpers.stores import INSTALLED, HandMadeStore
from meantree.analysis.analyser import AbsentAnalyser, load_analyser
from meantree.analysis.frames import FrameLayer
from meantree.analysis.inputs import AnalysisInput, AnalysisNotStored, TokenizedText
from meantree.analysis.layers.required import Layers
from meantree.analysis.layers.span_layers import frames_to_json
from meantree.analysis.parsers import Parsers
from meantree.analysis.pipeline import bundled_fingerprint
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.stored_analyses import (
    AnalyserMismatch,
    StoredAnalyses,
    find_analyser_mismatch,
    packed_rows,
    reanalyse,
    text_of,
)
from meantree.scoring.run import score_corpus
from meantree.work import Work

OLD, OLDER = "hand-made-0", "hand-before"
DEPTH = Layers(3, roles=True)
TEXTS = ("a b c", "a c", "b c d")
CUT = TokenizedText("a c", ("a", " c"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project of two systems and a reference, without analyses."""
    return project_of(tmp_path / "x.meantree", corpus_of([TEXTS], "st", ids="1"))


def _analyses(texts: tuple[str, ...] = TEXTS, depth: Layers = DEPTH) -> dict[str, Analysis]:
    """Analyses that tell that they are not of today: their lemmas are x."""
    made = HandMadeStore().analyse(dict.fromkeys(texts, depth))
    return {text: _with_lemmas(made[text]) for text in texts}


def _with_lemmas(analysis: Analysis) -> Analysis:
    (sentence,) = analysis.sentences
    tokens = tuple(replace(token, lemma="x") for token in sentence.tokens)
    return replace(analysis, sentences=(replace(sentence, tokens=tokens),))


def _keep(path: Path, made: dict[str, tuple[str, ...]]) -> None:
    with Project(path) as project:
        for maker, texts in made.items():
            project.store_analyses(maker, _analyses(texts))  # type: ignore[arg-type]


def _store(path: Path) -> HandMadeStore:
    with Project(path) as project:
        return HandMadeStore().with_stored(project.stored_analyses())


@pytest.mark.parametrize(
    ("made", "used"),
    [
        pytest.param({}, "", id="none"),
        pytest.param({OLD: TEXTS[:1]}, OLD, id="one"),
        pytest.param({OLD: ("not here", *TEXTS[2:])}, OLD, id="one, of other texts, too"),
        pytest.param({OLD: ("not here",)}, "", id="one, of other texts"),
        pytest.param({OLD: TEXTS[:2], INSTALLED: TEXTS[1:2]}, OLD, id="the older has more"),
        pytest.param({OLD: TEXTS[:1], INSTALLED: TEXTS[1:]}, INSTALLED, id="the new has more"),
        pytest.param({OLDER: TEXTS, OLD: TEXTS[:2]}, OLDER, id="more texts"),
        pytest.param({OLDER: TEXTS[:2], OLD: TEXTS[1:]}, OLD, id="as many: last by name"),
        pytest.param({OLDER: (*TEXTS[:1], "not here", "nor here"), OLD: TEXTS[1:]}, OLD, id="other texts"),
    ],
)
def test_the_analyser_of_most_texts_is_used(path: Path, made: dict[str, tuple[str, ...]], used: str) -> None:
    _keep(path, made)
    with Project(path) as project:
        assert project.stored_analyses().maker == used


def test_an_analysis_of_another_text_or_tokens_is_not_read() -> None:
    rows = {text_of(text): packed(_analyses(("a c",))["a c"]) for text in ("a b", CUT, "a  c ")}
    stored = StoredAnalyses(OLD, rows)
    assert stored.find("a b") is None
    assert stored.find(CUT) is None
    assert stored.find("a  c ") is not None


def test_what_came_with_a_text_is_of_this_text(tmp_path: Path) -> None:
    analyses = HandMadeStore().analyse(dict.fromkeys(TEXTS, DEPTH))
    texts = [Text(text, analyses[text], labelled=analyses[text].labelled) for text in TEXTS[:2]]
    path = tmp_path / "x.meantree"
    with Project(path, new=True) as project:
        segment = Segment("1", "", None, {"A": texts[0]}, {"s": texts[1]})
        project.fill(Corpus("x", (segment,), ("s",), ("A",)))
        assert project.corpus().segments[0].references["A"].labelled == texts[0].labelled
        assert not project.problems
    change_rows(path, "UPDATE texts SET analysis = ? WHERE name = 's'", packed(analyses["b c d"]))
    other = json.dumps(frames_to_json(analyses["b c d"].labelled or FrameLayer(())))
    change_rows(path, "UPDATE texts SET labelled = ? WHERE name = 'A'", other)
    with Project(path) as project:
        (segment,) = project.corpus().segments
        assert segment.references["A"].analysis is not None
        assert segment.references["A"].labelled is None
        assert segment.hypotheses["s"].analysis is None
        assert segment.hypotheses["s"].labelled == texts[1].labelled
        assert segment.hypotheses["s"].tokens == ("a", "c"), "the frames' words, for which a new analysis is made"
        assert "segment number 0, A: the frames that came with the input cannot be read" in str(project.problems)
        assert "segment number 0, s: the analysis that came with the input cannot be read" in str(project.problems)


def test_analyses_by_another_analyser_are_used_and_named(path: Path) -> None:
    _keep(path, {OLD: TEXTS})
    with Project(path) as project:
        corpus, store = project.corpus(), HandMadeStore().with_stored(project.stored_analyses())
    table = score_corpus(corpus, ["hwcm"], store)
    assert table.makers["dependencies"] == table.provenance(store).makers["dependencies"] == OLD
    assert {token.lemma for token in store.cached({"a b c": DEPTH})["a b c"].tokens} == {"x"}


@pytest.mark.parametrize(
    ("texts", "depth", "scored", "reasons"),
    [
        (TEXTS[1:], DEPTH, {("s", "bleu"), ("t", "bleu"), ("t", "hwcm"), ("t", "meant")}, ["hwcm, meant"]),
        (TEXTS, Layers(3), {(system, spec) for system in "st" for spec in ("hwcm", "bleu")}, ["meant", "meant"]),
    ],
    ids=["a text", "a layer"],
)
def test_only_what_needs_a_missing_analysis_is_not_scored(
    path: Path, texts: tuple[str, ...], depth: Layers, scored: set[tuple[str, str]], reasons: list[str]
) -> None:
    with Project(path) as project:
        project.store_analyses(OLD, _analyses(texts, depth))  # type: ignore[arg-type]
        corpus = project.corpus()
    table = score_corpus(corpus, ["hwcm", "meant", "bleu"], _store(path))
    assert {key for key, column in table.columns.items() if column.scored.all()} == scored
    assert {spec for problem in table.problems for spec in problem.metrics}.isdisjoint({"bleu"})
    told = [str(problem) for problem in table.problems]
    assert len(told) == len(reasons)
    for message, specs in zip(told, reasons, strict=True):
        assert f"no complete stored analysis, needed by {specs}; not scored (" in message
    assert table.makers["dependencies"] == OLD


@pytest.mark.parametrize(
    ("texts", "depth", "damage", "lacking"),
    [
        (TEXTS, DEPTH, "", 0),
        (TEXTS, DEPTH | Layers(all_trees=1), "", 0),
        (TEXTS[1:], DEPTH, "", 1),
        (TEXTS, Layers(5, roles=True), "", 3),
        (TEXTS, Layers(1, entities=True), "", 3),
        (TEXTS, DEPTH, "UPDATE analyses SET content = x'00' WHERE text LIKE '%a c%'", 1),
    ],
    ids=["all", "no encoder", "a text", "parses", "a layer", "damaged"],
)
def test_nothing_is_analysed_beside_the_analyses_of_another(
    path: Path, texts: tuple[str, ...], depth: Layers, damage: str, lacking: int
) -> None:
    _keep(path, {OLD: texts})
    change_rows(path, damage)
    store = _store(path)
    found = find_analyser_mismatch(store, map(Text, TEXTS), depth, Work())
    assert found == AnalyserMismatch(OLD, INSTALLED, lacking, 3)
    wanted: dict[AnalysisInput, Layers] = dict.fromkeys(TEXTS, depth)
    if lacking:
        with pytest.raises(AnalysisNotStored):
            store.analyse(wanted)
    else:
        assert store.analyse(wanted).keys() == set(TEXTS)


def test_what_lacks_in_analyses_of_the_installed_one_is_made(path: Path) -> None:
    _keep(path, {INSTALLED: TEXTS[:1]})
    store = _store(path)
    assert find_analyser_mismatch(store, map(Text, TEXTS), DEPTH, Work()) is None
    assert len(store.analyse(dict.fromkeys(TEXTS, DEPTH))) == 3


def test_all_is_analysed_again_at_once_or_not_at_all(path: Path) -> None:
    _keep(path, {OLD: TEXTS, OLDER: TEXTS[:1]})
    with Project(path) as project:
        texts = [Text(text) for text in TEXTS]
        with pytest.raises(Cancelled):
            reanalyse(HandMadeStore(), texts, DEPTH, Work(cancelled=lambda: True))
        assert project.stored_analyses().maker == OLD
        project.replace_analyses(reanalyse(HandMadeStore(), texts, DEPTH, Work()))
        assert project.stored_analyses().rows.keys() == {'"a b c"', '"a c"', '"b c d"'}
        assert {maker for maker, _ in project.contents().analyses} == {INSTALLED}
    store = _store(path)
    assert find_analyser_mismatch(store, texts, DEPTH, Work()) is None
    assert {token.lemma for token in store.cached({"a b c": DEPTH})["a b c"].tokens} == {"a", "b", "c"}


def test_a_merged_project_uses_the_analyses_of_one(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "y.meantree"
    with Project(path) as project:
        project.copy(other)
    _keep(path, {OLD: TEXTS[:2]})
    _keep(other, {OLDER: TEXTS[2:]})
    merge([path, other], tmp_path / "both.meantree")
    store = _store(tmp_path / "both.meantree")
    assert find_analyser_mismatch(store, map(Text, TEXTS), DEPTH, Work()) == AnalyserMismatch(OLD, INSTALLED, 1, 3)


@pytest.mark.parametrize(("maker", "has_vectors"), [("", True), ("en_meantree-2.9.0-aaaaaaaa", False)])
def test_vectors_are_those_of_the_encoder_that_read_the_text(maker: str, has_vectors: bool) -> None:
    """The installed encoder has no say about a text that another one read."""
    analysis = Analysis("A text", encoded=True)
    stored = StoredAnalyses(f"{maker or bundled_fingerprint()}+en_names-1", packed_rows({"A text": analysis}))
    found = stored.find("A text")
    assert found is not None
    assert found.encoded is has_vectors


@pytest.mark.pipeline
def test_the_bundled_pipeline_is_known_without_loading_it() -> None:
    assert load_analyser().makers(["dependencies"]) == {"dependencies": bundled_fingerprint()}


def test_the_names_differ_where_they_differ() -> None:
    told = [
        AnalyserMismatch("en-1+c-1+r-2+n-1", "en-1+c-2+r-2+n-2", 0, 9),
        AnalyserMismatch("en-1+c-1+r-2", "en-1+r-2", 0, 9),
        AnalyserMismatch("a-1", "a-2", 2, 9),
        AnalyserMismatch("a-1", "a-1+b-1", 0, 1),
    ]
    assert tell(told, "by c-1; … is c-2", "by en-1+c-1+r-2; … is en-1+r-2", "2 of 9 texts", "by a-1; … is a-1+b-1")
    assert " texts" not in str(told[0])


def test_an_absent_analyser_is_named_layer_by_layer_and_analyses_nothing(tmp_path: Path) -> None:
    parsers = hand_made_pipeline(tmp_path / "pipeline")
    installed = load_analyser(parsers)
    assert load_analyser(Parsers(parsers.pipeline, parsers.constituency, stored=installed.fingerprint)) is installed
    store = AnalysisStore(Parsers(parsers.pipeline, parsers.constituency, stored="en-1+c-1+r-2+n-1"))
    assert store.fingerprint == "en-1+c-1+r-2+n-1"
    assert store.makers(["dependencies", "roles"]) == {"dependencies": "en-1", "roles": "r-2"}
    with pytest.raises(AnalysisNotStored, match="en-1"):
        store.analyse({"a": Layers(1)})
    short = AbsentAnalyser("de-1+rules-2", installed.pipeline)
    assert short.makers(["dependencies", "roles"]) == {"dependencies": "de-1+rules-2", "roles": ""}
    assert short.fingerprint == "de-1+rules-2"
