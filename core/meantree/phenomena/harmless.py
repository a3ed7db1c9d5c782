"""Changes that keep the meaning: active and passive, contractions, moved phrases of time, digits and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.lexicon.word_lists import rows
from meantree.phenomena.inflection import inflected
from meantree.phenomena.negation import negators
from meantree.phenomena.operations import (
    Edit,
    Edits,
    Planter,
    Span,
    Words,
    clauses_in,
    count_of,
    inflected_as,
    phrase,
    planter,
    replace,
    text_of,
)
from meantree.phenomena.reading import Reading
from meantree.phenomena.roles import said_roles
from meantree.phenomena.values import amounts

_TIMES: Final = frozenset({EntityKind.DATE, EntityKind.TIME})
_NO_PASSIVE: Final = frozenset({"advmod", "aux", "ccomp", "compound:prt", "conj", "iobj", "xcomp"})
"""Labels of what a verb must not have."""
_SHORT: Final = 8


def contract(reading: Reading) -> Iterator[Edits]:
    """Yield contractions, and their full forms."""
    texts = [token.text.lower().replace("’", "'") for token in reading.tokens]
    for word in range(len(reading) - 2):
        for full, short in rows("planting/contractions"):
            is_verb = reading.upos[word + 1] in {"AUX", "PART"} and reading.upos[word + 2] not in {"PUNCT", "PRON"}
            if full == " ".join(texts[word : word + 2]) and is_verb and reading.tokens[word + 1].space_after:
                text = short if short[0] == "I" or reading.tokens[word].text.islower() else short.capitalize()
                yield (Edit(word, word + 2, text),)


def number(reading: Reading, word: int) -> Iterator[str]:
    """Yield a small number in digits instead of words, and the reverse."""
    text = reading.tokens[word].text.lower()
    yield from (other for row in rows("planting/digits") for one, other in (row, row[::-1]) if one == text)


def passive(reading: Reading) -> Iterator[Edits]:
    """Yield clauses in the simple past with a short subject and object in the passive."""
    for clause in clauses_in(reading):
        verb, objects = clause.verb, reading.labelled(clause.verb, "obj")
        form = inflected(clause.infinitive, "VBN") if clause.infinitive and clause.first == verb else None
        below = {reading.labels[word] for word in reading.children[verb]}
        if not form or clause.tag != "VBD" or len(objects) != 1 or below & _NO_PASSIVE:
            continue
        first, second = (_short_phrase(reading, word) for word in (clause.subject, objects[0]))
        if first and second and first[1] == verb and second[0] == verb + 1:
            was = "were" if reading.tokens[objects[0]].xpos in {"NNS", "NNPS"} else "was"
            text = f"{text_of(reading, second)} {was} {form} by {text_of(reading, first)}"
            yield (Edit(first[0], second[1], text),)


def _short_phrase(reading: Reading, noun: int) -> Span | None:
    """Return the phrase of a noun or name; None if it is long, or has a clause, a pronoun or punctuation."""
    span = phrase(reading, noun)
    if span is None or span[1] - span[0] > _SHORT or reading.upos[noun] not in {"NOUN", "PROPN"}:
        return None
    return span if {"PRON", "PUNCT", "VERB"}.isdisjoint(reading.upos[slice(*span)]) else None


def move_time(reading: Reading) -> Iterator[Edits]:
    """Yield sentences with one verb whose phrase of time goes from the end to the beginning."""
    for clause in clauses_in(reading):
        below = reading.below(clause.verb)
        is_root = reading.labels[clause.verb] == "root" and below[0] == min(reading.below(clause.subject))
        for word in reading.labelled(clause.verb, "obl", "obl:unmarked") if is_root else ():
            span = phrase(reading, word)
            is_time = any(each.start <= word < each.end and each.kind in _TIMES for each in reading.entities)
            if span and is_time and span[1] == below[-1] and reading.upos.count("VERB") == 1:
                start, first = below[0], text_of(reading, (below[0], below[0] + 1))
                yield Edit(start, start + 1, f"{text_of(reading, span)}, {first}"), Edit(*span, "")


HARMLESS_CHANGES: Final[Mapping[str, Planter]] = {
    "harmless.passive": planter(passive, fact=said_roles),
    "harmless.contraction": planter(contract, fact=count_of(negators)),
    "harmless.moved": planter(move_time, fact=said_roles),
    "harmless.synonym": planter(replace(Words(upos="NOUN VERB ADJ ADV", listed="synonyms"), inflected_as("synonyms"))),
    "harmless.digits": planter(replace(Words(upos="NUM", label="nummod", head="NOUN"), number), fact=amounts),
}
"""By name."""
