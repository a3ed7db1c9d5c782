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
    """Return how far each of these falls short of 1.

    BLEU-1 to -4 and the precisions of n-grams, brevity penalty, BLEU-4 without it; then the first eight smoothed: one
    is added to the counts of n > 1 (Lin & Och 2004).
    """
    hypothesis, reference, *counts = _BLEU.statistics(pair).tolist()
    pairs = list(zip(counts[:ORDER], counts[ORDER:], strict=True))
    penalty = math.exp(min(0.0, 1 - reference / hypothesis)) if hypothesis else 0.0
    plain = [_precision(*found, there=reference >= n) for n, found in zip(_ORDERS, pairs, strict=True)]
    smoothed = [plain[0], *((matched + 1) / (total + 1) for matched, total in pairs[1:])]
    means = _means(plain)
    bleu = [penalty * mean for mean in means]
    values = [*bleu, *plain, penalty, means[-1], *(penalty * mean for mean in _means(smoothed)), *smoothed]
    return [1 - value for value in values]


def _precision(matched: float, total: float, *, there: bool) -> float:
    """Return the share of the translation's n-grams that match; 1 if neither text has any."""
    return matched / total if total else 0.0 if there else 1.0


def _means(precisions: Sequence[float]) -> list[float]:
    """Return the geometric mean of the first precision, of the first two, ...; 0 where one of them is 0."""
    products = accumulate(precisions, lambda one, two: one * two)
    return [product ** (1 / number) for number, product in enumerate(products, start=1)]


def _quantities() -> tuple[Quantity, ...]:
    named: dict[str, str] = {}
    for begin, how in (("", ""), ("smoothed ", ", with one added to the counts of longer n-grams")):
        for n in _ORDERS:
            named[f"{begin}BLEU-{n}"] = f"How far BLEU over n-grams of up to {n} words falls short of 1{how}."
        for n in _ORDERS:
            named[f"{begin}BLEU precision {n}"] = f"The share of the translation's {n}-grams that do not match{how}."
        if not begin:
            named["BLEU brevity"] = "How far the brevity penalty falls short of 1, as the translation is too short."
            named["BLEU without brevity"] = "How far BLEU-4 without its brevity penalty falls short of 1."
    return tuple(Quantity(f"{name} shortfall", "BLEU", claim) for name, claim in named.items())


BLEU_R = Part(_quantities(), bleu_values, resources=sacrebleu)
