"""Words that are not translated, or in no language: neither in the lexicon nor in the other text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final
from unicodedata import combining, name, normalize

from meantree.lexicon.frequencies import is_not_english, surprisal, word_counts
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, share
from meantree.phenomena.names import are_spelled_alike, names_in
from meantree.phenomena.operations import Words, listed, planter, replace
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

_MICRO: Final = re.compile(r"\bμ(?=[a-z]{1,3}\b)|(?<=\d)μ(?=[a-z]{1,3}\b)")
_BOUND: Final = lemma_set(
    "intra inter anti multi non over under pre post micro mini cyber geo bio eco socio semi un bi re dis thermo "
    "kilo mega giga tera milli micro nano deci centi hecto"
)
_ENDINGS: Final = lemma_set("r er ers rs ial al ly ness ing ed s ish like wise less able ster y iness")
_REBUILT: Final = (("ability", "able"), ("ibility", "ible"), ("ization", "ize"), ("isation", "ize"))
_DOUBTFUL: Final = frozenset({"", "context", "entity", "ppdb"})
"""Relations of words that may be foreign: PPDB has some words of other languages."""
_UNUSUAL: Final = 14.5
"""Smallest surprisal in bits of unusual English words."""
_FEW_BORROWED, _SHORT, _OFTEN = 5, 4, 20
"""Fewest paraphrases of English words with accents; of those with fewer, letters and counts without accents of words
that are French, German or Spanish: année, Präsident, región."""
_FORMED: Final = tuple(
    lemma_set("tion tions ness ity ities ism ous ful less able ible ive ally ly ing ings ed ship hood ency ance ence")
)
"""Endings of words that are made as English ones are, even if they do not exist."""
_FEWEST_RARE: Final = 3
"""Fewest words that are rare in English in a text of another language."""
_ENGLISH: Final = lemma_set("the and of with that")
"""Words that few texts of other languages have."""
FEATURES: Final = Features("insertions and deletions")


@FEATURES("words unknown or untranslated")
def unknown_words(view: View) -> Firing:
    """Words of the conclusion, except names, are neither in the lexicon nor in the premise; share of its words."""
    premise = {*view.premise.forms, *view.premise.lemmas}
    reading, forms = view.conclusion, view.conclusion.forms
    names = {word for entity in reading.entities for word in range(entity.start, entity.end)}
    words = (word for word in reading.content if word not in names)
    unknown = [word for word in words if forms[word] not in premise and not _known(forms[word])]
    return share(unknown, len(reading.words))


@FEATURES("words in a foreign script")
def foreign_script(view: View) -> Firing:
    """Words of the conclusion are in a non-Latin script and not in the premise; share of its words."""
    premise = {*view.premise.forms}
    forms = view.conclusion.forms
    foreign = [word for word in view.conclusion.words if forms[word] not in premise and is_foreign(forms[word])]
    return share(foreign, len(view.conclusion.words))


@lru_cache(maxsize=1 << 16)
def _known(form: str) -> bool:
    """Return whether WordNet knows a word, or all its parts between hyphens; anything with digits is known."""
    parts = [part for part in form.split("-") if part]
    return all(any(mark.isdigit() for mark in part) or bool(wordnet().synsets(part)) for part in parts)


@lru_cache(maxsize=1 << 16)
def is_foreign(form: str) -> bool:
    """Return whether a letter is not Latin; ª, º, full-width letters and μ as the prefix of a unit count as Latin."""
    letters = _MICRO.sub("", normalize("NFKC", form))
    return any(mark.isalpha() and not name(mark, "").startswith("LATIN") for mark in letters)


def is_unusual(form: str) -> bool:
    """Return whether WordNet does not know a word, and hardly any English text has it."""
    return not _known(form) and surprisal(form) >= _UNUSUAL


def untranslated(pair: Compared) -> Iterator[Candidate]:
    """Yield words that are neither English nor in the reference."""
    view, unknown = pair.of_hyp, {*unknown_words(pair.of_hyp).conclusion}
    for word in pair.hyp.content:
        token, relation = pair.hyp.tokens[word], view.relation(word)
        text = token.text.casefold()
        if word not in unknown and (relation not in _DOUBTFUL or _is_english(pair.hyp, word)):
            continue
        other = pair.in_place(view, word)
        if other is not None and "PROPN" == token.upos == pair.ref.upos[other]:
            continue  # another name
        has_determiner = bool(pair.hyp.labelled(word, "det", "nmod:poss"))
        is_name = token.upos == "PROPN" and token.text[:1].isupper() and word in _recognised(pair.hyp)
        if is_name and not has_determiner:
            continue  # a name that the reference lacks; some foreign nouns are taken for names: the Bahnhof
        if token.text.isupper() or not text.replace("-", "").isalpha() or surprisal(text) < _UNUSUAL:
            continue
        if _is_compound(text) or _is_derived(text) or _is_borrowed(text):
            continue
        if token.text[:1].isupper() and any(are_spelled_alike(text, name) for name in _capitalised(pair.ref)):
            continue  # a name in another spelling
        yield pair.candidate(
            view,
            "word.nonexistent" if _is_formed(pair.hyp, word, unknown) else "untranslated.word",
            {word},
            unknown=word in unknown,
            capital=token.text[:1].isupper(),
            proper=token.upos == "PROPN",
            linked=view.partner[word] is not None,
            accents=not token.text.isascii(),
            foreign=token.text.islower() and normalize("NFD", text) != text,  # neverbálního; not μg
            common=word in unknown and not token.text[:1].isupper(),
            after=bool(word) and pair.hyp.upos[word - 1] in {"DET", "ADJ", "NUM", "VERB"},
            in_name=_has_name_beside(pair.hyp, word),
            other_name=any(pair.ref.upos[loose] == "PROPN" for loose in pair.of_ref.unlinked(pair.ref.content)),
            in_place=other is not None,
        )


def untranslated_text(pair: Compared) -> Iterator[Candidate]:
    """Yield the whole translation if it is in another language, as a copy of the source is."""
    view, texts = pair.of_hyp, [token.text for token in pair.hyp.tokens]
    known = {token.text.casefold() for token in pair.ref.tokens}
    own = {text for text in texts if text.isalpha()}
    rare = {text for text in own if surprisal(text.casefold()) >= _UNUSUAL and text.casefold() not in known}
    unknown = [text for text in rare if not wordnet().synsets(text.casefold())]
    is_unknown = 2 * len(rare) >= len(own) and len(unknown) > 1 and any(map(str.islower, unknown))
    is_foreign = len(rare) >= _FEWEST_RARE and (is_not_english([" ".join(texts)]) or is_unknown)
    is_script = bool(pair.hyp.words) and len(_other_script(pair)) == len(pair.hyp.words)
    if is_script or (is_foreign and _ENGLISH.isdisjoint(map(str.casefold, own))):
        kind = "untranslated.script" if is_script else "untranslated.word"
        yield pair.candidate(view, kind, pair.hyp.words, unknown=1.0, common=1.0)


@cached_fact
def _recognised(reading: Reading) -> frozenset[int]:
    """Return the words of names that the entity finder knows by their kind."""
    return frozenset(word for name in names_in(reading) if name.kind is not None for word in name.words)


@cached_fact
def _capitalised(reading: Reading) -> frozenset[str]:
    return frozenset(token.text.casefold() for token in reading.tokens if token.text[:1].isupper())


def _is_compound(text: str) -> bool:
    """Return whether a word consists of two known ones of three letters or more: coronavirus, intraday, hometowns."""
    lexicon = wordnet()
    parts = ((text[:place], text[place:]) for place in range(2, len(text) - 2))
    return any(
        (first in _BOUND or (len(first) > 2 and lexicon.synsets(first)))
        and (lexicon.synsets(last) or lexicon.base_forms(last, "n"))
        for first, last in parts
    )


def _is_derived(text: str) -> bool:
    """Return whether a word is a known one with an ending: biker, notarial, tolerability."""
    lexicon = wordnet()
    if any(lexicon.senses(text.removesuffix(ending) + base) for ending, base in _REBUILT if text.endswith(ending)):
        return True
    stems = (text.removesuffix(ending) for ending in _ENDINGS if text.endswith(ending))
    return any(len(stem) > 3 and any(lexicon.senses(stem + end) for end in ("", "e", "y", "er")) for stem in stems)


def _is_formed(reading: Reading, word: int, unknown: set[int]) -> bool:
    """Return whether an unknown word, alone among known ones, is made as an English one: privivation."""
    text = reading.tokens[word].text
    is_alone = unknown.isdisjoint({word - 1, word + 1})
    return word in unknown and is_alone and text.isascii() and text.islower() and text.endswith(_FORMED)


def _is_borrowed(text: str) -> bool:
    """Return whether a word with accents is English: café, matinée; but not für, Präsident, región."""
    plain = _without_accents(text)
    if plain == text or not wordnet().synsets(plain):
        return False
    is_only_borrowed = len(text) > _SHORT and word_counts().get(plain, 0) < _OFTEN
    return is_only_borrowed or len(paraphrases_of(text)) >= _FEW_BORROWED


def _without_accents(text: str) -> str:
    return "".join(char for char in normalize("NFKD", text) if not combining(char))


def _has_name_beside(reading: Reading, word: int) -> bool:
    beside = [other for other in (word - 1, word + 1) if 0 <= other < len(reading)]
    return any(reading.upos[other] == "PROPN" and reading.tokens[other].text[:1].isupper() for other in beside)


def _is_english(reading: Reading, word: int) -> bool:
    text = reading.forms[word]
    return not text.isalpha() or bool(wordnet().synsets(text) or wordnet().synsets(reading.lemmas[word]))


def script(pair: Compared) -> Iterator[Candidate]:
    """Yield words in another script that are not in the reference."""
    words = _other_script(pair)
    if words:
        yield pair.candidate(pair.of_hyp, "untranslated.script", words)


def _other_script(pair: Compared) -> tuple[int, ...]:
    """Return the words in another script than Latin; none if that is the script of the reference, too."""
    written = [token.text for token in pair.ref.tokens if token.text.isalpha()]
    if 2 * sum(map(is_foreign, written)) > len(written):
        return ()
    return foreign_script(pair.of_hyp).conclusion


FOREIGN: Final = planter(replace(Words(upos="NOUN", listed="foreign"), listed("foreign")))
