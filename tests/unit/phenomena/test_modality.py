"""Modality: what may, must or can be."""

from __future__ import annotations

import pytest

from helpers.aligned import tagged
from meantree.phenomena.modality import Modality, modalities
from meantree.phenomena.reading import Reading

CERTAINLY = (
    "Peter/PROPN:5:nsubj is/AUX/be:5:cop certainly/ADV:5:advmod from/ADP:5:case Lincolnshire/PROPN:0:root "
    "./PUNCT:5:punct"
)
POSSIBLY = CERTAINLY.replace("certainly", "possibly")
PLAIN = "Peter/PROPN:4:nsubj is/AUX/be:4:cop from/ADP:4:case Lincolnshire/PROPN:0:root ./PUNCT:4:punct"
MAY_COME = "He/PRON:3:nsubj may/AUX:3:aux come/VERB:0:root"
MUST_COME = "He/PRON:3:nsubj must/AUX:3:aux come/VERB:0:root"
CAN_COME = "He/PRON:3:nsubj can/AUX:3:aux come/VERB:0:root"
LIKELY = "It/PRON:3:expl is/AUX/be:3:cop likely/ADJ:0:root that/SCONJ:6:mark he/PRON:6:nsubj comes/VERB/come:3:csubj"
HAS_TO = "He/PRON:2:nsubj has/VERB/have:0:root to/PART:4:mark come/VERB:2:xcomp"


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        (CERTAINLY, 4, "certain"),
        (POSSIBLY, 4, "possible"),
        (POSSIBLY, 0, "possible"),
        (PLAIN, 3, None),
        (MAY_COME, 2, "possible"),
        (MUST_COME, 2, "necessary"),
        (CAN_COME, 2, "able"),
        (LIKELY, 5, "possible"),
        (LIKELY, 2, None),
        (HAS_TO, 3, "necessary"),
        ("a/DET:3:det likely/ADJ:3:amod winner/NOUN:0:root", 2, "possible"),
        ("a/DET:3:det certain/ADJ:3:amod winner/NOUN:0:root", 2, None),
        ("He/PRON:4:nsubj is/AUX/be:4:cop probably/ADV:2:advmod ill/ADJ:0:root", 3, "possible"),
        ("the/DET:2:det chance/NOUN:0:root to/PART:4:mark come/VERB:2:acl", 3, "possible"),
    ],
)
def test_of_words(text: str, word: int, expected: Modality | None) -> None:
    assert modalities(Reading(tagged(text)))[word] == expected
