"""NIST-R: what NIST is made of, as 16 features (Padó et al. 2009, section 4.3).

The information of an n-gram is that in the one reference that is compared: a prediction never depends on what other
segments there are.

For most n-grams of more than one word that information is 0: it is how much rarer an n-gram is than its first n − 1
words, and in a single text most of these occur once, so that nothing is rarer. So NIST-2 to -10 say little more than
NIST-1, and the precisions of n > 1 are mostly 0.
"""

from __future__ import annotations

import math
from itertools import accumulate
from typing import Final

from meantree.metrics.lexical.information import grams_of, information_of
from meantree.metrics.lexical.nist import BETA
from meantree.metrics.lexical.words import words_of
from meantree.metrics.pair import Pair
from meantree.metrics.regression.part import Part, Quantity, sacrebleu

LARGEST: Final = 10
USUAL: Final = 5
"""NIST as it is mostly given (Doddington 2002)."""
PRECISIONS: Final = 4


def nist_values(pair: Pair) -> list[float]:
    """NIST-1 to -10, the information that an n-gram carries (n up to 4), brevity penalty, NIST-5 without it."""
    mine, theirs = (words_of(text.text, "13a", "fold") for text in pair.beside(0))
    information, reference = information_of([theirs], LARGEST), grams_of(theirs, LARGEST)
    matched = [0.0] * LARGEST
    for gram, count in grams_of(mine, LARGEST).items():
        if gram in reference:
            matched[len(gram) - 1] += min(count, reference[gram]) * information[gram]
    shares = [found / max(1, len(mine) - order) for order, found in enumerate(matched)]
    penalty = math.exp(BETA * math.log(min(1.0, len(mine) / len(theirs))) ** 2) if mine and theirs else 0.0
    sums = list(accumulate(shares))
    return [*(penalty * one for one in sums), *shares[:PRECISIONS], penalty, sums[USUAL - 1]]


def _quantities() -> tuple[Quantity, ...]:
    named = {f"NIST-{n}": f"NIST over n-grams of up to {n} words." for n in range(1, LARGEST + 1)}
    for n in range(1, PRECISIONS + 1):
        named[f"NIST precision {n}"] = f"The information that the translation's {n}-grams share with the reference."
    named["NIST brevity"] = "NIST's penalty for a translation shorter than its reference, 1 for none."
    named["NIST without brevity"] = f"NIST-{USUAL} without its brevity penalty."
    return tuple(Quantity(name, "NIST", claim) for name, claim in named.items())


NIST_R = Part(_quantities(), nist_values, resources=sacrebleu)
