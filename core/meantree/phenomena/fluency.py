"""Insertions and deletions that damage fluency: repeated, untranslated and missing words, incomplete sentences.

The premise is the norm: what occurs there does not count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final
from unicodedata import name, normalize

from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.feature import SILENT, Features, Firing, basic_labels, share
from meantree.phenomena.reading import CONTENT, Reading, View, cached_fact

BRACKETS: Final = {"(": ")", "[": "]", "{": "}", "“": "”", "«": "»"}
_MICRO: Final = re.compile(r"\bμ(?=[a-z]{1,3}\b)|(?<=\d)μ(?=[a-z]{1,3}\b)")
_ALIKE: Final = {'"': "“”„«»", "'": "‘’‚`´", "-": "–—−"}
_SHAPES: Final = str.maketrans({shape: mark for mark, shapes in _ALIKE.items() for shape in shapes})
UNFINISHED: Final = frozenset({"ADP", "AUX", "CCONJ", "DET", "SCONJ"})
"""Parts of speech that need another word; few sentences end in one."""
UNATTACHED: Final = frozenset({"dep", "discourse", "dislocated", "goeswith", "list", "orphan", "reparandum"})
"""Relations of words that the parser could not attach properly."""


FEATURES = Features("insertions and deletions")


@FEATURES("words repeated")
def words_repeated(view: View) -> Firing:
    """Content words are repeated in the conclusion, more often than in the premise; share of its words."""
    return share(_repeated(view, 1), len(view.conclusion.words))


@FEATURES("phrases repeated")
def phrases_repeated(view: View) -> Firing:
    """Pairs of adjacent words are repeated in the conclusion, more often than in the premise; share of its words."""
    return share(_repeated(view, 2), len(view.conclusion.words))


@FEATURES("a word doubled")
def neighbours_doubled(view: View) -> Firing:
    """A word of the conclusion is doubled, but not in the premise; share of its words."""
    doubled = {_all_forms(view.premise)[word] for word in _doubled(view.premise)}
    words = [word for word in _doubled(view.conclusion) if _all_forms(view.conclusion)[word] not in doubled]
    return share(words, len(view.conclusion.words))


@FEATURES("words unknown or untranslated")
def unknown_words(view: View) -> Firing:
    """Words of the conclusion, except names, are neither in the lexicon nor in the premise; share of its words."""
    premise = {*_forms(view.premise), *view.premise.lemmas}
    reading, forms = view.conclusion, _all_forms(view.conclusion)
    names = {word for entity in reading.entities for word in range(entity.start, entity.end)}
    words = (word for word in reading.content if word not in names)
    unknown = [word for word in words if forms[word] not in premise and not _known(forms[word])]
    return share(unknown, len(reading.words))


@FEATURES("words in a foreign script")
def foreign_script(view: View) -> Firing:
    """Words of the conclusion are in a non-Latin script and not in the premise; share of its words."""
    premise = {*_forms(view.premise)}
    forms = _all_forms(view.conclusion)
    foreign = [word for word in view.conclusion.words if forms[word] not in premise and is_foreign(forms[word])]
    return share(foreign, len(view.conclusion.words))


@FEATURES("longer than the reference", "shorter than the reference")
def more_words(view: View) -> Firing:
    """The conclusion is longer than the premise; the surplus as a share of its words."""
    return _more_than(len(view.conclusion.words), len(view.conclusion.words) - len(view.premise.words))


@FEATURES("words that fit nowhere in the sentence")
def more_loose_words(view: View) -> Firing:
    """The conclusion has more words without a proper relation in its tree than the premise; share of its words."""
    conclusion, premise = (_unattached(reading) for reading in (view.conclusion, view.premise))
    return share(conclusion, len(view.conclusion.words)) if len(conclusion) > len(premise) else SILENT


@FEATURES("punctuation added", "punctuation missing")
def punctuation_added(view: View) -> Firing:
    """Punctuation marks are more frequent in the conclusion than in the premise; share of its marks."""
    spare, surplus = Counter(_marks(view.premise).values()), []
    for place, mark in _marks(view.conclusion).items():
        spare[mark] -= 1
        if spare[mark] < 0:
            surplus.append(place)
    return share(surplus, len(_marks(view.conclusion)))


@FEATURES("brackets or quotation marks unbalanced")
def brackets_unbalanced(view: View) -> Firing:
    """Brackets or quotation marks of the conclusion are unbalanced, while those of the premise are not; 1 if so."""
    unbalanced = _unbalanced(view.conclusion)
    return Firing(1.0, unbalanced) if unbalanced and not _unbalanced(view.premise) else SILENT


@FEATURES("no verb")
def verb_missing(view: View) -> Firing:
    """The conclusion has no verb, while the premise has one; 1 if so."""
    return Firing(1.0) if _has_verb(view.premise) and not _has_verb(view.conclusion) else SILENT


@FEATURES("ends in the middle of a sentence")
def ends_early(view: View) -> Firing:
    """The conclusion breaks off after a word that needs a continuation, while the premise does not; 1 if so."""
    last = view.conclusion.words[-1:]
    return Firing(1.0, last) if _is_unfinished(view.conclusion) and not _is_unfinished(view.premise) else SILENT


def _repeated(view: View, size: int) -> list[int]:
    """Return the surplus occurrences, the last ones, of what is repeated here and less frequent in the premise.

    Not what the premise repeats in other words: all its content words are aligned with words of their own.
    """
    premise = Counter(_series(view.premise, size).values())
    conclusion = _series(view.conclusion, size)
    seen: Counter[tuple[str, ...]] = Counter()
    surplus = []
    for start, series in conclusion.items():
        seen[series] += 1
        if seen[series] > max(premise[series], 1) and not _is_expressed(view, start, size):
            surplus.append(start)
    return surplus


def _is_expressed(view: View, start: int, size: int) -> bool:
    """Return whether each content word of a run is aligned with a word that is aligned with no other."""
    row = view.conclusion.words[view.conclusion.words.index(start) :][:size]
    pairs = [(word, view.partner[word]) for word in row if view.conclusion.upos[word] in CONTENT]
    return all(other is not None and view.backward[other] == word for word, other in pairs)


def _doubled(reading: Reading) -> list[int]:
    """Return words that directly follow an identical word."""
    forms = _all_forms(reading)
    return [right for left, right in pairwise(reading.words) if right == left + 1 and forms[left] == forms[right]]


def _series(reading: Reading, size: int) -> dict[int, tuple[str, ...]]:
    """Return runs of adjacent lemmas with at least one content word, by the position of the first."""
    words = reading.words
    rows = zip(*(words[start:] for start in range(size)), strict=False)
    return {row[0]: tuple(reading.lemmas[word] for word in row) for row in rows if _has_content(reading, row)}


def _has_content(reading: Reading, words: Sequence[int]) -> bool:
    return any(reading.upos[word] in CONTENT for word in words)


@cached_fact
def _all_forms(reading: Reading) -> tuple[str, ...]:
    return tuple(token.text.casefold() for token in reading.tokens)


def _forms(reading: Reading) -> list[str]:
    forms = _all_forms(reading)
    return [forms[word] for word in reading.words]


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


def _more_than(whole: int, more: int) -> Firing:
    return Firing(more / whole) if more > 0 else SILENT


def _unattached(reading: Reading) -> list[int]:
    return [word for word in reading.words if basic_labels(reading)[word] in UNATTACHED]


def _marks(reading: Reading) -> dict[int, str]:
    """Return the punctuation marks by place, quotation marks and dashes of all shapes as one."""
    marks = ((place, token.text) for place, token in enumerate(reading.tokens) if token.upos == "PUNCT")
    return {place: mark.translate(_SHAPES) for place, mark in marks}


def _unbalanced(reading: Reading) -> tuple[int, ...]:
    """Return the words that are or contain an unmatched mark; of straight quotation marks the last one."""
    marks = [(word, mark) for word, token in enumerate(reading.tokens) for mark in token.text]
    straight = [word for word, mark in marks if mark == '"']
    unmatched = straight[-1:] if len(straight) % 2 else []
    for opening, closing in BRACKETS.items():
        waiting: list[int] = []
        for word, mark in marks:
            if mark == opening:
                waiting.append(word)
            elif mark == closing and waiting:
                waiting.pop()
            elif mark == closing:
                unmatched.append(word)
        unmatched += waiting
    return tuple(sorted({*unmatched}))


def _has_verb(reading: Reading) -> bool:
    return any(pos in ("VERB", "AUX") for pos in reading.upos)


def _is_unfinished(reading: Reading) -> bool:
    """Return whether the last word needs another one; particles and stranded prepositions of verbs do not."""
    last = reading.words[-1:]
    return any(reading.upos[word] in UNFINISHED and reading.labels[word] != "compound:prt" for word in last)
