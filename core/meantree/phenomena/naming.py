"""Names for the places where texts differ: the most specific fact that explains one, else a word and its class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from meantree.alignment.common_words import compared_form
from meantree.alignment.word_facts import NOMINAL
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.phenomena.catalogue import ADDITION, KINDS, OMISSION, as_different
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.degrees import degrees, intensities
from meantree.phenomena.embedding import said_claims
from meantree.phenomena.modality import said_modality
from meantree.phenomena.places import CHANGED, REWORDED, SAYING, Place, are_other_signs, told
from meantree.phenomena.quantifiers import said_quantities
from meantree.phenomena.reading import CONTENT, SUBJECT_PLACES, Reading
from meantree.phenomena.roles import roles
from meantree.phenomena.tense import forms

Rated = Sequence[tuple[Candidate, float]]
"""Candidates and their probabilities."""
EXPLAINS: Final = 0.1
"""The smallest probability of a candidate that names a place."""
LONG_PHRASE: Final = 3
"""Words with a meaning of a phrase to which no single other word corresponds; of a clause one less."""
_BY_REASON: Final[Mapping[str, str]] = {
    "tense": "tense.different",
    "number": "plural.different",
    "degree": "degree.different",
    "polarity": "opposite.different",
}
"""Names for words in place of others, by what is different between their content words."""
_FACTS: Final[Mapping[str, Callable[[Reading], Mapping[int, str]]]] = {
    "quantifier": said_quantities,
    "modality": said_modality,
    "embedding": said_claims,
    "degree": intensities,
}
"""What words say, by the families of findings that say so: all, some; may, must; fail; very, fairly."""
_MODIFIERS: Final = frozenset({"amod", "advmod", "nmod", "obl", "nummod", "compound", "appos", "flat"})
_PARTICIPLES: Final = frozenset({"VBG", "VBN", "NN", "JJ"})
_OTHER_WORDS: Final = frozenset({"meaning", "polarity", "specificity", "mistranslation"})
"""What is different between words of which one may stand for something else."""
_OF_FORMS: Final = frozenset({"tense", "plural", "degree", "specificity", "attachment"})
"""Families that say less of a place than that words of the reference have no partner there."""
_SAME_WORDS: Final = frozenset({"", "relation", "form", "number", "tense", "degree"})
"""What may be different between words whose order alone is named."""
_BY_PLACE: Final = frozenset({"word", "event", "modifier", "role", "name"})
"""Families that become missing or added if nothing stands in their place."""
WORD_CLASSES: Final[Mapping[str, str]] = {
    "ADJ": "adjective",
    "ADP": "preposition",
    "ADV": "adverb",
    "AUX": "auxiliary",
    "CCONJ": "conjunction",
    "DET": "determiner",
    "NOUN": "noun",
    "NUM": "number",
    "PART": "particle",
    "PRON": "pronoun",
    "PROPN": "name",
    "SCONJ": "conjunction",
    "VERB": "verb",
}


def named(pair: Compared, place: Place, rated: Rated) -> tuple[Candidate, float]:
    """Return a place as a candidate with the name of the most specific one that explains it.

    Args:
        rated: what finders know of the pair.
    """
    if place.hypothesis and (said := _repeated(pair.hyp, place.hypothesis)):
        sure = CHANGED if pair.common.is_copy else place.probability
        return Candidate("repetition.added", place.hypothesis, (), said), sure
    known = [*rated, *((each, CHANGED if pair.common.is_copy else EXPLAINS) for each in _said_otherwise(pair, place))]
    explaining = [(each, sure) for each, sure in known if sure >= EXPLAINS and _explains(each, place)]
    explaining = [(each, sure) for each, sure in explaining if not says_less(pair, each, place)]
    if not explaining:
        kind, sure = _general_kind(pair, place), place.probability
        numbers = [{word for value in reading.values for word in value.words} for reading in (pair.hyp, pair.ref)]
        if _have_numbers(pair, place) and not _differ_besides(pair, place, numbers):
            is_other = are_other_signs(pair, place.hypothesis, place.reference)
            kind, sure = ("number.different", sure) if is_other else (kind, min(REWORDED, sure))
        general = Candidate(kind, place.hypothesis, place.reference)
        if kind == "attachment.different":
            heads = _heads(pair.hyp, place.hypothesis), _heads(pair.ref, place.reference)
            general = replace(general, hypothesis_place=heads[0], reference_place=heads[1])
        return general, sure
    best, sure = min(explaining, key=lambda each: _specificity(each[0]))
    sides = (
        (best.hypothesis, best.hypothesis_place, place.hypothesis),
        (best.reference, best.reference_place, place.reference),
    )
    hyp, ref = (tuple(sorted({*own, *words})) for own, _, words in sides)
    quoted = tuple(tuple(sorted({*own, *around})) or words for own, around, words in sides)
    named_place = replace(best, hypothesis=hyp, reference=ref, quoted=(quoted[0], quoted[1]))
    return named_place, max(place.probability, told(pair, best, sure))


def says_less(pair: Compared, candidate: Candidate, place: Place) -> bool:
    """Return whether a candidate is about the form, or a part, of words of a place that the translation lacks."""
    is_less = place.is_left_out or KINDS[candidate.kind].family in _OF_FORMS
    return is_less and _explains(candidate, place) and _lacks_words(pair, place)


def _said_otherwise(pair: Compared, place: Place) -> Iterator[Candidate]:
    """Yield a place by the name of each fact of which its words say something in one text, and not in the other.

    Where other words differ, too, quantities are no name (an ability, something that no plant has), and no fact is one
    of words that the other text has nothing for: a clause with "could" is missing, not its modality alone.
    """
    sides = (pair.hyp, place.hypothesis), (pair.ref, place.reference)
    is_one_sided = not (place.hypothesis and place.reference)
    for family, fact in _FACTS.items():
        saying = [[word for word in words if word in fact(reading)] for reading, words in sides]
        own, other = ({fact(reading)[word] for word in side} for (reading, _), side in zip(sides, saying, strict=True))
        change = "different" if own and other else "added" if own else "missing"
        if own == other or f"{family}.{change}" not in KINDS:
            continue
        is_part = (is_one_sided or family == "quantifier") and _differ_besides(pair, place, saying)
        if not is_part:
            yield Candidate(f"{family}.{change}", place.hypothesis, place.reference)


def _differ_besides(pair: Compared, place: Place, known: Sequence[Collection[int]]) -> bool:
    """Return whether nouns, verbs and adjectives of a place but some words differ in more than their form."""
    facts = (
        pair.facts[side][word]
        for side, words in enumerate((place.hypothesis, place.reference))
        for word in words
        if word not in known[side] and (pair.hyp, pair.ref)[side].upos[word] in CONTENT - {"ADV", "NUM"}
    )
    return any(fact.partner is None or fact.reason in _OTHER_WORDS for fact in facts)


def _heads(reading: Reading, words: Sequence[int]) -> tuple[int, ...]:
    """Return the words on which words depend."""
    return tuple(sorted({reading.heads[word] for word in words} - {ROOT, *words}))


def _specificity(candidate: Candidate) -> tuple[int, int]:
    return KINDS[candidate.kind].rank, -len({*candidate.hypothesis, *candidate.reference})


def as_facts_say(pair: Compared, candidate: Candidate) -> Candidate:
    """Return a candidate by the name that facts allow: missing, added or different.

    Words are missing or added if the other text has no words in their place, or none but the same, and no partners and
    nothing else that could say them; or if a copy leaves them out, or they are a clause or a long phrase. Numbers are
    told by their values.
    """
    kind = KINDS[candidate.kind]
    family, _, change = kind.name.rpartition(".")
    is_one_sided = kind.mqm in (OMISSION, ADDITION)
    if kind.family == "number" or not (is_one_sided or kind.family in _BY_PLACE):
        return candidate
    if is_one_sided and _is_surely(pair, candidate, change):
        return candidate
    if not pair.common.is_copy and kind.family in _BY_PLACE and (gone := _gone(pair, candidate)):
        side = gone == "missing"
        words = _lacking(pair, (candidate.hypothesis, candidate.reference)[side], side)
        reading = (pair.hyp, pair.ref)[side]
        part = family if is_one_sided or kind.family == "name" else _common_part(reading, words)
        own, other = candidate.quoted or (candidate.hypothesis, candidate.reference)
        quoted = (own, words) if side else (words, other)
        return replace(candidate, kind=f"{part}.{gone}", quoted=quoted)
    different = replace(candidate, kind=as_different(kind.name)) if is_one_sided else candidate
    return _of_phrase(pair, different, change) if is_one_sided and kind.family == "name" else different


def _of_phrase(pair: Compared, candidate: Candidate, change: str) -> Candidate:
    """Return a name in one text that has other words in its place, without function words; a clause is no name."""
    is_missing = change == "missing"
    reading, words = (pair.hyp, candidate.hypothesis) if is_missing else (pair.ref, candidate.reference)
    if any(reading.upos[word] == "VERB" for word in words):
        return replace(candidate, kind=as_different(f"{part_of_sentence(reading, words)}.missing"), quoted=None)
    own, other = candidate.quoted or (candidate.hypothesis, candidate.reference)
    content = tuple(word for word in words if reading.upos[word] in CONTENT)
    return replace(candidate, quoted=(content, other) if is_missing else (own, content))


def _is_surely(pair: Compared, candidate: Candidate, change: str) -> bool:
    """Return whether words have no partners, and a copy leaves them out, or they are long, or facts call them so."""
    words, others = (candidate.reference, candidate.hypothesis)[:: 1 if change == "missing" else -1]
    reading, facts = (pair.ref, pair.facts[1]) if change == "missing" else (pair.hyp, pair.facts[0])
    saying = [word for word in words if reading.upos[word] in CONTENT]
    is_long = len(saying) >= LONG_PHRASE - (KINDS[candidate.kind].family == "event")
    is_told = bool(saying) and all(facts[word].status in ("missing", "added") for word in saying)
    is_sure = pair.common.is_copy or is_long or is_told
    return is_sure and not others and all(facts[word].partner is None for word in saying)


def _gone(pair: Compared, candidate: Candidate) -> str:
    """Return whether words in question are ``missing`` or ``added``, as all others have a partner; else empty."""
    words = candidate.hypothesis, candidate.reference
    lacking = [_lacking(pair, words[side], side) for side in (0, 1)]
    differing = any(
        pair.facts[side][word].reason in _OTHER_WORDS
        for side in (0, 1)
        for word in words[side]
        if (pair.hyp, pair.ref)[side].upos[word] in CONTENT
    )
    if differing or bool(lacking[0]) == bool(lacking[1]):
        return ""
    side = bool(lacking[1])
    return "" if _may_be_said(pair, lacking[side], side) else ("added", "missing")[side]


def _lacking(pair: Compared, words: Sequence[int], side: int) -> tuple[int, ...]:
    """Return those of some words that say something and have no partner: of the translation, or (1) the reference."""
    reading, facts = (pair.hyp, pair.ref)[side], pair.facts[side]
    return tuple(word for word in words if reading.upos[word] in SAYING and facts[word].partner is None)


def _may_be_said(pair: Compared, words: Sequence[int], side: int) -> bool:
    """Return whether any word of the other text without a partner, or a mark in their place, may say what words say."""
    readings = pair.hyp, pair.ref
    own, other = readings[side], readings[1 - side]
    classes = {_class(own.upos[word]) for word in words}
    loose = _lacking(pair, range(len(other)), 1 - side)
    if {own.upos[word] for word in words} == {"PROPN"}:  # no common noun says a name
        return any(other.upos[word] in NOMINAL and other.tokens[word].text[:1].isupper() for word in loose)
    if any(_class(other.upos[word]) in classes for word in loose):
        return True
    return classes == {"conjunction"} and not all(_are_joined(pair, word, side) for word in words)


def _class(upos: str) -> str:
    return "conjunction" if upos in ("CCONJ", "SCONJ") else "nominal" if upos in NOMINAL else "other"


def _are_joined(pair: Compared, word: int, side: int) -> bool:
    """Return whether the partners of a word's neighbours are neighbours."""
    facts = pair.facts[side]
    beside = [facts[at].partner if 0 <= at < len(facts) else None for at in (word - 1, word + 1)]
    return None not in beside and beside[1] == (beside[0] or 0) + 1


