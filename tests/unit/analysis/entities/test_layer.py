"""The layer of entities: what it finds, where it stands, how it is kept."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pipelines import hand_made_pipeline
from meantree.analysis.analyser import load_analyser
from meantree.analysis.entities.entity import Entity, EntityKind, entities_of
from meantree.analysis.entities.find import longest
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.serial import packed, unpacked
from meantree.analysis.store import AnalysisStore

WANTED = Layers(1, entities=1)


def named(analysis: Analysis) -> dict[str, EntityKind]:
    """Kinds by the words of each entity."""
    return {" ".join(analysis.words[one.start : one.end]): one.kind for one in entities_of(analysis)}


@given(
    st.lists(
        st.builds(
            lambda start, size: Entity(start, start + size, EntityKind.DATE), st.integers(0, 20), st.integers(1, 5)
        )
    )
)
def test_of_those_that_overlap_the_longest_stays(entities: list[Entity]) -> None:
    kept = longest(entities)
    assert all(one.end <= two.start for one, two in pairwise(kept))
    for one in entities:
        rivals = [two for two in kept if two.start < one.end and one.start < two.end]
        assert rivals
        assert max(two.end - two.start for two in rivals) >= one.end - one.start


def test_of_two_as_long_the_first_stays() -> None:
    date, name = Entity(0, 1, EntityKind.DATE, "--04"), Entity(0, 1, EntityKind.PERSON)
    assert longest([date, name]) == [date]


def test_an_empty_span_is_none() -> None:
    with pytest.raises(ValueError, match="from token 1 to 1"):
        Entity(1, 1, EntityKind.DATE)


def test_other_languages_have_none(tmp_path: Path) -> None:
    store = AnalysisStore(hand_made_pipeline(tmp_path / "pipeline"))
    analysis = store.analyse({"am 28. Juli 1999": WANTED})["am 28. Juli 1999"]
    assert entities_of(analysis) == ()
    assert "entities" not in analysis.others
    assert "entities" not in store.fingerprint


@pytest.mark.pipeline
def test_of_the_shipped_pipeline() -> None:
    text = "Barack Obama met Angela Merkel in Berlin on July 28. The United Nations paid 1,000 dollars."
    (analysis,) = load_analyser().analyse([text], WANTED)
    assert named(analysis) == {
        "Barack Obama": EntityKind.PERSON,
        "Angela Merkel": EntityKind.PERSON,
        "Berlin": EntityKind.LOCATION,
        "July 28": EntityKind.DATE,
        "The United Nations".removeprefix("The "): EntityKind.ORGANISATION,
        "1,000 dollars": EntityKind.MONEY,
    }
    assert [one.value for one in entities_of(analysis) if one.value] == ["--07-28", "USD 1000"]
    again = unpacked(packed(analysis))
    assert (again.others, again.depth) == (analysis.others, WANTED)
    assert "+en_names-" in load_analyser().fingerprint


@pytest.mark.pipeline
def test_names_in_small_letters_and_capitals() -> None:
    small, capitals, empty = load_analyser().analyse(
        ["she lives in london", "JOHN SMITH LIVES IN LONDON .", ""], WANTED
    )
    assert named(small) == {"london": EntityKind.LOCATION}
    assert named(capitals) == {"JOHN SMITH": EntityKind.PERSON, "LONDON": EntityKind.LOCATION}
    assert entities_of(empty) == ()
    assert "entities" in empty.others, "it was looked for"
