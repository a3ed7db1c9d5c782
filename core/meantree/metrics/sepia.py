"""SEPIA: surface span extension to syntactic dependency precision (Habash & Elkholy 2008)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.metrics.compared_words import Case, folded
from meantree.metrics.derivation import SCORE, Count, Derivation, Deriver, identifier
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import CompareOn, Level, Metric, Statistics
from meantree.metrics.pair import Pair

_SUBSCORE = re.compile(r"(?:(g)([1-4])|sn(1?\d(?:\.\d{1,3})?)([pro]*)|(spn)([pro]*))")


Sums = dict[str, dict[int, tuple[float, float]]]
"""By kind and span, how much of the hypothesis' items matched, and their number."""
_SIDES: tuple[Count, ...] = ("matched", "hypothesis")


@dataclass(frozen=True, slots=True)
class _SubScore:
    """One sub-score: ``ngram`` 1..4, or pairs with the given ``features`` and a ``power`` of the span (None: SPN)."""

    ngram: int = 0
    features: str = ""
    power: float | None = None


@dataclass(frozen=True, slots=True)
class _Item:
    """One n-gram or structural bigram at its place; an n-gram's span is 0."""

    key: tuple[str, ...]
    span: int
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sepia(Metric):
    """Mean of n-gram precisions and span-weighted precisions of head–child pairs; in [0, 1], higher is better.

    ``mode`` lists the sub-scores: ``g1``..``g4``, clipped precision of n-grams; ``snX``, precision of structural
    bigrams in which each counts its span to the power X; ``spn``, the mean over spans of the precision of the bigrams
    of that span (section 2.1). The span is the distance of head and child in words. Letters after ``snX`` or ``spn``
    make more of a bigram than its two words: ``p`` their parts of speech, ``r`` the relation, ``o`` their order.
    Where a bigram is more frequent in the hypothesis than in any reference, each occurrence counts that ratio.
    Sub-scores of which the hypothesis has no unit are left out of the mean. The score is that mean, arithmetic or
    harmonic (``mean``), times the brevity penalty 1 + min(0, 1 − shortest reference/hypothesis) (``bp``), not below 0
    (section 2.2).

    Documents: mean of their segments weighted by the words of the shortest reference, so that all systems have the
    same weights. Systems: mean of their documents weighted by segments. Texts of up to 10,000 words.

    Statistics: shape (2,): the segment's score times its weight, and the weight.
    """

    name: ClassVar[str] = "sepia"
    paper: ClassVar[str] = "Habash & Elkholy 2008"
    structure: ClassVar[CompareOn] = "spans"
    max_tokens: ClassVar[int | None] = LONGEST_TEXT
    needs: ClassVar[Layers] = Layers(1)

    mode: tuple[str, ...] = ("g1", "g2", "g3", "g4", "sn1", "spn")
    mean: Literal["arith", "harm"] = "arith"
    bp: Literal["yes", "no"] = "yes"
    case: Case = "fold"

    def __post_init__(self) -> None:
        if not self.mode or len(set(self.mode)) < len(self.mode) or not all(map(_SUBSCORE.fullmatch, self.mode)):
            raise UsageError(
                f"sepia: mode={','.join(self.mode)}, expected different ones of g1 to g4, sn0 to sn19, and spn, "
                "sn and spn with any of the letters p, r, o"
            )

    def statistics(self, pair: Pair) -> Statistics:
        hyp, *refs = pair.texts
        sizes = [len(text.tokens) for text in pair.texts]
        sums: Sums = {}
        for kind in self._kinds():
            items = list(self._items(hyp, kind))
            best = _most(Counter(item.key for item in self._items(ref, kind)) for ref in refs)
            counts = Counter(item.key for item in items)
            for item in items:
                _count(sums, kind, item.span, min(1.0, best.get(item.key, 0) / counts[item.key]), 1)
        return self._statistics(sums, sizes[0], min(sizes[1:]))

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # weighted sums
        weighted, weight = statistics
        return float(min(1.0, weighted / weight)) if weight > 0 else None

    def system_score(self, documents: Sequence[tuple[int, Statistics]]) -> float | None:
        """Return the mean of the documents weighted by their segments (section 2.2)."""
        scores = [(count, self.score(statistics, level="document")) for count, statistics in documents]
        defined = [(count, score) for count, score in scores if score is not None]
        total = sum(count for count, _ in defined)
        return sum(count * score for count, score in defined) / total if total else None

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        units = [unit for kind in self._kinds() for unit in self._units(kind, hyp, refs)]
        sizes = [len(text.tokens) for text in pair.texts]
        facts = {"hypothesis_words": float(sizes[0]), "shortest_reference_words": float(min(sizes[1:]))}
        return Evidence(tuple(units), facts=facts)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        sums: Sums = {}
        for unit in evidence.units:
            if unit.hypothesis:
                _count(sums, *_kind_and_span(unit.kind), unit.matched, unit.hypothesis)
        hyp, ref = evidence.facts.values()
        return self._statistics(sums, int(hyp), int(ref))

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        hyp, ref = (deriver.fact(name, value) for name, value in evidence.facts.items())
        if not deriver[ref]:
            return None
        present: dict[str, dict[int, str]] = {}
        for name in deriver.kinds("hypothesis"):
            kind, span = _kind_and_span(name)
            present.setdefault(kind, {})[span] = name
        precisions = [
            _precision_step(deriver, name, counted, present[kind])
            for name, (kind, counted) in zip(self.mode, self._subscores(), strict=True)
            if kind in present
        ]
        average = _mean_formula(deriver, precisions, self.mean)
        if self.bp == "no":
            deriver.step(SCORE, average)
            return deriver.done()
        deriver.step("precision", average)
        deriver.step("brevity", f"max(0, 1 + min(0, 1 - {ref} / {hyp}))" if deriver[hyp] else "0")
        deriver.step(SCORE, "precision * brevity")
        return deriver.done()

    def _subscores(self) -> Iterator[tuple[str, _SubScore]]:
        """Yield each sub-score with the kind of items that it counts."""
        for name in self.mode:
            match = _SUBSCORE.fullmatch(name)
            assert match is not None  # checked when the metric was made
            if match[1]:
                yield name, _SubScore(ngram=int(match[2]))
            else:
                features = "".join(sorted(set(match[4] or match[6] or "")))
                power = float(match[3]) if match[3] is not None else None
                yield f"pairs{features and '+' + features}", _SubScore(0, features, power)

    def _kinds(self) -> dict[str, _SubScore]:
        return dict(self._subscores())

    def _items(self, text: Analysis, kind: str) -> Iterator[_Item]:
        counted = self._kinds()[kind]
        tokens = text.tokens
        words = [folded(token.text, self.case) for token in tokens]
        if counted.ngram:
            for start in range(len(words) - counted.ngram + 1):
                end = start + counted.ngram
                yield _Item(tuple(words[start:end]), 0, tuple(range(start, end)))
            return
        if "p" in counted.features:
            words = [f"{word}/{token.xpos or token.upos}" for word, token in zip(words, tokens, strict=True)]
        for child, head, label in text.tree().arcs():
            relation = f"-{label}-" if "r" in counted.features else ""
            order = (">" if child < head else "<") if "o" in counted.features else ""
            yield _Item((words[head], order + relation, words[child]), abs(head - child), (child, head))

    def _units(self, kind: str, hyp: Analysis, refs: Sequence[Analysis]) -> Iterator[Unit]:
        hyp_items = list(self._items(hyp, kind))
        ref_items = [list(self._items(ref, kind)) for ref in refs]
        counts = Counter(item.key for item in hyp_items)
        best = _most(Counter(item.key for item in items) for items in ref_items)
        ref_places = [_by_key(items) for items in ref_items]
        single = self._kinds()[kind].ngram < 2
        spans = {key: {item.span for item in items} for key, items in _by_key(hyp_items).items()}

        def listed(key: tuple[str, ...], span: int) -> tuple[tuple[_Item, ...], ...]:
            """Return a key's items in each reference: each is under its own span if the hypothesis has that, too."""
            first = min(spans[key])
            return tuple(
                tuple(i for i in ref.get(key, ()) if (i.span if i.span in spans[key] else first) == span)
                for ref in ref_places
            )

        for span in sorted({item.span for items in (hyp_items, *ref_items) for item in items}):
            name = f"{kind}, span {span}" if span else kind
            by_key = _by_key(item for item in hyp_items if item.span == span)
            for key, items in by_key.items():
                share, in_refs = min(1.0, best.get(key, 0) / counts[key]), listed(key, span)
                yield Unit(
                    name,
                    _label(key),
                    hypothesis=float(len(items)),
                    reference=float(max(map(len, in_refs), default=0)),
                    matched=len(items) * share,
                    hypothesis_places=tuple(map(_place, items)),
                    reference_places=tuple(tuple(map(_place, found)) for found in in_refs),
                    single=single,
                )
            for key in dict.fromkeys(item.key for items in ref_items for item in items if item.span == span):
                if key not in counts:
                    places = tuple(tuple(_place(i) for i in ref.get(key, ()) if i.span == span) for ref in ref_places)
                    yield Unit(name, _label(key), 0.0, float(max(map(len, places))), 0.0, (), places, single=single)

    def _statistics(self, sums: Sums, hyp_size: int, ref_size: int) -> Statistics:
        scores = [
            score
            for kind, counted in self._subscores()
            if (score := _precision(sums.get(kind, {}), counted.power if not counted.ngram else 0.0)) is not None
        ]
        score = _mean(scores, self.mean)
        if self.bp == "yes":
            score *= max(0.0, 1 + min(0.0, 1 - ref_size / hyp_size)) if hyp_size else 0.0
        return np.array([score * ref_size, ref_size], dtype=np.float64)


