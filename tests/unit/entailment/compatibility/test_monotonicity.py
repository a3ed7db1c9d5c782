"""Directions of inference, and whether words and descriptions stand where they may."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged, view
from meantree.entailment.compatibility.monotonicity import FEATURES, directions
from meantree.entailment.reading import Reading

DOG = "A/DET:2:det dog/NOUN:3:nsubj barks/VERB:0:root"
ANIMAL = "A/DET:2:det animal/NOUN:3:nsubj barks/VERB:0:root"
OLD_DOG = "A/DET:3:det old/ADJ:3:amod dog/NOUN:4:nsubj barks/VERB:0:root"
NO_DOG, NO_ANIMAL, NO_OLD_DOG = (text.replace("A/", "No/") for text in (DOG, ANIMAL, OLD_DOG))
SIGNS = {1: "+", -1: "-", 0: "="}


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        (DOG, "+++", "upward by itself"),
        ("Every/DET:2:det dog/NOUN:3:nsubj barks/VERB:0:root", "+-+", "down in what is counted alone"),
        (NO_DOG, "+--", "down in both"),
        ("Most/ADJ:2:amod dogs/NOUN:3:nsubj bark/VERB:0:root", "+=+", "neither in what is counted"),
        ("The/DET:2:det dog/NOUN:3:nsubj barks/VERB:0:root", "+=+", "that one dog"),
        (
            "At/ADP:3:advmod most/ADJ:1:fixed 5/NUM:4:nummod dogs/NOUN:5:nsubj bark/VERB:0:root",
            "+++--",
            "at most five are at most six",
        ),
        (
            "At/ADP:3:advmod least/ADJ:1:fixed 5/NUM:4:nummod dogs/NOUN:5:nsubj bark/VERB:0:root",
            "++-++",
            "at least five are at least four",
        ),
        (
            "Exactly/ADV:2:advmod 5/NUM:3:nummod dogs/NOUN:4:nsubj bark/VERB:0:root",
            "+===",
            "nothing else is the same number",
        ),
        (
            "Dogs/NOUN:4:nsubj do/AUX:4:aux not/PART:4:advmod like/VERB:0:root cats/NOUN:4:obj",
            "+++--",
            "behind a negation",
        ),
        (
            "Not/PART:2:advmod every/DET:3:det dog/NOUN:4:nsubj barks/VERB:0:root",
            "+-+-",
            "two turns are none",
        ),
        (
            "No/DET:2:det dog/NOUN:3:nsubj likes/VERB:0:root every/DET:5:det cat/NOUN:3:obj",
            "+---+",
            "a quantifier in the scope of another",
        ),
        (
            "Some/DET:2:det dog/NOUN:3:nsubj likes/VERB:0:root no/DET:5:det cat/NOUN:3:obj",
            "++-+-",
            "a subject is out of an object's scope",
        ),
        (
            "If/SCONJ:3:mark dogs/NOUN:3:nsubj bark/VERB:5:advcl I/PRON:5:nsubj run/VERB:0:root",
            "+--++",
            "a condition",
        ),
        ("He/PRON:2:nsubj left/VERB:0:root without/ADP:4:case clothes/NOUN:2:obl", "+++-", "without"),
        ("She/PRON:2:nsubj refused/VERB/refuse:0:root to/PART:4:mark sing/VERB:2:xcomp", "++--", "refused"),
        (
            "Every/DET:2:det dog/NOUN:4:nmod:poss 's/PART:2:case tail/NOUN:5:nsubj wags/VERB:0:root",
            "+---+",
            "what belongs to the counted",
        ),
        (
            "Any/DET:2:det dog/NOUN:3:nsubj barks/VERB:0:root",
            "+-+",
            "any dog, so every dog",
        ),
        (
            "I/PRON:4:nsubj do/AUX:4:aux not/PART:4:advmod see/VERB:0:root any/DET:6:det dog/NOUN:4:obj",
            "+++---",
            "not any dog, so no dog",
        ),
        (
            "Every/DET:2:det dog/NOUN:6:nsubj who/PRON:4:nsubj likes/VERB:2:acl:relcl cats/NOUN:4:obj "
            "barks/VERB:0:root",
            "+----+",
            "what describes the counted goes with it",
        ),
    ],
)
def test_directions(text: str, expected: str, why: str) -> None:
    assert "".join(SIGNS[sign] for sign in directions(Reading(tagged(text)))) == expected, why


@pytest.mark.parametrize(
    ("name", "fires", "silent"),
    [
        ("replacements_licensed", (ANIMAL, DOG), (NO_ANIMAL, NO_DOG)),
        ("replacements_licensed", (NO_DOG, NO_ANIMAL), (DOG, ANIMAL)),
        ("replacements_unlicensed", (DOG, ANIMAL), (ANIMAL, DOG)),
        ("replacements_unlicensed", (NO_ANIMAL, NO_DOG), (NO_DOG, NO_ANIMAL)),
        ("modifiers_added_licensed", (NO_OLD_DOG, NO_DOG), (OLD_DOG, DOG)),
        ("modifiers_added_unlicensed", (OLD_DOG, DOG), (NO_OLD_DOG, NO_DOG)),
        ("modifiers_dropped_licensed", (DOG, OLD_DOG), (NO_DOG, NO_OLD_DOG)),
        ("modifiers_dropped_unlicensed", (NO_DOG, NO_OLD_DOG), (DOG, OLD_DOG)),
        ("inference_direction_differs", (NO_DOG, DOG), (DOG, ANIMAL)),
    ],
)
def test_a_pair_where_it_fires_and_one_where_it_does_not(
    name: str, fires: tuple[str, str], silent: tuple[str, str]
) -> None:
    def linked(conclusion: str, premise: str) -> str:
        if ("animal" in conclusion) == ("animal" in premise):
            return ""
        return "2-2=hyponym=0.8" if "animal" in conclusion else "2-2=hypernym=0.8"

    result = firing(FEATURES, name, view(*fires, linked(*fires)))
    assert 0 < result.value <= 1
    assert result.conclusion
    assert result.premise
    assert not firing(FEATURES, name, view(*silent, linked(*silent))).value


def test_the_direction_of_a_link_turns_with_the_view() -> None:
    pair = view(ANIMAL, DOG, "2-2=hyponym", direction="hyp>ref")
    assert firing(FEATURES, "replacements_unlicensed", pair).conclusion == (1,)


def test_dropped_modifiers_are_a_share_of_the_premises() -> None:
    premise = "A/DET:4:det big/ADJ:4:amod old/ADJ:4:amod dog/NOUN:5:nsubj barks/VERB:0:root"
    assert firing(FEATURES, "modifiers_dropped_licensed", view(OLD_DOG, premise)).value == 0.5
