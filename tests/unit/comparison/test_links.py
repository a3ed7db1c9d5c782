"""Which words are linked with which."""

from __future__ import annotations

import pytest

from helpers.trees import parsed
from meantree.comparison.links import word_links
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric


def flat(words: str) -> str:
    """Every word but the first hangs on the first."""
    first, *rest = words.split()
    return " ".join([f"{first}:0:root", *(f"{word}:1:x" for word in rest)])


@pytest.mark.parametrize(
    ("spec", "hyp", "ref", "expected", "why"),
    [
        ("wer", "a x c", "a b c", [(0, 0), (1, 1, "?"), (2, 2)], "a substitution is a partial link"),
        ("bleu", "b a c", "a c b", [(0, 2), (1, 0), (2, 1)], "words of the longest n-gram belong together"),
        ("bleu", "a b a", "a x a b", [(0, 2), (1, 3), (2, 0)], "the longer n-gram decides, the rest stay free"),
        ("meteor", "cars run", "run automobile", [(0, 1), (1, 0)], "synonyms"),
        ("ter", "c d a b", "a b c d", [(0, 2), (1, 3), (2, 0), (3, 1)], "shifted words keep their places"),
        ("per", "a a", "a", [(0, 0)], "a word is linked once"),
        ("nist", "x", "y", [], "nothing"),
    ],
)
def test_links(spec: str, hyp: str, ref: str, expected: list[tuple[int, ...]], why: str) -> None:
    units = metric(spec).evidence(Pair(parsed(flat(hyp)), [parsed(flat(ref))])).units
    found = [
        (link.hypothesis, link.reference, *("?" if link.status is Status.PARTIAL else ""))
        for link in word_links(units, 0)
    ]
    assert found == expected, why


def test_links_are_those_of_the_reference_asked_for() -> None:
    texts = [parsed(flat("a b")), parsed(flat("b a"))]
    units = metric("bleu").evidence(Pair(parsed(flat("b a")), texts)).units
    assert [(link.hypothesis, link.reference) for link in word_links(units, 0)] == [(0, 1), (1, 0)]
    assert [(link.hypothesis, link.reference) for link in word_links(units, 1)] == [(0, 0), (1, 1)]
    assert word_links(units, 2) == ()
