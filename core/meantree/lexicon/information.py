"""How much each synset tells: minus the logarithm of its probability (Resnik 1995), by WordNet's counts of senses."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from meantree.lexicon.wordnet import PARTS_OF_SPEECH, WordNet, wordnet


@cache
def information() -> NDArray[np.float64]:
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
