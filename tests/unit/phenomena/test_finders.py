"""Candidates of finders in trees built by hand."""

from __future__ import annotations

import pytest

from helpers.aligned import aligned, tagged
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.naming import as_facts_say
from meantree.phenomena.search import candidates

WAS = "was/AUX/be/VBD:{0}:aux:pass repaired/VERB/repair/VBN:0:root"
NOTHING = tagged("yes/INTJ:0:root")


def of_kind(kind: str, hyp: Analysis, ref: Analysis, links: str = "") -> list[Candidate]:
    return [each for each in candidates(hyp, ref, aligned(hyp, ref, links)) if each.kind == kind]


@pytest.mark.parametrize(
    ("subject", "is_sure"),
    [
        ("bridges/NOUN/bridge/NNS:3:nsubj:pass", True),
        ("bridges/NOUN/bridge/NNS:5:nsubj:pass of/ADP:3:case steel/NOUN/steel/NN:1:nmod", True),
        ("batch/NOUN/batch/NN:5:nsubj:pass of/ADP:3:case bridges/NOUN/bridge/NNS:1:nmod", False),
        ("batch/NOUN/batch/NN:3:nmod of/ADP:3:case bridges/NOUN/bridge/NNS:5:nsubj:pass", False),
        ("batch/NOUN/batch/NN:5:dep of/ADP:1:fixed bridges/NOUN/bridge/NNS:5:nsubj:pass", False),
        ("city/NOUN/city/NN:4:dep bridges/NOUN/bridge/NNS:4:nsubj:pass", False),
        ("bridges/NOUN/bridge/NNS:4:nsubj:pass wall/NOUN/wall/NN:4:dep", False),
        ("bridges/NOUN/bridge/NNS:5:nsubj:pass and/CCONJ:3:cc wall/NOUN/wall/NN:5:dep", False),
    ],
)
def test_that_the_head_of_the_subject_must_be_sure(subject: str, is_sure: bool) -> None:
    verb = subject.count(":nsubj:pass") and subject.split(":nsubj:pass")[0].rsplit(":", 1)[1]
    verb_is = "were" if subject.startswith("batch") and "1:nmod" in subject else "was"
    text = tagged(f"{subject} {WAS.format(verb)}".replace("was/", f"{verb_is}/"))
    assert bool(of_kind("grammar.agreement", text, NOTHING)) == is_sure


def test_that_a_repetition_shows_both_occurrences_and_nothing_else() -> None:
    hyp = tagged(
        "the/DET:3:det lower/ADJ:3:amod reaches/NOUN:0:root of/ADP:6:case the/DET:6:det river/NOUN:3:nmod "
        "and/CCONJ:10:cc the/DET:10:det lower/ADJ:10:amod reaches/NOUN:3:conj"
    )
    ref = tagged("the/DET:2:det river/NOUN:0:root")
    (found,) = of_kind("repetition.added", hyp, ref)
    assert found.hypothesis == (7, 8, 9)
    assert found.hypothesis_place == (0, 1, 2, 7, 8, 9)
    (doubled,) = of_kind("repetition.added", tagged("a/DET:3:det a/DET:3:det dog/NOUN:0:root"), ref)
    assert (doubled.hypothesis, doubled.hypothesis_place) == ((1,), (0, 1))


@pytest.mark.parametrize(("between", "is_found"), [(3, True), (20, False)])
def test_that_a_phrase_in_a_long_list_is_not_repeated(between: int, is_found: bool) -> None:
    words = " ".join(f"number{word}/NOUN:2:conj" for word in range(between))
    hyp = tagged(f"red/ADJ:2:amod dogs/NOUN:0:root {words} red/ADJ:{between + 4}:amod dogs/NOUN:2:conj")
    assert bool(of_kind("repetition.added", hyp, tagged("dogs/NOUN:0:root"))) == is_found


def test_that_a_word_is_in_another_script_only_if_the_reference_is_not() -> None:
    hyp = tagged("أكد/VERB:0:root الوزير/NOUN:1:nsubj")
    assert not of_kind("untranslated.script", hyp, tagged("نفى/VERB:0:root الوزير/NOUN:1:nsubj"))
    assert of_kind("untranslated.script", hyp, tagged("denied/VERB:0:root minister/NOUN:1:nsubj"))


