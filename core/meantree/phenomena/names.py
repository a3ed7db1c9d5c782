"""Preservation of reference by names: are the persons, places and organisations of the conclusion in the premise?

Names are those of the entity recogniser; other proper nouns are names of unknown kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from rapidfuzz.distance import Indel, Prefix

from meantree.alignment.relations.word_forms import expansions
from meantree.alignment.text_words import word_of
from meantree.analysis.entities.entity import EntityKind
from meantree.analysis.frames import spans_of
from meantree.lexicon import word_lists
from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, linked_share
from meantree.phenomena.operations import Words, planter, replace
from meantree.phenomena.pronouns_and_articles import persons
from meantree.phenomena.reading import CONTENT, Reading, View, cached_fact, lemma_set

NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
ONE_NAME: Final = frozenset({"identity", "spelling", "acronym", "hand"})
"""Relations between spellings of one name; entities of the same kind may be different persons."""
TITLES: Final = lemma_set("mr mr. mrs mrs. ms ms. dr dr. prof prof.")
"""Titles before names."""
_SOUNDS: Final = (
    (re.compile(r"(.)\1"), r"\1"),
    (re.compile(r"(?<=.)x"), "ks"),
    (re.compile(r"tsch|tch|sch|sh|cz|tz|ts|z|x|c(?=[eiy])|ti(?=[aou])"), "s"),
    (re.compile(r"kh|gh|ch|ck|c|q|g"), "k"),
    (re.compile(r"ph|w|v"), "f"),
    (re.compile(r"dt|th|d"), "t"),
)
"""Letters that languages write for about the same sound, in this order."""
_UNSOUNDED: Final = re.compile(r"[aeiouyhj'’-]")
SPELLED_ALIKE: Final = 0.7
"""Smallest share of common letters of two spellings of one name."""
_CLOSE, _HALF = 0.8, 0.5
"""Smallest share of common sounds, and of common letters, of two spellings of one name."""
_FEWEST: Final = 3
"""Fewest consonants of names that may differ in one."""
FEATURES: Final = Features("preservation of reference")


@dataclass(frozen=True, slots=True)
class Name:
    """A name in a text.

    Attributes:
        words: its tokens, 0-based over the text.
        kind: None for proper nouns that the entity recogniser does not cover.
    """

    words: tuple[int, ...]
    kind: EntityKind | None


@FEATURES.table(
    (("persons", EntityKind.PERSON), ("places", EntityKind.LOCATION), ("organisations", EntityKind.ORGANISATION)),
    "{0}_lost",
    "{0} added or changed",
    "{0} lost or changed",
)
def names_lost(view: View, kind: EntityKind) -> Firing:
    """{0} named in the conclusion are not those of the premise; share of its {0}."""
    names = [name for name in names_in(view.conclusion) if name.kind == kind]
    return _share(view, names, lambda name: not is_name_kept(view, name))


@FEATURES("names spelled differently")
def names_respelled(view: View) -> Firing:
    """Names of the conclusion have another spelling in the premise; mean dissimilarity over its names."""
    names = names_in(view.conclusion)
    dissimilarity = {
        word: 1 - _likeness(view, word) for name in names for word in name.words if _is_spelled_alike(view, word)
    }
    changed = (word for word, value in dissimilarity.items() if value)
    return linked_share(view, changed, sum(len(name.words) for name in names), sum(dissimilarity.values()))


@FEATURES("a name for a common word", "a common word for a name")
def names_for_common_nouns(view: View) -> Firing:
    """Recognised names of the conclusion are aligned with common words of the premise; share of its names."""

    def holds(name: Name) -> bool:
        is_other = name.kind is None or is_name_kept(view, name) or _is_linked_with(view, name, "PROPN")
        if is_other or any(view.is_kept(word) for word in name.words):
            return False
        return any(_is_linked_with(view, name, pos) for pos in ("NOUN", "VERB", "ADJ"))

    return _share(view, names_in(view.conclusion), holds)


@cached_fact
def names_in(reading: Reading) -> tuple[Name, ...]:
    """Return the recognised names of a text, then runs of other proper nouns."""
    recognised = [
        Name(tuple(range(entity.start, entity.end)), entity.kind) for entity in reading.entities if entity.kind in NAMED
    ]
    known = {word for entity in reading.entities for word in range(entity.start, entity.end)}
    proper = [word for word, pos in enumerate(reading.upos) if pos == "PROPN" and word not in known]
    return (*recognised, *(Name(tuple(range(*span)), None) for span in spans_of(proper)))


def _share(view: View, names: Iterable[Name], holds: Callable[[Name], bool]) -> Firing:
    everything = list(names)
    matches = [name for name in everything if holds(name)]
    words = sorted(word for name in matches for word in name.words)
    return linked_share(view, words, len(everything), len(matches))


def undotted(reading: Reading, word: int) -> str:
    """Return a word in lower case without the dots of abbreviations: U.S., US."""
    return reading.forms[word].replace(".", "")


def is_name_kept(view: View, name: Name) -> bool:
    """Return whether the premise has a name: its letters, half of its words by alignment, or most in another spelling.

    Words may be abbreviated, and begin or sound like words of the premise: Germany, German; Netanjahu, Netanyahu.
    """
    if "".join(undotted(view.conclusion, word) for word in name.words) in _letters(view.premise):
        return True
    if 2 * sum(_stands_for_one_name(view, word) for word in name.words) >= len(name.words):
        return True
    alike = sum(_is_respelled(view, word) for word in name.words)
    return 2 * alike > len(name.words) or abbreviated(view).issuperset(name.words)


def _is_respelled(view: View, word: int) -> bool:
    text, premise = undotted(view.conclusion, word), view.premise
    if text in forms(premise) or (len(text) > 3 and any(begin_alike(text, form) for form in forms(premise))):
        return True
    return any(sound_alike(text, undotted(premise, other)) for other, pos in enumerate(premise.upos) if pos == "PROPN")


@cached_fact
def forms(reading: Reading) -> frozenset[str]:
    """Return the words and lemmas of a text in lower case, without the dots of abbreviations."""
    return frozenset((*(undotted(reading, word) for word in range(len(reading))), *reading.lemmas))


@cached_fact
def abbreviated(view: View) -> frozenset[int]:
    """Return the words of the conclusion that the premise abbreviates or writes out: NCPA, Centre for Arts; etc."""
    texts = view.conclusion.tokens, view.premise.tokens
    own, other = ([word_of(token.text, token.lemma, token.upos) for token in text] for text in texts)
    written = (range(places[0], places[-1] + 1) for at, places in expansions(other, own) if other[at].text.isupper())
    more = _and_so_on(view.conclusion) if _and_so_on(view.premise) else ()
    return frozenset(chain(*written, (word for word, _ in expansions(own, other) if own[word].text.isupper()), more))


@cached_fact
def _and_so_on(reading: Reading) -> frozenset[int]:
    """Return the words that say that a list goes on: etc., and so on."""
    ends = (word for word in reading.words if reading.forms[word] in {"on", "forth"} and word > 1)
    pairs = ((word - 1, word) for word in ends if reading.forms[word - 1] == "so")
    return frozenset(chain((word for word in reading.words if reading.forms[word] in {"etc", "etc."}), *pairs))


@cached_fact
def _letters(reading: Reading) -> str:
    return "".join(undotted(reading, word) for word in reading.words)


def _is_linked_with(view: View, name: Name, pos: str) -> bool:
    return any(view.premise.upos[other] == pos for other in view.partners(name.words))


def _stands_for_one_name(view: View, word: int) -> bool:
    link = view.links[word]
    return link is not None and (
        link.reason.relation in ONE_NAME or _is_spelled_alike(view, word) or view.is_kept(word)
    )


def _is_spelled_alike(view: View, word: int) -> bool:
    """Return whether a word and its partner are spellings of one name."""
    link = view.links[word]
    return link is not None and (link.reason.relation == "spelling" or _likeness(view, word) >= SPELLED_ALIKE)


def _likeness(view: View, word: int) -> float:
    """Return the share of common letters of an aligned word and its partner, without full stops."""
    other = view.partner[word]
    texts = undotted(view.conclusion, word), "" if other is None else undotted(view.premise, other)
    return 0.0 if other is None else float(Indel.normalized_similarity(*texts))


def name(pair: Compared) -> Iterator[Candidate]:
    """Yield names that the other text has not, or has another one in their place."""
    own, theirs = ([name for name in names_in(view.conclusion) if not _is_named(view, name)] for view in pair.views)
    for name_here in list(own):
        there = {pair.of_hyp.partner[word] for word in name_here.words}
        linked = [other for other in theirs if not there.isdisjoint(other.words)]
        alike = [other for other in theirs if other.kind == name_here.kind and len(own) == len(theirs) == 1]
        other = next(iter([*linked, *alike]), None)
        if other is None:
            continue
        own.remove(name_here)
        theirs.remove(other)
        are_common = _is_common(pair.hyp, name_here) and _is_common(pair.ref, other)
        if are_common or _are_respelled(pair, name_here, other):
            continue
        words, others = _unlike(pair.hyp, name_here, pair.ref, other), _unlike(pair.ref, other, pair.hyp, name_here)
        yield pair.candidate(
            pair.of_hyp,
            "name.different",
            words,
            others,
            place=name_here.words,
            other_place=other.words,
            linked=bool(linked),
            same_kind=name_here.kind == other.kind,
            recognised=name_here.kind is not None and other.kind is not None,
            capital=_are_capitalised(pair.hyp, words) and _are_capitalised(pair.ref, others),
            part=len(words) < len(name_here.words),
        )
    yield from _other_parts(pair)
    for view, left in ((pair.of_hyp, own), (pair.of_ref, theirs)):
        back = pair.of_ref if view is pair.of_hyp else pair.of_hyp
        loose = [word for word in persons(view.premise) if back.partner[word] is None]
        for name_here in left:
            if _is_common(view.conclusion, name_here) or not _are_capitalised(view.conclusion, name_here.words[:1]):
                continue
            partners = [partner for word in name_here.words if (partner := view.partner[word]) is not None]
            kinds = {view.premise.upos[partner] for partner in partners}
            if name_here.kind == EntityKind.PERSON and (loose or "PRON" in kinds):
                continue  # the other text has a pronoun for the person
            gap = pair.gap(view, name_here.words)
            if instead := [word for word in gap if view.premise.upos[word] in CONTENT]:
                yield _replaced_by_words(pair, view, name_here, instead)
                continue
            yield pair.candidate(
                view,
                f"name.{view.change}",
                name_here.words,
                other_place=gap,
                filled=bool(gap),
                pronoun="PRON" in kinds,
                noun=bool(kinds & {"NOUN", "ADJ"}),
                linked=bool(partners),
                recognised=name_here.kind is not None,
                referred=bool(loose),
            )


def _replaced_by_words(pair: Compared, view: View, name_here: Name, others: list[int]) -> Candidate:
    """Return a name that has other words in its place."""
    words = list(name_here.words)
    return pair.candidate(
        pair.of_hyp,
        "name.different",
        *((others, words) if view.turned else (words, others)),
        linked=0.0,
        same_kind=0.0,
        recognised=0.0,
        capital=_are_capitalised(view.premise, tuple(others)),
        part=0.0,
    )


def _other_parts(pair: Compared) -> Iterator[Candidate]:
    """Yield single words of names that are kept as a whole: Ann Miller, Ann Smith."""
    for name_here in names_in(pair.hyp):
        for word in name_here.words if _is_named(pair.of_hyp, name_here) else ():
            other = pair.of_hyp.partner[word]
            if other is None or pair.of_ref.partner[other] != word or pair.ref.upos[other] != "PROPN":
                continue
            text, their_text = undotted(pair.hyp, word), undotted(pair.ref, other)
            is_new = text not in forms(pair.ref) and their_text not in forms(pair.hyp)
            is_title = not TITLES.isdisjoint((text, their_text))  # Mr. Miller, Ann Miller
            is_loose = pair.of_hyp.relation(word) in {"entity", "spelling", "context"}
            their_name = next((each for each in names_in(pair.ref) if other in each.words), Name((other,), None))
            if is_title or not (is_new and is_loose) or are_of_one_name(text, their_text):
                continue
            if _are_respelled(pair, name_here, their_name):
                continue
            is_other_person = name_here.kind == EntityKind.PERSON and not are_spelled_alike(text, their_text)
            yield pair.candidate(
                pair.of_hyp,
                "name.different",
                {word},
                {other},
                place=name_here.words,
                other_place=their_name.words,
                linked=1.0,
                same_kind=1.0,
                recognised=name_here.kind is not None,
                capital=1.0,
                part=not is_other_person,
            )


def _is_named(view: View, name_here: Name) -> bool:
    """Return whether the premise has this name; titles are no names."""
    return is_name_kept(view, name_here) or all(view.conclusion.lemmas[word] in TITLES for word in name_here.words)


def _are_respelled(pair: Compared, name_here: Name, other: Name) -> bool:
    """Return whether what two names do not share may be spellings of one word: Mao Zedong, Mao Tse-tung."""
    sides = (pair.hyp, name_here, pair.ref, other), (pair.ref, other, pair.hyp, name_here)
    return sound_alike(*("".join(undotted(side[0], word) for word in _unlike(*side)) for side in sides))


def _unlike(reading: Reading, name_here: Name, other_reading: Reading, other: Name) -> tuple[int, ...]:
    forms = {other_reading.forms[word] for word in other.words}
    words = tuple(word for word in name_here.words if reading.forms[word] not in forms)
    return words or name_here.words


def _are_capitalised(reading: Reading, words: tuple[int, ...]) -> bool:
    return all(reading.tokens[word].text[:1].isupper() for word in words)


def _is_common(reading: Reading, name_here: Name) -> bool:
    """Return whether a name that nothing recognised is of common words with capitals: Footballer of the Year."""
    lexicon = wordnet()
    forms = [reading.forms[word] for word in name_here.words]
    return name_here.kind is None and all(
        any(lexicon.lemma(sense)[:1].islower() for sense in lexicon.senses(form)) for form in forms
    )


def other_name(reading: Reading, word: int) -> Iterator[str]:
    """Yield names of the same kind for the last word of a name, one of them for each length of text."""
    for entity in reading.entities:
        if entity.end - 1 == word:
            names = word_lists.partners("planting/names").get(entity.kind, ())
            yield from names[len(reading) % len(names) :][:1] if names else ()


def named(reading: Reading) -> Hashable:
    """Return the names in order, in words."""
    recognised = (each for each in reading.entities if each.kind in NAMED)
    return tuple(" ".join(token.text for token in reading.tokens[each.start : each.end]) for each in recognised)


OTHER: Final = planter(replace(Words(upos="PROPN"), other_name), fact=named)


@lru_cache(maxsize=1 << 14)
def plain(word: str) -> str:
    """Return a word in lower case, without accents and full stops."""
    letters = unicodedata.normalize("NFKD", word.casefold()).replace(".", "")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def begin_alike(first: str, second: str) -> bool:
    """Return whether two words share their beginning of four letters or more, most of the shorter one."""
    first, second = plain(first), plain(second)
    shorter = min(len(first), len(second))
    return Prefix.similarity(first, second) >= max(4, 0.7 * shorter) and not _are_two_places(first, second)


@lru_cache(maxsize=1 << 14)
def sound_alike(first: str, second: str) -> bool:
    """Return whether two words may be one name as two languages write it: Netanjahu, Netanyahu; Mailand, Milan.

    Names of the same consonants, such as Hunan and Henan, are not, nor places that the lexicon tells apart.
    """
    first, second = plain(first), plain(second)
    consonants = [_UNSOUNDED.sub("", word) for word in (first, second)]
    if consonants[0] == consonants[1] and not set("hjy") & (set(first) ^ set(second)):
        return False
    sounds = _sounds(first), _sounds(second)
    fewest = min(map(len, sounds))
    is_close = Indel.normalized_similarity(*sounds) >= _CLOSE if fewest >= _FEWEST else sounds[0] == sounds[1]
    is_close = is_close and fewest > 1 and sounds[0][0] == sounds[1][0]
    likeness = Indel.normalized_similarity(_as_sounded(first), _as_sounded(second))
    return is_close and likeness >= _HALF and not _are_two_places(first, second)


@lru_cache(maxsize=1 << 14)
def are_spelled_alike(first: str, second: str) -> bool:
    """Return whether most letters of two words are the same, or they sound alike."""
    return Indel.normalized_similarity(plain(first), plain(second)) >= SPELLED_ALIKE or sound_alike(first, second)


def are_of_one_name(text: str, other: str) -> bool:
    """Return whether two words begin or sound alike, one is the other's initial, or both are forms of a first name."""
    first, second = plain(text), plain(other)
    if 1 in (len(first), len(second)) and first[:1] == second[:1]:
        return True
    names = [{word, *word_lists.partners("phenomena/first_names").get(word, ())} for word in (first, second)]
    return begin_alike(text, other) or sound_alike(text, other) or not names[0].isdisjoint(names[1])


def _as_sounded(word: str) -> str:
    """Return a name in lower case with one letter for those that sound alike."""
    for letters, sound in _SOUNDS:
        word = letters.sub(sound, word)
    return word


def _sounds(word: str) -> str:
    """Return the consonants of a name."""
    return _UNSOUNDED.sub("", _as_sounded(word))


def _are_two_places(first: str, second: str) -> bool:
    """Return whether the lexicon knows two words as names of different places: Austria, Australia."""
    places = [_places(word) for word in (first, second)]
    return all(places) and places[0].isdisjoint(places[1])


@lru_cache(maxsize=1 << 12)
def _places(word: str) -> frozenset[int]:
    lexicon = wordnet()
    (top, *_) = lexicon.synsets("location", "n")
    return frozenset(
        synset
        for synset in lexicon.synsets(word, "n")
        if top in lexicon.above(synset) and lexicon.lemma(lexicon.members(synset)[0])[:1].isupper()
    )
