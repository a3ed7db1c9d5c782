"""An error of each kind, planted in a sentence that the shipped pipeline analyses, and read again."""

from __future__ import annotations

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.store import AnalysisStore
from meantree.phenomena.catalogue import KINDS
from meantree.phenomena.planting.faults import CHANGES, HARMLESS, LAYERS, faults_by_text

pytestmark = pytest.mark.pipeline
EXAMPLES = [
    ("negation.missing", "The ministry did not confirm it.", "The ministry confirmed it."),
    ("negation.missing", "They will not come.", "They will come."),
    ("negation.missing", "No members paid the fee.", "Some members paid the fee."),
    ("negation.added", "The ministry has confirmed it.", "The ministry has not confirmed it."),
    ("negation.added", "The ministry confirmed it.", "The ministry did not confirm it."),
    ("modality.different", "All members must pay 20 euros.", "All members may pay 20 euros."),
    ("modality.missing", "Prices may be high.", "Prices are high."),
    ("modality.added", "The committee likes the plan.", "The committee may like the plan."),
    ("tense.different", "The minister visited the school.", "The minister will visit the school."),
    ("tense.different", "She will win the match.", "She won the match."),
    ("embedding.added", "The minister visited the church.", "The minister failed to visit the church."),
    ("embedding.added", "The club has published the letter.", "The club has failed to publish the letter."),
    ("embedding.missing", "They have tried to win.", "They have won."),
    ("clause.question", "She is here.", "Is she here?"),
    ("number.different", "She died in 2014.", "She died in 2012."),
    ("number.different", "They sold 20 cars and 30 boats.", "They sold 30 cars and 20 boats."),
    ("number.different", "They waited for three weeks.", "They waited for three days."),
    ("number.different", "The game ended on Monday.", "The game ended on Wednesday."),
    ("name.different", "The minister met Angela Merkel in Rome.", "The minister met Angela Schmidt in Rome."),
    ("quantifier.different", "All members must pay 20 euros.", "Some members must pay 20 euros."),
    ("degree.different", "It is a very clear letter.", "It is a fairly clear letter."),
    ("degree.different", "This tower is taller than ours.", "This tower is less tall than ours."),
    ("pronoun.different", "He bought a house.", "She bought a house."),
    ("plural.different", "She read the letters.", "She read the letter."),
    ("role.swapped", "He praised the striker.", "The striker praised him."),
    ("role.agent.different", "The suspect was seen by the police.", "The suspect was seen by the firefighter."),
    ("role.patient.different", "The doctor called the lawyers.", "The doctor called the judges."),
    ("role.agent.missing", "The suspect was seen by the police.", "The suspect was seen."),
    ("role.other.missing", "The minister discussed it with the president.", "The minister discussed it."),
    ("attachment.different", "The young minister met the engineer.", "The minister met the young engineer."),
    ("attachment.different", "The farmer from Texas met the doctor.", "The farmer met the doctor from Texas."),
    ("modifier.different", "She bought a red car in Rome.", "She bought a purple car in Rome."),
    ("modifier.missing", "The minister visited the old church.", "The minister visited the church."),
    ("modifier.added", "The police shot the person.", "The police shot the young person."),
    ("conjunct.missing", "She bought apples and pears.", "She bought apples."),
    ("event.missing", "He left because he was tired and ate it.", "He left because he was tired."),
    ("event.added", "Lokomotiv won the match.", "Lokomotiv won the match, and many people later regretted it."),
    ("opposite.different", "They asked men for help.", "They asked women for help."),
    ("specificity.broader", "The police found a pistol.", "The police found a weapon."),
    ("untranslated.word", "The government won.", "The gobierno won."),
    ("repetition.added", "He left the house.", "He left the the house."),
    ("grammar.article", "She bought a house.", "She bought an house."),
    ("grammar.agreement", "The roof was wet.", "The roof were wet."),
    ("harmless.passive", "The police found the weapon.", "The weapon was found by the police."),
    ("harmless.contraction", "They do not like it.", "They don't like it."),
    ("harmless.moved", "The club presented the players on Monday.", "On Monday, the club presented the players."),
    ("harmless.synonym", "They want to buy the house.", "They want to purchase the house."),
    ("harmless.digits", "She bought three books.", "She bought 3 books."),
]


@pytest.fixture(scope="module")
def planted() -> set[tuple[str, str, str]]:
    """Kind, text and faulty text of all changes of the examples that the parser reads as intended."""
    texts = list(dict.fromkeys(text for _, text, _ in EXAMPLES))
    analyses = list(load_analyser().analyse(texts, LAYERS))
    faults = faults_by_text(analyses, 1, AnalysisStore(), every=True)
    return {(fault.kind, fault.original, fault.faulty) for found in faults for fault in found}


@pytest.mark.parametrize(("kind", "text", "faulty"), EXAMPLES)
def test_that_an_error_is_planted(planted: set[tuple[str, str, str]], kind: str, text: str, faulty: str) -> None:
    assert (kind, text, faulty) in planted, sorted(each for each in planted if each[:2] == (kind, text))


def test_that_each_planter_has_an_example_and_is_of_a_kind() -> None:
    assert CHANGES.keys() == {kind for kind, *_ in EXAMPLES}
    assert {kind for kind in CHANGES if not kind.startswith(HARMLESS)} <= KINDS.keys()
