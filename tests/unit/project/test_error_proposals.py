"""Errors proposed again in another translation of a segment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.corpora import corpus_of
from helpers.projects import project_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Origin, Place, answers_of_marks
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, Segment
from meantree.project.error_proposals import (
    IN_DOCUMENT,
    REPEATED,
    distinct_proposals,
    repeated_errors,
    segments_before,
    suggested_errors,
    undecided,
    with_own_marks,
)
from meantree.project.file import Project


def _marked(text: str, *words: str, severity: str = "major", category: str = "Other") -> tuple[str, ErrorAnnotation]:
    """Return a text in which these words are marked, each where it stands first."""
    errors = tuple(MarkedError((_place(text, one),), severity, category) for one in words)
    return text, ErrorAnnotation(errors, state=State.DONE if errors else State.NOTHING)


def _place(text: str, words: str) -> Place:
    start = text.index(words)
    return Place("hypothesis", start, start + len(words))


def _words(text: str, proposals: tuple[MarkedError, ...]) -> list[str]:
    return [text[error.places[0].start : error.places[0].end] for error in proposals]


def test_words_are_proposed_with_a_neighbour_and_unless_others_have_them_unmarked() -> None:
    text = "He saw the old bridge and an older bridge"
    first = _marked("She saw the old bridge", "old", "bridge")
    proposals = repeated_errors(text, [first])
    assert _words(text, proposals) == ["old", "bridge", "bridge"]  # both have "old" before or end with it
    assert {(error.severity, error.category, error.by) for error in proposals} == {("major", "Other", REPEATED)}
    assert repeated_errors(text, [first, _marked("the old bridge")]) == ()
    assert _words(text, repeated_errors(text, [first, _marked("a bridge", "bridge")])) == ["old", "bridge", "bridge"]
    assert repeated_errors("A new bridge here", [first]) == ()
    assert repeated_errors(text, []) == ()


@pytest.mark.parametrize(
    ("marked", "words", "text", "proposed"),
    [
        ("it cost 10,000 euros", "000", "it cost 30,000 euros", []),
        ("a rate of 000 here", "000", "a rate of 30,000 here", []),
        ("it took 2.5 years", "5", "it took 3.5 years", []),
        ("at 10:30 today", "30", "at 11:30 today", []),
        ("it cost 10,000 euros", "10,000", "it cost 10,000, in all", ["10,000"]),
        ("in 2020, he", "2020", "in 2020.", ["2020"]),
    ],
)
def test_no_proposal_cuts_a_number(marked: str, words: str, text: str, proposed: list[str]) -> None:
    earlier = _marked(marked, words)
    assert _words(text, repeated_errors(text, [earlier])) == proposed
    assert _words(text, repeated_errors(text, [], [earlier, earlier])) in ([], proposed)


def test_the_label_is_the_most_frequent_one_and_nested_proposals_are_one() -> None:
    text = "the very old bridge"
    earlier = [
        _marked("the very old car", "very old"),
        _marked("the very old car", "very old", severity="minor"),
        _marked("the very old bus", "very old", severity="minor"),
        _marked("a very old bridge", "old"),
    ]
    (proposal,) = repeated_errors(text, earlier)
    assert (_words(text, (proposal,)), proposal.severity) == (["very old"], "minor")


def test_words_of_the_source_need_most_translations_and_two() -> None:
    error = MarkedError((Place("source", 0, 2),), "major", "Accuracy/Omission", missing=True)
    omitted = "a text", ErrorAnnotation((error,), state=State.DONE)
    whole = "a text", ErrorAnnotation(state=State.NOTHING)
    assert repeated_errors("a text", [omitted]) == ()
    assert repeated_errors("a text", [omitted, omitted, whole, whole]) == ()
    (proposal,) = repeated_errors("a text", [omitted, whole, omitted])
    assert (proposal.places, proposal.missing) == (error.places, True)


def test_names_and_terms_are_proposed_that_are_marked_twice_in_the_document() -> None:
    text = "Bill saw the power plant and left"
    document = [
        _marked("the power plant of Bill is left", "power plant", "Bill", "left"),
        _marked("a power plant and Bill left", "power plant", "Bill", "left"),
    ]
    assert _words(text, repeated_errors(text, [], document[:1])) == []
    proposals = repeated_errors(text, [], document)
    assert _words(text, proposals) == ["Bill", "power plant"]
    assert {error.by for error in proposals} == {IN_DOCUMENT}
    unmarked = [_marked("Bill"), _marked("dear Bill")]
    assert _words(text, repeated_errors(text, unmarked, document)) == ["power plant"]
    same_segment = [_marked("Bill and the power plant and", "the power plant", severity="minor")]
    (_, proposal) = repeated_errors(text, same_segment, document)
    assert (_words(text, (proposal,)), proposal.by) == (["the power plant"], REPEATED)


@pytest.mark.parametrize(
    ("text", "other", "is_same"),
    [
        ("he has confirmed it", "he has really confirmed it", True),
        ("he has confirmed it", "he has not confirmed it", False),
        ("he has confirmed it", "he hasn’t confirmed it", False),
        ("he has never quite confirmed it", "he has confirmed it", False),
        ("he has not confirmed it", "he never confirmed it", True),
        ("he did not leave, but confirmed it", "he has confirmed it", True),
    ],
)
def test_words_that_one_translation_denies_are_not_the_same(text: str, other: str, is_same: bool) -> None:
    _, tool = _marked(text, "confirmed")
    assert bool(repeated_errors(text, [_marked(other, "confirmed")])) is is_same
    assert bool(with_own_marks(text, {"XCOMET": tool}, [_marked(other)])["XCOMET"].marked) is not is_same


def test_what_was_seen_and_left_is_not_proposed_by_others() -> None:
    text = "the very old bridge"
    missing = MarkedError((), "major", "Accuracy/Omission", missing=True)
    (_, tool) = _marked(text, "old", "bridge")
    tool = ErrorAnnotation((*tool.marked, missing), state=State.DONE)
    earlier = [_marked("a very old bridge", "bridge"), _marked("an old car")]
    work = with_own_marks(text, {"XCOMET": tool}, earlier)
    assert [error.places for error in work["XCOMET"].errors] == [(_place(text, "bridge"),), ()]
    assert _words(text, work[REPEATED].errors) == ["bridge"]
    assert with_own_marks(text, {"XCOMET": tool}, [])["XCOMET"] == tool


OWN = "Mistranslation\nFluency/Grammar\nStyle/Grammar"


@pytest.mark.parametrize(
    ("category", "categories", "taken"),
    [
        ("Accuracy/Mistranslation", OWN, "Mistranslation"),
        ("mistranslation", OWN, "Mistranslation"),
        ("Style/Grammar", OWN, "Style/Grammar"),
        ("Accuracy/Grammar", OWN, ""),
        ("Accuracy/Other", OWN, ""),
        ("Accuracy/Untranslated", "", "Accuracy/Untranslated text"),
        ("Accuracy/Untranslated text", "Untranslated", "Untranslated"),
        ("Terminology/Inconsistent", "", "Terminology/Inconsistent use"),
        ("Mistranslation", "", "Accuracy/Mistranslation"),
        ("Accuracy/Reinterpretation", "", "Accuracy/Reinterpretation"),
        ("", OWN, ""),
    ],
)
def test_categories_of_proposals_are_those_of_the_project(
    tmp_path: Path, category: str, categories: str, taken: str
) -> None:
    rules = Rules(protocol=MQM, categories=categories, suggestions=("XCOMET",))
    text, tool = _marked("an old bridge", "old", category=category)
    path = project_of(
        tmp_path / "p.meantree",
        corpus_of([[text]], ("A",), (), source="x"),
        errors={ErrorKey("0", "A", "XCOMET"): tool},
        rules=rules,
    )
    with Project(path) as project:
        (error,) = suggested_errors(project, ErrorKey("0", "A", "ana"))["XCOMET"].errors
    assert error == replace(tool.errors[0], category=taken)


def test_what_is_between_words_that_were_left_is_proposed() -> None:
    """Words that were right alone may be wrong together."""
    text = "the postman bit the dog"
    (_, tool) = _marked(text, "postman", "dog")
    swapped = replace(tool.errors[0], places=tuple(error.places[0] for error in tool.errors))
    tool = replace(tool, marked=(swapped,))
    assert with_own_marks(text, {"XCOMET": tool}, [_marked("the dog bit the postman")])["XCOMET"] == tool
    assert with_own_marks(text, {"XCOMET": tool}, [_marked(text)])["XCOMET"].marked == ()


def test_an_omission_that_was_left_in_an_equal_translation_is_not_proposed() -> None:
    tool = ErrorAnnotation((MarkedError((), "minor", "Accuracy/Omission", missing=True),), state=State.DONE)
    seen = {
        name: bool(with_own_marks("an old car", {"XCOMET": tool}, [earlier])["XCOMET"].marked)
        for name, earlier in {
            "left": _marked("an old car"),
            "marked": ("an old car", tool),
            "elsewhere": _marked("an older car"),
        }.items()
    }
    assert seen == {"left": False, "marked": True, "elsewhere": True}


def test_segments_before_are_of_the_same_document() -> None:
    segments = tuple(Segment(str(n), document, "", {}, {}) for n, document in enumerate("aabb"))
    corpus = Corpus("c", segments, (), ())
    assert [len(segments_before(corpus, place)) for place in range(4)] == [0, 1, 0, 1]


def test_nearly_the_same_words_are_proposed_once_and_not_when_they_are_marked() -> None:
    text = "the very old bridge"
    (_, own), (_, tool) = _marked(text, "very old"), _marked(text, "the very old", "bridge", category="Grammar")
    proposals = distinct_proposals(text, {REPEATED: own, "XCOMET": tool})
    assert _words(text, proposals) == ["very old", "bridge"]
    (_, marked) = _marked(text, "old")
    assert _words(text, undecided(text, marked, proposals)) == ["very old", "bridge"]
    (_, marked) = _marked(text, "the very old bridge")
    assert _words(text, undecided(text, marked, proposals)) == ["very old", "bridge"]
    (_, marked) = _marked(text, "very old bridge")
    assert _words(text, undecided(text, marked, proposals)) == ["bridge"]


@pytest.mark.parametrize(
    ("words", "others", "is_near"),
    [
        ("MG", "the MG", True),
        ("BPGYR", "before BPGYR,", True),
        ("AEC", "severe AEC", False),
        ("seen", "not seen", False),
        ("the", "the MG", False),
    ],
)
def test_errors_with_the_same_content_words_are_near(words: str, others: str, is_near: bool) -> None:
    text = "before BPGYR, the MG and severe AEC were not seen"
    (_, own), (_, found) = _marked(text, words), _marked(text, others)
    assert (undecided(text, own, found.errors) == ()) is is_near
    assert len(distinct_proposals(text, {REPEATED: own, "findings 1.0.0": found})) == 2 - is_near


WORDS, GAP = (Place("source", 0, 3),), (Place("hypothesis", 4, 4),)


@pytest.mark.parametrize(
    ("marked", "suggested", "is_left"),
    [
        ({}, {}, False),
        ({"places": WORDS}, {}, False),
        ({}, {"places": WORDS}, False),
        ({"places": WORDS}, {"places": (Place("source", 4, 9),)}, True),
        ({"places": WORDS}, {"places": GAP}, False),
        ({"places": WORDS, "missing": False}, {}, False),
        ({}, {"places": WORDS, "missing": False}, False),
        ({"places": WORDS, "missing": False, "category": "Source error"}, {}, True),
        ({"places": GAP}, {"places": (Place("hypothesis", 9, 9),), "missing": False}, True),
    ],
)
def test_an_omission_is_not_proposed_beside_one_that_may_be_the_same(
    marked: dict[str, Any], suggested: dict[str, Any], is_left: bool
) -> None:
    omission = MarkedError((), "minor", "Omission", missing=True)
    own, tool = replace(omission, **marked), replace(omission, **suggested)
    assert bool(undecided("", ErrorAnnotation((own,)), [tool])) is is_left


@pytest.mark.parametrize(
    ("categories", "proposed"),
    [
        (("", "Grammar", ""), ("Grammar", "findings 1")),
        (("", "Grammar", "Other"), ("Grammar", "findings 1")),
        (("", "", ""), ("", "XCOMET, findings 1, ana")),
        (("Grammar", "", "Grammar"), ("Grammar", "XCOMET, ana")),
    ],
)
def test_of_proposals_on_the_same_words_the_first_with_a_category_is_made(
    categories: tuple[str, ...], proposed: tuple[str, str]
) -> None:
    text = "the very old bridge"
    work = {
        name: _marked(text, "very old", category=category)[1]
        for name, category in zip(("XCOMET", "findings 1", "ana"), categories, strict=True)
    }
    assert [(error.category, error.by) for error in distinct_proposals(text, work)] == [proposed]


@pytest.mark.parametrize(
    ("words", "category"), [("very old", "Other"), ("very old", "Grammar"), ("very old b", "Other")]
)
def test_the_finding_behind_a_suggestion_of_others_is_answered_with_it(words: str, category: str) -> None:
    text = "the very old bridge"
    (_, own), (_, found) = _marked(text, "very old"), _marked(text, words, category=category)
    found = replace(
        found, marked=tuple(replace(error, finding="word.different: A word differs") for error in found.marked)
    )
    (proposal,) = distinct_proposals(text, {REPEATED: own, "findings 1.0.0": found})
    assert _words(text, (proposal,)) == ["very old"]
    assert answers_of_marks([proposal.decided(Origin.KEPT)]) == {"word.different: A word differs": "right"}


def test_rejected_marks_do_not_come_back_with_another_label_or_version() -> None:
    text = "the old bridge"
    (proposal,) = repeated_errors(text, [_marked("the old car", "old")])
    own = ErrorAnnotation((replace(proposal, by="earlier marks 0.1", origin=Origin.REJECTED),))
    again = repeated_errors(text, [_marked("the old car", "old", severity="minor", category="Style/Awkward")])
    assert len(again) == 1
    assert undecided(text, own, again) == ()
    of_tool = replace(proposal, by="XCOMET", category="Accuracy/Mistranslation")
    own = ErrorAnnotation((replace(of_tool, category="Mistranslation", origin=Origin.REJECTED),))
    assert undecided(text, own, (of_tool,)) == (), "the project has other names now"