def _lacks_words(pair: Compared, place: Place) -> bool:
    """Return whether several content words of a place have no partner in the translation."""
    return sum(pair.ref.upos[word] in CONTENT for word in _lacking(pair, place.reference, 1)) > 1


def _have_numbers(pair: Compared, place: Place) -> bool:
    """Return whether both texts have a number in a place: finders tell those of which the amounts differ."""
    sides = (pair.hyp, place.hypothesis), (pair.ref, place.reference)
    return all(
        any(reading.upos[word] == "NUM" or any(map(str.isdigit, reading.tokens[word].text)) for word in words)
        for reading, words in sides
    )


def _explains(candidate: Candidate, place: Place) -> bool:
    """Return whether a candidate is about words of a place."""
    sides = (candidate.hypothesis, place.hypothesis), (candidate.reference, place.reference)
    return any(not {*words}.isdisjoint(places) for words, places in sides)


def part_of_sentence(reading: Reading, words: Sequence[int]) -> str:
    """Return the part of a sentence that words are, as the names of findings have it.

    ``event``, ``modifier``, ``conjunct``, ``role.agent`` and so on; ``word`` for function words and others.
    """
    content = [word for word in words if reading.upos[word] in CONTENT]
    top = next((word for word in content if reading.heads[word] not in words), None)
    if top is None:
        return "word"
    label = reading.basic_labels[top]
    if not {*words}.isdisjoint(reading.labelled(top, "cop")):  # a clause: who was very old
        return "event"
    if label == "conj" and reading.upos[top] in NOMINAL:
        return "conjunct"
    if top in roles(reading):
        return f"role.{roles(reading)[top]}"
    if top in reading.predicates and reading.upos[top] == "VERB" and not _is_attributive(reading, top):
        return "event"
    return "modifier" if label in _MODIFIERS else "word"


