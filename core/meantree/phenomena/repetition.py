"""Repeated words and phrases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product, takewhile
from typing import Final

from meantree.analysis.frames import spans_of
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.feature import Features, Firing, share
from meantree.phenomena.operations import Words, planter, repeat
from meantree.phenomena.reading import CONTENT, Reading, View

_FAR_APART: Final = 15
"""Words between the starts of a phrase and its repetition, from which on it is seldom an error."""
FEATURES: Final = Features("insertions and deletions")


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
    doubled = {view.premise.forms[word] for word in _doubled(view.premise)}
    words = [word for word in _doubled(view.conclusion) if view.conclusion.forms[word] not in doubled]
    return share(words, len(view.conclusion.words))


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
    forms = reading.forms
    return [right for left, right in pairwise(reading.words) if right == left + 1 and forms[left] == forms[right]]


def _series(reading: Reading, size: int) -> dict[int, tuple[str, ...]]:
    """Return runs of adjacent lemmas with at least one content word, by the position of the first."""
    words = reading.words
    rows = zip(*(words[start:] for start in range(size)), strict=False)
    return {
        row[0]: tuple(reading.lemmas[word] for word in row)
        for row in rows
        if any(reading.upos[word] in CONTENT for word in row)
    }


def repetition(pair: Compared) -> Iterator[Candidate]:
    """Yield words and phrases that are repeated, unlike in the reference."""
    view = pair.of_hyp
    known = {*_doubled_phrases(pair.ref).values()}
    phrases = (start for start, phrase in _doubled_phrases(pair.hyp).items() if phrase not in known)
    doubled = {*neighbours_doubled(view).conclusion, *(word for start in phrases for word in (start + 2, start + 3))}
    texts = {word: pair.hyp.tokens[word].text for word in doubled}
    doubled = {word for word, text in texts.items() if not text.isdigit() and text != "?"}  # 1 000 000, ???
    again = doubled or set(phrases_repeated(view).conclusion)
    if not again:
        return
    runs = (range(*span) for span in spans_of(again))
    words, places = max((_occurrences(pair.hyp, run) for run in runs), key=lambda found: len(found[0]))
    if words.start - places[0] > _FAR_APART and not doubled:
        return  # in a long list
    names = [pair.hyp.upos[word] for word in doubled]
    yield pair.candidate(view, "repetition.added", words, place=places, doubled=bool(doubled), name="PROPN" in names)


def _doubled_phrases(reading: Reading) -> dict[int, tuple[str, ...]]:
    """Return the pairs of words that follow again at once, by their first word; not: and more and more."""
    texts = tuple(token.text.casefold() for token in reading.tokens)
    pairs = {start: texts[start : start + 2] for start in range(len(texts) - 3)}
    return {
        start: phrase
        for start, phrase in pairs.items()
        if phrase == texts[start + 2 : start + 4] and "".join(phrase).isalpha() and "and" not in phrase
    }


def _occurrences(reading: Reading, run: range) -> tuple[range, tuple[int, ...]]:
    """Return the longest part of repeated words that stands before, too, as far as it goes on; and both occurrences."""
    lemmas = reading.lemmas
    for size in range(len(run), 0, -1):
        for start, before in product(range(run.start, run.stop - size + 1), range(run.start)):
            if before + size <= start and lemmas[before : before + size] == lemmas[start : start + size]:
                last = zip(
                    lemmas[start + size :], lemmas[before + size : start], reading.upos[start + size :], strict=False
                )
                size += sum(1 for _ in takewhile(lambda each: each[0] == each[1] and each[2] != "PUNCT", last))
                return range(start, start + size), (*range(before, before + size), *range(start, start + size))
    return run, tuple(run)


def repetitions(reading: Reading) -> int:
    """Return how many words follow themselves, at a distance of one or two."""
    texts = [token.text.lower() for token in reading.tokens]
    return sum(one == other for one, other in (*pairwise(texts), *zip(texts, texts[2:], strict=False)))


REPEATED: Final = planter(repeat(Words(upos="DET ADP"), 1), repeat(Words(upos="NOUN VERB"), 2), fact=repetitions)
