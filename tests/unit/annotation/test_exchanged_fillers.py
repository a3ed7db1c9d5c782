"""Texts in which two things exchanged their places: links, questions and findings agree about them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from meantree.alignment.aligner import align
from meantree.analysis.analyser import load_analyser
from meantree.analysis.frames import Filler, LinkKind
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.oversights import oversights
from meantree.annotation.proposals import preannotate
from meantree.annotation.rules import Rules
from meantree.phenomena.search import find

pytestmark = pytest.mark.pipeline

EXCHANGED = """\
The mayor criticized the {0} and praised the {1}. | police judges
The government supports the {0} but ignores the {1}. | farmers fishermen
The {0} said the {1} lied. | judge witness
The {0} claimed that the {1} knew the truth. | minister opposition
The {0} thinks that the {1} cheated. | teacher pupil
The {0} believed that the {1} stole the drugs. | doctor nurse
France attacked {0} and Italy attacked {1}. | Spain Greece
The army arrested the {0} and released the {1}. | students workers
When the {0} arrived, the {1} left. | president queen
The bank sued the {0} after the {1} left the board. | company investor
Russia sold the {0} and China bought the {1}. | oil gas
{0} gave {1} a book. | Ann Bob
The {0} sold the house to the {1}. | company city
The {0} sent the {1} a letter. | king bishop
The {0} killed five {1}. | rebels soldiers
Chinese {0} bought German {1}. | companies investors
The {0} bit the {1}. | dog man
{0} attacked {1} after {1} attacked {0}. | Iran Israel
The {0} were attacked by the {1}. | police protesters
The {0} said that the {1} had cheated its customers. | court company
Merkel criticized {0} and praised {1}. | Hollande Cameron
The {0} denied that the {1} had paid the rebels. | minister general
The {0} accused the {1} of breaking the law. | union government
The {0} asked his {1} to sell the car. | father son
The hunters saw the {0} and heard the {1}. | wolves bears
{0} replaced {1} as market leader. | Apple Google
The {0} informed the {1} about the plan. | committee ministry
The {0} said the {1} had called the police. | owner tenant
The {0} drove home and the {1} stayed at work. | father mother
Prices rose in {0} and fell in {1}. | Berlin Hamburg
The senate passed the {0} and rejected the {1}. | bill budget
The {0} who kissed the {1} laughed. | boy girl
The {0} were killed by the {1} near the border. | terrorists soldiers
"""
"""References with places of two things, which are exchanged in the translation."""
OTHERS = [
    ("The man to whom Ann wrote is old.", "The man who wrote to Ann is old.", "man Ann"),
    ("She gave the letter to the lawyer.", "The lawyer gave the letter to her.", "lawyer her"),
    (
        "The prime minister promised the unions a new law.",
        "The unions promised the prime minister a new law.",
        "unions minister",
    ),
    ("He wrote to the editor.", "The editor wrote to him.", "editor him"),
    ("The woman to whom the mayor wrote lives here.", "The woman who wrote to the mayor lives here.", "woman mayor"),
    ("China imposed tariffs on the US and Canada.", "The US imposed tariffs on China and Canada.", "US China"),
    (
        "The president of France visited the king of Spain.",
        "The king of Spain visited the president of France.",
        "king president",
    ),
    ("The suspect was questioned by the detective.", "The suspect questioned the detective.", "suspect detective"),
    ("Microsoft acquired the start-up.", "The start-up acquired Microsoft.", "start-up Microsoft"),
    ("He loves her.", "She loves him.", "She him"),
    ("I told them.", "They told me.", "They me"),
    (
        "Parliament forced the bank to help the farmers.",
        "The bank forced parliament to help the farmers.",
        "bank parliament",
    ),
    ("The old sailor rescued the young nurse.", "The young nurse rescued the old sailor.", "nurse sailor"),
]
"""Reference, translation and the two things."""
NOT_ASKED = "Bob gave Ann", "The man who", "The woman who", "The government accused"
"""So begin translations about which Return does not ask: one of the two is no filler, or three exchanged places."""
SAME = [
    (
        "The mayor criticized the police and praised the judges.",
        "The mayor praised the judges and criticized the police.",
    ),
    ("The dog bit the man.", "The man was bitten by the dog."),
    ("The judge said the witness lied.", "The witness lied, the judge said."),
    ("Ann gave Bob a book.", "Ann gave a book to Bob."),
    (
        "The army arrested the students and released the workers.",
        "The workers were released and the students arrested by the army.",
    ),
    ("The company sold the house to the city.", "The house was sold to the city by the company."),
    ("The president said that he would visit the queen.", "He would visit the queen, the president said."),
    ("He loves her.", "She is loved by him."),
    ("The police were attacked by the protesters.", "The protesters attacked the police."),
    ("Iran attacked Israel after Israel attacked Iran.", "After Israel had attacked Iran, Iran attacked Israel."),
    ("Merkel met Hollande before Hollande met Cameron.", "Merkel met Hollande before he met Cameron."),
    (
        "The men helped the women and the women thanked the men.",
        "The men helped the women and the men were thanked by the women.",
    ),
    (
        "The union accused the government of breaking the law.",
        "The government was accused by the union of breaking the law.",
    ),
]
"""Reference and translation."""
OTHER_ROLE = [
    ("The senate rejected the law.", "The court rejected the senate.", "senate"),
    ("The minister resigned.", "The president resigned the minister.", "minister"),
    ("Germany defeated Spain.", "Spain defeated France.", "spain"),
    ("The company sued the bank.", "The bank sued the firm.", "bank"),
    ("The door opened at noon.", "The guard opened the door at noon.", "door"),
    ("Gaddafi was killed in October.", "The rebels were killed by Gaddafi in October.", "gaddafi"),
]
"""Reference, translation and what has another role there, while something else has its role."""
SUBJECTS = {"her": "she", "him": "he", "them": "they", "me": "i"}


@cache
def analysed(text: str) -> Analysis:
    (found,) = load_analyser().analyse([text], Layers(1, roles=1, entities=1))
    return found


def exchanged() -> Iterator[tuple[str, str, str]]:
    for row in EXCHANGED.splitlines():
        reference, words = row.split(" | ")
        one, two = words.split()
        yield reference.format(one, two), reference.format(two, one), words
    yield from OTHERS


def asked(automatic: Annotation, hyp: Analysis, ref: Analysis) -> bool:
    found = oversights(automatic, automatic, {"hypothesis": hyp.words, "reference": ref.words})
    return any("the other way round" in each.text for each in found)


def said(text: Analysis, filler: Filler, words: set[str]) -> set[str]:
    forms = (text.words[token].casefold() for token in filler.tokens)
    return words & {SUBJECTS.get(form, form) for form in forms}


@pytest.mark.parametrize(("reference", "translation", "pair"), [*exchanged()])
def test_what_exchanged_its_place_is_not_linked_as_correct_and_asked_about(
    reference: str, translation: str, pair: str
) -> None:
    hyp, ref = analysed(translation), analysed(reference)
    words = {SUBJECTS.get(word.casefold(), word.casefold()) for word in pair.split()}
    made = preannotate(hyp, ref, rules=Rules(nouns=False))
    unlike = [
        kind
        for (own, other), kind in made.alignment.fillers.items()
        if (here := said(hyp, made.hypothesis[own[0]].fillers[own[1]], words))
        and (there := said(ref, made.reference[other[0]].fillers[other[1]], words))
        and here != there
    ]
    is_shown = any(each.shown and each.kind.name == "role.swapped" for each in find(hyp, ref, align(hyp, ref)))
    assert LinkKind.CORRECT not in unlike or not is_shown
    assert asked(made, hyp, ref) == (not translation.startswith(NOT_ASKED))


@pytest.mark.parametrize(("reference", "translation", "word"), OTHER_ROLE)
def test_what_has_another_role_is_linked_with_nothing_and_asked_about(
    reference: str, translation: str, word: str
) -> None:
    hyp, ref = analysed(translation), analysed(reference)
    made = preannotate(hyp, ref, rules=Rules(nouns=False))
    assert not [
        other
        for own, other in made.alignment.fillers
        if said(hyp, made.hypothesis[own[0]].fillers[own[1]], {word})
        or said(ref, made.reference[other[0]].fillers[other[1]], {word})
    ]
    found = oversights(made, made, {"hypothesis": hyp.words, "reference": ref.words})
    assert any("do not count as matched" in each.text and word in each.text.casefold() for each in found)


@pytest.mark.parametrize(("reference", "translation"), SAME)
def test_other_voices_and_orders_exchange_nothing(reference: str, translation: str) -> None:
    hyp, ref = analysed(translation), analysed(reference)
    assert not asked(preannotate(hyp, ref, rules=Rules(nouns=False)), hyp, ref)