def _common_part(reading: Reading, words: Sequence[int]) -> str:
    """Return the part of a sentence that words are, ``word`` if they are several of different kinds."""
    tops = [word for word in words if reading.heads[word] not in words]
    parts = {part_of_sentence(reading, [word]) for word in tops}
    return parts.pop() if len(parts) == 1 else "word"


def _is_attributive(reading: Reading, word: int) -> bool:
    """Return whether a word is in the place of an adjective: the eternal and founding mission."""
    is_before_noun = reading.upos[word + 1 : word + 2] in {("NOUN",), ("PROPN",)}
    alone = not reading.labelled(
        word, *SUBJECT_PLACES, "aux", "aux:pass", "cop", "mark", "obj", "obl", "xcomp", "ccomp"
    )
    return is_before_noun and alone and reading.heads[word] != ROOT and reading.tokens[word].xpos in _PARTICIPLES


def _general_kind(pair: Compared, place: Place) -> str:
    """Return the name of a place by what its words are in an English sentence, and by what is different."""
    sides = (pair.hyp, place.hypothesis), (pair.ref, place.reference)
    own, other = (part_of_sentence(*side) for side in sides)
    if not place.hypothesis:
        is_event = place.is_left_out and not pair.ref.predicates.isdisjoint(place.reference)
        return "event.missing" if is_event else f"{other}.missing"
    if not place.reference:
        return f"{own}.added"
    content = [pair.facts[0][word] for word in place.hypothesis if pair.hyp.upos[word] in CONTENT]
    others = [pair.facts[1][word] for word in place.reference if pair.ref.upos[word] in SAYING]
    if content and {fact.status for fact in (*content, *others)} == {"attached elsewhere"}:
        return "attachment.different"
    are_moved = dict(pair.common.moved).items() >= set(zip(place.hypothesis, place.reference, strict=False))
    if are_moved or _is_in_other_order(pair, place):
        return "order.different"
    changes = {fact.reason for fact in content} - {"", "relation"}
    if changes == {"tense"} and _are_in_same_tense(pair, place.hypothesis):
        return "word.different"
    are_all_linked = all(fact.partner is not None for fact in (*content, *others))  # cheers rang out, there was a cheer
    by_reason = _BY_REASON.get(changes.pop()) if len(changes) == 1 and are_all_linked else None
    if _are_of_other_degrees(pair, place.hypothesis):
        by_reason = "degree.different"
    if by_reason is None and not _lacks_words(pair, place) and _are_of_other_forms(pair, place.hypothesis):
        by_reason = "tense.different"
    is_part = own == other != "conjunct" and not (own == "event" and _are_of_one_verb(pair, place.hypothesis))
    return by_reason or (f"{own}.different" if is_part else "word.different")