def _count(sums: Sums, kind: str, span: int, matched: float, count: float) -> None:
    spans = sums.setdefault(kind, {})
    before = spans.get(span, (0.0, 0.0))
    spans[span] = before[0] + matched, before[1] + count


def _precision(spans: Mapping[int, tuple[float, float]], power: float | None) -> float | None:
    """Return SN_power or, without a power, SPN; None without items."""
    if not spans:
        return None
    if power is None:
        return float(np.mean([matched / count for matched, count in spans.values()]))
    weights = {span: float(span) ** power if span else 1.0 for span in spans}
    total = sum(weights[span] * count for span, (_, count) in spans.items())
    return sum(weights[span] * matched for span, (matched, _) in spans.items()) / total


def _kind_and_span(name: str) -> tuple[str, int]:
    """Split a unit's kind; n-grams have span 0."""
    kind, _, span = name.partition(", span ")
    return kind, int(span or 0)


def _precision_step(deriver: Deriver, name: str, counted: _SubScore, kinds: Mapping[int, str]) -> str:
    """Add a step: :func:`_precision` over the kind of each span."""
    matched, counts = (
        {span: deriver.total(f"{count}_{kind}", kind, count) for span, kind in kinds.items()} for count in _SIDES
    )
    if counted.power is None and not counted.ngram:
        shares = ", ".join(f"{matched[span]} / {counts[span]}" for span in kinds)
        return deriver.step(identifier(name), f"mean({shares})")
    if len(kinds) == 1:
        (span,) = kinds
        return deriver.step(identifier(name), f"{matched[span]} / {counts[span]}")
    above, below = (
        " + ".join(f"{_factor(span, counted.power or 0.0)}{total}" for span, total in totals.items())
        for totals in (matched, counts)
    )
    return deriver.step(identifier(name), f"({above}) / ({below})")


