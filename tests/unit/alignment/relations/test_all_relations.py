"""Each lexical resource links what it knows, and not what merely looks like it."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.aligned import tagged
from helpers.aligned import tagged_flat as text
from meantree.alignment.relations.all_relations import CONTEXT, NAMES, RELATIONS, VECTORS
from meantree.alignment.relations.lexical_relation import Relation
from meantree.alignment.relations.word_meanings import WordVectors
from meantree.alignment.text_words import text_words
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis

NAMED = {relation.name: relation for relation in RELATIONS}


def found(relation: Relation, hyp: Analysis, ref: Analysis) -> dict[tuple[int, int], float]:
    strengths: dict[tuple[int, int], float] = {}
    for first, second, strength in relation.find(text_words(hyp), text_words(ref)):
        strengths[first, second] = max(strength, strengths.get((first, second), 0.0))
    return strengths


def test_there_are_ten_at_least_each_with_its_own_name() -> None:
    assert len(RELATIONS) >= 10
    assert len(set(NAMES)) == len(NAMES) == len(RELATIONS) + 3
    assert {VECTORS, CONTEXT, "hand"} < set(NAMES)


@pytest.mark.parametrize(
    ("name", "hyp", "ref"),
    [
        ("identity", "House/NOUN", "house/NOUN"),
        ("lemma", "went/VERB/go", "goes/VERB/go"),
        ("lemma", "children/NOUN/children", "child/NOUN/child"),
        ("stem", "national/ADJ", "nationality/NOUN"),
        ("derivation", "decide/VERB", "decision/NOUN"),
        ("synonym", "buy/VERB", "purchase/VERB"),
        ("synonym", "big/ADJ", "huge/ADJ"),
        ("hypernym", "oak/NOUN", "tree/NOUN"),
        ("hyponym", "tree/NOUN", "oak/NOUN"),
        ("antonym", "hot/ADJ", "cold/ADJ"),
        ("path", "dog/NOUN", "cat/NOUN"),
        ("lin", "dog/NOUN", "cat/NOUN"),
        ("ppdb", "drilling/NOUN", "piercing/NOUN"),
        ("spelling", "Schueller/PROPN", "Shueller/PROPN"),
        ("number", "two/NUM", "2/NUM"),
        ("number", "1,000/NUM", "1000/NUM"),
        ("number", "third/ADJ", "3rd/ADJ"),
        ("date", "Sept./PROPN", "September/PROPN"),
        ("date", "Mon/PROPN", "Monday/PROPN"),
        ("date", "'98/NUM", "1998/NUM"),
        ("date", "Sat/", "Saturday/PROPN"),
        ("date", "sept/NOUN", "September/PROPN"),
        ("number", "twenty-one/NUM", "21/NUM"),
        ("number", "second/ADJ", "2nd/ADJ"),
        ("acronym", "EU/PROPN", "European/PROPN Union/PROPN"),
        ("pronoun", "he/PRON", "him/PRON"),
        ("function word", "of/ADP", "'s/PART"),
        ("multiword", "premier/NOUN", "prime/ADJ minister/NOUN"),
    ],
)
def test_a_pair_that_it_knows(name: str, hyp: str, ref: str) -> None:
    pairs = found(NAMED[name], text(hyp), text(ref))
    assert set(pairs) == {(0, place) for place in range(len(ref.split()))}
    assert all(0 < strength <= 1 for strength in pairs.values())
    words = text_words(text(hyp)).words[0], text_words(text(ref)).words[0]
    assert name == "identity" or NAMED[name].detail(*words)


@pytest.mark.parametrize(
    ("name", "hyp", "ref"),
    [
        ("identity", "house/NOUN", "houses/NOUN"),
        ("lemma", "went/VERB/go", "gone/ADJ/gone"),
        ("lemma", "1.5/NUM", "15/NUM"),
        ("stem", "1.5/NUM", "15/NUM"),
        ("stem", "nation/NOUN", "notion/NOUN"),
        ("derivation", "decide/VERB", "derision/NOUN"),
        ("synonym", "buy/VERB", "sell/VERB"),
        ("hypernym", "tree/NOUN", "oak/NOUN"),
        ("hyponym", "oak/NOUN", "tree/NOUN"),
        ("antonym", "hot/ADJ", "warm/ADJ"),
        ("path", "dog/NOUN", "idea/NOUN"),
        ("lin", "dog/NOUN", "idea/NOUN"),
        ("ppdb", "drilling/NOUN", "singing/NOUN"),
        ("spelling", "Schueller/PROPN", "Miller/PROPN"),
        ("spelling", "agricultural“aircraft/NOUN", "agriculture/NOUN"),
        ("spelling", "aircraft(s)/NOUN", "aircrafts/NOUN"),
        ("number", "two/NUM", "3/NUM"),
        ("date", "Sept./PROPN", "August/PROPN"),
        ("date", "98/NUM", "1998/NUM"),
        ("date", "sat/VERB/sit", "Saturday/PROPN"),
        ("date", "sat/", "Saturday/PROPN"),
        ("date", "sun/NOUN", "Sunday/PROPN"),
        ("date", "mar/VERB", "March/PROPN"),
        ("date", "may/AUX", "May/PROPN"),
        ("date", "dec/VERB", "December/PROPN"),
        ("number", "second/NOUN", "two/NUM"),
        ("number", "second/VERB", "2/NUM"),
        ("number", "once/ADV", "first/ADJ"),
        ("number", "twice/ADV", "second/ADJ"),
        ("acronym", "EU/PROPN", "European/PROPN Bank/PROPN"),
        ("acronym", "eu/NOUN", "every/DET user/NOUN"),
        ("pronoun", "he/PRON", "we/PRON"),
        ("function word", "of/ADP", "with/ADP"),
        ("multiword", "premier/NOUN", "prime/ADJ number/NOUN"),
    ],
)
def test_a_near_pair_that_it_does_not_know(name: str, hyp: str, ref: str) -> None:
    assert not found(NAMED[name], text(hyp), text(ref))


def test_kinds_of_things_are_alike_the_fewer_the_steps() -> None:
    hypernym = NAMED["hypernym"]
    near, far = (found(hypernym, text("poodle/NOUN"), text(f"{word}/NOUN"))[0, 0] for word in ("dog", "carnivore"))
    assert near > far
    oak, tree = (text_words(text(f"{word}/NOUN")).words[0] for word in ("oak", "tree"))
    assert hypernym.detail(oak, tree) == "“oak” is a kind of “tree”, 1 step up"


def test_a_particle_may_stand_far_from_its_verb() -> None:
    hyp = tagged("turned/VERB/turn:0:root it/PRON:1:obj down/ADP:1:compound:prt")
    assert set(found(NAMED["particle verb"], hyp, text("rejected/VERB/reject"))) == {(0, 0), (2, 0)}
    assert not found(NAMED["particle verb"], hyp, text("sang/VERB/sing"))


def test_a_light_verb_leaves_the_meaning_to_its_object() -> None:
    hyp = tagged("made/VERB/make:0:root a/DET:3:det decision/NOUN:1:obj")
    assert set(found(NAMED["light verb"], hyp, text("decided/VERB/decide"))) == {(0, 0), (2, 0)}
    assert not found(NAMED["light verb"], hyp, text("derided/VERB/deride"))
    assert not found(NAMED["light verb"], text("saw/VERB/see decision/NOUN"), text("decided/VERB/decide"))


def test_names_of_one_kind_and_equal_values_by_the_recogniser() -> None:
    def named(words: str, kind: EntityKind, value: str = "") -> Analysis:
        plain = text(words)
        return tagged(
            " ".join(f"{token.text}/{token.upos}:{place}:dep" for place, token in enumerate(plain.tokens)),
            [Entity(0, len(plain.tokens), kind, value)],
        )

    one = named("Maria/PROPN Diaz/PROPN", EntityKind.PERSON)
    others = found(NAMED["entity"], one, named("Carlos/PROPN", EntityKind.PERSON))
    assert set(others) == {(0, 0), (1, 0)}
    assert max(others.values()) <= 0.3  # so that nothing takes two persons for the same
    assert not found(NAMED["entity"], one, named("Medellin/PROPN", EntityKind.LOCATION))
    day = named("July/PROPN twenty-eighth/ADJ", EntityKind.DATE, "--07-28")
    same = named("28/NUM July/PROPN", EntityKind.DATE, "--07-28")
    assert set(found(NAMED["date"], day, same)) == {(0, 1)}
    written = named("seven-twenty-eight/NUM", EntityKind.DATE, "--07-28")
    assert set(found(NAMED["date"], written, same)) == {(0, 0), (0, 1)}


def test_vectors_of_a_pipeline() -> None:
    vectors = {"frobs": [1.0, 0.0], "quuxes": [0.8, 0.6], "zorks": [0.0, 1.0]}
    relation = WordVectors(lambda words: np.array([vectors[word] for word in words]))
    assert found(relation, text("frobs/NOUN"), text("quuxes/NOUN zorks/NOUN")) == {(0, 0): pytest.approx(0.8)}


NOT_THE_SAME = frozenset({"antonym", "entity", "pronoun", "function word"})


def known(hyp: str, ref: str) -> set[str]:
    first, second = (text_words(tagged(f"{word}:0:root")) for word in (hyp, ref))
    return {relation.name for relation in RELATIONS if [*relation.find(first, second)]}


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [
        ("12/NUM", "21/NUM"),
        ("1,500/NUM", "15/NUM"),
        ("1,500/NUM", "1.5/NUM"),
        ("Monday/PROPN", "Tuesday/PROPN"),
        ("June/PROPN", "July/PROPN"),
        ("million/NUM", "billion/NUM"),
        ("sixteen/NUM", "sixty/NUM"),
        ("12-15/NUM", "12/NUM"),
        ("21/NUM", "twenty/NUM"),
        ("always/ADV", "never/ADV"),
        ("ever/ADV", "never/ADV"),
        ("before/ADP", "after/ADP"),
        ("more/ADV", "less/ADV"),
        ("most/ADV", "least/ADV"),
    ],
)
def test_no_resource_makes_unequal_values_or_opposites_the_same(hyp: str, ref: str) -> None:
    assert known(hyp, ref) <= NOT_THE_SAME
    assert known(ref, hyp) <= NOT_THE_SAME


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [("always/ADV", "never/ADV"), ("before/SCONJ", "after/SCONJ"), ("more/ADJ", "less/ADJ"), ("ever/ADV", "never/ADV")],
)
def test_opposites_are_known_as_such(hyp: str, ref: str) -> None:
    assert "antonym" in known(hyp, ref)
    assert "antonym" in known(ref, hyp)


@pytest.mark.parametrize(
    ("hyp", "ref"),
    [("12/NUM", "dozen/NOUN"), ("Monday/PROPN", "Mondays/PROPN/Monday"), ("always/ADV", "constantly/ADV")],
)
def test_what_means_the_same_still_does(hyp: str, ref: str) -> None:
    assert known(hyp, ref) - NOT_THE_SAME
