"""Names, values and small words that refer."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged, view
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import DependencyTree, Token
from meantree.entailment import entity_names, numbers_and_pronouns
from meantree.entailment.feature import Firing

FEATURES = (*entity_names.FEATURES, *numbers_and_pronouns.FEATURES)


def says(word: str, kind: EntityKind | None = None, value: str = "", upos: str = "PROPN") -> Analysis:
    """``He says WORD``, an entity perhaps."""
    entities = [Entity(2, 3, kind, value)] if kind is not None else []
    return tagged(f"He/PRON:2:nsubj says/VERB:0:root {word}/{upos}:2:obj", entities)


def fires(name: str, conclusion: Analysis, premise: Analysis, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_names_without_partners() -> None:
    assert fires("names_unlinked", says("Rome"), says("Paris")).conclusion == (2,)
    assert not fires("names_unlinked", says("Rome"), says("Paris"), "3-3=path=0.5").value
    assert not fires("names_unlinked", says("dogs", upos="NOUN"), says("Paris")).value


def test_names_that_are_others() -> None:
    assert fires("names_changed", says("Rome"), says("Paris"), "3-3=path=0.5").premise == (2,)
    assert not fires("names_changed", says("Haroon"), says("Harun"), "3-3=spelling=0.8").value
    assert not fires("names_changed", says("BBC"), says("Broadcasting"), "3-3=acronym").value


def test_names_in_another_spelling() -> None:
    assert 0 < fires("names_respelled", says("Haroon"), says("Harun"), "3-3=spelling=0.8").value < 0.5
    assert not fires("names_respelled", says("Haroon"), says("Haroon")).value


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("persons_lost", EntityKind.PERSON),
        ("places_lost", EntityKind.LOCATION),
        ("organisations_lost", EntityKind.ORGANISATION),
    ],
)
def test_names_by_kind(name: str, kind: EntityKind) -> None:
    assert fires(name, says("Victoria", kind), says("Paris", kind)).conclusion == (2,)
    assert not fires(name, says("Victoria", kind), says("Victoria", kind)).value
    second = next(name for name in entity_names.NAMED if name != kind)
    assert not fires(name, says("Victoria", second), says("Paris", second)).value


def test_a_name_of_another_kind() -> None:
    person, place = says("Victoria", EntityKind.PERSON), says("Victoria", EntityKind.LOCATION)
    assert fires("name_kinds_changed", person, place).value == 1
    assert not fires("name_kinds_changed", person, person).value
    assert not fires("name_kinds_changed", person, says("Victoria")).value


def test_names_for_pronouns_and_the_other_way_round() -> None:
    name, pronoun = says("Rome"), says("it", upos="PRON")
    assert fires("names_for_pronouns", name, pronoun, "3-3=pronoun=0.5").value == 1
    assert fires("pronouns_for_nouns", pronoun, name, "3-3=pronoun=0.5").value == 0.5
    for feature in ("names_for_pronouns", "pronouns_for_nouns"):
        assert not fires(feature, name, name).value


def test_names_for_common_nouns() -> None:
    assert fires("names_for_common_nouns", says("Rome"), says("cities", upos="NOUN"), "3-3=hypernym").value == 1
    assert not fires("names_for_common_nouns", says("Rome"), says("Paris"), "3-3=path").value


def test_capitalised_words() -> None:
    assert fires("capitalised_words_missing", says("Rome"), says("Paris")).conclusion == (2,)
    assert not fires("capitalised_words_missing", says("Rome"), says("rome")).value
    assert not fires("capitalised_words_missing", says("rome"), says("Paris")).value


@pytest.mark.parametrize(("group", "kind"), [("dates", EntityKind.DATE), ("numbers", EntityKind.NUMBER)])
def test_values(group: str, kind: EntityKind) -> None:
    mine, same, other = says("5", kind, "5", "NUM"), says("five", kind, "5", "NUM"), says("6", kind, "6", "NUM")
    assert fires(f"{group}_missing", mine, other).value == 1
    assert fires(f"{group}_changed", mine, other, "3-3=number=0.2").value == 1
    assert not fires(f"{group}_missing", mine, other, "3-3=number=0.2").value
    for feature in ("missing", "changed"):
        assert not fires(f"{group}_{feature}", mine, same).value


def test_amounts() -> None:
    euros, dollars = (says("5", EntityKind.MONEY, f"{currency} 5", "NUM") for currency in ("EUR", "USD"))
    assert fires("amounts_lost", euros, dollars).conclusion == (2,)
    assert not fires("amounts_lost", euros, euros).value


def test_digits() -> None:
    assert fires("digits_missing", says("1,000", upos="NUM"), says("10", upos="NUM")).conclusion == (2,)
    assert not fires("digits_missing", says("1,000", upos="NUM"), says("1000", upos="NUM")).value


def test_pronouns_of_another_person() -> None:
    assert fires("pronouns_changed", says("me", upos="PRON"), says("her", upos="PRON"), "3-3=pronoun").value == 0.5
    assert not fires("pronouns_changed", says("her", upos="PRON"), says("hers", upos="PRON"), "3-3=pronoun").value


def test_persons_that_the_premise_does_not_speak_of() -> None:
    added = fires("persons_added", says("you", upos="PRON"), says("her", upos="PRON"), "3-3=pronoun=0.3")
    assert (added.value, added.conclusion) == (0.5, (2,))
    assert not fires("persons_added", says("him", upos="PRON"), says("her", upos="PRON")).value


def test_articles() -> None:
    known, new, no = (tagged(f"{word}/DET:2:det dog/NOUN:0:root") for word in ("the", "a", "no"))
    assert fires("definiteness_changed", known, new).conclusion == (1,)
    assert not fires("definiteness_changed", known, known).value
    assert not fires("definiteness_changed", known, no).value


def test_one_or_several() -> None:
    one, several = tagged("dog/NOUN/dog/NN:0:root"), tagged("dogs/NOUN/dog/NNS:0:root")
    assert fires("grammatical_number_changed", one, several, "1-1=lemma").conclusion == (0,)
    assert not fires("grammatical_number_changed", one, one).value


def test_an_article_without_a_noun_is_of_none() -> None:
    alone, dog = tagged("the/DET:0:det"), tagged("a/DET:2:det dog/NOUN:0:root")
    assert not fires("definiteness_changed", dog, alone, "2-1").value
    assert not fires("definiteness_changed", alone, dog, "1-2").value


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("1.5", "15", False),
        ("12-14", "1214", False),
        ("1,5", "15", False),
        ("10:30", "1030", False),
        ("1,000", "1000", True),
        ("1,000,000.5", "1000000.5", True),
        ("12–14", "12-14", True),
        ("$5.", "5", True),
    ],
)
def test_marks_between_digits_are_part_of_a_number(first: str, second: str, alike: bool) -> None:
    mine, theirs = (
        Analysis("", (Sentence((Token(text, text, "NUM", "CD"),), DependencyTree((-1,), ("root",))),))
        for text in (first, second)
    )
    result = fires("digits_missing", mine, theirs)
    assert result.conclusion == (() if alike else (0,))


def test_another_entity_is_another_name() -> None:
    biden, obama = says("Biden", EntityKind.PERSON), says("Obama", EntityKind.PERSON)
    for name in ("names_changed", "persons_lost"):
        assert fires(name, biden, obama, "3-3=entity=0.9").value == 1
    assert not fires("names_respelled", biden, obama, "3-3=entity=0.9").value


def test_a_name_linked_with_a_name_and_a_word_is_a_changed_name() -> None:
    two = tagged("He/PRON:2:nsubj says/VERB:0:root Rome/PROPN:4:compound City/PROPN:2:obj")
    other = tagged("He/PRON:2:nsubj says/VERB:0:root Paris/PROPN:4:compound town/NOUN:2:obj")
    links = "3-3=path=0.5 4-4=path=0.5"
    assert fires("names_changed", two, other, links).value == 1
    assert not fires("names_for_common_nouns", two, other, links).value


def test_names_are_told_in_order() -> None:
    text = tagged("Bo/PROPN:2:nsubj saw/VERB:0:root Rome/PROPN:2:obj", [Entity(2, 3, EntityKind.LOCATION)])
    assert fires("names_unlinked", text, tagged("it/PRON:0:root")).conclusion == (0, 2)