def _are_of_one_verb(pair: Compared, words: Sequence[int]) -> bool:
    """Return whether the head of words is that of their partners: nobody came, no one came; was sold by them."""
    tops = (word for word in words if pair.hyp.upos[word] in CONTENT and pair.hyp.heads[word] not in words)
    top = next(tops, None)
    partner = None if top is None else pair.facts[0][top].partner
    return top is not None and partner is not None and pair.hyp.lemmas[top] == pair.ref.lemmas[partner]


def _is_in_other_order(pair: Compared, place: Place) -> bool:
    """Return whether all words of a place are in the other text, two neighbours of them in inverse order."""
    readings = (pair.hyp, pair.ref), (pair.ref, pair.hyp)
    sides = zip(pair.facts, readings, (place.hypothesis, place.reference), strict=True)
    loose = (
        (partner := facts[word].partner) is None
        or facts[word].reason not in _SAME_WORDS
        or reading.upos[word] != other.upos[partner]  # economic slowness, the slow economy
        for facts, (reading, other), words in sides
        for word in words
        if reading.upos[word] in CONTENT | {"AUX"}
    )
    partners = [(word, pair.facts[0][word].partner) for word in place.hypothesis]
    return not any(loose) and any(
        after == before + 1 and None not in (partner, other) and (other or 0) < (partner or 0)
        for (before, partner), (after, other) in pairwise(partners)
    )


