"""Stored analyses that were edited by hand: each is read as what it says, or refused."""

from __future__ import annotations

import copy
import json
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from helpers.stores import UnsureStore
from helpers.trees import analyses
from meantree.analysis.entities.entity import LAYER, Entity, EntityKind
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, SplitSentence
from meantree.analysis.serial import packed, unpacked
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

UNSURE = UnsureStore().analyse({"a b c d": Layers(3, 2, roles=True)})["a b c d"]
ENTITIES = Entity(0, 1, EntityKind.PERSON), Entity(1, 3, EntityKind.NUMBER, "2")
FULL = replace(UNSURE, others={LAYER: ENTITIES}, split=(SplitSentence(600, (2,)),))
"""Every layer, with all probabilities."""

METRICS = [metric(spec) for spec in ("hwcm", "dpm:nbest=all", "dpm:labels=ab", "stm", "dstm")]
FLAGS = ("depth", "encoded", "certain")
"""What is read as a number of parses or a truth value, whatever it is."""
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [-999, -2, -1, 0, 1, 2, 3, 4, 999, 40_000, 2**70, 0.5, 1.5, None, True, "x", "", "3", [], {}]
)


def _content(analysis: Analysis) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(zlib.decompress(packed(analysis)))
    return content


def _read(content: dict[str, Any]) -> Analysis:
    return unpacked(zlib.compress(json.dumps(content).encode()))


def _places(content: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value within JSON."""
    if path:
        yield path
    items = content.items() if isinstance(content, dict) else enumerate(content) if isinstance(content, list) else ()
    for key, value in items:
        yield from _places(value, *path, key)


def _edited(content: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    result = copy.deepcopy(content)
    inner: Any = result
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return result


def _without_flags(content: Any) -> Any:
    if isinstance(content, dict):
        return {key: _without_flags(value) for key, value in content.items() if key not in FLAGS}
    return list(map(_without_flags, content)) if isinstance(content, list) else content


def _with_spans(analysis: Analysis) -> Analysis:
    """Add a frame and an entity over the whole text."""
    size = len(analysis.words)
    frames = FrameLayer(analysis.words, (Frame((0, 1), (Filler((0, size), Role.AGENT, "ARG0", 0.5),)),))
    return replace(analysis, labelled=frames, others={LAYER: (Entity(0, size, EntityKind.DATE),)})


@given(st.data(), st.just(FULL) | analyses().map(_with_spans))
def test_an_edited_analysis_is_read_as_it_is_or_refused(data: st.DataObject, analysis: Analysis) -> None:
    content = _content(analysis)
    places = list(_places(content))
    value = data.draw(VALUES)
    edited = _edited(content, data.draw(st.sampled_from(places)), value)
    note(edited)
    try:
        back = _read(edited)
    except ValueError:
        return
    if value not in (None, "", [], {}):  # what is missing may be written in several ways
        assert _without_flags(_content(back)) == _without_flags(edited)
    for chosen in METRICS if back.has_constituents and back.has_all_trees else METRICS[:1]:
        for pair in (Pair(back, [analysis]), Pair(analysis, [back])):
            chosen.statistics(pair)
    for sentence in back.sentences:
        assert sentence.all_trees is None or sentence.all_trees.expected_arcs() is not None


SENTENCE = "sentences", 0
FOREST, ALL_TREES, CONSTITUENTS = (*SENTENCE, "forest"), (*SENTENCE, "all_trees"), (*SENTENCE, "constituents")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("text",), 3),
        (("text",), "a \ud800"),
        ((*SENTENCE, "heads", 1), 999),
        ((*SENTENCE, "heads", 1), -2),
        ((*SENTENCE, "heads"), [1, 0, 1, 1]),
        ((*SENTENCE, "heads"), [-1, 2, 3, 1]),
        ((*SENTENCE, "labels"), ["root"]),
        ((*SENTENCE, "tokens", 0, 0), ""),
        ((*SENTENCE, "tokens", 0, 0), None),
        (SENTENCE, {"tokens": [], "heads": [], "labels": [], "forest": None, "constituents": None}),
        ((*FOREST, 0, 0), float("nan")),
        ((*FOREST, 0, 0), -0.6),
        ((*FOREST, 0), [0.1, 0.3, 0.6]),
        ((*FOREST, 0), [0.6, 0.3, 0.2]),
        ((*FOREST, 1, 1, 2), 4),
        ((*FOREST, 1, 1), [-1, 2, 3, 1]),
        ((*FOREST, 2, 1, 2), -1),
        ((*FOREST, 2, 1, 2), 5),
        (FOREST, [[], [], [], []]),
        (ALL_TREES, [[], [], [], [], []]),
        (ALL_TREES, [[0, 1, 2], [0, 1, 1], [0, 0, 0], [0.0, 0.0, 0.0], ["x"]]),
        (ALL_TREES, [[0, 1, 2, 3], [2, 1, 4, 3], [0, 0, 0, 0], [0.0, 0.0, 0.0, 0.0], ["x"]]),
        (ALL_TREES, [[0, 1, 2, 3], [0, 0, 2, 3], [0, 0, 0, 0], [0.0, 0.0, 0.0, 0.0], ["x"]]),
        ((*ALL_TREES, 3, 0), float("nan")),
        ((*ALL_TREES, 3, 0), float("inf")),
        ((*ALL_TREES, 3, 0), 1e300),
        ((*CONSTITUENTS, 0, 0), float("nan")),
        ((*CONSTITUENTS, 2), [0, 0, 14]),
        ((*CONSTITUENTS, 3, 0), 99),
        ((*CONSTITUENTS, 4, 0), 1),
        ((*CONSTITUENTS, 4, 3), 2),
        ((*CONSTITUENTS, 4, 4), 2),
        ((*CONSTITUENTS, 5, 0, 1), 5),
        ((*CONSTITUENTS, 5, 0, 3), 1.5),
        (("labelled", "words"), ["a"] * 9),
        (("labelled", "frames", 0, 0), [0, 999]),
        (("labelled", "frames", 0, 1, 0, 1), 5),
        (("labelled", "frames", 0, 3), float("nan")),
        (("entities", 1, 1), 999),
        (("entities", 1, 0), 0),
        (("split", 0, 1), None),
    ],
)
def test_what_is_refused(path: tuple[Any, ...], value: Any) -> None:
    content = _content(FULL)
    assert _content(_read(content)) == content, "unless it is edited"
    with pytest.raises(ValueError, match=r"\w"):
        _read(_edited(content, path, value))
