"""Errors planted in sentences that the shipped pipeline analyses."""

from __future__ import annotations

import re

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.errors import UsageError
from meantree.faults.planting import KEEPING, KINDS, LAYERS, PLANTERS, faults_by_text, faults_in
from meantree.findings.kinds import KINDS as FINDING_KINDS

pytestmark = pytest.mark.pipeline


def changes(text: str) -> set[tuple[str, str]]:
    """All changes of a text: kind and changed text."""
    (analysis,) = load_analyser().analyse([text], LAYERS)
    return {(fault.kind, fault.faulty) for fault in faults_in(analysis, (*PLANTERS, *KEEPING))}


@pytest.mark.parametrize(
    ("text", "kind", "faulty"),
    [
        ("The ministry did not confirm it.", "negation.lost", "The ministry confirmed it."),
        ("The ministry has confirmed it.", "negation.added", "The ministry has not confirmed it."),
        ("They sold 20 cars and 30 boats.", "number.changed", "They sold 30 cars and 20 boats."),
        ("She bought a red car in Rome.", "modifier.changed", "She bought a black car in Rome."),
        ("An Indian scientist won it.", "modifier.changed", "A Greek scientist won it."),
        ("The goalkeeper praised the striker.", "role.swapped", "The striker praised the goalkeeper."),
        ("All members must pay 20 euros.", "modality.changed", "All members may pay 20 euros."),
        ("All members must pay 20 euros.", "quantifier.changed", "Some members must pay 20 euros."),
        ("The minister visited the old church.", "modifier.lost", "The minister visited the church."),
        ("The minister visited the church.", "embedding.added", "The minister failed to visit the church."),
        ("They are in the largest city.", "degree.changed", "They are in the larger city."),
        ("The police found the weapon.", "harmless.passive", "The weapon was found by the police."),
        ("She bought three books.", "harmless.digits", "She bought 3 books."),
        ("She is here.", "clause.question", "Is she here?"),
        ("“The goalkeeper is here,” she said.", "repetition.added", "“The The goalkeeper is here,” she said."),
        ("It is 10 kilometers wide.", "number.changed", "It is 13 kilometers wide."),
        ("They live 10 kilometers from here.", "number.changed", "They live 10 miles from here."),
        ("They waited for three weeks.", "number.changed", "They waited for three days."),
        ("The students staged this fair.", "embedding.added", "The students failed to stage this fair."),
        ("He praised the striker.", "role.swapped", "The striker praised him."),
        ("Prices may be high.", "modality.lost", "Prices are high."),
        ("They have tried to win.", "embedding.lost", "They have won."),
        ("The minister discussed the plan with the president.", "role.other.lost", "The minister discussed the plan."),
        ("Some of the members must pay.", "quantifier.changed", "All of the members must pay."),
        ("She found an important letter.", "degree.changed", "She found a more important letter."),
        ("She wrote long letters.", "plural.changed", "She wrote a long letter."),
        ("The video was made in Rome.", "tense.changed", "The video will be made in Rome."),
        ("It shows when he wants to go.", "embedding.lost", "It shows when he goes."),
        ("An 18 year-old died in Rome.", "number.changed", "A 15 year-old died in Rome."),
        ("This tower is taller than ours.", "degree.changed", "This tower is as tall as ours."),
        ("The police shot the person.", "modifier.added", "The police shot the young person."),
        ("It is a large city in Texas.", "degree.changed", "It is the largest city in Texas."),
        ("They live in a larger house.", "degree.changed", "They live in a large house."),
        ("It is one of the most popular films.", "degree.changed", "It is one of the more popular films."),
        (
            "The young minister met the engineer.",
            "attachment.changed",
            "The minister met the young engineer.",
        ),
        ("The farmer from Texas met the doctor.", "attachment.changed", "The farmer met the doctor from Texas."),
        ("The doctor called the firefighters.", "role.patient.changed", "The doctor called the paramedics."),
        ("The suspect was seen by the police.", "role.agent.changed", "The suspect was seen by the firefighters."),
        ("The club has published the letter.", "embedding.added", "The club has failed to publish the letter."),
        ("He came and praised them.", "embedding.added", "He came and failed to praise them."),
        ("She was asked to leave the house.", "embedding.lost", "She left the house."),
        ("It is a very clear letter.", "degree.changed", "It is a fairly clear letter."),
        ("They asked men for help.", "opposite.changed", "They asked women for help."),
        ("Two people were injured.", "role.patient.changed", "Two tourists were injured."),
        ("Trying to open the door, she fell.", "embedding.lost", "Opening the door, she fell."),
        ("She died at the age of 104.", "number.changed", "She died at the age of 106."),
        ("She returned to Rome after the war.", "opposite.changed", "She returned to Rome before the war."),
        ("It fell in the south of Texas.", "opposite.changed", "It fell in the north of Texas."),
        ("The police found a pistol.", "specificity.broader", "The police found a weapon."),
        ("The minister failed to respond.", "embedding.lost", "The minister responded."),
        ("He Cannot See a Candidate", "pronoun.changed", "She Cannot See a Candidate"),
        ("Lokomotiv won the match.", "event.added", "Lokomotiv won the match, which caused a heated debate."),
        (
            "The assembly has a hall. The roof was wet.",
            "grammar.agreement",
            "The assembly has a hall. The roof were wet.",
        ),
    ],
)
def test_that_an_error_is_planted(text: str, kind: str, faulty: str) -> None:
    assert (kind, faulty) in changes(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Black holes have not been observed yet.", "negation.lost"),
        ("As her father had before her, she had caught a cold.", "negation.added"),
        ("A fire occurred in Texas.", "negation.added"),
        ("It could have been big, could have been great.", "negation.added"),
        ("We threw them under the bus.", "specificity.broader"),
        ("They want to inflate credentials.", "specificity.broader"),
        ("The small plane hit a bird, and they saw the aircraft.", "attachment.changed"),
        ("The plane took off from Marl and stopped at the airport in Texas.", "attachment.changed"),
        ("Her lawyer was a farmer from Texas.", "attachment.changed"),
        ("Try to touch the wall.", "embedding.lost"),
        ("They were successfully elected.", "opposite.changed"),
        ("They update it to a newer one.", "degree.changed"),
        ("There are no hard and fast rules.", "conjunct.lost"),
        ("I will say that it is hard.", "modality.changed"),
        ("I think maybe they have bad teachers.", "modality.lost"),
        ("Daniel was picked up by an investigator in a black car.", "role.swapped"),
        ("The police questioned the minister.", "role.agent.changed"),
        ("My wife left.", "plural.changed"),
        ("They made mistakes when trying to improve it.", "embedding.lost"),
        ("The minority of the rain fell in Rome.", "opposite.changed"),
        ("He offered the limited tickets.", "plural.changed"),
        ("The signs are vital, but the patient has no vital signs.", "harmless.synonym"),
        ("The plates were four feet or three feet wide.", "harmless.digits"),
        ("The huge forms of the ships loomed over a tiny house.", "attachment.changed"),
        ("His aim is to try to stop the minister.", "embedding.lost"),
        ("They met a small child.", "opposite.changed"),
        ("She asked whether they disagree.", "opposite.changed"),
        ("The poor relations are a problem.", "opposite.changed"),
        ("It was accepted into the navy.", "opposite.changed"),
        ("It is even more important.", "opposite.changed"),
        ("They talked until the end of the day.", "opposite.changed"),
        ("He was named after the war.", "opposite.changed"),
        ("I must congratulate the students.", "modality.changed"),
        ("He swears that he will come.", "modality.changed"),
        ("The traveler stood up from the table.", "event.added"),
        ("The sea stretched away to the horizon.", "modality.added"),
        ("We met back in high school.", "embedding.added"),
        ("They combine faith and hypocrisy.", "conjunct.lost"),
        ("Build in or add something to it.", "event.lost"),
        ("They bought time for the research.", "harmless.synonym"),
        ("There you go again.", "tense.changed"),
        ("Ordered to disband, the delegates reconvened in April.", "plural.changed"),
        ("The user will find it.", "plural.changed"),
        ("Using the microscope volunteers can find the particles.", "plural.changed"),
        ("They were closed to our readers.", "plural.changed"),
        ("The flu infected about 500 million people.", "role.patient.changed"),
        ("It is the largest square in the world after Tiananmen.", "modifier.lost"),
        ("The park has never before been open to the public.", "negation.lost"),
        ("The prime minister met the reporters.", "role.agent.changed"),
        ("If the Empire could not stop the Enemy before, what hope did they have?", "modifier.added"),
        ("We keep animals, from beetles to cockroaches.", "specificity.broader"),
        ("He altered his course to attempt to escape any pursuers.", "embedding.lost"),
        ("Unless the house was warm, we stayed outside.", "grammar.agreement"),
        ("They pushed the buttons for every floor.", "plural.changed"),
        ("The rescued members included many children.", "plural.changed"),
        ("They demand time from the markets and sacrifices from the Italians.", "conjunct.lost"),
        ("They defended Paris from invasion and the government from a coup.", "conjunct.lost"),
        ("The President met the reporters on Monday.", "name.changed"),
        ("The train arrived, and the train that arrived carried gold.", "negation.added"),
        ("She drank red wine in Rome.", "modifier.changed"),
        ("It costs two Swiss francs.", "modifier.changed"),
        ("These people only carry the best glass.", "negation.added"),
        ("They called the police yesterday.", "tense.changed"),
        ("Bayern met Dortmund.", "role.swapped"),
        ("His life was between music and addiction.", "conjunct.lost"),
        ("They are 30 years old.", "opposite.changed"),
        ("There were many, many visitors.", "quantifier.changed"),
        ("If they were to run, they could win.", "modality.changed"),
        ("A small dog bit a larger cat.", "degree.changed"),
        ("He made a mistake.", "embedding.added"),
        ("Everyone did their best.", "pronoun.changed"),
        ("They were told by the police and asked to leave.", "role.agent.lost"),
        ("The company presented the plan to the minister, and she accepted it.", "role.other.lost"),
        ("They spread so that they can live in the city.", "modality.changed"),
        ("They could possibly win the game.", "modality.lost"),
        ("The storm should be near the island on Sunday.", "modality.lost"),
        ("Sometimes the plant mimics an insect.", "modality.added"),
        ("TEACHERS ARE SO MEAN THEY GET MAD.", "pronoun.changed"),
        ("They drink nectar and then they are sticky.", "pronoun.changed"),
        ("If the eggs are bad, throw them away.", "pronoun.changed"),
        ("It is fine against a wall.", "plural.changed"),
        ("These were the third and fourth victories of the season.", "conjunct.lost"),
        ("No nominee has been declared.", "specificity.broader"),
        ("The assembly was dissolved.", "grammar.agreement"),
        ("The city experienced the coldest night in July.", "harmless.passive"),
        ("I think of it as fun sometimes.", "negation.added"),
        ("The suspect is described as follows: He is tall.", "negation.added"),
        ("The town he grew up in is small, and he grew up there.", "embedding.added"),
        ("It is a beautiful site and a wonderful idea.", "degree.changed"),
        ("Only a small portion was from Rome.", "degree.changed"),
        ("It would go against the constitution.", "modifier.added"),
        ("These men work in the private sector of the industry.", "attachment.changed"),
        ("If you would like, we can call you.", "modality.changed"),
        ("Theyre probably just drawn for the show.", "clause.question"),
        ("Many hundreds of vehicles took part.", "quantifier.changed"),
        ("They delivered almost all of my items.", "quantifier.changed"),
        ("According to one source, the club has already informed the soccer player of its decision.", "role.swapped"),
        ("He threw a party.", "role.swapped"),
        ("They had a plan that they could pull off the shelf.", "modifier.added"),
        ("They will release every affiliate, related party and subsidiary.", "conjunct.lost"),
        ("Service was slow, but friendly.", "opposite.changed"),
        ("They sell fiction and best sellers.", "harmless.synonym"),
        ("They will even more rapidly crack the code.", "degree.changed"),
        ("It happened for the third time.", "modifier.lost"),
        ("Two buses collided.", "embedding.added"),
        ("I am not sure how the market will react.", "negation.lost"),
        ("I doubt you will get an answer.", "modality.changed"),
        ("The storm “Hanna” made landfall in Texas.", "embedding.added"),
        ("The woman left the house when she heard the screams.", "embedding.added"),
        ("The media reported that he wants to sign a contract.", "embedding.lost"),
        ("He tried to come back and give her flowers.", "embedding.lost"),
        ("Here are some articles about the war.", "quantifier.changed"),
        ("This is not a serious problem.", "degree.changed"),
        ("He studied the structure of the markets.", "plural.changed"),
        ("The abductor entered his wife's ward.", "role.swapped"),
        ("They identify heavy polluters.", "role.patient.changed"),
        ("This is reported by the Guardian, referring to a survey.", "role.agent.lost"),
        ("The Russian naval fleet was equipped with ships.", "modifier.lost"),
        ("The team defeated the club on its home field.", "harmless.passive"),
        ("Earlier Smith named several differences.", "harmless.passive"),
        ("RIA Novosti journalists published pictures on Sunday.", "harmless.moved"),
        ("She is a Chinese restaurant owner who met the acting governor.", "specificity.broader"),
        ("It is possible that I must leave the house.", "modality.changed"),
        ("This is our prediction of what we will see.", "modality.changed"),
        ("Sometimes, this will cause changes.", "modality.changed"),
        ("Sources tell us that the film is good.", "modality.added"),
        ("We expected them to give us more.", "role.swapped"),
        ("She gave him the letter.", "pronoun.changed"),
        ("The products attracted tourists who came to buy them.", "pronoun.changed"),
        ("The Austrian officers defended the country.", "attachment.changed"),
        ("For the same reason he met the relatives.", "attachment.changed"),
        ("The Islamic fighters met the nonbelievers.", "attachment.changed"),
        ("The powerful committee controls the government.", "attachment.changed"),
        ("The featured guests at the dinner? Scalia and Thomas.", "conjunct.lost"),
        ("A study showed that the managers questioned had a low level of knowledge.", "embedding.added"),
        ("He fought them and led to a war.", "embedding.added"),
        ("China is trying to develop a weapon.", "embedding.lost"),
        ("Lawmakers offered 77 amendments, and they introduced 66 in May.", "embedding.added"),
        ("He asked why the house should be used.", "modality.changed"),
        ("The club watched the match in a report.", "harmless.passive"),
        ("They failed to stop the war, in violation of the law.", "embedding.lost"),
        ("Otherwise you do not fit in.", "negation.lost"),
        ("The industry was hit by the ministry because it allowed the import.", "role.agent.lost"),
        ("The club was hit by the ministry because it allowed the import.", "role.swapped"),
        ("The government does not lower the guard.", "role.patient.changed"),
        ("One line served the town, others connected the station and the port.", "harmless.passive"),
        ("The companies produced less than in May.", "embedding.added"),
        ("She will play today and will win the match.", "modality.changed"),
        ("They had not the slightest idea of it.", "modifier.lost"),
        ("The president did not exceed his authority.", "role.patient.changed"),
        ("Compared to the boys, girls are represented more often.", "role.patient.changed"),
        ("The men punched and kicked their unsuspecting victim.", "role.patient.changed"),
        ("It was a bad defeat for the club.", "opposite.changed"),
        ("The company employs nearly half a million people.", "role.patient.changed"),
        ("She was hit by a fellow soldier.", "role.agent.changed"),
        ("It is considered the national sport.", "opposite.changed"),
        ("For a long time, lagging behind Asia, Europe is now gaining ground.", "event.lost"),
        ("Instead of a dictator, a society will be united by priests.", "role.agent.lost"),
        ("It was necessary to make republicans.", "specificity.broader"),
        ("The wreckage suggests that the plane struck the house in good condition.", "harmless.passive"),
        ("The fire was probably caused by the driver.", "clause.question"),
        ("It comes down to taste - it comes down to ideas.", "modality.added"),
        ("A seven-year-old boy was injured.", "role.patient.changed"),
        ("The Minister Leaves As He Cannot See a Candidate", "role.swapped"),
        (
            "The floral arrangements arranged on the alleys of the park count over 1,200 varieties of roses .",
            "tense.changed",
        ),
        ("He bought a house - a big one with a garden.", "event.added"),
        ("The minister warned: The school is in danger.", "tense.changed"),
        ("“The school is in danger,” the minister warned.", "modality.added"),
        ("The club presented the players and thanked the fans on Sunday.", "harmless.moved"),
        ("The club hopes to present the players on Sunday.", "harmless.moved"),
        ("The club presented the players in July on Sunday.", "harmless.moved"),
        ("The club did not present the players on Sunday.", "harmless.moved"),
        ("The club again presented the players on Sunday.", "harmless.moved"),
        ("The fish died quickly.", "negation.added"),
        ("The soldiers died of hunger.", "opposite.changed"),
        ("About 5,000 people have died in Texas.", "negation.added"),
        ("The book is suitable for all ages.", "quantifier.changed"),
        ("The chairs are in every other row.", "quantifier.changed"),
        ("He is one of the best players.", "degree.changed"),
        ("Although holes cannot be seen, they can be heard.", "negation.lost"),
        ("It focused on the historic aspects.", "modifier.lost"),
        ("Munich 1860 won the match.", "name.changed"),
        ("Einstein thought that holes were a singularity.", "event.added"),
        ("The rain occurred in the village.", "harmless.synonym"),
        ("They expressed concern that the flood will lead to outbreaks.", "modality.changed"),
        ("The vibrations spread at light speed.", "modifier.lost"),
        ("The president wrote on Twitter.", "name.changed"),
        ("To discover the truth, he is forced to ask them.", "negation.added"),
        ("The vast majority of the workers paid.", "opposite.changed"),
        ("He asked his business friend.", "opposite.changed"),
        ("The driver left the house.", "plural.changed"),
        ("I took these pictures.", "embedding.added"),
        ("The club took the ball thanks to a trick.", "embedding.added"),
        ("The board threw the minister out of the party.", "harmless.passive"),
        ("The decree stipulates that all guests must pay.", "modality.changed"),
        ("The club should at least discuss it.", "negation.added"),
        ("The answer is, like many other answers, a riddle.", "negation.added"),
        ("The country is reporting a case for the first time.", "negation.added"),
        ("She escaped her difficult situation.", "harmless.synonym"),
        ("He learned that the wall cracked and went to the house.", "negation.added"),
        ("A 19-year old man fell.", "modifier.lost"),
        ("She found the restaurant.", "specificity.broader"),
        ("He collided with the wall.", "embedding.added"),
        ("He smashed into the car.", "embedding.added"),
        ("She investigated the film through repeated experiments.", "embedding.added"),
        ("He has attempted to play different roles.", "embedding.lost"),
        ("She supports the child and her elderly parents.", "attachment.changed"),
        ("The city will grow with help from the local economy.", "attachment.changed"),
        ("When Harry heard William describe Meghan, he felt sad about his brother.", "role.swapped"),
        ("The driver was punished for driving too fast.", "role.agent.changed"),
        ("The team has scored 20 goals.", "role.agent.changed"),
        ("He founded it with his friends John Smith and Peter Miller.", "conjunct.lost"),
        ("They offended against public health.", "opposite.changed"),
        ("I am happy about the victory.", "opposite.changed"),
        ("The man said that he was tired.", "opposite.changed"),
        ("She won great acclaim.", "opposite.changed"),
        ("By 2008, the river became a ditch.", "negation.added"),
        ("The rate was 5 percent.", "negation.added"),
        ("The suspect was taken into custody by the police.", "role.agent.changed"),
        ("They escaped their difficult situation.", "opposite.changed"),
        ("He believes that black holes exist.", "modifier.lost"),
        ("Some grasses, this means all grains, are old.", "quantifier.changed"),
        ("She spotted it too late.", "opposite.changed"),
        ("They continue to improve the house.", "opposite.changed"),
        ("It would help if the doctor was here.", "grammar.agreement"),
        ("It counts the residents and the legal residents.", "modifier.lost"),
        ("He was run over by a driver.", "role.agent.changed"),
        ("About 300 people live in Rome.", "role.agent.changed"),
        ("The parties have reached a new dimension.", "embedding.added"),
        ("They walk at high altitudes.", "modifier.lost"),
        ("They did not rule out that storms may occur.", "modality.changed"),
        ("The village has a population of 300 people.", "negation.added"),
        ("He won many prizes.", "embedding.added"),
        ("The boat surfaced near me. I found it strange.", "tense.changed"),
        ("The minister arrived in Rome.", "opposite.changed"),
        ("It is an important reason.", "opposite.changed"),
        ("Her child found a job.", "modifier.added"),
        ("I photographed this last week.", "embedding.added"),
        ("It covers 20 people, half of the fishermen.", "role.patient.changed"),
        ("They sang, danced and praised them.", "embedding.added"),
        ("The races will not take place due to the storm.", "negation.lost"),
        ("The film pays tribute to heroes.", "opposite.changed"),
        ("The hall holds 500 spectators.", "role.patient.changed"),
        ("She gained a clear victory over him.", "degree.changed"),
        ("They met at light speed.", "opposite.changed"),
        ("She supports her child.", "opposite.changed"),
        ("This gives rise to doubts.", "opposite.changed"),
        (
            "We hypothesized that the children, who were over the age of six at the time of collection, would have "
            "adult-like SI interpretations.",
            "event.lost",
        ),
        ("The theory are correct.", "grammar.agreement"),
        ("They see it from the historical viewpoint.", "modifier.lost"),
        ("They gave tips for difficult figures.", "modifier.lost"),
        ("It took longer than many films take.", "quantifier.changed"),
        ("She loved the jeans.", "plural.changed"),
        ("Ships intended to carry grain arrived.", "embedding.lost"),
        ("She had worked for most of her career on it.", "embedding.added"),
        ("The army included the volunteers.", "harmless.passive"),
        ("The prop team from the Japanese school worked around the clock.", "attachment.changed"),
        ("He shot the ball into the net.", "plural.changed"),
        ("Since they cannot come, he left.", "negation.lost"),
        ("Among other things, she spoke about her friends.", "embedding.added"),
        ("Chelsea won the match.", "name.changed"),
        ("The anti-Angela Merkel protest ended.", "name.changed"),
        ("We train our employees at agencies.", "plural.changed"),
        ("The biker avoided the car, but hit the vehicle.", "plural.changed"),
        ("She travels with her husband.", "specificity.broader"),
        ("Born in Tokyo, she moved to Texas as a child.", "tense.changed"),
        ("Many more visitors came.", "quantifier.changed"),
        ("They gave it to the relevant authorities.", "modifier.lost"),
        ("Although some towns were dark, there were reports.", "quantifier.changed"),
        ("He was treated politely in Texas.", "modifier.lost"),
        ("Yet as the film so presciently illustrates, they may come.", "modifier.lost"),
        ("It has successively shaped a series of great spirits.", "modifier.lost"),
        ("He took a very, very long picture.", "degree.changed"),
        ("The farmer from Rome, Smith, met the doctor.", "attachment.changed"),
        ("On the right, [0,0] input is a 1 output, which goes up.", "clause.question"),
        ("I started early even though I had seen and worked with some tricks.", "event.lost"),
        ("First let us go ahead and get into these products.", "event.lost"),
        ("She lay tense in the dark.", "negation.added"),
        ("Then he started to see it.", "negation.added"),
        ("It has a mixed vibe of rock and jazz.", "conjunct.lost"),
        ("They are about to get some lunch.", "specificity.broader"),
        ("The herd crossed a highway.", "harmless.synonym"),
        ("The spokesperson praised them.", "harmless.synonym"),
    ],
)
def test_that_no_sentence_is_broken(text: str, kind: str) -> None:
    assert kind not in {found for found, _ in changes(text)}


