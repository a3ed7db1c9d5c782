"""WordNet 3.0 (Fellbaum 1998) as compact arrays, loaded on first use; lemmas, information content and classes of nouns.

Synsets and senses are numbers from 0. A sense is one lemma in one synset. Lemmas are lower-case, with ``_`` for blanks.
``packaging/training/lexicon`` builds the file: strings as bytes separated by line ends; lists of numbers concatenated
in one array, with an array of their starts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Final, Literal, cast

import numpy as np
from numpy.typing import NDArray

from meantree.shipped import shipped

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
"""By part of speech: an inflected ending and what replaces it in the lemma (WordNet's manual, morphy(7WN))."""


def base_forms(
    word: str, pos: str, irregular: Mapping[str, tuple[str, ...]], known: Callable[[str], bool]
) -> tuple[str, ...]:
    """Return the known lemmas of which lower-case ``word`` may be a form, ``word`` itself first; empty if none.

    Irregular forms have only the lemmas listed for them; from other words one ending is removed.
    """
    regular = (word.removesuffix(ending) + other for ending, other in ENDINGS[pos] if word.endswith(ending))
    return tuple(form for form in dict.fromkeys((word, *irregular.get(word, regular))) if known(form))


PartOfSpeech = Literal["n", "v", "a", "r"]
PARTS_OF_SPEECH: tuple[PartOfSpeech, ...] = ("n", "v", "a", "r")
"""Nouns, verbs, adjectives, adverbs."""
POS_OF_UPOS: dict[str, PartOfSpeech] = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
"""WordNet's part of speech for each universal one that it covers."""


class _Arrays(dict[str, NDArray[Any]]):
    """The arrays of a file by name, each read when it is first asked for: lemmas need few of them."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __missing__(self, name: str) -> NDArray[Any]:
        with np.load(self._path, allow_pickle=False) as stored:
            self[name] = stored[name]
        return self[name]


class WordNet:
    """Lexical lookups; each is a few accesses to arrays."""

    def __init__(self, path: Path) -> None:
        self._arrays = _Arrays(path)
        self._lemmas = _lines(self._arrays["lemmas"])
        self._irregular = {
            pos: {form: tuple(bases) for form, *bases in map(str.split, _lines(self._arrays[f"irregular_{pos}"]))}
            for pos in PARTS_OF_SPEECH
        }

    @cached_property
    def _forms(self) -> list[str]:
        return _lines(self._arrays["forms"])

    @cached_property
    def _pos(self) -> str:
        return self._arrays["synset_pos"].tobytes().decode()

    @lru_cache(maxsize=65_536)  # noqa: B019  # the only instance lives as long as the program
    def senses(self, lemma: str, pos: PartOfSpeech | None = None) -> tuple[int, ...]:
        """Return the senses of a lemma, the most frequent first within each part of speech; empty if it is unknown."""
        index = bisect_left(self._lemmas, lemma)
        if index == len(self._lemmas) or self._lemmas[index] != lemma:
            return ()
        starts = self._arrays["lemma_starts"]
        senses = range(int(starts[index]), int(starts[index + 1]))
        if pos is None:
            return tuple(senses)
        return tuple(sense for sense in senses if self._pos[self.synset(sense)] == pos)

    def base_forms(self, word: str, pos: PartOfSpeech) -> tuple[str, ...]:
        """Return the lemmas of that part of speech of which ``word`` may be a form."""
        return base_forms(word.lower(), pos, self._irregular[pos], lambda form: bool(self.senses(form, pos)))

    def irregular_forms(self, lemma: str, pos: PartOfSpeech) -> tuple[str, ...]:
        """Return the irregular forms of a lemma, in alphabetical order; empty if it is regular or unknown."""
        return self._irregular_of[pos].get(lemma, ())

    @cached_property
    def _irregular_of(self) -> Mapping[PartOfSpeech, Mapping[str, tuple[str, ...]]]:
        tables: dict[PartOfSpeech, dict[str, tuple[str, ...]]] = {pos: {} for pos in PARTS_OF_SPEECH}
        for pos, table in tables.items():
            for form in sorted(self._irregular[pos]):
                for base in self._irregular[pos][form]:
                    table[base] = (*table.get(base, ()), form)
        return tables

    @lru_cache(maxsize=65_536)  # noqa: B019  # as above
    def synsets(self, word: str, pos: PartOfSpeech | None = None) -> tuple[int, ...]:
        """Return the synsets of every lemma of which ``word`` may be a form, in order of frequency for each."""
        parts = PARTS_OF_SPEECH if pos is None else (pos,)
        senses = (sense for part in parts for form in self.base_forms(word, part) for sense in self.senses(form, part))
        return tuple(dict.fromkeys(map(self.synset, senses)))

    def synset(self, sense: int) -> int:
        """Return the synset of a sense."""
        return int(self._arrays["sense_synset"][sense])

    def lemma(self, sense: int) -> str:
        """Return the lemma of a sense, as WordNet writes it (``Paris``, ``hot_dog``)."""
        return self._forms[sense] or self._lemmas[self._arrays["sense_lemma"][sense]]

    def frequency(self, sense: int) -> int:
        """Return how often a sense was tagged in WordNet's semantic concordance."""
        return int(self._arrays["sense_count"][sense])

    def part_of_speech(self, synset: int) -> PartOfSpeech:
        """Return the part of speech of a synset."""
        return cast("PartOfSpeech", self._pos[synset])

    def members(self, synset: int) -> tuple[int, ...]:
        """Return the senses in a synset."""
        return self._related("synset", "synset_senses", synset)

    def hypernyms(self, synset: int, *, instances: bool = True) -> tuple[int, ...]:
        """Return the synsets directly above one; ``instances`` includes the classes of named things."""
        above = self._related("hypernyms", "hypernyms", synset)
        return above + self._related("instance_hypernyms", "instance_hypernyms", synset) if instances else above

    def above(self, synset: int, most: int | None = None) -> dict[int, int]:
        """Return the synsets above one with their distance in steps, the synset itself at 0.

        Args:
            most: steps; None for all.
        """
        distances, distance = {synset: 0}, 0
        level: Iterable[int] = [synset]
        while distance != most and (
            level := [up for node in level for up in self.hypernyms(node) if up not in distances]
        ):
            distance += 1
            distances.update((node, distance) for node in level)
        return distances

    def similar(self, synset: int) -> tuple[int, ...]:
        """Return the adjectives similar to one."""
        return self._related("similar", "similar", synset)

    def antonyms(self, sense: int) -> tuple[int, ...]:
        """Return the senses with the opposite meaning."""
        return self._related("antonyms", "antonyms", sense)

    def derivations(self, sense: int) -> tuple[int, ...]:
        """Return senses of other parts of speech with the same root, such as ``decision`` for ``decide``."""
        return self._related("derivations", "derivations", sense) + self._related("pertainyms", "pertainyms", sense)

    @lru_cache(maxsize=65_536)  # noqa: B019  # as above
    def synonyms(self, word: str) -> frozenset[str]:
        """Return ``word`` and the single words that share a synset with any of its senses, as WordNet writes them."""
        members = (self.lemma(sense) for synset in self.synsets(word) for sense in self.members(synset))
        return frozenset({word, *(lemma for lemma in members if "_" not in lemma)})

    def tagged_senses(self) -> NDArray[np.float64]:
        """Return for each synset how often its senses were tagged, each once more than it was."""
        counts = np.zeros(self.size[1])
        np.add.at(counts, self._arrays["sense_synset"], self._arrays["sense_count"] + 1)
        return counts

    def hypernym_pairs(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return all pairs of a synset and one directly above it, as two arrays."""
        kinds = ("hypernyms", "instance_hypernyms")
        below = [np.arange(self.size[1]).repeat(np.diff(self._arrays[f"{kind}_starts"])) for kind in kinds]
        return np.concatenate(below).astype(np.int32), np.concatenate([self._arrays[kind] for kind in kinds])

    @cached_property
    def first_words(self) -> frozenset[str]:
        """The first words of all lemmas of several words."""
        return frozenset(lemma.partition("_")[0] for lemma in self._lemmas if "_" in lemma)

    @cached_property
    def size(self) -> tuple[int, int, int]:
        """The numbers of lemmas, synsets and senses."""
        return len(self._lemmas), len(self._pos), len(self._arrays["sense_synset"])

    def _related(self, starts: str, values: str, index: int) -> tuple[int, ...]:
        bounds = self._arrays[f"{starts}_starts"]
        return tuple(self._arrays[values][bounds[index] : bounds[index + 1]].tolist())


@cache
def wordnet() -> WordNet:
    """Return the shipped lexicon, loaded once."""
    return WordNet(shipped("lexicon/wordnet") / "wordnet.npz")


def _lines(stored: NDArray[np.uint8]) -> list[str]:
    return stored.tobytes().decode().split("\n")


@cache
def information_content() -> NDArray[np.float64]:
    """Return the information content of every synset in nats (Resnik 1995), computed once.

    It is minus the logarithm of the synset's probability, so near 0 at the top of nouns and verbs. A synset occurs
    wherever one of its senses or a synset below it does; counts of senses have add-one smoothing.
    """
    lexicon = wordnet()
    counts = lexicon.tagged_senses()
    parts = np.array([lexicon.part_of_speech(synset) for synset in range(len(counts))])
    totals = np.ones(len(counts))
    for part in PARTS_OF_SPEECH:
        totals[parts == part] = counts[parts == part].sum()
    for below, above in _upwards(*lexicon.hypernym_pairs(), len(counts)):
        np.add.at(counts, above, counts[below])
    content: NDArray[np.float64] = np.maximum(0.0, np.log(totals / counts))
    return content


def _upwards(
    below: NDArray[np.int32], above: NDArray[np.int32], synsets: int
) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """Yield the pairs of a synset and one above it in parts; all pairs up to a synset come before those from it."""
    level, higher = np.full(synsets, -1, np.int32), np.zeros(synsets, np.int32)
    while (level != higher).any():  # it ends, as no synset is above itself
        level = higher
        higher = level.copy()
        np.maximum.at(higher, above, level[below] + 1)
    for step in range(int(level.max(initial=0))):
        chosen = level[below] == step
        yield below[chosen], above[chosen]


NounClass = Literal["person", "group", "animal", "thing", "place"]
_CLASSES: Final[dict[NounClass, tuple[str, ...]]] = {
    "person": ("person",),
    "group": ("organization", "government", "team", "country"),
    "animal": ("animal",),
    "thing": ("artifact", "document", "book"),
    "place": ("region", "city"),
}
_NOT_COUNTED: Final = (
    "furniture equipment clothing software hardware traffic staff police crew people public mankind money cash stuff "
    "material fabric paper glass metal gold silver plastic support transport transportation gear jewelry artwork wood "
    "mail machinery infrastructure housing guy family folk kind sort type lot way line side end top bottom"
)
"""Nouns without a plural, of several persons, or too general for the rules about persons and things."""


@cache
def noun_class(lemma: str) -> NounClass | None:
    """Return what a countable noun names in its first sense; None for other nouns."""
    senses = wordnet().synsets(lemma, "n")[:1]
    return synset_class(senses[0]) if senses and lemma not in _NOT_COUNTED.split() else None


def synset_class(synset: int) -> NounClass | None:
    """Return what a synset of nouns names; None for other nouns."""
    lexicon = wordnet()
    above = set(lexicon.above(synset)) | {synset}
    for name, tops in _CLASSES.items():
        if any(not above.isdisjoint(lexicon.synsets(top, "n")[:1]) for top in tops):
            return name
    return None
