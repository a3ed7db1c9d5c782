"""The aligner: each word has one partner a direction at most, always the same, and what a person said holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.aligned import tagged
from helpers.trees import analysis, flat, plain_texts
from meantree.alignment.aligner import align
from meantree.alignment.relations.all_relations import NAMES
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis

WORDS = ("the", "The", "cat", "dog", "sees", "saw", "of", ",", "not", "two", "2", "Haus", "…")
TEXTS = plain_texts(WORDS)


@given(TEXTS, TEXTS)
def test_each_word_has_one_partner_at_most_and_always_the_same(hyp: Analysis, ref: Analysis) -> None:
    result = align(hyp, ref)
    assert (len(result.of_hypothesis), len(result.of_reference)) == (len(hyp.tokens), len(ref.tokens))
    assert all(link.hypothesis == place for place, link in enumerate(result.of_hypothesis) if link)
    assert all(link.reference == place for place, link in enumerate(result.of_reference) if link)
    assert all(link.reason.relation in NAMES and 0 < link.reason.strength <= 1 for link in result.links)
    assert align(hyp, ref) == result


@given(st.lists(st.sampled_from(["cats", "see", "small", "green", "houses", "quickly", "today", "."]), unique=True))
def test_a_text_is_aligned_with_itself(words: list[str]) -> None:
    text = flat(" ".join(words)) if words else analysis()
    assert align(text, text).pairs == tuple((place, place) for place in range(len(words)))


@given(TEXTS, TEXTS, st.data())
def test_what_a_person_said_holds(hyp: Analysis, ref: Analysis, data: st.DataObject) -> None:
    cells = [(first, second) for first in range(len(hyp.tokens)) for second in range(len(ref.tokens))]
    if not cells:
        return
    chosen = data.draw(st.lists(st.sampled_from(cells), unique=True, max_size=8))
    cut = data.draw(st.integers(0, len(chosen)))
    fixed = FixedLinks(frozenset(chosen[:cut]), frozenset(chosen[cut:]))
    result = align(hyp, ref, fixed)
    assert not fixed.unlinked & set(result.pairs)
    for link in result.links:
        assert (link.reason.relation == "hand") == ((link.hypothesis, link.reference) in fixed.linked)
    chosen_there = {result.of_hypothesis[first] for first, _ in fixed.linked} | {
        result.of_reference[second] for _, second in fixed.linked
    }
    assert all(link is not None and (link.hypothesis, link.reference) in fixed.linked for link in chosen_there)


@given(TEXTS, TEXTS, st.data())
def test_words_of_which_nobody_said_anything_keep_their_partners(
    hyp: Analysis, ref: Analysis, data: st.DataObject
) -> None:
    cells = [(first, second) for first in range(len(hyp.tokens)) for second in range(len(ref.tokens))]
    if not cells:
        return
    chosen = data.draw(st.lists(st.sampled_from(cells), unique=True, max_size=4))
    cut = data.draw(st.integers(0, len(chosen)))
    before, found = align(hyp, ref), align(hyp, ref, FixedLinks(frozenset(chosen[:cut]), frozenset(chosen[cut:])))
    touched = {first for first, _ in chosen}, {second for _, second in chosen}
    for side, (old, new) in enumerate(
        [(before.of_hypothesis, found.of_hypothesis), (before.of_reference, found.of_reference)]
    ):
        for place, link in enumerate(old):
            if place not in touched[side]:
                assert new[place] == link
    assert not set(chosen[cut:]) & set(found.pairs)


@given(TEXTS, TEXTS, st.data())
def test_to_deny_what_is_not_linked_changes_nothing(hyp: Analysis, ref: Analysis, data: st.DataObject) -> None:
    before = align(hyp, ref)
    cells = [(first, second) for first in range(len(hyp.tokens)) for second in range(len(ref.tokens))]
    denied = sorted(set(cells) - set(before.pairs))
    if denied:
        assert align(hyp, ref, FixedLinks(frozenset(), frozenset({data.draw(st.sampled_from(denied))}))) == before


def test_a_link_by_hand_moves_no_other() -> None:
    hyp = flat("the frobs met the quuxes near the old green house in the south .")
    ref = flat("near the green old house the quuxes were met by the zorks in the north .")
    before = align(hyp, ref)
    for first in range(len(hyp.tokens)):
        for second in range(len(ref.tokens)):
            result = align(hyp, ref, FixedLinks(frozenset({(first, second)})))
            kept = {pair for pair in before.pairs if first != pair[0] and second != pair[1]}
            assert kept == {pair for pair in result.pairs if first != pair[0] and second != pair[1]}


def test_words_are_linked_for_what_they_mean() -> None:
    hyp = tagged("The/DET:2:det police/NOUN:3:nsubj seized/VERB/seize:0:root the/DET:5:det weapons/NOUN/weapon:3:obj")
    ref = tagged("Officers/NOUN/officer:2:nsubj confiscated/VERB/confiscate:0:root the/DET:4:det arms/NOUN/arm:2:obj")
    result = {(link.hypothesis, link.reference): link.reason.relation for link in align(hyp, ref).links}
    assert result[2, 1] != "identity"
    assert result[4, 3] in NAMES
    assert result[3, 2] == "identity"


def test_of_equal_words_those_with_equal_neighbours_are_linked() -> None:
    sentence = "{}/ADJ:2:amod man/NOUN:3:nsubj met/VERB:0:root {}/ADJ:5:amod man/NOUN:3:obj"
    hyp, ref = tagged(sentence.format("old", "young")), tagged(sentence.format("young", "old"))
    assert align(hyp, ref).pairs == ((0, 3), (1, 4), (2, 2), (3, 0), (4, 1))


def test_the_reason_of_several_words_of_one_value_is_what_all_of_them_say() -> None:
    hyp = tagged(
        "Two/NUM:2:compound hundred/NUM:3:nummod people/NOUN:4:nsubj came/VERB/come:0:root on/ADP:7:case"
        " July/PROPN:7:compound twenty-eighth/ADJ:4:obl",
        [Entity(0, 2, EntityKind.NUMBER, "200"), Entity(5, 7, EntityKind.DATE, "--07-28")],
    )
    ref = tagged(
        "200/NUM:2:nummod persons/NOUN/person:3:nsubj came/VERB/come:0:root on/ADP:5:case 7-28/NUM:3:obl",
        [Entity(0, 1, EntityKind.NUMBER, "200"), Entity(4, 5, EntityKind.DATE, "--07-28")],
    )
    details = {(link.hypothesis, link.reference): link.reason.detail for link in align(hyp, ref).links}
    assert {details[pair] for pair in [(0, 0), (1, 0)] if pair in details} == {"“Two hundred” is “200”"}
    assert {details[pair] for pair in [(5, 4), (6, 4)] if pair in details} == {"“July twenty-eighth” is “7-28”"}
    back = {(link.hypothesis, link.reference): link.reason.detail for link in align(ref, hyp).links}
    assert "“200” is “Two hundred”" in back.values()


def test_a_link_for_what_stands_around_says_so() -> None:
    hyp, ref = flat("the old frobs see green houses ."), flat("the old quuxes see green houses .")
    reasons = {(link.hypothesis, link.reference): link.reason for link in align(hyp, ref).links}
    assert reasons[2, 2].relation == "context"
    assert reasons[2, 2].detail == "no lexical resource relates these words; their contexts match"


@pytest.mark.parametrize(("hyp", "ref"), [("", ""), ("a b", ""), ("", "a")])
def test_an_empty_text_has_no_links(hyp: str, ref: str) -> None:
    first, second = (flat(text) if text else analysis() for text in (hyp, ref))
    result = align(first, second)
    assert result.pairs == ()
    assert (len(result.of_hypothesis), len(result.of_reference)) == (len(hyp.split()), len(ref.split()))


def test_words_that_no_lexicon_knows_are_linked_by_form_and_value() -> None:
    hyp, ref = (
        flat("der alte Kölner Dom wurde 1880 vollendet ."),
        flat("1880 wurde der Kölner Dom vollendet ."),
    )
    assert {(0, 2), (2, 3), (3, 4), (4, 1), (5, 0), (6, 5), (7, 6)} <= set(align(hyp, ref).pairs)


def test_long_texts() -> None:
    words = [f"word{place % 350}" for place in range(750)]
    text = flat(" ".join(words))
    pairs = set(align(text, text).pairs)
    assert sum((place, place) in pairs for place in range(750)) >= 740