@pytest.mark.parametrize(
    ("text", "faulty"),
    [
        ("The desire may threaten the family.", "The desire must threaten the family."),
        ("It was made up of flowers.", "It was made up of flowers, which surprised many people."),
        ("No trade is worth putting our reputation at risk.", "No trade is worth putting our reputation."),
        ("He did not finish the match.", "He did not finish the old match."),
        (
            "At a conference, the secretary painted a picture.",
            "At a conference, the secretary quietly painted a picture.",
        ),
        ("The army defended the country.", "The army defended the foreign country."),
        ("It is where the rubber hits the road.", "It is where the rubber hits the new road."),
        ("They married in 2014. [17]", "They married in 2014. [14]"),
        ("The government won.", "The private government won."),
        ("They must dismiss many of our workers.", "They must dismiss few of our workers."),
        ("That is what the - I mean that.", "That is what the the - I mean that."),
        ("The fish died quickly.", "The fish survived quickly."),
        ("The club announced a series of new rules.", "The club announced a new series of rules."),
        ("The reporter learned that it rains.", "The reporter quietly learned that it rains."),
        ("If it isn't good, they will win.", "If it'sn't good, they will win."),
    ],
)
def test_that_no_odd_sentence_is_made(text: str, faulty: str) -> None:
    assert faulty not in {found for _, found in changes(text)}


