"""The 85 features of BLEU-R, NIST-R, TER-R and METEOR-R, which need no analysis (Padó et al. 2009, section 4.3).

BLEU: 18 features, smoothed ones as in Lin & Och (2004).

NIST: 16 features. NIST has no bound, so each is a share of what the reference has when compared with itself. The
information of an n-gram is counted in the one reference that is compared, so that a prediction never depends on other
segments. For most n-grams of more than one word it is 0: in a single text most first n − 1 words occur once, so that
no continuation is rarer. NIST-2 to -10 therefore say little more than NIST-1.

TER: 50 features, the rate and its four edits under ten settings of costs. Shifts are searched once, with uniform costs,
so their rate is the same under all settings: the search takes nine tenths of the time, and where a block goes hardly
depends on what a word costs.

METEOR: itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rapidfuzz.distance import Levenshtein

from meantree.metrics.bleu import ORDER, Bleu
from meantree.metrics.compared_words import words_of
from meantree.metrics.feature_set import FeatureSet, MeasuredFeature, sacrebleu
from meantree.metrics.meteor import Meteor
from meantree.metrics.nist import BETA, Gram, grams_of, information_of
from meantree.metrics.pair import Pair
from meantree.metrics.ter import as_characters, edits, ter_words

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


def _bleu_features() -> tuple[MeasuredFeature, ...]:
    named: dict[str, str] = {}
    for begin, how in (("", ""), ("smoothed ", ", with one added to the counts of longer n-grams")):
        for n in _ORDERS:
            named[f"{begin}BLEU-{n}"] = f"How far BLEU over n-grams of up to {n} words falls short of 1{how}."
        for n in _ORDERS:
            named[f"{begin}BLEU precision {n}"] = f"The share of the translation's {n}-grams that do not match{how}."
        if not begin:
            named["BLEU brevity"] = "How far the brevity penalty falls short of 1, as the translation is too short."
            named["BLEU without brevity"] = "How far BLEU-4 without its brevity penalty falls short of 1."
    return tuple(MeasuredFeature(f"{name} shortfall", "BLEU", claim) for name, claim in named.items())


BLEU_R = FeatureSet(_bleu_features(), bleu_values, resources=sacrebleu)


LONGEST_GRAM: Final = 10
DEFAULT: Final = 5
"""NIST as it is mostly given (Doddington 2002)."""
PRECISIONS: Final = 4


def nist_values(pair: Pair) -> list[float]:
    """Return how far each of these falls short of the reference's own.

    NIST-1 to -10, the information that an n-gram carries (n up to 4), brevity penalty, NIST-5 without it.
    """
    mine, theirs = (words_of(text.text, "13a", "fold") for text in pair.sides(0))
    information, reference = information_of([theirs], LONGEST_GRAM), grams_of(theirs, LONGEST_GRAM)
    found, own = (_carried(words, reference, information) for words in (mine, theirs))
    penalty = math.exp(BETA * math.log(min(1.0, len(mine) / len(theirs))) ** 2) if mine and theirs else 0.0
    sums = [_share(*pair) for pair in zip(accumulate(found), accumulate(own), strict=True)]
    precisions = [_share(*pair) for pair in zip(found, own, strict=True)][:PRECISIONS]
    return [1 - value for value in (*(penalty * one for one in sums), *precisions, penalty, sums[DEFAULT - 1])]


def _carried(words: Sequence[str], reference: Mapping[Gram, int], information: Mapping[Gram, float]) -> list[float]:
    """Return the information that an n-gram of a text shares with the reference, on average, for each n."""
    matched = [0.0] * LONGEST_GRAM
    for gram, count in grams_of(words, LONGEST_GRAM).items():
        if gram in reference:
            matched[len(gram) - 1] += min(count, reference[gram]) * information[gram]
    return [found / max(1, len(words) - order) for order, found in enumerate(matched)]


def _share(found: float, own: float) -> float:
    """Return a share of the reference's own; 1 where that is nothing, and where a few telling words exceed it."""
    return min(1.0, found / own) if own else 1.0


def _nist_features() -> tuple[MeasuredFeature, ...]:
    named = {
        f"NIST-{n}": f"How far NIST over n-grams of up to {n} words falls short of the reference's own."
        for n in range(1, LONGEST_GRAM + 1)
    }
    for n in range(1, PRECISIONS + 1):
        named[f"NIST precision {n}"] = f"How far the information in a {n}-gram falls short of the reference's own."
    named["NIST brevity"] = "How far NIST's brevity penalty falls short of 1, as the translation is too short."
    named["NIST without brevity"] = f"How far NIST-{DEFAULT} without its penalty falls short of the reference's own."
    return tuple(MeasuredFeature(f"{name} shortfall", "NIST", claim) for name, claim in named.items())


