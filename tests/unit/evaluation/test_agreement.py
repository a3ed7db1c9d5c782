"""Agreement of annotators: identity, symmetry, hand-counted layers, and a project's end scores."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from helpers.frames import finished_annotations, frame
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.evaluation.agreement import Layer
from meantree.evaluation.compared_work import ComparedAnnotators, alphas, compared
from meantree.evaluation.pooled_work import pooled
from meantree.evaluation.project_agreement import project_agreement
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.file import Project
from meantree.report.agreement_tables import agreement_rows

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
ONE = Annotation(
    (frame("1 agent=0 patient=2-3"), frame("5")),
    (frame("1 agent=0"),),
    FrameAlignment({(0, 0): CORRECT}, {((0, 0), (0, 0)): CORRECT}),
    State.DONE,
)
TWO = Annotation(
    (frame("1 agent=0 other=2"),),
    (frame("1 modal=0"),),
    FrameAlignment({(0, 0): PARTIAL}, {((0, 0), (0, 0)): CORRECT}),
    State.DONE,
)


def _key(annotator: str, system: str = "s", segment: str = "1") -> AnnotationKey:
    return AnnotationKey(segment, system, "A", annotator)


def _compared(one: Annotation, two: Annotation, system: str = "s") -> ComparedAnnotators | None:
    work = {_key("a"): one}, {_key("b", system): two}
    return compared(("a", "b"), *work, ({}, {}), {}, lambda *_: {})


def _layers(one: Annotation, two: Annotation) -> list[Layer]:
    found = _compared(one, two)
    assert found is not None
    return list(found.whole.layers)


def test_layers_by_hand() -> None:
    layers = _layers(ONE, TWO)
    counted = {layer.name: (layer.common, layer.first, layer.second) for layer in layers}
    assert counted == {
        "predicates": (2, 3, 2),
        "filler spans, exact": (2, 3, 3),
        "filler spans, by tokens": (3, 4, 3),
        "filler spans and roles": (1, 3, 3),
        "frame links, either type": (1, 1, 1),
        "frame links, same type": (0, 1, 1),
        "filler links, either type": (1, 1, 1),
        "filler links, same type": (1, 1, 1),
    }
    assert layers[0].f == pytest.approx(0.8)


@given(finished_annotations(), finished_annotations())
def test_identity_symmetry_bounds(one: Annotation, two: Annotation) -> None:
    assert all(layer.f in (None, 1.0) for layer in _layers(one, one))
    there, back = _layers(one, two), _layers(two, one)
    assert [layer.f for layer in there] == [layer.f for layer in back]
    assert all(layer.f is None or 0 <= layer.f <= 1 for layer in there)


def test_what_is_open_or_of_one_alone_does_not_count() -> None:
    assert _compared(ONE, Annotation()) is None
    assert _compared(ONE, TWO, "t") is None


@pytest.mark.parametrize("empty", [False, True])
def test_what_either_could_not_annotate_is_not_in_common(empty: bool) -> None:
    cannot = Annotation(state=State.CANNOT) if empty else replace(TWO, state=State.CANNOT)
    assert _compared(ONE, cannot) is None
    assert _compared(cannot, ONE) is None
    assert _compared(cannot, cannot) is None
    first, second = ({_key("a"): ONE, _key("a", segment="2"): ONE}, {_key("b"): TWO, _key("b", segment="2"): cannot})
    found = compared(("a", "b"), first, second, ({}, {}), {}, lambda *_: {})
    assert found is not None
    assert [one.pair[0] for one in found.translations] == ["1"]
    assert list(found.whole.layers) == _layers(ONE, TWO)
    everybody = alphas([first, second, {_key("c", segment="2"): cannot}], lambda *_: {})
    assert everybody == alphas([{_key("a"): ONE}, {_key("b"): TWO}], lambda *_: {})


def test_nothing_to_annotate_is_an_answer() -> None:
    found = _compared(ONE, Annotation(state=State.NOTHING))
    assert found is not None
    assert (found.whole.layers[0].first, found.whole.layers[0].second) == (3, 0)


def test_a_project_has_end_scores(tmp_path: Path) -> None:
    path = tmp_path / "x.meantree"
    text = Text("a b c d e f", tokens=tuple("abcdef"))
    segments = tuple(Segment(str(number), "", references={"A": text}, hypotheses={"s": text}) for number in range(3))
    work = {_key("a", segment=str(number)): ONE for number in range(3)}
    work |= {_key("b", segment=str(number)): (ONE, TWO, ONE)[number] for number in range(3)}
    with Project(path, new=True) as project:
        project.fill(Corpus("x", segments, ("s",), ("A",)), work)
    found = project_agreement(pooled([path]), "hmeant:weights=uniform")
    (both,) = found.pairs
    scores = both.whole.scores
    assert (both.names, both.whole.translations, scores.translations) == (("a", "b"), 3, 3)
    assert scores.pearson is None  # all the same by one of them
    assert scores.mean_difference is not None
    assert scores.mean_difference > 0
    rows = agreement_rows(found.pairs, "hmeant")
    assert rows[0] == ("translations in common", "3")
    assert rows[-2] == ("hmeant: Pearson's r", "–")
