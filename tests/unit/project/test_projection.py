"""Frames that the annotator made for one translation, projected on another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import SIZE, annotation_of, finished_annotations, frame, links
from meantree.alignment.corresponding_words import corresponding_words
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.annotation.edits import Words, keep_frames
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.proposals import StartingFrames
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.project.earlier_annotations import EarlierAnnotation, earlier_annotations, reference_as_earlier
from meantree.project.file import Project
from meantree.project.projection import project, swapped

CORRECT = LinkKind.CORRECT
REFERENCE = ("he", "gave", "her", "a", "book")
SAID = "1 agent=0 benefactive=2 patient=3-4"
WORK = annotation_of(f"{SAID} / {SAID} / 0=0 0.0=0.0 0.2~0.2", State.DONE)


def _words(hypothesis: str) -> Words:
    return {"hypothesis": tuple(hypothesis.split()), "reference": REFERENCE}


def _earlier(hypothesis: str, work: Annotation = WORK, name: str = "north") -> EarlierAnnotation:
    return EarlierAnnotation(name, _words(hypothesis), work)


def _automatic(*frames: str) -> Annotation:
    return Annotation(tuple(map(frame, frames)), WORK.reference)


def test_words_correspond_by_order_likeness_and_place() -> None:
    old = ("today", "the", "man", "gave", "a", "large", "books")
    new = ("the", "man", "presented", "a", "red", "big", "book", "today")
    links = {old[before]: new[after] for before, after in corresponding_words(old, new).items()}
    same = {word: word for word in ("the", "man", "a", "today")}
    assert links == same | {"gave": "presented", "large": "big", "books": "book"}
    assert corresponding_words(("a", "man", "sang", "loudly"), ("he", "sang", "loudly", "a", "song")) == {2: 1, 3: 2}


def test_no_word_becomes_a_predicate_by_its_place_alone() -> None:
    assert project(_automatic(), _words("he him her it"), [_earlier("he gave her it")]).annotation.hypothesis == ()


def test_equal_texts_bring_everything_but_the_state() -> None:
    made = project(_automatic("4"), _words("he gave her a book"), [_earlier("he gave her a book")])
    assert made.annotation == replace(WORK, state=State.OPEN)
    assert [made.origins.get(found, "") for found in made.annotation.hypothesis] == ["north"]


def test_changed_words_take_the_places_of_the_old_ones() -> None:
    made = project(_automatic("2 patient=3-5"), _words("now he gave her a big book"), [_earlier("he gave her a book")])
    assert made.annotation.hypothesis == (frame("2 agent=1 benefactive=3 patient=4-6"),)
    assert made.annotation.alignment == links("0=0 0.0=0.0 0.1=0.1 0.2~0.2")


@pytest.mark.parametrize(
    ("before", "here", "automatic", "expected"),
    [
        ("he gave her it", "he never gave her it", "2 negation=1", "2 agent=0 negation=1 benefactive=3"),
        ("he gave her now", "he gave her now", "1 agent=0 temporal=3", "1 agent=0 benefactive=2"),
        ("he gave her now", "he gave her today", "1 agent=0 temporal=3", "1 agent=0 benefactive=2 temporal=3"),
        ("he gave her it", "he was gave by her", "2 benefactive=0 agent=4", "2 benefactive=0 agent=4"),
        ("he gave her it", "he was gave by her", "2 agent=0 agent=4", "2 agent=0 benefactive=4"),
        ("he gave her it", "he gave her that", "1 benefactive=0 agent=2", "1 agent=0 benefactive=2"),
        ("he gave her", "he gave her , who sings", "1 agent=0 benefactive=2-5", "1 agent=0 benefactive=2-5"),
        ("he gave her now", "he gave her here now", "1 agent=0 benefactive=2-4", "1 agent=0 benefactive=2"),
        ("he gave her , she left", "gave her , she left", "0 agent=3", "0 benefactive=1 agent=3"),
    ],
    ids=[
        "a word of this one alone",
        "a word that was left out",
        "another word",
        "a passive",
        "no exchange",
        "the same surroundings",
        "further words of this one alone",
        "further words of both",
        "a role whose words are not here",
    ],
)
def test_an_earlier_frame_decides_about_the_words_of_both(
    before: str, here: str, automatic: str, expected: str
) -> None:
    work = replace(WORK, hypothesis=(frame("1 agent=0 benefactive=2"),), alignment=FrameAlignment())
    made = project(_automatic(automatic), _words(here), [_earlier(before, work)])
    assert made.annotation.hypothesis == (frame(expected),)


@pytest.mark.parametrize(
    ("linked", "expected"),
    [
        ("0=0 0.0=0.0 0.1=0.1", "1 agent=0 benefactive=2"),
        ("0=0 0.0=0.0", "1 benefactive=0 agent=2"),
        ("", "1 benefactive=0 agent=2"),
    ],
    ids=["linked across", "one link", "without links"],
)
def test_roles_that_links_exchange_are_not_suggested(linked: str, expected: str) -> None:
    work = replace(WORK, hypothesis=(frame("1 benefactive=0 agent=2"),), alignment=links(linked))
    made = project(_automatic("1 agent=0 benefactive=2"), _words("he gave her now"), [_earlier("he gave her it", work)])
    assert made.annotation.hypothesis == (frame(expected),)


@pytest.mark.parametrize(
    ("accepted", "here", "automatic", "expected"),
    [
        (True, "he gave her it today", "1 patient=2-3 temporal=4", "1 agent=0 patient=2-3 temporal=4"),
        (False, "he gave her it today", "1 patient=2-3 temporal=4", "1 agent=0 benefactive=2 temporal=4"),
        (True, "so now he gave her it", "3 agent=1-2", "3 agent=1-2 benefactive=4"),
        (True, "he , not she , gave her it", "5 benefactive=0 agent=3", "5 benefactive=0 agent=3"),
        (True, "he gave her it", "", "1 agent=0 benefactive=2"),
        (False, "he gave her it today", "1 agent=0 benefactive=2", "1 agent=0 benefactive=2"),
        (True, "he gave her it now today", "1 temporal=5", "1 agent=0 benefactive=2 temporal=4 temporal=5"),
    ],
    ids=[
        "other words",
        "other words of an edited frame",
        "more words",
        "other roles",
        "no automatic frame",
        "an edited frame like the automatic one",
        "a role that may come twice",
    ],
)
def test_what_was_only_accepted_adds_to_the_automatic_frame(
    accepted: bool, here: str, automatic: str, expected: str
) -> None:
    own = frame("1 agent=0 benefactive=2" + " temporal=4" * ("now" in here))
    work = replace(WORK, hypothesis=(own,), alignment=FrameAlignment())
    known = own if accepted else frame("1 agent=0")
    source = replace(_earlier("he gave her it now", work), automatic=(known,))
    made = project(_automatic(*filter(None, [automatic])), _words(here), [source])
    assert made.annotation.hypothesis == (frame(expected),)
    assert made.origins.get(frame(expected), "") == ("" if accepted and expected == automatic else "north")


@pytest.mark.parametrize(
    ("here", "automatic", "expected"),
    [
        ("he gave now her", "1 agent=0 benefactive=2-3", "1 agent=0 benefactive=2-3"),
        ("he gave her now , too", "1 agent=0 temporal=3", "1 agent=0"),
        ("now she gave he", "2 agent=1 patient=3", "2 agent=1 patient=3"),
    ],
    ids=["words of a deleted filler in another role", "a deleted filler", "another role here"],
)
def test_one_edit_leaves_what_the_annotator_did_not_touch(here: str, automatic: str, expected: str) -> None:
    work = replace(WORK, hypothesis=(frame("1 agent=0"),), alignment=FrameAlignment())
    source = replace(_earlier("he gave her now", work), automatic=(frame("1 agent=0 temporal=3"),))
    made = project(_automatic(automatic), _words(here), [source])
    assert made.annotation.hypothesis == (frame(expected),)


@pytest.mark.parametrize(
    ("known", "automatic", "expected"),
    [
        ("1 locative=2 temporal=3", "1 patient=2-3", "1 patient=2-3"),
        ("1 temporal=3", "1 patient=2-3", "1 locative=2"),
        ("1 locative=2 patient=3", "1 patient=2-3", "1 locative=2"),
        ("1 locative=2 temporal=3", "1 patient=0 agent=2-3", "1 patient=0 agent=2-3"),
        ("1 locative=2 temporal=3", "1 other=2-3", "1 locative=2"),
    ],
    ids=["another edit", "edited", "deleted", "with a patient", "another role"],
)
def test_what_was_only_accepted_takes_no_words_of_agent_or_patient(known: str, automatic: str, expected: str) -> None:
    work = replace(WORK, hypothesis=(frame("1 locative=2"),), alignment=FrameAlignment())
    source = replace(_earlier("he gave her now", work), automatic=(frame(known),))
    assert project(_automatic(automatic), _words("he gave her now , too"), [source]).annotation.hypothesis == (
        frame(expected),
    )


@pytest.mark.parametrize(("before", "automatic"), [("0=0", "0=0"), ("0~0", "0=0"), ("0=0", "")])
def test_a_link_alone_comes_from_the_other_translation_where_it_is_another_one(before: str, automatic: str) -> None:
    own = frame("1 agent=0 temporal=4")
    source = _earlier("he gave her it now", replace(WORK, hypothesis=(own,), alignment=links(before)))
    start = replace(_automatic(), hypothesis=(own,), alignment=links(f"{automatic} 0.0=0.0" if automatic else ""))
    made = project(start, _words("he gave her it now, too"), [replace(source, automatic=(own,))])
    assert made.annotation.alignment.frames == links(before).frames
    assert made.origins.get(own, "") == ("" if before == automatic else "north")


def test_what_was_automatic_is_known_from_the_project(tmp_path: Path) -> None:
    keys = {name: AnnotationKey("s", "a", "r", name) for name in ("ann", AUTOMATIC)}
    text = Text("he ran", tokens=("he", "ran"))
    segment = Segment("s", "", references={"r": text}, hypotheses={"a": text, "b": text})
    start = Annotation((frame("1"),), (frame("1"),))
    with Project(tmp_path / "p.meantree", new=True) as project:
        project.fill(Corpus("c", (segment,), ("a", "b"), ("r",)))
        project.begin("s", {}, {keys[AUTOMATIC]: start})
        project.save(keys["ann"], replace(start, state=State.DONE), "done")
        segments = {each.key: each for each in project.corpus().segments}
        (found,) = earlier_annotations(project, replace(keys["ann"], system="b"), segments.get)
    assert (found.name, found.automatic) == ("a", start.hypothesis)


def test_links_stay_with_the_automatic_filler_in_the_place_of_an_accepted_one() -> None:
    source = replace(_earlier("he gave her it , no", WORK), automatic=WORK.hypothesis)
    made = project(_automatic("2 agent=0-1 patient=4"), _words("old he gave her it"), [source]).annotation
    assert made.hypothesis == (frame("2 agent=0-1 benefactive=3 patient=4"),)
    assert made.alignment == links("0=0 0.0=0.0 0.1=0.1 0.2~0.2")


@pytest.mark.parametrize(
    ("here", "automatic", "expected"),
    [
        ("you can sing , and he loves us", ("2 agent=0 modal=1", "6 agent=5 patient=7"), "6 agent=5 patient=7"),
        ("you can sing and try loving us", ("2 modal=1", "5 patient=6"), "5 agent=0 patient=6"),
        ("you can sing and gladly love us", ("2 modal=1", "5 patient=6"), "5 agent=0 modal=1 patient=6"),
        ("you can sing and love us", ("2 modal=1", "4 modal=1"), "4 agent=0 modal=1 patient=5"),
        ("you can walk and love us", ("2 modal=1", "4 patient=5"), "4 agent=0 modal=1 patient=5"),
        ("you can sing or must love us", ("2 modal=1", "5 modal=4 patient=6"), "5 agent=0 modal=4 patient=6"),
    ],
    ids=[
        "another subject",
        "another verb",
        "the same clause",
        "the same surroundings",
        "another word for a verb",
        "a modal of its own",
    ],
)
def test_a_modal_of_another_clause_does_not_come_along(here: str, automatic: tuple[str, ...], expected: str) -> None:
    work = replace(WORK, hypothesis=(frame("4 agent=0 modal=1 patient=5"),), alignment=FrameAlignment())
    automatic = *automatic, *(["4"] if "try" in here else [])
    made = project(_automatic(*automatic), _words(here), [_earlier("you can sing and love us", work)])
    assert frame(expected) in made.annotation.hypothesis


@pytest.mark.parametrize(
    ("here", "others", "expected"),
    [
        ("experts say that he left", ("1 agent=0",), "4 agent=3"),
        ("experts say that he left", (), "4 other=0 agent=3"),
        ("according to her he left", ("0 patient=2",), "4 other=0-2 agent=3"),
    ],
    ids=["few words, in another frame", "few words, in no frame", "most words"],
)
def test_few_words_of_a_filler_do_not_leave_another_clause(here: str, others: tuple[str, ...], expected: str) -> None:
    work = annotation_of("4 other=0-2 agent=3 /", State.DONE)
    made = project(_automatic("4 agent=3", *others), _words(here), [_earlier("according to experts he left", work)])
    assert frame(expected) in made.annotation.hypothesis


@pytest.mark.parametrize(
    ("here", "automatic", "expected"),
    [
        ("he gave her a pen and then left with the book", "7 patient=8-10", "1 agent=0 patient=3-4"),
        ("he gave her a pen and then left with the book", "", "1 agent=0 patient=3-10"),
        ("he gave her a loud red ringing book", "6", "1 agent=0"),
    ],
    ids=["another clause", "no other predicate", "a predicate of this one alone"],
)
def test_no_filler_stretches_over_another_clause(here: str, automatic: str, expected: str) -> None:
    work = replace(WORK, hypothesis=(frame("1 agent=0 patient=3-4"),), alignment=FrameAlignment())
    own = "1 agent=0 patient=3-4" if "pen" in here and automatic else "1 agent=0"
    made = project(_automatic(own, *filter(None, [automatic])), _words(here), [_earlier("he gave her a book", work)])
    assert frame(expected) in made.annotation.hypothesis


def test_a_filler_stretches_over_a_clause_that_it_had_before() -> None:
    work = replace(WORK, hypothesis=(frame("1 agent=0 patient=2-4"), frame("3 agent=2")), alignment=FrameAlignment())
    made = project(_automatic("2", "4"), _words("now he said she paid it"), [_earlier("he said she pays it", work)])
    assert made.annotation.hypothesis == (frame("2 agent=1 patient=3-5"), frame("4 agent=3"))


ACCEPTED = "he gave him today"


@pytest.mark.parametrize(
    ("here", "before", "automatic", "expected"),
    [
        ("he gave him now", "0=0 0.0=0.0 0.1=0.1", "0=0", "0=0 0.0=0.0"),
        ("he gave him now", "0=0 0.0=0.0 0.1=0.1", "0=0 0.1~0.1", "0=0 0.0=0.0 0.1~0.1"),
        ("he gave him now", "0=0 0.0=0.0 0.1~0.1", "0=0", "0=0 0.0=0.0 0.1~0.1"),
        ("he gave him now", "0=0 0.0=0.0 0.1~0.1", "0=0 0.1=0.1", "0=0 0.0=0.0 0.1=0.1"),
        (ACCEPTED, "0=0 0.0=0.0 0.1~0.1", "0=0 0.1=0.1", "0=0 0.0=0.0 0.1=0.1"),
        ("he gave her now", "0=0 0.0=0.0 0.1~0.1", "0=0 0.1=0.1", "0=0 0.0=0.0 0.1=0.1"),
        ("he gives her it", "", "0=0 0.1~0.1", "0=0 0.0=0.0 0.1~0.1"),
        ("he sent her it", "", "0=0 0.1~0.1", "0=0 0.0=0.0 0.1~0.1"),
        ("he sent her it", "0?0", "0=0 0.1~0.1", "0?0"),
    ],
    ids=[
        "other words",
        "other words that the automatic annotation links",
        "other words of a partial link",
        "other words of a partial link that the automatic annotation links",
        "other words of a partial link of a frame that was only accepted",
        "the words of the reference",
        "an inflected predicate without a link",
        "another predicate without a link",
        "a link of predicates that stays",
    ],
)
def test_links_of_other_words_are_those_of_the_automatic_annotation(
    here: str, before: str, automatic: str, expected: str
) -> None:
    own = frame("1 agent=0 benefactive=2")
    old = "he gave they" if here == "he gave her now" else "he gave her it"
    work = replace(WORK, hypothesis=(own,), alignment=links(before))
    earlier = replace(_earlier(old, work), automatic=(own,) if here == ACCEPTED else ())
    start = replace(_automatic(), hypothesis=(own,), alignment=links(automatic))
    made = project(start, _words(here), [earlier])
    assert made.annotation.alignment == links(expected)


CARRIED = "we carry shade today or wear hats"


@pytest.mark.parametrize(
    ("reference", "before", "here", "linked", "automatic", "expected"),
    [
        ("prices rose", "prices rose", "prices fell", "0=0 0.0=0.0", "", ""),
        ("prices rose", "prices rose", "prices grew", "0=0 0.0=0.0", "", "0~0 0.0=0.0"),
        ("prices rose", "prices rose", "prices grew", "0=0 0.0=0.0", "0=0", "0=0 0.0=0.0"),
        ("prices rose", "prices grew", "prices rose", "0~0 0.0=0.0", "", "0=0 0.0=0.0"),
        ("prices rose", "prices rose", "prices rose again", "0~0 0.0=0.0", "0=0", "0~0 0.0=0.0"),
        (CARRIED, "we wear shade today", "we use shade today or wear hats", "0=1 0.0=1.0", "1=1", "1=1 1.0=1.0"),
        (CARRIED, "we wear shade today", "we wear shade today or try hats", "0=1 0.0=1.0", "0~0", "0=1 0.0=1.0"),
    ],
    ids=[
        "the opposite",
        "another word",
        "another word that the automatic annotation links",
        "the word of the reference",
        "the same word",
        "a correct automatic link of the frame of the reference",
        "the same word, which the automatic annotation links elsewhere",
    ],
)
def test_other_words_of_a_predicate_bring_no_correct_link(
    reference: str, before: str, here: str, linked: str, automatic: str, expected: str
) -> None:
    words: Words = {"hypothesis": tuple(here.split()), "reference": tuple(reference.split())}
    frames = [("1 patient=0",), ("1 patient=2", "5 patient=6")]["or" in words["reference"]]
    own = [("1 patient=0",), ("1 patient=2", "5 patient=6")]["or" in words["hypothesis"]]
    work = Annotation((frame(own[0]),), tuple(map(frame, frames)), links(linked), State.DONE)
    start = Annotation(tuple(map(frame, own)), work.reference, links(automatic))
    source = EarlierAnnotation("north", {**words, "hypothesis": tuple(before.split())}, work)
    assert project(start, words, [source]).annotation.alignment == links(expected)


ONCE = "1 agent=0 patient=2 temporal=3"
MET = "we met you now"


@pytest.mark.parametrize(
    ("reference", "before", "here", "linked", "automatic", "expected"),
    [
        (MET, "they met you now", "you met we now", "0=0 0.0~0.0 0.2=0.2", "0=0", "0=0 0.2=0.2"),
        (MET, "they met you now", "she met you now", "0=0 0.0~0.0 0.1=0.1", "0=0", "0=0 0.0~0.0 0.1=0.1 0.2=0.2"),
        (
            "Iran attacked Israel after Israel attacked Iran .",
            "Israel attacked Iran after Iran attacked Israel .",
            "Iran attacked Israel before Israel attacked Iran .",
            "0=0 1=1",
            "0=0 0.0=0.0 0.1=0.1 1=1 1.0=1.0 1.1=1.1",
            "0=0 0.0=0.0 0.1=0.1 1=1 1.0=1.0 1.1=1.1",
        ),
    ],
    ids=["words of another role", "other words", "a verb that comes twice"],
)
def test_no_link_is_brought_that_equal_words_contradict(
    reference: str, before: str, here: str, linked: str, automatic: str, expected: str
) -> None:
    words: Words = {"hypothesis": tuple(here.split()), "reference": tuple(reference.split())}
    is_twice = reference != MET
    frames = tuple(map(frame, ["1 agent=0 patient=2", "5 agent=4 patient=6"] if is_twice else [ONCE]))
    work = Annotation(frames, frames, links(linked), State.DONE)
    source = EarlierAnnotation("north", {**words, "hypothesis": tuple(before.split())}, work, frames)
    made = project(Annotation(frames, frames, links(automatic)), words, [source]).annotation
    order = sorted(range(len(frames)), key=lambda place: made.hypothesis[place])
    assert keep_frames(made, "hypothesis", order).alignment == links(expected)


@pytest.mark.parametrize(
    ("here", "automatic", "expected"),
    [
        ("he does not have to leave", "5 agent=0 negation=2 modal=3-4", "5 agent=0 negation=2 modal=3-4"),
        ("he might not leave", "3 agent=0 modal=1 negation=2", "3 agent=0 modal=1 negation=2"),
        ("he must never leave", "3 agent=0", "3 agent=0 modal=1 negation=2"),
    ],
    ids=["elsewhere", "the same place", "no automatic one"],
)
def test_other_words_become_no_modal_if_the_automatic_one_is_elsewhere(
    here: str, automatic: str, expected: str
) -> None:
    work = annotation_of("3 agent=0 modal=1 negation=2 /", State.DONE)
    made = project(_automatic(automatic), _words(here), [_earlier("he must not leave", work)])
    assert made.annotation.hypothesis == (frame(expected),)


OTHER_FIRST = "each other , we trust we do like music of the second"
OTHER_LAST = "we trust in each other , we like the music of the second"


@pytest.mark.parametrize(
    ("before", "here", "automatic", "expected"),
    [
        (OTHER_FIRST, OTHER_LAST, ("1 agent=0 patient=2-4", "7 agent=6 patient=8-12"), None),
        (OTHER_LAST, OTHER_FIRST, ("4 other=0-1 agent=3", "7 agent=5 patient=8-11"), "4 patient=0-1 agent=3"),
        ("you can sing and love us", "you can sing , and he loves us", ("6 agent=5 patient=7",), None),
    ],
    ids=["a word that comes twice", "a word that comes twice, the other way", "the subject of another clause"],
)
def test_a_predicate_keeps_the_subject_that_is_nearest(
    before: str, here: str, automatic: tuple[str, ...], expected: str | None
) -> None:
    """Two agents, one of them that of another verb, are worse than the automatic frame."""
    frames = {
        OTHER_FIRST: ("4 patient=0-1 agent=3", "7 agent=5 patient=8-11"),
        OTHER_LAST: ("1 agent=0 patient=2-4", "7 agent=6 patient=8-12"),
    }.get(before, ("4 agent=0 patient=5",))
    work = replace(WORK, hypothesis=tuple(map(frame, frames)), alignment=FrameAlignment())
    made = project(_automatic(*automatic), _words(here), [_earlier(before, work)])
    assert made.annotation.hypothesis == tuple(map(frame, (expected or automatic[0], *automatic[1:])))


@pytest.mark.parametrize(
    ("before", "here", "old", "expected"),
    [
        ("he gave to Ann .", "he gave to Mary Jane .", "1 benefactive=2-3", "1 benefactive=2-4"),
        ("he gave to Ann .", "he gave to Mary Jane , .", "1 benefactive=2-3", "1 benefactive=2-4"),
        ("old Ann gave it .", "my dear Ann gave it .", "2 agent=0-1 patient=3", "3 agent=0-2 patient=4"),
        ("he gave to Ann", "he gave to Mary Jane", "1 benefactive=2-3", "1 benefactive=2-4"),
        ("he gave to Ann .", "he gave to .", "1 benefactive=2-3", "1 benefactive=2"),
        ("he gave to Ann today .", "he gave to Mary Jane and Sue .", "1 benefactive=2-3", "1 benefactive=2"),
        ("Ann gave to Mary .", "to Mary Jane Ann gave .", "1 benefactive=2-3", "4 benefactive=1"),
    ],
    ids=[
        "last word",
        "no comma",
        "first word",
        "at the end of the text",
        "no other word",
        "words of others, too",
        "other order",
    ],
)
def test_a_filler_has_all_words_in_the_place_of_its_first_or_last(
    before: str, here: str, old: str, expected: str
) -> None:
    work = replace(WORK, hypothesis=(frame(old),), alignment=FrameAlignment())
    made = project(_automatic(expected.split()[0]), _words(here), [_earlier(before, work)])
    assert made.annotation.hypothesis == (frame(expected),)


def test_a_word_that_has_no_frame_in_a_finished_translation_gets_none() -> None:
    words = _words("he gave her a book report")
    made = project(_automatic("4", "5"), words, [_earlier("he gave her a book")])
    assert [found.predicate for found in made.annotation.hypothesis] == [(1, 2), (5, 6)]
    unfinished = _earlier("he gave her a book", replace(WORK, state=State.OPEN))
    made = project(_automatic("4", "5"), words, [unfinished])
    assert [found.predicate for found in made.annotation.hypothesis] == [(1, 2), (4, 5), (5, 6)]


@pytest.mark.parametrize(
    ("here", "automatic", "expected"),
    [
        ("they find out who won", ("1 agent=0 patient=3-4",), "1 agent=0 patient=3-4"),
        ("they find out who won", (), None),
        ("they are out who won", ("2",), "2 patient=3-4"),
        ("then they turned out who won", ("2",), "2-3 patient=4-5"),
        ("it turns they won", (), "1 patient=2-3"),
    ],
    ids=["another verb", "a verb without a frame", "an automatic predicate", "an inflected verb", "the verb alone"],
)
def test_a_particle_is_no_predicate_without_its_verb(here: str, automatic: tuple[str, ...], expected: str) -> None:
    work = replace(WORK, hypothesis=(frame("2-3 patient=4-5"),), alignment=FrameAlignment())
    made = project(_automatic(*automatic), _words(here), [_earlier("so it turns out they won", work)])
    assert made.annotation.hypothesis == ((frame(expected),) if expected else ())


@pytest.mark.parametrize(
    ("here", "automatic", "expected"),
    [("he gave it", "send.01", "give.01"), ("he sent it", "send.01", "send.01"), ("he sent it", "", "")],
    ids=["the same predicate", "another predicate", "another predicate of unknown sense"],
)
def test_another_predicate_has_its_own_sense(here: str, automatic: str, expected: str) -> None:
    work = replace(WORK, hypothesis=(replace(frame("1 agent=0"), roleset="give.01"),), alignment=FrameAlignment())
    start = Annotation((replace(frame("1"), roleset=automatic),), WORK.reference)
    (made,) = project(
        start, _words(here), [_earlier("he gave it", replace(work, state=State.OPEN))]
    ).annotation.hypothesis
    assert (made, made.roleset) == (frame("1 agent=0"), expected)


def _starting(text: str) -> StartingFrames:
    """Read words as ``form/part of speech/head``, heads from 1, 0 for the root."""
    cells = [word.split("/") for word in text.split()]
    tokens = tuple(Token(form, form, pos) for form, pos, _ in cells)
    tree = DependencyTree(tuple(int(head) - 1 for *_, head in cells), ("dep",) * len(cells))
    return StartingFrames(Analysis("", (Sentence(tokens, tree),)), Rules())


@pytest.mark.parametrize(
    ("part_of_speech", "known", "is_suggested"),
    [("AUX", "1", False), ("VERB", "1", True), ("AUX", "", True)],
    ids=["an auxiliary here", "a verb here, too", "the annotator's own"],
)
def test_no_auxiliary_is_suggested_that_was_a_verb(part_of_speech: str, known: str, is_suggested: bool) -> None:
    work = annotation_of("1 agent=0 patient=2 /", State.DONE)
    source = replace(_earlier("they have it", work), automatic=tuple(map(frame, known.split())))
    starting = _starting(f"they/PRON/3 have/{part_of_speech}/3 had/VERB/0 it/PRON/3")
    made = project(_automatic("2 patient=3"), _words("they have had it"), [source], starting).annotation
    assert (frame("1 agent=0 patient=3") in made.hypothesis) is is_suggested


CUT = "The/DET/2 boy/NOUN/8 that/PRON/6 the/DET/5 dog/NOUN/6 bit/VERB/2 was/AUX/8 caught/VERB/0"
RESTED = "so/ADV/3 he/PRON/3 left/VERB/0 on/ADP/6 the/DET/6 day/NOUN/3 of/ADP/8 rest/NOUN/6"


@pytest.mark.parametrize(
    ("before", "old", "here", "automatic", "expected"),
    [
        ("The dog that bit the boy was caught", "7 patient=0-1", CUT, "7 patient=0-5", "7 patient=0-5"),
        ("The dog that bit the boy was caught", "7 patient=0-1", CUT, "7", "7 patient=0-4"),
        ("The dog that bit the boy was caught", "3 agent=0-1", CUT, "", "5"),
        ("he left on the day", "1 agent=0 temporal=2-4", RESTED, "2 agent=1", "2 agent=1 temporal=3-7"),
        ("he left on the day of rest", "1 agent=0 temporal=2-4", RESTED, "2 agent=1", "2 agent=1 temporal=3-5"),
        ("so he left on the day at", "2 agent=1 temporal=3", RESTED, "2 agent=1", "2 agent=1 temporal=3"),
    ],
    ids=[
        "words of two phrases",
        "words that have no automatic role",
        "words of two phrases without an automatic frame",
        "words of this one alone",
        "words that were left out",
        "no whole phrase before",
    ],
)
def test_no_filler_is_suggested_that_is_cut_in_mid_phrase(
    before: str, old: str, here: str, automatic: str, expected: str
) -> None:
    source = _earlier(before, annotation_of(f"{old} /", State.DONE))
    words = _words(" ".join(word.partition("/")[0] for word in here.split()))
    made = project(_automatic(*filter(None, [automatic])), words, [source], _starting(here)).annotation
    assert made.hypothesis == (frame(expected),)


def test_the_most_similar_translation_wins() -> None:
    far = _earlier(
        "she handed him the book", Annotation((frame("1 other=4"),), WORK.reference, state=State.DONE), "far"
    )
    made = project(_automatic(), _words("he gave her the book"), [far, _earlier("he gave her a book")])
    assert [made.origins.get(found, "") for found in made.annotation.hypothesis] == ["north"]


def test_the_frames_of_the_reference_are_projected_and_linked_with_themselves() -> None:
    words = _words("then he gave her a book")
    source = reference_as_earlier(_automatic(), words, finished=True)
    made = project(_automatic("5"), words, [source])
    assert made.annotation.hypothesis == (frame("2 agent=1 benefactive=3 patient=4-5"),)
    assert set(made.annotation.alignment.fillers) == {((0, number), (0, number)) for number in range(3)}


def test_a_nearly_equal_segment_brings_its_reference_along() -> None:
    here: Words = {"hypothesis": REFERENCE, "reference": ("he", "gave", "her", "a", "red", "book")}
    automatic = Annotation((frame("1"),), (frame("5"),))
    made = project(automatic, here, [_earlier("he gave her a book")])
    assert made.annotation.reference == (frame("1 agent=0 benefactive=2 patient=3-5"),)
    assert made.annotation.alignment.frames == {(0, 0): CORRECT}


def test_untouched_frames_are_swapped_and_touched_ones_stay() -> None:
    automatic = _automatic("1 agent=0", "4")
    projected = project(automatic, _words("he gave her a book"), [_earlier("he gave her a book")]).annotation
    dropped = swapped(projected, projected, automatic)
    assert dropped.hypothesis == automatic.hypothesis
    assert swapped(dropped, automatic, projected) == projected
    touched = replace(projected, hypothesis=(frame("1 agent=0 benefactive=2"),), alignment=FrameAlignment())
    assert set(swapped(touched, projected, automatic).hypothesis) == {*touched.hypothesis, frame("4")}


def test_a_frame_whose_links_were_changed_has_no_origin() -> None:
    made = project(_automatic("4"), _words("he gave her a book"), [_earlier("he gave her a book")])
    assert made.untouched(made.annotation) == {WORK.hypothesis[0]: "north"}
    assert made.untouched(replace(made.annotation, alignment=links("0=0"))) == {}
    assert made.untouched(Annotation()) == {}


def test_links_of_a_frame_in_both_are_swapped_unless_they_were_touched() -> None:
    automatic, projected = (replace(WORK, alignment=links(found)) for found in ("0=0 0.1~0.1", "0=0 0.0=0.0 0.1=0.1"))
    dropped = swapped(projected, projected, automatic)
    assert (dropped, swapped(dropped, automatic, projected)) == (automatic, projected)
    touched = replace(projected, alignment=links("0=0"))
    assert swapped(touched, projected, automatic) == touched
    deleted = replace(projected, hypothesis=(), alignment=FrameAlignment())
    assert swapped(deleted, projected, automatic) == deleted


def test_a_frame_in_both_stays_in_place_and_does_not_return_once_deleted() -> None:
    both, mine = frame("4"), frame("1 agent=0")
    automatic, projected = Annotation((frame("1"), both)), Annotation((mine, both))
    dropped = swapped(projected, projected, automatic)
    assert dropped.hypothesis == automatic.hypothesis
    assert swapped(dropped, automatic, projected).hypothesis == projected.hypothesis
    assert swapped(Annotation((mine,)), projected, automatic).hypothesis == (frame("1"),)


TEXTS = st.lists(
    st.sampled_from(["he", "gave", "her", "a", "big", "book", "yesterday", "."]), min_size=SIZE, max_size=SIZE
)


@given(TEXTS, TEXTS, TEXTS, finished_annotations(), finished_annotations())
def test_projected_annotations_are_valid(
    old: list[str], new: list[str], reference: list[str], work: Annotation, automatic: Annotation
) -> None:
    sides: tuple[Side, Side] = ("hypothesis", "reference")
    before: Words = dict(zip(sides, (tuple(old), tuple(reference)), strict=True))
    here: Words = dict(zip(sides, (tuple(new), tuple(reference)), strict=True))
    source = EarlierAnnotation("north", before, work)
    made = project(automatic, here, [source]).annotation
    assert not made.faults
    assert all(max(found.tokens) < len(new) for found in made.hypothesis)
    assert project(automatic, here, []).annotation == automatic


@given(finished_annotations())
def test_equal_words_and_reference_make_the_same_annotation(work: Annotation) -> None:
    words: Words = {"hypothesis": tuple("abcdefghijkl"), "reference": tuple("ABCDEFGHIJKL")}
    made = project(Annotation((), work.reference), words, [EarlierAnnotation("north", words, work)]).annotation
    assert (made.hypothesis, made.reference, made.alignment) == (work.hypothesis, work.reference, work.alignment)
