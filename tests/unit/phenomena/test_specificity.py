"""Directions of inference."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged, view
from meantree.phenomena.reading import DIRECTIONS, Reading
from meantree.phenomena.specificity import FEATURES, directions

DOG = "A/DET:2:det dog/NOUN:3:nsubj barks/VERB:0:root"
NO_DOG = DOG.replace("A/", "No/")
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
        ("Not/PART:2:advmod every/DET:3:det dog/NOUN:4:nsubj barks/VERB:0:root", "+-+-", "two turns are none"),
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
        ("If/SCONJ:3:mark dogs/NOUN:3:nsubj bark/VERB:5:advcl I/PRON:5:nsubj run/VERB:0:root", "+--++", "a condition"),
        ("He/PRON:2:nsubj left/VERB:0:root without/ADP:4:case clothes/NOUN:2:obl", "+++-", "without"),
        ("She/PRON:2:nsubj refused/VERB/refuse:0:root to/PART:4:mark sing/VERB:2:xcomp", "++--", "refused"),
        (
            "Every/DET:2:det dog/NOUN:4:nmod:poss 's/PART:2:case tail/NOUN:5:nsubj wags/VERB:0:root",
            "+---+",
            "what belongs to the counted",
        ),
        ("Any/DET:2:det dog/NOUN:3:nsubj barks/VERB:0:root", "+-+", "any dog, so every dog"),
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


def test_that_the_direction_of_a_link_turns_with_the_view() -> None:
    """The reference says more than the translation."""
    (feature,) = FEATURES
    animal = DOG.replace("dog", "animal")
    values = [
        feature.function(view(animal, DOG, "2-2=hyponym=0.8", direction=direction)).value for direction in DIRECTIONS
    ]
    assert values == [0, 0.5]
