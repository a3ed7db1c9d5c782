"""The definition of a feature, and what most features share: the part of some words for which something holds.

Of identical texts all features are silent.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from meantree.analysis.tree import ROOT
from meantree.phenomena.clauses import predicates
from meantree.phenomena.reading import CONTENT, DIRECTIONS, Direction, Reading, View, cached_fact

Group = Literal[
    "alignment",
    "semantic compatibility",
    "insertions and deletions",
    "preservation of reference",
    "structural alignment",
]
"""The five groups of Padó et al. (2009, figure 2)."""

Arcs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Firing:
    """The result of a feature; token indices are 0-based over each text.

    Attributes:
        value: 0 if the feature did not fire, else above 0; mostly the share of words or arcs that are not preserved.
        conclusion_arcs, premise_arcs: the arcs concerned, as ``(dependent, head)``.
    """

    value: float
    conclusion: tuple[int, ...] = ()
    premise: tuple[int, ...] = ()
    conclusion_arcs: Arcs = ()
    premise_arcs: Arcs = ()


SILENT = Firing(0.0)
"""The result of a feature that did not fire."""

FeatureFunction = Callable[[View], Firing]
"""A function of a view; its name is the feature's name, the first paragraph of its docstring the claim."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One shortcoming of a translation: a model may only lower its score for it.

    Attributes:
        function: measures it; the conclusion is the translation, or the reference if what is missing is measured.
        titles: what it says in words, by the direction in which it is measured. What the translation adds is measured
            from the reference to it, what it lacks the other way round; a change is measured once.
    """

    group: Group
    function: FeatureFunction
    titles: tuple[tuple[Direction, str], ...]

    @property
    def name(self) -> str:
        """The stable name; models store weights by it."""
        return self.function.__name__

    @property
    def claim(self) -> str:
        """The explanation for people, in one sentence."""
        return (inspect.getdoc(self.function) or "").split("\n\n")[0].replace("\n", " ")


class Features(list[Feature]):
    """The features of one group that a module defines, in order.

    As a decorator it adds a function with its titles: of what is added and of what is missing, or of what is changed,
    wrong or added alone.
    """

    def __init__(self, group: Group) -> None:
        super().__init__()
        self.group = group

    def __call__(self, *titles: str) -> Callable[[FeatureFunction], FeatureFunction]:
        """Return the decorator; it leaves the function as it is."""

        def add(function: FeatureFunction) -> FeatureFunction:
            self.append(Feature(self.group, function, tuple(zip(DIRECTIONS, titles, strict=False))))
            return function

        return add


def share(words: Sequence[int], among: int, premise: Sequence[int] = ()) -> Firing:
    """Return a firing on these words of the conclusion, their share of ``among`` as the value; silent without words."""
    return Firing(min(1.0, len(words) / among), tuple(words), tuple(premise)) if words else SILENT


def missing(view: View, words: Iterable[int]) -> tuple[int, ...]:
    """Return these words of the conclusion that are neither aligned nor left over in the premise."""
    return tuple(word for word in words if word in _missing(view))


@cached_fact
def _missing(view: View) -> frozenset[int]:
    """Return the unaligned words of the conclusion, except as many as the premise has unaligned ones of their lemma."""
    spare = Counter(lemma for word, lemma in enumerate(view.premise.lemmas) if word not in view.covered)
    gone = {*view.unlinked(view.parted)}
    for word in view.unlinked(word for word in range(len(view.conclusion)) if word not in _respelled(view)):
        spare[view.conclusion.lemmas[word]] -= 1
        if spare[view.conclusion.lemmas[word]] < 0:
            gone.add(word)
    return frozenset(gone)


LONGEST_RUN: Final = 8
"""Tokens that may be written as one: start-ups, 20: 26: 01."""
ABBREVIATED: Final = range(3, 7)
"""Words that are abbreviated by their initials."""


@cached_fact
def _respelled(view: View) -> frozenset[int]:
    """Return the words of the conclusion that the premise writes with other spaces or marks: start-ups, startups."""
    premise = _runs(view.premise)
    return frozenset(
        word
        for letters, runs in _runs(view.conclusion).items()
        for run in runs
        if any(1 in (len(run), len(other)) and not _are_equal(view, run, other) for other in premise.get(letters, ()))
        for word in run
    )


@cached_fact
def _runs(reading: Reading) -> dict[str, list[range]]:
    """Return runs of tokens by their letters and digits in lower case, and capitalised ones by their initials."""
    texts = [token.text for token in reading.tokens]
    plain = ["".join(filter(str.isalnum, text.casefold())) for text in texts]
    runs: dict[str, list[range]] = {}
    for start, text in enumerate(texts):
        for end in range(start + 1, min(start + LONGEST_RUN, len(texts)) + 1) if plain[start] else ():
            if plain[end - 1]:
                runs.setdefault("".join(plain[start:end]).lstrip("0"), []).append(range(start, end))
            if end - start in ABBREVIATED and all(word[0].isupper() for word in texts[start:end]):
                runs.setdefault("".join(word[0] for word in texts[start:end]), []).append(range(start, end))
        if text.isupper() and len(text) in ABBREVIATED:
            runs.setdefault(text, []).append(range(start, start + 1))
    return runs


def _are_equal(view: View, run: range, other: range) -> bool:
    conclusion, premise = view.conclusion.tokens, view.premise.tokens
    return len(run) == len(other) and conclusion[run[0]].text.casefold() == premise[other[0]].text.casefold()


UNLIKE: Final = frozenset({"antonym", "context", "entity", "lin", "path", "vectors"})
"""Relations between words of which no resource says that they mean the same."""
SPELLED_ALIKE: Final = 0.75
"""The factor for links by spelling, compared with links by meaning."""
SAME_MEANING: Final = 0.8
"""Links of this strength or more are between words of the same meaning."""


def likeness(view: View, word: int) -> float:
    """Return how much of the meaning of a word of the conclusion its partner has, in [0, 1].

    It is 1 for words of the same meaning or letters, 0 for missing ones, antonyms and links by context alone.
    """
    link = view.links[word]
    if link is None or word in _respelled(view):
        return float(word not in _missing(view))
    relation, strength = link.reason.relation, link.reason.strength
    if relation in ("antonym", "context"):
        return 0.0
    if relation == "spelling":
        return SPELLED_ALIKE * strength
    return 1.0 if strength >= SAME_MEANING and relation not in UNLIKE else strength


def is_kept(view: View, word: int) -> bool:
    """Return whether a word of the conclusion and one of the premise are aligned with each other, and mean the same."""
    other = view.partner[word]
    return other is not None and view.backward[other] == word and likeness(view, word) == 1


def unlinked_share(view: View, words: Sequence[int]) -> Firing:
    """Return a firing on these words of the conclusion that the premise does not have; the value is their share."""
    return share(missing(view, words), len(words))


def linked_share(view: View, words: Sequence[int], among: int) -> Firing:
    """Return a firing on these words of the conclusion with their partners, their share of ``among`` as the value."""
    return share(words, among, partners(view, words))


def replaced(view: View, words: Sequence[int]) -> Firing:
    """Return a firing on those aligned with words not known to mean the same; mean dissimilarity over these words."""
    unlike = {
        word: 1 - alike for word in words if view.partner[word] is not None if (alike := likeness(view, word)) < 1
    }
    if not unlike:
        return SILENT
    return Firing(sum(unlike.values()) / len(words), tuple(unlike), partners(view, tuple(unlike)))


def partners(view: View, words: Sequence[int]) -> tuple[int, ...]:
    """Return the words of the premise aligned with these words of the conclusion, in order."""
    return tuple(sorted({other for word in words if (other := view.partner[word]) is not None}))


@cached_fact
def basic_labels(reading: Reading) -> tuple[str, ...]:
    """Return the label of each word without its subtype: ``nmod`` for ``nmod:poss``."""
    return tuple(label.partition(":")[0] for label in reading.labels)


def with_labels(reading: Reading, labels: Container[str]) -> list[int]:
    """Return the words, without punctuation and roots, whose label without its subtype is one of these."""
    return [word for word in reading.words if reading.heads[word] != ROOT and basic_labels(reading)[word] in labels]


def arcs_among(reading: Reading, pairs: Iterable[tuple[int, int]]) -> Arcs:
    """Return the pairs of words that are arcs ``(dependent, head)`` of the tree, each once and in order."""
    return tuple(sorted({(low, high) for low, high in pairs if reading.heads[low] == high}))


Pair = tuple[int, int]
"""``(word of the conclusion, word of the premise)``."""


def share_of_pairs(pairs: Sequence[Pair], true_of: Callable[[int, int], bool]) -> Firing:
    """Return a firing on the pairs for which something is true; the value is their share."""
    matches = [pair for pair in pairs if true_of(*pair)]
    return share([word for word, _ in matches], len(pairs), sorted({partner for _, partner in matches}))


@cached_fact
def main_words(view: View) -> tuple[Pair, ...]:
    """Return the aligned main words of the conclusion's sentences with their partners."""
    roots = set(view.conclusion.roots)
    return tuple(pair for pair in view.linked if pair[0] in roots)


@cached_fact
def linked_predicates(view: View) -> tuple[Pair, ...]:
    """Return the aligned predicates of the conclusion with their partners."""
    known = predicates(view.conclusion)
    return tuple(pair for pair in view.linked if pair[0] in known)


@cached_fact
def linked_content(view: View) -> tuple[Pair, ...]:
    """Return the aligned content words of the conclusion with their partners."""
    upos = view.conclusion.upos
    return tuple(pair for pair in view.linked if upos[pair[0]] in CONTENT)