@pytest.mark.parametrize(
    ("rest", "cue"), [("", 1.0), ("today/ADV:2:advmod", 0.5), ("is/AUX:2:aux today/ADV:2:advmod", 1 / 3)]
)
def test_that_a_candidate_tells_whether_all_other_words_are_the_same(rest: str, cue: float) -> None:
    hyp = tagged(f"dogs/NOUN/dog/NNS:2:nsubj sleep/VERB:0:root {rest}".strip())
    ref = tagged("dog/NOUN/dog/NN:2:nsubj sleep/VERB:0:root ./PUNCT:2:punct")
    pair = Compared(hyp, ref, aligned(hyp, ref, "0-0 1-1"))
    for view in pair.views:
        assert pair.candidate(view, "plural.different", {0}, {0}).cues["otherwise_same"] == cue


def test_that_a_person_with_another_first_name_is_another_person_whose_name_is_shown_whole() -> None:
    person = [Entity(0, 2, EntityKind.PERSON, "")]
    hyp = tagged("Qin/PROPN:3:nsubj Haitao/PROPN:1:flat won/VERB:0:root", person)
    ref = tagged("Qin/PROPN:3:nsubj Hailu/PROPN:1:flat won/VERB:0:root", person)
    (found,) = of_kind("name.different", hyp, ref, "2-2=entity=0.8")
    assert (found.hypothesis, found.reference) == ((1,), (1,))
    assert found.hypothesis_place == found.reference_place == (0, 1)
    assert found.cues["part"] == 0


def test_that_a_name_in_one_word_and_in_two_is_the_same() -> None:
    hyp = tagged("Haiqing/PROPN:2:nsubj won/VERB:0:root", [Entity(0, 1, EntityKind.PERSON, "")])
    ref = tagged("Hai/PROPN:3:nsubj Qing/PROPN:1:flat won/VERB:0:root", [Entity(0, 2, EntityKind.PERSON, "")])
    assert not of_kind("name.different", hyp, ref, "1-1=entity=0.8")


@pytest.mark.parametrize(
    ("own", "other", "is_found"),
    [
        ("Bill", "William", False),
        ("Kate", "Catherine", False),
        ("Ted", "Edward", False),
        ("Ted", "Theodore", False),
        ("J.", "John", False),
        ("Mr.", "John", False),
        ("J.", "Peter", True),
        ("Edward", "Theodore", True),
        ("John", "Peter", True),
    ],
)
def test_that_short_forms_initials_and_titles_are_no_other_first_names(own: str, other: str, is_found: bool) -> None:
    person = [Entity(0, 2, EntityKind.PERSON, "")]
    hyp, ref = (tagged(f"{name}/PROPN:3:nsubj Miller/PROPN:1:flat won/VERB:0:root", person) for name in (own, other))
    assert bool(of_kind("name.different", hyp, ref, "1-1=entity=0.8 2-2")) == is_found


@pytest.mark.parametrize(
    ("hyp", "kind", "words"),
    [
        ("the/DET:3:det AEC/NOUN:3:compound ratio/NOUN:0:root", "name.different", "AEC ratio"),
        ("to/ADP:2:case there/ADV:0:root", "name.different", "there"),
        ("did/AUX:3:aux not/PART:3:advmod differ/VERB:0:root in/ADP:5:case ratio/NOUN:3:obl", "event.different", None),
        ("and/CCONJ:2:cc as/ADP:0:root", "name.different", ""),
    ],
)
def test_that_no_clause_and_no_function_word_stands_for_a_name(hyp: str, kind: str, words: str | None) -> None:
    text, ref = tagged(hyp), tagged("ECW/PROPN:2:nsubj fell/VERB:0:root")
    pair = Compared(text, ref, aligned(text, ref))
    found = as_facts_say(pair, Candidate("name.missing", tuple(range(len(text.tokens))), (0,), (0,)))
    said = None if found.quoted is None else " ".join(text.tokens[word].text for word in found.quoted[0])
    assert (found.kind, said) == (kind, words)


@pytest.mark.parametrize("kind", ["specificity.broader", "specificity.narrower"])
def test_that_a_truck_is_a_vehicle_though_they_paraphrase_each_other(kind: str) -> None:
    texts = [tagged(f"the/DET:2:det {noun}/NOUN:3:nsubj waits/VERB/wait/VBZ:0:root") for noun in ("vehicle", "truck")]
    hyp, ref = texts if kind == "specificity.broader" else reversed(texts)
    (found,) = of_kind(kind, hyp, ref, "1-1=identity=1 2-2=ppdb=0.8 3-3=identity=1")
    assert found.hypothesis == found.reference == (1,)
