"""What was chosen of experiments, as it is kept."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meantree_gui.state.experiment_inputs import ExperimentInputs, without


@given(st.lists(st.booleans(), max_size=6), st.integers(0, 7))
def test_files_of_preferences_go_with_their_corpora(stay: list[bool], named: int) -> None:
    further = tuple(f"c{place}" for place in range(len(stay)))
    preferences = ("own", *(f"p{place}" for place in range(len(stay))))[:named]
    gone = [path for path, stays in zip(further, stay, strict=True) if not stays]
    found = without(ExperimentInputs(further=further, preferences=preferences), gone)
    assert not set(found.further) & set(gone)
    assert [path for path in further if path not in gone] == list(found.further)
    pairs = dict(zip(found.further, found.preferences[1:], strict=False))
    assert pairs == {path: file for path, file in zip(further, preferences[1:], strict=False) if path not in gone}
    assert found.preferences[:1] == preferences[:1]
