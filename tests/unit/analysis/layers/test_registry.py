"""Layers in order of requirement, how much of each, and a new one that is listed in one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pipelines import hand_made_pipeline
from helpers.trees import parsed
from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.layers import registry
from meantree.analysis.layers.required import WORDS, Layers
from meantree.analysis.pipeline import Pipeline
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.pair import Pair
from meantree.project.file import Project
from meantree.scoring.pairing import pair_of

TEXT = "gestern sah Anna den Rhein"
CAPITALS = {"capitals": (2, 4)}


class Capitals:
    """Words that begin with a capital letter, as a named-entity recogniser of one rule."""

    name = "capitals"
    requires = ("dependencies",)

    def fingerprint(self, pipeline: Pipeline) -> str:
        return f"capitals-{pipeline.language}-1"

    def is_missing(self, analysis: Analysis) -> bool:
        return self.name not in analysis.others

    def add(self, analyses: Sequence[Analysis], amount: int, pipeline: Pipeline) -> list[Analysis]:
        assert (amount, pipeline.language) == (1, "de")
        return [self._with(one, [place for place, word in enumerate(one.words) if word.istitle()]) for one in analyses]

    def write(self, analysis: Analysis, content: dict[str, Any]) -> None:
        content[self.name] = analysis.others.get(self.name)

    def read(self, analysis: Analysis, content: dict[str, Any]) -> Analysis:
        found = content.get(self.name)
        return analysis if found is None else self._with(analysis, found)

    def _with(self, analysis: Analysis, places: Sequence[int]) -> Analysis:
        return replace(analysis, others={**analysis.others, self.name: tuple(places)})


@pytest.fixture
def store(tmp_path: Path) -> AnalysisStore:
    return AnalysisStore(hand_made_pipeline(tmp_path / "pipeline"))


@pytest.fixture
def _capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "LAYERS", (*registry.LAYERS, Capitals()))


def test_every_layer_follows_those_that_it_requires() -> None:
    names = [layer.name for layer in registry.LAYERS]
    assert names == ["dependencies", "constituents", "roles", "entities", "all_trees"], (
        "packed analyses count on the order"
    )
    for place, layer in enumerate(registry.LAYERS):
        assert set(layer.requires) <= set(names[:place])


def test_an_unknown_layer_is_an_error(store: AnalysisStore) -> None:
    with pytest.raises(ValueError, match="there is no layer capitals"):
        store.analyse({TEXT: Layers(1, capitals=1)})


def test_a_layer_without_a_maker_is_absent_and_not_tried_again(store: AnalysisStore) -> None:
    analysis = store.analyse({TEXT: Layers(1, 1)})[TEXT]
    assert not analysis.has_constituents
    assert store.cached({TEXT: Layers(1, 1)})[TEXT] is analysis
    assert load_analyser(store.parsers).fingerprint.endswith("+role-rules-3")


@pytest.mark.usefixtures("_capitals")
def test_a_new_layer_is_made_stored_and_named(store: AnalysisStore) -> None:
    bare = store.analyse({TEXT: WORDS})[TEXT]
    assert not bare.others
    analysis = store.analyse({TEXT: Layers(1, capitals=1)})[TEXT]
    assert analysis.others == CAPITALS
    assert analysis.layers == Layers(1, capitals=1)
    assert store.cached({TEXT: Layers(capitals=1)})[TEXT] is analysis
    assert store.fingerprint.endswith("+role-rules-3+capitals-de-1")


@pytest.mark.usefixtures("_capitals")
def test_a_new_layer_is_added_to_an_analysis_of_the_input(store: AnalysisStore) -> None:
    brought = parsed("sie:2:nsubj sah:0:root Anna:2:obj")
    made = store.analyse({brought: Layers(50, capitals=1)})[brought]
    assert made.others == {"capitals": (2,)}
    assert made.tree() == brought.tree()
    assert store.makers(registry.missing_layers({brought: Layers(50, capitals=1)})) == {"capitals": "capitals-de-1"}
    assert registry.missing_layers({made: Layers(50, capitals=1)}) == []


@pytest.mark.usefixtures("_capitals")
def test_required_layers_are_made_first(store: AnalysisStore) -> None:
    analysis = store.analyse({TEXT: Layers(capitals=1)})[TEXT]
    assert analysis.tree().heads == (-1, 0, 0, 0, 0)
    assert analysis.others == CAPITALS


@pytest.mark.usefixtures("_capitals")
def test_a_new_layer_reaches_metrics_and_projects(store: AnalysisStore, tmp_path: Path) -> None:
    segment = Segment("1", "", references={"r": Text("die Elbe")}, hypotheses={"s": Text(TEXT)})
    pair = pair_of(segment, "s", store, Layers(1, capitals=1))
    assert isinstance(pair, Pair)
    assert pair.hypothesis.others == CAPITALS
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(Corpus("x", (segment,), ("s",), ("r",)))
        project.store_analyses(store.fingerprint, {TEXT: pair.hypothesis})
        kept = project.stored_analyses().find(TEXT)
    assert kept is not None
    assert (kept.others, kept.layers) == (CAPITALS, Layers(1, capitals=1))


def test_packed_analyses_are_read_with_more_layers_and_with_fewer(
    store: AnalysisStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = packed(store.analyse({TEXT: Layers(1, roles=True)})[TEXT])
    monkeypatch.setattr(registry, "LAYERS", (*registry.LAYERS, Capitals()))
    assert (unpacked(before).others, unpacked(before).layers) == ({}, Layers(1, roles=True))
    after = packed(store.analyse({TEXT: Layers(1, roles=True, capitals=1)})[TEXT])
    assert unpacked(after).others == CAPITALS
    monkeypatch.undo()
    assert (unpacked(after).words, unpacked(after).layers) == (tuple(TEXT.split()), Layers(1, roles=True))


def test_only_missing_layers_of_the_input_are_made() -> None:
    brought = parsed("It:2:nsubj rains:0:root")
    assert registry.layers_to_make("It rains", Layers(50, 1)) == Layers(50, 1)
    assert not registry.layers_to_make(brought, Layers(50)), "dependencies are taken as they are"
    assert registry.layers_to_make(brought, Layers(50, 5, roles=True)) == Layers(0, 5, roles=True)
    assert not registry.layers_to_make(parsed(*["a:0:root"] * (LONGEST_TEXT + 1)), Layers(1, 1, roles=True))


LAYERS = st.builds(
    Layers,
    dependencies=st.integers(0, 50),
    constituents=st.integers(0, 5),
    roles=st.booleans(),
    frames=st.booleans(),
    entities=st.integers(0, 1),
)


def test_layers_by_name_and_by_attribute() -> None:
    layers = Layers(50, 2, roles=True, entities=1)
    assert (layers.dependencies, layers.constituents, layers.roles, layers.frames) == (50, 2, True, False)
    assert (layers["dependencies"], layers["roles"], layers["entities"], layers["senses"]) == (50, 1, 1, 0)
    assert layers == Layers(entities=1, roles=1, constituents=2, dependencies=50)
    assert layers.without("roles") == Layers(50, 2, entities=1)


def test_annotators_frames_alone_require_no_layer() -> None:
    assert not Layers()
    assert not Layers(frames=True)
    assert WORDS.covers(Layers(1, frames=True))
    assert Layers(entities=1)
    assert not WORDS.covers(Layers(entities=1))


@given(one=LAYERS, two=LAYERS, three=LAYERS)
def test_the_union_covers_both_and_nothing_more(one: Layers, two: Layers, three: Layers) -> None:
    both = one | two
    assert both.covers(one)
    assert both.covers(two)
    assert both == two | one
    assert both | three == one | (two | three)
    assert three.covers(both) == (three.covers(one) and three.covers(two))


@pytest.mark.parametrize(
    ("there", "wanted", "covered"),
    [
        (Layers(3), Layers(2), True),
        (Layers(2), Layers(2), True),
        (Layers(2), Layers(3), False),
        (Layers(2), Layers(1, 1), False),
        (Layers(2, roles=True), WORDS, True),
        (WORDS, Layers(1, roles=True), False),
        (WORDS, Layers(1, frames=True), True),
        (Layers(1, frames=True), WORDS, True),
    ],
)
def test_coverage_of_required_layers(there: Layers, wanted: Layers, covered: bool) -> None:
    assert there.covers(wanted) is covered