def test_that_a_verb_agrees_with_the_last_noun_after_or() -> None:
    found = changes("The man visited the churches or the school.")
    assert ("harmless.passive", "The churches or the school was visited by the man.") in found


def test_that_a_moved_article_loses_its_capital() -> None:
    found = changes("The Journal reported: “The minister visited the school.”")
    assert ("harmless.passive", "The Journal reported: “The school was visited by the minister.”") in found


def test_that_nobody_plans_what_was_long_ago() -> None:
    found = {faulty for kind, faulty in changes("We discussed the plan a few days ago.") if kind == "embedding.added"}
    assert found == {"We failed to discuss the plan a few days ago."}


def test_that_added_events_differ() -> None:
    texts = [f"The {noun} in Rome closed." for noun in ("shop", "school", "factory", "road", "museum", "restaurant")]
    added = {faulty.partition("closed")[2] for text in texts for kind, faulty in changes(text) if kind == "event.added"}
    assert len(added) > 1


def test_that_kinds_are_planted_in_turn_and_the_same_with_the_same_seed() -> None:
    texts = ["The minister visited the old church on Friday."] * 6
    analyses = list(load_analyser().analyse(texts, LAYERS))
    first, second = ([fault[0] for fault in faults_by_text(analyses, seed)] for seed in (1, 1))
    assert first == second
    assert len({fault.kind for fault in first}) == len(first)
    assert {fault.kind for fault in first} <= set(KINDS)
    assert {kind for kind in KINDS if not kind.startswith("harmless.")} <= FINDING_KINDS.keys(), "findings name them"


def test_that_an_unknown_kind_is_named() -> None:
    found = re.escape("--kind: found 'negatoin' (did you mean negation?), expected negation, ")
    with pytest.raises(UsageError, match=f"{found}.*, harmless, or a kind such as negation.lost"):
        list(faults_by_text([], 1, kinds=["negatoin"]))


@pytest.mark.parametrize(
    "text",
    ["The food was bad", "The food was good", "The flowers were arranged", "Prices are now higher", "He won two"],
)
def test_that_errors_are_planted_in_texts_without_a_full_stop(text: str) -> None:
    assert all(faulty != text for _, faulty in changes(text))


def test_what_is_inserted_between_commas_is_not_negated() -> None:
    planted = {
        faulty
        for kind, faulty in changes("On a given day, studies show, you may be lied to.")
        if kind == "negation.added"
    }
    assert planted == {"On a given day, studies show, you may not be lied to."}
