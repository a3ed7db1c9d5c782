"""What surrounds a word that is to be changed: its clause, whether it is a person or a thing, what cannot be moved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import SUBJECT_PLACES, labelled, marks
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.faults.inflection import infinitive
from meantree.lexicon.noun_classes import NounClass, noun_class, synset_class
from meantree.lexicon.wordnet import wordnet

_PERSONS: Final = lemma_set("i you he she we they who me him her us them")
FINITE: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})
"""Tags of finite verbs."""
_PAST_TIMES: Final = lemma_set(
    "yesterday ago last previously recently formerly once earlier already ever never since then originally "
    "tomorrow next soon later tonight today now currently still always usually often"
)
_NEEDING_PLACE: Final = lemma_set(
    "live be reside locate base situate lie stay arrive put place set date bear take come go stand sit keep hang "
    "settle remain happen occur begin start end spend last belong depend rely consist result lead deal refer focus "
    "look turn attach add compare divide split involve include charge accuse rob deprive inform remind treat use call "
    "name"
)
NOT_DONE: Final = lemma_set(
    "be have know seem appear want need like love hate hope wish own contain include mean cost think believe feel see "
    "hear sound become remain belong lie look live die stay last fit suffer lose understand fall experience enjoy "
    "sustain say use appreciate end happen occur begin start fail plan try add tell indicate suggest report consider "
    "miss refuse decline continue stop decide get admire control run wear point note do grow form score secure count"
)
"""Verbs of states, and of what nobody does, plans or fails to do on purpose."""
WILLED: Final = lemma_set(
    "abandon accept accompany acquire address adopt allow alter announce answer apologize appoint approve arrange "
    "arrest assemble assist attack attend award ban beat block borrow build buy cancel catch celebrate change "
    "check claim clean climb close collect complete confirm contact convince convict convert cook cooperate "
    "correct create cross cut declare defeat defend deliver demonstrate deport design destroy detain develop "
    "discuss dismiss distribute donate draw drive earn eat educate elect eliminate employ escape establish "
    "evacuate examine exchange explain explore export extend fight file film finance find finish fix flee follow "
    "found free fund grant greet help hide hire host identify impose improve inform inspect install interview "
    "introduce invent invest investigate invite issue join launch lead leave lend lift lower marry meet mention "
    "modernize move name negotiate nominate notify occupy offer open order organize overthrow paint participate "
    "pass pay perform persuade photograph plant play praise prepare present prevent produce promote propose "
    "protect protest prove provide publish punish qualify question raise reach recognize recommend record recover "
    "recruit reduce reform regulate release remove rent repair replace reply rescue resign resolve respond "
    "restore return reveal rob save search secure seize sell send settle shoot shut sign solve speak "
    "sponsor stabilize stage steal strengthen study submit succeed sue summon supply surrender suspend teach test "
    "thank threaten trade train transfer translate transport travel treat unveil use vacate visit volunteer vote "
    "warn welcome win withdraw work write"
)
"""Verbs of what persons do on purpose, and can plan or fail to do."""
UNPLANNED: Final = lemma_set(
    "win beat defeat succeed qualify recover reach find catch solve convince prove prevent earn recognize respond "
    "reply escape surrender survive rescue save persuade steal reveal thank mention accept fight"
)
"""Of these, verbs of success, and of what one does as an answer; they can fail, but are not planned."""
_SET_OBJECTS: Final = lemma_set(
    "call try look ring hand chance break time hope idea feeling sense lift ride eye attention birth way rise "
    "visit thought one credit consideration favor harm what that it priority mistake error sure difference part place "
    "lesson landfall role effort progress experience step action advantage measure"
)
"""Objects of set phrases: make a mistake, give birth."""
_ENDS: Final = frozenset({".", "!", '"', "”", "’", "''", ")", ":", ";", "..."})
"""Tokens at the end of whole sentences."""
QUOTES: Final = frozenset('"“”„«»')
POLAR: Final = lemma_set("any anyone anybody anything anywhere ever yet either neither nor again but")
"""Words of denials, questions and contrasts."""
LONG_AGO: Final = lemma_set("bear birth childhood child youth history historic history century ancient late die")
"""Words of what is in the life or the history of somebody: born in Tokyo, he moved as a child."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A finite clause whose subject precedes its verb.

    Attributes:
        verb: the predicate.
        subject: the first one; no interrogative or relative pronoun.
        auxiliaries: auxiliaries and copula before the predicate.
        adverbs: of the predicate, between its subject and itself.
        infinitive: of a verb without auxiliaries; None for others, and if it is unknown.
    """

    verb: int
    subject: int
    auxiliaries: tuple[int, ...]
    adverbs: tuple[int, ...]
    infinitive: str | None


@cached_fact
def clauses(reading: Reading) -> tuple[Clause, ...]:
    """Return the finite clauses of statements in order; none of a text that asks, or of a headline."""
    if any(token.text == "?" for token in reading.tokens) or reading.tokens[-1].text not in _ENDS:
        return ()
    found = []
    for word in range(len(reading)):
        subjects = labelled(reading, word, "nsubj", "nsubj:pass")
        auxiliaries = tuple(aux for aux in labelled(reading, word, "aux", "aux:pass", "cop") if aux < word)
        first = auxiliaries[0] if auxiliaries else word
        if len(subjects) != 1 or subjects[0] > first or reading.tokens[first].xpos not in FINITE:
            continue
        subject = reading.tokens[subjects[0]]
        if subject.upos not in {"NOUN", "PROPN", "PRON"} or subject.xpos in {"WP", "WDT"} or subject.text == "that":
            continue
        if any(token.text in {"(", ")"} for token in reading.tokens[subjects[0] : first]):
            continue
        if _reports(reading, word):
            continue
        adverbs = tuple(child for child in labelled(reading, word, "advmod") if subjects[0] < child < word)
        is_plain = not auxiliaries and reading.upos[word] == "VERB"
        base = infinitive(reading.lemmas[word], reading.tokens[word].text) if is_plain else None
        found.append(Clause(word, subjects[0], auxiliaries, adverbs, base))
    return tuple(found)


def _reports(reading: Reading, verb: int) -> bool:
    """Return whether a colon follows a clause in its sentence, or what somebody said precedes it: the Journal said:."""
    root = (verb, *reading.ancestors(verb))[-1]
    explained = any(reading.tokens[word].text == ":" and word > verb for word in reading.below(root))
    return explained or any(
        said < verb and not marks(reading, said) and labelled(reading, said, *SUBJECT_PLACES)
        for said in labelled(reading, verb, "ccomp", "parataxis")
    )


def has_set_object(reading: Reading, verb: int) -> bool:
    """Return whether a verb and its object are a set phrase: make a mistake."""
    return any(reading.lemmas[word] in _SET_OBJECTS for word in labelled(reading, verb, "obj"))


def asks(reading: Reading, verb: int) -> bool:
    """Return whether a clause begins with an interrogative or relative word: how much they want."""
    return any(reading.tokens[word].xpos.startswith("W") for word in range(min(reading.below(verb)), verb))


def has_other_clauses(reading: Reading, verb: int) -> bool:
    """Return whether the sentence of a verb has other finite verbs, except in relative clauses below nouns."""
    root = next((above for above in reading.ancestors(verb)[::-1]), verb)
    own = set(labelled(reading, verb, "aux", "aux:pass", "cop")) | {verb}
    for word in reading.below(root):
        if word in own or reading.tokens[word].xpos not in FINITE:
            continue
        above = (word, *reading.ancestors(word))
        if not any(reading.labels[each] in {"acl:relcl", "acl"} for each in above):
            return True
    return False


def has_time(reading: Reading) -> bool:
    """Return whether a text says when something is."""
    dated = any(entity.kind in {EntityKind.DATE, EntityKind.TIME} for entity in reading.entities)
    said = {*reading.lemmas, *(token.text.lower() for token in reading.tokens)}  # "earlier" is a form of "early"
    return dated or not _PAST_TIMES.isdisjoint(said)


def has_quotes(reading: Reading) -> bool:
    """Return whether a text quotes somebody."""
    return any(token.text in QUOTES or token.text in {"``", "''"} for token in reading.tokens)


def needs_place(reading: Reading, verb: int) -> bool:
    """Return whether a verb may need its prepositional phrase, or has a copula: they live in Rome."""
    return reading.lemmas[verb] in _NEEDING_PLACE or bool(labelled(reading, verb, "cop"))


def is_whole_sentence(reading: Reading, root: int) -> bool:
    """Return whether a sentence begins with a capital letter, has a subject, and ends in a full stop."""
    below = reading.below(root)
    ends = reading.tokens[below[-1]].text == "."
    return ends and reading.tokens[below[0]].text[:1].isupper() and bool(labelled(reading, root, *SUBJECT_PLACES))


def class_of(reading: Reading, word: int) -> NounClass | None:
    """Return what a common noun of a text names; None for other words."""
    return noun_class(reading.lemmas[word]) if reading.upos[word] == "NOUN" else None


def is_main_class(lemma: str) -> bool:
    """Return whether half of a noun's occurrences are of the class of its first sense: of president, not of ward."""
    counts, named = _occurrences(lemma), noun_class(lemma)
    fitting = sum(count for synset, count in counts if synset_class(synset) == named)
    return bool(counts) and 2 * fitting >= sum(count for _, count in counts)


