"""One filler a frame for each core role."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.analyser import load_analyser
from meantree.analysis.frames import Filler, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.roles.core_roles import CORE, with_distinct_core

LABELS = st.sampled_from(["ARG0", "ARG1", "ARG2", "C-ARG1", "ARGM-TMP", ""])
FILLERS = st.lists(st.tuples(st.sampled_from(Role), LABELS), max_size=6).flatmap(
    lambda found: st.permutations([Filler((at, at + 1), role, label) for at, (role, label) in enumerate(found)])
)


def _roles(*fillers: Filler) -> list[Role]:
    return [filler.role for filler in with_distinct_core(fillers)]


@given(FILLERS)
def test_no_core_role_is_filled_twice(fillers: list[Filler]) -> None:
    found = with_distinct_core(fillers)
    assert [(one.span, one.label) for one in found] == [(one.span, one.label) for one in sorted(fillers)]
    counts = Counter(filler.role for filler in found)
    assert all(counts[role] <= 1 for role in CORE)
    for role in {filler.role for filler in fillers} & set(CORE):
        first = next(filler for filler in fillers if filler.role is role)
        assert first in found, "the most probable filler keeps its role"
    kept = {filler.span: filler.role for filler in found}
    assert all(kept[one.span] is one.role for one in fillers if one.role not in CORE)


def test_the_less_probable_filler_has_the_role_of_its_number_or_other() -> None:
    sufferer, malady = Filler((0, 1), Role.AGENT, "ARG0"), Filler((2, 3), Role.AGENT, "ARG1")
    assert _roles(sufferer, malady) == [Role.AGENT, Role.PATIENT]
    assert _roles(malady, sufferer) == [Role.OTHER, Role.AGENT]
    thing = Filler((4, 5), Role.PATIENT, "ARG2")
    assert _roles(sufferer, malady, thing) == [Role.AGENT, Role.OTHER, Role.PATIENT]
    assert _roles(thing, Filler((0, 1), Role.PATIENT, "ARG1")) == [Role.OTHER, Role.PATIENT]


@pytest.mark.pipeline
def test_who_suffers_is_not_what_is_suffered_from() -> None:
    (analysis,) = load_analyser().analyse(["The patients suffer from a rare disease."], Layers(1, roles=True))
    assert analysis.labelled is not None
    (frame,) = analysis.labelled.frames
    assert [(one.role, one.label) for one in frame.fillers] == [(Role.AGENT, "ARG0"), (Role.PATIENT, "ARG1")]
