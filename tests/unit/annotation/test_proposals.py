"""Fillers that are proposed for predicates, and what is decided again while it is untouched."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import annotation_of, frame, links
from meantree.analysis.frames import Filler, Frame, LinkKind, Role
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.annotation.edits import EditRefused, Words
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.proposals import (
    Proposals,
    add_filler,
    add_frame,
    add_part,
    drop_or_propose,
    set_role,
    set_span,
)
from meantree.annotation.rules import Rules

# Words as FORM/UPOS/HEAD/LABEL, heads from 1, 0 for the root.
TEXT = "he/PRON/3/nsubj has/AUX/3/aux tried/VERB/0/root hard/ADV/3/advmod to/PART/6/mark win/VERB/3/xcomp it/PRON/6/obj"
REFERENCE = "he/PRON/2/nsubj tried/VERB/0/root to/PART/4/mark win/VERB/2/xcomp it/PRON/4/obj"
FRAMES = {"tried": "2 agent=0 manner=3 patient=4-6", "win": "5 agent=0 patient=6", "hard": "3"}
LABELS = {Role.AGENT: "ARG0", Role.PATIENT: "ARG1"}


def _analysis(text: str) -> Analysis:
    cells = [word.split("/") for word in text.split()]
    tokens = tuple(Token(form, form, upos) for form, upos, *_ in cells)
    tree = DependencyTree(tuple(int(cell[2]) - 1 for cell in cells), tuple(cell[3] for cell in cells))
    return Analysis(" ".join(token.text for token in tokens), (Sentence(tokens, tree),))


HYP, REF = _analysis(TEXT), _analysis(REFERENCE)
WORDS: Words = {"hypothesis": HYP.words, "reference": REF.words}


def _label(text: Analysis, word: int) -> Frame | None:
    known = FRAMES.get(text.words[word])
    if known is None:
        return None
    made = frame(known)
    fillers = tuple(Filler(filler.span, filler.role, LABELS.get(filler.role, "")) for filler in made.fillers)
    return replace(made, fillers=fillers)


def _sensed(text: Analysis, word: int) -> Frame:
    return replace(frame(f"{word}"), roleset=f"{text.words[word]}.01")


@pytest.fixture
def proposals() -> Proposals:
    """By the rule that helping verbs are modal."""
    return Proposals((HYP, REF), Rules(helpers=True), _label)


WIN = Annotation(reference=(frame("3 patient=4"),))


def test_a_new_predicate_comes_with_fillers_by_the_rules_and_links(proposals: Proposals) -> None:
    made = add_frame(WIN, "hypothesis", (5, 6), proposals, WORDS)
    assert made.hypothesis == (frame("5 agent=0 patient=6"),)
    assert made.alignment == links("0=0 0.1=0.0")
    made = add_frame(made, "hypothesis", (2, 3), proposals, WORDS)
    assert made.hypothesis[1] == frame("2 agent=0 modal=1 manner=3 patient=4-6"), "the helping verb"
    assert made.alignment == links("0=0 0.1=0.0"), "no similar predicate is left"
    made = add_frame(Annotation(), "hypothesis", (2, 4), proposals, WORDS)
    assert made.hypothesis == (frame("2-3 agent=0 modal=1 patient=4-6"),), "“hard” is a word of the predicate"


def test_nothing_is_proposed_where_nothing_labels(proposals: Proposals) -> None:
    assert add_frame(Annotation(), "hypothesis", (0, 1), proposals, WORDS).hypothesis == (frame("0"),)
    assert add_frame(Annotation(), "hypothesis", (5, 6), None, WORDS).hypothesis == (frame("5"),)


def test_one_key_drops_what_is_proposed_and_untouched_and_proposes_it_again(proposals: Proposals) -> None:
    made = add_frame(WIN, "hypothesis", (5, 6), proposals, WORDS)
    bare = drop_or_propose(made, "hypothesis", 0, proposals, WORDS)
    assert bare.hypothesis == (frame("5"),)
    assert bare.alignment == links("0=0"), "the predicates stay linked"
    assert drop_or_propose(bare, "hypothesis", 0, proposals, WORDS) == made
    touched = set_role(made, "hypothesis", (0, 0), Role.OTHER, proposals, WORDS)
    left = drop_or_propose(touched, "hypothesis", 0, proposals, WORDS)
    assert left.hypothesis == (frame("5 other=0"),)
    with pytest.raises(EditRefused, match="edited"):
        drop_or_propose(left, "hypothesis", 0, proposals, WORDS)


def test_a_predicate_moved_to_another_verb_gets_its_fillers(proposals: Proposals) -> None:
    made = add_frame(WIN, "hypothesis", (2, 3), proposals, WORDS)
    moved = set_span(made, "hypothesis", (0, None), (5, 6), proposals, WORDS)
    assert moved.hypothesis == (frame("5 agent=0 patient=6"),)
    assert moved.alignment.frames == {(0, 0): LinkKind.CORRECT}
    longer = set_span(made, "hypothesis", (0, None), (2, 4), proposals, WORDS)
    assert longer.hypothesis == (frame("2-3 agent=0 modal=1 patient=4-6"),), "the same verb, with room for its words"
    touched = set_role(made, "hypothesis", (0, 0), Role.OTHER, proposals, WORDS)
    moved = set_span(touched, "hypothesis", (0, None), (3, 4), None, WORDS)
    assert moved.hypothesis[0].fillers == touched.hypothesis[0].fillers


def test_untouched_fillers_make_room(proposals: Proposals) -> None:
    made = add_frame(Annotation(), "hypothesis", (2, 3), proposals, WORDS)
    longer = set_span(made, "hypothesis", (0, 2), (3, 5), proposals, WORDS)
    assert longer.hypothesis == (frame("2 agent=0 modal=1 manner=3-4 patient=5-6"),)
    longer = set_span(longer, "hypothesis", (0, 2), (3, 6), proposals, WORDS)
    assert longer.hypothesis == (frame("2 agent=0 modal=1 manner=3-5 patient=6"),), "what is left is untouched, too"
    new = add_filler(made, "hypothesis", 0, Filler((3, 7), Role.PURPOSE), proposals, WORDS)
    assert new.hypothesis == (frame("2 agent=0 modal=1 purpose=3-6"),)
    touched = set_role(made, "hypothesis", (0, 3), Role.OTHER, proposals, WORDS)
    with pytest.raises(EditRefused, match="overlap"):
        set_span(touched, "hypothesis", (0, 2), (3, 5), proposals, WORDS)


def test_a_filler_that_an_annotator_joined_is_touched(proposals: Proposals) -> None:
    joined = Annotation((frame("5 agent=0,3 patient=6"),))
    both = set_role(joined, "hypothesis", (0, 1), Role.AGENT, proposals, WORDS)
    assert both.hypothesis == (frame("5 agent=0,3 agent=6"),)


def test_an_untouched_filler_yields_its_core_role(proposals: Proposals) -> None:
    made = add_frame(WIN, "hypothesis", (5, 6), proposals, WORDS)
    swapped = set_role(made, "hypothesis", (0, 1), Role.AGENT, proposals, WORDS)
    assert swapped.hypothesis == (frame("5 patient=0 agent=6"),)
    moved = replace(made, hypothesis=(frame("5 agent=0 other=6"),))
    new = add_filler(moved, "hypothesis", 0, Filler((1, 2), Role.PATIENT), proposals, WORDS)
    assert new.hypothesis == (frame("5 agent=0 patient=1 other=6"),)
    both = add_filler(made, "hypothesis", 0, Filler((1, 2), Role.PATIENT), proposals, WORDS)
    assert both.hypothesis == (frame("5 agent=0 patient=1 patient=6"),), "no role is free"


def test_a_filler_is_linked_before_an_untouched_one_that_keeps_its_role(proposals: Proposals) -> None:
    words: Words = {"hypothesis": ("it", *HYP.words[1:]), "reference": REF.words}
    made = Annotation((frame("5 other=0 patient=6"),), WIN.reference, links("0=0"))
    both = set_role(made, "hypothesis", (0, 0), Role.PATIENT, proposals, words)
    assert both.hypothesis == (frame("5 patient=0 patient=6"),)
    assert both.alignment == links("0=0 0.0=0.0")


def test_untouched_fillers_make_room_for_a_further_part(proposals: Proposals) -> None:
    made = add_frame(Annotation(), "hypothesis", (2, 3), proposals, WORDS)
    made = add_part(made, "hypothesis", (0, 0), (4, 5), proposals)
    assert made.hypothesis == (frame("2 agent=0,4 modal=1 manner=3 patient=5-6"),)


def test_a_longer_predicate_keeps_a_sense() -> None:
    sensed = Proposals((HYP, REF), Rules(), _sensed)
    made = set_span(
        add_frame(Annotation(), "hypothesis", (2, 3), sensed, WORDS), "hypothesis", (0, None), (2, 4), sensed, WORDS
    )
    assert (made.hypothesis[0].predicate, made.hypothesis[0].roleset) == ((2, 4), "tried.01")


def test_the_second_half_of_a_split_filler_takes_the_link_with_equal_words() -> None:
    words: Words = {
        "hypothesis": ("On", "Friday", "it", "broke", "at", "around", "4:15"),
        "reference": ("it", "broke", "at", "4:15", "on", "Friday"),
    }
    split = annotation_of("3 temporal=0-1 temporal=4-6 / 1 temporal=2-3 / 0=0 0.0=0.0")
    friday = Filler((4, 6), Role.TEMPORAL)
    made = add_filler(split, "reference", 0, friday, None, words)
    assert made.alignment.fillers.keys() == {((0, 0), (0, 1)), ((0, 1), (0, 0))}
    alike = replace(split, reference=(frame("1 temporal=4-5"),))
    kept = add_filler(alike, "reference", 0, Filler((2, 4), Role.TEMPORAL), None, words)
    assert ((0, 0), (0, 1)) in kept.alignment.fillers, "a link between equal words stays"
