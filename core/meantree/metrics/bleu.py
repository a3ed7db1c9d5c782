"""BLEU (Papineni et al. 2002), equal to sacrebleu's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Literal

import numpy as np

from meantree.analysis.sentences import Analysis
from meantree.metrics.bags import Bag, compare_bags, ngram_bag
from meantree.metrics.compared_words import Case, Tokenize, TokenMap, bleu_words
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.ngrams import Symbols, ngram_matches, totals
from meantree.metrics.pair import Pair

ORDER = 4
LARGER = tuple(f"{order}-grams" for order in range(2, ORDER + 1))
NO_PRECISION = -9999999999.0
"""sacrebleu's logarithm of 0."""
FLOOR = 0.1
"""The count of no match with ``smooth=floor``, sacreBLEU's default."""
LENGTHS = ("hypothesis_words", "reference_words")
"""The lengths of the hypothesis and of the reference closest to it."""


@dataclass(frozen=True, slots=True)
class Bleu(Metric):
    """Clipped precision of word 1- to 4-grams with brevity penalty; in [0, 1], higher is better.

    The text is tokenized by sacrebleu, not by the analyser. At segment level sacrebleu's effective order is used
    and zero precisions are smoothed by ``smooth``: ``exp`` (sacrebleu's default), ``lin-och`` (one added to counts of
    n > 1, Lin & Och 2004), ``floor`` or ``none``. Multiplied by 100 it equals sacrebleu's score.

    Statistics: shape (10,): hypothesis' and closest reference's length, matches of 1..4-grams, their totals.
    """

    name: ClassVar[str] = "bleu"
    paper: ClassVar[str] = "Papineni et al. 2002"
    counts_together: ClassVar[bool] = True

    smooth: Literal["exp", "lin-och", "floor", "none"] = "exp"
    tokenize: Tokenize = "13a"
    case: Case = "keep"

    def statistics_of_pairs(self, pairs: Sequence[Pair]) -> Statistics:
        words = iter(self._words([text.text for pair in pairs for text in pair.texts]))
        hyps, refs = [], []
        for pair in pairs:
            hyps.append(next(words))
            refs.append(tuple(islice(words, len(pair.references))))
        closest = [_closest(len(hyp), map(len, versions)) for hyp, versions in zip(hyps, refs, strict=True)]
        lengths = np.fromiter(map(len, hyps), np.int64, len(hyps))
        matches = ngram_matches(Symbols.of_words, hyps, refs, ORDER)
        return np.column_stack([lengths, closest, matches, totals(lengths, ORDER)]).astype(np.float64)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        hyp_length, ref_length, *counts = (int(number) for number in statistics)
        if not any(counts[:ORDER]):
            return 0.0
        precisions = self._precisions_of(counts[:ORDER], counts[ORDER:])
        used = len(precisions) if level == "segment" else ORDER
        precisions += [0.0] * (used - len(precisions))
        brevity = math.exp(min(0.0, 1 - ref_length / hyp_length))
        logarithms = sum(math.log(precision) if precision else NO_PRECISION for precision in precisions)
        return min(1.0, brevity * math.exp(logarithms / used) / 100)

    def _precisions_of(self, matches: list[int], ngrams: list[int]) -> list[float]:
        """Return the smoothed precision of each order of which there are n-grams, in per cent as sacrebleu has it."""
        precisions: list[float] = []
        zeros = 0
        for order, (matched, total) in enumerate(zip(matches, ngrams, strict=True)):
            added = self.smooth == "lin-och" and order > 0
            if not total + added:
                break
            zeros += not matched + added
            smoothed = {"exp": 1 / 2**zeros, "floor": FLOOR}.get(self.smooth, 0.0)
            precisions.append(100.0 * (matched + added or smoothed) / (total + added))
        return precisions

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        units = compare_bags(
            self._bag(hyp), [self._bag(ref) for ref in refs], lambda key: " ".join(key[1]), larger=LARGER
        )
        lengths = self.statistics(pair)[:2].tolist()
        facts = dict(zip(LENGTHS, lengths, strict=True))
        return Evidence(tuple(sorted(units, key=lambda unit: unit.kind)), facts=facts)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        statistics = np.zeros(2 + 2 * ORDER)
        statistics[:2] = [evidence.facts[name] for name in LENGTHS]
        for unit in evidence.units:
            order = int(unit.kind[0])
            statistics[1 + order] += unit.matched
            statistics[1 + ORDER + order] += unit.hypothesis
        return statistics

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        precisions = self._precisions(deriver)
        for name in LENGTHS:
            deriver.fact(name, evidence.facts[name])
        if not precisions:
            deriver.step(SCORE, "0")
            return deriver.done()
        deriver.step("precision", f"({' * '.join(precisions)}) ^ (1 / {len(precisions)})")
        deriver.step("brevity", "exp(min(0, 1 - reference_words / hypothesis_words))")
        deriver.step(SCORE, "brevity * precision")
        return deriver.done()

    def _precisions(self, deriver: Deriver) -> list[str]:
        """Add the precisions of the effective order; without any match sacrebleu smooths none."""
        smoothed, zeros = bool(deriver.kinds("matched")), 0
        names = []
        for order in range(1, ORDER + 1):
            kind = f"{order}-grams"
            count = deriver.total(f"hypothesis_{order}", kind, "hypothesis")
            adds_one = smoothed and self.smooth == "lin-och" and order > 1
            if not deriver[count] and not adds_one:
                break
            matched = deriver.total(f"matched_{order}", kind, "matched")
            formula = f"({matched} + 1) / ({count} + 1)" if adds_one else f"{matched} / {count}"
            if smoothed and not deriver[matched]:
                zeros += 1
                if self.smooth == "exp":
                    formula = f"1 / (2 ^ {zeros} * {count})"
                elif self.smooth == "floor":
                    formula = f"{deriver.fact('floor', FLOOR)} / {count}"
            names.append(deriver.step(f"p{order}", formula))
        return names

    def _words(self, texts: Sequence[str]) -> list[tuple[str, ...]]:
        return bleu_words(texts, self.tokenize, self.case)

    def _bag(self, analysis: Analysis) -> Bag:
        (words,) = self._words([analysis.text])
        tokens = TokenMap(analysis, analysis.text)
        spans = tokens.spans(words)
        return ngram_bag(
            words, ORDER, lambda start, end: tokens.place(spans[start][0], spans[end - 1][1]) if spans else None
        )


def _closest(length: int, references: Iterable[int]) -> int:
    """Return the closest length, the shorter of two."""
    return min(references, key=lambda reference: (abs(length - reference), reference))