def _occurrences(lemma: str) -> list[tuple[int, int]]:
    """Return the synsets of a noun, and how often it has each in WordNet's corpora, plus one."""
    lexicon = wordnet()
    return [
        (synset, lexicon.frequency(sense) + 1)
        for synset in lexicon.synsets(lemma, "n")
        for sense in lexicon.members(synset)
        if lexicon.lemma(sense) == lemma
    ]


def are_related(lemma: str, other: str) -> bool:
    """Return whether one of two nouns is broader than the other in its first sense, and may refer to the same."""
    first, second = (set(wordnet().synsets(noun, "n")[:1]) for noun in (lemma, other))
    above = [{up for synset in synsets for up in wordnet().above(synset)} for synsets in (first, second)]
    return bool(first & above[1] or second & above[0])


def is_land(lemma: str) -> bool:
    """Return whether a noun may name a country or continent: no British or local country."""
    lexicon = wordnet()
    lands = {synset for land in _LANDS for synset in lexicon.synsets(land, "n")[:2]}
    return any(not lands.isdisjoint({synset, *lexicon.above(synset)}) for synset in lexicon.synsets(lemma, "n"))


_LANDS: Final = ("country", "homeland", "republic", "continent")


def is_person(reading: Reading, word: int) -> bool:
    """Return whether a word names or stands for persons."""
    named = any(entity.start <= word < entity.end and entity.kind == EntityKind.PERSON for entity in reading.entities)
    return named or reading.tokens[word].text.casefold() in _PERSONS or class_of(reading, word) == "person"


