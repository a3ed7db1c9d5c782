"""What annotators of error spans differ in, and taking an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.annotation.contested_errors import agreed_errors, contested_errors, identity
from meantree.annotation.error_annotation import ErrorAnnotation, MarkedError, Origin, Place

OLD = MarkedError((Place("hypothesis", 4, 7),), "minor", "Accuracy/Mistranslation")
WIDE = MarkedError((Place("hypothesis", 4, 11),), "major", "Accuracy/Mistranslation")
OTHER = MarkedError((Place("hypothesis", 20, 25),), "minor", "Other")
GONE = MarkedError((), "minor", "Accuracy/Omission", missing=True)
GAP = replace(GONE, places=(Place("hypothesis", 7, 7),), missing=False)
LOST = replace(GONE, places=(Place("source", 3, 9),))
GOLD = ErrorAnnotation()

errors = st.builds(
    lambda start, size, severity, missing: MarkedError(
        () if missing else (Place("hypothesis", start, start + size),), severity, "Other", missing=missing
    ),
    st.integers(0, 12),
    st.integers(1, 5),
    st.sampled_from(("minor", "major")),
    st.booleans(),
)
works = st.dictionaries(
    st.sampled_from(("ana", "ben", "eva")),
    st.builds(
        lambda marked, score: ErrorAnnotation(tuple(dict.fromkeys(marked)), score),
        st.lists(errors, max_size=4),
        st.sampled_from((None, 50.0)),
    ),
    min_size=2,
)


def work(ana: tuple[MarkedError, ...], ben: tuple[MarkedError, ...]) -> dict[str, ErrorAnnotation]:
    return {"ana": ErrorAnnotation(ana), "ben": ErrorAnnotation(ben)}


@pytest.mark.parametrize(
    ("ana", "ben", "parts"),
    [
        ((OLD,), (OLD,), []),
        ((OLD, GONE), (OLD,), [""]),
        ((OLD,), (WIDE,), ["", "words", "severity"]),
        ((OLD,), (replace(OLD, severity="major"),), [""]),
        ((OLD, OTHER), (WIDE,), ["", "words", "severity", ""]),
        ((GONE,), (GAP,), [""]),
        ((GONE,), (LOST,), [""]),
        ((replace(GAP, severity="major"),), (LOST,), ["", "words", "severity"]),
        ((replace(GONE, missing=False),), (GAP,), ["", ""]),
        ((GAP,), (replace(GAP, places=(Place("hypothesis", 11, 11),)),), ["", ""]),
        ((LOST,), (replace(LOST, places=(Place("source", 12, 15),)),), ["", ""]),
    ],
)
def test_errors_that_share_words_are_one_row_with_the_parts_that_differ(
    ana: tuple[MarkedError, ...], ben: tuple[MarkedError, ...], parts: list[str]
) -> None:
    assert [row.part for row in contested_errors(work(ana, ben))] == parts


def test_a_row_has_all_words_of_its_errors_once() -> None:
    (row, *_) = contested_errors(work((replace(OLD, places=(*WIDE.places, *LOST.places)), OTHER), (OLD, OTHER)))
    assert row.places == (*WIDE.places, *LOST.places)
    (row, *_) = contested_errors(work((OLD, replace(OLD, places=(Place("hypothesis", 8, 9),))), (WIDE,)))
    assert row.places == WIDE.places


def test_a_part_alone_changes_the_error_and_both_parts_of_one_make_it_theirs() -> None:
    whole, words, severity = contested_errors(work((replace(OLD, comment="why"),), (replace(WIDE, comment="no"),)))
    of_ana = whole.taken(GOLD, "ana")
    assert of_ana.all_comments == ("why",), "what is rejected says nothing"
    assert whole.supporters(of_ana) == ("ana",)
    mixed = severity.taken(of_ana, "ben")
    (error,) = mixed.errors
    assert (error.places, error.severity, error.origin) == (OLD.places, "major", Origin.CHANGED)
    assert (whole.supporters(mixed), words.supporters(mixed), severity.supporters(mixed)) == ((), ("ana",), ("ben",))
    assert whole.supporters(words.taken(mixed, "ben")) == ("ben",)
    assert words.taken(GOLD, "ben").errors == whole.taken(GOLD, "ben").errors, "the first key brings all of it"


def test_scores_are_a_row_and_begin_as_the_mean() -> None:
    work = {"ana": ErrorAnnotation(score=60.0), "ben": ErrorAnnotation(score=80.0)}
    (row,) = contested_errors(work)
    assert agreed_errors(work).score == 70.0
    assert (row.supporters(agreed_errors(work)), row.is_undecided(agreed_errors(work))) == ((), False)
    assert row.taken(agreed_errors(work), "ben").score == 80.0
    assert row.supporters(row.taken(agreed_errors(work), "ben")) == ("ben",)


@given(work=works, data=st.data())
def test_whose_answers_are_taken_is_who_supports_them_and_nothing_else_changes(
    work: dict[str, ErrorAnnotation], data: st.DataObject
) -> None:
    gold = ErrorAnnotation((replace(OTHER, places=(Place("hypothesis", 30, 31),)),))
    rows = [row for row in contested_errors(work) if not row.part]
    assert all(row.is_undecided(gold) for row in rows)
    name = data.draw(st.sampled_from(["", *work]))
    after = gold
    for row in rows:
        after = row.taken(after, name)
        assert not row.is_undecided(after)
        assert name in (*row.supporters(after), "")
        assert row.decided(after) or not name or not row.answers[name].marked
    assert after.marked[0] == gold.marked[0]
    assert {identity(error) for error in after.errors[1:]} == {
        identity(error) for row in rows if name for error in row.answers[name].marked
    }
