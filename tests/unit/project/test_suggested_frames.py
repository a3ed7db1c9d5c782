"""What the annotator decided in one translation, suggested in another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import SIZE, annotation_of, finished_annotations, frame, links
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.annotation.edits import Words
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, State
from meantree.annotation.proposals import StartingFrames
from meantree.annotation.rules import Rules
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.project.earlier_annotations import EarlierAnnotation, earlier_annotations, reference_as_earlier
from meantree.project.file import Project
from meantree.project.suggested_frames import suggest, swapped

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


def test_equal_texts_bring_everything_but_the_state() -> None:
    made = suggest(_automatic("4"), _words("he gave her a book"), [_earlier("he gave her a book")])
    assert made.annotation == replace(WORK, state=State.OPEN)
    assert [made.origins.get(found, "") for found in made.annotation.hypothesis] == ["north"]


@pytest.mark.parametrize(
    ("started", "left", "before", "here", "automatic", "expected"),
    [
        ("1 agent=0", "1 agent=0", "he gave her it", "he gave her a pen", "1 patient=3-4", "1 patient=3-4"),
        ("1 agent=0 temporal=3", "1 agent=0", "he gave her now", "he gave her now", "1 temporal=3", "1"),
        ("1 agent=0 temporal=3", "1 agent=0", "he gave her now", "he gave her today", "1 temporal=3", "1 temporal=3"),
        ("1 agent=0 temporal=3", "1 agent=0", "he gave her now", "he gave her now", "1 other=3", "1 other=3"),
        ("1 agent=0 patient=3", "1 agent=0", "he gave her it", "he gave her the it", "1 patient=3-4", "1"),
        ("1 agent=0", "1 agent=0 patient=3", "he gave her it", "so he gave her it", "2", "2 patient=4"),
        ("1 agent=0", "1 agent=0 patient=3", "he gave her it", "he gave her them", "1", "1"),
        ("1", "1 patient=2-3", "he gave her it", "he gave her", "1", "1"),
        ("1", "1 patient=2-3", "he gave a book", "he gave a big book", "1", "1 patient=2-4"),
        ("1", "1 patient=2-3", "he gave a book that", "he gave a that book", "1", "1"),
        ("1", "1 patient=2 temporal=3", "he gave it now", "he gave it here now", "1 other=2-4", "1 other=2-4"),
        ("1", "1 patient=2 temporal=3", "he gave it now", "he gave it , now", "1 other=2-4", "1 patient=2 temporal=4"),
        ("1", "1 patient=2", "he gave it now", "he gave it now them", "1 patient=4", "1 patient=4"),
        ("1", "1 patient=2", "he gave it now", "he gave it , now", "1 patient=4", "1 patient=2"),
        ("1", "1 patient=2 patient=3", "he gave it now", "he gave it , now", "1 patient=4", "1 patient=2 patient=4"),
        ("1 other=2", "1 patient=2", "he gave it", "he gave it too", "1 other=2", "1 patient=2"),
        ("1 other=2", "1 patient=2", "he gave it", "he gave it too", "1 other=2-3", "1 other=2-3"),
        (
            "1 other=2",
            "1 patient=2",
            "he gave it",
            "he gave it to us",
            "1 other=2 patient=3-4",
            "1 patient=2 patient=3-4",
        ),
        ("3 patient=0-1", "3 patient=1", "now he was gave", "now he gave it", "2 agent=0-1", "2 agent=0-1"),
        (
            "1 agent=0 patient=2",
            "1 patient=0 agent=2",
            "he gave it",
            "so he gave it",
            "2 agent=1 patient=3",
            "2 patient=1 agent=3",
        ),
        ("1", "1 agent=0 patient=2", "he gave it", "it was gave by he", "2", "2"),
        ("1", "1 patient=0,2", "it gave not", "it never gave now not", "2", "2 patient=0,4"),
        ("1", "1-2 patient=3", "he gave up it", "he gave up it too", "1", "1-2 patient=3"),
        ("1", "1-2 patient=3", "he gave up it", "he gave up it too", "1 manner=2", "1 manner=2 patient=3"),
    ],
    ids=[
        "accepted",
        "deleted",
        "deleted, other words",
        "deleted, another role",
        "deleted, with a word of this one alone",
        "added",
        "added, other words",
        "added, words that are not all here",
        "added, with a word of this one alone",
        "added, in another order",
        "added, in the words of another one",
        "added, in shared words",
        "added, beside a core role of this one alone",
        "added, beside a core role in shared words",
        "added, beside a core role that was left",
        "another role",
        "another role, with a word of this one alone",
        "another role, beside a core role of this one alone",
        "shorter, another core role here",
        "exchanged",
        "a passive",
        "in two parts",
        "a longer predicate",
        "a longer predicate in the words of a filler",
    ],
)
def test_decisions_on_fillers_come_along_if_their_words_do(
    started: str, left: str, before: str, here: str, automatic: str, expected: str
) -> None:
    source = _earlier(before, annotation_of(f"{left} /", State.DONE))
    source = replace(source, automatic=annotation_of(f"{started} /"))
    made = suggest(_automatic(automatic), _words(here), [source])
    assert made.annotation.hypothesis == (frame(expected),)
    assert made.origins == ({} if automatic == expected else {frame(expected): "north"})


@pytest.mark.parametrize(
    ("started", "left", "before", "here", "automatic", "expected"),
    [
        ("1", "1", "he gave it", "so he gave it", "", ""),
        ("", "1 agent=0", "he gave it", "so he gave it", "", "2 agent=1"),
        ("", "1 agent=0", "he gave it", "so he sent it", "", ""),
        ("", "1 agent=0", "he gave it", "so he gave it", "2 patient=3", "2 agent=1 patient=3"),
        ("1", "1 agent=0", "he gave it", "so he gave it", "", ""),
        ("1", "", "he gave it", "so he gave it", "2", ""),
        ("1", "", "he gave it", "so he sent it", "2", "2"),
        ("1-2", "", "he gave up", "so he gave", "2", ""),
        ("1", "", "he gave up", "so he gave up", "2-3", "2-3"),
        ("", "", "he was it", "he was", "1", "1"),
        ("", "2-3", "so turns out", "he found out", "", ""),
    ],
    ids=[
        "accepted",
        "added",
        "added, another verb",
        "added where one is",
        "changed, none here",
        "deleted",
        "deleted, another verb",
        "deleted with further words",
        "deleted without further words",
        "never there",
        "a particle without its verb",
    ],
)
def test_decisions_on_frames_come_along_if_their_predicates_do(
    started: str, left: str, before: str, here: str, automatic: str, expected: str
) -> None:
    source = replace(_earlier(before, annotation_of(f"{left} /")), automatic=annotation_of(f"{started} /"))
    made = suggest(annotation_of(f"{automatic} /"), _words(here), [source])
    assert made.annotation.hypothesis == annotation_of(f"{expected} /").hypothesis


OWN = "1 agent=0 patient=3"
BOOK = "1 agent=0 patient=3-4"


@pytest.mark.parametrize(
    ("started", "left", "here", "automatic", "expected"),
    [
        ("0=0 0.0=0.0", "0=0 0.0=0.0", "he gave her it now", "0~0", "0~0"),
        ("0~0", "0~0", "he gave her it now", "0=0 0.0=0.0", "0=0 0.0=0.0"),
        ("0=0 0.0=0.0", "0=0", "he gave her it now", "0=0 0.0=0.0 0.1=0.1", "0=0 0.1=0.1"),
        ("0=0 0.0=0.0", "0=0", "he sent her it now", "0=0 0.0=0.0 0.1=0.1", "0=0 0.1=0.1"),
        ("0=0 0.0=0.0", "0=0", "she gave her it now", "0=0 0.0=0.0", "0=0 0.0=0.0"),
        ("0=0 0.0=0.0", "0=0 0.0~0.0", "he gave her it now", "0=0 0.0=0.0", "0=0 0.0~0.0"),
        ("0=0", "0=0 0.1~0.1", "he gave her it now", "0=0", "0=0 0.1~0.1"),
        ("0=0", "0=0 0.1~0.1", "he gave her that now", "0=0", "0=0"),
        ("0=0", "0=0 0.1=0.1", "he gave her it now", "0=1", "0=1"),
        ("0=0 0.0=0.0", "", "he gave her it now", "0=0 0.0=0.0", ""),
        ("0=0 0.0=0.0", "", "he sent her it now", "0=0", "0=0"),
        ("0=0", "0~0", "he gave her it now", "0=0 0.0=0.0", "0~0 0.0=0.0"),
        ("0=0", "0~0", "he sent her it now", "0=0", "0=0"),
        ("0=0", "0=1", "he gave her it now", "0=0 0.0=0.0", "0=1"),
        ("0=0", "0?0", "he gave her it now", "0=0", "0?0"),
    ],
    ids=[
        "accepted",
        "accepted as partial",
        "removed",
        "removed, another verb",
        "removed, other words",
        "another kind",
        "added",
        "added, other words",
        "added, frames linked otherwise",
        "removed from frames",
        "removed from frames, another verb",
        "another kind of frames",
        "another kind of frames, another verb",
        "another frame",
        "undecided",
    ],
)
def test_decisions_on_links_come_along_between_equal_words(
    started: str, left: str, here: str, automatic: str, expected: str
) -> None:
    one, other, begun = (annotation_of(f"{OWN} / {BOOK}; 4 / {found}") for found in (left, automatic, started))
    source = replace(_earlier("he gave her it", one), automatic=begun)
    assert suggest(other, _words(here), [source]).annotation.alignment == links(expected)


def test_a_link_of_another_kind_stays_with_its_frame_where_the_verb_stands_twice() -> None:
    source = _earlier("he gave her it", annotation_of("1 / 1 / 0~0"))
    source = replace(source, automatic=annotation_of("1 / 1 / 0=0"))
    start = annotation_of("0; 3 / 1 / 0=0")
    assert suggest(start, _words("gave now he gave her it"), [source]).annotation.alignment == links("0~0")


@pytest.mark.parametrize("verb", [1, 4])
def test_no_frame_comes_along_whose_verb_is_one_of_two_equal_ones(verb: int) -> None:
    words: Words = {"hypothesis": ("she", "gave", "way"), "reference": ("he", "gave", "up", "but", "gave", "more")}
    source = reference_as_earlier(Annotation(reference=(frame(f"{verb}"),)), Annotation(), words)
    assert suggest(Annotation(), words, [source]).annotation.hypothesis == ()


def test_a_removed_link_stays_removed_where_its_short_verb_stands_elsewhere() -> None:
    source = _earlier("on his desk there was it", annotation_of("4 patient=5 / 1 /"))
    source = replace(source, automatic=annotation_of("4 patient=5 / 1 / 0=0"))
    start = annotation_of("1 patient=2 / 1 / 0=0")
    assert suggest(start, _words("there was it on his desk"), [source]).annotation.alignment == links("")
    assert suggest(start, _words("was it on his desk there"), [source]).annotation.alignment == links("0=0")


def test_links_of_a_filler_that_was_deleted_stay_where_it_is_in_other_words() -> None:
    started, left = (
        annotation_of(f"{own} / {BOOK} / {found}") for own, found in ((OWN, "0=0 0.1=0.1"), ("1 agent=0", "0=0"))
    )
    source = replace(_earlier("he gave her it", left), automatic=started)
    start = annotation_of("1 agent=0 patient=3-4 / 1 agent=0 patient=3-4 / 0=0 0.1=0.1")
    assert suggest(start, _words("he gave her a pen"), [source]).annotation == start


def test_only_fillers_that_come_along_are_linked() -> None:
    left, started = (annotation_of(f"{own} / {SAID} / 0=0", State.DONE) for own in ("1 agent=0 patient=3", "1 agent=0"))
    source = replace(_earlier("he gave her it", left), automatic=started)
    start = annotation_of(f"2 agent=1 benefactive=3 / {SAID} / 0=0")
    made = suggest(start, _words("now he gave her it"), [source]).annotation
    assert made.hypothesis == (frame("2 agent=1 benefactive=3 patient=4"),)
    assert made.alignment == start.alignment


def test_a_filler_that_comes_along_is_linked() -> None:
    source = _earlier("he gave her it", annotation_of("1 agent=0 patient=3 / 1 agent=0 / 0=0", State.DONE))
    source = replace(source, automatic=annotation_of("1 / 1 agent=0 / 0=0"))
    made = suggest(annotation_of("2 / 1 agent=0 / 0=0"), _words("now he gave her it"), [source]).annotation
    assert (made.hypothesis, made.alignment) == ((frame("2 agent=1 patient=4"),), links("0=0 0.0=0.0"))


def test_decisions_on_fillers_come_to_another_verb_with_the_same_link() -> None:
    source = _earlier("he gave her it", annotation_of("1 agent=0 patient=3 / 1 agent=0 / 0=0", State.DONE))
    source = replace(source, automatic=annotation_of("1 agent=0 / 1 agent=0 / 0=0"))
    made = suggest(annotation_of("3 / 1 agent=0 / 0=0"), _words("he to her sent it"), [source]).annotation
    assert made.hypothesis == (frame("3 patient=4"),)


def test_what_an_annotator_began_with_is_known_from_the_project(tmp_path: Path) -> None:
    keys = {name: AnnotationKey("s", "a", "r", name) for name in ("ann", AUTOMATIC)}
    text = Text("he ran", tokens=("he", "ran"))
    segment = Segment("s", "", references={"r": text}, hypotheses={"a": text, "b": text})
    automatic, start = annotation_of("1 / 1 / 0=0"), annotation_of("1 agent=0 / 1 agent=0 / 0=0")
    with Project(tmp_path / "p.meantree", new=True) as project:
        project.fill(Corpus("c", (segment,), ("a", "b"), ("r",)))
        project.begin("s", {}, {keys[AUTOMATIC]: automatic})
        segments = {each.key: each for each in project.corpus().segments}
        for initial in (None, start):
            project.save(keys["ann"], replace(start, state=State.DONE), "done", initial=initial)
            (found,) = earlier_annotations(project, replace(keys["ann"], system="b"), segments.get)
            assert (found.name, found.automatic.hypothesis) == ("a", (initial or automatic).hypothesis)
            assert found.automatic.reference == (initial or automatic).reference
            project.take_step("ann", "undo")


def _starting(text: str) -> StartingFrames:
    """Read words as ``form/part of speech/head``, heads from 1, 0 for the root."""
    cells = [word.split("/") for word in text.split()]
    tokens = tuple(Token(form, form, pos) for form, pos, _ in cells)
    tree = DependencyTree(tuple(int(head) - 1 for *_, head in cells), ("dep",) * len(cells))
    return StartingFrames(Analysis("", (Sentence(tokens, tree),)), Rules())


@pytest.mark.parametrize(("part_of_speech", "is_added"), [("AUX", False), ("NOUN", False), ("VERB", True)])
def test_a_verb_of_the_reference_is_added_as_a_verb_alone(part_of_speech: str, is_added: bool) -> None:
    words: Words = {"hypothesis": ("they", "have", "had", "it"), "reference": ("they", "have", "it")}
    source = reference_as_earlier(annotation_of("/ 1 agent=0"), Annotation(), words)
    start, starting = (
        annotation_of("2 / 1 agent=0"),
        _starting(f"they/PRON/3 have/{part_of_speech}/3 had/VERB/0 it/PRON/3"),
    )
    made = suggest(start, words, [source], starting).annotation
    assert (frame("1 agent=0") in made.hypothesis) is is_added


CUT = "The/DET/2 boy/NOUN/8 that/PRON/6 a/DET/5 dog/NOUN/6 bit/VERB/2 was/AUX/8 caught/VERB/0"
RESTED = "so/ADV/3 he/PRON/3 left/VERB/0 on/ADP/6 the/DET/6 day/NOUN/3 of/ADP/8 rest/NOUN/6"
ONLY = "so/ADV/3 he/PRON/3 left/VERB/0 only/ADV/5 today/NOUN/3"
TODAY = "so/ADV/3 he/PRON/3 left/VERB/0 today/NOUN/3 ,/PUNCT/4 too/ADV/3"
QUOTED = 'so/ADV/3 he/PRON/3 left/VERB/0 "/PUNCT/3 today/NOUN/3 "/PUNCT/7 too/ADV/3'
BIG = "he/PRON/2 left/VERB/0 on/ADP/6 the/DET/6 big/ADJ/6 day/NOUN/2 there/ADV/6"


@pytest.mark.parametrize(
    ("before", "old", "here", "automatic", "expected"),
    [
        ("The dog that bit a boy was caught", "7 patient=0-1", CUT, "7 patient=0-5", "7 patient=0-5"),
        ("he left on the day", "1 agent=0 temporal=2-4", RESTED, "2 agent=1", "2 agent=1"),
        ("he left today", "1 temporal=2", ONLY, "2", "2 temporal=3-4"),
        ("he left on the day of rest", "1 agent=0 temporal=2-4", RESTED, "2 agent=1", "2 agent=1 temporal=3-5"),
        ("he left on the day there", "1 agent=0 temporal=2-4", BIG, "1 agent=0", "1 agent=0"),
        ("he left today", "1 temporal=2", TODAY, "2", "2 temporal=3"),
        ('he left " today "', "1 temporal=2-4", QUOTED, "2", "2 temporal=3-5"),
    ],
    ids=[
        "words of two phrases",
        "words of this one alone behind",
        "words of this one alone before",
        "words that were left out",
        "both",
        "a comma",
        "quotes",
    ],
)
def test_no_filler_is_suggested_that_is_cut_in_mid_phrase(
    before: str, old: str, here: str, automatic: str, expected: str
) -> None:
    source = _earlier(before, annotation_of(f"{old} /", State.DONE))
    words = _words(" ".join(word.partition("/")[0] for word in here.split()))
    made = suggest(_automatic(automatic), words, [source], _starting(here)).annotation
    assert made.hypothesis == (frame(expected),)


def test_the_most_similar_translation_wins() -> None:
    far = _earlier(
        "she handed him the book", Annotation((frame("1 other=4"),), WORK.reference, state=State.DONE), "far"
    )
    made = suggest(_automatic(), _words("he gave her the book"), [far, _earlier("he gave her a book")])
    assert [made.origins.get(found, "") for found in made.annotation.hypothesis] == ["north"]


def test_the_frames_of_the_reference_are_suggested_and_linked_with_themselves() -> None:
    words = _words("then he gave her a book")
    source = reference_as_earlier(_automatic(), Annotation(reference=(frame("4"),)), words)
    made = suggest(_automatic("5"), words, [source])
    assert made.annotation.hypothesis == (frame("2 agent=1 benefactive=3 patient=4-5"),)
    assert set(made.annotation.alignment.fillers) == {((0, number), (0, number)) for number in range(3)}


def test_a_nearly_equal_segment_brings_its_reference_along() -> None:
    here: Words = {"hypothesis": REFERENCE, "reference": ("he", "gave", "her", "a", "red", "book")}
    automatic = Annotation((frame("1"),), (frame("5"),))
    source = replace(_earlier("he gave her a book"), automatic=Annotation(reference=(frame("4"),)))
    made = suggest(automatic, here, [source])
    assert made.annotation.reference == (frame("1 agent=0 benefactive=2 patient=3-5"),)
    assert made.annotation.alignment.frames == {(0, 0): CORRECT}


def test_untouched_frames_are_swapped_and_touched_ones_stay() -> None:
    automatic = _automatic("1 agent=0", "4")
    suggested = suggest(automatic, _words("he gave her a book"), [_earlier("he gave her a book")]).annotation
    dropped = swapped(suggested, suggested, automatic)
    assert dropped.hypothesis == automatic.hypothesis
    assert swapped(dropped, automatic, suggested) == suggested
    touched = replace(suggested, hypothesis=(frame("1 agent=0 benefactive=2"),), alignment=FrameAlignment())
    assert set(swapped(touched, suggested, automatic).hypothesis) == {*touched.hypothesis, frame("4")}


def test_a_frame_whose_links_were_changed_has_no_origin() -> None:
    made = suggest(_automatic("4"), _words("he gave her a book"), [_earlier("he gave her a book")])
    assert made.untouched(made.annotation) == {WORK.hypothesis[0]: "north"}
    assert made.untouched(replace(made.annotation, alignment=links("0=0"))) == {}
    assert made.untouched(Annotation()) == {}


def test_links_of_a_frame_in_both_are_swapped_unless_they_were_touched() -> None:
    automatic, suggested = (replace(WORK, alignment=links(found)) for found in ("0=0 0.1~0.1", "0=0 0.0=0.0 0.1=0.1"))
    dropped = swapped(suggested, suggested, automatic)
    assert (dropped, swapped(dropped, automatic, suggested)) == (automatic, suggested)
    touched = replace(suggested, alignment=links("0=0"))
    assert swapped(touched, suggested, automatic) == touched
    deleted = replace(suggested, hypothesis=(), alignment=FrameAlignment())
    assert swapped(deleted, suggested, automatic) == deleted


def test_a_frame_in_both_stays_in_place_and_does_not_return_once_deleted() -> None:
    both, mine = frame("4"), frame("1 agent=0")
    automatic, suggested = Annotation((frame("1"), both)), Annotation((mine, both))
    dropped = swapped(suggested, suggested, automatic)
    assert dropped.hypothesis == automatic.hypothesis
    assert swapped(dropped, automatic, suggested).hypothesis == suggested.hypothesis
    assert swapped(Annotation((mine,)), suggested, automatic).hypothesis == (frame("1"),)


TEXTS = st.lists(
    st.sampled_from(["he", "gave", "her", "a", "big", "book", "yesterday", "."]), min_size=SIZE, max_size=SIZE
)


@given(TEXTS, TEXTS, TEXTS, finished_annotations(), finished_annotations())
def test_suggested_annotations_are_valid(
    old: list[str], new: list[str], reference: list[str], work: Annotation, automatic: Annotation
) -> None:
    sides: tuple[Side, Side] = ("hypothesis", "reference")
    before: Words = dict(zip(sides, (tuple(old), tuple(reference)), strict=True))
    here: Words = dict(zip(sides, (tuple(new), tuple(reference)), strict=True))
    source = EarlierAnnotation("north", before, work)
    made = suggest(automatic, here, [source]).annotation
    assert not made.faults
    assert all(max(found.tokens) < len(new) for found in made.hypothesis)
    assert suggest(automatic, here, []).annotation == automatic


@given(finished_annotations())
def test_equal_words_and_reference_make_the_same_annotation(work: Annotation) -> None:
    words: Words = {"hypothesis": tuple("abcdefghijkl"), "reference": tuple("ABCDEFGHIJKL")}
    made = suggest(Annotation((), work.reference), words, [EarlierAnnotation("north", words, work)]).annotation
    assert (made.hypothesis, made.reference, made.alignment) == (work.hypothesis, work.reference, work.alignment)
