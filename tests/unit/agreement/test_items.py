"""What kappa, the confusion of roles and the agreement of each role count, by hand and by brute force."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from helpers.frames import annotation_of, finished_annotations, frame
from meantree.agreement.frame_agreement import (
    LABEL_MEASURES,
    LINKED,
    NO_FILLER,
    NO_ROLE,
    NOT_LINKED,
    ROLES,
    LabelMeasure,
    confusion,
    contingency,
    layer_agreement,
    role_layers,
)
from meantree.analysis.frames import LinkKind
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import SIDES, Side

CORRECT, PARTIAL, UNDECIDED = LinkKind.CORRECT, LinkKind.PARTIAL, LinkKind.UNDECIDED
LENGTHS: dict[Side, int] = {"hypothesis": 5, "reference": 3}
ONE = annotation_of("1 agent=0 patient=2-3; 4 / 1 agent=0 other=2 / 0=0 1?0 0.0=0.0 0.1~0.1")
TWO = annotation_of("1 agent=0 patient=3 / 1 modal=0 other=2 / 0~0 0.0=0.0")
BY_HAND = {
    # Both have the agent of the translation, and both fillers of the reference.
    "labels of fillers": {("agent", "agent"): 1, ("agent", "modal"): 1, ("other", "other"): 1},
    # Words 0, 2, 3, 4 beside the predicate of the translation, 0 and 2 beside that of the reference.
    "labels of words": {
        ("agent", "agent"): 1,
        ("patient", NO_ROLE): 1,
        ("patient", "patient"): 1,
        (NO_ROLE, NO_ROLE): 1,
        ("agent", "modal"): 1,
        ("other", "other"): 1,
    },
    "frame links, either type": {(LINKED, LINKED): 1},
    "frame links, same type": {("correct", "partial"): 1},
    # The agent of the translation with both fillers of the reference: its patient is not that of the other.
    "filler links, either type": {(LINKED, LINKED): 1, (NOT_LINKED, NOT_LINKED): 1},
    "filler links, same type": {("correct", "correct"): 1, (NOT_LINKED, NOT_LINKED): 1},
}


@pytest.mark.parametrize("measure", LABEL_MEASURES, ids=[measure.name for measure in LABEL_MEASURES])
def test_items_by_hand(measure: LabelMeasure) -> None:
    assert contingency(measure, ONE, TWO, LENGTHS) == BY_HAND[measure.name]
    turned = {(second, first): count for (first, second), count in BY_HAND[measure.name].items()}
    assert contingency(measure, TWO, ONE, LENGTHS) == turned


def test_what_only_one_decided_on_is_no_item() -> None:
    nothing = Annotation()
    assert not any(contingency(measure, ONE, nothing, LENGTHS) for measure in LABEL_MEASURES)
    only_frames = Annotation((frame("1"),), (frame("1"),))
    links = next(one for one in LABEL_MEASURES if one.name == "frame links, either type")
    assert contingency(links, ONE, only_frames, LENGTHS) == {(LINKED, NOT_LINKED): 1}
    fillers = next(one for one in LABEL_MEASURES if one.name == "filler links, either type")
    assert not contingency(fillers, ONE, only_frames, LENGTHS)


def test_confusion_by_hand() -> None:
    result = confusion(ONE, TWO)
    names = (*ROLES, NO_FILLER)
    cells = {
        (name, two): int(result[row, column])
        for row, name in enumerate(names)
        for column, two in enumerate(names)
        if result[row, column]
    }
    assert cells == {
        ("agent", "agent"): 1,
        ("patient", NO_FILLER): 1,
        (NO_FILLER, "patient"): 1,
        ("agent", "modal"): 1,
        ("other", "other"): 1,
    }
    assert (confusion(TWO, ONE) == result.T).all()


def test_roles_by_hand() -> None:
    counts = {
        layer.name: (layer.common, layer.first, layer.second)
        for layer in role_layers([(ONE, TWO, SIDES), (TWO, TWO, SIDES)])
    }
    assert {name: counts for name, counts in counts.items() if any(counts)} == {
        "agent": (2, 3, 2),
        "patient": (1, 2, 2),
        "modal": (1, 1, 2),
        "other": (2, 2, 2),
    }
    assert tuple(counts) == ROLES
    assert role_layers([(ONE, TWO, SIDES)])[ROLES.index("degree")].f is None


def test_fillers_with_other_parts_are_other_fillers() -> None:
    whole, in_parts = (annotation_of(f"1 agent={words} / 1 agent=0 / 0=0 0.0=0.0") for words in ("0", "0,2"))
    found = {measure.name: contingency(measure, whole, in_parts, LENGTHS) for measure in LABEL_MEASURES}
    assert found["labels of fillers"] == {("agent", "agent"): 1}, "of the reference"
    assert found["filler links, either type"] == {}
    assert confusion(whole, in_parts).trace() == 1
    (agents,) = (layer for layer in role_layers([(whole, in_parts, SIDES)]) if layer.name == "agent")
    assert (agents.common, agents.first, agents.second) == (1, 2, 2)
    assert layer_agreement("filler spans and roles", whole, in_parts).common == agents.common
    assert layer_agreement("filler links, either type", whole, in_parts).common == 0


@given(finished_annotations(), finished_annotations())
def test_labels_as_loops_over_all_fillers_have_them(first: Annotation, second: Annotation) -> None:
    expected = Counter[tuple[str, str]]()
    for side in SIDES:
        for mine in getattr(first, side):
            for theirs in getattr(second, side):
                if mine.predicate == theirs.predicate:
                    pairs = ((a, b) for a in mine.fillers for b in theirs.fillers if a.span == b.span)
                    expected.update((a.role.value, b.role.value) for a, b in pairs)
    result = contingency(LABEL_MEASURES[0], first, second, LENGTHS)
    table = confusion(first, second)
    if _is_single(first) and _is_single(second):
        assert result == expected
        assert table[:-1, :-1].sum() == expected.total()
        assert all(table[ROLES.index(a), ROLES.index(b)] == count for (a, b), count in expected.items())
    assert contingency(LABEL_MEASURES[0], first, first, LENGTHS).total() == confusion(first, first).trace()


def _is_single(annotation: Annotation) -> bool:
    """Whether no predicate is marked twice."""
    return all(
        len({frame.predicate for frame in getattr(annotation, side)}) == len(getattr(annotation, side))
        for side in SIDES
    )