def _are_of_other_degrees(pair: Compared, words: Sequence[int]) -> bool:
    """Return whether a word has another degree than its partner, and is a form of the same word: larger, largest."""
    own, other = degrees(pair.hyp), degrees(pair.ref)
    facts = [(own.get(word), pair.facts[0][word]) for word in words]
    pairs = [(mine, other.get(fact.partner or 0)) for mine, fact in facts if fact.reason in ("degree", "form")]
    return any(mine and theirs and mine.step != theirs.step for mine, theirs in pairs)


def _are_of_other_forms(pair: Compared, words: Sequence[int]) -> bool:
    """Return whether a verb among words says what its partner does in another tense or aspect: was saying, said."""
    reading, facts = pair.hyp, pair.facts[0]
    for word in words:
        verb = reading.heads[word] if reading.upos[word] == "AUX" else word
        partner = facts[verb].partner if verb >= 0 else None
        if partner is None or facts[verb].reason in _OTHER_WORDS:
            continue
        own, other = forms(reading).get(verb), forms(pair.ref).get(partner)
        if own and other and (own.perfect, own.progressive) != (other.perfect, other.progressive):
            return True
    return False


def _are_in_same_tense(pair: Compared, words: Sequence[int]) -> bool:
    """Return whether verbs of other forms among words have the tense and aspect of their partners: did leave, left."""
    verbs = ((word, pair.facts[0][word]) for word in words)
    sides = [(word, fact.partner) for word, fact in verbs if fact.reason == "tense" and fact.partner is not None]
    own, other = forms(pair.hyp), forms(pair.ref)
    return all(word in own and own[word] == other.get(partner) for word, partner in sides)


def _repeated(reading: Reading, words: Sequence[int]) -> tuple[int, ...]:
    """Return the words that say just before or after some words, or beyond "and", the same; none if they do not.

    Marks say nothing again.
    """
    forms = [compared_form(token.text) for token in reading.tokens]
    size, said, first, after = len(words), [forms[word] for word in words], words[0], words[-1] + 1
    if said == ["?"]:
        return ()
    places = [first - size, after]
    places += [first - size - 1] * (reading.upos[max(0, first - 1)] == "CCONJ")
    places += [after + 1] * (reading.upos[after : after + 1] == ("CCONJ",))
    starts = (start for start in places if start >= 0 and forms[start : start + size] == said)
    return next((tuple(range(start, start + size)) for start in starts), ())


def word_class(text: Analysis, words: Sequence[int]) -> str:
    """Return what words are called in a sentence: the class of a single one, else words; empty without any."""
    if len(words) != 1:
        return "the words" if words else ""
    return f"the {WORD_CLASSES.get(text.tokens[words[0]].upos, 'word')}"
