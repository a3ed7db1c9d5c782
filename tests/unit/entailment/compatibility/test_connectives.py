"""Connectives and prepositions."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.compatibility.connectives import FEATURES


def joined(word: str) -> str:
    """Two clauses with a conjunction between them."""
    return f"I/PRON:2:nsubj left/VERB:0:root {word}/SCONJ:5:mark he/PRON:5:nsubj came/VERB:2:advcl"


PLAIN = "I/PRON:2:nsubj left/VERB:0:root ,/PUNCT:5:punct he/PRON:5:nsubj came/VERB:2:parataxis"
AIM = "I/PRON:2:nsubj left/VERB:0:root in/ADP:6:mark order/NOUN:3:fixed to/PART:6:mark sleep/VERB:2:advcl"
ORDER = "I/PRON:2:nsubj gave/VERB:0:root an/DET:4:det order/NOUN:2:obj"
OR = "cats/NOUN:0:root or/CCONJ:3:cc dogs/NOUN:1:conj"
AND = "cats/NOUN:0:root and/CCONJ:3:cc dogs/NOUN:1:conj"
WITH = "tea/NOUN:0:root with/ADP:3:case milk/NOUN:1:nmod"
WITHOUT = "tea/NOUN:0:root without/ADP:3:case milk/NOUN:1:nmod"


@pytest.mark.parametrize(
    ("name", "fires", "silent", "place"),
    [
        ("cause_added", (joined("because"), PLAIN), (joined("because"), joined("since")), 2),
        ("contrast_added", (joined("although"), PLAIN), (PLAIN, joined("although")), 2),
        ("time_relation_added", (joined("before"), PLAIN), (joined("before"), joined("after")), 2),
        ("aim_added", (AIM, PLAIN), (ORDER, PLAIN), 3),
        ("alternative_added", (OR, AND), (OR, OR), 1),
        ("addition_added", (AND, OR), (AND, AND), 1),
        ("connective_differs", (joined("because"), joined("although")), (joined("because"), joined("since")), 2),
        ("relation_reversed", (joined("before"), joined("after")), (joined("before"), joined("when")), 4),
        ("relation_reversed", (WITH, WITHOUT), (WITH, WITH), 2),
        ("relation_reversed", (OR, AND), (OR, OR), 2),
    ],
)
def test_a_pair_where_it_fires_and_one_where_it_does_not(
    name: str, fires: tuple[str, str], silent: tuple[str, str], place: int
) -> None:
    links = "3-3" if name == "connective_differs" else ""
    found = firing(FEATURES, name, view(*fires, links))
    assert 0 < found.value <= 1
    assert place in found.conclusion
    assert not firing(FEATURES, name, view(*silent, links)).value
