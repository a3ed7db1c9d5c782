"""NIST: n-grams weighted by their information, which is the larger the rarer they are (Doddington 2002; mteval)."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, clipped_matches, compare_bags, ngram_bag
from meantree.metrics.compared_words import Case, Tokenize, word_places, words_of
from meantree.metrics.derivation import SCORE, Derivation, Deriver, sum_formula
from meantree.metrics.error_rates import MEAN_LENGTH
from meantree.metrics.evidence import Evidence, Place
from meantree.metrics.metric import CorpusContext, Level, Metric, Statistics
from meantree.metrics.ngrams import ngrams
from meantree.metrics.pair import Pair
from meantree.shipped import digest

Gram = tuple[str, ...]


def grams_of(words: Sequence[str], largest: int) -> Counter[Gram]:
    """Count the n-grams of up to ``largest`` words."""
    return Counter(chain.from_iterable(ngrams(words, largest)))


def information_of(texts: Sequence[Sequence[str]], largest: int) -> dict[Gram, float]:
    """Return the information of the n-grams of up to ``largest`` words in a few texts, in bits."""
    counts: Counter[Gram] = Counter()
    for words in texts:
        counts.update(grams_of(words, largest))
    total = sum(map(len, texts))
    return {gram: math.log2((counts[gram[:-1]] if len(gram) > 1 else total) / count) for gram, count in counts.items()}


@dataclass(frozen=True, slots=True)
class _Order:
    """The n-grams of one length.

    Attributes:
        keys: int64, ascending; for each n-gram the place of its first n − 1 words among the (n − 1)-grams, times the
            size of the vocabulary, plus the code of its last word.
    """

    keys: NDArray[np.int64]
    counts: NDArray[np.int64]


class CorpusInformation:
    """The information of all n-grams of some texts, in bits; computed on first use.

    Counts are arrays: a dictionary for 100,000 sentences would take gigabytes, and all other threads would wait for
    seconds whenever it grows.
    """

    def __init__(self, texts: Sequence[str], tokenize: Tokenize, case: Case, largest: int) -> None:
        self._texts, self._cut, self._largest = texts, (tokenize, case), largest

    def of_all(self, texts: Iterable[Sequence[str]]) -> dict[Gram, float]:
        """Return the information of those n-grams of some texts that occur in the corpus."""
        return {gram: bits for words in texts for gram, bits in self._of(words)}

    def _of(self, words: Sequence[str]) -> Iterator[tuple[Gram, float]]:
        known, orders = self._counted
        codes = np.array([known.get(word, -1) for word in words], dtype=np.int64)
        places, before = np.zeros(len(words), dtype=np.int64), np.array([orders[0].counts.sum()])
        for length, order in enumerate(orders, start=1):
            ends = codes[length - 1 :]
            first = places[: len(ends)]  # of the n-gram's first n − 1 words, -1 if they do not occur
            places = _places(order.keys, np.where((first < 0) | (ends < 0), -1, first * len(known) + ends))
            for start in np.flatnonzero(places >= 0).tolist():
                share = before[first[start]] / order.counts[places[start]]
                yield tuple(words[start : start + length]), math.log2(share)
            before = order.counts

    @cached_property
    def _counted(self) -> tuple[Mapping[str, int], Sequence[_Order]]:
        """The code of each word, and the n-grams of each length."""
        codes: dict[str, int] = {}
        sequence, ends = array("q"), array("q")  # the codes of all words, and for each the end of its text
        for text in self._texts:
            words = words_of(text, *self._cut)
            sequence.extend(codes.setdefault(word, len(codes)) for word in words)
            ends.extend([len(sequence)] * len(words))
        return codes, list(_orders(np.array(sequence), np.array(ends), len(codes), self._largest))


def _orders(codes: NDArray[np.int64], ends: NDArray[np.int64], words: int, largest: int) -> Iterator[_Order]:
    """Yield the n-grams of each length, from the codes of all words in sequence."""
    starts, places = np.arange(len(codes)), np.zeros(len(codes), dtype=np.int64)
    for length in range(1, largest + 1):
        is_whole = starts + length <= ends[starts]
        starts, places = starts[is_whole], places[is_whole]
        keys = places * words + codes[starts + length - 1]
        unique, places, counts = np.unique(keys, return_inverse=True, return_counts=True)
        yield _Order(unique, counts)


def _places(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of each wanted key, -1 if it does not occur."""
    places = np.searchsorted(keys, wanted)
    is_present = places < len(keys)
    is_present[is_present] = keys[places[is_present]] == wanted[is_present]
    return np.where(is_present, places, -1)


BETA = math.log(0.5) / math.log(1.5) ** 2
"""Makes the penalty .5 if the hypothesis has two thirds of the reference's words."""


