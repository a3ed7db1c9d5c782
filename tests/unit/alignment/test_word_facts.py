"""Facts about words: each word has exactly one, the first that holds, and exchanged texts have exchanged facts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from helpers.aligned import tagged
from helpers.trees import analysis, parsed, plain_texts
from meantree.alignment.aligner import align
from meantree.alignment.common_words import common_words
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.alignment.word_facts import Facts, WordFact, phrases, word_facts
from meantree.alignment.word_status import WordStatus
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token

WORDS = ("the", "The", "cat", "dog", "sees", "saw", "of", ",", "not", "two", "2", "?", "…")
TEXTS = plain_texts(WORDS)
EXCHANGED: dict[WordStatus, WordStatus] = {"added": "missing", "missing": "added"}


def turned(alignment: WordAlignment) -> WordAlignment:
    def other(link: Link | None) -> Link | None:
        return link and Link(link.reference, link.hypothesis, link.reason)

    return WordAlignment(tuple(map(other, alignment.of_reference)), tuple(map(other, alignment.of_hypothesis)))


def statuses(facts: Facts) -> list[str]:
    return [fact.status for fact in facts]


@given(TEXTS, TEXTS)
def test_each_word_has_one_fact_and_partners_agree(hyp: Analysis, ref: Analysis) -> None:
    own, other = word_facts(hyp, ref, align(hyp, ref))
    assert (len(own), len(other)) == (len(hyp.tokens), len(ref.tokens))
    assert "missing" not in statuses(own)
    assert "added" not in statuses(other)
    for word, fact in enumerate(own):
        assert (fact.partner is None) == (fact.status in {"added", "unaligned"})
        if fact.status in {"same", "attached elsewhere"}:
            assert other[fact.partner or 0] == replace(fact, partner=word)


@given(TEXTS, TEXTS)
def test_exchanged_texts_have_exchanged_facts(hyp: Analysis, ref: Analysis) -> None:
    links = align(hyp, ref)
    own, other = word_facts(hyp, ref, links)
    there, here = word_facts(ref, hyp, turned(links))
    assert tuple(replace(fact, status=EXCHANGED.get(fact.status, fact.status)) for fact in here) == own
    assert tuple(replace(fact, status=EXCHANGED.get(fact.status, fact.status)) for fact in there) == other


@given(TEXTS)
def test_identical_texts_are_the_same(text: Analysis) -> None:
    for facts in word_facts(text, text, align(text, text)):
        assert statuses(facts) == ["same"] * len(text.tokens)


@pytest.mark.parametrize(
    ("hyp", "ref", "own", "other"),
    [
        ("he:2 came:0 here:2", "he:2 came:0 right:4 here:2", "same same same", "same same missing same"),
        ("he:2 came:0 to:4 me:2", "he:2 came:0 to:4 you:2", "same same same different", "same same same different"),
        ("cats:2 saw:0 dogs:2", "Cats:2 saw:0 dogs:2 ?:2", "same same same", "same same same missing"),
        ("old:2 men:4 and:4 women:0", "old:4 men:4 and:4 women:0", "attached_elsewhere same same same", ""),
        ("so:2 ,:1 go:0", "so:3 ,:3 go:0", "attached_elsewhere same same", ""),
        ("two:2 cats:0", "great:2 joy:0", "unaligned unaligned", "unaligned unaligned"),
    ],
)
def test_the_fact_about_each_word(hyp: str, ref: str, own: str, other: str) -> None:
    first, second = (parsed(" ".join(f"{word}:dep" for word in text.split())) for text in (hyp, ref))
    found = word_facts(first, second, align(first, second))
    for facts, expected in zip(found, (own, other or own), strict=True):
        assert [status.replace(" ", "_") for status in statuses(facts)] == expected.split()


@pytest.mark.parametrize(
    ("hyp", "ref", "links", "fact"),
    [
        ("the:2:det dogs:0:root", "the:2:det problem:0:root", (0, None), "same"),
        ("the:2:det dogs:0:root food:2:obj", "the:3:det problem:0:root food:2:obj", (0, None, 2), "attached elsewhere"),
        ("the:2:det dogs:0:root", "the:0:root problem:1:dep", (0, None), "attached elsewhere"),
        ("we:2:nsubj ate:0:root", "we:2:nsubj:pass ate:0:root", (0, 1), "different relation"),
        ("Monday:2:obl:tmod left:0:root", "Monday:2:obl:unmarked left:0:root", (0, 1), "same"),
        ("Monday:2:obl left:0:root", "Monday:2:nmod went:0:root", (0, 1), "different relation"),
        (",:2:dep left:0:root food:2:obj", ",:3:punct left:0:root food:2:obj", (0, 1, 2), "same"),
    ],
    ids=["no head linked", "one head linked", "a root", "passive", "subtype", "label", "a mark"],
)
def test_a_word_that_both_texts_have_is_the_same_unless_its_arc_is_known_to_differ(
    hyp: str, ref: str, links: tuple[int | None, ...], fact: str
) -> None:
    first, second = parsed(hyp), parsed(ref)
    own = tuple(None if to is None else Link(at, to, Reason("identity", 1.0)) for at, to in enumerate(links))
    parted = frozenset((at, at) for at, to in enumerate(links) if to is None)
    for facts in word_facts(first, second, WordAlignment(own, own, parted)):
        assert f"{facts[0].status} {facts[0].reason}".strip() == fact


def test_what_a_person_says_of_two_words_goes_first() -> None:
    text = parsed("she:2:dep saw:0:root her:2:dep")

    def facts(**said: tuple[int, int]) -> list[str]:
        fixed = FixedLinks(**{name: frozenset({pair}) for name, pair in said.items()})
        found, _ = word_facts(text, text, align(text, text, fixed))
        return [f"{fact.status} {fact.reason}".strip() for fact in found]

    assert facts(mistranslated=(0, 0)) == ["different mistranslation", "same", "same"]
    assert facts(unlinked=(0, 0)) == ["unaligned", "same", "same"]
    assert facts(linked=(0, 2))[0] == "different wording"


def text_of(items: str) -> Analysis:
    """A text of ``word/TAG:head`` items."""
    return tagged(" ".join(f"{item}:dep" for item in items.split()))


@pytest.mark.parametrize(
    ("own", "other", "relation", "reason"),
    [
        ("the/DET", "a/DET", "context", "wording"),
        ("of/ADP", "is/AUX", "context", "wording"),
        ("all/DET", "some/DET", "context", "meaning"),
        ("a/DET", "no/DET", "context", "polarity"),
        ("without/ADP", "no/DET", "ppdb", "wording"),
        ("someone/PRON", "nobody/PRON", "context", "polarity"),
        ("which/PRON", "that/PRON", "function word", "wording"),
        ("told/VERB", "gave/VERB", "hypernym", "meaning"),
        ("here/ADV", "there/ADV", "antonym", "meaning"),
        ("rose/VERB", "fell/VERB", "antonym", "polarity"),
        ("food/NOUN", "bread/NOUN", "hypernym", "specificity"),
    ],
)
def test_a_reason_claims_no_more_than_is_known(own: str, other: str, relation: str, reason: str) -> None:
    links = (Link(0, 0, Reason(relation, 0.5)),)
    found = word_facts(text_of(f"{own}:0"), text_of(f"{other}:0"), WordAlignment(links, links))
    assert [facts[0].reason for facts in found] == [reason, reason]


@pytest.mark.parametrize(
    ("own", "other", "reason"),
    [
        (Token("dog", lemma="dog", xpos="NN"), Token("dogs", lemma="dog", xpos="NNS"), "number"),
        (Token("has", lemma="have", xpos="VBZ"), Token("had", lemma="have", xpos="VBD"), "tense"),
        (Token("has", lemma="have", xpos="VBZ"), Token("have", lemma="have", xpos="VBP"), "form"),
        (Token("issued", lemma="issue", xpos="VBD"), Token("issuing", lemma="issue", xpos="VBG"), "form"),
    ],
)
def test_what_differs_between_two_forms_of_a_word(own: Token, other: Token, reason: str) -> None:
    first, second = (analysis(Sentence((token,), DependencyTree((ROOT,), ("root",)))) for token in (own, other))
    links = (Link(0, 0, Reason("lemma", 0.9)),)
    found = word_facts(first, second, WordAlignment(links, links))
    assert [facts[0].reason for facts in found] == [reason, reason]


def test_a_repeated_word_is_not_reworded() -> None:
    hyp = text_of("the/DET:2 bird/NOUN:3 met/VERB:0 the/DET:5 fish/NOUN:3")
    ref = text_of("birds/NOUN:0 and/CCONJ:4 the/DET:4 fish/NOUN:1")
    links = WordAlignment((Link(0, 2, Reason("identity", 1.0)), *[None] * 4), (None,) * 4)
    assert word_facts(hyp, ref, links)[0][0] == WordFact("unaligned")


@pytest.mark.parametrize(("own", "fact"), [("the/DET", "unaligned"), ("rules/NOUN", "different wording")])
def test_an_article_is_no_rewording_of_a_noun(own: str, fact: str) -> None:
    links = WordAlignment((Link(0, 0, Reason("context", 0.5)),), (None, None))
    found, _ = word_facts(text_of(f"{own}:0"), text_of("law/NOUN:0 went/VERB:1"), links)
    assert f"{found[0].status} {found[0].reason}".strip() == fact


@pytest.mark.parametrize(
    ("hyp", "links", "status"),
    [
        ("she/PRON:3 so/ADV:3 left/VERB:0", (0, 1, 2), "missing"),
        ("she/PRON:3 never/ADV:3 left/VERB:0", (0, 1, 2), "different"),
        ("she/PRON:2 failed/VERB:0 left/VERB:2", (0, None, 2), "unaligned"),
        ("she/PRON:3 seldom/ADV:3 left/VERB:0", (0, None, 2), "unaligned"),
        ("she/PRON:3 without/ADP:3 left/VERB:0", (0, None, 2), "unaligned"),
        ("she/PRON:3 so/ADV:3 left/VERB:0", (0, 1, None), "unaligned"),
    ],
    ids=[
        "nothing denies",
        "another denial",
        "a verb that denies",
        "a word for less",
        "a preposition that denies",
        "another verb",
    ],
)
def test_a_denial_is_missing_where_the_other_text_says_what_it_denies(
    hyp: str, links: tuple[int | None, ...], status: WordStatus
) -> None:
    first, second = text_of(hyp), text_of("she/PRON:3 not/PART:3 left/VERB:0")
    own = tuple(None if to is None else Link(at, to, Reason("context", 0.5)) for at, to in enumerate(links))
    parted = frozenset((at, at) for at, to in enumerate(links) if to is None)
    _, facts = word_facts(first, second, WordAlignment(own, own, parted), doubts=((0.0,) * 3, (0.0,) * 3))
    assert facts[1].status == status


@pytest.mark.parametrize(
    ("hyp", "doubt", "status"),
    [
        ("tradition/NOUN:2 shape/VERB:0 the/DET:4 empire/NOUN:2", 0.5, "missing"),
        ("tradition/NOUN:2 shape/VERB:0 the/DET:4 empire/NOUN:2", 0.2, "unaligned"),
        ("tradition/NOUN:2 shape/VERB:0 the/DET:4 empire/NOUN:2 oddly/ADV:2", 0.5, "unaligned"),
        ("rice/NOUN:2 shape/VERB:0 the/DET:4 empire/NOUN:2", 0.5, "different"),
        ("tradition/NOUN:2 shape/VERB:0 empire/NOUN:2", 0.5, "missing"),
    ],
    ids=["nothing in its place", "not doubted", "a word that may say it", "another word in its place", "an article"],
)
def test_beside_a_free_reference_words_are_missing_only_if_nothing_can_stand_for_them(
    hyp: str, doubt: float, status: WordStatus
) -> None:
    first, second = text_of(hyp), text_of("Prussian/ADJ:2 tradition/NOUN:3 shaped/VERB:0 the/DET:5 empire/NOUN:3")
    links = align(first, second)
    _, facts = word_facts(first, second, links, doubts=((0.0,) * len(first.tokens), (doubt,) * 5))
    assert facts[0].status == status
    assert "missing" not in statuses(facts[1:])
    assert "missing" not in statuses(word_facts(first, second, links)[1]), "the network has not read them"


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [
        ("The cafe is open .", "the café is open"),
        ("a soft\u00adhyphen and a\u200b space", "a softhyphen and a space"),
        ("“ Yes , ” he said", "yes he said !"),
        ("` ` Yes , '' he said", '" yes , " he said'),
        ("the A81 is closed today", "the A 81 is closed today"),
        ("a COVID-19 wave", "a COVID19 wave"),
    ],
)
def test_capitals_accents_and_punctuation_are_no_change(hyp: str, ref: str) -> None:
    assert not common_words(hyp.split(), ref.split()).changes


@pytest.mark.parametrize(
    ("own", "other"),
    [
        ("A8", "A 8"),
        ("COVID-19", "COVID 19"),
        ("covid19", "COVID - 19"),
        ("5kg", "5 kg"),
        ("Pm2.5", "PM 2.5"),
        ("startups", "start - ups"),
        ("10,000", "10 , 000"),
    ],
)
def test_words_written_apart_are_the_same_wherever_they_stand(own: str, other: str) -> None:
    hyp = parsed(f"today:2:advmod {own}:0:root")
    parts = [f"{part}:{at}:dep" for at, part in enumerate(other.split())]
    ref = parsed(" ".join([*parts, f"near:{len(parts) + 2}:case Ulm:1:nmod"]))
    links = WordAlignment((None, Link(1, 0, Reason("context", 0.5))), (None,) * len(ref.tokens))
    for first, second, alignment in ((hyp, ref, links), (ref, hyp, turned(links))):
        facts = word_facts(first, second, alignment, doubts=((1.0,) * len(first.tokens), (1.0,) * len(second.tokens)))
        whole, apart = facts if first is hyp else facts[::-1]
        assert whole[1] == WordFact("different", 0, "wording")
        assert [apart[at] for at in range(len(parts))] == [WordFact("different", 1, "wording")] * len(parts)


@pytest.mark.parametrize(
    ("own", "other"), [("2030", "20 - 30"), ("12", "1 , 2"), ("its", "it 's"), ("8", "A 8"), ("data", "data base")]
)
def test_words_of_other_letters_digits_or_marks_are_not_the_same(own: str, other: str) -> None:
    assert not common_words(own.split(), other.split()).joined


@pytest.mark.parametrize(
    ("hyp", "ref"), [("he is here ?", "he is here ."), ("it costs 1.000 euros now", "it costs 1,000 euros now")]
)
def test_question_marks_and_marks_in_numbers_are_changes(hyp: str, ref: str) -> None:
    assert common_words(hyp.split(), ref.split()).changes


def test_neighbours_that_depend_on_each_other_are_a_phrase() -> None:
    text = parsed("the:2:det man:3:nsubj saw:0:root a:5:det dog:3:obj today:3:obl")
    assert list(phrases([0, 1, 3, 4, 5], text.tree())) == [(0, 1), (3, 4), (5,)]
