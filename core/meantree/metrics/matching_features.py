"""Features of regression metrics, and the 85 that need no analysis (Padó et al. 2009, section 4.3).

A feature measures a shortcoming of a translation: it is 0 for identical texts, and never negative.

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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from rapidfuzz.distance import Levenshtein

from meantree.analysis.layers.required import Layers
from meantree.metrics.bleu import ORDER, Bleu
from meantree.metrics.compared_words import sacrebleu, words_of
from meantree.metrics.evidence import Place
from meantree.metrics.meteor import Meteor
from meantree.metrics.nist import BETA, Gram, grams_of, information_of
from meantree.metrics.pair import Pair
from meantree.metrics.ter import as_characters, edits, ter_words
from meantree.metrics.trained_model import Space

BARE = Layers()
Sides = tuple[tuple[Place, ...], tuple[Place, ...]]
"""The places of a feature in the hypothesis and in the reference."""


@dataclass(frozen=True, slots=True)
class MeasuredFeature:
    """One feature.

    Attributes:
        name: stable and unique, as models refer to it.
        group: under which it is listed and summed.
        claim: one sentence that describes it.
        title: what it says in words, as shown to people; the name if empty.
    """

    name: str
    group: str
    claim: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Features that are measured together.

    Attributes:
        values: non-negative values of a pair with one reference, by feature; 0 for identical texts.
        spaces: of the values as inputs of models.
        needs: the layers of analysis that texts must have.
        places: the places of each feature, None for features without places.
        resources: ``name:version`` of the libraries and lexicons that its values depend on.
    """

    features: tuple[MeasuredFeature, ...]
    values: Callable[[Pair], Sequence[float]]
    spaces: tuple[Space, ...] = ("linear", "log")
    needs: Layers = BARE
    places: Callable[[Pair], Sequence[Sides]] | None = None
    resources: Callable[[], tuple[str, ...]] = tuple

    def measured(self, pair: Pair) -> Iterator[tuple[str, float]]:
        """Yield each feature's name and value in a pair with one reference."""
        return zip((feature.name for feature in self.features), self.values(pair), strict=True)

    def standing(self, pair: Pair) -> Iterator[tuple[str, Sides]]:
        """Yield the names of features with places, and the places."""
        if self.places is not None:
            yield from zip((feature.name for feature in self.features), self.places(pair), strict=True)


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
    plain = [_precision(*counted, has_ngrams=reference >= n) for n, counted in zip(_ORDERS, pairs, strict=True)]
    smoothed = [plain[0], *((matched + 1) / (total + 1) for matched, total in pairs[1:])]
    means = _means(plain)
    bleu = [penalty * mean for mean in means]
    values = [*bleu, *plain, penalty, means[-1], *(penalty * mean for mean in _means(smoothed)), *smoothed]
    return [1 - value for value in values]


def _precision(matched: float, total: float, *, has_ngrams: bool) -> float:
    """Return the share of the translation's n-grams that match; 1 if neither text has any."""
    return matched / total if total else 0.0 if has_ngrams else 1.0


def _means(precisions: Sequence[float]) -> list[float]:
    """Return the geometric mean of the first precision, of the first two, ...; 0 where one of them is 0."""
    products = accumulate(precisions, lambda product, precision: product * precision)
    return [root ** (1 / number) for number, root in enumerate(products, start=1)]


def _bleu_features() -> tuple[MeasuredFeature, ...]:
    named: dict[str, str] = {}
    for prefix, suffix in (("", ""), ("smoothed ", ", with one added to the counts of longer n-grams")):
        for n in _ORDERS:
            named[f"{prefix}BLEU-{n}"] = f"How far BLEU over n-grams of up to {n} words falls short of 1{suffix}."
        for n in _ORDERS:
            named[f"{prefix}BLEU precision {n}"] = (
                f"The share of the translation's {n}-grams that do not match{suffix}."
            )
        if not prefix:
            named["BLEU brevity"] = "How far the brevity penalty falls short of 1, as the translation is too short."
            named["BLEU without brevity"] = "How far BLEU-4 without its brevity penalty falls short of 1."
    return tuple(MeasuredFeature(f"{name} shortfall", "BLEU", claim) for name, claim in named.items())


