"""Which words are linked with which."""

from __future__ import annotations

import pytest

from helpers.trees import parsed
from meantree.alignment.relations import all_relations
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.comparison.links import CONTEXT, WordLink, aligned_links, word_links
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


def test_words_that_are_linked_by_what_is_around_match_in_part_alone() -> None:
    link = Link(0, 0, Reason(CONTEXT, 0.2, "both before wind"))
    (found,) = aligned_links(WordAlignment((link,), (link,)), (["elm"], ["house"]))
    assert (found.status, found.told) == (Status.PARTIAL, "elm → house: context, both before wind (0.20)")
    assert CONTEXT == all_relations.CONTEXT


def test_links_of_an_alignment_say_why_they_are_there() -> None:
    kind, hand = Reason("hypernym", 0.81, "a kind of tree"), Reason("hand", 1.0)
    oak, wind, by_hand = Link(0, 1, kind), Link(1, 2, Reason("identity", 1.0)), Link(2, 0, hand)
    alignment = WordAlignment((oak, wind, by_hand), (by_hand, oak, None))
    found = aligned_links(alignment, (["oak", "wind", "up"], ["down", "tree", "wind"]))
    assert [(link.hypothesis, link.reference, link.status) for link in found] == [
        (0, 1, Status.MATCHED),
        (1, 2, Status.PARTIAL),
        (2, 0, Status.MATCHED),
    ]
    assert [link.told for link in found] == [
        "oak → tree: hypernym, a kind of tree (0.81)",
        "wind → wind: identity (1.00)",
        "up → down: linked by hand",
    ]
    assert [link.relation for link in found] == ["hypernym", "identity", "by hand"]
    assert [link.by_hand for link in found] == [False, False, True]
    assert WordLink(0, 0, None, "a", Reason("antonym", 0.5)).is_opposite
    assert (WordLink(0, 0, None, "a").told, WordLink(0, 0, None, "a").relation) == ("a", "")
