"""Names, values and small words that refer."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged, view
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis
from meantree.phenomena import names, pronouns_and_articles, values
from meantree.phenomena.feature import Firing

FEATURES = (*names.FEATURES, *pronouns_and_articles.FEATURES, *values.FEATURES)


def says(word: str, kind: EntityKind | None = None, value: str = "", upos: str = "PROPN") -> Analysis:
    """``He says WORD``, an entity perhaps."""
    entities = [Entity(2, 3, kind, value)] if kind is not None else []
    return tagged(f"He/PRON:2:nsubj says/VERB:0:root {word}/{upos}:2:obj", entities)


def fires(name: str, conclusion: Analysis, premise: Analysis, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


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
    second = next(name for name in names.NAMED if name != kind)
    assert not fires(name, says("Victoria", second), says("Paris", second)).value


def test_pronouns_for_names() -> None:
    name, pronoun = says("Rome"), says("it", upos="PRON")
    assert fires("pronouns_for_nouns", pronoun, name, "3-3=pronoun=0.5").value == 0.5
    assert not fires("pronouns_for_nouns", name, name).value


def test_one_name_in_two_spellings() -> None:
    for first, second in (("U.S.", "US"), ("Haiqing", "Hai Qing")):
        name, other = says(first, EntityKind.LOCATION), tagged("Hai/PROPN:0:root Qing/PROPN:1:flat US/PROPN:1:flat")
        assert not fires("places_lost", name, other).value, second


def test_names_for_common_nouns() -> None:
    rome = says("Rome", EntityKind.LOCATION)
    assert fires("names_for_common_nouns", rome, says("cities", upos="NOUN"), "3-3=path=0.5").value == 1
    assert not fires("names_for_common_nouns", rome, says("Paris"), "3-3=path=0.5").value
    assert not fires("names_for_common_nouns", rome, says("Roman", upos="ADJ"), "3-3=derivation=0.85").value
    assert not fires("names_for_common_nouns", says("Chief"), says("head", upos="NOUN"), "3-3=path=0.5").value


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


def test_numbers_are_known_by_their_digits() -> None:
    road, other = (says(word, upos="NUM") for word in ("A81", "A82"))
    assert not fires("numbers_missing", road, says("81", EntityKind.NUMBER, "81", "NUM")).value
    assert fires("numbers_missing", other, says("81", EntityKind.NUMBER, "81", "NUM")).value == 1


def test_ten_times_as_much_is_another_number() -> None:
    fifty, five = says("50", EntityKind.NUMBER, "50", "NUM"), says("5", EntityKind.NUMBER, "5", "NUM")
    assert fires("numbers_missing", fifty, five).value == 1


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


def test_another_entity_is_another_name() -> None:
    biden, obama = says("Biden", EntityKind.PERSON), says("Obama", EntityKind.PERSON)
    assert fires("persons_lost", biden, obama, "3-3=entity=0.9").value == 1
    assert not fires("names_respelled", biden, obama, "3-3=entity=0.9").value
