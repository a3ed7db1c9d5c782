"""Insertions and deletions that damage fluency: loose and missing words, marks, incomplete sentences.

The premise is the norm: what occurs there does not count.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from meantree.phenomena.feature import SILENT, Features, Firing, share
from meantree.phenomena.reading import Reading, View

BRACKETS: Final = {"(": ")", "[": "]", "{": "}", "“": "”", "«": "»"}
_ALIKE: Final = {'"': "“”„«»", "'": "‘’‚`´", "-": "–—−"}
_SHAPES: Final = str.maketrans({shape: mark for mark, shapes in _ALIKE.items() for shape in shapes})
UNFINISHED: Final = frozenset({"ADP", "AUX", "CCONJ", "DET", "SCONJ"})
"""Parts of speech that need another word; few sentences end in one."""
UNATTACHED: Final = frozenset({"dep", "discourse", "dislocated", "goeswith", "list", "orphan", "reparandum"})
"""Relations of words that the parser could not attach properly."""
FEATURES: Final = Features("insertions and deletions")


@FEATURES("longer than the reference", "shorter than the reference")
def more_words(view: View) -> Firing:
    """The conclusion is longer than the premise; the surplus as a share of its words."""
    words, others = len(view.conclusion.words), len(view.premise.words)
    return Firing((words - others) / words) if words > others else SILENT


@FEATURES("words that fit nowhere in the sentence")
def more_loose_words(view: View) -> Firing:
    """The conclusion has more words without a proper relation in its tree than the premise; share of its words."""
    conclusion, premise = (
        [word for word in reading.words if reading.basic_labels[word] in UNATTACHED]
        for reading in (view.conclusion, view.premise)
    )
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
