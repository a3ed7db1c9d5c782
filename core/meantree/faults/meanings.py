"""Faults in words: opposites, broader and narrower words, untranslated and repeated words, grammar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.alignment.relations.word_meanings import opposites_of
from meantree.alignment.text_words import word_of
from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading
from meantree.faults.edits import Change, Edit, deleted, replaced
from meantree.faults.inflection import article, inflected_like
from meantree.lexicon.frequencies import surprisal
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import POS_OF_UPOS, information_content, wordnet

_VAGUE: Final = frozenset({"other", "same", "former", "last", "first", "own", "such", "more", "most"})
"""Words whose antonyms do not fit in their place."""
_OPEN: Final = frozenset({"NOUN", "VERB", "ADJ", "ADV"})
_COMMON: Final = 17.0
"""Largest surprisal in bits of a word that replaces another: readers must know it."""
_FOREIGN: Final = {
    "house": "Haus",
    "people": "gente",
    "year": "Jahr",
    "years": "Jahre",
    "time": "Zeit",
    "day": "Tag",
    "government": "gobierno",
    "police": "Polizei",
    "city": "ciudad",
    "country": "país",
    "work": "trabajo",
    "company": "Unternehmen",
    "children": "niños",
    "water": "agua",
    "money": "Geld",
    "world": "mundo",
    "week": "Woche",
    "market": "mercado",
    "war": "guerra",
    "school": "Schule",
    "state": "Staat",
    "man": "hombre",
    "woman": "mujer",
    "women": "mujeres",
    "life": "vida",
    "law": "ley",
    "economy": "economía",
    "game": "Spiel",
    "players": "jugadores",
    "team": "equipo",
    "way": "camino",
    "part": "parte",
    "car": "Auto",
    "health": "Gesundheit",
    "family": "familia",
    "friends": "amigos",
}
_AGREEMENT: Final = {"is": "are", "are": "is", "was": "were", "were": "was", "has": "have", "have": "has"}
_ABOVE_ALL: Final = 4.0
"""Smallest information content in nats of a broader word, so that it is no thing or entity."""


def opposite(reading: Reading) -> Iterator[Change]:
    """Yield words replaced by their antonyms in the same form, where nothing is negated."""
    denied = {word for cue in negators(reading) for word in cue.scope}
    for word, token in enumerate(reading.tokens):
        if token.upos not in _OPEN or word in denied or token.text.lower() != token.text or token.text in _VAGUE:
            continue
        for lemma in _antonyms(reading, word):
            form = inflected_like(lemma, token.xpos)
            if form is not None and surprisal(form) <= _COMMON:
                yield _with_article(reading, "opposite.changed", word, form)


def _antonyms(reading: Reading, word: int) -> Iterator[str]:
    token, lexicon = reading.tokens[word], wordnet()
    lemma = reading.lemmas[word]
    listed = sorted(opposites_of(word_of(token.text, token.lemma, token.upos)))
    if token.upos == "ADV" and listed:
        yield listed[0]
        return
    senses = 2 if token.upos == "ADJ" else 1
    for synset in lexicon.synsets(lemma, POS_OF_UPOS[token.upos])[:senses]:
        for sense in lexicon.members(synset):
            if lexicon.lemma(sense).lower() == lemma:
                yield from (other for antonym in lexicon.antonyms(sense) if (other := lexicon.lemma(antonym)).isalpha())


def specificity(reading: Reading) -> Iterator[Change]:
    """Yield nouns replaced by a broader or a narrower one."""
    lexicon = wordnet()
    for word, token in enumerate(reading.tokens):
        if token.upos != "NOUN" or token.xpos not in {"NN", "NNS"} or labelled(reading, word, "compound"):
            continue
        synsets = lexicon.synsets(reading.lemmas[word], "n")
        if not synsets or reading.labels[word] == "compound" or not _is_main_sense(reading.lemmas[word], synsets):
            continue
        steps = lexicon.above(synsets[0])
        known = paraphrases_of(reading.lemmas[word])
        for up in (up for up, count in steps.items() if 0 < count <= 2):
            lemma = lexicon.lemma(lexicon.members(up)[0])
            form = inflected_like(lemma, token.xpos) if lemma.isalpha() and lemma.islower() else None
            if (
                form is not None
                and surprisal(form) <= _COMMON
                and form not in reading.lemmas
                and (
                    _is_informative(up)
                    and lemma not in known
                    and reading.lemmas[word] not in paraphrases_of(lemma)
                    and lexicon.synsets(lemma, "n")[:1] == (up,)
                )
            ):
                yield _with_article(reading, "specificity.broader", word, form)


def _is_informative(synset: int) -> bool:
    return float(information_content()[synset]) >= _ABOVE_ALL


def _is_main_sense(lemma: str, synsets: tuple[int, ...]) -> bool:
    """Return whether most occurrences of a noun have its first sense."""
    lexicon = wordnet()
    counts = [
        lexicon.frequency(sense) + 1
        for synset in synsets
        for sense in lexicon.members(synset)
        if lexicon.lemma(sense).lower() == lemma
    ]
    return bool(counts) and counts[0] >= 0.6 * sum(counts)


def untranslated(reading: Reading) -> Iterator[Change]:
    """Yield frequent nouns in another language."""
    for word, token in enumerate(reading.tokens):
        if token.upos == "NOUN" and token.text in _FOREIGN:
            yield replaced("untranslated.word", word, _FOREIGN[token.text])


def repetition(reading: Reading) -> Iterator[Change]:
    """Yield words and short phrases written twice."""
    for word, token in enumerate(reading.tokens[:-1]):
        if not token.text.isalpha() or token.upos == "PROPN" or not token.space_after or not word:
            continue
        if token.upos == "NOUN" and reading.upos[word - 1] in {"ADJ", "DET"}:
            pair = f"{reading.tokens[word - 1].text} {token.text}"
            if reading.tokens[word - 1].space_after and word > 1:
                yield Change("repetition.added", (Edit(word + 1, word + 1, pair),))
        elif token.upos in {"DET", "ADP", "AUX"}:
            yield Change("repetition.added", (Edit(word, word, token.text.lower()),))


def grammar(reading: Reading) -> Iterator[Change]:
    """Yield wrong agreement, and articles that are missing or wrong."""
    for word, token in enumerate(reading.tokens):
        text, head = token.text.lower(), reading.heads[word]
        if text in {"a", "an"} and token.upos == "DET" and word + 1 < len(reading):
            following = reading.tokens[word + 1].text
            if following.isalpha() and article(following) == text:
                yield replaced("grammar.article", word, "an" if text == "a" else "a")
                if reading.tokens[word + 1].xpos == "NN" and word:
                    yield deleted("grammar.article", word, word + 1)
        elif text in _AGREEMENT and token.upos == "AUX" and head != ROOT:
            subjects = labelled(reading, head, "nsubj", "nsubj:pass")
            if len(subjects) == 1 and subjects[0] < word and reading.tokens[subjects[0]].xpos in {"NN", "NNS"}:
                is_first = labelled(reading, head, "aux", "aux:pass", "cop")[0] == word
                if is_first and not labelled(reading, subjects[0], "conj", "nmod", "nummod"):
                    yield replaced("grammar.agreement", word, _AGREEMENT[text])


def _with_article(reading: Reading, kind: str, word: int, form: str) -> Change:
    """Return the change of a word, with the article before it if that changes too."""
    edits: tuple[Edit, ...] = (Edit(word, word + 1, form),)
    before = reading.tokens[word - 1].text.lower() if word else ""
    if before in {"a", "an"} and before != article(form):
        edits = (Edit(word - 1, word + 1, f"{article(form)} {form}"),)
    return Change(kind, edits)