BLEU_R = FeatureSet(_bleu_features(), bleu_values, resources=sacrebleu)


LONGEST_GRAM: Final = 10
DEFAULT: Final = 5
"""The common order of NIST (Doddington 2002)."""
PRECISIONS: Final = 4


def nist_values(pair: Pair) -> list[float]:
    """Return how far each of these falls short of the reference's own.

    NIST-1 to -10, the information that an n-gram carries (n up to 4), brevity penalty, NIST-5 without it.
    """
    hypothesis, reference = (words_of(text.text, "13a", "fold") for text in pair.sides(0))
    information, ref_grams = information_of([reference], LONGEST_GRAM), grams_of(reference, LONGEST_GRAM)
    shared, own = (_carried(words, ref_grams, information) for words in (hypothesis, reference))
    penalty = (
        math.exp(BETA * math.log(min(1.0, len(hypothesis) / len(reference))) ** 2) if hypothesis and reference else 0.0
    )
    sums = [_share(*pair) for pair in zip(accumulate(shared), accumulate(own), strict=True)]
    precisions = [_share(*pair) for pair in zip(shared, own, strict=True)][:PRECISIONS]
    return [1 - value for value in (*(penalty * share for share in sums), *precisions, penalty, sums[DEFAULT - 1])]


def _carried(words: Sequence[str], reference: Mapping[Gram, int], information: Mapping[Gram, float]) -> list[float]:
    """Return the information that an n-gram of a text shares with the reference, on average, for each n."""
    matched = [0.0] * LONGEST_GRAM
    for gram, count in grams_of(words, LONGEST_GRAM).items():
        if gram in reference:
            matched[len(gram) - 1] += min(count, reference[gram]) * information[gram]
    return [total / max(1, len(words) - order) for order, total in enumerate(matched)]


def _share(shared: float, own: float) -> float:
    """Return the share of the reference's own, at most 1, as a few rare words may exceed it; 1 if that is 0."""
    return min(1.0, shared / own) if own else 1.0


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
"""Costs are integers in hundredths, so that their sums are exact."""
EDITS: Final = ("insertions", "deletions", "substitutions", "shifts")


@dataclass(frozen=True, slots=True)
class Costs:
    """Costs of edits, in hundredths."""

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
    """Return for each setting the cost of all edits, and the number of each edit, per word of the reference."""
    hypothesis, reference = as_characters(*(ter_words(text.text) for text in pair.sides(0)))
    edited = edits(hypothesis, reference)
    words, shifts = max(1, len(reference)), len(edited.shifts)
    values: list[float] = []
    for costs in SETTINGS.values():
        distance, counts = _edited(edited.words, reference, costs)
        total = (distance + shifts * costs.shift) / WHOLE
        values += [number / words for number in (total, *counts, shifts)]
    return values


def _edited(words: str, ref: str, costs: Costs) -> tuple[int, tuple[int, int, int]]:
    """Return the cost of the cheapest alignment with most substitutions, and its insertions, deletions and
    substitutions.

    Each substitution is made slightly cheaper, by less than a hundredth in total, so that the distance encodes their
    number; the two lengths then determine the others.
    """
    scale = len(words) + 1
    weights = costs.insertion * scale, costs.deletion * scale, costs.substitution * scale - 1
    scaled = Levenshtein.distance(words, ref, weights=weights)
    distance = -(-scaled // scale)
    substituted = distance * scale - scaled
    surplus = len(ref) - len(words)  # insertions − deletions
    cost_of_both = costs.insertion + costs.deletion
    inserted = (distance - substituted * costs.substitution + surplus * costs.deletion) // cost_of_both
    return distance, (inserted, inserted - surplus, substituted)


def _ter_features() -> Iterator[MeasuredFeature]:
    for setting in SETTINGS:
        yield MeasuredFeature(setting, "TER", "The cost of all edits per word of the reference.")
        for edit in EDITS:
            _, comma, costs = setting.partition(", ")
            yield MeasuredFeature(
                f"TER {edit}{comma}{costs}", "TER", f"The number of {edit} per word of the reference."
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
