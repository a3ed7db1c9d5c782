"""NIST-R: what NIST is made of, as 16 features (Padó et al. 2009, section 4.3).

NIST has no bound, so each of them is a share of what the reference has when it is compared with itself.

The information of an n-gram is that in the one reference that is compared: a prediction never depends on what other
segments there are. For most n-grams of more than one word that information is 0: it is how much rarer an n-gram is than
its first n − 1 words, and in a single text most of these occur once, so that nothing is rarer. So NIST-2 to -10 say
little more than NIST-1, and there is often nothing that the precisions of n > 1 could fall short of.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Final

from meantree.metrics.lexical.information import grams_of, information_of
from meantree.metrics.lexical.nist import BETA
from meantree.metrics.lexical.words import words_of
from meantree.metrics.pair import Pair
from meantree.metrics.regression.part import Part, Quantity, sacrebleu

LARGEST: Final = 10
DEFAULT: Final = 5
"""NIST as it is mostly given (Doddington 2002)."""
PRECISIONS: Final = 4
Gram = tuple[str, ...]


def nist_values(pair: Pair) -> list[float]:
    """Return how far each of these falls short of the reference's own.

    NIST-1 to -10, the information that an n-gram carries (n up to 4), brevity penalty, NIST-5 without it.
    """
    mine, theirs = (words_of(text.text, "13a", "fold") for text in pair.beside(0))
    information, reference = information_of([theirs], LARGEST), grams_of(theirs, LARGEST)
    found, own = (_carried(words, reference, information) for words in (mine, theirs))
    penalty = math.exp(BETA * math.log(min(1.0, len(mine) / len(theirs))) ** 2) if mine and theirs else 0.0
    sums = [_share(*pair) for pair in zip(accumulate(found), accumulate(own), strict=True)]
    precisions = [_share(*pair) for pair in zip(found, own, strict=True)][:PRECISIONS]
    return [1 - value for value in (*(penalty * one for one in sums), *precisions, penalty, sums[DEFAULT - 1])]


def _carried(words: Sequence[str], reference: Mapping[Gram, int], information: Mapping[Gram, float]) -> list[float]:
    """Return the information that an n-gram of a text shares with the reference, on average, for each n."""
    matched = [0.0] * LARGEST
    for gram, count in grams_of(words, LARGEST).items():
        if gram in reference:
            matched[len(gram) - 1] += min(count, reference[gram]) * information[gram]
    return [found / max(1, len(words) - order) for order, found in enumerate(matched)]


def _share(found: float, own: float) -> float:
    """Return a share of the reference's own; 1 where that is nothing, and where a few telling words exceed it."""
    return min(1.0, found / own) if own else 1.0


def _quantities() -> tuple[Quantity, ...]:
    named = {
        f"NIST-{n}": f"How far NIST over n-grams of up to {n} words falls short of the reference's own."
        for n in range(1, LARGEST + 1)
    }
    for n in range(1, PRECISIONS + 1):
        named[f"NIST precision {n}"] = f"How far the information in a {n}-gram falls short of the reference's own."
    named["NIST brevity"] = "How far NIST's brevity penalty falls short of 1, as the translation is too short."
    named["NIST without brevity"] = f"How far NIST-{DEFAULT} without its penalty falls short of the reference's own."
    return tuple(Quantity(f"{name} shortfall", "NIST", claim) for name, claim in named.items())


NIST_R = Part(_quantities(), nist_values, resources=sacrebleu)
