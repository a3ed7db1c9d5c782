"""BLEU-R: what BLEU is made of, as 18 features (Padó et al. 2009, section 4.3; Lin & Och 2004)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from meantree.metrics.lexical.bleu import ORDER, Bleu
from meantree.metrics.pair import Pair
from meantree.metrics.regression.part import Part, Quantity, sacrebleu

_BLEU: Final = Bleu()
_ORDERS: Final = range(1, ORDER + 1)


def bleu_values(pair: Pair) -> list[float]:
    """BLEU-1 to -4 and the precisions of n-grams, brevity penalty, BLEU-4 without it; then the first eight smoothed.

    Smoothed, one is added to the counts of n > 1 (Lin & Och 2004).
    """
    hypothesis, reference, *counts = _BLEU.statistics(pair).tolist()
    matched, total = counts[:ORDER], counts[ORDER:]
    penalty = math.exp(min(0.0, 1 - reference / hypothesis)) if hypothesis else 0.0
    plain = [right / all_ if all_ else 0.0 for right, all_ in zip(matched, total, strict=True)]
    pairs = list(zip(matched, total, strict=True))
    smoothed = [plain[0], *((right + 1) / (all_ + 1) for right, all_ in pairs[1:])]
    means = _means(plain)
    bleu = [penalty * mean for mean in means]
    return [*bleu, *plain, penalty, means[-1], *(penalty * mean for mean in _means(smoothed)), *smoothed]


def _means(precisions: Sequence[float]) -> list[float]:
    """The geometric mean of the first precision, of the first two, ...; 0 where one of them is 0."""
    products = accumulate(precisions, lambda one, two: one * two)
    return [product ** (1 / number) for number, product in enumerate(products, start=1)]


def _quantities() -> tuple[Quantity, ...]:
    named: dict[str, str] = {}
    for begin, how in (("", ""), ("smoothed ", ", one added to the counts of longer ones")):
        for n in _ORDERS:
            named[f"{begin}BLEU-{n}"] = f"BLEU over n-grams of up to {n} words{how}."
        for n in _ORDERS:
            named[f"{begin}BLEU precision {n}"] = f"The share of the translation's {n}-grams that are right{how}."
        if not begin:
            named["BLEU brevity"] = "How long the translation is enough, 1 from the reference's length on."
            named["BLEU without brevity"] = "BLEU-4 without its brevity penalty."
    return tuple(Quantity(name, "BLEU", claim) for name, claim in named.items())


BLEU_R = Part(_quantities(), bleu_values, resources=sacrebleu)