def is_reported(reading: Reading, subject: int) -> bool:
    """Return whether a clause may be news: its text names something, or a group is its subject; no speaker is."""
    is_news = bool(reading.entities) or class_of(reading, subject) == "group"
    return is_news and reading.tokens[subject].text.lower() not in _SPEAKERS


_SPEAKERS: Final = lemma_set("i we you this that")


def is_joined(reading: Reading, word: int) -> bool:
    """Return whether a word is part of a longer one, by a hyphen, a missing blank or the lexicon: prime minister."""
    if word and wordnet().synsets(f"{reading.lemmas[word - 1]}_{reading.lemmas[word]}", "n"):
        return True
    before = word > 0 and not reading.tokens[word - 1].space_after and reading.upos[word - 1] != "PUNCT"
    dashes = {"-", "–", "/", "@"}
    near = {reading.tokens[place].text for place in (word - 1, word + 1) if 0 <= place < len(reading)}
    after = not reading.tokens[word].space_after and word + 1 < len(reading) and reading.upos[word + 1] != "PUNCT"
    return before or after or not dashes.isdisjoint(near)


def is_plural(reading: Reading, word: int) -> bool:
    """Return whether a noun takes a plural verb: it is plural or coordinated, after "or" by its last conjunct."""
    conjuncts = labelled(reading, word, "conj")
    is_choice = any(
        not _CHOICES.isdisjoint(reading.lemmas[cc] for cc in labelled(reading, each, "cc")) for each in conjuncts
    )
    if conjuncts and not is_choice:
        return True
    return reading.tokens[(conjuncts or (word,))[-1]].xpos in {"NNS", "NNPS"}


_CHOICES: Final = lemma_set("or nor")
CAUSES: Final = lemma_set("due because since thanks owing result consequence")
"""Words that say why something is so."""