def _factor(span: int, power: float) -> str:
    """Return the span to a power as a factor of a product; empty for 1."""
    if span == 1 or not power:
        return ""
    return f"{span} * " if power == 1 else f"{span} ^ {power:g} * "


def _mean_formula(deriver: Deriver, names: Sequence[str], kind: str) -> str:
    """Return the formula of :func:`_mean` over steps."""
    if not names or (kind == "harm" and min(deriver[name] for name in names) <= 0):
        return "0"
    listed = ", ".join(names)
    return f"mean({listed})" if kind == "arith" else f"1 / mean({', '.join(f'1 / {name}' for name in names)})"


def _mean(scores: Sequence[float], kind: str) -> float:
    if not scores:
        return 0.0
    if kind == "arith":
        return float(np.mean(scores))
    return len(scores) / sum(1 / score for score in scores) if min(scores) > 0 else 0.0


def _most(counters: Iterator[Counter[tuple[str, ...]]]) -> Counter[tuple[str, ...]]:
    best: Counter[tuple[str, ...]] = Counter()
    for counter in counters:
        best |= counter
    return best


def _by_key(items: Iterable[_Item]) -> dict[tuple[str, ...], list[_Item]]:
    by_key: dict[tuple[str, ...], list[_Item]] = {}
    for item in items:
        by_key.setdefault(item.key, []).append(item)
    return by_key


def _place(item: _Item) -> Place:
    return Place(item.tokens, ((item.tokens[0], item.tokens[1]),) if item.span else ())


def _label(key: tuple[str, ...]) -> str:
    return " ".join(part for part in key if part)
