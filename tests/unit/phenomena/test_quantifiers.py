"""Quantifiers, degrees and frequencies."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.phenomena.quantifiers import Quantity, frequencies, quantifiers
from meantree.phenomena.reading import Reading

BARK = "dogs/NOUN/dog:2:nsubj bark/VERB:0:root"
TEMPLATE = "{}:2:{} dogs/NOUN/dog:3:nsubj bark/VERB:0:root"
ALL, SOME, NO, MANY, FEW = (
    TEMPLATE.format(*item)
    for item in (("All/DET", "det"), ("Some/DET", "det"), ("No/DET", "det"), ("Many/ADJ", "amod"), ("Few/ADJ", "amod"))
)
FIVE = TEMPLATE.format("5/NUM", "nummod")
AT_LEAST = "At/ADP:3:advmod least/ADJ:1:fixed 5/NUM:4:nummod dogs/NOUN/dog:5:nsubj bark/VERB:0:root"
LESS_THAN = "Less/ADJ:3:advmod than/ADP:1:fixed 5/NUM:4:nummod dogs/NOUN/dog:5:nsubj bark/VERB:0:root"
NOBODY = "Nobody/PRON:3:nsubj:pass was/AUX/be:3:aux:pass infected/VERB/infect:0:root"


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
        ("more/ADJ/many/JJR:2:amod dogs/NOUN/dog:0:root", []),
        ("in/ADP:2:case 1956/NUM:0:root", []),
    ],
)
def test_kinds(text: str, expected: list[Quantity]) -> None:
    assert [quantifier.quantity for quantifier in quantifiers(Reading(tagged(text)))] == expected


def test_what_is_counted() -> None:
    assert quantifiers(Reading(tagged(ALL)))[0].noun == 1
    assert quantifiers(Reading(tagged(NOBODY)))[0].noun == 0


def test_hardly_anyone_is_no_frequency() -> None:
    hardly = "Hardly/ADV:2:advmod anyone/PRON:3:nsubj came/VERB/come:0:root"
    assert not frequencies(Reading(tagged(hardly)))
    assert frequencies(Reading(tagged(hardly.replace("Hardly", "Rarely")))) == {2: "rarely"}
