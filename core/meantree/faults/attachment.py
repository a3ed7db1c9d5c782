"""Faults in which noun an adjective modifies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.faults.contexts import class_of, is_joined, is_land, is_main_class
from meantree.faults.edits import Change, Edit, dependents, is_capitalised_lemma, phrase, text_of
from meantree.lexicon.noun_classes import NounClass

_MADE: Final = lemma_set(
    "plan law rule contract agreement strategy project program programme system policy season campaign regulation "
    "proposal approach technology product design idea model version edition list budget job position study report "
    "constitution treaty measure method concept test vaccine series song service offer task challenge"
)
"""Nouns of what is made or decided, so that it may be new."""
_SUITED: Final[Mapping[str, frozenset[NounClass]]] = {
    "new": frozenset({"person", "group", "thing"}),
    "same": frozenset({"person", "group", "thing"}),
    "additional": frozenset({"person", "group", "thing"}),
    "private": frozenset({"group"}),
    "conservative": frozenset({"person", "group"}),
    "powerful": frozenset({"person", "group"}),
    "elderly": frozenset({"person"}),
    "female": frozenset({"person"}),
    "professional": frozenset({"person"}),
    "old": frozenset({"thing"}),
    "former": frozenset({"person"}),
    "young": frozenset({"person"}),
    "foreign": frozenset({"person", "group"}),
    "local": frozenset({"person", "group"}),
    "small": frozenset({"group", "thing"}),
    "big": frozenset({"group", "thing"}),
    "large": frozenset({"group", "thing"}),
    "rich": frozenset({"person", "group"}),
    "famous": frozenset({"person", "thing"}),
    "entire": frozenset({"group"}),
    "whole": frozenset({"group"}),
    "modern": frozenset({"thing"}),
    "independent": frozenset({"group"}),
    "expensive": frozenset({"thing"}),
    "historic": frozenset({"thing"}),
    "experienced": frozenset({"person"}),
}
"""What some adjectives modify that say something of their own, and do not name a kind: no public prosecutor."""
_OF_LANDS: Final[frozenset[NounClass]] = frozenset({"person", "group", "thing"})
"""What adjectives with a capital letter modify: British."""
_OF_SEAS: Final = frozenset({"Mediterranean", "Atlantic", "Pacific", "Baltic", "Alpine"})
_UNSUITED: Final = lemma_set(
    "man woman person guy human people child kid boy girl baby friend family mother father parent son daughter "
    "brother sister wife husband victim one thing board case team level side top end shape street floor door "
    "phone web internet screen page media support plant form line piece place part head back face wall couple "
    "individual god fan world hand body camera staff resident citizen native deceased occupant passenger universe "
    "earth sun album grab key film movie video photo picture image item material bar state country nation city town "
    "village step troop troops return pants trousers service foundation basis capital stage platform field ground "
    "court track base center weapon light mask drug bed window"
)
"""Nouns that few of these adjectives suit, or whose first sense is seldom meant."""
_EMPTY_ALONE: Final = lemma_set(
    "sector level area region one thing side location experience individual man woman person guy people era year "
    "day time way generation age world record high low hole start beginning kind form type number part case"
)
"""Nouns that say little without an adjective."""
_DETERMINERS: Final = lemma_set("the a an their his her its our my this these those")
_PARTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "obl", "nmod", "obl:agent", "conj"})


@cached_fact
def _bare_nouns(reading: Reading) -> tuple[int, ...]:
    """Return nouns without an adjective that follow a determiner, or are plural and follow a verb."""
    return tuple(
        word
        for word, upos in enumerate(reading.upos)
        if upos == "NOUN"
        and word
        and (
            reading.lemmas[word - 1] in _DETERMINERS
            or (reading.tokens[word].xpos == "NNS" and reading.upos[word - 1] == "VERB")
        )
        and not labelled(reading, word, "amod", "nummod", "acl:relcl", "compound")
    )


def moved_modifier(reading: Reading) -> Iterator[Change]:
    """Yield adjectives, and places of origin, that modify another noun that they suit."""
    yield from _moved_places(reading)
    for word in range(1, len(reading)):
        if not _can_leave(reading, word):
            continue
        head = reading.heads[word]
        for other in _bare_nouns(reading):
            if other != head and reading.labels[other] in _PARTS and _suits(reading, word, other):
                moved = Edit(other, other, reading.tokens[word].text)
                yield Change("attachment.changed", (Edit(word, word + 1, ""), moved))


def _moved_places(reading: Reading) -> Iterator[Change]:
    """Yield places behind persons that others are from: a farmer from Rome met the doctor."""
    for place in dependents(reading, "nmod"):
        head, span = reading.heads[place], phrase(reading, place)
        is_place = any(each.end - 1 == place and each.kind == EntityKind.LOCATION for each in reading.entities)
        if (
            not is_place
            or span is None
            or span[0] != head + 1
            or span[1] - span[0] > 4
            or len(marks(reading, place)) != 1
        ):
            continue
        if not marks(reading, place) <= {"from"} or class_of(reading, head) != "person":
            continue
        for other in _bare_nouns(reading):
            ends = phrase(reading, other)
            is_free = ends is not None and ends[1] == other + 1 and reading.upos[other + 1 : other + 2] != ("ADP",)
            is_free = is_free and class_of(reading, other) == "person" and is_main_class(reading.lemmas[other])
            if (
                other == head
                or not is_free
                or reading.labels[other] not in _PARTS
                or reading.lemmas[other] in _UNSUITED
            ):
                continue
            if other + 1 < len(reading) and reading.labels[other] != "nsubj" and reading.upos[other + 1] != "PUNCT":
                continue
            moved = Edit(other, other + 1, f"{reading.tokens[other].text} {text_of(reading, span)}")
            yield Change("attachment.changed", (Edit(*span, ""), moved))


def _can_leave(reading: Reading, word: int) -> bool:
    """Return whether a word is the only adjective of its noun, after a determiner or before a plural."""
    head = reading.heads[word]
    if reading.labels[word] != "amod" or reading.upos[head] != "NOUN" or not word < head <= word + 2:
        return False
    if reading.labels[head] == "conj":
        return False
    is_only = len(labelled(reading, head, "amod")) == 1 and set(reading.upos[word + 1 : head]) <= {"NOUN"}
    is_plain = reading.tokens[word].xpos == "JJ" and not reading.children[word] and not is_joined(reading, word)
    is_plain = is_plain and reading.tokens[head].text.islower() and reading.lemmas[head] not in _EMPTY_ALONE
    stands = reading.lemmas[word - 1] in _DETERMINERS or reading.tokens[head].xpos == "NNS"
    return is_only and is_plain and stands and reading.upos[word - 1] not in {"ADV", "ADJ"}


def _suits(reading: Reading, adjective: int, noun: int) -> bool:
    """Return whether an adjective can modify another noun than its own, by what the noun names."""
    lemma, named = reading.lemmas[noun], class_of(reading, noun)
    text = reading.tokens[adjective].text
    is_beside = bool(marks(reading, noun) & {"with", "from", "by", "against", "for"})
    if reading.labels[noun] == "obl" and named not in {"person", "group"} and not is_beside:  # around the clock
        return False
    if lemma in {*_UNSUITED, reading.lemmas[reading.heads[adjective]]} or is_land(lemma):
        return False
    own = reading.heads[adjective]
    if noun in {reading.heads[own], reading.heads[noun]} or reading.heads[noun] == own:  # a series of new rules
        return False
    if not is_main_class(lemma) and lemma not in _MADE:
        return False
    if text == "same" and (reading.lemmas[noun - 1] != "the" or "as" in reading.lemmas):
        return False
    if text.istitle():  # of a land
        if reading.upos[noun - 1] == "PRON" or text in _OF_SEAS:
            return False
        return is_capitalised_lemma(text, "a") and named in _OF_LANDS
    is_made = text == "new" and lemma in _MADE
    return is_made or named in _SUITED.get(text, frozenset())
