"""WordNet 3.0 (Fellbaum 1998) as compact arrays, opened at the first question.

Synsets and senses are numbers, from 0. A sense is one lemma in one synset. Lemmas are lower-case, blanks written as
``_``. ``packaging/training/lexicon`` makes the file: strings as bytes with line ends between them; lists of numbers one
after the other in one array, with an array of their starts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from meantree_resources import resource

ENDINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "n": (
        ("s", ""),
        ("ses", "s"),
        ("ves", "f"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "v": (("s", ""), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    "a": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "r": (),
}
"""By part of speech: an inflected ending and what the lemma has in its place (WordNet's manual, morphy(7WN))."""


def base_forms(
    word: str, pos: str, irregular: Mapping[str, tuple[str, ...]], known: Callable[[str], bool]
) -> tuple[str, ...]:
    """The known lemmas of which the lower-case ``word`` may be a form, itself first; empty if there is none.

    An irregular form has the lemmas of the list alone; of others one ending is taken off.
    """
    bases = irregular[word] if word in irregular else _detached(word, pos)
    return tuple(form for form in dict.fromkeys((word, *bases)) if known(form))


def _detached(word: str, pos: str) -> tuple[str, ...]:
    return tuple(word.removesuffix(ending) + other for ending, other in ENDINGS[pos] if word.endswith(ending))


PartOfSpeech = Literal["n", "v", "a", "r"]
PARTS_OF_SPEECH: tuple[PartOfSpeech, ...] = ("n", "v", "a", "r")
"""Nouns, verbs, adjectives, adverbs."""
POS_OF_UPOS: dict[str, PartOfSpeech] = {
    "NOUN": "n",
    "PROPN": "n",
    "VERB": "v",
    "AUX": "v",
    "ADJ": "a",
    "ADV": "r",
}
"""The part of speech here of each universal one that WordNet knows."""


class WordNet:
    """Questions about words; each is a few lookups in arrays."""

    def __init__(self, path: Path) -> None:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        self._lemmas = _lines(arrays.pop("lemmas"))
        self._forms = _lines(arrays.pop("forms"))
        self._irregular = {
            pos: {form: tuple(bases) for form, *bases in map(str.split, _lines(arrays.pop(f"irregular_{pos}")))}
            for pos in PARTS_OF_SPEECH
        }
        self._pos = arrays.pop("synset_pos").tobytes().decode()
        self._arrays: dict[str, NDArray[np.int32]] = arrays

    def senses(self, lemma: str, pos: PartOfSpeech | None = None) -> tuple[int, ...]:
        """The senses of a lemma in this form, the most frequent first within each part of speech; empty if unknown."""
        place = bisect_left(self._lemmas, lemma)
        if place == len(self._lemmas) or self._lemmas[place] != lemma:
            return ()
        starts = self._arrays["lemma_starts"]
        found = range(int(starts[place]), int(starts[place + 1]))
        if pos is None:
            return tuple(found)
        return tuple(sense for sense in found if self._pos[self.synset(sense)] == pos)

    def base_forms(self, word: str, pos: PartOfSpeech) -> tuple[str, ...]:
        """The lemmas of that part of speech of which ``word`` may be a form."""
        return base_forms(word.lower(), pos, self._irregular[pos], lambda form: bool(self.senses(form, pos)))

    @lru_cache(maxsize=65_536)  # noqa: B019  # there is one lexicon, kept as long as the program
    def synsets(self, word: str, pos: PartOfSpeech | None = None) -> tuple[int, ...]:
        """The synsets of every lemma of which ``word`` may be a form, in order of frequency for each."""
        wanted = PARTS_OF_SPEECH if pos is None else (pos,)
        senses = (
            sense for chosen in wanted for form in self.base_forms(word, chosen) for sense in self.senses(form, chosen)
        )
        return tuple(dict.fromkeys(map(self.synset, senses)))

    def synset(self, sense: int) -> int:
        """The synset of a sense."""
        return int(self._arrays["sense_synset"][sense])

    def lemma(self, sense: int) -> str:
        """The lemma of a sense, as WordNet writes it (``Paris``, ``hot_dog``)."""
        return self._forms[sense] or self._lemmas[self._arrays["sense_lemma"][sense]]

    def frequency(self, sense: int) -> int:
        """How often the sense was tagged in WordNet's semantic concordance."""
        return int(self._arrays["sense_count"][sense])

    def part_of_speech(self, synset: int) -> PartOfSpeech:
        """Of a synset."""
        return cast("PartOfSpeech", self._pos[synset])

    def members(self, synset: int) -> tuple[int, ...]:
        """The senses in a synset."""
        return self._related("synset", "synset_senses", synset)

    def hypernyms(self, synset: int, *, instances: bool = True) -> tuple[int, ...]:
        """The synsets directly above; ``instances`` includes what a named thing is one of."""
        above = self._related("hypernyms", "hypernyms", synset)
        return above + self._related("instance_hypernyms", "instance_hypernyms", synset) if instances else above

    def above(self, synset: int) -> dict[int, int]:
        """All synsets above with their distance in steps, itself at 0."""
        found = {synset: 0}
        level: Iterable[int] = [synset]
        while level := [up for node in level for up in self.hypernyms(node) if up not in found]:
            distance = max(found.values()) + 1
            found.update((node, distance) for node in level)
        return found

    def similar(self, synset: int) -> tuple[int, ...]:
        """Adjectives near in meaning."""
        return self._related("similar", "similar", synset)

    def entailments(self, synset: int) -> tuple[int, ...]:
        """What a verb entails or causes."""
        return self._related("entailments", "entailments", synset) + self._related("causes", "causes", synset)

    def antonyms(self, sense: int) -> tuple[int, ...]:
        """Senses of opposite meaning."""
        return self._related("antonyms", "antonyms", sense)

    def derivations(self, sense: int) -> tuple[int, ...]:
        """Senses of other parts of speech with the same root, as ``decision`` of ``decide``."""
        return self._related("derivations", "derivations", sense) + self._related("pertainyms", "pertainyms", sense)

    @lru_cache(maxsize=65_536)  # noqa: B019  # as above
    def synonyms(self, word: str) -> frozenset[str]:
        """Single words that share a synset with ``word`` in any of its readings, as WordNet writes them; and itself."""
        return frozenset({word, *(name for name in self._names(word) if "_" not in name)})

    def _names(self, word: str) -> Iterator[str]:
        for synset in self.synsets(word):
            yield from map(self.lemma, self.members(synset))

    @cached_property
    def first_words(self) -> frozenset[str]:
        """Those with which lemmas of several words begin."""
        return frozenset(lemma.partition("_")[0] for lemma in self._lemmas if "_" in lemma)

    @cached_property
    def size(self) -> tuple[int, int, int]:
        """How many lemmas, synsets and senses there are."""
        return len(self._lemmas), len(self._pos), len(self._arrays["sense_synset"])

    def _related(self, starts: str, values: str, index: int) -> tuple[int, ...]:
        bounds = self._arrays[f"{starts}_starts"]
        return tuple(self._arrays[values][bounds[index] : bounds[index + 1]].tolist())


@cache
def wordnet() -> WordNet:
    """The lexicon that ships with Meantree, opened once."""
    return WordNet(resource("lexicon/wordnet") / "wordnet.npz")


def _lines(stored: NDArray[np.uint8]) -> list[str]:
    return stored.tobytes().decode().split("\n")


@cache
def information_content() -> NDArray[np.float64]:
    """Of every synset, in nats; that of the top of nouns or verbs is near 0. Computed once, at the first question.

    The occurrences of a synset are those of its senses and of all synsets below it; each sense was seen once more than
    it was.
    """
    words = wordnet()
    synsets = words.size[1]
    counts = np.array(
        [sum(words.frequency(sense) + 1 for sense in words.members(synset)) for synset in range(synsets)], np.float64
    )
    parts = np.array([words.part_of_speech(synset) for synset in range(synsets)])
    totals = np.ones(synsets)
    for part in PARTS_OF_SPEECH:
        totals[parts == part] = counts[parts == part].sum()
    for synset in _bottom_up(words, synsets):
        for up in words.hypernyms(synset):
            counts[up] += counts[synset]
    bits: NDArray[np.float64] = np.maximum(0.0, np.log(totals / counts))
    return bits


def _bottom_up(words: WordNet, synsets: int) -> list[int]:
    """All synsets, each after those below it."""
    waiting = [0] * synsets
    above = [words.hypernyms(synset) for synset in range(synsets)]
    for ups in above:
        for up in ups:
            waiting[up] += 1
    order = [synset for synset, count in enumerate(waiting) if not count]
    for synset in order:  # grows while it is walked
        for up in above[synset]:
            waiting[up] -= 1
            if not waiting[up]:
                order.append(up)
    return order
