"""Connectives and prepositions."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.phenomena.connectives import FEATURES


def joined(word: str) -> str:
    """Two clauses with a conjunction between them."""
    return f"I/PRON:2:nsubj left/VERB:0:root {word}/SCONJ:5:mark he/PRON:5:nsubj came/VERB:2:advcl"


PLAIN = "I/PRON:2:nsubj left/VERB:0:root ,/PUNCT:5:punct he/PRON:5:nsubj came/VERB:2:parataxis"
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
        ("alternative_added", (OR, AND), (OR, OR), 1),
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
    result = firing(FEATURES, name, view(*fires, links))
    assert 0 < result.value <= 1
    assert place in result.conclusion
    assert not firing(FEATURES, name, view(*silent, links)).value


@pytest.mark.parametrize(
    ("text", "name", "is_one"),
    [
        ("It/PRON:4:nsubj is/AUX:4:cop so/ADV:4:advmod big/ADJ:0:root", "cause_added", False),
        ("They/PRON:2:nsubj met/VERB:0:root since/ADP:4:case 1990/NUM:2:obl", "cause_added", False),
        (
            "He/PRON:2:nsubj left/VERB:0:root so/SCONJ:6:mark that/SCONJ:3:fixed I/PRON:6:nsubj came/VERB:2:advcl",
            "cause_added",
            True,
        ),
        (
            "He/PRON:2:nsubj left/VERB:0:root so/ADV:6:advmod that/SCONJ:3:fixed I/PRON:6:nsubj came/VERB:2:advcl",
            "cause_added",
            True,
        ),
        ("He/PRON:3:nsubj still/ADV:3:advmod lives/VERB:0:root", "contrast_added", False),
    ],
)
def test_words_that_connect_only_at_times(text: str, name: str, is_one: bool) -> None:
    assert bool(firing(FEATURES, name, view(text, PLAIN)).value) == is_one
