"""Two annotators by document, and the worst translations first."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import finished_annotations, frame
from meantree.agreement.frame_agreement import LABEL_MEASURES, LayerAgreement, end_scores
from meantree.agreement.project_agreement import FINEST, ComparedAnnotators, alphas, compare_annotators
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State

SAME = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), state=State.DONE)
OTHER = replace(SAME, hypothesis=(frame("2 patient=0"),))
NOTHING = Annotation(state=State.NOTHING)


def _compared(pairs: dict[str, tuple[Annotation, Annotation]]) -> ComparedAnnotators:
    works = [
        {AnnotationKey(name, "s", "r", who): both[place] for name, both in pairs.items()}
        for place, who in enumerate("ab")
    ]
    scores = {(name, "s"): 0.5 for name in pairs}, {(name, "s"): 0.25 for name in pairs if name != "2"}
    annotators = compare_annotators(
        ("a", "b"), works[0], works[1], scores, lambda *_: {"hypothesis": 4, "reference": 4}
    )
    assert annotators is not None
    return annotators


def test_worst_first_and_what_neither_annotated_last() -> None:
    result = _compared({"1": (SAME, SAME), "2": (NOTHING, NOTHING), "3": (SAME, OTHER)})
    assert [translation.pair[0] for translation in result.worst] == ["3", "1", "2"]
    assert [translation.overall.f for translation in result.worst] == [0.5, 1.0, None]
    assert [translation.scores for translation in result.worst] == [(0.5, 0.25), (0.5, 0.25), (0.5, None)]


def test_that_a_translation_is_to_review_if_it_is_so_by_either() -> None:
    review = replace(SAME, state=State.REVIEW)
    result = _compared({"1": (SAME, review), "2": (review, SAME), "3": (SAME, SAME)})
    assert [translation.is_to_review for translation in result.translations] == [True, True, False]


def test_documents() -> None:
    names = [str(place) for place in range(12)]
    result = _compared({name: (SAME, OTHER if name in ("0", "1") else SAME) for name in names})
    documents = result.by_document(lambda name: "late" if int(name) < 2 else "early")
    assert [(part.name, part.translations, part.layers[0].f) for part in documents] == [
        ("late", 2, 0.5),
        ("early", 10, 1.0),
    ]


@given(st.lists(st.tuples(finished_annotations(), finished_annotations()), min_size=1, max_size=4))
def test_parts_add_up_to_the_whole(pairs: list[tuple[Annotation, Annotation]]) -> None:
    result = _compared({str(place): both for place, both in enumerate(pairs)})
    for place, layer in enumerate(result.whole.layers):
        each = [translation.layers[place] for translation in result.translations]
        assert layer == LayerAgreement(
            layer.name,
            *(sum(getattr(translation, name) for translation in each) for name in ("common", "first", "second")),
        )
    for translation in result.translations:
        finest = [layer for layer in translation.layers if layer.name in FINEST]
        assert translation.overall.common == sum(layer.common for layer in finest)
    for measure in LABEL_MEASURES:
        assert result.whole.kappas[measure.name].items == sum(
            translation.tables[measure.name].total() for translation in result.translations
        )
    roles = next(layer for layer in result.whole.layers if layer.name == "filler spans and roles")
    assert sum(role.common for role in result.roles) == roles.common
    assert sum(role.first + role.second for role in result.roles) == roles.first + roles.second
    labels = sum((translation.tables["labels of fillers"] for translation in result.translations), Counter())
    assert result.confusion[:-1, :-1].sum() == labels.total()
    assert result.confusion.trace() == sum(count for (first, second), count in labels.items() if first == second)


def test_a_translation_beside_two_references_has_one_score() -> None:
    works = [{AnnotationKey("1", "s", name, who): SAME for name in ("q", "r")} for who in "ab"]
    scores = {("1", "s"): 0.5}, {("1", "s"): 0.25}
    annotators = compare_annotators(("a", "b"), works[0], works[1], scores, lambda *_: {})
    assert annotators is not None
    assert (annotators.whole.translations, annotators.whole.scores.translations) == (2, 1)


@pytest.mark.parametrize(
    ("repeat", "own", "times"),
    [
        pytest.param(False, False, 1, id="once"),
        pytest.param(True, False, 3, id="as in the literature"),
        pytest.param(False, True, 3, id="annotated for each translation"),
    ],
)
def test_a_reference_counts_as_often_as_it_was_annotated(*, repeat: bool, own: bool, times: int) -> None:
    """Three systems: the translation's predicate is the same, as is one of the reference's two; roles differ there."""
    first = replace(SAME, reference=(frame("1 agent=0"), frame("3")), own_reference=own)
    second = replace(SAME, reference=(frame("1 patient=0"), frame("2")), own_reference=own)
    works = [
        {AnnotationKey("1", system, "r", who): one for system in "stu"}
        for who, one in zip("ab", (first, second), strict=True)
    ]
    annotators = compare_annotators(("a", "b"), works[0], works[1], ({}, {}), lambda *_: {}, repeat_references=repeat)
    assert annotators is not None
    predicates, *_ = annotators.whole.layers
    assert (predicates.common, predicates.first, predicates.second) == (3 + times, 3 + 2 * times, 3 + 2 * times)
    labels = annotators.whole.kappas["labels of fillers"]
    assert (labels.items, labels.observed) == (3 + times, 3 / (3 + times))
    assert annotators.confusion.sum() == 3 + times
    (agent,) = (layer for layer in annotators.roles if layer.name == "agent")
    assert (agent.common, agent.first, agent.second) == (3, 3 + times, 3)
    assert [one.layers[0].common for one in annotators.translations] == [2, 2, 2], "each translation has its reference"
    # Of 2 · (3 + times) labels, `times` are patient: 1 − (n − 1) · disagreements / (2 · agents · patients).
    number = 2 * (3 + times)
    expected = 1 - (number - 1) * 2 * times / (2 * (number - times) * times)
    assert alphas(works, lambda *_: {}, repeat_references=repeat)["labels of fillers"] == pytest.approx(expected)


def test_a_reference_annotated_once_counts_once_beside_equal_frames_of_each_translation() -> None:
    """As the automatic frames are; where they differ from those of the translation before, they count again."""
    other = replace(SAME, reference=(frame("1 patient=0"),))
    works = [dict.fromkeys((AnnotationKey("1", system, "r", "a") for system in "stu"), SAME)]
    works += [
        {
            AnnotationKey("1", system, "r", "b"): replace(one, own_reference=True)
            for system, one in zip("stu", (SAME, SAME, other), strict=True)
        }
    ]
    annotators = compare_annotators(("a", "b"), works[0], works[1], ({}, {}), lambda *_: {})
    assert annotators is not None
    assert annotators.whole.layers[0].common == 3 + 2


def test_scores_go_together_where_both_are_defined() -> None:
    scores = end_scores([(0.0, 0.5), (None, 0.5), (1.0, 1.0), (0.5, None)])
    assert (scores.translations, scores.mean_difference) == (2, 0.25)
    assert end_scores([]).mean_difference is None


def test_a_correlation_of_very_few_scores_is_undefined() -> None:
    """Two points always lie on a line."""
    scores: list[tuple[float | None, float | None]] = [(0.0, 0.5), (1.0, 1.0), (0.5, 0.5), (0.5, None), (0.5, 1.0)]
    for number in range(len(scores)):
        assert end_scores(scores[:number]).pearson is None
    # Deviations (−½, ½, 0, 0) and (−¼, ¼, −¼, ¼): ¼ / √(½ · ¼).
    assert end_scores(scores).pearson == pytest.approx(0.5**0.5)
    assert end_scores([(0.5, 0.5)] * 9).pearson is None
    uncorrelated = [(-1.0, -1.0), (0.0, -1.0), (-1.0, 0.0)] * 2 + [(-1.0, -1.0), (-1.0, -1.0), (0.0, 0.0)]
    assert end_scores(uncorrelated).pearson == 0, "not the <.001 of a tiny rest"


def test_alpha_of_three_people_by_hand() -> None:
    works = [
        {AnnotationKey("1", "s", "r", who): one}
        for who, one in zip("abc", (SAME, SAME, replace(SAME, reference=OTHER.hypothesis)), strict=True)
    ]
    result = alphas(works, lambda *_: {})
    assert result["labels of fillers"] is None  # the same label everywhere
    third = replace(SAME, hypothesis=(frame("1 patient=0"),))
    result = alphas([*works[:2], {AnnotationKey("1", "s", "r", "c"): third}], lambda *_: {})
    # Agent, agent, patient of one filler and three agents of another: 1 − 5 · 2 / (36 − 25 − 1).
    assert result["labels of fillers"] == pytest.approx(0.0)
