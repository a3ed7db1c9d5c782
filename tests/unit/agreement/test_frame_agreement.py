"""Agreement of annotators: identity, symmetry, hand-counted layers, and a project's end scores."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.frames import annotation_of, finished_annotations
from meantree.agreement.frame_agreement import LayerAgreement, alpha, kappa
from meantree.agreement.pooled_annotations import read_pooled
from meantree.agreement.project_agreement import ComparedAnnotators, alphas, compare_annotators, project_agreement
from meantree.analysis.frames import LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Text
from meantree.project.new_projects import make_project

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
ONE = annotation_of("1 agent=0 patient=2-3; 5 / 1 agent=0 / 0=0 0.0=0.0", State.DONE)
TWO = annotation_of("1 agent=0 other=2 / 1 modal=0 / 0~0 0.0=0.0", State.DONE)


def _key(annotator: str, system: str = "s", segment: str = "1") -> AnnotationKey:
    return AnnotationKey(segment, system, "A", annotator)


def _compared(first: Annotation, second: Annotation, system: str = "s") -> ComparedAnnotators | None:
    work = {_key("a"): first}, {_key("b", system): second}
    return compare_annotators(("a", "b"), *work, ({}, {}), lambda *_: {})


def _layers(first: Annotation, second: Annotation) -> list[LayerAgreement]:
    result = _compared(first, second)
    assert result is not None
    return list(result.whole.layers)


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
def test_identity_symmetry_bounds(first: Annotation, second: Annotation) -> None:
    assert all(layer.f in (None, 1.0) for layer in _layers(first, first))
    there, back = _layers(first, second), _layers(second, first)
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
    annotators = compare_annotators(("a", "b"), first, second, ({}, {}), lambda *_: {})
    assert annotators is not None
    assert [translation.pair[0] for translation in annotators.translations] == ["1"]
    assert list(annotators.whole.layers) == _layers(ONE, TWO)
    everybody = alphas([first, second, {_key("c", segment="2"): cannot}], lambda *_: {})
    assert everybody == alphas([{_key("a"): ONE}, {_key("b"): TWO}], lambda *_: {})


def test_nothing_to_annotate_is_an_answer() -> None:
    result = _compared(ONE, Annotation(state=State.NOTHING))
    assert result is not None
    assert (result.whole.layers[0].first, result.whole.layers[0].second) == (3, 0)


def test_a_project_has_end_scores(tmp_path: Path) -> None:
    path = tmp_path / "x.meantree"
    text = Text("a b c d e f", tokens=tuple("abcdef"))
    work = {_key("a", segment=str(number)): ONE for number in range(3)}
    work |= {_key("b", segment=str(number)): (ONE, TWO, ONE)[number] for number in range(3)}
    make_project(path, corpus_of([[text] * 2] * 3, "s"), work)
    agreement = project_agreement(read_pooled([path]), "hmeant:weights=uniform")
    (both,) = agreement.pairs
    scores = both.whole.scores
    assert (both.names, both.whole.translations, scores.translations) == (("a", "b"), 3, 3)
    assert scores.pearson is None  # all the same by one of them
    assert scores.mean_difference is not None
    assert scores.mean_difference > 0


# Krippendorff (2011), Computing Krippendorff's Alpha-Reliability: two observers, and four of whom some saw less.
KAPPA_TWO = ("aabbdcccedda", "babbbccceddd")
FOUR = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({"yy": 20, "yn": 5, "ny": 10, "nn": 15}, 0.4),  # .70 observed, .50 by chance
        ({"yy": 45, "yn": 15, "ny": 25, "nn": 15}, 0.1304),
        ({"yy": 25, "yn": 35, "ny": 5, "nn": 35}, 0.2593),
        # .29 observed, .35 by chance
        ({"aa": 50, "ab": 26, "ac": 24, "ba": 24, "bb": 4, "bc": 32, "ca": 6, "cb": 30, "cc": 4}, -0.0923),
        ({"yn": 1, "ny": 1}, -1),
        ({"yy": 3, "nn": 2}, 1),
    ],
)
def test_kappa_of_tables_by_hand(table: dict[str, int], expected: float) -> None:
    result = kappa({(cell[0], cell[1]): count for cell, count in table.items()})
    assert result.items == sum(table.values())
    assert result.value == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("table", [{}, {("y", "y"): 7}])
def test_kappa_is_undefined_without_items_or_with_one_label(table: dict[tuple[str, str], int]) -> None:
    assert kappa(table).value is None


def test_alpha_as_published() -> None:
    assert alpha(list(zip(*KAPPA_TWO, strict=True))) == pytest.approx(0.692, abs=5e-4)
    units = [[label for label in unit if label != "."] for unit in zip(*FOUR, strict=True)]
    assert alpha(units) == pytest.approx(0.743, abs=5e-4)


def test_alpha_is_undefined_where_nothing_can_differ() -> None:
    assert alpha([]) is None
    assert alpha(["a", "b"]) is None  # nobody labelled what another one did
    assert alpha(["aa", "aaa"]) is None


@given(st.lists(st.text("abc", min_size=2, max_size=2), max_size=12))
def test_kappa_as_loops_over_all_pairs_have_it(items: list[str]) -> None:
    result = kappa(Counter((item[0], item[1]) for item in items))
    by_chance = [first[0] == second[1] for first in items for second in items]
    if not items or all(by_chance):
        assert result.value is None
        return
    observed, expected = sum(item[0] == item[1] for item in items) / len(items), sum(by_chance) / len(by_chance)
    assert result.value == pytest.approx((observed - expected) / (1 - expected))


@given(st.lists(st.text("abc", max_size=4), max_size=8))
def test_alpha_as_loops_over_all_pairs_have_it(units: list[str]) -> None:
    units = [unit for unit in units if len(unit) > 1]
    labels = "".join(units)
    by_chance = [first != second for first, second in itertools.permutations(labels, 2)]
    if not any(by_chance):
        assert alpha(units) is None
        return
    observed = sum(
        sum(first != second for first, second in itertools.permutations(unit, 2)) / (len(unit) - 1) for unit in units
    ) / len(labels)
    assert alpha(units) == pytest.approx(1 - observed / (sum(by_chance) / len(by_chance)))