@dataclass(frozen=True, slots=True)
class Nist(Metric):
    """Information of the n-grams that the hypothesis shares with a reference; 0 and more, higher is better.

    Info(w1..wn) = log2(count(w1..wn-1) / count(w1..wn)), counted over all references of the corpus. The score is the
    sum over n = 1..``n`` of the information of the matched n-grams (clipped to the largest count of any reference)
    by the number of the hypothesis' n-grams, times exp(β log² min(1, hypothesis' words / mean words of a reference)).
    It has no upper bound: identical texts do not score 1, and other identical texts have another score. A text outside
    of a corpus takes the counts of its own references.

    Statistics: shape (2n + 2,): information matched and n-grams of the hypothesis for each n, words of the hypothesis,
    mean words of a reference.
    """

    name: ClassVar[str] = "nist"
    paper: ClassVar[str] = "Doddington 2002"

    n: int = 5
    tokenize: Tokenize = "13a"
    case: Case = "fold"
    information: CorpusInformation | Mapping[Gram, float] | None = field(
        default=None, repr=False, metadata={"learned": True}
    )
    learned_from: str = field(default="", repr=False, metadata={"learned": True})

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 9:
            raise UsageError(f"nist: n={self.n}, expected 1 to 9")

    @property
    def resources(self) -> tuple[str, ...]:
        """The references of the corpus, which determine the information of n-grams."""
        return (f"corpus:{self.learned_from}",) if self.learned_from else ()

    def adapted(self, context: CorpusContext) -> Metric:
        """Return the metric with the information of all n-grams of the corpus' references."""
        texts = [text for segment in context.references for text in segment]
        information = CorpusInformation(texts, self.tokenize, self.case, self.n)
        return replace(self, information=information, learned_from=digest(texts))

    def narrowed(self, references: Iterable[str]) -> Metric:
        """Return the metric with the information of the n-grams in these reference texts alone."""
        if self.information is None:
            return self
        texts = [words_of(text, self.tokenize, self.case) for text in references]
        return replace(self, information=self._information_in(texts))

    def statistics(self, pair: Pair) -> Statistics:
        hyp_words, *ref_texts = (words_of(text.text, self.tokenize, self.case) for text in pair.texts)
        information = self._information_in(ref_texts)
        statistics = self._sizes(len(hyp_words), [len(words) for words in ref_texts])
        references = [grams_of(words, self.n) for words in ref_texts]
        for gram, matched, _ in clipped_matches(grams_of(hyp_words, self.n), references):
            if matched:
                statistics[len(gram) - 1] += matched * information.get(gram, 0.0)
        return statistics

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        information, counts = statistics[: self.n], statistics[self.n : 2 * self.n]
        words, reference = statistics[2 * self.n :]
        if not words or not reference:
            return 0.0
        penalty = math.exp(BETA * math.log(min(1.0, words / reference)) ** 2)
        present = counts > 0
        return float((information[present] / counts[present]).sum() * penalty)

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        texts = [words_of(text.text, self.tokenize, self.case) for text in pair.texts]
        information = self._information_in(texts[1:], texts[:1])
        bags = [self._bag(text, words) for text, words in zip((hyp, *refs), texts, strict=True)]
        units = compare_bags(
            bags[0], bags[1:], lambda key: f"{' '.join(key[1])}  ({information.get(key[1], 0.0):.2f} bit)"
        )
        weighted = (
            replace(unit, weight=information.get(gram, 0.0), single=len(gram) == 1)
            for (_, gram), unit in zip(dict.fromkeys(key for bag in bags for key in bag.counts), units, strict=True)
        )
        words, reference = len(texts[0]), float(np.mean([len(words) for words in texts[1:]]))
        return Evidence(
            tuple(sorted(weighted, key=lambda unit: unit.kind)),
            facts={"hypothesis_words": float(words), MEAN_LENGTH: reference},
        )

    def statistics_of(self, evidence: Evidence) -> Statistics:
        words, reference = evidence.facts["hypothesis_words"], evidence.facts[MEAN_LENGTH]
        statistics = self._sizes(int(words), [reference])
        for unit in evidence.units:
            statistics[int(unit.kind[0]) - 1] += unit.matched * unit.weight
        return statistics

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        words, reference = (deriver.fact(name, value) for name, value in evidence.facts.items())
        if not deriver[words] or not deriver[reference]:
            deriver.step(SCORE, "0")
            return deriver.done()
        steps = []
        for order in range(1, min(self.n, int(deriver[words])) + 1):
            information = deriver.total(f"information_{order}", f"{order}-grams", "matched")
            count = f"({words} - {order - 1})" if order > 1 else words
            steps.append(deriver.step(f"nist_{order}", f"{information} / {count}"))
        deriver.step("information", sum_formula(steps))
        deriver.step("beta", "log(0.5) / log(1.5) ^ 2")
        deriver.step("brevity", f"exp(beta * log(min(1, {words} / {reference})) ^ 2)")
        deriver.step(SCORE, "brevity * information")
        return deriver.done()

    def _information_in(
        self, references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]] = ()
    ) -> Mapping[Gram, float]:
        """Return the information of these texts' n-grams in the corpus, or in the references without a corpus."""
        if self.information is None:
            return information_of(references, self.n)
        texts = [*hypotheses, *references]
        if isinstance(self.information, CorpusInformation):
            return self.information.of_all(texts)
        found = {gram for words in texts for gram in grams_of(words, self.n)}
        return {gram: self.information[gram] for gram in found if gram in self.information}

    def _sizes(self, words: int, references: Sequence[float]) -> Statistics:
        counts = [max(0, words - order) for order in range(self.n)]
        return np.array([*([0.0] * self.n), *counts, words, float(np.mean(references))])

    def _bag(self, text: Analysis, words: Sequence[str]) -> Bag:
        places = word_places(text, words)

        def place(start: int, end: int) -> Place | None:
            tokens = [token for part in places[start:end] for place in part for token in place.tokens]
            return Place(tuple(dict.fromkeys(tokens))) if tokens else None

        return ngram_bag(words, self.n, place)