NIST_R = FeatureSet(_nist_features(), nist_values, resources=sacrebleu)


WHOLE: Final = 100
"""Costs are whole hundredths, so that sums of them are exact."""
EDITS: Final = ("insertions", "deletions", "substitutions", "shifts")


@dataclass(frozen=True, slots=True)
class Costs:
    """What an edit costs in hundredths: putting in a missing word, leaving out, replacing, moving a block."""

    insertion: int = WHOLE
    deletion: int = WHOLE
    substitution: int = WHOLE
    shift: int = WHOLE


SETTINGS: Final[Mapping[str, Costs]] = {
    "TER": Costs(),
    "TER, cheap insertions, dear substitutions": Costs(insertion=5, substitution=200),
    "TER, dear insertions": Costs(insertion=165),
    "TER, dear deletions": Costs(deletion=240),
    "TER, cheap insertions, low substitutions": Costs(insertion=5, substitution=28),
    "TER, cheap substitutions": Costs(substitution=50),
    "TER, cheap insertions, dear deletions": Costs(insertion=5, deletion=450),
    "TER, cheap insertions, lower substitutions": Costs(insertion=5, substitution=20),
    "TER, very cheap substitutions": Costs(substitution=25),
    "TER, nearly free substitutions, cheap shifts": Costs(substitution=10, shift=10),
}
"""The uniform costs and nine others; the paper found an insertion cost close to 0 effective.

How words are edited hangs on (insertion + deletion − substitution) / substitution alone, as insertions and deletions
differ by what the lengths do: settings in which that is the same have the same edits. Here it is, in this order, 1,
−0.475, 1.65, 2.4, 2.75, 3, 3.55, 4.25, 7 and 19; between 0 and 1 hardly a text is edited otherwise than at 1.
"""


def ter_values(pair: Pair) -> list[float]:
    """Of each setting what all edits cost, and the number of each, by the words of the reference."""
    mine, theirs = as_characters(*(ter_words(text.text) for text in pair.sides(0)))
    found = edits(mine, theirs)
    words, shifts = max(1, len(theirs)), len(found.shifts)
    values: list[float] = []
    for costs in SETTINGS.values():
        distance, counts = _edited(found.words, theirs, costs)
        total = (distance + shifts * costs.shift) / WHOLE
        values += [number / words for number in (total, *counts, shifts)]
    return values


def _edited(words: str, ref: str, costs: Costs) -> tuple[int, tuple[int, int, int]]:
    """The cost of a cheapest alignment, and its insertions, deletions and substitutions; of several the one with most
    substitutions.

    Each substitution is made a little cheaper, by less than a hundredth in all: then the distance alone tells how many
    there are, and the two lengths tell the rest.
    """
    little = len(words) + 1
    weights = costs.insertion * little, costs.deletion * little, costs.substitution * little - 1
    fine = Levenshtein.distance(words, ref, weights=weights)
    distance = -(-fine // little)
    substituted = distance * little - fine
    more = len(ref) - len(words)  # insertions − deletions
    both = costs.insertion + costs.deletion
    inserted = (distance - substituted * costs.substitution + more * costs.deletion) // both
    return distance, (inserted, inserted - more, substituted)


def _ter_features() -> Iterator[MeasuredFeature]:
    for setting in SETTINGS:
        yield MeasuredFeature(setting, "TER", "What all edits cost, by the words of the reference.")
        for edit in EDITS:
            _, comma, costs = setting.partition(", ")
            yield MeasuredFeature(
                f"TER {edit}{comma}{costs}", "TER", f"How many {edit} there are, by the reference's words."
            )


TER_R = FeatureSet(tuple(_ter_features()), ter_values, resources=sacrebleu)


_METEOR: Final = Meteor()


def meteor_values(pair: Pair) -> list[float]:
    """Return how far METEOR with its defaults falls short of 1."""
    return [1 - (_METEOR.score(_METEOR.statistics(pair), level="segment") or 0.0)]


def _meteor_resources() -> tuple[str, ...]:
    return (*_METEOR.resources, *sacrebleu())


_METEOR_FEATURES: Final = (
    MeasuredFeature(
        "METEOR shortfall", "METEOR", "How far words matched by form, stem and synonym, in order, fall short of 1."
    ),
)
METEOR_R = FeatureSet(_METEOR_FEATURES, meteor_values, resources=_meteor_resources)
