"""Corrupted copies of translations: content words replaced by likely wrong ones, swapped, or phrases put in."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.sentences import Analysis
from meantree.findings.doubts import stem
from meantree.lexicon.ppdb import paraphrases_of

Words = tuple[str, ...]
CONTENT = frozenset({"NOUN", "VERB", "ADJ", "ADV", "PROPN", "NUM"})
OPERATIONS = {"near": 6.0, "any": 1.5, "insert": 2.5, "swap": 1.0, "overwrite": 1.5}
"""How often each is done: replace a word by one with a similar vector or by any of its part of speech, put a phrase of
another text in, swap two words, write a phrase over others."""
HOW_MANY = (1, 1, 1, 2, 2, 3)
NEIGHBOURS = 15
"""The mean rank of a similar word that replaces another."""
FEWEST = 8
"""Words of a part of speech, at least, among which others are chosen."""
OF_BOTH = 0.6
"""The label of a word that is put in but stands in the other text, too."""


class Corrupter:
    """Plants gross errors by the part of speech and the vectors of words.

    Args:
        analyses: they tell the most frequent part of speech of each word.
        texts: in words; they give vectors and phrases.
        chooser: of all that is chosen.
    """

    def __init__(self, analyses: Iterable[Analysis], texts: Iterable[Words], chooser: random.Random) -> None:
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for analysis in analyses:
            for token in analysis.tokens:
                counts[token.text.lower()][f"{token.upos} {token.xpos}"] += 1
        self._tags = {form: tags.most_common(1)[0][0] for form, tags in counts.items()}
        self._texts, self._chooser = list(dict.fromkeys(texts)), chooser

    def corrupted(self, words: Words, other: Words) -> tuple[Words, NDArray[np.float32]]:
        """Return a copy with one to three errors and the label of each word: 1 for what ``other`` does not say."""
        copy, labels = list(words), [0.0] * len(words)
        there = {word.lower() for word in other}
        for _ in range(self._chooser.choice(HOW_MANY)):
            intact = [place for place, word in enumerate(copy) if self._is_content(word) and not labels[place]]
            if not intact:
                break
            place = self._chooser.choice(intact)
            (operation,) = self._chooser.choices(list(OPERATIONS), list(OPERATIONS.values()))
            if operation == "swap":
                self._swap(copy, labels, place, intact)
            elif operation in {"near", "any"}:
                self._replace(copy, labels, place, there, is_near=operation == "near")
            else:
                self._put_in(copy, labels, place, there, is_over=operation == "overwrite")
        return tuple(copy), np.array(labels, np.float32)

    def _is_content(self, word: str) -> bool:
        tag = self._tags.get(word.lower(), "").partition(" ")[0]
        return word.isdigit() or (word.isalpha() and len(word) > 2 and tag in CONTENT)

    def _replace(self, copy: list[str], labels: list[float], place: int, there: set[str], *, is_near: bool) -> None:
        form = copy[place].lower()
        near = self._near(form) if is_near else ()
        if near:
            new = near[min(len(near) - 1, int(self._chooser.expovariate(1 / NEIGHBOURS)))]
        else:
            known = self._by_tag.get(self._tags.get(form, ""), [])
            if len(known) < FEWEST:
                return
            new = self._chooser.choice(known)
        if new != form and new not in there:
            copy[place], labels[place] = _cased(new, copy[place]), 1.0

    def _swap(self, copy: list[str], labels: list[float], place: int, intact: Sequence[int]) -> None:
        tag = self._tags.get(copy[place].lower())
        others = [
            each
            for each in intact
            if self._tags.get(copy[each].lower()) == tag and stem(copy[each].lower()) != stem(copy[place].lower())
        ]
        if others:
            other = self._chooser.choice(others)
            copy[place], copy[other] = _cased(copy[other], copy[place]), _cased(copy[place], copy[other])
            labels[place] = labels[other] = 1.0

    def _put_in(self, copy: list[str], labels: list[float], place: int, there: set[str], *, is_over: bool) -> None:
        text, size = self._chooser.choice(self._texts), self._chooser.choice((1, 1, 2, 3, 4, 5))
        start = self._chooser.randrange(max(1, len(text) - size))
        phrase = list(text[start : start + size])
        is_new = any(word.lower() not in there for word in phrase)
        if not is_new or not any(map(self._is_content, phrase)) or not {".", "!", "?", '"'}.isdisjoint(phrase):
            return
        end = min(len(copy), place + len(phrase)) if is_over else place
        phrase = phrase[: end - place] if is_over else phrase
        copy[place:end] = phrase
        labels[place:end] = [OF_BOTH if word.lower() in there else 1.0 for word in phrase]

    @cached_property
    def _vectors(self) -> Mapping[str, NDArray[np.float32]]:
        """The mean direction of each content word that stands at least twice in the texts."""
        encoder, sums = load_encoder(), {}
        counts: Counter[str] = Counter()
        for text in self._texts:
            for start, end in encoder.parts(text):
                for word, vector in zip(text[start:end], encoder.meanings(text[start:end]), strict=True):
                    if self._is_content(word):
                        sums[word.lower()] = sums.get(word.lower(), 0.0) + vector
                        counts[word.lower()] += 1
        return {form: total / np.linalg.norm(total) for form, total in sums.items() if counts[form] > 1}

    @cached_property
    def _by_tag(self) -> Mapping[str, list[str]]:
        by_tag: dict[str, list[str]] = defaultdict(list)
        for form in self._vectors:
            by_tag[self._tags.get(form, "")].append(form)
        return by_tag

    @cache  # noqa: B019  one corrupter lives as long as the program
    def _near(self, form: str) -> tuple[str, ...]:
        """Return the words of the same part of speech, the most similar first, without those that mean the same."""
        known = self._by_tag.get(self._tags.get(form, ""), [])
        if form not in self._vectors or len(known) < FEWEST:
            return ()
        cosines = np.stack([self._vectors[each] for each in known]) @ self._vectors[form]
        same = set(paraphrases_of(form) or ())
        ordered = (known[place] for place in np.argsort(-cosines, kind="stable"))
        return tuple(each for each in ordered if each not in same and stem(each) != stem(form))


def _cased(word: str, model: str) -> str:
    return word.capitalize() if model[:1].isupper() else word
