"""Links between words, and linked frames block by block."""

from __future__ import annotations

import pytest
from hypothesis import given

from helpers.frames import LINKED, frame
from helpers.trees import analyses, parsed
from meantree.alignment.linked_frames import Block, blocks, is_counted, links, partner_of, parts_of, span_of
from meantree.alignment.word_alignment import quick_links
from meantree.analysis.frames import FrameAlignment, LinkKind, Part, Span
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

ALONE = Annotation(hypothesis=(frame("4"), frame("1")), reference=(frame("9"), frame("0")))


def test_linked_frames_stand_together_in_the_order_of_the_hypothesis() -> None:
    assert blocks(LINKED) == (Block(1, 2), Block(2, 0), Block(0, 1))
    assert [block.place("hypothesis") for block in blocks(LINKED)] == [1, 2, 0]
    assert [block.place("reference") for block in blocks(LINKED)] == [2, 0, 1]


def test_frames_without_a_partner_stand_alone_the_references_last() -> None:
    assert blocks(ALONE) == (Block(1, None), Block(0, None), Block(None, 1), Block(None, 0))


def test_fillers_count_between_linked_frames_in_equal_roles() -> None:
    assert is_counted(LINKED, "hypothesis", (1, 0), (2, 1))
    assert is_counted(LINKED, "reference", (2, 1), (1, 0))
    assert not is_counted(LINKED, "hypothesis", (1, 1), (2, 1)), "patient and agent"
    assert not is_counted(LINKED, "reference", (2, 1), (1, 1))
    assert not is_counted(LINKED, "hypothesis", (0, 0), (2, 1)), "their frames are not linked"


def test_a_frame_is_its_predicate_and_its_fillers() -> None:
    assert parts_of(3, 2) == [(3, None), (3, 0), (3, 1)]


@pytest.mark.parametrize(
    ("side", "part", "span"),
    [
        ("hypothesis", (1, None), (1, 2)),
        ("hypothesis", (1, 0), (0, 1)),
        ("hypothesis", (1, 1), (2, 3)),
        ("reference", (1, None), (4, 5)),
        ("reference", (2, 1), (1, 2)),
    ],
)
def test_the_tokens_of_a_part(side: Side, part: Part, span: Span) -> None:
    assert span_of(LINKED, side, part) == span


def test_links_are_seen_from_either_side() -> None:
    assert list(links(LINKED, "hypothesis")) == [
        ((1, None), (2, None), LinkKind.CORRECT),
        ((2, None), (0, None), LinkKind.PARTIAL),
        ((0, None), (1, None), LinkKind.UNDECIDED),
        ((1, 0), (2, 1), LinkKind.CORRECT),
        ((1, 1), (2, 1), LinkKind.PARTIAL),
    ]
    assert list(links(LINKED, "reference")) == [
        (second, first, kind) for first, second, kind in links(LINKED, "hypothesis")
    ]


@pytest.mark.parametrize(
    ("side", "part", "partner"),
    [
        ("hypothesis", (2, None), ((0, None), LinkKind.PARTIAL)),
        ("reference", (2, None), ((1, None), LinkKind.CORRECT)),
        ("hypothesis", (1, 1), ((2, 1), LinkKind.PARTIAL)),
        ("reference", (2, 0), None),
    ],
)
def test_what_a_part_is_linked_with(side: Side, part: Part, partner: tuple[Part, LinkKind] | None) -> None:
    assert partner_of(LINKED, side, part) == partner


def test_undecided_frames_keep_their_fillers_from_counting() -> None:
    alignment = FrameAlignment({(0, 0): LinkKind.UNDECIDED}, {((0, 0), (0, 0)): LinkKind.CORRECT})
    undecided = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), alignment)
    assert not is_counted(undecided, "hypothesis", (0, 0), (0, 0))
    assert is_counted(undecided, "hypothesis", (0, None), (0, None)), "their own link is told by its kind"


@given(analyses(), analyses())
def test_links_are_one_to_one(hyp: Analysis, ref: Analysis) -> None:
    links = quick_links(hyp, ref)
    assert len({left for left, _ in links}) == len({right for _, right in links}) == len(links)


@given(analyses())
def test_a_text_is_linked_to_itself(text: Analysis) -> None:
    assert quick_links(text, text) == tuple((index, index) for index in range(len(text.tokens)))


@pytest.mark.parametrize(
    ("hyp", "ref", "links", "why"),
    [
        ("the:2:x cat:0:root", "a:2:x cat:0:root", ((1, 1),), "only equal words"),
        ("The:2:x cat:0:root", "the:2:x cat:0:root", ((0, 0), (1, 1)), "case does not matter"),
        ("a:0:root b:1:x a:1:x", "a:0:root a:1:x", ((0, 0), (2, 1)), "the nearer of equals"),
        ("cats:0:root", "dogs:0:root", (), "unlike words"),
    ],
)
def test_links(hyp: str, ref: str, links: tuple[tuple[int, int], ...], why: str) -> None:
    assert quick_links(parsed(hyp), parsed(ref)) == links, why


def _texts(*words: tuple[str, str, str]) -> Analysis:
    tokens = tuple(Token(text, lemma, upos) for text, lemma, upos in words)
    tree = DependencyTree((ROOT, *([0] * (len(words) - 1))), ("root", *(["x"] * (len(words) - 1))))
    return Analysis(" ".join(token.text for token in tokens), (Sentence(tokens, tree),))


def test_equal_words_come_before_equal_lemmas_before_common_beginnings() -> None:
    hyp = _texts(("walks", "walk", "VERB"), ("walked", "walk", "VERB"), ("walking", "walking", "NOUN"))
    ref = _texts(("walked", "walk", "VERB"), ("walker", "walker", "NOUN"), ("walk", "walk", "VERB"))
    assert quick_links(hyp, ref) == ((0, 2), (1, 0), (2, 1))


@pytest.mark.parametrize(
    ("hyp", "ref", "linked", "why"),
    [
        (("nation", "", "NOUN"), ("national", "", "NOUN"), True, "a common beginning"),
        (("nation", "", "NOUN"), ("national", "", "ADJ"), False, "of another part of speech"),
        (("nation", "", ""), ("national", "", ""), False, "of no part of speech"),
        (("natter", "", "NOUN"), ("native", "", "NOUN"), False, "three letters are too few"),
        (("natiX", "", "NOUN"), ("native", "", "NOUN"), True, "four suffice"),
        (("cat", "", "NOUN"), ("catalogue", "", "NOUN"), False, "no more is common than the shorter has"),
        (("went", "go", "VERB"), ("goes", "go", "VERB"), True, "one lemma"),
        (("went", "", "VERB"), ("goes", "", "VERB"), False, "no lemma is none in common"),
    ],
)
def test_likeness(hyp: tuple[str, str, str], ref: tuple[str, str, str], linked: bool, why: str) -> None:
    assert quick_links(_texts(hyp), _texts(ref)) == (((0, 0),) if linked else ()), why
