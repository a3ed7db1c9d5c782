"""Faults in which noun an adjective modifies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.entailment.clauses import labelled
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.faults.contexts import class_of, is_joined, is_land
from meantree.faults.edits import Change, Edit

_EVALUATIVE: Final = lemma_set("good bad great famous important strange beautiful terrible ordinary")
"""Adjectives without which an indefinite noun says little: a great experience."""
_GENERAL: Final = _EVALUATIVE | lemma_set("local foreign national international private public modern traditional")
"""Adjectives that modify nouns of any class."""
_COMBINING: Final = lemma_set(
    "young old elderly rich poor strong weak friendly large small big tall long short heavy light expensive cheap "
    "efficient comfortable professional original red white black blue green huge busy clever sick healthy violent "
    "brave honest female male religious third second fourth"
)
"""Adjectives that modify nouns of their noun's class; so do those with a capital letter: British."""
_OFFICIAL: Final = lemma_set("private public national international traditional modern")
"""Adjectives of what is organised or made, not of persons."""
_EMPTY_ALONE: Final = lemma_set(
    "sector team level area region one thing side location experience individual man woman person guy human people"
)
_ALIKE: Final = ({"person", "group"}, {"thing", "place"})
_TIMES: Final = lemma_set(
    "day night morning evening afternoon week weekend month year hour minute moment time end beginning start "
    "middle rest board person case way fact number amount kind sort deal lot ear extent shape street job idea course "
    "price hold"
)


@cached_fact
def _bare_nouns(reading: Reading) -> tuple[int, ...]:
    """Return nouns after a determiner without an adjective."""
    return tuple(
        word
        for word, upos in enumerate(reading.upos)
        if upos == "NOUN"
        and word
        and reading.lemmas[word - 1] in _DETERMINERS
        and not labelled(reading, word, "amod", "compound", "nummod", "acl:relcl")
    )


def moved_adjective(reading: Reading) -> Iterator[Change]:
    """Yield adjectives that modify another noun: of the same class (persons, groups, things), or any by some."""
    adjectives = [word for word in range(1, len(reading)) if _can_leave(reading, word)]
    for word in adjectives:
        head = reading.heads[word]
        for other in _bare_nouns(reading):
            if other != head and reading.labels[other] in _PARTS and _can_be_moved(reading, word, other):
                moved = Edit(other, other, reading.tokens[word].text)
                yield Change("attachment.changed", (Edit(word, word + 1, ""), moved))
        for other in adjectives:
            noun = reading.heads[other]
            both = {reading.labels[head], reading.labels[noun]} <= _PARTS
            both = both and _can_be_moved(reading, word, noun) and _can_be_moved(reading, other, head)
            if word < other and both and reading.lemmas[word] != reading.lemmas[other]:
                exchanged = ((word, other), (other, word))
                edits = tuple(Edit(old, old + 1, reading.tokens[new].text) for old, new in exchanged)
                yield Change("attachment.changed", edits)


def _can_leave(reading: Reading, word: int) -> bool:
    """Return whether a word is the only adjective between a determiner and its noun."""
    head = reading.heads[word]
    is_only = reading.labels[word] == "amod" and head == word + 1 and len(labelled(reading, head, "amod")) == 1
    is_plain = reading.tokens[word].xpos == "JJ" and not reading.children[word] and not is_joined(reading, word)
    is_plain = is_plain and not (reading.lemmas[word - 1] == "a" and reading.lemmas[word] in _EVALUATIVE)
    is_plain = is_plain and reading.tokens[head].text.islower()
    return is_only and is_plain and reading.lemmas[word - 1] in _DETERMINERS and reading.upos[head] == "NOUN"


_DETERMINERS: Final = lemma_set("the a an their his her its our my this these those")
_PARTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "obl", "nmod"})


def _can_be_moved(reading: Reading, adjective: int, noun: int) -> bool:
    """Return whether an adjective can modify another noun than its own."""
    own = reading.heads[adjective]
    kinds = {class_of(reading, own), class_of(reading, noun)}
    combines = reading.lemmas[adjective] in _COMBINING or reading.tokens[adjective].text.istitle()
    is_alike = None not in kinds and (len(kinds) == 1 or kinds in _ALIKE) and combines
    is_general = class_of(reading, noun) is not None and reading.lemmas[adjective] in _GENERAL
    is_general = is_general and (class_of(reading, noun) != "person" or reading.lemmas[adjective] not in _OFFICIAL)
    ends = reading.lemmas[own] not in _EMPTY_ALONE | _TIMES
    if reading.tokens[adjective].text.istitle() and is_land(reading.lemmas[noun]):  # the British country
        return False
    return (
        (is_alike or is_general)
        and ends
        and reading.lemmas[noun]
        not in _TIMES
        | {
            reading.lemmas[own],
            reading.lemmas[adjective],
        }
    )
