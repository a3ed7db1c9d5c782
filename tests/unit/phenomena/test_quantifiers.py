"""Quantifiers, degrees and frequencies."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged, view
from meantree.phenomena import degrees
from meantree.phenomena import quantifiers as counted
from meantree.phenomena.quantifiers import Quantity, frequencies, quantifiers
from meantree.phenomena.reading import Reading

FEATURES = (*counted.FEATURES, *degrees.FEATURES)

BARK = "dogs/NOUN/dog:2:nsubj bark/VERB:0:root"
TEMPLATE = "{}:2:{} dogs/NOUN/dog:3:nsubj bark/VERB:0:root"
ALL, SOME, NO, MANY, FEW = (
    TEMPLATE.format(*item)
    for item in (("All/DET", "det"), ("Some/DET", "det"), ("No/DET", "det"), ("Many/ADJ", "amod"), ("Few/ADJ", "amod"))
)
FIVE = TEMPLATE.format("5/NUM", "nummod")
AT_LEAST = "At/ADP:3:advmod least/ADJ:1:fixed 5/NUM:4:nummod dogs/NOUN/dog:5:nsubj bark/VERB:0:root"
LESS_THAN = "Less/ADJ:3:advmod than/ADP:1:fixed 5/NUM:4:nummod dogs/NOUN/dog:5:nsubj bark/VERB:0:root"
DID_NOT = (
    "The/DET:2:det virus/NOUN:5:nsubj did/AUX/do:5:aux not/PART:5:advmod infect/VERB/infect:0:root "
    "anybody/PRON:5:obj ./PUNCT:5:punct"
)
NOBODY = "Nobody/PRON:3:nsubj:pass was/AUX/be:3:aux:pass infected/VERB/infect:0:root"
EVERYBODY = "Everybody/PRON:3:nsubj:pass was/AUX/be:3:aux:pass infected/VERB/infect:0:root"
ALWAYS = "He/PRON:3:nsubj always/ADV:3:advmod comes/VERB:0:root"
NEVER = "He/PRON:3:nsubj never/ADV:3:advmod comes/VERB:0:root"
OLD = "an/DET:3:det old/ADJ/old/JJ:3:amod dog/NOUN:0:root"
OLDER = "an/DET:3:det older/ADJ/old/JJR:3:amod dog/NOUN:0:root"
MORE = "more/ADJ/many/JJR:2:amod dogs/NOUN/dog:0:root"
FEWER = "fewer/ADJ/few/JJR:2:amod dogs/NOUN/dog:0:root"
LESS_OLD = "a/DET:4:det less/ADV:3:advmod old/ADJ/old/JJ:4:amod dog/NOUN:0:root"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ALL, ["all"]),
        (FEW, ["few"]),
        (FIVE, ["number"]),
        (AT_LEAST, ["at least"]),
        (LESS_THAN, ["at most"]),
        ("Exactly/ADV:2:advmod 5/NUM:3:nummod dogs/NOUN:0:root", ["exactly"]),
        ("about/ADV:2:advmod 5/NUM:3:nummod dogs/NOUN:0:root", ["about"]),
        ("A/DET:3:det few/ADJ:3:amod dogs/NOUN:0:root", ["some"]),
        ("Not/PART:2:advmod all/DET:3:det dogs/NOUN:0:root", ["not all"]),
        ("Not/PART:2:advmod many/ADJ:3:amod dogs/NOUN:0:root", ["not many"]),
        ("Most/ADJ:0:root of/ADP:4:case the/DET:4:det dogs/NOUN:1:nmod", ["most"]),
        (MORE, []),
        ("in/ADP:2:case 1956/NUM:0:root", []),
    ],
)
def test_kinds(text: str, expected: list[Quantity]) -> None:
    assert [quantifier.quantity for quantifier in quantifiers(Reading(tagged(text)))] == expected


def test_what_is_counted() -> None:
    assert quantifiers(Reading(tagged(ALL)))[0].noun == 1
    assert quantifiers(Reading(tagged(NOBODY)))[0].noun == 0


@pytest.mark.parametrize(
    ("name", "fires", "silent", "place"),
    [
        ("quantifier_differs", (ALL, SOME), (ALL, ALL), 1),
        ("quantifier_differs", (NO, FIVE), (FIVE, AT_LEAST), 1),
        ("quantifier_differs", (EVERYBODY, NOBODY), (DID_NOT, NOBODY), 0),
        ("bound_differs", (FIVE, AT_LEAST), (FIVE, FIVE), 1),
        ("bound_differs", (LESS_THAN, AT_LEAST), (ALL, AT_LEAST), 3),
        ("quantifier_added", (ALL, BARK), (ALL, SOME), 1),
        ("quantifier_added", (MANY, BARK), (FIVE, BARK), 1),
        ("frequency_differs", (ALWAYS, NEVER), (ALWAYS, ALWAYS), 2),
        ("degree_differs", (OLDER, OLD), (OLD, OLD), 1),
        ("comparison_reversed", (MORE, FEWER), (MORE, MORE), 1),
        ("comparison_reversed", (LESS_OLD, OLDER), (OLDER, OLD), 2),
    ],
)
def test_a_pair_where_it_fires_and_one_where_it_does_not(
    name: str, fires: tuple[str, str], silent: tuple[str, str], place: int
) -> None:
    links = {(EVERYBODY, NOBODY): "1-1", (NOBODY, DID_NOT): "1-6", (DID_NOT, NOBODY): "6-1", (OLDER, OLD): "2-2"}
    links[LESS_OLD, OLDER] = "3-2"
    result = firing(FEATURES, name, view(*fires, links.get(fires, "")))
    assert 0 < result.value <= 1
    assert place in result.conclusion
    assert not firing(FEATURES, name, view(*silent, links.get(silent, ""))).value


def test_hardly_anyone_is_no_frequency() -> None:
    hardly = "Hardly/ADV:2:advmod anyone/PRON:3:nsubj came/VERB/come:0:root"
    assert not frequencies(Reading(tagged(hardly)))
    assert frequencies(Reading(tagged(hardly.replace("Hardly", "Rarely")))) == {2: "rarely"}
