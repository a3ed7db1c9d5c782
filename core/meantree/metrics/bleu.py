"""BLEU (Papineni et al. 2002) as sacrebleu computes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

import numpy as np
from sacrebleu.metrics.bleu import BLEU

from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, compare_bags
from meantree.metrics.compared_words import Case, TokenMap
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.pair import Pair

ORDER = 4
LARGER = tuple(f"{order}-grams" for order in range(2, ORDER + 1))
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

    smooth: Literal["exp", "lin-och", "floor", "none"] = "exp"
    tokenize: Literal["13a", "intl", "char", "none", "zh"] = "13a"
    case: Case = "keep"

    def statistics(self, pair: Pair) -> Statistics:
        hyp, *refs = pair.texts
        inner = _bleu(self.tokenize, self.case, self.smooth)
        references = [[ref.text] for ref in refs]
        return np.array(inner._extract_corpus_statistics([hyp.text], references)[0], dtype=np.float64)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        counts = [int(number) for number in statistics]
        inner = _bleu(self.tokenize, self.case, self.smooth)
        score = BLEU.compute_bleu(
            correct=counts[2 : 2 + ORDER],
            total=counts[2 + ORDER :],
            sys_len=counts[0],
            ref_len=counts[1],
            smooth_method=inner.smooth_method,
            smooth_value=inner.smooth_value,
            effective_order=level == "segment",
        ).score
        return min(1.0, float(score) / 100)

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

    def _bag(self, analysis: Analysis) -> Bag:
        words = _bleu(self.tokenize, self.case, self.smooth)._preprocess_segment(analysis.text).split()
        tokens = TokenMap(analysis)
        spans = tokens.spans(words)
        bag = Bag()
        for order in range(1, ORDER + 1):
            for start in range(len(words) - order + 1):
                end = start + order
                place = tokens.place(spans[start][0], spans[end - 1][1]) if spans else None
                bag.add((f"{order}-grams", tuple(words[start:end])), place)
        return bag


@cache
def _bleu(tokenize: str, case: Case, smooth: str) -> BLEU:
    if smooth == "lin-och":
        return BLEU(tokenize=tokenize, lowercase=case == "fold", smooth_method="add-k", smooth_value=1, force=True)
    if smooth not in BLEU.SMOOTH_DEFAULTS:
        raise UsageError(f"bleu: smooth={smooth}, expected exp, lin-och, floor or none")
    return BLEU(tokenize=tokenize, lowercase=case == "fold", smooth_method=smooth, force=True)
